// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "kernels/cpu/cipher.h"
#include "kernels/cpu/modes.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"
#include "tests/leak/leak.h"

/* Points that are multiplied, and results; of the widest engine. */
#define MOST	64
/* Blocks that are many. */
#define BLOCKS	512

static uint8_t points_25519[MOST][WC25519_BYTES];
static uint8_t points_ed25519[MOST][WC25519_BYTES];
static uint8_t points_p256[MOST][WCWEI_POINT_BYTES];
static uint8_t out[BLOCKS * WC_CIPHER_BLOCK];
static struct wc_cipher_key keys[8];
static volatile uint64_t sink;

/* As many elements as an engine does side by side. */
#define N(c)	((c)->len / 32)

static void shared(const struct leak_case *c, const uint8_t *secret)
{
	wc25519_shared(c->with, out, secret, points_25519[0], N(c), NULL);
}

static void public(const struct leak_case *c, const uint8_t *secret)
{
	wc25519_public(c->with, out, secret, N(c));
}

static void base(const struct leak_case *c, const uint8_t *secret)
{
	wc25519_base(c->with, out, secret, N(c));
}

static void mult(const struct leak_case *c, const uint8_t *secret)
{
	wc25519_mult(c->with, out, secret, points_ed25519[0], N(c), NULL);
}

static void p256_base(const struct leak_case *c, const uint8_t *secret)
{
	wcwei_base(&wcwei_p256, c->with, out, secret, N(c), NULL);
}

static void p256_mult(const struct leak_case *c, const uint8_t *secret)
{
	wcwei_mult(&wcwei_p256, c->with, out, secret, points_p256[0], N(c), NULL);
}

static void encrypt(const struct leak_case *c, const uint8_t *secret)
{
	wc_cipher_blocks(c->with, false, out, secret, c->len / WC_CIPHER_BLOCK);
}

static void decrypt(const struct leak_case *c, const uint8_t *secret)
{
	wc_cipher_blocks(c->with, true, out, secret, c->len / WC_CIPHER_BLOCK);
}

/*
 * The secret is the first tweak: an IV's, which is encrypted first. Of many blocks a sum
 * would be measured that is nearly the same for all tweaks.
 */
static void xts(const struct leak_case *c, const uint8_t *secret)
{
	wc_cipher_xts(c->with, c->with, false, false, secret, 0, out, out,
		      2 * WC_CIPHER_BLOCK);
}

static void xts_gb(const struct leak_case *c, const uint8_t *secret)
{
	wc_cipher_xts(c->with, c->with, true, false, secret, 0, out, out,
		      2 * WC_CIPHER_BLOCK);
}

static void expand(const struct leak_case *c, const uint8_t *secret)
{
	static struct wc_cipher_key key;
	const struct wc_cipher_key *like = c->with;

	if (!wc_cipher_set_key(&key, like->cipher, secret, c->len))
		abort();
}

/* A comparison that ends at the first difference. */
static void compare(const struct leak_case *c, const uint8_t *secret)
{
	size_t i;

	for (i = 0; i < c->len; i++) {
		/* So that compilers cannot compare several at a time. */
		__asm__ volatile("" ::: "memory");
		if (secret[i] != (c->fix ? 1 : 0))
			break;
	}
	sink = i;
}

/* A product for each bit that is set, as a multiplication that skips zeros has. */
static void skip(const struct leak_case *c, const uint8_t *secret)
{
	uint64_t x = 3;

	for (size_t i = 0; i < 8 * c->len; i++) {
		x *= x;
		if (secret[i / 8] >> i % 8 & 1) {
			__asm__ volatile("" : "+r"(x));
			x *= 5;
		}
	}
	sink = x;
}

static void add_controls(void)
{
	struct leak_case *c;

	c = leak_add("control: ends at the first difference", "", 32);
	c->run = compare;
	c->leaks = true;
	c = leak_add("control: skips zeros", "", 32);
	c->run = skip;
	c->leaks = true;
}

static void add_25519(bool all_engines)
{
	static const struct {
		const char *name;
		void (*run)(const struct leak_case *c, const uint8_t *secret);
	} what[] = {
		{ "X25519", shared }, { "X25519 public keys", public },
		{ "[k]B", base }, { "[k]P", mult },
	};
	const struct wc_curve_engine *e = NULL;
	struct leak_case *c;

	while ((e = wc_curve_engine_next(wc25519_engines, e))) {
		for (size_t i = 0; i < 4; i++) {
			c = leak_add(what[i].name, e->name, 32 * e->lanes);
			c->run = what[i].run;
			c->with = e;
		}
		if (!all_engines)
			break;
	}
}

static void add_p256(bool all_engines)
{
	const struct wc_curve_engine *e = NULL;
	struct leak_case *c;

	while ((e = wc_curve_engine_next(wcwei_engines(&wcwei_p256), e))) {
		for (int i = 0; i < 2; i++) {
			c = leak_add(i ? "P-256 [k]P" : "P-256 [k]G", e->name,
				32 * e->lanes);
			c->run = i ? p256_mult : p256_base;
			c->fix = leak_fix_p256;
			c->with = e;
		}
		if (!all_engines)
			break;
	}
}

/* @min: bytes of a key. */
static void add_cipher(const char *name, struct wc_cipher_key *key, size_t min)
{
	static const uint8_t bytes[64];
	const size_t sizes[] = { 16, sizeof(out) };
	struct leak_case *c;

	if (!wc_cipher_set_key(key, wc_cipher_find(name), bytes, min))
		abort();
	c = leak_add(name, "key expansion", min);
	c->run = expand;
	c->with = key;
	for (int i = 0; i < 2; i++) {
		const uint32_t mode = i ? WARPCRYPT_MODE_XTS_GB :
					  WARPCRYPT_MODE_XTS;

		if (!(WARPCRYPT_CIPHER_MODES(key->cipher->number) >> mode & 1))
			continue;
		c = leak_add(name, i ? "XTS by GB/T 17964" : "XTS", WC_CIPHER_BLOCK);
		c->run = i ? xts_gb : xts;
		c->with = key;
	}
	for (int i = 0; i < 2; i++) {
		c = leak_add(name, i ? "encryption of 512 blocks" :
			     "encryption of one block", sizes[i]);
		c->run = encrypt;
		c->with = key;
		c = leak_add(name, i ? "decryption of 512 blocks" :
			     "decryption of one block", sizes[i]);
		c->run = decrypt;
		c->with = key;
	}
}

/* Add all that is measured: of each engine that this machine can run, or of the fastest only. */
void leak_cases(bool all_engines)
{
	uint8_t scalars[MOST][32] = { { 0 } };
	int i;

	for (i = 0; i < MOST; i++) {
		scalars[i][0] = 1;
		scalars[i][31] = i + 1;
	}
	wc25519_public(NULL, points_25519[0], scalars[0], MOST);
	wc25519_base(NULL, points_ed25519[0], scalars[0], MOST);
	wcwei_base(&wcwei_p256, NULL, points_p256[0], scalars[0], MOST, NULL);

	add_controls();
	add_25519(all_engines);
	add_p256(all_engines);
	i = 0;
#define ADD_CIPHER(NAME, name, number, key_min, ...)			\
	add_cipher(#name, &keys[i++], key_min);
	WARPCRYPT_CIPHERS(ADD_CIPHER)
}
