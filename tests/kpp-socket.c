// SPDX-License-Identifier: GPL-2.0-only
/*
 * The interface of AF_ALG sockets of type "kpp": what libkcapi does with them,
 * and what users should not do. (Secrets, points and lengths of a curve: kpp.c.)
 *
 * Only this finds errors of algif_kpp.ko in the order and the pieces in which a socket is
 * written and read, in control messages, and with several threads at one socket.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_alg.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "tests/ktap.h"
#include "tools/kx/kpp_socket.h"

#define SOL_ALG_	279

static const char *curve = "curve25519-warpcrypt";

/* RFC 7748, section 6.1: Alice's secret, her public key, Bob's, their secret. */
static const uint8_t secret[KPP_BYTES] = {
	0x77, 0x07, 0x6d, 0x0a, 0x73, 0x18, 0xa5, 0x7d, 0x3c, 0x16, 0xc1,
	0x72, 0x51, 0xb2, 0x66, 0x45, 0xdf, 0x4c, 0x2f, 0x87, 0xeb, 0xc0,
	0x99, 0x2a, 0xb1, 0x77, 0xfb, 0xa5, 0x1d, 0xb9, 0x2c, 0x2a,
};
static const uint8_t public[KPP_BYTES] = {
	0x85, 0x20, 0xf0, 0x09, 0x89, 0x30, 0xa7, 0x54, 0x74, 0x8b, 0x7d,
	0xdc, 0xb4, 0x3e, 0xf7, 0x5a, 0x0d, 0xbf, 0x3a, 0x0d, 0x26, 0x38,
	0x1a, 0xf4, 0xeb, 0xa4, 0xa9, 0x8e, 0xaa, 0x9b, 0x4e, 0x6a,
};
static const uint8_t point[KPP_BYTES] = {
	0xde, 0x9e, 0xdb, 0x7d, 0x7b, 0x7d, 0xc1, 0xb4, 0xd3, 0x5b, 0x61,
	0xc2, 0xec, 0xe4, 0x35, 0x37, 0x3f, 0x83, 0x43, 0xc8, 0x5b, 0x78,
	0x67, 0x4d, 0xad, 0xfc, 0x7e, 0x14, 0x6f, 0x88, 0x2b, 0x4f,
};
static const uint8_t shared[KPP_BYTES] = {
	0x4a, 0x5d, 0x9d, 0x5b, 0xa4, 0xce, 0x2d, 0xe1, 0x72, 0x8e, 0x3b,
	0xf4, 0x80, 0x35, 0x0f, 0x25, 0xe0, 0x7e, 0x21, 0xc9, 0x47, 0xd1,
	0x9e, 0x33, 0x76, 0xf0, 0x9b, 0x3c, 0x1e, 0x16, 0x17, 0x42,
};

/* A socket with Alice's secret. */
static struct kpp_socket fresh(void)
{
	struct kpp_socket s = { .bound = -1, .fd = -1 };
	int err = kpp_open(&s, curve, secret, KPP_BYTES);

	if (err)
		ktap_ok(false, "open: %s", strerror(-err));
	return s;
}

/* Results are there and right. */
static bool gets(struct kpp_socket *s, const uint8_t *want, unsigned int count)
{
	uint8_t got[8 * KPP_BYTES];
	unsigned int i;

	if (kpp_recv(s, got, count * KPP_BYTES, MSG_DONTWAIT) !=
	    (ssize_t)(count * KPP_BYTES))
		return false;
	for (i = 0; i < count; i++)
		if (memcmp(got + i * KPP_BYTES, want, KPP_BYTES))
			return false;
	return true;
}

static bool is(ssize_t got, ssize_t want)
{
	if (got != want)
		ktap_note("got %zd, not %zd", got, want);
	return got == want;
}

static void test_names(void)
{
	struct kpp_socket s;

	ktap_ok(is(kpp_bind(&s, "no-such-thing"), -ENOENT), "an unknown name");
	ktap_ok(kpp_bind(&s, "dh") < 0,
		"DH, whose secrets are structures, is not for users");
	ktap_ok(kpp_bind(&s, "ecdh-nist-p384") < 0,
		"nor is ECDH on another curve");
	ktap_ok(is(kpp_bind(&s, "ecdh-nist-p256-generic"), 0),
		"P-256 may be the kernel's own");
	kpp_close(&s);
	ktap_ok(is(kpp_bind(&s, "curve25519"), 0), "curve25519");
	kpp_close(&s);
	if (kpp_bind(&s, "curve25519-generic") == -ENOENT) {
		ktap_skip("the kernel's own works, too",
			  "since 6.18 it has none");
		return;
	}
	ktap_ok(is(kpp_set_secret(&s, secret, KPP_BYTES), KPP_BYTES) &&
		!kpp_accept(&s) &&
		is(kpp_send(&s, KPP_OP_SSGEN, point, KPP_BYTES, 0), KPP_BYTES) &&
		gets(&s, shared, 1), "the kernel's own works, too");
	kpp_close(&s);
}

static void test_secrets(void)
{
	uint8_t got[KPP_BYTES];
	struct kpp_socket s;

	kpp_bind(&s, curve);
	ktap_ok(!kpp_accept(&s) &&
		is(kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0), -ENOKEY) &&
		is(kpp_recv(&s, got, KPP_BYTES, MSG_DONTWAIT), -ENOKEY),
		"accepted without a secret: no operations");
	ktap_ok(is(kpp_set_secret(&s, secret, KPP_BYTES), KPP_BYTES) &&
		is(kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0), 0) &&
		gets(&s, public, 1), "until there is one");
	ktap_ok(is(kpp_set_secret(&s, secret, KPP_BYTES), -EBUSY),
		"which cannot be changed while it is in use");
	kpp_close(&s);
}

static void test_order(void)
{
	struct kpp_socket s = fresh();
	uint8_t got[KPP_BYTES];

	ktap_ok(is(kpp_recv(&s, got, KPP_BYTES, MSG_DONTWAIT), -EAGAIN),
		"nothing to read at first");
	ktap_ok(is(kpp_send(&s, KPP_OP_NONE, point, KPP_BYTES, 0), -EINVAL),
		"points, but no operation yet");
	ktap_ok(is(kpp_send(&s, KPP_OP_KEYGEN, point, KPP_BYTES, 0), -EINVAL),
		"a public key takes no points");
	ktap_ok(is(kpp_send(&s, 3, NULL, 0, 0), -EINVAL) &&
		is(kpp_send(&s, 6, NULL, 0, 0), -EINVAL) &&
		is(kpp_send(&s, -1, NULL, 0, 0), -EINVAL),
		"operations that there are not");
	ktap_ok(is(kpp_send(&s, KPP_OP_SSGEN, point, KPP_BYTES, 0), KPP_BYTES) &&
		is(kpp_send(&s, KPP_OP_SSGEN, point, KPP_BYTES, 0), -EINVAL) &&
		is(kpp_send(&s, KPP_OP_NONE, point, KPP_BYTES, 0), -EINVAL) &&
		gets(&s, shared, 1), "the next only when one is read");
	ktap_ok(is(kpp_send(&s, KPP_OP_NONE, point, KPP_BYTES, 0), KPP_BYTES) &&
		gets(&s, shared, 1), "the same operation again by default");
	ktap_ok(is(kpp_send(&s, KPP_OP_SSGEN, NULL, 0, 0), 0) &&
		is(kpp_recv(&s, got, KPP_BYTES, 0), -EINVAL),
		"shared secrets without a public key");
	ktap_ok(is(kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0), 0) &&
		gets(&s, public, 1), "and all is well afterwards");
	kpp_close(&s);
}

static void test_pieces(void)
{
	struct kpp_socket s = fresh();
	uint8_t got[3 * KPP_BYTES];
	bool ok;
	int i;

	ok = is(kpp_send(&s, KPP_OP_SSGEN, NULL, 0, MSG_MORE), 0);
	for (i = 0; i < KPP_BYTES; i++) {
		ok = ok && is(kpp_recv(&s, got, KPP_BYTES, MSG_DONTWAIT), -EAGAIN);
		ok = ok && is(kpp_send(&s, KPP_OP_NONE, point + i, 1,
				       i < KPP_BYTES - 1 ? MSG_MORE : 0), 1);
	}
	ktap_ok(ok && gets(&s, shared, 1), "byte by byte");

	ok = is(kpp_send(&s, KPP_OP_SSGEN, point, KPP_BYTES, MSG_MORE), KPP_BYTES);
	ktap_ok(ok && gets(&s, shared, 1),
		"what is whole is done, though more will come");
	ktap_ok(is(kpp_recv(&s, got, KPP_BYTES, MSG_DONTWAIT), -EAGAIN) &&
		is(kpp_send(&s, KPP_OP_NONE, point, KPP_BYTES, 0), KPP_BYTES) &&
		gets(&s, shared, 1), "and then that");

	ok = is(kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0), 0);
	ktap_ok(ok && is(kpp_recv(&s, got, sizeof(got), 0), KPP_BYTES),
		"one public key, whatever the room");
	kpp_close(&s);
}

/* libkcapi's other way: the message by vmsplice() and splice(). */
static void test_splice(void)
{
	struct kpp_socket s = fresh();
	uint8_t points[2 * KPP_BYTES];
	struct iovec iov = { points, sizeof(points) };
	int ends[2];
	bool ok;

	memcpy(points, point, KPP_BYTES);
	memcpy(points + KPP_BYTES, point, KPP_BYTES);
	ok = !pipe(ends) &&
	     is(kpp_send(&s, KPP_OP_SSGEN, NULL, 0, MSG_MORE), 0) &&
	     is(vmsplice(ends[1], &iov, 1, SPLICE_F_GIFT), sizeof(points)) &&
	     is(splice(ends[0], NULL, s.fd, NULL, sizeof(points), 0),
		sizeof(points));
	ktap_ok(ok && gets(&s, shared, 2), "points by vmsplice");
	close(ends[0]);
	close(ends[1]);
	kpp_close(&s);
}

static void test_full(void)
{
	static uint8_t many[(KPP_QUEUE + 1) * KPP_BYTES];
	static uint8_t got[sizeof(many)];
	struct kpp_socket s = fresh();
	const ssize_t full = KPP_QUEUE * KPP_BYTES;
	struct pollfd poll_fd = { .fd = s.fd, .events = POLLIN | POLLOUT };
	unsigned int i;

	for (i = 0; i <= KPP_QUEUE; i++)
		memcpy(many + i * KPP_BYTES, point, KPP_BYTES);
	poll(&poll_fd, 1, 0);
	ktap_ok(is(poll_fd.revents, POLLOUT), "poll: can be written");
	ktap_ok(is(kpp_send(&s, KPP_OP_SSGEN, many, sizeof(many), 0), full),
		"a message that is too long is taken in part");
	poll(&poll_fd, 1, 0);
	ktap_ok(is(poll_fd.revents, POLLIN), "poll: can be read, and only that");
	ktap_ok(is(kpp_send(&s, KPP_OP_NONE, many, KPP_BYTES, MSG_DONTWAIT),
		   -EAGAIN), "no more then");
	ktap_ok(is(kpp_recv(&s, got, sizeof(got), 0), full), "results");
	ktap_ok(is(kpp_send(&s, KPP_OP_NONE, many + full, KPP_BYTES, 0),
		   KPP_BYTES) && gets(&s, shared, 1), "and the rest");
	kpp_close(&s);
}

static void test_bad_memory(void)
{
	struct kpp_socket s = fresh();
	uint8_t got[KPP_BYTES];

	ktap_ok(is(kpp_send(&s, KPP_OP_SSGEN, (void *)8, KPP_BYTES, 0), -EFAULT),
		"points at a bad address");
	ktap_ok(is(kpp_recv(&s, got, KPP_BYTES, MSG_DONTWAIT), -EAGAIN) &&
		is(kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0), 0) &&
		gets(&s, public, 1), "begin no operation");
	ktap_ok(is(kpp_send(&s, KPP_OP_SSGEN, point, KPP_BYTES, MSG_MORE),
		   KPP_BYTES) &&
		is(kpp_send(&s, KPP_OP_NONE, (void *)8, KPP_BYTES, 0), -EFAULT) &&
		is(kpp_send(&s, KPP_OP_NONE, point, KPP_BYTES, 0), KPP_BYTES) &&
		gets(&s, shared, 2), "and end none");
	kpp_close(&s);
	s = fresh();
	ktap_ok(is(kpp_send(&s, KPP_OP_SSGEN, point, KPP_BYTES, 0), KPP_BYTES) &&
		is(kpp_recv(&s, (void *)8, KPP_BYTES, 0), -EFAULT),
		"results to a bad address");
	ktap_ok(is(kpp_send(&s, KPP_OP_KEYGEN, NULL, 0, 0), 0) &&
		gets(&s, public, 1), "and all is well afterwards");
	kpp_close(&s);
}

/* cmsgs that are malformed, or of other types of AF_ALG. */
static void test_control(void)
{
	static const struct {
		int type;
		size_t len;
		const char *what;
	} cases[] = {
		{ ALG_SET_OP, 0, "an operation without its number" },
		{ ALG_SET_OP, 2, "half a number" },
		{ ALG_SET_IV, 4, "an IV" },
		{ 99, 4, "an unknown one" },
	};
	char control[CMSG_SPACE(16)]
		__attribute__((aligned(__alignof__(struct cmsghdr))));
	struct kpp_socket s = fresh();
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct msghdr msg = {
			.msg_control = memset(control, 0, sizeof(control)),
			.msg_controllen = CMSG_SPACE(cases[i].len),
		};
		struct cmsghdr *cmsg = CMSG_FIRSTHDR(&msg);

		cmsg->cmsg_level = SOL_ALG_;
		cmsg->cmsg_type = cases[i].type;
		cmsg->cmsg_len = CMSG_LEN(cases[i].len);
		memset(CMSG_DATA(cmsg), KPP_OP_KEYGEN, 1);
		ktap_ok(sendmsg(s.fd, &msg, 0) == -1 && errno == EINVAL,
			"%s", cases[i].what);
	}
	kpp_close(&s);
}

/* --- many threads on one socket */

/* Points that come through. */
#define CROWD	100u
/* Nothing has moved for so long: nothing will. */
#define STILL_SECONDS	300

struct crowd {
	struct kpp_socket s;
	atomic_bool over;
	atomic_ulong sent, got, wrong;
};

static void *crowd_send(void *arg)
{
	struct crowd *c = arg;
	unsigned int n = 0;
	ssize_t ret;

	while (!atomic_load(&c->over)) {
		n = n * 5 + 1;
		ret = kpp_send(&c->s, n & 4 ? KPP_OP_SSGEN : KPP_OP_NONE, point,
			       KPP_BYTES, n & 8 ? MSG_MORE | MSG_DONTWAIT :
						  MSG_DONTWAIT);
		if (ret == KPP_BYTES)
			atomic_fetch_add(&c->sent, 1);
		else if (ret != -EINVAL && ret != -EAGAIN)
			atomic_fetch_add(&c->wrong, 1);
		sched_yield();
	}
	return NULL;
}

static void *crowd_receive(void *arg)
{
	struct crowd *c = arg;
	uint8_t got[4 * KPP_BYTES];
	ssize_t ret, i;

	while (!atomic_load(&c->over)) {
		ret = kpp_recv(&c->s, got, sizeof(got), MSG_DONTWAIT);
		for (i = 0; i < ret; i += KPP_BYTES) {
			atomic_fetch_add(&c->got, 1);
			if (memcmp(got + i, shared, KPP_BYTES))
				atomic_fetch_add(&c->wrong, 1);
		}
		if (ret < 0 && ret != -EAGAIN && ret != -EINVAL)
			atomic_fetch_add(&c->wrong, 1);
		sched_yield();
	}
	return NULL;
}

static void test_crowd(void)
{
	struct crowd c = { .s = fresh() };
	unsigned long moved = 0, seen;
	time_t end = 0;
	pthread_t threads[6];
	int i;

	for (i = 0; i < 6; i++)
		pthread_create(&threads[i], NULL,
			       i < 3 ? crowd_send : crowd_receive, &c);
	/* Until there was enough of both; the sockets take and give in turn. */
	while ((atomic_load(&c.sent) < CROWD || atomic_load(&c.got) < CROWD) &&
	       !atomic_load(&c.wrong)) {
		seen = atomic_load(&c.sent) + atomic_load(&c.got);
		if (!end || seen != moved)
			end = time(NULL) + STILL_SECONDS;
		moved = seen;
		if (time(NULL) >= end)
			break;
		usleep(1000);
	}
	atomic_store(&c.over, true);
	for (i = 0; i < 6; i++)
		pthread_join(threads[i], NULL);
	ktap_note("%lu points sent, %lu results", c.sent, c.got);
	ktap_ok(c.sent >= CROWD && c.got >= CROWD && c.got <= c.sent &&
		!c.wrong,
		"many threads on one socket");
	kpp_close(&c.s);
}

static void on_alarm(int signal)
{
	(void)signal;
}

static void *send_later(void *arg)
{
	usleep(100000);
	kpp_send(arg, KPP_OP_SSGEN, point, KPP_BYTES, 0);
	return NULL;
}

static void test_waiting(void)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct timeval patience = { .tv_usec = 50000 };
	struct kpp_socket s = fresh();
	uint8_t got[KPP_BYTES];
	pthread_t thread;

	sigaction(SIGALRM, &action, NULL);
	/* Again and again: the first may come before the wait. */
	ualarm(100000, 100000);
	ktap_ok(is(kpp_recv(&s, got, KPP_BYTES, 0), -EINTR),
		"a signal ends the wait for points");
	ualarm(0, 0);
	setsockopt(s.fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	ktap_ok(is(kpp_recv(&s, got, KPP_BYTES, 0), -EAGAIN),
		"so does SO_RCVTIMEO");
	patience.tv_usec = 0;
	setsockopt(s.fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	pthread_create(&thread, NULL, send_later, &s);
	ktap_ok(is(kpp_recv(&s, got, KPP_BYTES, 0), KPP_BYTES) &&
		!memcmp(got, shared, KPP_BYTES), "and points do");
	pthread_join(thread, NULL);
	kpp_close(&s);
}

/* Many points, and a read that waits for them; for kpp.sh, which kills it. */
static int hold(void)
{
	static uint8_t many[100 * KPP_BYTES];
	struct kpp_socket s = fresh();
	unsigned int i;

	for (i = 0; i < 100; i++)
		memcpy(many + i * KPP_BYTES, point, KPP_BYTES);
	if (kpp_send(&s, KPP_OP_SSGEN, many, sizeof(many), 0) != sizeof(many))
		return 1;
	printf("ready\n");
	fflush(stdout);
	return kpp_recv(&s, many, sizeof(many), 0) != sizeof(many);
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "hold"))
		return hold();
	ktap_start();
	test_names();
	test_secrets();
	test_order();
	test_pieces();
	test_splice();
	test_full();
	test_bad_memory();
	test_control();
	test_crowd();
	test_waiting();
	return ktap_finish();
}
