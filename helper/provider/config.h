/* SPDX-License-Identifier: GPL-2.0-only */
/* The provider's options, from its section of openssl.cnf. */
#ifndef WARPCRYPT_PROVIDER_CONFIG_H
#define WARPCRYPT_PROVIDER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/core_dispatch.h>

/**
 * struct wp_config - options
 * @backend: of libwarpcrypt: "auto", "cuda" or "cpu"
 * @threads: of libwarpcrypt; 0: its default
 * @keys: how many contexts can have their key in the engine at a time
 * @gpu: the number of the GPU
 * @min_bytes: shorter requests are done in the calling thread
 * @async_min_bytes: the same in an ASYNC_JOB, if OpenSSL itself has the cipher
 * @summary: when the provider is unloaded, print the counts to stderr
 */
struct wp_config {
	char backend[8];
	unsigned int threads;
	unsigned int keys;
	unsigned int gpu;
	size_t min_bytes;
	size_t async_min_bytes;
	bool summary;
};

bool wp_config_read(struct wp_config *config, const OSSL_CORE_HANDLE *handle,
		    OSSL_FUNC_core_get_params_fn *get_params);

#endif /* WARPCRYPT_PROVIDER_CONFIG_H */
