/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Published examples of SM4: GB/T 32907-2016, appendix A; for the modes, and
 * with a second key, draft-ribose-cfrg-sm4-10; for XTS that of GB/T 17964-2021, and
 * the same by IEEE 1619. Include tests/vectors/vector.h
 * first.
 */
#define SM4_EXAMPLE	"0123456789abcdeffedcba9876543210"
#define SM4_SECOND	"fedcba98765432100123456789abcdef"
#define SM4_IV		"000102030405060708090a0b0c0d0e0f"
/* GB/T 17964-2021 has one example of XTS, of three and a half blocks. */
#define SM4_XTS_KEY	"2b7e151628aed2a6abf7158809cf4f3c000102030405060708090a0b0c0d0e0f"
#define SM4_XTS_IV	"f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
#define SM4_XTS_PLAIN	"6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51" \
			"30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17"
/* SM4_EXAMPLE encrypted a million times with itself as the key. */
#define SM4_MILLION	"595298c7c6fd271f0402f804c33d3f66"

static const struct cipher_vector sm4_vectors[] = {
	{ "GB/T 32907-2016, A.1", "sm4", "ecb", SM4_EXAMPLE, NULL,
	  SM4_EXAMPLE, "681edf34d206965e86b3e94f536e4246" },
	{ "draft-ribose-cfrg-sm4-10, A.1.4/A.1.5", "sm4", "ecb", SM4_SECOND, NULL,
	  "000102030405060708090a0b0c0d0e0f", "f766678f13f01adeac1b3ea955adb594" },
	{ "draft-ribose-cfrg-sm4-10, A.2.1.1", "sm4", "ecb", SM4_EXAMPLE, NULL,
	  "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffffaaaaaaaabbbbbbbb",
	  "5ec8143de509cff7b5179f8f474b86192f1d305a7fb17df985f81c8482192304" },
	{ "draft-ribose-cfrg-sm4-10, A.2.1.2", "sm4", "ecb", SM4_SECOND, NULL,
	  "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffffaaaaaaaabbbbbbbb",
	  "c5876897e4a59bbba72a10c83872245b12dd90bc2d200692b529a4155ac9e600" },
	{ "draft-ribose-cfrg-sm4-10, A.2.2.1", "sm4", "cbc", SM4_EXAMPLE, SM4_IV,
	  "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffffaaaaaaaabbbbbbbb",
	  "78ebb11cc40b0a48312aaeb2040244cb4cb7016951909226979b0d15dc6a8f6d" },
	{ "draft-ribose-cfrg-sm4-10, A.2.2.2", "sm4", "cbc", SM4_SECOND, SM4_IV,
	  "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffffaaaaaaaabbbbbbbb",
	  "0d3a6ddc2d21c698857215587b7bb59a91f2c147911a4144665e1fa1d40bae38" },
	{ "draft-ribose-cfrg-sm4-10, A.2.5.1", "sm4", "ctr", SM4_EXAMPLE, SM4_IV,
	  "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbccccccccccccccccdddddddddddddddd"
	  "eeeeeeeeeeeeeeeeffffffffffffffffaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb",
	  "ac3236cb970cc20791364c395a1342d1a3cbc1878c6f30cd074cce385cdd70c7"
	  "f234bc0e24c11980fd1286310ce37b926e02fcd0faa0baf38b2933851d824514" },
	{ "draft-ribose-cfrg-sm4-10, A.2.5.2", "sm4", "ctr", SM4_SECOND, SM4_IV,
	  "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbccccccccccccccccdddddddddddddddd"
	  "eeeeeeeeeeeeeeeeffffffffffffffffaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb",
	  "5dcccd25b95ab07417a08512ee160e2f8f661521cbbab44cc87138445bc29e5c"
	  "0ae0297205d62704173b21239b887f6c8cb5b800917a2488284bde9e16ea2906" },
	{ "GB/T 17964-2021, XTS", "sm4", "xts-gb", SM4_XTS_KEY, SM4_XTS_IV, SM4_XTS_PLAIN,
	  "e9538251c71d7b80bbe4483fef497bd12c5c581bd6242fc51e08964fb4f60fdb"
	  "0ba42f63499279213d318d2c11f6886e903be7f93a1b3479" },
	{ "OpenSSL 3.2, one block and a byte", "sm4", "xts-gb",
	  "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0",
	  "9a785634120000000000000000000000", "000102030405060708090a0b0c0d0e0f10",
	  "9e52443a35410ca0ba5637b94c0766f469" },
	{ "OpenSSL 3.2, as GB/T 17964-2021 by IEEE 1619", "sm4", "xts",
	  SM4_XTS_KEY, SM4_XTS_IV, SM4_XTS_PLAIN,
	  "e9538251c71d7b80bbe4483fef497bd1b3db1a3e60408c575d63ff7db39f8326"
	  "0869f9e2585fec9f0b863bf8fd784b8627d16c0db6d2cfc7" },
};
