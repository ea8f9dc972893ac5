// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands with one secret use the kernel's crypto API, the one with a file of secrets
 * uses libwarpcrypt.
 */
#define _GNU_SOURCE
#include "tools/kx/commands.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/kx/keyfile.h"
#include "tools/kx/kpp_socket.h"
#include "tools/kx/pem.h"

/* Keys that libwarpcrypt gets at a time. */
#define BATCH	65536
/* The most rows that a point has. */
#define ROWS	(KEY_MOST / 32)

typedef uint8_t row[32];

static bool emit(struct run *r, enum key_kind kind, const uint8_t *keys,
		 const uint8_t *none, size_t count)
{
	const struct curve *curve = r->args->curve;
	size_t i;
	bool ok;

	for (i = 0; none && i < count; i++)
		r->none += !!none[i];
	r->done += count;
	if (r->args->progress)
		fprintf(stderr, "\r%lu keys", r->done);
	/* If it fails, main() says so. */
	ok = keyfile_write(r->out, curve, kind, r->pem && kind == KEY_PUBLIC, keys, none, count);
	if (!ok)
		r->error = errno;
	return ok;
}

/* --- one secret, by the kernel */

static void explain_open(const struct arguments *a, int err)
{
	const char *why = strerror(-err);

	switch (-err) {
	case EAFNOSUPPORT:
		why = "this kernel has no AF_ALG sockets, or crypto.af_alg_restrict is 2";
		break;
	case ENOENT:
		why = "modprobe -a warpcrypt algif_kpp, or choose another --driver";
		break;
	case EINVAL:
		why = a->curve->lib == WARPCRYPT_P256 ?
		      "the kernel takes secrets from 2 to n - 3" :
		      "a secret of zero is none";
		break;
	case EOPNOTSUPP:
		warnx("cannot use %s: choose a --driver of %s", a->driver,
		      a->curve->algorithm);
		return;
	}
	warnx("cannot use %s: %s", a->driver, why);
}

static bool open_secret(const struct arguments *a, struct kpp_socket *s,
			const uint8_t *secret)
{
	int ret = kpp_open(s, a->driver, secret, a->curve->bytes[KEY_SECRET]);

	if (!ret && s->public_bytes != a->curve->bytes[KEY_PUBLIC]) {
		kpp_close(s);
		ret = -EOPNOTSUPP;
	}
	if (ret)
		explain_open(a, ret);
	return !ret;
}

/* Opens a socket with the secret in a file. */
static bool open_file(const struct arguments *a, struct kpp_socket *s,
		      const char *file)
{
	uint8_t secret[KEY_MOST];
	bool ok;

	ok = keyfile_read_one(file, a->curve, KEY_SECRET, secret) &&
	     open_secret(a, s, secret);
	explicit_bzero(secret, sizeof(secret));
	return ok;
}

/* The public key of the socket's secret. Closes the socket. */
static bool get_public(const struct arguments *a, struct kpp_socket *s,
		       uint8_t *public)
{
	int ret = kpp_public(s, public);

	kpp_close(s);
	if (ret)
		warnx("%s: %s", a->driver, strerror(-ret));
	return !ret;
}

bool command_public(struct run *r)
{
	const struct arguments *a = r->args;
	uint8_t public[KEY_MOST];
	struct kpp_socket s;

	return open_file(a, &s, a->files[0]) && get_public(a, &s, public) &&
	       emit(r, KEY_PUBLIC, public, NULL, 1);
}

/* A random secret and its public key. */
static bool make_key(const struct arguments *a, uint8_t *secret, uint8_t *public)
{
	struct kpp_socket s;

	if (!curve_random(a->curve, secret)) {
		warn("no random bytes");
		return false;
	}
	return open_secret(a, &s, secret) && get_public(a, &s, public);
}

/* Makes a key, writes its secret to @fd, and prints its public part. */
static bool write_key(struct run *r, int fd)
{
	const struct curve *curve = r->args->curve;
	uint8_t secret[KEY_MOST], public[KEY_MOST];
	FILE *file = fdopen(fd, "w");
	char buffer[BUFSIZ];
	bool ok = false, made;

	if (!file) {
		warn("cannot write the secret");
		close(fd);
		return false;
	}
	setvbuf(file, buffer, _IOFBF, sizeof(buffer));
	made = make_key(r->args, secret, public);
	if (made)
		ok = r->pem ? pem_write_secret(file, curve, secret, public) :
			      keyfile_write(file, curve, KEY_SECRET, false, secret, NULL, 1);
	explicit_bzero(secret, sizeof(secret));
	ok = !fclose(file) && ok;
	explicit_bzero(buffer, sizeof(buffer));
	if (made && !ok)
		warn("cannot write the secret");
	return ok && emit(r, KEY_PUBLIC, public, NULL, 1);
}

bool command_keygen(struct run *r)
{
	const char *name = r->args->files[0];
	int fd;

	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) {
		if (errno == EEXIST)
			warnx("%s exists; a secret is not written over", name);
		else
			warn("cannot make %s", name);
		return false;
	}
	if (write_key(r, fd))
		return true;
	unlink(name);
	return false;
}

/* For a batch with a bad point: compute one by one. */
static int shared_one_by_one(struct kpp_socket *s, uint8_t *results,
			     const uint8_t *points, uint8_t *none, size_t count)
{
	size_t i;
	int ret;

	for (i = 0; i < count; i++) {
		ret = kpp_shared(s, results + i * KPP_BYTES,
				 points + i * s->public_bytes, 1);
		none[i] = ret == -EINVAL;
		if (ret && ret != -EINVAL)
			return ret;
	}
	return 0;
}

static bool derive_all(struct run *r, struct kpp_socket *s, struct keyfile *f)
{
	static uint8_t points[KPP_QUEUE * KEY_MOST], none[KPP_QUEUE];
	static uint8_t results[KPP_QUEUE * KPP_BYTES];
	bool ok = true;
	size_t count;
	int ret;

	do {
		ok = keyfile_read(f, points, KPP_QUEUE, &count);
		if (!ok || !count)
			break;
		memset(none, 0, sizeof(none));
		ret = kpp_shared(s, results, points, count);
		if (ret == -EINVAL)
			ret = shared_one_by_one(s, results, points, none, count);
		if (ret)
			warnx("%s: %s", r->args->driver, strerror(-ret));
		ok = !ret && emit(r, KEY_SHARED, results, none, count);
	} while (ok && count == KPP_QUEUE);
	explicit_bzero(results, sizeof(results));
	return ok;
}

/* Both files cannot be standard input. */
static bool is_stdin_twice(const struct arguments *a)
{
	if (a->file_count < 2 || strcmp(a->files[0], "-") ||
	    strcmp(a->files[1], "-"))
		return false;
	warnx("only one of the files can be standard input");
	return true;
}

bool command_derive(struct run *r)
{
	const struct arguments *a = r->args;
	struct kpp_socket s;
	struct keyfile f;
	bool ok;

	if (is_stdin_twice(a) || !open_file(a, &s, a->files[0]))
		return false;
	ok = keyfile_open(&f, a->files[1], a->curve, KEY_PUBLIC);
	if (ok) {
		ok = derive_all(r, &s, &f);
		keyfile_close(&f);
	}
	kpp_close(&s);
	return ok;
}

/* --- many secrets, by libwarpcrypt */

/* The keys of one call of libwarpcrypt. */
struct chunk {
	row secrets[BATCH];
	row points[BATCH * ROWS];
	row results[BATCH * ROWS];
	uint8_t none[BATCH];
};

static bool batch_chunk(struct run *r, struct warpcrypt *w, struct chunk *c,
			size_t count, bool base)
{
	const struct curve *curve = r->args->curve;
	struct warpcrypt_points points = {
		.size = sizeof(points),
		.curve = curve->lib,
		.count = count,
		.scalars = (const row *)c->secrets,
		.points = base ? NULL : (const row *)c->points,
		.results = c->results,
		.status = c->none,
	};
	size_t i;

	if (warpcrypt_run_points(w, &points)) {
		warnx("%s", warpcrypt_error());
		return false;
	}
	/* What is shared is the first row of a result. */
	for (i = 1; !base && curve->rows > 1 && i < count; i++)
		memcpy(c->results[i], c->results[i * curve->rows], sizeof(row));
	return emit(r, base ? KEY_PUBLIC : KEY_SHARED, c->results[0], c->none,
		    count);
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
		ok = keyfile_read(secrets, c->secrets[0], BATCH, &count) &&
		     (!publics ||
		      keyfile_read(publics, c->points[0], BATCH, &others));
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

bool command_batch(struct run *r)
{
	const struct arguments *a = r->args;
	struct keyfile secrets, publics = { 0 };
	struct warpcrypt *w;
	bool ok;

	if (is_stdin_twice(a) ||
	    !keyfile_open(&secrets, a->files[0], a->curve, KEY_SECRET))
		return false;
	ok = a->file_count < 2 ||
	     keyfile_open(&publics, a->files[1], a->curve, KEY_PUBLIC);
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
