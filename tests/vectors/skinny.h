/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The published examples of SKINNY-128: ePrint 2016/660, appendix B. Include
 * tests/vectors/vector.h first.
 */
static const struct cipher_vector skinny_vectors[] = {
	{ "ePrint 2016/660, SKINNY-128-128", "skinny", "ecb", "4f55cfb0520cac52fd92c15f37073e93",
	  NULL, "f20adb0eb08b648a3b2eeed1f0adda14", "22ff30d498ea62d7e45b476e33675b74" },
	{ "ePrint 2016/660, SKINNY-128-256", "skinny", "ecb",
	  "009cec81605d4ac1d2ae9e3085d7a1f3" "1ac123ebfc00fddcf01046ceeddfcab3", NULL,
	  "3a0c47767a26a68dd382a695e7022e25", "b731d98a4bde147a7ed4a6f16b9b587f" },
	{ "ePrint 2016/660, SKINNY-128-384", "skinny", "ecb",
	  "df889548cfc7ea52d296339301797449" "ab588a34a47f1ab2dfe9c8293fbea9a5"
	  "ab1afac2611012cd8cef952618c3ebe8", NULL, "a3994b66ad85a3459f44e92b08f550cb",
	  "94ecf589e2017c601b38c6346a10dcfa" },
};
