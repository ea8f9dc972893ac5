// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptctl: shows the driver's state and counters.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/ctl/counters.h"
#include "tools/ctl/table.h"

#define STATE_PATH	"/sys/class/misc/warpcrypt/state"
#define STATS_PATH	"/sys/kernel/debug/warpcrypt/stats"
#define RESET_PATH	"/sys/kernel/debug/warpcrypt/reset"

/* How often `wait` checks the state, ns. */
#define POLL_NS		20000000L

static const char usage[] =
"Usage: warpcryptctl COMMAND\n"
"\n"
"  status           the driver's state, and for each algorithm how much was\n"
"                   offloaded, how much was done in software, and why\n"
"  stats            all counters, one name and value per line\n"
"  reset            zero the counters\n"
"  wait [SECONDS]   wait until a helper is live (default 30)\n"
"  --help           print this text\n"
"  --version        print the version\n"
"\n"
"Counters are explained in warpcryptctl(8) and Documentation/parameters.rst.\n"
"Exit status: 0, 1 if something failed or no helper became live, 2 for bad usage.\n";

static int fail(const char *what, int err)
{
	const char *hint = "";

	if (err == -ENOENT)
		hint = ": is the module loaded (modprobe warpcrypt) and debugfs mounted?";
	else if (err == -EACCES || err == -EPERM)
		hint = ": run this as root";
	fprintf(stderr, "warpcryptctl: %s: %s%s\n", what, strerror(-err), hint);
	return 1;
}

/* Reads the state; 0 or a negative errno. */
static int read_state(char state[32])
{
	FILE *file = fopen(STATE_PATH, "r");
	int err = 0;

	if (!file)
		return -errno;
	if (fscanf(file, "%31s", state) != 1)
		err = -EIO;
	fclose(file);
	return err;
}

static int cmd_status(void)
{
	struct counters counters;
	char state[32];
	int err;

	err = read_state(state);
	if (err)
		return fail(STATE_PATH, err);
	printf("state: %s%s\n", state, strcmp(state, "down") ? "" :
	       " (no helper: start warpcryptd; until then all is done in software)");
	err = counters_read(&counters, STATS_PATH);
	if (!err)
		table_print(&counters);
	counters_free(&counters);
	return err ? fail(STATS_PATH, err) : 0;
}

static int cmd_stats(void)
{
	struct counters counters;
	size_t i;
	int err;

	err = counters_read(&counters, STATS_PATH);
	for (i = 0; !err && i < counters.count; i++)
		printf("%s %" PRIu64 "\n", counters.all[i].name,
		       counters.all[i].value);
	counters_free(&counters);
	return err ? fail(STATS_PATH, err) : 0;
}

static int cmd_reset(void)
{
	FILE *file = fopen(RESET_PATH, "w");
	int err = 0;

	if (!file)
		return fail(RESET_PATH, -errno);
	if (fputs("1\n", file) < 0)
		err = -errno;
	if (fclose(file) && !err)
		err = -errno;
	return err ? fail(RESET_PATH, err) : 0;
}

static int cmd_wait(double seconds)
{
	const struct timespec pause = { .tv_nsec = POLL_NS };
	char state[32];
	double waited;
	int err;

	for (waited = 0; ; waited += POLL_NS / 1e9) {
		err = read_state(state);
		if (err)
			return fail(STATE_PATH, err);
		if (!strcmp(state, "live"))
			return 0;
		if (waited >= seconds)
			break;
		nanosleep(&pause, NULL);
	}
	fprintf(stderr, "warpcryptctl: after %g s the state is still '%s': look at warpcryptd's log\n",
		seconds, state);
	return 1;
}

static int bad_usage(const char *what, const char *arg)
{
	fprintf(stderr, "warpcryptctl: %s '%s'; see warpcryptctl --help\n",
		what, arg);
	return 2;
}

static int run(int argc, char **argv)
{
	const char *command = argv[0];
	double seconds = 30;
	char *end;

	if (argc > (strcmp(command, "wait") ? 1 : 2))
		return bad_usage("too many arguments:", argv[argc - 1]);
	if (!strcmp(command, "status"))
		return cmd_status();
	if (!strcmp(command, "stats"))
		return cmd_stats();
	if (!strcmp(command, "reset"))
		return cmd_reset();
	if (strcmp(command, "wait"))
		return bad_usage("unknown command", command);
	if (argc == 2) {
		seconds = strtod(argv[1], &end);
		if (end == argv[1] || *end || !(seconds >= 0))
			return bad_usage("not a number of seconds:", argv[1]);
	}
	return cmd_wait(seconds);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ }
	};
	int opt;

	while ((opt = getopt_long(argc, argv, "+h", options, NULL)) != -1) {
		switch (opt) {
		case 'h':
			fputs(usage, stdout);
			return 0;
		case 'V':
			printf("warpcryptctl %s\n", WARPCRYPT_VERSION);
			return 0;
		default:
			fputs("See warpcryptctl --help.\n", stderr);
			return 2;
		}
	}
	if (optind == argc) {
		fputs(usage, stderr);
		return 2;
	}
	return run(argc - optind, argv + optind);
}
