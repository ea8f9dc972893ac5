/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of the CPU engine, the lowest first. Requests are in a frame, and have passed
 * wc_view_desc(); @which are indices in @descs.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_CPU_ENGINE_H
#define WARPCRYPT_HELPER_ENGINE_CPU_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <openssl/evp.h>

#include "helper/transport/view.h"
#include "kernels/block/gf128.h"

/*
 * --- evp_cache.c: a cache of the libcrypto contexts of one worker, by slot and generation
 * of their keys. All contexts are made when the worker starts; setting a key does not
 * allocate.
 */

/*
 * What a context is used for. XTS has blocks with the first half of its key, and with the
 * second half those of the tweaks, which are always encrypted.
 */
enum wc_evp_use {
	WC_EVP_ECB_ENC,
	WC_EVP_ECB_DEC,
	WC_EVP_CTR,
	WC_EVP_CBC_ENC,
	WC_EVP_CBC_DEC,
	WC_EVP_XTS_ENC,
	WC_EVP_XTS_DEC,
	WC_EVP_XTS_TWEAK,
	WC_EVP_USES,
};

struct wc_evp_cache;

struct wc_evp_cache *wc_evp_cache_new(void);
void wc_evp_cache_free(struct wc_evp_cache *cache);
unsigned int wc_evp_cache_forget(struct wc_evp_cache *cache,
				 const struct wc_mapping *arena);
EVP_CIPHER_CTX *wc_evp_cache_get(struct wc_evp_cache *cache,
				 enum wc_evp_use use,
				 const struct wc_view *frame,
				 const struct warpcrypt_desc *desc);

/*
 * --- xts.c: XTS for any block cipher: the tweaks, the XORs and ciphertext stealing, for
 * any piece of a data unit.
 */

/*
 * Encrypt or decrypt blocks in place, in ECB: @len is a multiple of 16, at most
 * WC_XTS_CHUNK.
 */
typedef bool (*wc_blocks_fn)(void *ctx, uint8_t *buf, size_t len);

/* Fits into the first-level cache together with its masks. */
#define WC_XTS_CHUNK	2048u

bool wc_xts(wc_blocks_fn blocks, void *ctx, bool decrypt, struct gf128 tweak,
	    uint8_t *buf, size_t len);

/*
 * --- cpu_aes.c: AES by libcrypto, for processors with AES instructions. One request at a
 * time is enough to keep their pipelines full.
 */
bool wc_cpu_aes_wanted(void);
int wc_cpu_aes(struct wc_evp_cache *cache, const struct wc_view *frame,
	       const struct warpcrypt_desc *desc);

/*
 * --- cpu_units.c: the groups by kernels/cpu/x25519.h and kernels/cpu/wei.h:
 * multiplications, in constant time, and checks of signatures. The units of many requests
 * are one batch.
 */
struct wc_cpu_units;

struct wc_cpu_units *wc_cpu_units_new(void);
void wc_cpu_units_free(struct wc_cpu_units *units);
int wc_cpu_units(struct wc_cpu_units *units, const struct wc_view *frame,
		 const struct warpcrypt_desc *descs, const uint32_t *which,
		 uint32_t count);

/*
 * --- cpu_wide.c: block ciphers by kernels/cpu: in constant time, as many blocks in parallel
 * as a register has bits. To fill the registers, many requests of one key are done
 * together.
 */

/* The largest number of requests that are done together. */
#define WC_CPU_WIDE_MOST	512u

struct wc_cpu_wide;

const char *wc_cpu_wide_about(void);
struct wc_cpu_wide *wc_cpu_wide_new(void);
void wc_cpu_wide_free(struct wc_cpu_wide *wide);
unsigned int wc_cpu_wide_forget(struct wc_cpu_wide *wide,
				const struct wc_mapping *arena);
int wc_cpu_wide(struct wc_cpu_wide *wide, const struct wc_view *frame,
		const struct warpcrypt_desc *descs, uint32_t n,
		const uint32_t *which, uint32_t count);

#endif /* WARPCRYPT_HELPER_ENGINE_CPU_ENGINE_H */
