/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which ciphers have latency kernels (kernels/gpu/latency_job.h), in
 * kernels/gpu/NAME_latency.cu, and their tables in shared memory: NAME_LATENCY, for
 * encryption and for decryption, bytes.
 */
#ifndef WARPCRYPT_KERNELS_GPU_LATENCY_SLOT_H
#define WARPCRYPT_KERNELS_GPU_LATENCY_SLOT_H

#include "kernels/block/kuznyechik_table.h"
#include "kernels/block/skinny_table.h"
#include "kernels/gpu/ciphers.h"

#define WC_LATENCY_CIPHERS(FN) \
	FN(AES, aes) \
	FN(SKINNY, skinny) \
	FN(KUZNYECHIK, kuznyechik) \
	FN(SM4, sm4)

#define AES_LATENCY		TABLE_FOUR, (TABLE_FOUR + TABLE_NARROW)
#define SKINNY_LATENCY		SKINNY_TABLES, SKINNY_TABLES
#define KUZNYECHIK_LATENCY	KUZNYECHIK_TABLES, KUZNYECHIK_TABLES
#define SM4_LATENCY		TABLE_FOUR, TABLE_FOUR

#endif /* WARPCRYPT_KERNELS_GPU_LATENCY_SLOT_H */
