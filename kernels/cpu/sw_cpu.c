// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernels/cpu/sw.h: picks engines.
 */
#include "kernels/cpu/sw.h"

#include <string.h>

#include "kernels/cpu/sw_engine.h"

const struct wcsw_engine *wcsw_engine_next(const struct wcsw_curve *curve,
					   const struct wcsw_engine *prev)
{
	const struct wcsw_engine *const *e;
	int seen = !prev;

	for (e = curve->engines; *e; e++) {
		if (seen && (*e)->usable())
			return *e;
		if (*e == prev)
			seen = 1;
	}
	return NULL;
}

const struct wcsw_engine *wcsw_engine(const struct wcsw_curve *curve,
				      const char *name)
{
	const struct wcsw_engine *e = NULL;

	while ((e = wcsw_engine_next(curve, e)))
		if (!name || !strcmp(e->name, name))
			break;
	return e;
}

const char *wcsw_engine_name(const struct wcsw_engine *engine)
{
	return engine->name;
}

unsigned int wcsw_engine_lanes(const struct wcsw_engine *engine)
{
	return engine->lanes;
}

size_t wcsw_base(const struct wcsw_curve *curve,
		 const struct wcsw_engine *engine, uint8_t *out,
		 const uint8_t *scalars, size_t n, uint8_t *status)
{
	if (!engine)
		engine = wcsw_engine(curve, NULL);
	pthread_once(curve->once, curve->make);
	return engine->base(out, scalars, n, status, curve->table);
}

size_t wcsw_mult(const struct wcsw_curve *curve,
		 const struct wcsw_engine *engine, uint8_t *out,
		 const uint8_t *scalars, const uint8_t *points, size_t n,
		 uint8_t *status)
{
	if (!engine)
		engine = wcsw_engine(curve, NULL);
	return engine->mult(out, scalars, points, n, status);
}

size_t wcsw_check_vartime(const struct wcsw_curve *curve,
			  const struct wcsw_engine *engine,
			  const uint8_t *checks, size_t n, uint8_t *status)
{
	if (!engine)
		engine = wcsw_engine(curve, NULL);
	pthread_once(curve->once, curve->make);
	return engine->check_vartime(checks, n, status, curve->vartime_table);
}
