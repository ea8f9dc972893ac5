/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel's crypto API has: /proc/crypto.
 */
#ifndef WARPCRYPT_CTL_CRYPTO_H
#define WARPCRYPT_CTL_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct crypto_alg - one implementation of one algorithm
 * @name: the algorithm, as in xts(kuznyechik)
 * @driver: the implementation
 * @module: what module has it; kernel: none
 * @type: skcipher, kpp, ...
 * @selftest: passed, or another word
 * @priority: of implementations of one algorithm, users get that with the highest
 * @async: requests may be done later
 * @internal: only for other algorithms
 */
struct crypto_alg {
	char name[128];
	char driver[128];
	char module[64];
	char type[32];
	char selftest[32];
	int priority;
	bool async;
	bool internal;
};

/**
 * struct crypto_algs - all implementations
 * @count: entries of @all
 * @all: by algorithm, the highest priority first
 */
struct crypto_algs {
	size_t count;
	struct crypto_alg *all;
};

int crypto_read(struct crypto_algs *algs);
void crypto_free(struct crypto_algs *algs);
bool crypto_is_ours(const struct crypto_alg *alg);
const struct crypto_alg *crypto_best(const struct crypto_algs *algs,
				     const char *name, bool may_be_async);

#endif /* WARPCRYPT_CTL_CRYPTO_H */
