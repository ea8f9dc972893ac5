// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ways by which data come to an AF_ALG socket and back: in pieces with
 * MSG_MORE, by splice() and sendfile(), asynchronously by io_submit() and by
 * io_uring. tests/reference says what is right.
 *
 * Arguments: --suffix=warpcrypt, the end of the drivers' names.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/ktap.h"
#include "tests/option.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/skcipher_socket.h"
#include "tests/unit/rand.h"
#include "tests/uring.h"

#define LONGEST		20000u
#define GUARD		64u
#define GUARD_BYTE	0xa5
/* Requests in flight at once, each on a socket of its own. */
#define AT_ONCE		4

/**
 * struct payload - a request and its result
 * @decrypt: the direction
 * @stream: a later part goes on where an earlier one has stopped
 * @granule: parts of a stream are multiples of this
 * @iv_len: 0 or 16
 * @iv: the IV
 * @len: bytes
 * @in: the source
 * @want: the result
 * @got: what came back, then a guard
 */
struct payload {
	bool decrypt;
	bool stream;
	size_t granule;
	size_t iv_len;
	uint8_t iv[16];
	size_t len;
	uint8_t in[LONGEST];
	uint8_t want[LONGEST];
	uint8_t got[LONGEST + GUARD];
};

/* A way: 0, or a negative errno. @op: a socket for requests. */
typedef int (*way_fn)(int op, struct payload *p);

/* The socket that @op was accepted from. */
static int tfm = -1;

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
	int err = send_first(op, p, p->in, p->len, 0);

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
			err = send_first(op, p, p->in, len, flags);
		else if (send(op, p->in + at, len, flags) != (ssize_t)len)
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
			err = send_first(op, p, p->in, len,
					 len < p->len ? MSG_MORE : 0);
		else if (send(op, p->in + at, len,
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
		if (write(pipes[1], p->in + at, len) != (ssize_t)len ||
		    splice(pipes[0], NULL, op, NULL, len,
			   at + len < p->len ? SPLICE_F_MORE : 0) != (ssize_t)len)
			err = -errno;
	}
	close(pipes[0]);
	close(pipes[1]);
	return err ? err : read_all(op, p->got, p->len);
}

static int by_sendfile(int op, struct payload *p)
{
	int file = memfd_create("payload", MFD_CLOEXEC);
	int err = file < 0 ? -errno : send_first(op, p, NULL, 0, MSG_MORE);
	off_t at = 0;

	if (!err && write(file, p->in, p->len) != (ssize_t)p->len)
		err = -errno;
	while (!err && at < (off_t)p->len)
		if (sendfile(op, file, &at, p->len - at) <= 0)
			err = errno ? -errno : -EIO;
	if (file >= 0)
		close(file);
	return err ? err : read_all(op, p->got, p->len);
}

static int by_vmsplice(int op, struct payload *p)
{
	struct iovec iov = { p->in, p->len };
	int pipes[2], err = send_first(op, p, NULL, 0, MSG_MORE);

	if (err || pipe(pipes))
		return err ? err : -errno;
	while (!err && iov.iov_len) {
		ssize_t len = vmsplice(pipes[1], &iov, 1, SPLICE_F_GIFT);

		if (len <= 0) {
			err = -errno;
			break;
		}
		iov.iov_base = (uint8_t *)iov.iov_base + len;
		iov.iov_len -= len;
		if (splice(pipes[0], NULL, op, NULL, len,
			   iov.iov_len ? SPLICE_F_MORE : 0) != len)
			err = -errno;
	}
	close(pipes[0]);
	close(pipes[1]);
	return err ? err : read_all(op, p->got, p->len);
}

/* By io_submit(), from AT_ONCE sockets at once. */
static int by_aio(int op, struct payload *p)
{
	static uint8_t room[AT_ONCE][LONGEST];
	struct io_event events[AT_ONCE];
	struct iocb iocbs[AT_ONCE], *list[AT_ONCE];
	aio_context_t context = 0;
	int i, err = 0, ops[AT_ONCE] = { [1 ... AT_ONCE - 1] = -1 };

	if (syscall(SYS_io_setup, AT_ONCE, &context))
		return -errno;
	memset(iocbs, 0, sizeof(iocbs));
	for (i = 0; i < AT_ONCE && !err; i++) {
		ops[i] = i ? accept(tfm, NULL, 0) : op;
		err = ops[i] < 0 ? -errno :
				   send_first(ops[i], p, p->in, p->len, 0);
		iocbs[i].aio_fildes = ops[i];
		iocbs[i].aio_lio_opcode = IOCB_CMD_PREAD;
		iocbs[i].aio_buf = (uintptr_t)(i ? room[i] : p->got);
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
		if (!err && i && memcmp(room[i], p->want, p->len))
			err = -EBADMSG;
	}
	for (i = 1; i < AT_ONCE; i++)
		if (ops[i] >= 0)
			close(ops[i]);
	syscall(SYS_io_destroy, context);
	return err;
}

static int by_io_uring(int op, struct payload *p)
{
	struct uring ring;
	int err = uring_open(&ring);
	long ret;

	if (err)
		return err;
	err = send_first(op, p, p->in, p->len / 2, MSG_MORE);
	if (!err) {
		ret = uring_do(&ring, IORING_OP_SEND, op, p->in + p->len / 2,
			       p->len - p->len / 2);
		if (ret != (long)(p->len - p->len / 2))
			err = ret < 0 ? (int)ret : -EIO;
	}
	if (!err) {
		ret = uring_do(&ring, IORING_OP_READ, op, p->got, p->len);
		if (ret != (long)p->len)
			err = ret < 0 ? (int)ret : -EIO;
	}
	uring_close(&ring);
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
	{ "vmsplice", by_vmsplice, false },
	{ "sendfile", by_sendfile, false },
	{ "AIO", by_aio, false },
	{ "io_uring", by_io_uring, false },
};

/* --- the ciphers */

struct cipher {
	const struct reference_cipher *reference;
	const char *mode;
	size_t key_len;
	uint8_t key[96];
};

static void compute(const struct cipher *c, struct payload *p)
{
	struct reference_key data, tweak;
	size_t len = strcmp(c->mode, "xts") ? c->key_len : c->key_len / 2;

	if (!reference_set_key(&data, c->reference->name, c->key, len))
		abort();
	memcpy(p->want, p->in, p->len);
	if (!strcmp(c->mode, "ecb"))
		reference_ecb(reference_block, &data, p->decrypt, p->want, p->len);
	else if (!strcmp(c->mode, "cbc"))
		reference_cbc(reference_block, &data, p->decrypt, p->iv, p->want,
			      p->len);
	else if (!strcmp(c->mode, "ctr"))
		reference_ctr(reference_block, &data, p->iv, p->want, p->len);
	else if (reference_set_key(&tweak, c->reference->name, c->key + len, len))
		reference_xts(reference_block, &data, &tweak, p->decrypt, p->iv,
			      0, p->want, p->len);
	else
		abort();
}

static int open_tfm(const struct cipher *c, const char *suffix)
{
	char driver[64];
	int tfm, err;

	snprintf(driver, sizeof(driver), "%s-%s-%s", c->mode,
		 c->reference->name, suffix);
	tfm = skcipher_bind(driver);
	err = tfm < 0 ? tfm : skcipher_set_key(tfm, c->key, c->key_len);
	return err < 0 ? err : tfm;
}

/* What is wrong with one request, or NULL. */
static const char *one(way_fn way, struct payload *p)
{
	int op = accept(tfm, NULL, 0), err;
	size_t i;

	if (op < 0)
		return strerror(errno);
	memset(p->got, GUARD_BYTE, sizeof(p->got));
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

static void one_cipher(const struct cipher *c, const char *suffix,
		       struct test_rand *r)
{
	static const size_t lengths[] = { 16, 4096, 8224, LONGEST };
	bool stream = strcmp(c->mode, "xts");
	static struct payload p;
	const char *wrong;
	unsigned int w, i, done;

	tfm = open_tfm(c, suffix);
	if (!ktap_ok(tfm >= 0, "%s-%s: a socket", c->mode, c->reference->name))
		return;
	p.iv_len = strcmp(c->mode, "ecb") ? 16 : 0;
	for (w = 0; w < sizeof(ways) / sizeof(ways[0]); w++) {
		if (ways[w].streams && !stream)
			continue;
		wrong = NULL;
		for (i = done = 0; i < 8 && !wrong; i++, done++) {
			p.len = lengths[i / 2];
			p.decrypt = i % 2;
			rand_fill(r, p.iv, 16);
			rand_fill(r, p.in, p.len);
			compute(c, &p);
			wrong = one(ways[w].way, &p);
		}
		ktap_ok(!wrong, "%s-%s by %s # %u requests%s%s", c->mode,
			c->reference->name, ways[w].name, done,
			wrong ? ", the last: " : "", wrong ? wrong : "");
	}
	close(tfm);
}

int main(int argc, char **argv)
{
	static const char *const modes[] = { "ecb", "cbc", "ctr", "xts" };
	const char *suffix = option_text(argc, argv, "--suffix", "warpcrypt");
	struct test_rand r = { option(argc, argv, "--seed", 1) };
	struct cipher c;
	int i, m, last;

	ktap_start();
	for (i = 0; reference_ciphers[i]; i++)
		for (m = 0; m < 4; m++) {
			c.reference = reference_ciphers[i];
			c.mode = modes[m];
			for (last = 0; c.reference->lengths[last + 1]; last++)
				;
			c.key_len = c.reference->lengths[last] << (m == 3);
			rand_fill(&r, c.key, sizeof(c.key));
			one_cipher(&c, suffix, &r);
		}
	return ktap_finish();
}
