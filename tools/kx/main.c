// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-kx: keys and shared secrets of X25519 and P-256. warpcrypt-x25519 is
 * another name of it.
 */
#define _GNU_SOURCE
#include <argp.h>
#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper/transport/output.h"
#include "tools/kx/commands.h"

enum { OPT_DRIVER = 256, OPT_FORMAT, OPT_BACKEND, OPT_THREADS, OPT_PROGRESS };

static const struct argp_option options[] = {
	{ "curve", 'c', "NAME", 0, "x25519 or p256 (x25519)", 0 },
	{ "output", 'o', "FILE", 0, "Write there instead of standard output", 0 },
	{ "format", OPT_FORMAT, "NAME", 0,
	  "How keys are written: hex or pem (hex for x25519, pem for p256)", 0 },
	{ "driver", OPT_DRIVER, "NAME", 0,
	  "The kernel's algorithm or driver for keygen, public and derive "
	  "(curve25519-warpcrypt, ecdh-nist-p256-warpcrypt)", 0 },
	{ "backend", OPT_BACKEND, "NAME", 0,
	  "The engine for batch: auto, cuda or cpu (auto)", 0 },
	{ "threads", OPT_THREADS, "N", 0, "Threads of that engine", 0 },
	{ "progress", OPT_PROGRESS, NULL, 0,
	  "Say how far it is, also if standard error is no terminal", 0 },
	{ 0 }
};

static const char doc[] =
	"Keys and shared secrets of X25519 and P-256.\v"
	"Commands:\n"
	"  keygen SECRET            make a secret in a new file, print its public key\n"
	"  public SECRET            print the public key of a secret\n"
	"  derive SECRET PUBLICS    print what a secret shares with each public key\n"
	"  batch SECRETS [PUBLICS]  for files of many secrets: print the public key of\n"
	"                           each, or what it shares with the public key in the\n"
	"                           same place of the other file\n"
	"\n"
	"Files have keys as PEM, as openssl writes them, or as lines of hexadecimal digits: 64, "
	"and for public keys of P-256 04 and 128. - is standard input. What has no result, as a "
	"point that is not on the curve, gives the line -, and the exit status is then 2.";

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	char *end;

	switch (key) {
	case 'c':
		a->curve = curve_find(arg);
		if (!a->curve)
			errx(1, "--curve=%s: x25519 or p256 is wanted", arg);
		return 0;
	case 'o':
		a->output = arg;
		return 0;
	case OPT_FORMAT:
		a->format = arg;
		if (strcmp(arg, "hex") && strcmp(arg, "pem"))
			errx(1, "--format=%s: hex or pem is wanted", arg);
		return 0;
	case OPT_DRIVER:
		a->driver = arg;
		return 0;
	case OPT_BACKEND:
		a->engine.backend = arg;
		return 0;
	case OPT_THREADS:
		a->engine.threads = strtoul(arg, &end, 10);
		if (*end || !a->engine.threads || a->engine.threads > 256)
			argp_error(state, "--threads=%s: a number from 1 to 256 is wanted", arg);
		return 0;
	case OPT_PROGRESS:
		a->progress = true;
		return 0;
	case ARGP_KEY_ARG:
		if (!a->command)
			a->command = arg;
		else if (a->file_count < 2)
			a->files[a->file_count++] = arg;
		else
			argp_error(state, "too many arguments");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "COMMAND FILE...",
	.doc = doc,
};

static const struct command {
	const char *name;
	unsigned int least, most;	/* files */
	bool (*run)(struct run *r);
} commands[] = {
	{ "keygen", 1, 1, command_keygen },
	{ "public", 1, 1, command_public },
	{ "derive", 2, 2, command_derive },
	{ "batch", 1, 2, command_batch },
};

static const struct command *find_command(const struct arguments *a)
{
	size_t i;

	if (!a->command)
		errx(1, "what is to be done? %s --help says what can be",
		     program_invocation_short_name);
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, a->command))
			continue;
		if (a->file_count < commands[i].least ||
		    a->file_count > commands[i].most)
			errx(1, "%s takes other files than that; see --help",
			     a->command);
		return &commands[i];
	}
	errx(1, "no command '%s'; %s --help has them", a->command,
	     program_invocation_short_name);
}

static void print_version(FILE *stream, struct argp_state *state)
{
	(void)state;
	fprintf(stream, "%s " WARPCRYPT_VERSION "\n",
		program_invocation_short_name);
}

int main(int argc, char **argv)
{
	struct arguments args = {
		.engine = { .size = sizeof(args.engine) },
		.curve = curve_find("x25519"),
		.progress = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO),
	};
	struct run r = { .args = &args, .out = stdout };
	const struct command *command;
	bool ok;

	wc_output_check();
	argp_err_exit_status = 1;
	argp_program_version_hook = print_version;
	argp_parse(&argp, argc, argv, 0, NULL, &args);
	if (!args.driver)
		args.driver = args.curve->driver;
	r.pem = args.format ? !strcmp(args.format, "pem") : args.curve->pem;
	command = find_command(&args);
	/* Results may be secrets. */
	umask(077);
	if (args.output) {
		r.out = fopen(args.output, "we");
		if (!r.out)
			err(1, "cannot write %s", args.output);
	}
	ok = command->run(&r);
	if (args.progress && r.done)
		fputc('\n', stderr);
	/* Of standard output, wc_output_check() says it. */
	if (args.output && (ferror(r.out) | fclose(r.out))) {
		warn("cannot write %s", args.output);
		ok = false;
	}
	if (r.none)
		warnx("%lu of %lu %s; their lines are -", r.none, r.done,
		      args.curve->none);
	if (!ok)
		return 1;
	return r.none ? 2 : 0;
}
