/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel's crypto API has: /proc/crypto.
 */
#ifndef WARPCRYPT_CTL_CRYPTO_H
#define WARPCRYPT_CTL_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>

/* One implementation of one algorithm. */
struct crypto_alg {
	char name[128];		/* the algorithm, as in xts(kuznyechik) */
	char driver[128];	/* the implementation */
	char module[64];	/* what module has it; kernel: none */
	char type[32];		/* skcipher, kpp, ... */
	char selftest[32];	/* passed, or another word */
	int priority;	/* of implementations of one algorithm, users get that with the highest */
	bool async;		/* requests may be done later */
	bool internal;		/* only for other algorithms */
};

struct crypto_algs {
	size_t count;
	struct crypto_alg *all;	/* by algorithm, the highest priority first */
};

int crypto_read(struct crypto_algs *algs);
void crypto_free(struct crypto_algs *algs);
bool crypto_is_ours(const struct crypto_alg *alg);
const struct crypto_alg *crypto_best(const struct crypto_algs *algs,
				     const char *name, bool may_be_async);

#endif /* WARPCRYPT_CTL_CRYPTO_H */
