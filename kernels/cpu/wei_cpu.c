// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernels/cpu/wei.h: picks engines.
 */
#include "kernels/cpu/wei.h"

#include <string.h>

#include "kernels/cpu/wei_engine.h"

const struct wcwei_engine *wcwei_engine_next(const struct wcwei_curve *curve,
					     const struct wcwei_engine *prev)
{
	const struct wcwei_engine *const *e;
	int seen = !prev;

	for (e = curve->engines; *e; e++) {
		if (seen && (*e)->usable())
			return *e;
		if (*e == prev)
			seen = 1;
	}
	return NULL;
}

const struct wcwei_engine *wcwei_engine(const struct wcwei_curve *curve,
					const char *name)
{
	const struct wcwei_engine *e = NULL;

	while ((e = wcwei_engine_next(curve, e)))
		if (!name || !strcmp(e->name, name))
			break;
	return e;
}

const char *wcwei_engine_name(const struct wcwei_engine *engine)
{
	return engine->name;
}

unsigned int wcwei_engine_lanes(const struct wcwei_engine *engine)
{
	return engine->lanes;
}

size_t wcwei_base(const struct wcwei_curve *curve,
		  const struct wcwei_engine *engine, uint8_t *out,
		  const uint8_t *scalars, size_t n, uint8_t *status)
{
	if (!engine)
		engine = wcwei_engine(curve, NULL);
	pthread_once(curve->once, curve->make);
	return engine->base(out, scalars, n, status, curve->table);
}

size_t wcwei_mult(const struct wcwei_curve *curve,
		  const struct wcwei_engine *engine, uint8_t *out,
		  const uint8_t *scalars, const uint8_t *points, size_t n,
		  uint8_t *status)
{
	if (!engine)
		engine = wcwei_engine(curve, NULL);
	return engine->mult(out, scalars, points, n, status);
}

size_t wcwei_check_vartime(const struct wcwei_curve *curve,
			   const struct wcwei_engine *engine,
			   const uint8_t *checks, size_t n, uint8_t *status)
{
	if (!engine)
		engine = wcwei_engine(curve, NULL);
	pthread_once(curve->once, curve->make);
	return engine->check_vartime(checks, n, status, curve->vartime_table);
}
