/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON reports, and their common first members. */
#ifndef WARPCRYPT_BENCH_REPORT_H
#define WARPCRYPT_BENCH_REPORT_H

#include "tools/json.h"

struct json_object *report_new(const char *subcommand, int argc, char **argv);
void report_print_header(struct json_object *report);
void put_spread(struct json_object *o, const char *name, const double *values, size_t n);
void report_end(struct json_object *report, const char *name, struct json_object *values,
		const char *path);

static inline void put_real(struct json_object *o, const char *name, double value)
{
	put_digits(o, name, value, 4);
}

#endif /* WARPCRYPT_BENCH_REPORT_H */
