/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shared memory of a block of threads of a bitsliced cipher's CTR as encryption
 * (kernels/gpu/ctr_data.h): the data of all its threads, so that none waits for
 * it after the cipher, and, if the launch has one key, behind them the key. Plain C.
 */
#ifndef WARPCRYPT_KERNELS_GPU_CTR_SHARED_H
#define WARPCRYPT_KERNELS_GPU_CTR_SHARED_H

#include "kernels/gpu/ciphers.h"
#include "kernels/gpu/job.h"

#define CTR_STAGE_BYTES		(32 * WC_THREADS * WC_BLOCK_BYTES)
#define CTR_KEY_BYTES(NAME, name, ...)	sizeof(struct name##_key),

/* By enum wc_gpu_cipher: bytes with a key. */
static inline uint32_t ctr_wide_shared(enum wc_gpu_cipher cipher)
{
	static const uint32_t key_bytes[] = { WARPCRYPT_CIPHERS(CTR_KEY_BYTES) };

	return CTR_STAGE_BYTES + key_bytes[cipher];
}

#undef CTR_KEY_BYTES

#endif /* WARPCRYPT_KERNELS_GPU_CTR_SHARED_H */
