/* SPDX-License-Identifier: GPL-2.0-only */
/* Scalars and points where something may go wrong. */
#ifndef WARPCRYPT_TESTS_P256_EDGES_H
#define WARPCRYPT_TESTS_P256_EDGES_H

#include "tests/p256/check.h"

#define EDGES_MOST	1400

/**
 * struct edges - a list of them
 * @count: how many
 * @scalars: if it is one of scalars
 * @points: if it is one of points
 */
struct edges {
	size_t count;
	row scalars[EDGES_MOST];
	point points[EDGES_MOST];
};

const struct edges *edge_scalars(void);
const struct edges *edge_points(void);

#endif /* WARPCRYPT_TESTS_P256_EDGES_H */
