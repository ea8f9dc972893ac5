/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What GPUs have of all ciphers of WARPCRYPT_CIPHERS(). Each cipher's slot
 * header has, for its NAME:
 *
 *	struct NAME_slot	the expanded keys of one key slot
 *	NAME_LAUNCH		the cipher's row of wc_kernels: kernels/gpu/launch.h
 *	NAME_GOALS(FN)		what gpu-bench is to reach: kernels/bench/gpu-bench-specs.h
 *
 * and kernels/gpu/NAME.cu its entry points.
 */
#ifndef WARPCRYPT_KERNELS_GPU_CIPHERS_H
#define WARPCRYPT_KERNELS_GPU_CIPHERS_H

#include "kmod/uapi/warpcrypt_ciphers.h"

#include "kernels/gpu/aes_slot.h"
#include "kernels/gpu/kuznyechik_slot.h"
#include "kernels/gpu/skinny_slot.h"
#include "kernels/gpu/sm4_slot.h"

/**
 * WC_TWO_FORMS() - the ciphers by tables, which are also there bitsliced, for GPUs that
 *	have too little shared memory for the tables
 * @FN: FN(NAME, name): the other form has struct name_wide_slot, in
 *	kernels/gpu/NAME_slot.h, and the entry points of kernels/gpu/NAME_wide.cu
 */
#define WC_TWO_FORMS(FN) \
	FN(AES, aes) \
	FN(SM4, sm4)

#define WC_SLOT_OF(NAME, name, ...)	struct name##_slot name;

#define WC_WIDE_SLOT_OF(NAME, name)	WC_SLOT_OF(NAME, name##_wide)

/* A slot of any cipher. */
union wc_slot_any {
	WARPCRYPT_CIPHERS(WC_SLOT_OF)
	WC_TWO_FORMS(WC_WIDE_SLOT_OF)
};

#undef WC_WIDE_SLOT_OF
#undef WC_SLOT_OF

/* Room for the largest, in whole lines of 128 bytes. */
#define WC_SLOT_BYTES	((uint32_t)(sizeof(union wc_slot_any) + 127) / 128 * 128)

#endif /* WARPCRYPT_KERNELS_GPU_CIPHERS_H */
