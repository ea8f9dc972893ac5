// SPDX-License-Identifier: GPL-2.0-only
/*
 * GPUs that have less shared memory than an H100, and one for which there is no code:
 * libwarpcrypt says which ciphers are bitsliced there, and does all of them right. With
 * the emulated GPU, which refuses kernels that need more than it has.
 */
#include <errno.h>

#include "tests/hex.h"
#include "tests/unit/builder.h"
#include "tests/unit/fake_cuda.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"
#include "tests/vectors/25519.h"

#define LENGTH	70000u
/* Of the memory; the second is registered. */
#define HALF	(1u << 17)

/* CTR, which has kernels of its own for registered memory. */
static void check_cipher(struct place *p, uint8_t cipher)
{
	uint16_t sizes[BUILDER_SIZES];
	struct warpcrypt_request q;

	place_key(p, cipher, WARPCRYPT_MODE_CTR, sizes[builder_key_sizes(cipher, sizes) - 1]);
	place_request(p, &q, 0, HALF, LENGTH, false);
	place_run(p, &q, 1);
	place_request(p, &q, HALF, HALF, LENGTH, false);
	q.flags = WARPCRYPT_REGISTERED;
	place_run(p, &q, 1);
	place_free(p);
}

static void check_x25519(struct warpcrypt *w)
{
	uint8_t scalar[32], point[32], want[32], result[32];
	const struct warpcrypt_points p = {
		.size = sizeof(p), .curve = WARPCRYPT_X25519, .count = 1,
		.scalars = (const uint8_t (*)[32])scalar,
		.points = (const uint8_t (*)[32])point, .results = &result,
	};

	from_hex(scalar, x25519_vectors[0].scalar);
	from_hex(point, x25519_vectors[0].point);
	from_hex(want, x25519_vectors[0].result);
	assert_int_equal(warpcrypt_run_points(w, &p), 0);
	assert_memory_equal(result, want, 32);
}

/* @says: which ciphers are bitsliced for want of memory; NULL: none. */
static void check_gpu(const char *shared, const char *says)
{
	struct place p;
	size_t i;

	setenv(FAKE_CUDA_SHARED, shared, 1);
	place_open_with(&p, LIB_OPEN(.backend = "cuda"), 2 * HALF);
	assert_int_equal(warpcrypt_register(p.w, p.memory + HALF, HALF), 0);
	for (i = 0; i < BUILDER_CIPHERS; i++)
		check_cipher(&p, builder_ciphers[i]);
	check_x25519(p.w);
	if (says)
		assert_non_null(strstr(warpcrypt_describe(p.w), says));
	else
		assert_null(strstr(warpcrypt_describe(p.w), "bitsliced"));
	place_close(&p);
}

#define TEST_GPU(test, shared, says)					\
TEST(test)								\
{									\
	check_gpu(shared, says);					\
}

/*
 * Compute capability 7.5 has 64 KiB, 8.6, 8.9 and 12.0 have 99; 130 are room for the tables
 * of SM4, but not for those of AES.
 */
TEST_GPU(hopper, "227", NULL)
TEST_GPU(turing, "64", "bitsliced aes and sm4")
TEST_GPU(ada, "99", "bitsliced aes and sm4")
TEST_GPU(between, "130", "bitsliced aes")

/* A large GPU as if it were a small one. */
TEST(forced)
{
	setenv("WARPCRYPT_GPU_SHARED", "99", 1);
	check_gpu("227", "bitsliced aes and sm4");
	/* There is no way to have more than the GPU has. */
	setenv("WARPCRYPT_GPU_SHARED", "227", 1);
	check_gpu("99", "bitsliced aes and sm4");
	unsetenv("WARPCRYPT_GPU_SHARED");
}

TEST(no_code)
{
	struct warpcrypt_options options = { .size = sizeof(options), .backend = "cuda" };
	struct warpcrypt *w;

	setenv(FAKE_CUDA_UNKNOWN, "1", 1);
	assert_int_equal(warpcrypt_open(&w, &options), -ENODEV);
	assert_non_null(strstr(warpcrypt_error(), "GPU_ARCHS=all"));
	unsetenv(FAKE_CUDA_UNKNOWN);
}

UNIT_MAIN("small-cuda", NULL, NULL)
