// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ways by which data come to an AF_ALG socket and back that differ for a driver: in
 * pieces with MSG_MORE, read in turn, in a pipe's pages by splice(), asynchronously by
 * io_submit(). tests/reference says what is right.
 *
 * Each way with each cipher and mode, on one socket at a time; with --threads=N, N
 * threads, each with sockets of its own for AES in all modes and with all lengths of
 * keys, do --rounds=N requests on each by any way that waits.
 *
 * Other arguments: --suffix=warpcrypt, the end of the drivers' names, or nothing: by the
 * common names; --cipher=NAME, only this one; --seed=1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/ktap.h"
#include "tests/option.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/skcipher_socket.h"
#include "tests/unit/rand.h"

#define LONGEST		65536u
#define GUARD		64u
#define GUARD_BYTE	0xa5
/* Requests in flight at once, each on a socket of its own. */
#define AT_ONCE		4

struct cipher {
	const struct reference_cipher *reference;
	const char *mode;
	size_t key_len;
	uint8_t key[96];
	struct reference_key data, tweak;
	/* The socket that has the key. */
	int tfm;
};

/* A request and its result. */
struct payload {
	const struct cipher *cipher;
	bool decrypt;	/* the direction */
	size_t iv_len;	/* 0 or 16 */
	uint8_t iv[16];
	size_t len;	/* bytes */
	uint8_t *from;	/* the source: @in, or the same in @got, where the result goes */
	uint8_t in[LONGEST];
	uint8_t want[LONGEST];
	uint8_t got[LONGEST + GUARD];	/* what came back, then a guard */
	uint8_t more[AT_ONCE][LONGEST];	/* what came back to other sockets */
};

/* A way: 0, or a negative errno. @op: a socket for requests. */
typedef int (*way_fn)(int op, struct payload *p);

/* Sends direction and IV with the first @len bytes of @data. */
static int send_first(int op, const struct payload *p, const uint8_t *data,
		      size_t len, int flags)
{
	return skcipher_send(op, p->decrypt, p->iv_len ? p->iv : NULL, data,
			     len, flags);
}

static int read_all(int op, uint8_t *to, size_t len)
{
	while (len) {
		ssize_t got = read(op, to, len);

		if (got <= 0)
			return got ? -errno : -EIO;
		to += got;
		len -= got;
	}
	return 0;
}

/* --- the ways */

static int plainly(int op, struct payload *p)
{
	int err = send_first(op, p, p->from, p->len, 0);

	return err ? err : read_all(op, p->got, p->len);
}

/* In pieces of odd sizes, the last without MSG_MORE; one read. */
static int by_more(int op, struct payload *p)
{
	static const size_t sizes[] = { 1, 15, 100, 4096, 33, 5000 };
	size_t at = 0, i = 0;
	int err = 0;

	while (at < p->len && !err) {
		size_t len = sizes[i % 6] < p->len - at ? sizes[i % 6] :
							  p->len - at;
		int flags = at + len < p->len ? MSG_MORE : 0;

		if (!at)
			err = send_first(op, p, p->from, len, flags);
		else if (send(op, p->from + at, len, flags) != (ssize_t)len)
			err = -errno;
		at += len;
		i++;
	}
	return err ? err : read_all(op, p->got, p->len);
}

/* Each piece is read before the next is sent: the IV goes on. */
static int in_turn(int op, struct payload *p)
{
	size_t at, len;
	int err = 0;

	for (at = 0; at < p->len && !err; at += len) {
		len = p->len - at < 4112 ? p->len - at : 4112;
		if (!at)
			err = send_first(op, p, p->from, len,
					 len < p->len ? MSG_MORE : 0);
		else if (send(op, p->from + at, len,
			      at + len < p->len ? MSG_MORE : 0) != (ssize_t)len)
			err = -errno;
		if (!err)
			err = read_all(op, p->got + at, len);
	}
	return err;
}

/* By way of a pipe; direction and IV come before. */
static int by_splice(int op, struct payload *p)
{
	size_t at, len;
	int pipes[2], err = send_first(op, p, NULL, 0, MSG_MORE);

	if (err || pipe(pipes))
		return err ? err : -errno;
	for (at = 0; at < p->len && !err; at += len) {
		len = p->len - at < 4096 ? p->len - at : 4096;
		if (write(pipes[1], p->from + at, len) != (ssize_t)len ||
		    splice(pipes[0], NULL, op, NULL, len,
			   at + len < p->len ? SPLICE_F_MORE : 0) != (ssize_t)len)
			err = -errno;
	}
	close(pipes[0]);
	close(pipes[1]);
	return err ? err : read_all(op, p->got, p->len);
}

/* By io_submit(), from AT_ONCE sockets at once. */
static int by_aio(int op, struct payload *p)
{
	struct io_event events[AT_ONCE];
	struct iocb iocbs[AT_ONCE], *list[AT_ONCE];
	aio_context_t context = 0;
	int i, err = 0, ops[AT_ONCE] = { [1 ... AT_ONCE - 1] = -1 };

	if (syscall(SYS_io_setup, AT_ONCE, &context))
		return -errno;
	memset(iocbs, 0, sizeof(iocbs));
	for (i = 0; i < AT_ONCE && !err; i++) {
		ops[i] = i ? accept(p->cipher->tfm, NULL, 0) : op;
		err = ops[i] < 0 ? -errno :
				   send_first(ops[i], p, p->from, p->len, 0);
		iocbs[i].aio_fildes = ops[i];
		iocbs[i].aio_lio_opcode = IOCB_CMD_PREAD;
		iocbs[i].aio_buf = (uintptr_t)(i ? p->more[i] : p->got);
		iocbs[i].aio_nbytes = p->len;
		list[i] = &iocbs[i];
	}
	if (!err && syscall(SYS_io_submit, context, AT_ONCE, list) != AT_ONCE)
		err = -errno;
	if (!err && syscall(SYS_io_getevents, context, AT_ONCE, AT_ONCE, events,
			    NULL) != AT_ONCE)
		err = -errno;
	for (i = 0; i < AT_ONCE && !err; i++) {
		if (events[i].res != (int64_t)p->len)
			err = events[i].res < 0 ? (int)events[i].res : -EIO;
		if (!err && i && memcmp(p->more[i], p->want, p->len))
			err = -EBADMSG;
	}
	for (i = 1; i < AT_ONCE; i++)
		if (ops[i] >= 0)
			close(ops[i]);
	syscall(SYS_io_destroy, context);
	return err;
}

static const struct {
	const char *name;
	way_fn way;
	/* Only where a later part can go on from an earlier one. */
	bool streams;
} ways[] = {
	{ "one message", plainly, false },
	{ "MSG_MORE", by_more, false },
	{ "MSG_MORE and read in turn", in_turn, true },
	{ "splice", by_splice, false },
	{ "AIO", by_aio, false },
};

#define WAYS		(sizeof(ways) / sizeof(ways[0]))
/* The first of them: read() waits for one request after the other. */
#define WAITING		4u

/* --- the ciphers */

static bool is(const struct cipher *c, const char *mode)
{
	return !strcmp(c->mode, mode);
}

static void compute(struct payload *p)
{
	const struct cipher *c = p->cipher;

	memcpy(p->want, p->in, p->len);
	if (!reference_mode(c->mode, reference_block, &c->data, &c->tweak, p->decrypt, p->iv,
			    0, p->want, p->len))
		abort();
}

/* A socket with a random key, @len bytes of the cipher's; 0 or an error. */
static int cipher_open(struct cipher *c, const char *mode, const char *suffix,
		       const struct reference_cipher *reference, size_t len,
		       struct test_rand *r)
{
	char driver[64];

	c->reference = reference;
	c->mode = mode;
	c->key_len = len << is(c, "xts");
	rand_fill(r, c->key, sizeof(c->key));
	if (!reference_set_key(&c->data, reference->name, c->key, len) ||
	    !reference_set_key(&c->tweak, reference->name, c->key + len, len))
		abort();
	snprintf(driver, sizeof(driver), *suffix ? "%s-%s-%s" : "%s(%s)", mode,
		 reference->name, suffix);
	c->tfm = skcipher_bind(driver);
	return c->tfm < 0 ? c->tfm : skcipher_set_key(c->tfm, c->key, c->key_len);
}

/* What is wrong with one request of @len bytes, or NULL. */
static const char *one(const struct cipher *c, way_fn way, struct payload *p,
		       size_t len, struct test_rand *r)
{
	int op = accept(c->tfm, NULL, 0), err;
	size_t i;

	if (op < 0)
		return strerror(errno);
	p->cipher = c;
	p->iv_len = is(c, "ecb") ? 0 : 16;
	p->len = len;
	rand_fill(r, p->iv, 16);
	rand_fill(r, p->in, len);
	compute(p);
	memset(p->got, GUARD_BYTE, sizeof(p->got));
	p->from = rand_u32(r) & 1 ? p->in : memcpy(p->got, p->in, len);
	errno = 0;
	err = way(op, p);
	close(op);
	if (err)
		return strerror(-err);
	if (memcmp(p->got, p->want, p->len))
		return "wrong result";
	for (i = p->len; i < p->len + GUARD; i++)
		if (p->got[i] != GUARD_BYTE)
			return "wrote beyond the result";
	return NULL;
}

/* Whether @c can go on where it has stopped, if the way needs that. */
static bool goes(const struct cipher *c, unsigned int way)
{
	return !ways[way].streams || !is(c, "xts");
}

static void one_cipher(const struct cipher *c, struct payload *p,
		       struct test_rand *r)
{
	static const size_t lengths[] = { 16, 4096, 8224, 20000 };
	const char *wrong;
	unsigned int w, i;

	for (w = 0; w < WAYS; w++) {
		if (!goes(c, w))
			continue;
		wrong = NULL;
		for (i = 0; i < 8 && !wrong; i++) {
			p->decrypt = i % 2;
			wrong = one(c, ways[w].way, p, lengths[i / 2], r);
		}
		ktap_ok(!wrong, "%s-%s by %s # %u requests%s%s", c->mode,
			c->reference->name, ways[w].name, i,
			wrong ? ", the last: " : "", wrong ? wrong : "");
	}
}

/* --- threads */

static const char *const modes[] = { "ecb", "cbc", "ctr", "xts" };

/* AES in each mode with each of three lengths of keys. */
#define SOCKETS		12u

struct user {
	pthread_t thread;
	struct test_rand random;
	unsigned long rounds;
	char wrong[160];
	struct cipher ciphers[SOCKETS];
	struct payload payload;
};

/* A request on a socket; what is wrong with it is noted. */
static void any_way(struct user *u, const struct cipher *c)
{
	static const size_t lengths[] = {
		1, 15, 16, 17, 31, 32, 33, 511, 512, 513, 4095, 4096, 4097, 8192,
		16384, 65535, 65536,
	};
	struct payload *p = &u->payload;
	size_t len = lengths[rand_below(&u->random, sizeof(lengths) / sizeof(*lengths))];
	unsigned int way = rand_below(&u->random, WAITING);
	const char *wrong;

	if (is(c, "ecb") || is(c, "cbc"))
		len -= len % 16;
	if (len < 16 && !is(c, "ctr"))
		len = 16;
	if (!goes(c, way))
		way = 0;
	p->decrypt = rand_u32(&u->random) & 1;
	wrong = one(c, ways[way].way, p, len, &u->random);
	if (wrong)
		snprintf(u->wrong, sizeof(u->wrong),
			 ": %s, %zu bytes of key, %scrypt, %zu bytes by %s: %s",
			 c->mode, c->key_len, p->decrypt ? "de" : "en", len,
			 ways[way].name, wrong);
}

static void *work(void *arg)
{
	struct user *u = arg;
	unsigned long round;
	unsigned int i;

	for (round = 0; round < u->rounds; round++)
		for (i = 0; i < SOCKETS; i++)
			any_way(u, &u->ciphers[i]);
	return NULL;
}

static int user_open(struct user *u, const char *suffix)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < SOCKETS && !err; i++)
		err = cipher_open(&u->ciphers[i], modes[i / 3], suffix,
				  &reference_aes, reference_aes.lengths[i % 3],
				  &u->random);
	return err;
}

static void many_threads(unsigned long threads, unsigned long rounds,
			 const char *suffix, struct test_rand *r)
{
	struct user *users = calloc(threads, sizeof(*users));
	unsigned long i;
	int err;

	for (i = 0; i < threads; i++) {
		users[i].random.state = rand_u64(r);
		users[i].rounds = rounds;
		err = user_open(&users[i], suffix);
		if (err) {
			ktap_ok(false, "sockets of thread %lu: %s", i, strerror(-err));
			return;
		}
	}
	for (i = 0; i < threads; i++)
		pthread_create(&users[i].thread, NULL, work, &users[i]);
	for (i = 0; i < threads; i++) {
		pthread_join(users[i].thread, NULL);
		ktap_ok(rounds && !users[i].wrong[0], "thread %lu, AES in all modes # %lu requests%s",
			i, rounds * SOCKETS, users[i].wrong);
	}
}

static void every_way(const char *cipher, const char *suffix, struct test_rand *r)
{
	const struct reference_cipher *const *reference;
	static struct payload p;
	struct cipher c;
	int m, last;

	for (reference = reference_ciphers; *reference; reference++) {
		if (cipher && strcmp(cipher, (*reference)->name))
			continue;
		for (last = 0; (*reference)->lengths[last + 1]; last++)
			;
		for (m = 0; m < 4; m++) {
			if (ktap_ok(!cipher_open(&c, modes[m], suffix, *reference,
						 (*reference)->lengths[last], r),
				    "%s-%s: a socket", modes[m], (*reference)->name))
				one_cipher(&c, &p, r);
			if (c.tfm >= 0)
				close(c.tfm);
		}
	}
}

int main(int argc, char **argv)
{
	const char *suffix = option_text(argc, argv, "--suffix", "warpcrypt");
	unsigned long threads = option(argc, argv, "--threads", 0);
	struct test_rand r = { option(argc, argv, "--seed", 1) };

	ktap_start();
	if (threads)
		many_threads(threads, option(argc, argv, "--rounds", 20), suffix, &r);
	else
		every_way(option_text(argc, argv, "--cipher", NULL), suffix, &r);
	return ktap_finish();
}
