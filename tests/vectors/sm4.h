/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The published examples of SM4: GB/T 32907-2016, appendix A. Include
 * tests/vectors/vector.h first.
 */
#define SM4_EXAMPLE	"0123456789abcdeffedcba9876543210"
/* SM4_EXAMPLE encrypted a million times with itself as the key. */
#define SM4_MILLION	"595298c7c6fd271f0402f804c33d3f66"

static const struct cipher_vector sm4_vectors[] = {
	{ "GB/T 32907-2016, A.1", "sm4", "ecb", SM4_EXAMPLE, NULL,
	  SM4_EXAMPLE, "681edf34d206965e86b3e94f536e4246" },
};
