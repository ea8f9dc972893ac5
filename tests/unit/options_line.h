/* SPDX-License-Identifier: GPL-2.0-only */
/* Command lines that are made up, and what is printed: for unit-options. */
#ifndef WARPCRYPT_TESTS_UNIT_OPTIONS_LINE_H
#define WARPCRYPT_TESTS_UNIT_OPTIONS_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "tests/unit/rand.h"

#define OPTIONS_ROUNDS	20000u
#define NO_NUMBER	UINT64_MAX

/* One of a list. */
#define DRAW(r, list)	(&(list)[rand_below(r, sizeof(list) / sizeof((list)[0]))])

/* A command line. */
struct line {
	char text[9][96];	/* its words */
	char *argv[10];		/* as of main() */
	int argc;		/* as of main() */
};

void listen_begin(void);
unsigned int listen_end(void);

void line_begin(struct line *l, const char *program);
void line_add(struct line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *line_text(const struct line *l);

uint64_t number_of(const char *text, const char *units);
void draw_number(char *to, size_t size, struct test_rand *r, uint64_t min, uint64_t max);

#endif /* WARPCRYPT_TESTS_UNIT_OPTIONS_LINE_H */
