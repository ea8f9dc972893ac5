/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An engine for the matrix of tests: anything that encrypts, as a small table of
 * functions. A new engine fills one in and calls the functions of
 * tests/matrix/matrix.h with it.
 */
#ifndef WARPCRYPT_TESTS_MATRIX_ENGINE_H
#define WARPCRYPT_TESTS_MATRIX_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A key, its cipher and mode. */
struct matrix_key {
	const char *cipher;	/* a name of WARPCRYPT_CIPHERS() */
	const char *mode;	/* a name of WARPCRYPT_MODES(), or of WARPCRYPT_OWN_MODES() */
	const uint8_t *bytes;	/* the key; in XTS the data key, then the tweak key */
	size_t len;		/* its length, bytes */
};

/* Is it XTS, of either standard? */
static inline bool matrix_is_xts(const char *mode)
{
	return !strncmp(mode, "xts", 3);
}

/* A payload. */
struct matrix_request {
	bool decrypt;	/* the direction */
	/*
	 * In: the IV (unused in ECB); out, of engines with MATRIX_IV_OUT: CTR's next counter, CBC's
	 * last block of ciphertext.
	 */
	uint8_t iv[16];
	/*
	 * XTS: blocks of the data unit before this payload; not 0 only for engines with
	 * MATRIX_FIRST.
	 */
	uint64_t first;
	uint8_t *dst;	/* where the result goes: @src, or memory that does not overlap it */
	const uint8_t *src;	/* where it comes from */
	size_t len;	/* bytes, a length that the mode takes; not 0 without MATRIX_EMPTY */
};

#define MATRIX_IV_OUT	0x1u
#define MATRIX_FIRST	0x2u
#define MATRIX_EMPTY	0x4u
/* Refuses some requests of what it does: some IVs, some keys. */
#define MATRIX_PARTIAL	0x8u

/* Something that encrypts. */
struct matrix_engine {
	const char *name;		/* for the reports */
	unsigned int can;		/* MATRIX_* */
	unsigned int form;		/* for its own use: enum wc_cipher_form */
	/*
	 * Whether it has to do this cipher in this mode with keys of this length (@bytes is not
	 * looked at); NULL: all of WARPCRYPT_CIPHERS(), all modes. What it refuses of that is a
	 * failure, so that no engine loses a cipher unnoticed. It may do more.
	 */
	bool (*does)(const struct matrix_engine *engine,
		     const struct matrix_key *key);
	/*
	 * Make a context for a key. Returns 0, -ENOTSUP if the engine does not have this cipher or
	 * mode, or another error.
	 */
	int (*open)(const struct matrix_engine *engine,
		    const struct matrix_key *key, void **ctx);
	/*
	 * Do a request. Returns 0, -ENOTSUP if the engine cannot do this one (only with
	 * MATRIX_PARTIAL), or another error.
	 */
	int (*crypt)(void *ctx, struct matrix_request *request);
	void (*close)(void *ctx);	/* free the context */
};

/* engine_naive.c: tests/reference */
extern const struct matrix_engine matrix_naive;
/* engine_evp.c: libcrypto; gost-engine, where there is one */
extern const struct matrix_engine matrix_libcrypto;
extern const struct matrix_engine matrix_gost;
bool matrix_has_gost(void);
/* engine_cipher.c: kernels/cpu/cipher.h in each form */
extern const struct matrix_engine matrix_cipher[4];
/* engine_lib.c: libwarpcrypt */
int matrix_lib_open(struct matrix_engine *engine, const char *backend);
void matrix_lib_close(void);

#endif /* WARPCRYPT_TESTS_MATRIX_ENGINE_H */
