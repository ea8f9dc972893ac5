// SPDX-License-Identifier: GPL-2.0-only
/*
 * SM4 (GB/T 32907-2016) in constant time; the kernel's sm4-generic uses lookup
 * tables.
 */
#include "ct.h"

#include <linux/module.h>

#include "kernels/block/sm4.h"

WCCT_FUNCTIONS(sm4)

static const struct wcct_vector sm4_ct_vectors[] = {
	{ "GB/T 32907-2016, A.1",
	  "0123456789abcdeffedcba9876543210",
	  "0123456789abcdeffedcba9876543210",
	  "681edf34d206965e86b3e94f536e4246" },
	{ }
};

static struct wcct_cipher sm4_ct = {
	WCCT_NAMED(SM4, sm4, WCCT_HAS_GFNI(sm4, sm4_ct_gfni_one)),
	.few = 8,
};

WCCT_MODULE(sm4)
WARPCRYPT_OWN_MODES(WCCT_OWN_ALIASES)

MODULE_DESCRIPTION("SM4 in constant time");
MODULE_LICENSE("GPL");
