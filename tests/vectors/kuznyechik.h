/* SPDX-License-Identifier: GPL-2.0-only */
/* Kuznyechik's published examples. Include tests/vectors/vector.h first. */
#define KUZNYECHIK_EXAMPLE_KEY \
	"8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"

static const struct cipher_vector kuznyechik_vectors[] = {
	{ "RFC 7801, 5.5", "kuznyechik", "ecb", KUZNYECHIK_EXAMPLE_KEY, NULL,
	  "1122334455667700ffeeddccbbaa9988",
	  "7f679d90bebc24305a468d42b9d4edcd" },
	{ "GOST R 34.13-2015, A.1.1", "kuznyechik", "ecb",
	  KUZNYECHIK_EXAMPLE_KEY, NULL,
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

/* RFC 7801, 5.1 to 5.3: each is the step's result for the one before it. */
static const char *const kuznyechik_s_steps[] = {
	"ffeeddccbbaa99881122334455667700", "b66cd8887d38e8d77765aeea0c9a7efc",
	"559d8dd7bd06cbfe7e7b262523280d39", "0c3322fed531e4630d80ef5c5a81c50b",
	"23ae65633f842d29c5df529c13f5acda",
};

static const char *const kuznyechik_r_steps[] = {
	"00000000000000000000000000000100", "94000000000000000000000000000001",
	"a5940000000000000000000000000000", "64a59400000000000000000000000000",
	"0d64a594000000000000000000000000",
};

static const char *const kuznyechik_l_steps[] = {
	"64a59400000000000000000000000000", "d456584dd0e3e84cc3166e4b7fa2890d",
	"79d26221b87b584cd42fbc4ffea5de9a", "0e93691a0cfc60408b7b68f66b513c13",
	"e6a8094fee0aa204fd97bcb0b44b8580",
};

/* RFC 7801, 5.4: the round keys of KUZNYECHIK_EXAMPLE_KEY */
static const char *const kuznyechik_round_keys[] = {
	"8899aabbccddeeff0011223344556677", "fedcba98765432100123456789abcdef",
	"db31485315694343228d6aef8cc78c44", "3d4553d8e9cfec6815ebadc40a9ffd04",
	"57646468c44a5e28d3e59246f429f1ac", "bd079435165c6432b532e82834da581b",
	"51e640757e8745de705727265a0098b1", "5a7925017b9fdd3ed72a91a22286f984",
	"bb44e25378c73123a5f32f73cdb6e517", "72e9dd7416bcf45b755dbaa88e4a4043",
};
