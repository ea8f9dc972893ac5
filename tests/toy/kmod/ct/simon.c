// SPDX-License-Identifier: GPL-2.0-only
/* SIMON 128/128 (ePrint 2013/404) in constant time. */
#include "ct.h"

#include <linux/module.h>

#include "kernels/block/simon.h"

WCCT_FUNCTIONS(simon)

static const struct wcct_vector simon_ct_vectors[] = {
	{ "ePrint 2013/404, appendix B",
	  "000102030405060708090a0b0c0d0e0f",
	  "2074726176656c6c6572732064657363",
	  "bc0b4ef82a83aa653ffe541e1e1b6849" },
	{ }
};

static struct wcct_cipher simon_ct = {
	WCCT_NAMED(SIMON, simon),
	.few = 4,
};

WCCT_MODULE(simon)

MODULE_DESCRIPTION("SIMON in constant time");
MODULE_LICENSE("GPL");
