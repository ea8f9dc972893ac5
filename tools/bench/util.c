// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/util.h"

#include <ctype.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/replace.h"

volatile int interrupted;

static void say(const char *fmt, va_list ap)
{
	/* If stdout is a file, keep tables and messages in order. */
	fflush(stdout);
	fputs("warpcrypt-bench: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

/* Print in one line what is wrong and what to do about it, and exit with 1. */
void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	exit(1);
}

/* As die(), for wrong arguments: exits with 2. */
void usage_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	exit(2);
}

/* Print a line about the progress to stderr. */
void progress(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

static void on_signal(int sig)
{
	interrupted = sig;
}

/*
 * From now on SIGINT and SIGTERM only set @interrupted. System calls that they interrupt return,
 * so that the caller can clean up.
 */
void catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/*
 * Parse a number in an argument: digits, then nothing or k, M or G for 2^10, 2^20, 2^30. Exits if
 * @text is none from @min to @max; @what: the argument's name.
 */
uint64_t parse_number(const char *what, const char *text, uint64_t min,
		      uint64_t max)
{
	unsigned long long value;
	unsigned int shift = 0;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (end != text) {
		static const char units[] = "kmg";
		const char *unit = *end ? strchr(units, tolower(*end)) : NULL;

		if (unit) {
			shift = 10 * (unit - units + 1);
			end++;
		}
	}
	if (!isdigit((unsigned char)text[0]) || *end || errno ||
	    value > UINT64_MAX >> shift || value << shift < min ||
	    value << shift > max)
		usage_error("%s: '%s' is no number from %llu to %llu (k, M, G are understood)",
			    what, text, (unsigned long long)min,
			    (unsigned long long)max);
	return (uint64_t)value << shift;
}

/* Parse comma-separated numbers in an argument, each as parse_number() does. */
void parse_list(const char *what, const char *text, uint64_t min, uint64_t max,
		struct list *list)
{
	char *words[LIST_MAX + 1];
	size_t i;

	list->n = split(text, words, LIST_MAX + 1);
	if (!list->n || list->n > LIST_MAX)
		usage_error("%s: give 1 to %d numbers, separated by commas",
			    what, LIST_MAX);
	for (i = 0; i < list->n; i++)
		list->v[i] = parse_number(what, words[i], min, max);
	/* The first begins where the copy does. */
	free(words[0]);
}

/* The largest of some numbers. */
uint64_t list_largest(const struct list *list)
{
	uint64_t most = 0;
	size_t i;

	for (i = 0; i < list->n; i++)
		most = list->v[i] > most ? list->v[i] : most;
	return most;
}

/*
 * Take the path of a report for a const char *; exits if no file can be written there. Nothing is
 * written yet: a report is written when all is measured.
 */
void set_report(void *to, const char *path)
{
	struct replace report;
	struct stat st;
	int err = 0;

	if (!*path)
		usage_error("--json: '%s' is no name of a file", path);
	if (stat(path, &st))
		err = errno;
	else if (S_ISDIR(st.st_mode))
		err = EISDIR;
	else if (!S_ISREG(st.st_mode) && access(path, W_OK))
		err = errno;
	/* A new file there. A pipe is opened once. */
	if (err == ENOENT || (!err && S_ISREG(st.st_mode)))
		err = -replace_open(&report, path, false);
	else
		report.file = NULL;
	if (!err && report.file)
		err = -replace_close(&report, false);
	if (err)
		die("cannot write %s: %s", path, strerror(err));
	*(const char **)to = path;
}

/*
 * Split a text at commas outside parentheses: the number of words, at most @max. They point into a
 * copy, which stays.
 */
size_t split(const char *copied, char **words, size_t max)
{
	char *text = strdup(copied);
	size_t n = 0;
	int depth = 0;

	if (!text)
		die("out of memory");
	while (*text && n < max) {
		words[n++] = text;
		for (; *text && (*text != ',' || depth); text++)
			depth += (*text == '(') - (*text == ')');
		if (!*text)
			break;
		*text++ = '\0';
		/* A comma at the end has an empty word behind it. */
		if (!*text && n < max)
			words[n++] = text;
	}
	return n;
}

/* Read the first line of a small file, without the newline; false: no file, or it is empty. */
bool read_line(const char *path, char *line, size_t size)
{
	FILE *f = fopen(path, "re");
	bool ok;

	if (!f)
		return false;
	ok = fgets(line, size, f);
	fclose(f);
	if (ok)
		line[strcspn(line, "\n")] = '\0';
	return ok;
}

/*
 * The next number that looks random (Steele, Lea and Flood, 2014), the same after the same @state.
 */
uint64_t splitmix64(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15ull;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

/* Fill a buffer with random bytes. If more than 256, a signal meanwhile ends the program. */
void fill_random(void *buf, size_t len)
{
	if (getrandom(buf, len, 0) != (ssize_t)len)
		die("getrandom: %s", strerror(errno));
}

/** now_ns() - the monotonic clock, ns */
uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/* The processor time of all threads, ns. */
uint64_t cpu_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/* Memory of zeros, for free(); exits if there is none. */
void *get_zeroed(size_t n, size_t size)
{
	void *at = calloc(n, size);

	if (!at)
		die("out of memory");
	return at;
}

/*
 * The path, until the next call, of something beside this program; exits if that is not known;
 * @option names it.
 */
const char *beside(const char *name, const char *option)
{
	static char path[PATH_MAX];
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (len < 0)
		die("cannot tell where this program lies; give %s", option);
	self[len] = '\0';
	len = snprintf(path, sizeof(path), "%s/%s", dirname(self), name);
	if (len < 0 || len >= (ssize_t)sizeof(path))
		die("the path of this program is too long; give %s", option);
	return path;
}

/* Wait, at most until a signal. */
void sleep_ms(unsigned int ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000l };

	nanosleep(&ts, NULL);
}
