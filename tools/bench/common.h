/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options that several commands share.
 */
#ifndef WARPCRYPT_BENCH_COMMON_H
#define WARPCRYPT_BENCH_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/bench/stats.h"

struct list;

/* The values of these options. */
struct common {
	uint32_t runs;		/* of each algorithm; the median is reported; at most RUNS_MAX */
	uint64_t ms;		/* of a run */
	uint64_t buffer;	/* bytes of source and destination, each */
	const char *json;	/* the file of the JSON report, or NULL */
};

/* An option of a command; one of the pointers says what its value is. */
struct bench_option {
	const char *name;
	bool *flag;		/* becomes true; no value */
	uint32_t *bits;		/* gets the bits of @max; no value */
	const char **text;	/* gets the value */
	uint32_t *n32;		/* gets a number from @min to @max */
	uint64_t *n64;		/* the same */
	struct list *list;	/* gets numbers from @min to @max */
	char **names;		/* gets at most @max names; room for one more */
	size_t *count;		/* with @names: how many */
	const char *known;	/* what @text or @names may get, each in spaces; or NULL */
	void (*set)(void *to, const char *arg);	/* called with @to and the value */
	void *to;		/* for @set */
	uint64_t min;
	uint64_t max;
};

#define COMMON_OPTIONS(c)							\
	{ "runs", .n32 = &(c)->runs, .min = 1, .max = RUNS_MAX },		\
	{ "time", .n64 = &(c)->ms, .min = 1, .max = 600000 },			\
	{ "buffer", .n64 = &(c)->buffer, .min = 1 << 20, .max = 1ull << 34 },	\
	{ "json", .set = set_report, .to = &(c)->json }

/* Lines of usage() about these options. */
#define USAGE_RUNS(runs, ms)							\
	"  --runs=N             runs of each, of which the median counts (default " #runs ")\n"	\
	"  --time=MS            length of a run (default " #ms ")\n"
#define USAGE_JSON_HELP								\
	"  --json=FILE          write everything into FILE too\n"		\
	"  --help               this text\n"

void common_parse(int argc, char **argv, const struct bench_option *options, void (*usage)(void));
size_t common_names(const char *option, const char *text, char **names, size_t max);
uint8_t *common_buffer(uint64_t bytes);

#endif /* WARPCRYPT_BENCH_COMMON_H */
