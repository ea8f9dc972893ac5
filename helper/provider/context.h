/* SPDX-License-Identifier: GPL-2.0-only */
/* What all operations of a provider share. */
#ifndef WARPCRYPT_PROVIDER_CONTEXT_H
#define WARPCRYPT_PROVIDER_CONTEXT_H

#include <stdatomic.h>
#include <stdint.h>

#include <openssl/core.h>

#include "helper/provider/base.h"
#include "helper/provider/config.h"

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

/**
 * struct wp_context - a provider, as it was loaded into one library context
 * @config: its options
 * @base: OpenSSL's own algorithms
 * @counts: what was done
 */
struct wp_context {
	struct wp_config config;
	struct wp_base base;
	struct wp_counts counts;
};

#endif /* WARPCRYPT_PROVIDER_CONTEXT_H */
