// SPDX-License-Identifier: GPL-2.0-only
/*
 * GPUs that have less shared memory than an H100, and one for which there is no code:
 * libwarpcrypt says which ciphers are bitsliced there, and does all of them right. With
 * the emulated GPU, which refuses kernels that need more than it has.
 */
#include <errno.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/unit/fake_cuda.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

static const struct {
	const char *name;
	size_t key;
} ciphers[] = {
	{ "aes", 32 }, { "skinny", 32 }, { "kuznyechik", 32 }, { "sm4", 16 },
};

#define CIPHERS	(sizeof(ciphers) / sizeof(ciphers[0]))

/* CTR, which has kernels of its own for registered memory, as the reference. */
static void check_cipher(struct warpcrypt *w, size_t i, struct test_rand *r)
{
	static uint8_t plain[70000], expected[sizeof(plain)];
	struct warpcrypt_cipher_key *key;
	struct reference_key reference;
	uint8_t bytes[32], iv[16];
	struct warpcrypt_request q = {
		.size = sizeof(q), .len = sizeof(plain), .src = plain,
	};
	void *memory;

	rand_fill(r, bytes, sizeof(bytes));
	rand_fill(r, iv, sizeof(iv));
	rand_fill(r, plain, sizeof(plain));
	assert_int_equal(warpcrypt_key(w, &key, ciphers[i].name, "ctr", bytes, ciphers[i].key), 0);
	assert_int_equal(warpcrypt_alloc(w, sizeof(plain), &memory), 0);
	assert_true(reference_set_key(&reference, ciphers[i].name, bytes, ciphers[i].key));
	memcpy(expected, plain, sizeof(plain));
	reference_ctr(reference_block, &reference, iv, expected, sizeof(plain));
	memcpy(q.iv, iv, sizeof(iv));
	q.key = key;
	q.dst = memory;
	assert_int_equal(warpcrypt_run(w, &q, 1), 0);
	assert_memory_equal(memory, expected, sizeof(plain));
	memcpy(memory, plain, sizeof(plain));
	q.src = memory;
	q.flags = WARPCRYPT_REGISTERED;
	assert_int_equal(warpcrypt_run(w, &q, 1), 0);
	assert_memory_equal(memory, expected, sizeof(plain));
	warpcrypt_free(w, memory);
	warpcrypt_key_free(w, key);
}

/* RFC 7748, 5.2, the first example */
static void check_x25519(struct warpcrypt *w)
{
	static const uint8_t scalar[1][32] = { {
		0xa5, 0x46, 0xe3, 0x6b, 0xf0, 0x52, 0x7c, 0x9d, 0x3b, 0x16, 0x15, 0x4b, 0x82,
		0x46, 0x5e, 0xdd, 0x62, 0x14, 0x4c, 0x0a, 0xc1, 0xfc, 0x5a, 0x18, 0x50, 0x6a,
		0x22, 0x44, 0xba, 0x44, 0x9a, 0xc4,
	} }, point[1][32] = { {
		0xe6, 0xdb, 0x68, 0x67, 0x58, 0x30, 0x30, 0xdb, 0x35, 0x94, 0xc1, 0xa4, 0x24,
		0xb1, 0x5f, 0x7c, 0x72, 0x66, 0x24, 0xec, 0x26, 0xb3, 0x35, 0x3b, 0x10, 0xa9,
		0x03, 0xa6, 0xd0, 0xab, 0x1c, 0x4c,
	} }, want[32] = {
		0xc3, 0xda, 0x55, 0x37, 0x9d, 0xe9, 0xc6, 0x90, 0x8e, 0x94, 0xea, 0x4d, 0xf2,
		0x8d, 0x08, 0x4f, 0x32, 0xec, 0xcf, 0x03, 0x49, 0x1c, 0x71, 0xf7, 0x54, 0xb4,
		0x07, 0x55, 0x77, 0xa2, 0x85, 0x52,
	};
	uint8_t result[1][32];
	struct warpcrypt_points p = {
		.size = sizeof(p), .curve = WARPCRYPT_X25519, .count = 1,
		.scalars = scalar, .points = point, .results = result,
	};

	assert_int_equal(warpcrypt_run_points(w, &p), 0);
	assert_memory_equal(result, want, 32);
}

static struct warpcrypt *open_gpu(const char *shared)
{
	struct warpcrypt_options options = { .size = sizeof(options), .backend = "cuda" };
	struct warpcrypt *w;

	setenv(FAKE_CUDA_SHARED, shared, 1);
	if (warpcrypt_open(&w, &options))
		fail_msg("%s", warpcrypt_error());
	return w;
}

/* @says: which ciphers are bitsliced for want of memory; NULL: none. */
static void check_gpu(const char *shared, const char *says)
{
	struct warpcrypt *w = open_gpu(shared);
	struct test_rand r = { 1 };
	size_t i;

	for (i = 0; i < CIPHERS; i++)
		check_cipher(w, i, &r);
	check_x25519(w);
	if (says)
		assert_non_null(strstr(warpcrypt_describe(w), says));
	else
		assert_null(strstr(warpcrypt_describe(w), "bitsliced"));
	warpcrypt_close(w);
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

int main(void)
{
	return unit_run("small-cuda", NULL, NULL);
}
