// SPDX-License-Identifier: GPL-2.0-only
/*
 * 25519 on one core: every engine of kernels/cpu/x25519.h that this CPU can run, and
 * OpenSSL in the same run, by the thread's own CPU time.
 *
 * OpenSSL's [k]B is its Ed25519 public key, including a SHA-512; it has no function
 * for [k]P.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <openssl/evp.h>

#include "kernels/cpu/x25519.h"

#define BATCH	1024
#define SECONDS	0.7

static uint8_t scalars[BATCH * 32], points[BATCH * 32], out[BATCH * 32];

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void openssl_shared(const struct wc25519_engine *e)
{
	EVP_PKEY *a = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL,
						   scalars, 32);
	EVP_PKEY *b = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL,
						  points, 32);
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(a, NULL);
	size_t len = 32;

	(void)e;
	if (!a || !b || !ctx || EVP_PKEY_derive_init(ctx) <= 0 ||
	    EVP_PKEY_derive_set_peer(ctx, b) <= 0)
		exit(1);
	for (int i = 0; i < BATCH; i++)
		if (EVP_PKEY_derive(ctx, out, &len) <= 0)
			exit(1);
	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(a);
	EVP_PKEY_free(b);
}

static void openssl_key(int type)
{
	for (int i = 0; i < BATCH; i++) {
		EVP_PKEY *a = EVP_PKEY_new_raw_private_key(type, NULL,
							   scalars + 32 * i, 32);

		if (!a)
			exit(1);
		EVP_PKEY_free(a);
	}
}

static void openssl_public(const struct wc25519_engine *e)
{
	(void)e;
	openssl_key(EVP_PKEY_X25519);
}

static void openssl_base(const struct wc25519_engine *e)
{
	(void)e;
	openssl_key(EVP_PKEY_ED25519);
}

static void shared(const struct wc25519_engine *e)
{
	wc25519_shared(e, out, scalars, points, BATCH, NULL);
}

static void public(const struct wc25519_engine *e)
{
	wc25519_public(e, out, scalars, BATCH);
}

static void base(const struct wc25519_engine *e)
{
	wc25519_base(e, out, scalars, BATCH);
}

static void base_vartime(const struct wc25519_engine *e)
{
	wc25519_base_vartime(e, out, scalars, BATCH);
}

static void mult(const struct wc25519_engine *e)
{
	wc25519_mult(e, out, scalars, points, BATCH, NULL);
}

typedef void (*operation)(const struct wc25519_engine *e);

static void row(const char *name, const struct wc25519_engine *e,
		const operation ops[5])
{
	printf("%-12s", name);
	for (int i = 0; i < 5; i++) {
		double start, took = 0;
		long done = 0;

		if (!ops[i]) {
			printf(" %14s", "-");
			continue;
		}
		ops[i](e);
		for (start = now(); took < SECONDS; took = now() - start) {
			ops[i](e);
			done += BATCH;
		}
		printf(" %14.0f", done / took);
		fflush(stdout);
	}
	putchar(10);
}

int main(void)
{
	static const operation engine_ops[5] = { shared, public, base,
						 base_vartime, mult };
	static const operation openssl_ops[5] = { openssl_shared,
						  openssl_public, openssl_base };
	const struct wc25519_engine *e = NULL;

	for (int i = 0; i < BATCH * 32; i++)
		scalars[i] = rand() >> 8;
	/* Points of [k]P and of X25519 alike: [k]B. */
	wc25519_base(NULL, points, scalars, BATCH);
	printf("per second and core, batches of %d\n%-12s %14s %14s %14s %14s %14s\n",
	       BATCH, "", "X25519", "public key", "[k]B", "[k]B vartime", "[k]P");
	row("OpenSSL", NULL, openssl_ops);
	while ((e = wc25519_engine_next(e)))
		row(wc25519_engine_name(e), e, engine_ops);
	return 0;
}
