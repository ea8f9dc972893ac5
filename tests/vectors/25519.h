/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Published examples of X25519 (RFC 7748) and of [k]B on edwards25519 (RFC
 * 8032), and encodings that are special; all in hexadecimal.
 */
#ifndef WARPCRYPT_TESTS_VECTORS_25519_H
#define WARPCRYPT_TESTS_VECTORS_25519_H

/* A published X25519(k, u). */
struct x25519_vector {
	const char *source;	/* where it is published */
	const char *scalar;	/* k */
	const char *point;	/* u */
	const char *result;	/* X25519(k, u) */
};

static const struct x25519_vector x25519_vectors[] = {
	{ "RFC 7748, 5.2, 1st", "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
	  "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
	  "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552" },
	{ "RFC 7748, 5.2, 2nd",		/* u's top bit is set */
	  "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
	  "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
	  "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957" },
	{ "RFC 7748, 6.1, Alice's public key",
	  "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
	  "0900000000000000000000000000000000000000000000000000000000000000",
	  "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a" },
	{ "RFC 7748, 6.1, Bob's public key",
	  "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
	  "0900000000000000000000000000000000000000000000000000000000000000",
	  "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f" },
	{ "RFC 7748, 6.1, Alice's secret",
	  "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
	  "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
	  "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742" },
	{ "RFC 7748, 6.1, Bob's secret",
	  "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
	  "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
	  "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742" },
};

/* RFC 7748, section 5.2, from k = u = 9. */
struct x25519_iterated {
	unsigned long rounds;	/* k becomes the result, u what k was, so many times */
	const char *result;	/* k then */
};

static const struct x25519_iterated x25519_iterated[] = {
	{ 1, "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079" },
	{ 1000, "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51" },
	{ 1000000, "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424" },
};

/* u of points of order 1, 2, 4 and 8, and other encodings of them. */
static const char *const x25519_small_order[] = {
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
	"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"0000000000000000000000000000000000000000000000000000000000000080",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
};

/* RFC 8032, section 7.1. */
struct ed25519_vector {
	const char *seed;	/* the secret key */
	const char *public;	/* the public key, [k]B */
};

static const struct ed25519_vector ed25519_vectors[] = {
	{ "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
	  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a" },
	{ "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
	  "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c" },
	{ "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
	  "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025" },
	{ "f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5",
	  "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e" },
	{ "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
	  "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf" },
};

/* The base point, and its order L (RFC 8032, section 5.1). */
#define EDWARDS25519_BASE \
	"5866666666666666666666666666666666666666666666666666666666666666"
#define EDWARDS25519_ORDER \
	"edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"

/* A point P with [8]P = 0. */
struct edwards_small_order {
	int order;		/* the least k above 0 with [k]P = 0 */
	const char *point;	/* P */
};

static const struct edwards_small_order edwards_small_order[] = {
	{ 1, "0100000000000000000000000000000000000000000000000000000000000000" },
	{ 2, "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f" },
	{ 4, "0000000000000000000000000000000000000000000000000000000000000000" },
	{ 4, "0000000000000000000000000000000000000000000000000000000000000080" },
	{ 8, "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05" },
	{ 8, "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85" },
	{ 8, "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a" },
	{ 8, "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa" },
};

/* No points: y >= p, x = 0 said to be odd, y that no point has. */
static const char *const edwards_no_points[] = {
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"0100000000000000000000000000000000000000000000000000000000000080",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"0200000000000000000000000000000000000000000000000000000000000000",
};

#endif /* WARPCRYPT_TESTS_VECTORS_25519_H */
