/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The published example of SIMON 128/128: ePrint 2013/404, appendix B. Include
 * tests/vectors/vector.h first.
 */
static const struct cipher_vector simon_vectors[] = {
	{ "ePrint 2013/404, SIMON128/128", "simon", "ecb",
	  "000102030405060708090a0b0c0d0e0f", NULL,
	  "2074726176656c6c6572732064657363",
	  "bc0b4ef82a83aa653ffe541e1e1b6849" },
};
