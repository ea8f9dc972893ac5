// SPDX-License-Identifier: GPL-2.0-only
/*
 * check-leaks: does the time that functions take on this CPU depend on their secrets?
 * check-leaks-gpu: and on a GPU? The functions are those of cases.c or gpu_cases.c.
 *
 * Each function is run on one fixed secret and on random ones, in random order, and the
 * means of the two classes' times are compared (tests/leak/ttest.h). Everything but the
 * measured call is the same for both: a random secret is made each time, and a mask says
 * whether it or the fixed one is copied to the place where the function finds it.
 *
 * A difference must show twice to count. The controls must show one, or the machine is
 * too noisy for the result to say anything.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __x86_64__
#include <x86intrin.h>
#endif

#include "tests/check_program.h"
#include "tests/ktap.h"
#include "tests/leak/leak.h"
#include "tests/leak/ttest.h"
#include "tests/splitmix.h"

#define SAMPLE	2000	/* runs from which the bounds are made */
#define LIMIT	5.0	/* |t| */
#define MOST	1000000000ul

static struct leak_case cases[LEAK_CASES];
static size_t count;
static uint64_t sample[SAMPLE];
static uint64_t rand_state = 1;
/* The fixed secret: set_fixed(). */
static uint64_t fixed[LEAK_SECRET / 8];

static const char usage[] =
	"Usage: check-leaks [OPTION]...\n"
	"\n"
	"Measures whether the time of the ciphers and curves depends on secrets: Welch's t of\n"
	"a fixed secret against random ones. Prints KTAP; |t| above 5, twice, is a failure, and\n"
	"so is a control, which depends on its secret, for which it is not.\n"
	"\n"
	"  --runs=N        runs of each function (default: 100000)\n"
	"  --case=TEXT     only functions whose name contains TEXT\n"
	"  --all-engines   every engine of the curves, not the fastest only\n"
	"  --seed=N        other random secrets (default: 1)\n"
	"  --fixed=WHAT    the fixed secret: zeros (default), random, or repeated: 32 random\n"
	"                  bytes, repeated; the first control shows with zeros only\n"
	"  --list          print the functions' names\n"
	"  --help          this text\n";

/* The case that comes next; @what and @how make its name. */
struct leak_case *leak_add(const char *what, const char *how, size_t len)
{
	struct leak_case *c = &cases[count++];

	if (count > LEAK_CASES || len > LEAK_SECRET)
		abort();
	snprintf(c->name, sizeof(c->name), "%s%s%s", what, *how ? ", " : "", how);
	c->len = len;
	return c;
}

/* For &leak_case.fix: whether a scalar of P-256 is below n and not 0 is public. */
void leak_fix_p256(const struct leak_case *c, uint8_t *secret)
{
	for (size_t i = 0; i < c->len; i += 32) {
		secret[i] &= 0x7f;
		secret[i + 31] |= 1;
	}
}

static uint64_t rand_word(void)
{
	return splitmix64(&rand_state);
}

/* In units of the machine's own, not before what comes before is done. */
static uint64_t ticks(void)
{
#ifdef __x86_64__
	unsigned int cpu;
	uint64_t t = __rdtscp(&cpu);

	_mm_lfence();
	return t;
#else
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (uint64_t)t.tv_sec * 1000000000 + t.tv_nsec;
#endif
}

/* One run on a secret of @class; 0 is the fixed one. Its time. */
static uint64_t measure(const struct leak_case *c, int class)
{
	static uint64_t secret[LEAK_SECRET / 8] __attribute__((aligned(64)));
	uint64_t mask = 0 - (uint64_t)class, start;

	__asm__("" : "+r"(mask));
	for (size_t i = 0; i < (c->len + 7) / 8; i++)
		secret[i] = (rand_word() & mask) | (fixed[i] & ~mask);
	if (c->fix)
		c->fix(c, (uint8_t *)secret);
	if (c->set)
		c->set(c, (uint8_t *)secret);
	start = ticks();
	c->run(c, c->set ? NULL : (uint8_t *)secret);
	return ticks() - start;
}

/* Welch's t over @runs runs, and the difference in percent. */
static double test(const struct leak_case *c, unsigned long runs,
		   double *percent)
{
	struct ttest t;
	double value;

	for (int i = 0; i < 100; i++)	/* caches, tables */
		measure(c, i & 1);
	for (int i = 0; i < SAMPLE; i++)
		sample[i] = measure(c, rand_word() & 1);
	ttest_start(&t, sample, SAMPLE);
	for (unsigned long i = 0; i < runs; i++) {
		int class = rand_word() & 1;

		ttest_add(&t, class, measure(c, class));
	}
	value = ttest_value(&t, percent);
	*percent *= 100;
	return value;
}

static void check(const struct leak_case *c, unsigned long runs)
{
	double percent, second = 0, first = test(c, runs, &percent);
	bool leaks = fabs(first) > LIMIT;
	char again[64];

	if (leaks) {
		/* Which bound shows most may change, and with it the sign. */
		second = test(c, runs, &percent);
		leaks = fabs(second) > LIMIT;
	}
	snprintf(again, sizeof(again), ", then %.2f", second);
	ktap_ok(leaks == c->leaks, "%s # t = %.2f%s over %lu runs; %+.3f %%",
		c->name, first, fabs(first) > LIMIT ? again : "", runs,
		percent);
	if (leaks && !c->leaks)
		ktap_note("%s: its time depends on its secret", c->name);
	if (!leaks && c->leaks)
		ktap_note("%s: the machine is too noisy to see it; more --runs may help",
			  c->name);
	fflush(stdout);
}

static void set_fixed(const char *what)
{
	bool repeated = !strcmp(what, "repeated");

	if (!strcmp(what, "zeros"))
		return;
	if (!repeated && strcmp(what, "random")) {
		fprintf(stderr, "check-leaks: --fixed: '%s' is none of zeros, random, repeated\n",
			what);
		exit(2);
	}
	for (size_t i = 0; i < LEAK_SECRET / 8; i++)
		fixed[i] = repeated && i >= 4 ? fixed[i - 4] : rand_word();
}

int main(int argc, char **argv)
{
	unsigned long runs = 100000;
	bool all_engines = false, only_list = false;
	size_t chosen = 0;
	const char *name = "", *what = "zeros";
	const struct check_option options[] = {
		{ "runs", .number = &runs, .least = 1000, .most = MOST },
		{ "case", .text = &name },
		{ "all-engines", .flag = &all_engines },
		{ "seed", .number = &rand_state, .most = MOST },
		{ "fixed", .text = &what },
		{ "list", .flag = &only_list },
		{ }
	};

	check_no_arguments(argv + check_options(argc, argv, options, usage));
	set_fixed(what);
	leak_cases(all_engines);
	for (size_t i = 0; i < count; i++)
		chosen += strstr(cases[i].name, name) != NULL;
	if (!chosen) {
		fprintf(stderr, "check-leaks: no function's name contains %s; --list prints them\n",
			name);
		return 2;
	}
	if (!only_list)
		ktap_start();
	for (size_t i = 0; i < count; i++) {
		if (!strstr(cases[i].name, name))
			continue;
		if (only_list) {
			puts(cases[i].name);
			continue;
		}
		if (isatty(STDERR_FILENO))
			fprintf(stderr, "# %s\n", cases[i].name);
		check(&cases[i], runs);
	}
	return only_list ? 0 : ktap_finish();
}
