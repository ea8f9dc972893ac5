/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which ciphers have kernels for launches of few blocks (kernels/gpu/few_job.h), in
 * kernels/gpu/NAME_few.cu, and their tables in shared memory: NAME_FEW, for encryption
 * and for decryption, bytes.
 */
#ifndef WARPCRYPT_KERNELS_GPU_FEW_SLOT_H
#define WARPCRYPT_KERNELS_GPU_FEW_SLOT_H

#include "kernels/block/kuznyechik_table.h"
#include "kernels/block/skinny_table.h"
#include "kernels/gpu/ciphers.h"

#define WC_FEW_CIPHERS(FN) \
	FN(AES, aes) \
	FN(SKINNY, skinny) \
	FN(KUZNYECHIK, kuznyechik) \
	FN(SM4, sm4)

#define AES_FEW		TABLE_FOUR, (TABLE_FOUR + TABLE_NARROW)
#define SKINNY_FEW	SKINNY_TABLES, SKINNY_TABLES
#define KUZNYECHIK_FEW	KUZNYECHIK_TABLES, KUZNYECHIK_TABLES
#define SM4_FEW		TABLE_FOUR, TABLE_FOUR

#endif /* WARPCRYPT_KERNELS_GPU_FEW_SLOT_H */
