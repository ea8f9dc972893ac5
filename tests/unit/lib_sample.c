// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/lib_sample.h"

#include <stdlib.h>
#include <string.h>

#include "helper/transport/names.h"
#include "tests/unit/model.h"
#include "tests/unit/unit.h"

void sample_key(struct warpcrypt *w, struct test_key *k, struct test_rand *r,
		uint8_t cipher, uint8_t mode, uint16_t len)
{
	if (WARPCRYPT_IS_XTS(mode))
		len *= 2;
	memset(&k->theirs, 0, sizeof(k->theirs));
	k->theirs.cipher = cipher;
	k->theirs.mode = mode;
	k->theirs.len = len;
	rand_fill(r, k->theirs.key, len);
	if (warpcrypt_key(w, &k->ours, wc_name_of_cipher(cipher),
			  wc_name_of_mode(cipher, mode), k->theirs.key, len))
		fail_msg("%s", warpcrypt_error());
}

uint8_t *sample_expected(const struct warpcrypt_request *q, const struct warpcrypt_key *key)
{
	struct warpcrypt_desc desc = {
		.cipher = key->cipher, .mode = key->mode, .len = (uint32_t)q->len,
	};
	uint8_t *want = malloc(q->len + 1);
	const uint8_t *src = q->src;
	size_t i;

	assert_non_null(want);
	memcpy(desc.iv, q->iv, sizeof(desc.iv));
	if (q->decrypt && key->mode != WARPCRYPT_MODE_CTR)
		desc.flags = WARPCRYPT_DESC_DECRYPT;
	memcpy(want, src, q->len);
	if (q->len)
		model_payload(&desc, key, want);
	/* The model makes keystream. */
	for (i = 0; i < q->len && key->mode == WARPCRYPT_MODE_CTR; i++)
		want[i] ^= src[i];
	return want;
}

void sample_init(struct sample *s, const struct test_key *key,
		 struct test_rand *r, bool decrypt, size_t len)
{
	struct warpcrypt_request *q = &s->request;
	size_t shift = rand_below(r, 20);
	bool in_place = rand_below(r, 2);
	uint8_t *src;

	s->key = key;
	s->mem = malloc(2 * (len + 20) + 1);
	assert_non_null(s->mem);
	src = s->mem + shift;
	rand_fill(r, src, len);
	memset(q, 0, sizeof(*q));
	q->size = sizeof(*q);
	q->key = key->ours;
	q->decrypt = decrypt;
	q->src = src;
	q->dst = in_place ? src : src + len + rand_below(r, 20);
	q->len = len;
	rand_fill(r, q->iv, 16);
	/* One in four counters carries through all bytes. */
	if (!rand_below(r, 4))
		memset(q->iv, 0xff, 15);
	s->want = sample_expected(q, &key->theirs);
}

void sample_check(struct sample *s)
{
	const struct warpcrypt_key *k = &s->key->theirs;

	if (memcmp(s->request.dst, s->want, s->request.len))
		fail_msg("%s in %s, key of %u bytes, %s, %zu bytes: wrong",
			 wc_name_of_cipher(k->cipher),
			 wc_name_of_mode(k->cipher, k->mode), k->len,
			 s->request.decrypt ? "decrypting" : "encrypting",
			 s->request.len);
	free(s->mem);
	free(s->want);
}

size_t sample_length(const struct test_key *key, size_t len)
{
	switch (key->theirs.mode) {
	case WARPCRYPT_MODE_CTR:
		return len;
	case WARPCRYPT_MODE_XTS:
	case WARPCRYPT_MODE_XTS_GB:
		return len && len < 16 ? len + 16 : len;
	default:
		return len / 16 * 16;
	}
}
