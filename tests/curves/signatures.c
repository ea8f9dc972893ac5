// SPDX-License-Identifier: GPL-2.0-only
/* One call of the library, and what it says compared with what it should say. Numbers of ECDSA. */
#include <stdlib.h>
#include <string.h>

#include "tests/curves/signatures.h"

/* What the library gets: its arrays. */
struct arrays {
	uint8_t *keys;
	uint8_t (*signatures)[64];
	struct warpcrypt_message *messages;
	uint8_t (*hashes)[32];
	uint8_t *status;
};

static void alloc(struct arrays *a, size_t key_len, const struct signature *s,
		  size_t count)
{
	size_t i;

	a->keys = check_alloc(count, key_len);
	a->signatures = check_alloc(count, sizeof(*a->signatures));
	a->messages = check_alloc(count, sizeof(*a->messages));
	a->hashes = check_alloc(count, sizeof(*a->hashes));
	a->status = check_alloc(count + 1, 1);
	for (i = 0; i < count; i++) {
		memcpy(a->keys + i * key_len, s[i].key, key_len);
		memcpy(a->signatures[i], s[i].signature,
		       sizeof(s[i].signature));
		a->messages[i].bytes = s[i].message;
		a->messages[i].len = s[i].len;
		memcpy(a->hashes[i], s[i].message, sizeof(a->hashes[i]));
	}
	memset(a->status, 0xee, count + 1);
}

static void release(struct arrays *a)
{
	free(a->keys);
	free(a->signatures);
	free(a->messages);
	free(a->hashes);
	free(a->status);
}

/* Check signatures in one call; @t counts them, and those about which the library is wrong. */
void signatures_check(struct check *c, enum warpcrypt_scheme scheme,
		      const struct signature *s, size_t count, struct tally *t)
{
	bool edwards = scheme != WARPCRYPT_ECDSA_P256;
	struct warpcrypt_signatures all = {
		.size = sizeof(all), .scheme = scheme, .count = count,
	};
	struct arrays a;
	size_t i;

	alloc(&a, edwards ? 32 : 64, s, count);
	all.keys = a.keys;
	all.signatures = (const uint8_t (*)[64])a.signatures;
	all.messages = edwards ? a.messages : NULL;
	all.hashes = edwards ? NULL : (const uint8_t (*)[32])a.hashes;
	all.status = a.status;
	if (warpcrypt_run_signatures(c->w, &all))
		die("%s", warpcrypt_error());
	for (i = 0; i < count; i++) {
		bool want = scheme == WARPCRYPT_ED25519_BATCH ? s[i].cofactor :
								s[i].want;

		t->done++;
		if (a.status[i] != !want)
			ktap_wrong(t, "%s: status %u, and it is %s", s[i].what,
				   a.status[i], want ? "valid" : "not valid");
	}
	if (a.status[count] != 0xee)
		ktap_wrong(t, "a status more than there are signatures");
	release(&a);
}

/* In [1, n - 1]: n has 32 ones on top. */
void p256_random_scalar(uint8_t k[32], struct test_rand *r)
{
	rand_fill(r, k, 32);
	k[0] &= 0x7f;
	k[31] |= 1;
}

/* n - @a; @out may be @a. */
void p256_minus(uint8_t out[32], const uint8_t a[32])
{
	int borrow = 0, i;
	uint8_t n[32];

	from_hex(n, P256_ORDER);
	for (i = 31; i >= 0; i--) {
		borrow += n[i] - a[i];
		out[i] = (uint8_t)borrow;
		borrow >>= 8;
	}
}
