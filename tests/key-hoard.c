// SPDX-License-Identifier: GPL-2.0-only
/*
 * A user with many keys: sockets of an algorithm of ours, each with a key of its
 * own and a request now and then. All encrypt the same data in ECB, and again and
 * again each must give what it gave first; no two give the same.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/option.h"
#include "tests/skcipher_socket.h"

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
	uint8_t key[32] = { 0 };

	memcpy(key, &i, sizeof(i));
	h->tfm = skcipher_bind(driver);
	if (h->tfm < 0)
		die(driver);
	if (skcipher_set_key(h->tfm, key, sizeof(key)))
		die("a key");
	h->op = skcipher_accept(h->tfm);
	if (h->op < 0)
		die("accept");
}

static void encrypt(const struct hoard *h, uint8_t *out)
{
	static const uint8_t plain[BYTES];

	if (skcipher_encrypt(h->op, NULL, plain, out, BYTES))
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
