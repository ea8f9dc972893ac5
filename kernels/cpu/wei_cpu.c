// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernels/cpu/wei.h: by the engine that is asked for, or the fastest.
 */
#include "kernels/cpu/wei.h"

#include "kernels/cpu/wei_engine.h"

const struct wc_curve_engine *const *wcwei_engines(const struct wcwei_curve *curve)
{
	return curve->engines;
}

static const struct wcwei_engine *chosen(const struct wcwei_curve *curve,
					 const struct wc_curve_engine *engine)
{
	if (!engine)
		engine = wc_curve_engine(curve->engines, NULL);
	return (const struct wcwei_engine *)engine;
}

size_t wcwei_base(const struct wcwei_curve *curve,
		  const struct wc_curve_engine *engine, uint8_t *out,
		  const uint8_t *scalars, size_t n, uint8_t *status)
{
	pthread_once(curve->once, curve->make);
	return chosen(curve, engine)->base(out, scalars, n, status, curve->table);
}

size_t wcwei_mult(const struct wcwei_curve *curve,
		  const struct wc_curve_engine *engine, uint8_t *out,
		  const uint8_t *scalars, const uint8_t *points, size_t n,
		  uint8_t *status)
{
	return chosen(curve, engine)->mult(out, scalars, points, n, status);
}

size_t wcwei_check_vartime(const struct wcwei_curve *curve,
			   const struct wc_curve_engine *engine,
			   const uint8_t *checks, size_t n, uint8_t *status)
{
	pthread_once(curve->once, curve->make);
	return chosen(curve, engine)->check_vartime(checks, n, status,
						    curve->vartime_table);
}
