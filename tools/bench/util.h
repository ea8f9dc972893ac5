/* SPDX-License-Identifier: GPL-2.0-only */
/* Messages, numbers in arguments, small files. */
#ifndef WARPCRYPT_BENCH_UTIL_H
#define WARPCRYPT_BENCH_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIST_MAX	32

/* Numbers from a comma-separated argument. */
struct list {
	size_t n;
	uint64_t v[LIST_MAX];
};

/* Set by SIGINT and SIGTERM once catch_signals() was called. */
extern volatile int interrupted;

void __attribute__((noreturn, format(printf, 1, 2))) die(const char *fmt, ...);
void __attribute__((noreturn, format(printf, 1, 2))) usage_error(const char *fmt, ...);
void __attribute__((format(printf, 1, 2))) progress(const char *fmt, ...);
void catch_signals(void);

uint64_t parse_number(const char *what, const char *text, uint64_t min,
		      uint64_t max);
void parse_list(const char *what, const char *text, uint64_t min, uint64_t max,
		struct list *list);
uint64_t list_largest(const struct list *list);
void set_report(void *to, const char *path);
size_t split(const char *copied, char **words, size_t max);

bool read_line(const char *path, char *line, size_t size);
uint64_t splitmix64(uint64_t *state);
void fill_random(void *buf, size_t len);
uint64_t now_ns(void);
uint64_t cpu_ns(void);
void *get_zeroed(size_t n, size_t size);
const char *beside(const char *name, const char *option);
void sleep_ms(unsigned int ms);

#endif /* WARPCRYPT_BENCH_UTIL_H */
