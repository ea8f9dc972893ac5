// SPDX-License-Identifier: GPL-2.0-only
/* libwarpcrypt with several GPUs. */
#include <errno.h>
#include <string.h>

#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_mixture.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/unit.h"

/* As many threads as GPUs, and each has a frame; then they end it. */
static void several(struct warpcrypt_options *o, unsigned int which)
{
	struct test_rand r = { 5 };
	struct warpcrypt *w;
	unsigned int i;

	memset(fake_engine_by, 0, sizeof(fake_engine_by));
	o->memory = 2 * 65536 * o->threads;
	w = lib_open_with(o);
	mixture_run_faulty(w, &r, 1u << WARPCRYPT_CIPHER_AES, &fake_engine_broken, 0);
	for (i = 0; i < FAKE_ENGINE_GPUS; i++)
		assert_int_equal(fake_engine_by[i] > 0, which >> i & 1);
	lib_close(w);
}

TEST(several)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .threads = 3,
		.gpus = "all",
	};
	struct warpcrypt *w;

	several(&o, 7);
	o.threads = 2;
	o.gpus = "2," FAKE_ENGINE_UUID "0";
	several(&o, 5);
	o.backend = NULL;
	o.threads = 1;
	o.gpus = "1";
	several(&o, 2);
	o.gpus = "0,3";
	REFUSED(-ENODEV, warpcrypt_open(&w, &o));
	assert_non_null(strstr(warpcrypt_error(), "no GPU 3; there are: 0 ("
			       FAKE_ENGINE_UUID "0), 1 ("));
}

/* Memory is registered once, and all are told of it. */
TEST(several_memory)
{
	struct warpcrypt *w = LIB_OPEN(.threads = 6, .gpus = "all");
	void *memory;

	assert_string_equal(warpcrypt_describe(w),
			    "cuda: a test's; a test's; a test's");
	fake_engine_shares = 0;
	assert_int_equal(warpcrypt_alloc(w, 1 << 16, &memory), 0);
	assert_int_equal(fake_engine_memory, 1);
	assert_int_equal(fake_engine_shares, 2);
	assert_int_equal(warpcrypt_free(w, memory), 0);
	assert_int_equal(fake_engine_memory, 0);
	fake_engine_refuses = true;
	REFUSED(-ENOMEM, warpcrypt_alloc(w, 1 << 16, &memory));
	fake_engine_refuses = false;
	assert_int_equal(fake_engine_memory, 0);
	lib_close(w);
}
