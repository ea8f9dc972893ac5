// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-x25519: X25519 keys and shared secrets. Commands with one secret use
 * the kernel's crypto API, the one with a file of secrets uses libwarpcrypt.
 */
#define _GNU_SOURCE
#include <argp.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper/lib/libwarpcrypt.h"
#include "tools/x25519/keyfile.h"
#include "tools/x25519/kpp_socket.h"

/* Keys that libwarpcrypt gets at a time. */
#define BATCH	65536

const char *argp_program_version = "warpcrypt-x25519 " WARPCRYPT_VERSION;

enum { OPT_DRIVER = 256, OPT_BACKEND, OPT_THREADS, OPT_PROGRESS };

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write there instead of standard output", 0 },
	{ "driver", OPT_DRIVER, "NAME", 0,
	  "The kernel's algorithm or driver for keygen, public and derive "
	  "(curve25519-warpcrypt)", 0 },
	{ "backend", OPT_BACKEND, "NAME", 0,
	  "The engine for batch: auto, cuda or cpu (auto)", 0 },
	{ "threads", OPT_THREADS, "N", 0, "Threads of that engine", 0 },
	{ "progress", OPT_PROGRESS, NULL, 0,
	  "Say how far it is, also if standard error is no terminal", 0 },
	{ 0 }
};

static const char doc[] =
	"X25519 keys and shared secrets.\v"
	"Commands:\n"
	"  keygen SECRET            make a secret in a new file, print its public key\n"
	"  public SECRET            print the public key of a secret\n"
	"  derive SECRET PUBLICS    print what a secret shares with each public key\n"
	"  batch SECRETS [PUBLICS]  for files of many secrets: print the public key of\n"
	"                           each, or what it shares with the public key in the\n"
	"                           same place of the other file\n"
	"\n"
	"Files have a key a line, 64 hexadecimal digits; - is standard input. A public key "
	"that shares no secret with anybody gives the line -, and the exit status is then 2.";

struct arguments {
	const char *command;
	const char *files[2];
	unsigned int file_count;
	const char *output;
	const char *driver;
	struct warpcrypt_options engine;
	bool progress;
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;
	char *end;

	switch (key) {
	case 'o':
		a->output = arg;
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

/* --- what commands share */

/**
 * struct run - the state of a command
 * @args: its arguments
 * @out: the file of the results
 * @done: results so far
 * @none: those of them without a shared secret
 */
struct run {
	const struct arguments *args;
	FILE *out;
	unsigned long done;
	unsigned long none;
};

static bool emit(struct run *r, const key_bytes *keys, const uint8_t *none,
		 size_t count)
{
	size_t i;

	for (i = 0; none && i < count; i++)
		r->none += !!none[i];
	r->done += count;
	if (r->args->progress)
		fprintf(stderr, "\r%lu keys", r->done);
	if (keyfile_write(r->out, keys, none, count))
		return true;
	warn("cannot write the results");
	return false;
}

static const char *kernel_advice(int err)
{
	switch (-err) {
	case EAFNOSUPPORT:
		return "this kernel has no AF_ALG sockets";
	case ENOENT:
		return "modprobe warpcrypt algif_kpp, or choose another --driver";
	case EOPNOTSUPP:
		return "choose a --driver of curve25519";
	case EINVAL:
		return "a secret of zero is none";
	default:
		return strerror(-err);
	}
}

/* Opens a socket with the secret in a file. */
static bool open_secret(const struct arguments *a, struct kpp_socket *s,
			const char *file)
{
	key_bytes secret;
	int ret;

	if (!keyfile_read_one(file, secret))
		return false;
	ret = kpp_open(s, a->driver, secret, KEY_BYTES);
	explicit_bzero(secret, sizeof(secret));
	if (ret)
		warnx("cannot use %s: %s", a->driver, kernel_advice(ret));
	return !ret;
}

/* --- commands; they print errors and return false */

static bool do_public(struct run *r)
{
	struct kpp_socket s;
	key_bytes public;
	int ret;

	if (!open_secret(r->args, &s, r->args->files[0]))
		return false;
	ret = kpp_public(&s, public);
	kpp_close(&s);
	if (ret)
		warnx("%s: %s", r->args->driver, strerror(-ret));
	return !ret && emit(r, &public, NULL, 1);
}

static bool do_keygen(struct run *r)
{
	const char *name = r->args->files[0];
	key_bytes secret;
	FILE *file;
	bool ok;
	int fd;

	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) {
		if (errno == EEXIST)
			warnx("%s exists; a secret is not written over", name);
		else
			warn("cannot make %s", name);
		return false;
	}
	file = fdopen(fd, "w");
	ok = file && getrandom(secret, sizeof(secret), 0) == sizeof(secret) &&
	     keyfile_write(file, &secret, NULL, 1);
	explicit_bzero(secret, sizeof(secret));
	if ((file ? fclose(file) : close(fd)) || !ok) {
		warn("cannot write %s", name);
		unlink(name);
		return false;
	}
	if (do_public(r))
		return true;
	unlink(name);
	return false;
}

/* For a batch with a bad point: compute one by one. */
static int shared_one_by_one(struct kpp_socket *s, key_bytes *results,
			     const key_bytes *points, uint8_t *none,
			     size_t count)
{
	size_t i;
	int ret;

	for (i = 0; i < count; i++) {
		ret = kpp_shared(s, results[i], points[i], 1);
		none[i] = ret == -EINVAL;
		if (ret && ret != -EINVAL)
			return ret;
	}
	return 0;
}

static bool derive_all(struct run *r, struct kpp_socket *s, struct keyfile *f)
{
	static key_bytes points[KPP_QUEUE], results[KPP_QUEUE];
	static uint8_t none[KPP_QUEUE];
	bool ok = true;
	size_t count;
	int ret;

	do {
		ok = keyfile_read(f, points, KPP_QUEUE, &count);
		if (!ok || !count)
			break;
		memset(none, 0, sizeof(none));
		ret = kpp_shared(s, results[0], points[0], count);
		if (ret == -EINVAL)
			ret = shared_one_by_one(s, results, points, none, count);
		if (ret)
			warnx("%s: %s", r->args->driver, strerror(-ret));
		ok = !ret && emit(r, results, none, count);
	} while (ok && count == KPP_QUEUE);
	explicit_bzero(results, sizeof(results));
	return ok;
}

static bool do_derive(struct run *r)
{
	struct kpp_socket s;
	struct keyfile f;
	bool ok;

	if (!open_secret(r->args, &s, r->args->files[0]))
		return false;
	ok = keyfile_open(&f, r->args->files[1]);
	if (ok) {
		ok = derive_all(r, &s, &f);
		keyfile_close(&f);
	}
	kpp_close(&s);
	return ok;
}

/**
 * struct chunk - the keys of one call of libwarpcrypt
 */
struct chunk {
	key_bytes secrets[BATCH];
	key_bytes points[BATCH];
	key_bytes results[BATCH];
	uint8_t none[BATCH];
};

static bool batch_chunk(struct run *r, struct warpcrypt *w, struct chunk *c,
			size_t count, bool base)
{
	struct warpcrypt_points points = {
		.size = sizeof(points),
		.curve = WARPCRYPT_X25519,
		.count = count,
		.scalars = (const uint8_t (*)[32])c->secrets,
		.points = base ? NULL : (const uint8_t (*)[32])c->points,
		.results = c->results,
		.status = c->none,
	};

	if (warpcrypt_run_points(w, &points)) {
		warnx("%s", warpcrypt_error());
		return false;
	}
	return emit(r, (const key_bytes *)c->results, c->none, count);
}

/* If @publics is NULL, computes public keys. */
static bool batch_all(struct run *r, struct warpcrypt *w,
		      struct keyfile *secrets, struct keyfile *publics)
{
	struct chunk *c = malloc(sizeof(*c));
	size_t count = 0, others = 0;
	bool ok = true;

	if (!c)
		warn("no memory");
	while (c) {
		ok = keyfile_read(secrets, c->secrets, BATCH, &count) &&
		     (!publics ||
		      keyfile_read(publics, c->points, BATCH, &others));
		if (ok && publics && count != others) {
			warnx("%s and %s do not have equally many keys",
			      secrets->name, publics->name);
			ok = false;
		}
		if (!ok || !count)
			break;
		ok = batch_chunk(r, w, c, count, !publics);
		if (!ok || count < BATCH)
			break;
	}
	if (c)
		explicit_bzero(c, sizeof(*c));
	free(c);
	return c && ok;
}

static bool do_batch(struct run *r)
{
	const struct arguments *a = r->args;
	struct keyfile secrets, publics = { 0 };
	struct warpcrypt *w;
	bool ok;

	if (!keyfile_open(&secrets, a->files[0]))
		return false;
	ok = a->file_count < 2 || keyfile_open(&publics, a->files[1]);
	if (ok && warpcrypt_open(&w, &a->engine)) {
		warnx("%s", warpcrypt_error());
		ok = false;
	} else if (ok) {
		ok = batch_all(r, w, &secrets, publics.file ? &publics : NULL);
		warpcrypt_close(w);
	}
	keyfile_close(&publics);
	keyfile_close(&secrets);
	return ok;
}

static const struct command {
	const char *name;
	unsigned int least, most;	/* files */
	bool (*run)(struct run *r);
} commands[] = {
	{ "keygen", 1, 1, do_keygen },
	{ "public", 1, 1, do_public },
	{ "derive", 2, 2, do_derive },
	{ "batch", 1, 2, do_batch },
};

static const struct command *find_command(const struct arguments *a)
{
	size_t i;

	if (!a->command)
		errx(1, "what is to be done? warpcrypt-x25519 --help says what can be");
	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, a->command))
			continue;
		if (a->file_count < commands[i].least ||
		    a->file_count > commands[i].most)
			errx(1, "%s takes other files than that; see --help",
			     a->command);
		return &commands[i];
	}
	errx(1, "no command '%s'; warpcrypt-x25519 --help has them", a->command);
}

int main(int argc, char **argv)
{
	struct arguments args = {
		.engine = { .size = sizeof(args.engine) },
		.driver = "curve25519-warpcrypt",
		.progress = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO),
	};
	struct run r = { .args = &args, .out = stdout };
	const struct command *command;
	bool ok;

	argp_err_exit_status = 1;
	argp_parse(&argp, argc, argv, 0, NULL, &args);
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
	if (fclose(r.out)) {
		warn("cannot write the results");
		ok = false;
	}
	if (r.none)
		warnx("%lu of %lu public keys share no secret with anybody; their lines are -",
		      r.none, r.done);
	if (!ok)
		return 1;
	return r.none ? 2 : 0;
}
