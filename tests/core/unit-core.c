// SPDX-License-Identifier: GPL-2.0-only
/*
 * unit-core: the module's core (the transport of kmod/Kbuild) in a process, against
 * the stories of story.c, in as many orders as one has time for; and cases.c.
 */
#include <limits.h>

#include "tests/check_program.h"
#include "tests/core/cases.h"
#include "tests/core/story.h"

static const char usage[] =
"Usage: unit-core [--orders=N] [--seed=N] [--progress]\n"
"       unit-core --case=TEXT\n"
"\n"
"Plays N stories of random events (default: 300), the first by --seed (default:\n"
"1), each by one more. One that breaks a promise aborts and names its seed;\n"
"--seed=N --orders=1 repeats it. Without --seed, single situations are played too,\n"
"each in many orders. --case plays only those whose name contains TEXT.\n"
"SIM_VERBOSE=1 in the environment shows the module's messages.\n";

int main(int argc, char **argv)
{
	unsigned long orders = 300, seed = 0, i;
	bool all, progress = false;
	const char *only = NULL;
	const struct check_option options[] = {
		{ "orders", .number = &orders, .most = ULONG_MAX },
		{ "seed", .number = &seed, .most = ULONG_MAX },
		{ "case", .text = &only },
		{ "progress", .flag = &progress },
		{ }
	};

	check_options(argc, argv, options, usage);
	if (only) {
		if (!cases_run(0, only)) {
			fprintf(stderr, "unit-core: no case has '%s' in its name\n", only);
			return 2;
		}
		printf("KTAP version 1\n1..%d\n", cases_run(0, only));
		cases_run(1, only);
		return 0;
	}
	all = !seed;
	if (all)
		seed = 1;
	printf("KTAP version 1\n1..%d\n", all ? 1 + cases_run(0, "") : 1);
	fflush(stdout);
	for (i = 0; i < orders; i++) {
		story_play(seed + i);
		if (progress && !((i + 1) % 1000))
			fprintf(stderr, "%lu orders\n", i + 1);
	}
	printf("# %llu orders from seed %lu: %llu requests, %llu done, %llu lost (%llu redone), %llu refused, %llu waited, %llu expired; %llu attachments, %llu killed, %llu commits refused, %llu taken over; %llu keys evicted, %llu wiped; slept %llu times; %llu for other engines, %llu for software, %llu engines retired\n",
	       tally.orders, seed, tally.submitted, tally.done, tally.lost,
	       tally.redone, tally.refused, tally.backlogged, tally.expired,
	       tally.attached, tally.killed, tally.commits_refused,
	       tally.taken_over, tally.evicted, tally.wiped, tally.slept,
	       tally.elsewhere, tally.software, tally.retired);
	/* Rare here: cases ask for expiry and deliveries taken over, unit-keys for evicted keys. */
	if (!tally.done || !tally.lost || !tally.redone || !tally.backlogged ||
	    !tally.killed || !tally.commits_refused || !tally.wiped ||
	    !tally.slept || !tally.elsewhere || !tally.software ||
	    !tally.retired) {
		printf("not ok 1 something never happened\n");
		return 1;
	}
	printf("ok 1 every request came back once, with the right bytes\n");
	if (all)
		cases_run(2, "");
	return 0;
}
