// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptctl: shows what the driver does, and what is wrong with it.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/transport/output.h"
#include "tools/ctl/commands.h"
#include "tools/ctl/root.h"

static const char usage[] =
"Usage: warpcryptctl [OPTION]... COMMAND\n"
"\n"
"Commands:\n"
"  status           the driver's state; for each algorithm how much was offloaded,\n"
"                   how much was done in software, and why\n"
"  top              the same as rates, again and again; q ends it\n"
"  list             the module's algorithms, and which of them users get\n"
"  explain NAME     who does the requests of an algorithm, such as\n"
"                   'xts(kuznyechik)', at the moment, and why\n"
"  doctor           look for what is wrong, and say what to do about it\n"
"  stats            all counters, one name and value per line\n"
"  reset            zero the counters\n"
"  wait [SECONDS]   wait until a helper is live (default 30)\n"
"  prometheus       all counters, as Prometheus reads them\n"
"  tcrypt ACTION    VeraCrypt's volumes, without AF_ALG: open DEVICE NAME maps one as\n"
"                   /dev/mapper/NAME, close NAME, dump DEVICE shows its header\n"
"\n"
"Options:\n"
"  --json           print JSON (status, top, list, explain, doctor, stats)\n"
"  --all            status: also algorithms without requests\n"
"  --interval=S     top: seconds between two readings, 0.1 to 3600, default 1\n"
"  --count=N        top: stop after N readings, 1 to 1000000000\n"
"  --output=FILE    prometheus: replace FILE, at once\n"
"  --passphrase-file=FILE\n"
"                   tcrypt: the passphrase is FILE's first line\n"
"  --keyfile=FILE   tcrypt: a keyfile of VeraCrypt's, in addition to the passphrase;\n"
"                   up to 16 of them\n"
"  --pim=N          tcrypt: the volume's PIM, 1 to 2147468\n"
"  --hidden         tcrypt: the hidden volume\n"
"  --backup         tcrypt: by the header at the device's end\n"
"  --readonly       tcrypt open: nothing can be written\n"
"  --system         tcrypt: refused; encrypted systems are not opened\n"
"  --root=DIR       look for /sys, /proc, /dev and /lib below DIR, for tests\n"
"  --help           print this text\n"
"  --version        print the version\n"
"\n"
"Only root can read the counters; others see the rest. They are explained in warpcryptctl(8).\n"
"Exit status: 0; 1 if something could not be read or done, or no helper became\n"
"live; 2 for bad usage; 3 if doctor has found problems.\n";

enum {
	OPT_JSON = 256,
	OPT_ALL,
	OPT_INTERVAL,
	OPT_COUNT,
	OPT_OUTPUT,
	OPT_PASSPHRASE_FILE,
	OPT_KEYFILE,
	OPT_PIM,
	OPT_HIDDEN,
	OPT_BACKUP,
	OPT_READONLY,
	OPT_SYSTEM,
	OPT_ROOT,
	OPT_HELP,
	OPT_VERSION,
};

static const struct option long_options[] = {
	{ "json", no_argument, NULL, OPT_JSON },
	{ "all", no_argument, NULL, OPT_ALL },
	{ "interval", required_argument, NULL, OPT_INTERVAL },
	{ "count", required_argument, NULL, OPT_COUNT },
	{ "output", required_argument, NULL, OPT_OUTPUT },
	{ "passphrase-file", required_argument, NULL, OPT_PASSPHRASE_FILE },
	{ "keyfile", required_argument, NULL, OPT_KEYFILE },
	{ "pim", required_argument, NULL, OPT_PIM },
	{ "hidden", no_argument, NULL, OPT_HIDDEN },
	{ "backup", no_argument, NULL, OPT_BACKUP },
	{ "readonly", no_argument, NULL, OPT_READONLY },
	{ "system", no_argument, NULL, OPT_SYSTEM },
	{ "root", required_argument, NULL, OPT_ROOT },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ }
};

/* What an option is for; a command line may have no other. */
#define WITH_JSON	1u
#define WITH_TOP	2u
#define WITH_OUTPUT	4u
#define WITH_ALL	8u
#define WITH_TCRYPT	16u

/**
 * struct command - a command
 * @name: its name
 * @takes: which options it takes
 * @required: arguments that it must have
 * @optional: arguments that it may have besides
 */
static const struct command {
	const char *name;
	unsigned int takes;
	int required;
	int optional;
} commands[] = {
	{ "status", WITH_JSON | WITH_ALL, 0, 0 },
	{ "top", WITH_JSON | WITH_TOP, 0, 0 },
	{ "list", WITH_JSON, 0, 0 },
	{ "explain", WITH_JSON, 1, 0 },
	{ "doctor", WITH_JSON, 0, 0 },
	{ "stats", WITH_JSON, 0, 0 },
	{ "reset", 0, 0, 0 },
	{ "wait", 0, 0, 1 },
	{ "prometheus", WITH_OUTPUT, 0, 0 },
	{ "tcrypt", WITH_TCRYPT, 2, 1 },
};

static int bad_usage(const char *what, const char *arg)
{
	fprintf(stderr, "warpcryptctl: %s '%s'; see warpcryptctl --help\n",
		what, arg);
	return CTL_USAGE;
}

/* A number between @min and @max, of digits and a point; false if @text is none. */
static bool number(const char *text, double min, double max, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return end != text && !text[strspn(text, "0123456789.")] && !*end &&
	       *value >= min && *value <= max;
}

/* Returns 0 or an exit status; @opt is one of tcrypt's. */
static int tcrypt_option(int opt, struct tcrypt_options *o)
{
	double value;

	o->given = true;
	switch (opt) {
	case OPT_PASSPHRASE_FILE:
		o->passphrase_file = optarg;
		break;
	case OPT_KEYFILE:
		if (o->keyfile_count == TCRYPT_KEYFILES_MAX)
			return bad_usage("too many keyfiles:", optarg);
		o->keyfiles[o->keyfile_count++] = optarg;
		break;
	case OPT_PIM:
		if (!number(optarg, 1, 2147468, &value) || value != (int)value)
			return bad_usage("not a PIM, a whole number from 1 to 2147468:",
					 optarg);
		o->pim = value;
		break;
	case OPT_HIDDEN:
		o->hidden = true;
		break;
	case OPT_BACKUP:
		o->backup = true;
		break;
	case OPT_READONLY:
		o->readonly = true;
		break;
	default:
		o->system = true;
	}
	return 0;
}

/* Returns 0, -1 if the program is to end well, or an exit status. */
static int one_option(int opt, struct ctl_options *o, unsigned int *given)
{
	double value;

	switch (opt) {
	case OPT_JSON:
		o->json = true;
		*given |= WITH_JSON;
		return 0;
	case OPT_ALL:
		o->all = true;
		*given |= WITH_ALL;
		return 0;
	case OPT_INTERVAL:
		*given |= WITH_TOP;
		if (!number(optarg, 0.1, 3600, &o->interval))
			return bad_usage("not a number from 0.1 to 3600:", optarg);
		return 0;
	case OPT_COUNT:
		*given |= WITH_TOP;
		if (!number(optarg, 1, 1e9, &value) || value != (int)value)
			return bad_usage("not a whole number from 1 to 1000000000:",
					 optarg);
		o->count = value;
		return 0;
	case OPT_OUTPUT:
		*given |= WITH_OUTPUT;
		o->output = optarg;
		return *optarg ? 0 : bad_usage("no name of a file:", optarg);
	case OPT_PASSPHRASE_FILE:
	case OPT_KEYFILE:
	case OPT_PIM:
	case OPT_HIDDEN:
	case OPT_BACKUP:
	case OPT_READONLY:
	case OPT_SYSTEM:
		*given |= WITH_TCRYPT;
		return tcrypt_option(opt, &o->tcrypt);
	case OPT_ROOT:
		root_set(optarg);
		return 0;
	case OPT_HELP:
		fputs(usage, stdout);
		return -1;
	case OPT_VERSION:
		printf("warpcryptctl %s\n", WARPCRYPT_VERSION);
		return -1;
	default:
		fputs("See warpcryptctl --help.\n", stderr);
		return CTL_USAGE;
	}
}

static int run(char **args, const struct ctl_options *o)
{
	const char *name = args[0], *arg = args[1];
	double seconds = 30;

	if (!strcmp(name, "status"))
		return ctl_status(o);
	if (!strcmp(name, "top"))
		return ctl_top(o);
	if (!strcmp(name, "list"))
		return ctl_list(o);
	if (!strcmp(name, "explain"))
		return ctl_explain(o, arg);
	if (!strcmp(name, "doctor"))
		return ctl_doctor(o);
	if (!strcmp(name, "stats"))
		return ctl_stats(o);
	if (!strcmp(name, "reset"))
		return ctl_reset();
	if (!strcmp(name, "prometheus"))
		return ctl_prometheus(o);
	if (!strcmp(name, "tcrypt"))
		return ctl_tcrypt(o, arg, args[2], args[3]);
	if (arg && !number(arg, 0, 1e9, &seconds))
		return bad_usage("not a number of seconds:", arg);
	return ctl_wait(seconds);
}

/* The command that the command line names, if it takes what is there. */
static int check(int argc, char **argv, unsigned int given)
{
	const struct command *c = commands;
	size_t count = sizeof(commands) / sizeof(commands[0]);

	while (count && strcmp(c->name, argv[0])) {
		c++;
		count--;
	}
	if (!count)
		return bad_usage("unknown command", argv[0]);
	if (argc - 1 < c->required)
		return bad_usage("an argument is missing after", argv[0]);
	if (argc - 1 > c->required + c->optional)
		return bad_usage("too many arguments:", argv[argc - 1]);
	if (given & ~c->takes)
		return bad_usage("an option that is not for the command", c->name);
	return 0;
}

int main(int argc, char **argv)
{
	struct ctl_options options = { .interval = 1 };
	unsigned int given = 0;
	int opt, ret;

	wc_output_check();
	while ((opt = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		ret = one_option(opt, &options, &given);
		if (ret)
			return ret < 0 ? 0 : ret;
	}
	if (optind == argc) {
		fputs(usage, stderr);
		return CTL_USAGE;
	}
	ret = check(argc - optind, argv + optind, given);
	return ret ? ret : run(argv + optind, &options);
}
