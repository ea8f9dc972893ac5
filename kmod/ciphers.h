/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The UAPI's lists of ciphers, modes and groups as tables, and the ciphers for
 * which the kernel has its own software.
 */
#ifndef _WC_CIPHERS_H
#define _WC_CIPHERS_H

#include <linux/compiler_types.h>
#include <linux/kconfig.h>
#include <linux/types.h>

#include "uapi/warpcrypt.h"

/*
 * The exceptions: AES, X25519 and ECDH on P-256. The CPU is the better engine for most users
 * of these, and the kernel has the software.
 *
 * - modprobe finds this module for them by driver name only, so that a plain
 *   "xts(aes)" does not load it;
 * - their fallback is the kernel's, for ECDH softp256.c; kmod/ct/ has no module for them;
 * - AES has a priority of its own, aes_priority, below the kernel's.
 */
#define WC_KERNEL_HAS_AES		1
#define WC_KERNEL_HAS_CURVE25519	1
#define WC_KERNEL_HAS_P256		1

/* Expands to the digit 1 for the exceptions, to 0 for other names. */
#define WC_KERNEL_HAS(NAME)	__is_defined(WC_KERNEL_HAS_##NAME)

/* Expands to the arguments after NAME, but to nothing if WC_KERNEL_HAS(NAME). */
#define WC_UNLESS_KERNEL_HAS(NAME, ...) \
	__PASTE(WC_UNLESS_, WC_KERNEL_HAS(NAME))(__VA_ARGS__)
#define WC_UNLESS_0(...)	__VA_ARGS__
#define WC_UNLESS_1(...)

const char *wc_cipher_name(unsigned int cipher);
const char *wc_mode_name(unsigned int cipher, unsigned int mode);
u16 wc_cipher_modes(unsigned int cipher);
bool wc_cipher_is_block(unsigned int cipher);
u32 wc_group_unit(unsigned int group);

#endif /* _WC_CIPHERS_H */
