/* SPDX-License-Identifier: (GPL-2.0-only WITH Linux-syscall-note) OR MIT */
/*
 * warpcrypt's ciphers, modes and groups: one list of each, and their numbers. Module, helper,
 * kernels, library, benchmarks and tests make their tables from these lists.
 * tools/ciphers reads the lines that begin with FN( as text, for scripts. This
 * header includes nothing, so that all parts of the tree can include it.
 *
 * To add a cipher: kernels/README.md, "Adding a block cipher".
 */
#ifndef _UAPI_WARPCRYPT_CIPHERS_H
#define _UAPI_WARPCRYPT_CIPHERS_H

/**
 * WARPCRYPT_CIPHERS() - the list of block ciphers
 * @FN: FN(NAME, name, number, key_min, key_max, key_step): WARPCRYPT_CIPHER_NAME
 *	has the value number; the crypto API spells it name; keys have key_min,
 *	key_min + key_step, ... or key_max bytes, in XTS twice as many: the data
 *	key first, then the tweak key
 *
 * One line for each cipher. Blocks have WARPCRYPT_BLOCK_SIZE bytes; every cipher
 * has every mode of WARPCRYPT_MODES(), and those of WARPCRYPT_OWN_MODES() that name it.
 *
 * AES: FIPS 197; SKINNY-128, whose keys are tweakeys: ePrint 2016/660;
 * Kuznyechik: RFC 7801; SM4: GB/T 32907-2016.
 */
#define WARPCRYPT_CIPHERS(FN) \
	FN(AES, aes, 1, 16, 32, 8) \
	FN(SKINNY, skinny, 2, 16, 48, 16) \
	FN(KUZNYECHIK, kuznyechik, 3, 32, 32, 32) \
	FN(SM4, sm4, 4, 16, 16, 16)

#define WARPCRYPT_BLOCK_SIZE		16u

/**
 * WARPCRYPT_MODES() - the list of modes that every block cipher has
 * @FN: FN(NAME, name, number, ...), as WARPCRYPT_CIPHERS(); gets the further
 *	arguments of WARPCRYPT_MODES(), such as a cipher
 */
#define WARPCRYPT_MODES(FN, ...) \
	FN(ECB, ecb, 0, ##__VA_ARGS__) \
	FN(CTR, ctr, 1, ##__VA_ARGS__) \
	FN(CBC, cbc, 2, ##__VA_ARGS__) \
	FN(XTS, xts, 3, ##__VA_ARGS__)

/**
 * WARPCRYPT_OWN_MODES() - the list of modes that one cipher alone has
 * @FN: FN(NAME, name, number, the cipher's line of WARPCRYPT_CIPHERS(), ...); gets the
 *	further arguments of WARPCRYPT_OWN_MODES()
 */
#define WARPCRYPT_OWN_MODES(FN, ...) \
	FN(XTS_GB, xts-gb, 4, SM4, sm4, 4, 16, 16, 16, ##__VA_ARGS__)

#define WARPCRYPT_MODE_OR(NAME, name, number) \
	| (1u << (number))
#define WARPCRYPT_OWN_MODE_OR(NAME, name, number, CIPHER, cipher, of, min, max, step, which) \
	| ((which) == (of) ? 1u << (number) : 0u)

/**
 * WARPCRYPT_CIPHER_MODES() - the modes of a block cipher
 * @cipher: its number
 *
 * Constant, if @cipher is: a bit, 1 << number, for each mode.
 */
#define WARPCRYPT_CIPHER_MODES(cipher) \
	(0u WARPCRYPT_MODES(WARPCRYPT_MODE_OR) \
	 WARPCRYPT_OWN_MODES(WARPCRYPT_OWN_MODE_OR, cipher))

/**
 * WARPCRYPT_IS_XTS() - is a mode of a block cipher XTS, with two keys?
 * @mode: enum warpcrypt_mode
 */
#define WARPCRYPT_IS_XTS(mode) \
	((mode) == WARPCRYPT_MODE_XTS || (mode) == WARPCRYPT_MODE_XTS_GB)

#define WARPCRYPT_MODE_NUMBER(NAME, name, number, ...) \
	WARPCRYPT_MODE_##NAME = number,

/**
 * enum warpcrypt_mode - how a block cipher's blocks are chained
 * @WARPCRYPT_MODE_ECB: each block separately; the payload is encrypted or
 *	decrypted in place; the IV is unused
 * @WARPCRYPT_MODE_CTR: the payload is undefined when the helper gets it; the
 *	helper fills it with the keystream E(iv), E(iv + 1), ...; iv is a
 *	128-bit big-endian counter that wraps; the module does the XOR. Any
 *	length (the last block of keystream is truncated)
 * @WARPCRYPT_MODE_CBC: in place; iv is the previous ciphertext block
 * @WARPCRYPT_MODE_XTS: in place (IEEE 1619-2018); the tweak of the payload's
 *	first block is E2(iv) * x^block; a length that is no multiple of 16 has
 *	ciphertext stealing in its last two blocks
 * @WARPCRYPT_MODE_XTS_GB: XTS as GB/T 17964-2021 has it: the same but for the
 *	order of bits in tweaks: x^0 is the most significant bit of the first byte
 * @WARPCRYPT_MODE_COUNT: number of modes
 *
 * ECB and CBC lengths are multiples of 16; XTS lengths are at least 16.
 */
enum warpcrypt_mode {
	WARPCRYPT_MODES(WARPCRYPT_MODE_NUMBER)
	WARPCRYPT_OWN_MODES(WARPCRYPT_MODE_NUMBER)
	WARPCRYPT_MODE_COUNT = 5,
};

/**
 * WARPCRYPT_GROUPS() - the list of groups for key agreement
 * @FN: FN(NAME, name, number, unit), as WARPCRYPT_CIPHERS(); unit: bytes of a
 *	multiplication in a payload, see enum warpcrypt_kpp
 *
 * They have no key slots: in their descriptors key_slot, key_generation, flags,
 * block and iv are zero. In place of modes they have enum warpcrypt_kpp.
 *
 * CURVE25519: X25519 (RFC 7748); EDWARDS25519: points of edwards25519
 * (RFC 8032) times scalars; P256: points of NIST P-256 (SP 800-186) times scalars.
 */
#define WARPCRYPT_GROUPS(FN) \
	FN(CURVE25519, curve25519, 8, 64) \
	FN(EDWARDS25519, edwards25519, 9, 64) \
	FN(P256, ecdh-nist-p256, 10, 96)

#define WARPCRYPT_CIPHER_NUMBER(NAME, name, number, ...) \
	WARPCRYPT_CIPHER_##NAME = number,

/**
 * enum warpcrypt_cipher - the cipher or group of a descriptor:
 *	WARPCRYPT_CIPHER_AES and so on, one for each line of
 *	WARPCRYPT_CIPHERS() and WARPCRYPT_GROUPS()
 * @WARPCRYPT_CIPHER_NONE: no cipher; the value in an empty key slot
 * @WARPCRYPT_CIPHER_COUNT: entries of &warpcrypt_engine.modes; other values
 *	below it are reserved
 */
enum warpcrypt_cipher {
	WARPCRYPT_CIPHER_NONE = 0,
	WARPCRYPT_CIPHERS(WARPCRYPT_CIPHER_NUMBER)
	WARPCRYPT_GROUPS(WARPCRYPT_CIPHER_NUMBER)
	WARPCRYPT_CIPHER_COUNT = 16,
};

#endif /* _UAPI_WARPCRYPT_CIPHERS_H */
