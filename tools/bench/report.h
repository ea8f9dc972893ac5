/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON reports, and their common first members. */
#ifndef WARPCRYPT_BENCH_REPORT_H
#define WARPCRYPT_BENCH_REPORT_H

#include <json-c/json.h>
#include <stdint.h>

struct json_object *report_new(const char *subcommand, int argc, char **argv);
void report_print_header(struct json_object *report);
void report_write(struct json_object *report, const char *path);

void put_text(struct json_object *o, const char *name, const char *text);
void put_int(struct json_object *o, const char *name, uint64_t value);
void put_real(struct json_object *o, const char *name, double value);

#endif /* WARPCRYPT_BENCH_REPORT_H */
