// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CUDA engine on a GPU, without the module: the frames of unit-engines, and many at
 * once, compared with the model; what is left of keys that lose their slots. Skipped if
 * there is no GPU.
 *
 * Only this finds wrong results of the CUDA engine on a GPU without the library or the module.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include "helper/daemon/log.h"
#include "helper/daemon/privilege.h"
#include "kernels/gpu/launch.h"
#include "tests/unit/either_engine.h"

#define WORKERS		3
/* Modes of AES: the first. */
#define AES_MODES	(WARPCRYPT_MODE_XTS + 1)

/* How many bytes of the device's memory are not 0; NULL: the GPU is not emulated. */
static size_t (*bytes_of)(size_t len);
/* Of a test; an emulated GPU is slow. */
static int frames = 420;

TEST_EACH(many_frames, 1)
{
	engine_assert_mixed(e, frames);
}

TEST_EACH(many_keys, 1)
{
	uint16_t sizes[BUILDER_SIZES];
	uint32_t i, round;
	size_t n;

	for (round = 0; round < 4; round++) {
		builder_begin(&e->b, 0);
		for (i = 0; i < engine_geometry.key_slots; i++) {
			e->b.cipher = builder_ciphers[i % BUILDER_CIPHERS];
			n = builder_key_sizes(e->b.cipher, sizes);
			builder_key(&e->b, i, WARPCRYPT_MODE_XTS, (uint16_t)
				    (2 * sizes[i / BUILDER_CIPHERS % n]));
			assert_true(builder_add(&e->b, WARPCRYPT_MODE_XTS, i % 2, i, 0,
						512 + i));
		}
		engine_assert_right(e);
	}
}

static void empty_slot(struct engine *e, uint32_t slot)
{
	memset(wc_mapping_key(&e->b.arena, slot), 0, sizeof(struct warpcrypt_key));
}

/*
 * Keys that lose their slots leave the device. A driver library that emulates the GPU
 * lets us look into its memory.
 */
TEST_EACH(released, 1)
{
	const uint32_t slots = engine_geometry.key_slots, kept = 100 - 10;
	const size_t len = (size_t)slots * WC_SLOT_BYTES;
	size_t before, after;
	uint32_t i;

	e->b.cipher = WARPCRYPT_CIPHER_AES;
	builder_begin(&e->b, 0);
	for (i = 0; i < slots; i++) {
		builder_key(&e->b, i, WARPCRYPT_MODE_XTS, 64);
		assert_true(builder_add(&e->b, WARPCRYPT_MODE_XTS, false, i, 0, 512));
	}
	engine_assert_right(e);
	before = bytes_of ? bytes_of(len) : 0;
	/* Three pieces; the rest is still in use. */
	for (i = 0; i < slots; i++)
		if (i < 10 || i == 50 || i > 100)
			empty_slot(e, i);
	assert_int_equal(wc_backend_cuda.forget(e->worker), slots - kept);
	assert_int_equal(wc_backend_cuda.forget(e->worker), 0);
	after = bytes_of ? bytes_of(len) : 0;
	if (bytes_of)
		assert_in_range(after, before / slots * kept / 2, before - 1);
	/* What was kept is still right, and the slots can be used again. */
	for (i = 0; i < 10; i++)
		builder_key(&e->b, i, WARPCRYPT_MODE_XTS, 64);
	builder_begin(&e->b, 0);
	for (i = 0; i < 50; i++)
		assert_true(builder_add(&e->b, WARPCRYPT_MODE_XTS, true, i, 0, 512));
	engine_assert_right(e);
	for (i = 0; i < slots; i++)
		empty_slot(e, i);
	assert_in_range(wc_backend_cuda.forget(e->worker), kept, slots);
	if (bytes_of)
		assert_int_equal(bytes_of(len), 0);
}

/* What a thread does with a worker of its own, and what was wrong. */
struct runner {
	pthread_t thread;
	struct wc_backend *backend;
	struct builder b;
	uint32_t index;
	const char *wrong;
};

static const char *one_frame(struct builder *b, struct wc_worker *worker)
{
	struct wc_view frame;

	return wc_view_open(&frame, &b->arena, &b->handed) ? "no view" :
	       wc_backend_cuda.process(worker, &frame) ? worker->error.text : builder_check(b);
}

static void *run_thread(void *arg)
{
	struct runner *run = arg;
	struct wc_worker *worker;
	struct wc_error err;
	uint32_t j;
	int i;

	if (wc_backend_cuda.worker_start(run->backend, &worker, &err)) {
		run->wrong = "no worker";
		return NULL;
	}
	for (i = 0; i < frames && !run->wrong; i++) {
		builder_begin(&run->b, 2 * run->index + i % 2);
		for (j = 0; j < 200; j++) {
			uint32_t slot = rand_below(&run->b.rand, engine_geometry.key_slots);

			builder_add(&run->b, slot % AES_MODES,
				    slot % AES_MODES !=
				    WARPCRYPT_MODE_CTR && j % 2,
				    slot, 0,
				    16 + (rand_below(&run->b.rand, 6000) &
					  ~15u));
		}
		run->wrong = one_frame(&run->b, worker);
	}
	wc_backend_cuda.worker_stop(worker);
	return NULL;
}

TEST_EACH(workers, 1)
{
	struct runner run[WORKERS];
	uint32_t i;

	/* AES has keys of 32 bytes, and of 16 for XTS. */
	for (i = 0; i < engine_geometry.key_slots; i++)
		builder_key(&e->b, i, i % AES_MODES, 32);
	for (i = 0; i < WORKERS; i++) {
		run[i] = (struct runner){ .backend = e->backend, .b = e->b, .index = i };
		run[i].b.rand.state = 100 + i;
		run[i].b.expected = aligned_alloc(64, engine_geometry.frame_size);
		assert_int_equal(pthread_create(&run[i].thread, NULL, run_thread, &run[i]), 0);
	}
	for (i = 0; i < WORKERS; i++) {
		pthread_join(run[i].thread, NULL);
		free(run[i].b.expected);
	}
	for (i = 0; i < WORKERS; i++)
		if (run[i].wrong)
			fail_msg("worker %u: %s", i, run[i].wrong);
}

int main(void)
{
	struct wc_backend *backend;
	struct wc_error err;
	void *lib;
	int ret;

	wc_harden();
	ret = wc_backend_cuda.open(&backend, 0, &err);
	if (ret) {
		printf("%s %s\n", ret == -ENODEV ? "1..0 # SKIP" : "Bail out!", err.text);
		return ret == -ENODEV ? 4 : 1;
	}
	printf("# %s\n", wc_backend_cuda.describe(backend));
	wc_backend_cuda.close(backend);
	/* As warpcryptd does it: what the driver maps later is locked, too. */
	wc_lock_memory(true);
	lib = dlopen("libcuda.so.1", RTLD_NOW);
	*(void **)&bytes_of = lib ? dlsym(lib, "fake_cuda_bytes") : NULL;
	if (bytes_of)
		frames = 6;
	return unit_run("the CUDA engine", NULL, NULL);
}
