/* SPDX-License-Identifier: GPL-2.0-only */
/* What all operations of a provider share: options, OpenSSL's own algorithms, counts. */
#ifndef WARPCRYPT_PROVIDER_CONTEXT_H
#define WARPCRYPT_PROVIDER_CONTEXT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <openssl/core_dispatch.h>
#include <openssl/provider.h>
#include <openssl/types.h>

/**
 * struct wp_config - options, from the provider's section of openssl.cnf
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

/**
 * struct wp_base - OpenSSL's own algorithms
 * @libctx: a library context of the provider's own that has them and nothing else: what the
 *	program has configured, such as properties that prefer this provider, does not lead
 *	back here
 * @provider: OpenSSL's default provider there
 */
struct wp_base {
	OSSL_LIB_CTX *libctx;
	OSSL_PROVIDER *provider;
};

/**
 * struct wp_counts - what the engine did, and what software did
 * @engine: requests of ciphers that the engine did
 * @engine_bytes: their bytes
 * @software: requests that software did in the calling thread
 * @software_bytes: their bytes
 * @points: scalar multiplications that the engine did
 * @software_points: those that OpenSSL's own X25519 did
 * @paused: how many of all those had an ASYNC_JOB that paused
 * @failed: how many the engine failed to do; software did them, or there was an error
 */
struct wp_counts {
	_Atomic uint64_t engine;
	_Atomic uint64_t engine_bytes;
	_Atomic uint64_t software;
	_Atomic uint64_t software_bytes;
	_Atomic uint64_t points;
	_Atomic uint64_t software_points;
	_Atomic uint64_t paused;
	_Atomic uint64_t failed;
};

/* A provider, as it was loaded into one library context. */
struct wp_context {
	struct wp_config config;
	struct wp_base base;
	struct wp_counts counts;
};

bool wp_config_read(struct wp_config *config, const OSSL_CORE_HANDLE *handle,
		    OSSL_FUNC_core_get_params_fn *get_params);

#endif /* WARPCRYPT_PROVIDER_CONTEXT_H */
