// SPDX-License-Identifier: GPL-2.0-only
/*
 * Signature checks, but for what check-curves does on one engine: every arithmetic
 * of the CPU's, integers modulo the orders, libwarpcrypt's arguments, batches that are
 * cancelled, and an engine that fails.
 *
 * Only this finds an arithmetic of the CPU's that judges a signature otherwise than OpenSSL.
 */
#include <errno.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>

#include "helper/engine/check_units.h"
#include "helper/lib/libwarpcrypt.h"
#include "kernels/cpu/order.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/x25519.h"
#include "kernels/curve/sha512.h"
#include "tests/reference/openssl_sign.h"
#include "tests/reference/openssl_wei.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/rand.h"
#include "tests/vectors/p256.h"

/* More than one of the smallest frames holds. */
#define CASES	600
#define P256_CASES	100
#define BATCHES	10
#define L_HEX	"1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed"

static struct test_rand source = { 25519 };
static uint8_t keys[CASES][32], signatures[CASES][64], ks[CASES][32];
static uint8_t text[CASES][2 * WC_CHECK_TEXT], want[CASES], status[CASES + 1];
static uint8_t others[BATCHES][CASES];
static struct warpcrypt_message messages[CASES];

/* Of messages. Engines hash those of up to WC_CHECK_TEXT bytes, and the library longer ones. */
static const size_t lengths[] = {
	0, 1, 2, 19, 20, 47, 48, 63, 64, 65, 111, 112, 127, 128, 173, 174, 175, 176, 177, 349, 350,
};

#define LENGTHS	(sizeof(lengths) / sizeof(lengths[0]))

/* Of every third signature, in turn: one half, the other, the key, or what was signed. */
static void spoil(size_t i, uint8_t signature[64], uint8_t *key, size_t key_len, uint8_t *said)
{
	if (i % 12 == 0)
		signature[i % 32] ^= 1;
	if (i % 12 == 3)
		signature[32 + i % 32] ^= 1;
	if (i % 12 == 6)
		key[i % key_len] ^= 1;
	if (i % 12 == 9)
		said[0] ^= 1;
}

/* Signatures of which every third is spoiled. */
static int make_signatures(void **state)
{
	size_t i;

	(void)state;
	assert_int_equal(WC_CHECK_TEXT, 175);
	/* Not what it lacks at first, for other programs. */
	fake_engine_lacks = WARPCRYPT_CIPHER_NONE;
	for (i = 0; i < CASES; i++) {
		uint8_t all[64 + sizeof(text[i])], hash[64], seed[32];

		rand_fill(&source, seed, sizeof(seed));
		rand_fill(&source, text[i], sizeof(text[i]));
		messages[i].bytes = text[i];
		/* Each is spoiled in each way, and not spoiled. */
		messages[i].len = lengths[i % LENGTHS];
		if (!messages[i].len)
			messages[i].bytes = NULL;
		openssl_sign_ed25519(keys[i], signatures[i], seed, text[i],
				     messages[i].len);
		spoil(i, signatures[i], keys[i], 32, text[i]);
		want[i] = !openssl_check_ed25519(keys[i], signatures[i],
						 text[i], messages[i].len);
		memcpy(all, signatures[i], 32);
		memcpy(all + 32, keys[i], 32);
		memcpy(all + 64, text[i], messages[i].len);
		EVP_Digest(all, 64 + messages[i].len, hash, NULL, EVP_sha512(),
			   NULL);
		openssl_reduce(ks[i], hash, L_HEX);
	}
	return 0;
}

static size_t count_wrong(size_t n)
{
	size_t wrong = 0, i;

	for (i = 0; i < n; i++)
		wrong += want[i];
	return wrong;
}

/* All of the CPU's arithmetics, with vectors that are full and that are not. */
TEST(arithmetics)
{
	static const size_t counts[] = { 0, 1, 3, 7, 8, 9, 31, 33, 255, 257,
					 CASES };
	const struct wc_curve_engine *e = NULL;
	size_t c, i;

	assert_in_range(count_wrong(CASES), CASES / 6, CASES / 2);
	while ((e = wc_curve_engine_next(wc25519_engines, e))) {
		for (c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
			size_t n = counts[c];

			memset(status, 0xee, sizeof(status));
			assert_int_equal(wc25519_check_vartime(e, keys[0],
				signatures[0], ks[0], n, 0, status),
				count_wrong(n));
			for (i = 0; i < n; i++)
				assert_int_equal(status[i], want[i] ?
						 WC25519_NOT_VALID : WC25519_OK);
			assert_int_equal(status[n], 0xee);
		}
		assert_int_equal(wc25519_check_vartime(e, keys[0],
			signatures[0], ks[0], CASES, 0, NULL), count_wrong(CASES));
	}
}

/* The same of ECDSA. */
TEST(arithmetics_p256)
{
	static const size_t counts[] = { 0, 1, 7, 8, 9, 33, P256_CASES };
	static struct wc_check_p256 units[P256_CASES];
	static uint8_t checks[P256_CASES][WCWEI_CHECK_BYTES];
	uint8_t sig[64], wrong[P256_CASES];
	const struct wc_curve_engine *e = NULL;
	size_t c, i;

	for (i = 0; i < P256_CASES; i++) {
		uint8_t secret[32], nonce[32];

		rand_fill(&source, secret, sizeof(secret));
		rand_fill(&source, nonce, sizeof(nonce));
		rand_fill(&source, units[i].hash, 32);
		secret[0] = nonce[0] = 1;
		openssl_sign_p256(units[i].key, sig, secret, nonce, units[i].hash);
		spoil(i, sig, units[i].key, 64, units[i].hash);
		wrong[i] = !openssl_check_p256(units[i].key, sig, units[i].hash);
		assert_int_equal(wrong[i], i % 3 == 0);
		memcpy(units[i].r, sig, 32);
		memcpy(units[i].s, sig + 32, 32);
	}
	wc_check_p256_scalars(checks, units, P256_CASES);
	while ((e = wc_curve_engine_next(wcwei_engines(&wcwei_p256), e))) {
		for (c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
			size_t n = counts[c];

			memset(status, 0xee, sizeof(status));
			assert_int_equal(wcwei_check_vartime(&wcwei_p256, e,
				checks[0], n, status), (n + 2) / 3);
			for (i = 0; i < n; i++)
				assert_int_equal(status[i], wrong[i] ?
						 WCWEI_NOT_VALID : WCWEI_OK);
			assert_int_equal(status[n], 0xee);
		}
	}
}

/*
 * [u2]Q with u2 = 1 is Q, whose x is r: that is valid, but for r = 0, though there is such
 * a point.
 */
TEST(r_is_zero)
{
	static uint8_t checks[8][WCWEI_CHECK_BYTES];
	const struct wc_curve_engine *e = NULL;
	size_t n = 0, i;
	uint8_t x[32];

	for (i = 0; n < 8 && i < 100; i++) {
		memset(x, 0, sizeof(x));
		x[31] = (uint8_t)i;
		if (!openssl_wei_lift(NID_X9_62_prime256v1, checks[n], x, (int)i % 2))
			continue;
		checks[n][64] = (uint8_t)i;
		checks[n++][128] = 1;
	}
	assert_int_equal(n, 8);
	assert_int_equal(checks[0][64], 0);
	while ((e = wc_curve_engine_next(wcwei_engines(&wcwei_p256), e))) {
		assert_int_equal(wcwei_check_vartime(&wcwei_p256, e, checks[0], 8, status), 1);
		assert_int_equal(status[0], WCWEI_NOT_VALID);
	}
}

/* Numbers of which OpenSSL knows the same. */
static void check_reduce(const struct wc_order *o, const char *hex,
			 const uint64_t x[8])
{
	uint8_t expected[32];
	uint64_t r[4];

	openssl_reduce(expected, (const uint8_t *)x, hex);
	order_reduce(o, r, x);
	assert_memory_equal(r, expected, 32);
}

static void check_order(const struct wc_order *o, const char *hex)
{
	uint64_t x[8], a[40][4], saved[40][4], work[40][4], one[4] = { 1 };
	size_t i;

	for (i = 0; i < 20000; i++) {
		rand_fill(&source, x, sizeof(x));
		if (i % 3 == 0)
			memset(x, 0xff, i % 65);
		if (i % 5 == 0)
			memset(x, 0, i % 65);
		check_reduce(o, hex, x);
	}
	/* Multiples of the order, and their neighbours. */
	memset(x, 0, sizeof(x));
	memcpy(x + 4, o->m, 32);
	check_reduce(o, hex, x);
	x[0] = ~0ULL;
	check_reduce(o, hex, x);
	for (i = 0; i < 40; i++) {
		rand_fill(&source, a[i], 32);
		a[i][3] >>= 4;
	}
	memcpy(a[0], one, 32);
	memcpy(a[1], o->m, 32);
	a[1][0]--;
	memcpy(saved, a, sizeof(a));
	wc_order_invert_vartime(o, a, work, 40);
	/* (1 / a) a = 1 */
	for (i = 0; i < 40; i++) {
		uint64_t r[4];

		order_mul(o, r, saved[i], a[i]);
		assert_memory_equal(r, one, 32);
	}
}

/* The GPU's SHA-512, with junk behind the message. */
TEST(short_hashes)
{
	uint64_t in[64], hash[8], expected[8];
	uint32_t len;

	for (len = 0; len < sizeof(in); len++) {
		rand_fill(&source, in, sizeof(in));
		EVP_Digest(in, len, (uint8_t *)expected, NULL, EVP_sha512(),
			   NULL);
		sha512_short(hash, in, len);
		assert_memory_equal(hash, expected, sizeof(hash));
	}
}

TEST(orders)
{
	static const uint64_t zero[4], most[4] = { ~0ULL, ~0ULL, ~0ULL, ~0ULL };
	uint64_t x[4];

	check_order(&wc_order_25519, L_HEX);
	check_order(&wc_order_p256, P256_ORDER);
	assert_false(wc_order_is_scalar(&wc_order_p256, zero));
	assert_false(wc_order_is_scalar(&wc_order_p256, most));
	memcpy(x, wc_order_p256.m, 32);
	assert_false(wc_order_is_scalar(&wc_order_p256, x));
	x[0]--;
	assert_true(wc_order_is_scalar(&wc_order_p256, x));
	memset(x, 0, sizeof(x));
	x[3] = 1;
	assert_true(wc_order_is_scalar(&wc_order_p256, x));
}

static struct warpcrypt_signatures all_of_them(void)
{
	memset(status, 0xee, sizeof(status));
	return (struct warpcrypt_signatures) {
		.size = sizeof(struct warpcrypt_signatures),
		.scheme = WARPCRYPT_ED25519, .count = CASES, .keys = keys[0],
		.signatures = (const uint8_t (*)[64])signatures,
		.messages = messages, .status = status,
	};
}

static void expect_all(void)
{
	assert_memory_equal(status, want, CASES);
	assert_int_equal(status[CASES], 0xee);
}

/* The scheme is there if its group is. */
TEST(lacking)
{
	const uint8_t hash[32] = { 0 };
	struct warpcrypt_signatures s;
	struct warpcrypt *w;

	fake_engine_lacks = WARPCRYPT_CIPHER_EDWARDS25519;
	w = lib_open("cuda");
	fake_engine_lacks = WARPCRYPT_CIPHER_NONE;
	s = all_of_them();
	assert_int_equal(warpcrypt_run_signatures(w, &s), -EOPNOTSUPP);
	assert_non_null(strstr(warpcrypt_error(), "such signatures"));
	assert_int_equal(status[0], 2);
	s.scheme = WARPCRYPT_ECDSA_P256;
	s.hashes = &hash;
	s.count = 1;
	assert_int_equal(warpcrypt_run_signatures(w, &s), 0);
	assert_int_equal(status[0], 1);
	warpcrypt_close(w);
}

/* The threads' own engines, and one that they share. */
TEST_LIB(library, LIB_EITHER)
{
	struct warpcrypt_signatures s = all_of_them();
	struct warpcrypt_batch *batch[BATCHES];
	size_t i;

	assert_int_equal(warpcrypt_run_signatures(w, &s), 0);
	expect_all();
	s = all_of_them();
	s.count = 0;
	assert_int_equal(warpcrypt_run_signatures(w, &s), 0);
	assert_int_equal(status[0], 0xee);
	/* Many at a time; they say the same of the same. */
	s = all_of_them();
	for (i = 0; i < BATCHES; i++) {
		s.status = others[i];
		assert_int_equal(warpcrypt_submit_signatures(w, &s, &batch[i]),
				 0);
	}
	for (i = 0; i < BATCHES; i++) {
		assert_int_equal(warpcrypt_wait(batch[i]), 0);
		assert_memory_equal(others[i], want, CASES);
	}
}

/* @kept: the statuses cannot be written. */
#define WRONG_KEPT(code, change, text, kept) do {			\
	s = all_of_them();						\
	change;								\
	assert_int_equal(warpcrypt_run_signatures(w, &s), code);	\
	assert_non_null(strstr(warpcrypt_error(), text));		\
	assert_int_equal(status[0], kept ? 0xee : 2);			\
} while (0)

#define WRONG(code, change, text) WRONG_KEPT(code, change, text, false)

TEST_LIB(arguments, "cpu")
{
	struct warpcrypt_signatures s = { .size = 0 };
	struct warpcrypt_request r = { .size = sizeof(r) };
	struct warpcrypt_work work = {
		.size = sizeof(work), .signatures = &s, .requests = &r,
		.count = 1,
	};
	struct warpcrypt_batch *batch;

	WRONG(-EINVAL, s.scheme = 0, "scheme 0");
	WRONG(-EINVAL, s.scheme = 99, "scheme 99");
	WRONG(-EINVAL, s.flags = 1, "flag");
	WRONG_KEPT(-EINVAL, s.size = 8, "size", true);
	WRONG(-EINVAL, s.keys = NULL, "keys");
	WRONG(-EINVAL, s.signatures = NULL, "signatures");
	WRONG_KEPT(-EINVAL, s.status = NULL, "status", true);
	WRONG(-EINVAL, s.messages = NULL, "messages");
	WRONG(-EINVAL, s.scheme = WARPCRYPT_ECDSA_P256, "hashes");
	WRONG_KEPT(-EINVAL, s.count = SIZE_MAX, "too many", true);
	s = all_of_them();
	assert_int_equal(warpcrypt_begin(w, &work, &batch), -EINVAL);
	assert_non_null(strstr(warpcrypt_error(), "one of them"));
}

/* A message that is NULL fails alone; it is not checked, and all others are. */
TEST_LIB(missing, LIB_EITHER)
{
	struct warpcrypt_signatures s = all_of_them();
	struct warpcrypt_message some[CASES];

	memcpy(some, messages, sizeof(some));
	some[5].bytes = NULL;
	some[CASES - 1].bytes = NULL;
	some[CASES - 1].len = 1;
	s.messages = some;
	assert_int_equal(warpcrypt_run_signatures(w, &s), -EINVAL);
	assert_non_null(strstr(warpcrypt_error(), "message 5"));
	assert_int_equal(status[5], 2);
	assert_int_equal(status[CASES - 1], 2);
	assert_memory_equal(status, want, 5);
	assert_memory_equal(status + 6, want + 6, CASES - 7);
}

/* What was not begun is said to be not checked. */
TEST_LIB(cancelled, "cuda")
{
	struct warpcrypt_signatures s = all_of_them();
	struct warpcrypt_batch *batch[BATCHES];
	const size_t last = BATCHES - 1;
	size_t i;

	/* The frames of both threads have room for three batches. */
	pthread_mutex_lock(&fake_engine_gate);
	for (i = 0; i < BATCHES; i++) {
		s.status = others[i];
		assert_int_equal(warpcrypt_submit_signatures(w, &s, &batch[i]),
				 0);
	}
	assert_int_equal(warpcrypt_cancel(batch[last]), CASES);
	pthread_mutex_unlock(&fake_engine_gate);
	for (i = 0; i < last; i++) {
		assert_int_equal(warpcrypt_wait(batch[i]), 0);
		assert_memory_equal(others[i], want, CASES);
	}
	assert_int_equal(warpcrypt_wait(batch[last]), -ECANCELED);
	for (i = 0; i < CASES; i++)
		assert_int_equal(others[last][i], 2);
}

/* Nothing is valid that was not checked. */
TEST(engine_breaks)
{
	struct warpcrypt *w = lib_open("cuda");
	struct warpcrypt_signatures s = all_of_them();
	size_t i;

	fake_engine_breaks = true;
	assert_int_equal(warpcrypt_run_signatures(w, &s), -EIO);
	fake_engine_breaks = false;
	for (i = 0; i < CASES; i++)
		assert_int_equal(status[i], 2);
	assert_int_equal(status[CASES], 0xee);
	warpcrypt_close(w);
}

#define PACKED	60

/* Messages of one length, at equal distances. */
TEST_LIB(packed, "cpu")
{
	static uint8_t all[PACKED][200], key[PACKED][32], sig[PACKED][64];
	/* Hashed by the engine, and by the library. */
	static const size_t lengths[] = { 0, 7, 174, 175, 176, 177, 200 };
	struct warpcrypt_signatures s = {
		.size = sizeof(s), .scheme = WARPCRYPT_ED25519,
		.count = PACKED, .keys = key[0],
		.signatures = (const uint8_t (*)[64])sig, .status = status,
		.packed = all[0], .packed_stride = sizeof(all[0]),
	};
	uint8_t seed[32];
	size_t i, l;

	for (l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++) {
		s.packed_len = lengths[l];
		for (i = 0; i < PACKED; i++) {
			rand_fill(&source, all[i], sizeof(all[i]));
			rand_fill(&source, seed, sizeof(seed));
			openssl_sign_ed25519(key[i], sig[i], seed, all[i],
					     s.packed_len);
			/* The last byte, if there is one. */
			if (i % 3 == 0 && s.packed_len)
				all[i][s.packed_len - 1] ^= 1;
		}
		assert_int_equal(warpcrypt_run_signatures(w, &s), 0);
		for (i = 0; i < PACKED; i++)
			assert_int_equal(status[i],
					 i % 3 == 0 && s.packed_len);
	}
	/* Without gaps. */
	s.packed_stride = 0;
	s.packed_len = sizeof(all[0]);
	assert_int_equal(warpcrypt_run_signatures(w, &s), 0);
	assert_int_equal(status[1], 0);
	assert_int_equal(status[3], 1);
	s.packed_stride = s.packed_len - 1;
	assert_int_equal(warpcrypt_run_signatures(w, &s), -EINVAL);
	s.packed_stride = 0;
	s.packed_len = SIZE_MAX / 4;
	assert_int_equal(warpcrypt_run_signatures(w, &s), -EINVAL);
	s.packed_len = 1;
	s.messages = messages;
	assert_int_equal(warpcrypt_run_signatures(w, &s), -EINVAL);
}

/* A signature's DER, by OpenSSL; returns its length. */
static size_t to_der(uint8_t *der, const uint8_t *r, size_t r_len,
		     const uint8_t s[32])
{
	ECDSA_SIG *sig = ECDSA_SIG_new();
	BIGNUM *a = BN_bin2bn(r, (int)r_len, NULL);
	BIGNUM *b = BN_bin2bn(s, 32, NULL);
	int len;

	assert_int_equal(ECDSA_SIG_set0(sig, a, b), 1);
	len = i2d_ECDSA_SIG(sig, &der);
	ECDSA_SIG_free(sig);
	assert_true(len > 0);
	return (size_t)len;
}

TEST(der)
{
	static const uint8_t zero[64];
	static const uint8_t minus_one[] = { 0x30, 6, 2, 1, 1, 2, 1, 0xff };
	uint8_t raw[64], got[64], der[256], wide[33];
	size_t len, i;

	for (i = 0; i < 500; i++) {
		rand_fill(&source, raw, sizeof(raw));
		/* Short numbers, and those whose topmost bit is set. */
		memset(raw, 0, i % 40 > 31 ? 0 : i % 40);
		if (i % 7 == 0)
			memset(raw + 32, 0, 31);
		len = to_der(der, raw, 32, raw + 32);
		memset(got, 0xee, sizeof(got));
		assert_int_equal(warpcrypt_signature_from_der(got, der, len),
				 0);
		assert_memory_equal(got, raw, sizeof(raw));
		REFUSED(-EINVAL, warpcrypt_signature_from_der(got, der, len - 1));
		assert_memory_equal(got, zero, sizeof(zero));
		der[len] = 0;
		REFUSED(-EINVAL, warpcrypt_signature_from_der(got, der, len + 1));
	}
	/* A length that is not as short as it can be: BER. */
	len = to_der(der, raw, 32, raw + 32);
	memmove(der + 3, der + 2, len - 2);
	der[2] = der[1];
	der[1] = 0x81;
	REFUSED(-EINVAL, warpcrypt_signature_from_der(got, der, len + 1));
	memset(wide, 1, sizeof(wide));
	len = to_der(der, wide, 33, raw + 32);
	REFUSED(-EINVAL, warpcrypt_signature_from_der(got, der, len));
	REFUSED(-EINVAL, warpcrypt_signature_from_der(got, minus_one,
						      sizeof(minus_one)));
	REFUSED(-EINVAL, warpcrypt_signature_from_der(got, der, 0));
	REFUSED(-EINVAL, warpcrypt_signature_from_der(got, der, SIZE_MAX));
}

UNIT_MAIN("signatures", make_signatures, NULL)
