/* SPDX-License-Identifier: GPL-2.0-only */
/* Kuznyechik's published examples. Include tests/vectors/vector.h first. */
#define KUZNYECHIK_EXAMPLE_KEY \
	"8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"

static const struct cipher_vector kuznyechik_vectors[] = {
	{ "RFC 7801, 5.5", "kuznyechik", "ecb", KUZNYECHIK_EXAMPLE_KEY, NULL,
	  "1122334455667700ffeeddccbbaa9988", "7f679d90bebc24305a468d42b9d4edcd" },
	{ "GOST R 34.13-2015, A.1.1", "kuznyechik", "ecb", KUZNYECHIK_EXAMPLE_KEY, NULL,
	  "1122334455667700ffeeddccbbaa9988" "00112233445566778899aabbcceeff0a"
	  "112233445566778899aabbcceeff0a00" "2233445566778899aabbcceeff0a0011",
	  "7f679d90bebc24305a468d42b9d4edcd" "b429912c6e0032f9285452d76718d08b"
	  "f0ca33549d247ceef3f5a5313bd4b157" "d0b09ccde830b9eb3a02c4c5aa8ada98" },
	{ "GOST R 34.13-2015, A.1.2", "kuznyechik", "ctr",
	  KUZNYECHIK_EXAMPLE_KEY, "1234567890abcef00000000000000000",
	  "1122334455667700ffeeddccbbaa9988" "00112233445566778899aabbcceeff0a"
	  "112233445566778899aabbcceeff0a00" "2233445566778899aabbcceeff0a0011",
	  "f195d8bec10ed1dbd57b5fa240bda1b8" "85eee733f6a13e5df33ce4b33c45dee4"
	  "a5eae88be6356ed3d5e877f13564a3a5" "cb91fab1f20cbab6d1c6d15820bdba73" },
	/*
	 * The standard's CBC has a register of two blocks here, so that its
	 * odd blocks are one chain and its even blocks another.
	 */
	{ "GOST R 34.13-2015, A.1.4, odd blocks", "kuznyechik", "cbc",
	  KUZNYECHIK_EXAMPLE_KEY, "1234567890abcef0a1b2c3d4e5f00112",
	  "1122334455667700ffeeddccbbaa9988" "112233445566778899aabbcceeff0a00",
	  "689972d4a085fa4d90e52e3d6d7dcc27" "fe7babf1e91999e85640e8b0f49d90d0" },
	{ "GOST R 34.13-2015, A.1.4, even blocks", "kuznyechik", "cbc",
	  KUZNYECHIK_EXAMPLE_KEY, "23344556677889901213141516171819",
	  "00112233445566778899aabbcceeff0a" "2233445566778899aabbcceeff0a0011",
	  "2826e661b478eca6af1e8e448d5ea5ac" "167688065a895c631a2d9a1560b63970" },
};
