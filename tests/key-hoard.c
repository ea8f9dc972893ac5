// SPDX-License-Identifier: GPL-2.0-only
/*
 * A user with many keys: sockets of an algorithm of ours, each with a key of its
 * own and a request now and then. All encrypt the same data in ECB, and again and
 * again each must give what it gave first; no two give the same.
 */
#include <errno.h>
#include <linux/if_alg.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/option.h"

#define BYTES	4096u

/**
 * struct hoard - a socket
 * @tfm: with the key
 * @op: for requests
 * @first: the first bytes of its first result
 */
struct hoard {
	int tfm;
	int op;
	uint8_t first[16];
};

static volatile sig_atomic_t over;

static void on_term(int signal)
{
	(void)signal;
	over = 1;
}

static void die(const char *what)
{
	fprintf(stderr, "key-hoard: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void open_one(struct hoard *h, const char *driver, unsigned int i)
{
	struct sockaddr_alg address = {
		.salg_family = AF_ALG,
		.salg_type = "skcipher",
	};
	uint8_t key[32] = { 0 };

	memcpy(key, &i, sizeof(i));
	snprintf((char *)address.salg_name, sizeof(address.salg_name), "%s",
		 driver);
	h->tfm = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (h->tfm < 0 || bind(h->tfm, (void *)&address, sizeof(address)))
		die(driver);
	if (setsockopt(h->tfm, SOL_ALG, ALG_SET_KEY, key, sizeof(key)))
		die("a key");
	h->op = accept(h->tfm, NULL, 0);
	if (h->op < 0)
		die("accept");
}

static void encrypt(const struct hoard *h, uint8_t *out)
{
	static uint8_t plain[BYTES];
	char control[CMSG_SPACE(4)] = "";
	struct iovec iov = { plain, sizeof(plain) };
	struct msghdr message = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control),
	};
	struct cmsghdr *cmsg = CMSG_FIRSTHDR(&message);

	cmsg->cmsg_level = SOL_ALG;
	cmsg->cmsg_type = ALG_SET_OP;
	cmsg->cmsg_len = CMSG_LEN(4);
	*(uint32_t *)CMSG_DATA(cmsg) = ALG_OP_ENCRYPT;
	if (sendmsg(h->op, &message, 0) != BYTES || read(h->op, out, BYTES) != BYTES)
		die("a request");
}

/* Ends the program if a result is wrong. */
static void turn(struct hoard *hoard, unsigned int count, unsigned int i,
		 bool first)
{
	uint8_t out[BYTES];
	unsigned int j;

	encrypt(&hoard[i], out);
	if (first)
		memcpy(hoard[i].first, out, sizeof(hoard[i].first));
	for (j = 0; j < count && first; j++) {
		if (j < i && !memcmp(hoard[j].first, out, 16)) {
			printf("keys %u and %u give the same\n", i, j);
			exit(1);
		}
	}
	for (j = 0; j < BYTES; j += 16) {
		if (memcmp(hoard[i].first, out + j, 16)) {
			printf("key %u: another result than before\n", i);
			exit(1);
		}
	}
}

int main(int argc, char **argv)
{
	unsigned int count = option(argc, argv, "--sockets", 0), i;
	const char *driver = option_text(argc, argv, "--driver", NULL);
	uid_t uid = option(argc, argv, "--uid", 65534);
	unsigned long most = option(argc, argv, "--turns", 0), turns = 0;
	const struct rlimit files = { 2 * count + 16, 2 * count + 16 };
	const struct sigaction action = { .sa_handler = on_term };
	struct hoard *hoard = calloc(count + !count, sizeof(*hoard));

	if (!count || !driver || !hoard) {
		fprintf(stderr, "usage: key-hoard --driver=NAME --sockets=N [--uid=N] [--turns=N]\n"
			"Uses each of N keys once, says \"ready\", uses them in turn --turns times,\n"
			"says how often, and sleeps until SIGTERM.\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	sigaction(SIGTERM, &action, NULL);
	if (setrlimit(RLIMIT_NOFILE, &files) || setgid(uid) || setuid(uid))
		die("limits and ids");
	for (i = 0; i < count; i++) {
		open_one(&hoard[i], driver, i);
		turn(hoard, count, i, true);
	}
	printf("ready\n");
	for (; turns < most && !over; turns++)
		turn(hoard, count, turns % count, false);
	printf("turns %lu\n", turns);
	while (!over)
		pause();
	return 0;
}
