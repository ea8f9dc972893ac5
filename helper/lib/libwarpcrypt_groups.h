/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Multiplications of points and signatures for libwarpcrypt. Include libwarpcrypt.h,
 * which says how they are given to an engine.
 */
#ifndef LIBWARPCRYPT_GROUPS_H
#define LIBWARPCRYPT_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

#define WARPCRYPT_PUBLIC	__attribute__((visibility("default")))

enum warpcrypt_curve {
	WARPCRYPT_X25519 = 1,
	WARPCRYPT_EDWARDS25519 = 2,
	WARPCRYPT_P256 = 3,
};

/**
 * struct warpcrypt_points - scalar multiplications
 * @size: of this structure, bytes
 * @curve: WARPCRYPT_X25519 (RFC 7748): scalars are clamped, points are
 *	u-coordinates whose topmost bit is ignored. Or WARPCRYPT_EDWARDS25519
 *	(RFC 8032): scalars are numbers of 256 bits, neither clamped nor reduced;
 *	points are encoded as in section 5.1.2. Or WARPCRYPT_P256 (SP 800-186), whose
 *	scalars are from 1 to n - 1
 * @flags: 0 or WARPCRYPT_REGISTERED
 * @count: number of multiplications
 * @scalars: 32 bytes each, little-endian; of P-256 big-endian
 * @points: 32 bytes each; NULL: the base point, so results are public keys. A point of
 *	P-256 is two entries, x and y, big-endian: the first two are the first point
 * @results: as @points; may be @points, or, but for P-256, @scalars, and not overlap
 *	them otherwise. (A shared secret of P-256 by SP 800-56A is x)
 * @status: one byte each, or NULL; no other array may overlap it. 0: done. 1:
 *	there is no result, @results has zeros: the point does not decode (y >=
 *	p included), or the X25519 shared secret is zero; of P-256: x or y >= p,
 *	the point is not on the curve, or the scalar is 0, or n or more. 2: it
 *	was not done: it was cancelled, or the batch was refused, and @results is as it
 *	was; or the engine has failed, or the batch is not done
 */
struct warpcrypt_points {
	size_t size;
	enum warpcrypt_curve curve;
	unsigned int flags;
	size_t count;
	const uint8_t (*scalars)[32];
	const uint8_t (*points)[32];
	uint8_t (*results)[32];
	uint8_t *status;
};

enum warpcrypt_scheme {
	WARPCRYPT_ED25519 = 1,
	WARPCRYPT_ECDSA_P256 = 2,
	WARPCRYPT_ED25519_BATCH = 3,
};

/**
 * struct warpcrypt_message - a signed message
 * @bytes: its bytes; may be NULL if there are none
 * @len: how many
 */
struct warpcrypt_message {
	const void *bytes;
	size_t len;
};

/**
 * struct warpcrypt_signatures - signatures to check
 * @size: of this structure, bytes
 * @scheme: WARPCRYPT_ED25519: Ed25519 without the cofactor (RFC 8032, section
 *	5.1.7); not Ed25519ph, not Ed25519ctx. WARPCRYPT_ED25519_BATCH: with the cofactor, which
 *	many signatures can be checked for together. WARPCRYPT_ECDSA_P256: ECDSA on NIST P-256
 *	(FIPS 186-5, section 6.4.2)
 * @flags: 0
 * @count: number of signatures
 * @keys: public keys. Ed25519 (both schemes): 32 bytes each. ECDSA: x and y, 64 bytes each
 * @signatures: 64 bytes each. Ed25519: R and S. ECDSA: r and s, not in DER
 * @messages: Ed25519: what was signed, one for each signature; or NULL: see @packed
 * @hashes: ECDSA: the hash of what was signed, 32 bytes each; of a longer hash its
 *	first 32 bytes
 * @status: one byte each, written by the library; no other array may overlap it. It says
 *	nothing before warpcrypt_begin() has returned: memory that is zero says "valid"!
 *	0: the signature is valid. 1: it is not, or the key is none. 2: it was not checked: the
 *	batch was refused or cancelled, or the engine has failed, or the batch is not done
 * @packed: Ed25519, instead of @messages: messages of one length at equal distances
 * @packed_len: the length of each, bytes
 * @packed_stride: from one to the next, bytes; 0: @packed_len
 *
 * ECDSA's numbers have their most significant byte first. All of it is public: how long
 * a check takes depends on keys, signatures and messages. Documentation/library.rst
 * says which encodings are accepted.
 */
struct warpcrypt_signatures {
	size_t size;
	enum warpcrypt_scheme scheme;
	unsigned int flags;
	size_t count;
	const uint8_t *keys;
	const uint8_t (*signatures)[64];
	const struct warpcrypt_message *messages;
	const uint8_t (*hashes)[32];
	uint8_t *status;
	const uint8_t *packed;
	size_t packed_len;
	size_t packed_stride;
};

/**
 * warpcrypt_signature_from_der() - an ECDSA signature on P-256 as it is in certificates
 * @signature: the result, as &warpcrypt_signatures.signatures has it: r and s
 * @der: ECDSA-Sig-Value (RFC 3279, section 2.2.3), in DER
 * @len: its length, bytes
 *
 * Return: 0; -EINVAL: it is not DER, or r or s is less than 0 or has more than 256 bits;
 * @signature is zero then, which no check accepts
 */
WARPCRYPT_PUBLIC int warpcrypt_signature_from_der(uint8_t signature[64],
						  const void *der, size_t len);

#if defined(__cplusplus)
}
#endif

#endif /* LIBWARPCRYPT_GROUPS_H */
