/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers that warpcrypt promises. */
#ifndef WARPCRYPT_BENCH_TARGETS_H
#define WARPCRYPT_BENCH_TARGETS_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#define TARGETS_MAX	16

/**
 * struct target - one promise
 * @name: the quantity
 * @value: the measured value
 * @limit: the promised value
 * @at_least: @limit is a lower bound; otherwise an upper bound
 * @unit: of both, may be empty
 */
struct target {
	const char *name;
	double value;
	double limit;
	bool at_least;
	const char *unit;
};

/**
 * struct targets - all promises
 * @n: entries of @v
 * @v: the promises
 */
struct targets {
	size_t n;
	struct target v[TARGETS_MAX];
};

/**
 * struct share - a part of the time of a request
 * @name: what takes this time
 * @ns: the time, ns per request
 */
struct share {
	const char *name;
	double ns;
};

void targets_add(struct targets *t, const char *name, double value,
		 double limit, bool at_least, const char *unit);
bool targets_print(const struct targets *t);
struct json_object *targets_json(const struct targets *t);
void shares_print(const struct share *shares, size_t n);
struct json_object *shares_json(const struct share *shares, size_t n);

#endif /* WARPCRYPT_BENCH_TARGETS_H */
