/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Published results for P-256, in hexadecimal: RFC 5903, section 8.1, and the first of
 * NIST's (CAVP, ECC CDH primitive). Numbers have their most significant byte first.
 */
#ifndef WARPCRYPT_TESTS_VECTORS_P256_H
#define WARPCRYPT_TESTS_VECTORS_P256_H

/* SP 800-186: p and the order n. */
#define P256_PRIME	"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
#define P256_ORDER	"ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

/* One key agreement: a scalar, its public key, the other side's, and the x of the result. */
static const struct p256_vector {
	const char *own, *ours, *theirs, *shared;
} p256_published[] = {
	{
		"c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433",
		"dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"
		"5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3",
		"d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"
		"56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab",
		"d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de",
	}, {
		"c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53",
		"d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"
		"56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab",
		"dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"
		"5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3",
		"d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de",
	}, {
		"7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534",
		"ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230"
		"28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141",
		"700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287"
		"db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac",
		"46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b",
	},
};

#endif /* WARPCRYPT_TESTS_VECTORS_P256_H */
