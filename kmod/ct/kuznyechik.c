// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kuznyechik (GOST R 34.12-2015, RFC 7801) in constant time. It can be loaded
 * together with kuznyechik-generic of gost-crypto, which uses lookup tables.
 */
#include "ct.h"

#include <linux/module.h>

#include "kernels/block/kuznyechik.h"

WCCT_FUNCTIONS(kuznyechik)

#define EXAMPLE_KEY \
	"8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"

static const struct wcct_vector kuznyechik_ct_vectors[] = {
	{ "RFC 7801, 5.5", EXAMPLE_KEY,
	  "1122334455667700ffeeddccbbaa9988",
	  "7f679d90bebc24305a468d42b9d4edcd" },
	{ "GOST R 34.13-2015, A.1.1", EXAMPLE_KEY,
	  "2233445566778899aabbcceeff0a0011",
	  "d0b09ccde830b9eb3a02c4c5aa8ada98" },
	{ }
};

static struct wcct_cipher kuznyechik_ct = {
	WCCT_NAMED(KUZNYECHIK, kuznyechik,
		   WCCT_HAS_GFNI(kuznyechik, kuznyechik_ct_gfni_one)),
	.few = 8,
};

WCCT_MODULE(kuznyechik)

MODULE_DESCRIPTION("Kuznyechik in constant time");
MODULE_LICENSE("GPL");
