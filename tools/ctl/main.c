// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptctl: shows what the driver does, and what is wrong with it.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <stddef.h>
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
"  --root=DIR       look for /sys, /proc, /dev and /lib below DIR, for tests\n"
"  --help           print this text\n"
"  --version        print the version\n"
"\n"
"Only root can read the counters; others see the rest. They are explained in warpcryptctl(8).\n"
"Exit status: 0; 1 if something could not be read or done, or no helper became\n"
"live; 2 for bad usage; 3 if doctor has found problems.\n";

/* What an option is for; a command line may have no other. */
#define WITH_JSON	1u
#define WITH_TOP	2u
#define WITH_OUTPUT	4u
#define WITH_ALL	8u
#define WITH_TCRYPT	16u

/* What an option is; those from TEXT on have an argument. */
enum kind {
	FLAG,
	HELP,
	PRINT_VERSION,
	TEXT,
	REAL,
	WHOLE,
	KEYFILE,
	ROOT,
};

#define AT(member)	offsetof(struct ctl_options, member)

static const struct known {
	const char *name;	/* without "--" */
	unsigned int with;	/* WITH_* of the commands that take it; 0: all do */
	enum kind kind;
	size_t at;		/* where its value is in struct ctl_options */
	double min;		/* of a number */
	double max;
	/* What is said of a value that is none; of a TEXT or a KEYFILE that is empty. */
	const char *wrong;
} known[] = {
	{ "json", WITH_JSON, FLAG, .at = AT(json) },
	{ "all", WITH_ALL, FLAG, .at = AT(all) },
	{ "interval", WITH_TOP, REAL, AT(interval), 0.1, 3600, "not a number from 0.1 to 3600:" },
	{ "count", WITH_TOP, WHOLE, AT(count), 1, 1e9, "not a whole number from 1 to 1000000000:" },
	{ "output", WITH_OUTPUT, TEXT, AT(output), .wrong = "no name of a file:" },
	{ "passphrase-file", WITH_TCRYPT, TEXT, .at = AT(tcrypt.passphrase_file),
	  .wrong = "no name of a file:" },
	{ "keyfile", WITH_TCRYPT, KEYFILE, .wrong = "no name of a file:" },
	{ "pim", WITH_TCRYPT, WHOLE, AT(tcrypt.pim), 1, 2147468,
	  "not a PIM, a whole number from 1 to 2147468:" },
	{ "hidden", WITH_TCRYPT, FLAG, .at = AT(tcrypt.hidden) },
	{ "backup", WITH_TCRYPT, FLAG, .at = AT(tcrypt.backup) },
	{ "readonly", WITH_TCRYPT, FLAG, .at = AT(tcrypt.readonly) },
	{ "root", .kind = ROOT },
	{ "help", .kind = HELP },
	{ "version", .kind = PRINT_VERSION },
};

#define KNOWN	(sizeof(known) / sizeof(known[0]))

static const struct command {
	const char *name;
	unsigned int takes;	/* which options it takes */
	int required;		/* arguments that it must have */
	int optional;		/* arguments that it may have besides */
	/* Does it; NULL: it takes other things than the options alone. */
	int (*run)(const struct ctl_options *options);
} commands[] = {
	{ "status", WITH_JSON | WITH_ALL, 0, 0, ctl_status },
	{ "top", WITH_JSON | WITH_TOP, 0, 0, ctl_top },
	{ "list", WITH_JSON, 0, 0, ctl_list },
	{ "explain", WITH_JSON, 1, 0, NULL },
	{ "doctor", WITH_JSON, 0, 0, ctl_doctor },
	{ "stats", WITH_JSON, 0, 0, ctl_stats },
	{ "reset", 0, 0, 0, NULL },
	{ "wait", 0, 0, 1, NULL },
	{ "prometheus", WITH_OUTPUT, 0, 0, ctl_prometheus },
	{ "tcrypt", WITH_TCRYPT, 2, 1, NULL },
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

static int keyfile(const struct known *k, struct tcrypt_options *o)
{
	if (!*optarg)
		return bad_usage(k->wrong, optarg);
	if (o->keyfile_count == TCRYPT_KEYFILES_MAX)
		return bad_usage("too many keyfiles:", optarg);
	o->keyfiles[o->keyfile_count++] = optarg;
	return 0;
}

/* Returns 0, -1 if the program is to end well, or an exit status. */
static int one_option(const struct known *k, struct ctl_options *o)
{
	void *at = (char *)o + k->at;
	double value;

	switch (k->kind) {
	case FLAG:
		*(bool *)at = true;
		return 0;
	case HELP:
		fputs(usage, stdout);
		return -1;
	case PRINT_VERSION:
		printf("warpcryptctl %s\n", WARPCRYPT_VERSION);
		return -1;
	case TEXT:
		*(const char **)at = optarg;
		return *optarg ? 0 : bad_usage(k->wrong, optarg);
	case KEYFILE:
		return keyfile(k, &o->tcrypt);
	case ROOT:
		root_set(optarg);
		return 0;
	default:
		break;
	}
	if (!number(optarg, k->min, k->max, &value) || (k->kind == WHOLE && value != (int)value))
		return bad_usage(k->wrong, optarg);
	if (k->kind == WHOLE)
		*(unsigned int *)at = value;
	else
		*(double *)at = value;
	return 0;
}

static int run(const struct command *c, char **args, const struct ctl_options *o)
{
	double seconds = 30;

	if (c->run)
		return c->run(o);
	if (!strcmp(c->name, "explain"))
		return ctl_explain(o, args[0]);
	if (!strcmp(c->name, "reset"))
		return ctl_reset();
	if (!strcmp(c->name, "tcrypt"))
		return ctl_tcrypt(o, args[0], args[1], args[2]);
	if (args[0] && !number(args[0], 0, 1e9, &seconds))
		return bad_usage("not a number of seconds:", args[0]);
	return ctl_wait(seconds);
}

/* Runs the command that the command line names, if it takes what is there. */
static int find_and_run(int argc, char **argv, unsigned int given, const struct ctl_options *o)
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
	return run(c, argv + 1, o);
}

int main(int argc, char **argv)
{
	struct option long_options[KNOWN + 1] = { };
	struct ctl_options options = { .interval = 1 };
	unsigned int given = 0;
	int ret, i;
	size_t k;

	wc_output_check();
	for (k = 0; k < KNOWN; k++) {
		long_options[k].name = known[k].name;
		long_options[k].has_arg = known[k].kind >= TEXT;
	}
	while ((ret = getopt_long(argc, argv, "", long_options, &i)) != -1) {
		if (ret) {
			fputs("See warpcryptctl --help.\n", stderr);
			return CTL_USAGE;
		}
		given |= known[i].with;
		ret = one_option(&known[i], &options);
		if (ret)
			return ret < 0 ? 0 : ret;
	}
	options.tcrypt.given = given & WITH_TCRYPT;
	if (optind == argc) {
		fputs(usage, stderr);
		return CTL_USAGE;
	}
	return find_and_run(argc - optind, argv + optind, given, &options);
}
