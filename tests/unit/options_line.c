// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/unit/options_line.h"

#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static int kept[2], said = -1;

/** listen_begin() - from now on what is printed is counted, and not shown */
void listen_begin(void)
{
	int i;

	if (said < 0)
		said = memfd_create("said", MFD_CLOEXEC);
	assert_true(said >= 0);
	fflush(NULL);
	assert_int_equal(ftruncate(said, 0), 0);
	lseek(said, 0, SEEK_SET);
	for (i = 0; i < 2; i++) {
		kept[i] = dup(i + 1);
		dup2(said, i + 1);
	}
}

/* What is printed is shown again; how many lines were printed. */
unsigned int listen_end(void)
{
	static char text[16384];
	unsigned int lines = 0;
	ssize_t len, i;

	fflush(NULL);
	for (i = 0; i < 2; i++) {
		dup2(kept[i], (int)i + 1);
		close(kept[i]);
	}
	len = pread(said, text, sizeof(text), 0);
	for (i = 0; i < len; i++)
		lines += text[i] == '\n';
	return lines;
}

/* Begin a command line with its first word. */
void line_begin(struct line *l, const char *program)
{
	l->argc = 0;
	line_add(l, "%s", program);
}

/* Add an argument. */
void line_add(struct line *l, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(l->text[l->argc], sizeof(l->text[0]), fmt, args);
	va_end(args);
	l->argv[l->argc] = l->text[l->argc];
	l->argv[++l->argc] = NULL;
}

/* A command line as text, until the next call. */
const char *line_text(const struct line *l)
{
	static char all[1024];
	size_t used = 0;
	int i;

	for (i = 0; i < l->argc; i++)
		used += (size_t)snprintf(all + used, sizeof(all) - used, " '%s'", l->argv[i]);
	return all;
}

/*
 * The number that a text is, which may end in one of the @units: letters, in lower case, for
 * 2^10, 2^20 and so on. NO_NUMBER: it is none, or more than 63 bits have.
 */
uint64_t number_of(const char *text, const char *units)
{
	unsigned __int128 n = 0;
	const char *at = text, *unit;

	for (; *at >= '0' && *at <= '9'; at++)
		if (n < (unsigned __int128)1 << 100)
			n = 10 * n + (unsigned int)(*at - '0');
	if (at == text)
		return NO_NUMBER;
	if (*at) {
		unit = strchr(units, *at | 0x20);
		if (!unit || at[1])
			return NO_NUMBER;
		n <<= 10 * (unit - units + 1);
	}
	return n >> 63 ? NO_NUMBER : (uint64_t)n;
}

/* Make the text of a number, or of none; right are those from @min to @max. */
void draw_number(char *to, size_t size, struct test_rand *r, uint64_t min, uint64_t max)
{
	static const char *const rubbish[] = {
		"", " ", "x", "1x", "-1", "+1", " 1", "1 ", "0x10", "1e3", "1.5", "K", "1KK",
		"1k", "64k", "1M", "2m", "4G", "65536", "18446744073709551616",
		"-18446744073709551615", " -18446744073709551614", "4294967297",
		"99999999999999999999999999999999999999999", "0", "00", "007", "nan", "inf", "\xff",
		"1\xe9",
	};

	switch (rand_below(r, 4)) {
	case 0:
		snprintf(to, size, "%s", rubbish[rand_below(r, sizeof(rubbish) /
							       sizeof(rubbish[0]))]);
		return;
	case 1:
		snprintf(to, size, "%llu", (unsigned long long)min + rand_below(r, 3) - 1);
		return;
	case 2:
		snprintf(to, size, "%llu", (unsigned long long)max + rand_below(r, 3) - 1);
		return;
	default:
		snprintf(to, size, "%llu",
			 (unsigned long long)(min + rand_u32(r) % (max - min + 1)));
	}
}
