/* SPDX-License-Identifier: GPL-2.0-only */
/* X25519's keys, ours against OpenSSL's own. */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_KEYS_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/unit/rand.h"

/* One exchange, by us and by OpenSSL's own. */
struct exchange {
	uint8_t secret[32], peer[32];
	uint8_t public[32], shared[32];
	uint8_t our_public[32], our_shared[32];
	bool done;
};

void make_exchange(struct exchange *e, struct test_rand *r);
void do_exchange(struct exchange *e);
bool exchange_right(const struct exchange *e);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_KEYS_H */
