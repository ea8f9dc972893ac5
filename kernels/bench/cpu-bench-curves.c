// SPDX-License-Identifier: GPL-2.0-only
/*
 * 25519 and P-256 on one core: every engine of kernels/cpu/x25519.h and kernels/cpu/wei.h
 * that this CPU can run, and OpenSSL in the same run, by the thread's own CPU time.
 *
 * OpenSSL's [k]B is its Ed25519 public key, including a SHA-512; it has no function
 * for [k]P. Of P-256: ECDH keys and key agreements, one EVP_PKEY each made before.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <openssl/ec.h>
#include <openssl/evp.h>

#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"

#define BATCH	1024
#define SECONDS	0.7

static uint8_t scalars[BATCH][32], points[BATCH][32], out[BATCH][64];
static uint8_t p256_points[BATCH][WCWEI_POINT_BYTES];

/* A batch by an engine of the curve, or by OpenSSL. */
typedef void operation(const void *engine);

/* An operation. @openssl: NULL: it has none. */
struct column {
	const char *name;
	operation *openssl;
	operation *ours;
};

static void openssl_derive(EVP_PKEY *mine, EVP_PKEY *theirs)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(mine, NULL);
	size_t len = 32;

	if (!ctx || !theirs || EVP_PKEY_derive_init(ctx) <= 0 ||
	    EVP_PKEY_derive_set_peer(ctx, theirs) <= 0)
		errx(1, "OpenSSL derives nothing");
	for (int i = 0; i < BATCH; i++)
		if (EVP_PKEY_derive(ctx, out[0], &len) <= 0)
			errx(1, "OpenSSL derives nothing");
	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(mine);
	EVP_PKEY_free(theirs);
}

static EVP_PKEY *openssl_private(int type, int i)
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, scalars[i], 32);

	if (!key)
		errx(1, "OpenSSL makes no key");
	return key;
}

static EVP_PKEY *openssl_generate(void)
{
	EVP_PKEY *key = EVP_EC_gen("P-256");

	if (!key)
		errx(1, "OpenSSL makes no key");
	return key;
}

static void openssl_shared(const void *engine)
{
	(void)engine;
	openssl_derive(openssl_private(EVP_PKEY_X25519, 0),
		       EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL,
						   points[0], 32));
}

static void openssl_public(const void *engine)
{
	(void)engine;
	for (int i = 0; i < BATCH; i++)
		EVP_PKEY_free(openssl_private(EVP_PKEY_X25519, i));
}

static void openssl_base(const void *engine)
{
	(void)engine;
	for (int i = 0; i < BATCH; i++)
		EVP_PKEY_free(openssl_private(EVP_PKEY_ED25519, i));
}

static void openssl_p256_base(const void *engine)
{
	(void)engine;
	for (int i = 0; i < BATCH; i++)
		EVP_PKEY_free(openssl_generate());
}

static void openssl_p256_mult(const void *engine)
{
	(void)engine;
	openssl_derive(openssl_generate(), openssl_generate());
}

static void shared(const void *engine)
{
	wc25519_shared(engine, out[0], scalars[0], points[0], BATCH, NULL);
}

static void public(const void *engine)
{
	wc25519_public(engine, out[0], scalars[0], BATCH);
}

static void base(const void *engine)
{
	wc25519_base(engine, out[0], scalars[0], BATCH);
}

static void mult(const void *engine)
{
	wc25519_mult(engine, out[0], scalars[0], points[0], BATCH, NULL);
}

static void p256_base(const void *engine)
{
	wcwei_base(&wcwei_p256, engine, out[0], scalars[0], BATCH, NULL);
}

static void p256_mult(const void *engine)
{
	wcwei_mult(&wcwei_p256, engine, out[0], scalars[0], p256_points[0],
		   BATCH, NULL);
}

static const struct column of_25519[] = {
	{ "X25519", openssl_shared, shared },
	{ "public key", openssl_public, public },
	{ "[k]B", openssl_base, base },
	{ "[k]P", NULL, mult },
	{ 0 }
}, of_p256[] = {
	{ "[k]G", openssl_p256_base, p256_base },
	{ "[k]P", openssl_p256_mult, p256_mult },
	{ 0 }
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* @engine: NULL: OpenSSL */
static void row(const char *name, const void *engine, const struct column *c)
{
	printf("%-12s", name);
	for (; c->name; c++) {
		operation *op = engine ? c->ours : c->openssl;
		double start, took = 0;
		long done = 0;

		if (!op) {
			printf(" %14s", "-");
			continue;
		}
		op(engine);
		for (start = now(); took < SECONDS; took = now() - start) {
			op(engine);
			done += BATCH;
		}
		printf(" %14.0f", done / took);
		fflush(stdout);
	}
	putchar('\n');
}

static void head(const char *name, const struct column *c)
{
	printf("%-12s", name);
	for (const struct column *at = c; at->name; at++)
		printf(" %14s", at->name);
	putchar('\n');
	row("OpenSSL", NULL, c);
}

int main(void)
{
	const struct wc_curve_engine *e = NULL, *w = NULL;

	/* Without the first byte they are below P-256's order. */
	for (int i = 0; i < BATCH; i++)
		for (int j = 1; j < 32; j++)
			scalars[i][j] = rand() >> 8;
	/* Points of [k]P and of X25519 alike: [k]B. */
	wc25519_base(NULL, points[0], scalars[0], BATCH);
	if (wcwei_base(&wcwei_p256, NULL, p256_points[0], scalars[0], BATCH, NULL))
		errx(1, "a scalar without a result");
	printf("per second and core, batches of %d\n", BATCH);
	head("25519", of_25519);
	while ((e = wc_curve_engine_next(wc25519_engines, e)))
		row(e->name, e, of_25519);
	head("P-256", of_p256);
	while ((w = wc_curve_engine_next(wcwei_engines(&wcwei_p256), w)))
		row(w->name, w, of_p256);
	return 0;
}
