/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options that several commands share.
 */
#ifndef WARPCRYPT_BENCH_COMMON_H
#define WARPCRYPT_BENCH_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct common - the values of these options
 * @runs: runs of each algorithm; the median is reported; at most RUNS_MAX
 * @ms: length of a run
 * @buffer: bytes of source and destination, each
 * @json: the file of the JSON report, or NULL
 */
struct common {
	uint32_t runs;
	uint64_t ms;
	uint64_t buffer;
	const char *json;
};

/* Results of getopt_long(), larger than those of the commands. */
enum { COMMON_RUNS = 1000, COMMON_TIME, COMMON_BUFFER, COMMON_JSON };

#define COMMON_LONG_OPTIONS						\
	{ "runs", required_argument, NULL, COMMON_RUNS },		\
	{ "time", required_argument, NULL, COMMON_TIME },		\
	{ "buffer", required_argument, NULL, COMMON_BUFFER },		\
	{ "json", required_argument, NULL, COMMON_JSON }

struct option;

void common_parse(int argc, char **argv, const struct option *options, void (*usage)(void),
		  struct common *c, void (*set)(void *to, int opt, const char *arg), void *to);
size_t common_algs(const char *text, char **names, size_t max);
uint8_t *common_buffer(const struct common *c);

#endif /* WARPCRYPT_BENCH_COMMON_H */
