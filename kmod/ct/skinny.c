// SPDX-License-Identifier: GPL-2.0-only
/*
 * SKINNY-128 (ePrint 2016/660) in constant time. The key length selects the
 * variant: 16, 32 or 48 bytes are SKINNY-128-128, -256 or -384. The whole tweakey
 * is the key.
 */
#include "ct.h"

#include <linux/module.h>

#include "kernels/block/skinny.h"
#include "kernels/block/skinny_one.h"

WCCT_FUNCTIONS(skinny)

static const struct wcct_vector skinny_ct_vectors[] = {
	{ "ePrint 2016/660, SKINNY-128-128",
	  "4f55cfb0520cac52fd92c15f37073e93",
	  "f20adb0eb08b648a3b2eeed1f0adda14",
	  "22ff30d498ea62d7e45b476e33675b74" },
	{ "ePrint 2016/660, SKINNY-128-256",
	  "009cec81605d4ac1d2ae9e3085d7a1f31ac123ebfc00fddcf01046ceeddfcab3",
	  "3a0c47767a26a68dd382a695e7022e25",
	  "b731d98a4bde147a7ed4a6f16b9b587f" },
	{ "ePrint 2016/660, SKINNY-128-384",
	  "df889548cfc7ea52d296339301797449ab588a34a47f1ab2dfe9c8293fbea9a5ab1afac2611012cd8cef952618c3ebe8",
	  "a3994b66ad85a3459f44e92b08f550cb",
	  "94ecf589e2017c601b38c6346a10dcfa" },
	{ }
};

static struct wcct_cipher skinny_ct = {
	WCCT_NAMED(SKINNY, skinny, WCCT_HAS_GFNI(skinny, NULL)),
	.few = 4,
};

WCCT_MODULE(skinny)

MODULE_DESCRIPTION("SKINNY-128 in constant time");
MODULE_LICENSE("GPL");
