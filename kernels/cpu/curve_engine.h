/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Engines: ways to do the same arithmetic of a curve, one for each build of 25519_batch.c or
 * wei_batch.c. A curve has a list of them, with NULL after the last.
 */
#ifndef WARPCRYPT_KERNELS_CPU_CURVE_ENGINE_H
#define WARPCRYPT_KERNELS_CPU_CURVE_ENGINE_H

#include <stddef.h>
#include <string.h>

/*
 * An engine by its name, NULL for the fastest. Returns NULL where there is none of this
 * name, or the CPU lacks the instructions.
 */
struct wc_curve_engine {
	const char *name;
	unsigned int lanes;
	int (*usable)(void);
};

/*
 * The engine after @prev, NULL for the first, of those that this CPU can run, the fastest
 * first; NULL after the last.
 */
static inline const struct wc_curve_engine *
wc_curve_engine_next(const struct wc_curve_engine *const *engines,
		     const struct wc_curve_engine *prev)
{
	int seen = !prev;

	for (; *engines; engines++) {
		if (seen && (*engines)->usable())
			return *engines;
		if (*engines == prev)
			seen = 1;
	}
	return NULL;
}

/**
 * wc_curve_engine() - an engine by its name
 * @engines: of a curve
 * @name: its name; NULL for the fastest
 *
 * Return: the engine, or NULL where there is none of this name or the CPU lacks the
 * instructions.
 */
static inline const struct wc_curve_engine *
wc_curve_engine(const struct wc_curve_engine *const *engines, const char *name)
{
	const struct wc_curve_engine *e = NULL;

	while ((e = wc_curve_engine_next(engines, e)))
		if (!name || !strcmp(e->name, name))
			break;
	return e;
}

#endif /* WARPCRYPT_KERNELS_CPU_CURVE_ENGINE_H */
