// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests from user space: many threads, each with sockets of its own for
 * all four modes, through AF_ALG by libkcapi; libcrypto says what is right.
 */
#include <errno.h>
#include <getopt.h>
#include <kcapi.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ktap.h"
#include "tests/option.h"

#define MAX_BYTES	65536u

struct mode {
	const char *driver;	/* less its suffix */
	const char *evp;
	unsigned int key;	/* bytes */
	unsigned int granule;
	unsigned int least;
};

/* OpenSSL has no XTS with 192-bit keys. */
static const struct mode modes[] = {
	{ "ecb-aes", "AES-128-ECB", 16, 16, 16 },
	{ "ecb-aes", "AES-192-ECB", 24, 16, 16 },
	{ "ecb-aes", "AES-256-ECB", 32, 16, 16 },
	{ "cbc-aes", "AES-128-CBC", 16, 16, 16 },
	{ "cbc-aes", "AES-192-CBC", 24, 16, 16 },
	{ "cbc-aes", "AES-256-CBC", 32, 16, 16 },
	{ "ctr-aes", "AES-128-CTR", 16, 1, 1 },
	{ "ctr-aes", "AES-192-CTR", 24, 1, 1 },
	{ "ctr-aes", "AES-256-CTR", 32, 1, 1 },
	{ "xts-aes", "AES-128-XTS", 32, 1, 16 },
	{ "xts-aes", "AES-256-XTS", 64, 1, 16 },
};

#define MODES	(sizeof(modes) / sizeof(modes[0]))

static const unsigned int lengths[] = {
	1, 15, 16, 17, 31, 32, 33, 511, 512, 513, 4095, 4096, 4097, 8192,
	16384, 65535, 65536,
};

#define LENGTHS	(sizeof(lengths) / sizeof(lengths[0]))

struct user {
	pthread_t thread;
	uint64_t random;
	unsigned long rounds;
	unsigned long done[MODES];
	unsigned long wrong[MODES];
	char note[160];
	struct kcapi_handle *handles[MODES];
	uint8_t keys[MODES][64];
	uint8_t in[MAX_BYTES], ours[MAX_BYTES], theirs[MAX_BYTES + 32];
};

static uint64_t draw(struct user *u)
{
	u->random ^= u->random << 13;
	u->random ^= u->random >> 7;
	u->random ^= u->random << 17;
	return u->random;
}

static void draw_bytes(struct user *u, uint8_t *to, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		to[i] = draw(u);
}

static bool by_libcrypto(const struct mode *mode, const uint8_t *key,
			 const uint8_t *iv, bool decrypt, const uint8_t *in,
			 uint8_t *out, unsigned int len)
{
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, mode->evp, NULL);
	int done = 0;
	bool ok;

	ok = ctx && cipher &&
	     EVP_CipherInit_ex2(ctx, cipher, key, iv, !decrypt, NULL) &&
	     EVP_CIPHER_CTX_set_padding(ctx, 0) &&
	     EVP_CipherUpdate(ctx, out, &done, in, (int)len) &&
	     done == (int)len;
	EVP_CIPHER_free(cipher);
	EVP_CIPHER_CTX_free(ctx);
	return ok;
}

static void one(struct user *u, unsigned int m)
{
	const struct mode *mode = &modes[m];
	unsigned int len = lengths[draw(u) % LENGTHS];
	bool decrypt = draw(u) & 1, in_place = draw(u) & 1;
	uint8_t iv[16], *out = u->ours;
	const uint8_t *in = u->in;
	ssize_t ret;

	len -= len % mode->granule;
	if (len < mode->least)
		len = mode->least;
	draw_bytes(u, iv, sizeof(iv));
	draw_bytes(u, u->in, len);
	if (!by_libcrypto(mode, u->keys[m], iv, decrypt, u->in, u->theirs, len)) {
		u->wrong[m]++;
		return;
	}
	if (in_place)
		in = memcpy(out, u->in, len);
	ret = (decrypt ? kcapi_cipher_decrypt : kcapi_cipher_encrypt)
		(u->handles[m], in, len, m < 3 ? NULL : iv, out, len,
		 draw(u) & 1 ? KCAPI_ACCESS_SENDMSG : KCAPI_ACCESS_VMSPLICE);
	u->done[m]++;
	if (ret == (ssize_t)len && !memcmp(out, u->theirs, len))
		return;
	u->wrong[m]++;
	snprintf(u->note, sizeof(u->note), "%s %s %u bytes%s: %s", mode->evp,
		 decrypt ? "decrypt" : "encrypt", len,
		 in_place ? " in place" : "",
		 ret < 0 ? strerror(-ret) : "wrong result");
}

static void *work(void *arg)
{
	struct user *u = arg;
	unsigned long round;
	unsigned int m;

	for (round = 0; round < u->rounds; round++)
		for (m = 0; m < MODES; m++)
			one(u, m);
	return NULL;
}

static int user_open(struct user *u, const char *suffix)
{
	char driver[64];
	unsigned int m;
	int ret;

	for (m = 0; m < MODES; m++) {
		snprintf(driver, sizeof(driver), "%s-%s", modes[m].driver,
			 suffix);
		ret = kcapi_cipher_init(&u->handles[m], driver, 0);
		if (ret)
			return ret;
		draw_bytes(u, u->keys[m], modes[m].key);
		ret = kcapi_cipher_setkey(u->handles[m], u->keys[m],
					  modes[m].key);
		if (ret)
			return ret;
	}
	return 0;
}

int main(int argc, char **argv)
{
	unsigned long threads = option(argc, argv, "--threads", 8);
	unsigned long rounds = option(argc, argv, "--rounds", 20);
	const char *suffix = option_text(argc, argv, "--suffix", "warpcrypt");
	struct user *users = calloc(threads, sizeof(*users));
	unsigned long i, done, wrong;
	unsigned int m;
	int ret;

	ktap_start();
	for (i = 0; i < threads; i++) {
		users[i].random = 0x9e3779b97f4a7c15u * (i + 1);
		users[i].rounds = rounds;
		ret = user_open(&users[i], suffix);
		if (ret) {
			ktap_ok(false, "sockets of thread %lu: %s", i,
				strerror(-ret));
			return ktap_finish();
		}
	}
	for (i = 0; i < threads; i++)
		pthread_create(&users[i].thread, NULL, work, &users[i]);
	for (i = 0; i < threads; i++) {
		pthread_join(users[i].thread, NULL);
		if (users[i].note[0])
			ktap_note("thread %lu: %s", i, users[i].note);
	}
	for (m = 0; m < MODES; m++) {
		for (done = wrong = i = 0; i < threads; i++) {
			done += users[i].done[m];
			wrong += users[i].wrong[m];
		}
		ktap_ok(done && !wrong, "%s on %lu sockets # %lu requests",
			modes[m].evp, threads, done);
	}
	for (i = 0; i < threads; i++)
		for (m = 0; m < MODES; m++)
			kcapi_cipher_destroy(users[i].handles[m]);
	free(users);
	return ktap_finish();
}
