// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-kx: keys and shared secrets of X25519 and P-256.
 */
#define _GNU_SOURCE
#include <argp.h>
#include <ctype.h>
#include <err.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper/transport/output.h"
#include "tools/kx/commands.h"
#include "tools/replace.h"

/* The command line is wrong; some elements have no result. */
enum { EXIT_USAGE = 2, EXIT_NONE = 3 };

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
	"point that is not on the curve, gives the line -, and the exit status is then 3.";

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	unsigned long number;
	char *end;

	switch (key) {
	case 'c':
		a->curve = curve_find(arg);
		if (!a->curve)
			errx(EXIT_USAGE, "--curve=%s: x25519 or p256 is wanted", arg);
		return 0;
	case 'o':
		/* As it is without it. */
		a->output = strcmp(arg, "-") ? arg : NULL;
		return 0;
	case OPT_FORMAT:
		a->format = arg;
		if (strcmp(arg, "hex") && strcmp(arg, "pem"))
			errx(EXIT_USAGE, "--format=%s: hex or pem is wanted", arg);
		return 0;
	case OPT_DRIVER:
		a->driver = arg;
		return 0;
	case OPT_BACKEND:
		if (strcmp(arg, "auto") && strcmp(arg, "cuda") && strcmp(arg, "cpu"))
			errx(EXIT_USAGE, "--backend=%s: auto, cuda or cpu is wanted", arg);
		a->engine.backend = arg;
		return 0;
	case OPT_THREADS:
		number = strtoul(arg, &end, 10);
		if (!isdigit((unsigned char)*arg) || *end || !number || number > 256)
			errx(EXIT_USAGE, "--threads=%s: a number from 1 to 256 is wanted", arg);
		a->engine.threads = number;
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
	bool library;			/* and not the kernel */
	bool (*run)(struct run *r);
} commands[] = {
	{ "keygen", 1, 1, false, command_keygen },
	{ "public", 1, 1, false, command_public },
	{ "derive", 2, 2, false, command_derive },
	{ "batch", 1, 2, true, command_batch },
};

/* What a command would do nothing with is a mistake. */
static void check_taken(const struct command *c, const struct arguments *a)
{
	const char *option = NULL;

	if (a->driver && c->library)
		option = "--driver";
	else if (a->engine.backend && !c->library)
		option = "--backend";
	else if (a->engine.threads && !c->library)
		option = "--threads";
	if (option)
		errx(EXIT_USAGE, "%s takes no %s", c->name, option);
	if (a->format && a->file_count == 2)
		errx(EXIT_USAGE, "--format is for keys; shared secrets are written as digits");
	if (c->run == command_keygen && !strcmp(a->files[0], "-"))
		errx(EXIT_USAGE, "keygen makes a file; give it a name, or ./- if that is to be -");
}

static const struct command *find_command(const struct arguments *a)
{
	size_t i;

	if (!a->command)
		errx(EXIT_USAGE, "what is to be done? %s --help says what can be",
		     program_invocation_short_name);
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, a->command))
			continue;
		if (a->file_count < commands[i].least ||
		    a->file_count > commands[i].most)
			errx(EXIT_USAGE, "%s takes other files than that; see --help",
			     a->command);
		check_taken(&commands[i], a);
		return &commands[i];
	}
	errx(EXIT_USAGE, "no command '%s'; %s --help has them", a->command,
	     program_invocation_short_name);
}

/* Do these names, of files that are not there, name the same file? */
static bool is_same_new(const char *a, const char *b)
{
	struct stat x, y;

	return !strcmp(basename(strdupa(a)), basename(strdupa(b))) &&
	       !stat(dirname(strdupa(a)), &x) && !stat(dirname(strdupa(b)), &y) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Is the file that is to be written one of those that are read, or that keygen makes? */
static bool is_input(const struct arguments *a)
{
	struct stat in, out;
	bool there = !stat(a->output, &out);
	unsigned int i;
	int missing;

	for (i = 0; i < a->file_count; i++) {
		missing = strcmp(a->files[i], "-") ? stat(a->files[i], &in) :
						     fstat(STDIN_FILENO, &in);
		if (!there && missing && is_same_new(a->files[i], a->output))
			return true;
		if (there && !missing && S_ISREG(out.st_mode) &&
		    in.st_dev == out.st_dev && in.st_ino == out.st_ino)
			return true;
	}
	return false;
}

/* The file of the results. With two files as input they are secrets: it is private. */
static void open_output(const struct arguments *a, struct replace *to)
{
	int err;

	if (is_input(a))
		errx(EXIT_USAGE, "--output=%s: that is one of the files with keys",
		     a->output);
	err = replace_open(to, a->output, a->file_count == 2);
	if (err)
		errx(EXIT_FAILURE, "cannot write %s: %s", a->output, strerror(-err));
}

/* Ends the file of the results. A write that failed before has said why in @r. */
static bool close_output(const struct run *r, struct replace *to, bool ok)
{
	int err = replace_close(to, ok);

	if (!err && !r->error)
		return true;
	warnx("cannot write %s: %s", r->args->output, strerror(r->error ?: -err));
	return false;
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
	struct replace to;
	bool ok;

	wc_output_check();
	argp_err_exit_status = EXIT_USAGE;
	argp_program_version_hook = print_version;
	argp_parse(&argp, argc, argv, 0, NULL, &args);
	r.pem = args.format ? !strcmp(args.format, "pem") : args.curve->pem;
	command = find_command(&args);
	if (!args.driver)
		args.driver = args.curve->driver;
	/* Results may be secrets. */
	umask(077);
	if (args.output) {
		open_output(&args, &to);
		r.out = to.file;
	}
	ok = command->run(&r);
	if (args.progress && r.done)
		fputc('\n', stderr);
	/* Of standard output, wc_output_check() says it. */
	if (args.output)
		ok = close_output(&r, &to, ok) && ok;
	if (r.none)
		warnx("%lu of %lu %s; their lines are -", r.none, r.done,
		      args.curve->none);
	if (!ok)
		return 1;
	return r.none ? EXIT_NONE : 0;
}
