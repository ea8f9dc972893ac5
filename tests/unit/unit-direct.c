// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's code for payloads that are in no frame, emulated by this machine: CTR as
 * encryption for every cipher, key size and length, and 25519 with arrays.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/25519_engine.h"
#include "kmod/uapi/warpcrypt.h"
#include "tests/unit/builder.h"
#include "tests/unit/emulated_gpu.h"
#include "tests/unit/unit.h"

static const struct wc_geometry geometry = { 128 << 10, 2, 128 };

/* The keystream that the builder expects, added to what is in the frame. */
static void encrypt_all(struct builder *b, struct emulated_gpu *gpu)
{
	static uint8_t plain[128 << 10];
	struct wc_view frame;
	struct wc_run run = { .offset = 0 };
	struct wc_runs runs = { &run, 1 };
	uint32_t i, at;

	assert_int_equal(wc_view_open(&frame, &b->arena, &b->handed), 0);
	rand_fill(&b->rand, frame.base, frame.payload);
	memcpy(plain, frame.base, frame.payload);
	run.len = frame.payload;
	run.src = frame.base;
	run.dst = frame.base;
	frame.runs = &runs;
	assert_int_equal(emulated_gpu_process(gpu, &frame), 0);
	for (i = 0; i < frame.requests; i++) {
		const struct warpcrypt_desc *d = builder_desc(b, i);

		for (at = d->offset; at < d->offset + d->len; at++)
			if ((frame.base[at] ^ plain[at]) != b->expected[at])
				fail_msg("cipher %u, %u bytes: byte %u is wrong",
					 d->cipher, d->len, at - d->offset);
	}
}

TEST(ctr)
{
	static const uint32_t len[] = { 1, 15, 16, 17, 511, 512, 513, 1024, 1040,
					2048, 2064, 4080, 4096, 4097, 8191, 8192,
					32768 };
	uint16_t sizes[BUILDER_SIZES];
	struct emulated_gpu gpu;
	struct builder b;
	size_t i, n, l;

	builder_init(&b, &geometry, 1);
	emulated_gpu_init(&gpu, &geometry);
	for (i = 0; i < BUILDER_CIPHERS; i++) {
		b.cipher = builder_ciphers[i];
		n = builder_key_sizes(b.cipher, sizes);
		while (n--) {
			builder_key(&b, 3, WARPCRYPT_MODE_CTR, sizes[n]);
			builder_begin(&b, 0);
			for (l = 0; l < sizeof(len) / sizeof(len[0]); l++)
				assert_true(builder_add(&b, WARPCRYPT_MODE_CTR,
							false, 3, 0, len[l]));
			encrypt_all(&b, &gpu);
		}
	}
	/* The ciphers in one frame. */
	builder_begin(&b, 1);
	for (i = 0; i < BUILDER_CIPHERS; i++) {
		b.cipher = builder_ciphers[i];
		builder_key_sizes(b.cipher, sizes);
		builder_key(&b, (uint32_t)i, WARPCRYPT_MODE_CTR, sizes[0]);
		for (l = 0; l < 5; l++)
			assert_true(builder_add(&b, WARPCRYPT_MODE_CTR, false,
						(uint32_t)i, 0, 700 * l + 1));
	}
	encrypt_all(&b, &gpu);
	emulated_gpu_free(&gpu);
	builder_free(&b);
}

/* The second payload is all of the frame from the first's key on. */
static int grow_second(void *ctx, const struct wc_view *frame,
		       const struct warpcrypt_desc *desc)
{
	struct warpcrypt_desc *second = builder_desc(ctx, 1);

	(void)desc;
	second->offset = 0;
	second->len = frame->payload;
	return 0;
}

static int change_nothing(void *ctx, const struct wc_view *frame,
			  const struct warpcrypt_desc *desc)
{
	(void)ctx;
	(void)frame;
	(void)desc;
	return 0;
}

/*
 * A helper's arena that is changed while jobs are made of it: as many jobs as before, of
 * more bytes than a frame has. Or it is so from the beginning.
 */
TEST(changing)
{
	uint32_t half = geometry.frame_size / 2;
	struct wc_job jobs[8];
	struct wc_batch batch = { .jobs = jobs, .max = 8 };
	struct wc_view frame;
	struct builder b;

	builder_init(&b, &geometry, 3);
	b.cipher = WARPCRYPT_CIPHER_AES;
	builder_key(&b, 1, WARPCRYPT_MODE_ECB, 16);
	builder_begin(&b, 0);
	assert_true(builder_add(&b, WARPCRYPT_MODE_ECB, false, 1, 0, half));
	assert_true(builder_add(&b, WARPCRYPT_MODE_ECB, false, 1, 0, half / 2));
	b.handed.payload = geometry.frame_size - 2 * sizeof(struct warpcrypt_desc);
	assert_int_equal(wc_view_open(&frame, &b.arena, &b.handed), 0);
	assert_int_equal(wc_batch_build(&batch, &frame, change_nothing, &b), 0);
	assert_int_equal(batch.count, 2);
	assert_int_equal(wc_batch_build(&batch, &frame, grow_second, &b), -EINVAL);
	assert_int_equal(wc_batch_build(&batch, &frame, change_nothing, &b), -EINVAL);
	builder_free(&b);
}

#define UNITS	70u
#define BYTES	(UNITS * WC_UNIT_BYTES)

static uint8_t in[2 * BYTES] __attribute__((aligned(64)));
static uint8_t out[2 * BYTES] __attribute__((aligned(64)));
static uint8_t scratch[WC_TABLE_BYTES + 2 * UNITS * WC_UNIT_SCRATCH]
	__attribute__((aligned(64)));

/* Every thread of a launch, and some without work. */
static void launch(const char *name, struct wc_job *jobs, uint32_t count,
		   uint32_t threads)
{
	const struct wc_latency_jobs none = { .job[0].len = 0 };
	emulated_fn fn = emulated_kernel(name);
	uint32_t i;

	for (i = threads + 5; i-- > 0;)
		fn(jobs, count, threads, scratch, in, out, i, none);
}

/* The same scalars and points as units, and as arrays. */
static void fill_both(struct test_rand *r)
{
	uint32_t i;

	rand_fill(r, in, BYTES);
	for (i = 0; i < UNITS; i++) {
		memcpy(in + BYTES + 32 * i, in + 64 * i, 32);
		memcpy(in + BYTES + 32 * (UNITS + i), in + 64 * i + 32, 32);
	}
	memset(out, 0x5a, sizeof(out));
}

/* Returns how many had no result. */
static uint32_t compare_both(void)
{
	const uint8_t *status = out + BYTES + 32 * UNITS;
	uint32_t none = 0, i;

	for (i = 0; i < UNITS; i++) {
		struct warpcrypt_kpp_out unit;

		memcpy(&unit, out + 64 * i, sizeof(unit));
		assert_memory_equal(out + BYTES + 32 * i, unit.result, 32);
		assert_int_equal(status[i], unit.status == WARPCRYPT_KPP_NONE);
		none += status[i];
	}
	for (; i < 32 * UNITS; i++)
		assert_int_equal(status[i], 0x5a);
	return none;
}

TEST(arrays)
{
	static const struct {
		const char *kernel;
		const char *finish;
		bool some_fail;
	} kinds[] = {
		{ "wc_25519_public", "wc_25519_public_finish", false },
		{ "wc_25519_shared", "wc_25519_shared_finish", false },
		{ "wc_25519_base", "wc_25519_point_finish", false },
		{ "wc_25519_mult", "wc_25519_point_finish", true },
	};
	struct wc_job jobs[2] = {
		{ .len = BYTES, .slot = WC_JOB_UNITS },
		{ .first = UNITS, .offset = BYTES, .len = BYTES,
		  .slot = WC_JOB_ARRAYS },
	};
	struct test_rand r = { 2 };
	size_t k;

	wc25519_make_table((uint64_t *)(void *)scratch, ED_GPU_BASE_W);
	for (k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		fill_both(&r);
		launch(kinds[k].kernel, jobs, 2, 2 * UNITS);
		launch(kinds[k].finish, NULL, 2 * UNITS, 9);
		launch("wc_25519_put", jobs, 2, 2 * UNITS);
		assert_int_equal(compare_both() > 0, kinds[k].some_fail);
	}
}

UNIT_MAIN("the GPU's code for payloads elsewhere", NULL, NULL)
