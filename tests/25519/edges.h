/* SPDX-License-Identifier: GPL-2.0-only */
/* Scalars and points where something may go wrong. */
#ifndef WARPCRYPT_TESTS_25519_EDGES_H
#define WARPCRYPT_TESTS_25519_EDGES_H

#include "tests/25519/check.h"

/**
 * struct edges - a list of them
 * @count: how many
 * @rows: they
 */
struct edges {
	size_t count;
	row rows[1400];
};

const struct edges *edge_scalars(void);
const struct edges *edge_points(void);

#endif /* WARPCRYPT_TESTS_25519_EDGES_H */
