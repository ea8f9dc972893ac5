/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options that several subcommands have.
 */
#ifndef WARPCRYPT_BENCH_COMMON_H
#define WARPCRYPT_BENCH_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct common - how long to measure, with how much, and where to write it
 * @runs: runs of each, of which the median counts; at most RUNS_MAX
 * @ms: length of a run
 * @buffer: bytes of source and destination, each
 * @json: file for everything; NULL: none
 */
struct common {
	uint32_t runs;
	uint64_t ms;
	uint64_t buffer;
	const char *json;
};

/* What getopt_long() returns for them: above what subcommands use. */
enum { COMMON_RUNS = 1000, COMMON_TIME, COMMON_BUFFER, COMMON_JSON };

#define COMMON_LONG_OPTIONS						\
	{ "runs", required_argument, NULL, COMMON_RUNS },		\
	{ "time", required_argument, NULL, COMMON_TIME },		\
	{ "buffer", required_argument, NULL, COMMON_BUFFER },		\
	{ "json", required_argument, NULL, COMMON_JSON }

bool common_option(struct common *c, int opt, const char *arg);
size_t common_algs(const char *text, char **names, size_t max);

#endif /* WARPCRYPT_BENCH_COMMON_H */
