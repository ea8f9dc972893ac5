// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/lib_mixture.h"

#include "tests/unit/builder.h"
#include "tests/unit/share.h"

/* With sanitizers fewer, but enough for several frames in flight. */
static size_t mixture_count(void)
{
	size_t count = unit_share(MIXTURE_REQUESTS);

	return count > MIXTURE_LEAST ? count : MIXTURE_LEAST;
}

void mixture_init(struct mixture *x, struct warpcrypt *w, struct test_rand *r,
		  uint32_t ciphers)
{
	uint16_t sizes[BUILDER_SIZES];
	uint8_t c, m;
	size_t i;

	for (i = 0; i < MIXTURE_KEYS; i++) {
		do {
			c = builder_ciphers[rand_below(r, BUILDER_CIPHERS)];
		} while (!(ciphers >> c & 1));
		do {
			m = (uint8_t)rand_below(r, WARPCRYPT_MODE_COUNT);
		} while (!builder_has(c, m));
		sample_key(w, &x->key[i], r, c, m, sizes[rand_below(r,
			 (uint32_t)builder_key_sizes(c, sizes))]);
	}
	x->count = mixture_count();
	for (i = 0; i < x->count; i++) {
		struct test_key *k = &x->key[rand_below(r, MIXTURE_KEYS)];
		uint32_t most = rand_below(r, 40) ? 1000 : 80000;
		uint32_t len = i < MIXTURE_LONG ? 80000 - i : rand_below(r, most);

		sample_init(&x->sample[i], k, r, rand_below(r, 2),
			    sample_length(k, len));
		x->request[i] = x->sample[i].request;
	}
}

void mixture_check(struct warpcrypt *w, struct mixture *x)
{
	size_t i;

	for (i = 0; i < x->count; i++)
		sample_check(&x->sample[i]);
	for (i = 0; i < MIXTURE_KEYS; i++)
		warpcrypt_key_free(w, x->key[i].ours);
}
