// SPDX-License-Identifier: GPL-2.0-only
/*
 * P-256 on one core: every engine of kernels/cpu/wei.h that this CPU can run, and
 * OpenSSL in the same run, by the thread's own CPU time. OpenSSL: ECDH keys and key
 * agreements, one EVP_PKEY each made before.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <openssl/ec.h>
#include <openssl/evp.h>

#include "kernels/cpu/wei.h"

#define BATCH	1024
#define SECONDS	0.7

static uint8_t scalars[BATCH][WCWEI_SCALAR_BYTES];
static uint8_t points[BATCH][WCWEI_POINT_BYTES], out[BATCH][WCWEI_POINT_BYTES];

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

static EVP_PKEY *generate(void)
{
	EVP_PKEY *key = EVP_EC_gen("P-256");

	if (!key)
		errx(1, "OpenSSL makes no key");
	return key;
}

static void openssl_base(const struct wcwei_engine *e)
{
	(void)e;
	for (int i = 0; i < BATCH; i++)
		EVP_PKEY_free(generate());
}

static void openssl_mult(const struct wcwei_engine *e)
{
	EVP_PKEY *mine = generate(), *theirs = generate();
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(mine, NULL);
	size_t len = 32;

	(void)e;
	if (!ctx || EVP_PKEY_derive_init(ctx) <= 0 ||
	    EVP_PKEY_derive_set_peer(ctx, theirs) <= 0)
		errx(1, "OpenSSL derives nothing");
	for (int i = 0; i < BATCH; i++)
		if (EVP_PKEY_derive(ctx, out[0], &len) <= 0)
			errx(1, "OpenSSL derives nothing");
	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(mine);
	EVP_PKEY_free(theirs);
}

static void base(const struct wcwei_engine *e)
{
	wcwei_base(&wcwei_p256, e, out[0], scalars[0], BATCH, NULL);
}

static void mult(const struct wcwei_engine *e)
{
	wcwei_mult(&wcwei_p256, e, out[0], scalars[0], points[0], BATCH, NULL);
}

typedef void (*operation)(const struct wcwei_engine *e);

static void row(const char *name, const struct wcwei_engine *e, operation first,
		operation second)
{
	const operation ops[2] = { first, second };

	printf("%-12s", name);
	for (int i = 0; i < 2; i++) {
		double start, took = 0;
		long done = 0;

		ops[i](e);
		for (start = now(); took < SECONDS; took = now() - start) {
			ops[i](e);
			done += BATCH;
		}
		printf(" %14.0f", done / took);
		fflush(stdout);
	}
	putchar('\n');
}

int main(void)
{
	const struct wcwei_engine *e = NULL;

	for (int i = 0; i < BATCH; i++)
		for (int j = 1; j < WCWEI_SCALAR_BYTES; j++)
			scalars[i][j] = rand() >> 8;
	if (wcwei_base(&wcwei_p256, NULL, points[0], scalars[0], BATCH, NULL))
		errx(1, "a scalar without a result");
	printf("per second and core, batches of %d\n%-12s %14s %14s\n", BATCH, "",
	       "[k]G", "[k]P");
	row("OpenSSL", NULL, openssl_base, openssl_mult);
	while ((e = wcwei_engine_next(&wcwei_p256, e)))
		row(wcwei_engine_name(e), e, base, mult);
	return 0;
}
