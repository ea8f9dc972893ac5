/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The cores of all ciphers of WARPCRYPT_CIPHERS(). What uses all of them is
 * made from that list by these names, which each core offers for its NAME:
 *
 *	struct NAME_schedule	the round keys, for a block that comes alone
 *	struct NAME_key		the same bitsliced; its member plain is a
 *				struct NAME_schedule
 *	NAME_schedule(schedule, bytes, len)
 *	NAME_expand(key, bytes, len)
 *				make the one, or both, from a key of a valid
 *				length
 *	NAME_one(schedule, decrypt, dst, src)
 *				one block; @dst may be @src
 *	NAME_encrypt(key, planes), NAME_decrypt(key, planes)
 *				BS_LANES blocks; @planes are 256, with the
 *				blocks in the first 128; the rest is scratch
 *
 * NAME_schedule(), NAME_expand() and NAME_one() exist for words of up to 64
 * bits; a key that they made is for all widths.
 */
#ifndef WARPCRYPT_KERNELS_BLOCK_CIPHERS_H
#define WARPCRYPT_KERNELS_BLOCK_CIPHERS_H

#include "kmod/uapi/warpcrypt_ciphers.h"

#include "kernels/block/aes.h"
#include "kernels/block/kuznyechik.h"
#include "kernels/block/kuznyechik_keys.h"
#include "kernels/block/skinny_one.h"
#include "kernels/block/sm4.h"

/*
 * The ciphers that have NAME_expand_many(keys, bytes, count), which expands up to BS_LANES
 * keys in less time than one by one.
 */
#define WC_EXPAND_MANY_CIPHERS(FN) \
	FN(KUZNYECHIK, kuznyechik)

#endif /* WARPCRYPT_KERNELS_BLOCK_CIPHERS_H */
