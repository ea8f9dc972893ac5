// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CUDA engine on a GPU, without the module: frames of every kind compared
 * with the model, from one worker and from several at once, and the speed of
 * frames of each kind. KTAP; skipped if there is no GPU.
 *
 * Only this finds wrong results of the CUDA engine on a GPU without the library or the module.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "helper/engine/backend.h"
#include "helper/daemon/log.h"
#include "helper/transport/check.h"
#include "helper/transport/names.h"
#include "helper/daemon/privilege.h"
#include "kernels/gpu/launch.h"
#include "tests/ktap.h"
#include "tests/unit/builder.h"

#define WORKERS		3
#define REPEATS		50

static const struct wc_geometry geometry = { 1 << 20, 2 * WORKERS, 256 };

/* Frames of each kind. */
static int frames = 60;

/* Modes of AES: the first. */
#define AES_MODES	(WARPCRYPT_MODE_XTS + 1)

/* @detail: what is wrong, or more about it, or NULL. */
static void result(bool ok, const char *name, const char *detail)
{
	ktap_ok(ok, "%s%s%s", name, detail ? " # " : "", detail ? detail : "");
}

static int process(struct builder *b, struct wc_worker *worker)
{
	struct wc_view frame;
	int ret = wc_view_open(&frame, &b->arena, &b->handed);

	return ret ? ret : wc_backend_cuda.process(worker, &frame);
}

/* Returns NULL, or what is wrong. */
static const char *one_frame(struct builder *b, struct wc_worker *worker)
{
	int ret = process(b, worker);

	if (ret)
		return worker->error.text[0] ? worker->error.text :
					       strerror(-ret);
	return builder_check(b);
}

static void test_mixed(struct builder *b, struct wc_worker *worker)
{
	const char *wrong = NULL;
	int mode, i;

	/* -1: all modes together */
	for (mode = -1; mode < WARPCRYPT_MODE_COUNT; mode++) {
		wrong = NULL;
		for (i = 0; i < frames && !wrong; i++) {
			builder_begin(b, i % geometry.frame_count);
			builder_random_frame(b, mode);
			wrong = one_frame(b, worker);
		}
		result(!wrong, mode < 0 ? "mixed" :
		       wc_name_of_mode(WARPCRYPT_CIPHER_AES, mode), wrong);
	}
}

static void test_many_keys(struct builder *b, struct wc_worker *worker)
{
	const char *wrong = NULL;
	uint16_t sizes[BUILDER_SIZES];
	uint32_t i, round;
	size_t n;

	for (round = 0; round < 4 && !wrong; round++) {
		builder_begin(b, 0);
		for (i = 0; i < geometry.key_slots; i++) {
			b->cipher = builder_ciphers[i % BUILDER_CIPHERS];
			n = builder_key_sizes(b->cipher, sizes);
			builder_key(b, i, WARPCRYPT_MODE_XTS, (uint16_t)
				    (2 * sizes[i / BUILDER_CIPHERS % n]));
			builder_add(b, WARPCRYPT_MODE_XTS, i % 2, i, 0,
				    512 + i);
		}
		wrong = one_frame(b, worker);
	}
	result(!wrong, "256 new keys in a frame", wrong);
}

/* Units of all groups and modes, between block ciphers. */
static void test_groups(struct builder *b, struct wc_worker *worker)
{
	static const uint32_t units[] = { 1, 2, 3, 31, 32, 33, 129, 200 };
	const char *wrong = NULL;
	uint32_t i, round;

	builder_key(b, 1, WARPCRYPT_MODE_CTR, 16);
	for (round = 0; round < 4 && !wrong; round++) {
		builder_begin(b, 0);
		for (i = 0; i < 2 * BUILDER_GROUPS * 8; i++) {
			builder_add_units(b, builder_groups[i % BUILDER_GROUPS],
					  i / BUILDER_GROUPS & 1,
					  units[i / (2 * BUILDER_GROUPS)]);
			builder_add(b, WARPCRYPT_MODE_CTR, false, 1, 0, 1 + i);
		}
		wrong = one_frame(b, worker);
	}
	result(!wrong, "groups", wrong);
}

/* Signature checks, in one frame with multiplications. */
static void test_checks(struct builder *b, struct wc_worker *worker)
{
	static const uint32_t units[] = { 1, 2, 31, 33, 129, 400 };
	const char *wrong = NULL;
	uint32_t i, round;

	for (round = 0; round < 4 && !wrong; round++) {
		builder_begin(b, 0);
		for (i = 0; i < 6; i++) {
			builder_add_checks(b, WARPCRYPT_CIPHER_EDWARDS25519,
					   i & 1 ? WC_CHECK_COFACTOR : WC_CHECK,
					   units[i]);
			builder_add_units(b, WARPCRYPT_CIPHER_P256, i & 1, 3);
			builder_add_checks(b, WARPCRYPT_CIPHER_P256, WC_CHECK,
					   units[i]);
			builder_add_units(b, WARPCRYPT_CIPHER_EDWARDS25519,
					  i & 1, 3);
		}
		wrong = one_frame(b, worker);
	}
	result(!wrong, "signature checks", wrong);
}

static void test_garbage(struct builder *b, struct wc_worker *worker)
{
	const char *wrong;
	uint32_t i, r;

	for (i = 0; i < 200; i++) {
		builder_begin(b, 0);
		b->handed.requests = 1 + rand_below(&b->rand, 100);
		b->handed.payload = 1 << 19;
		for (r = 0; r < b->handed.requests; r++) {
			rand_fill(&b->rand, builder_desc(b, r), 64);
			if (rand_below(&b->rand, 4))
				builder_desc(b, r)->cipher =
					builder_ciphers[i % BUILDER_CIPHERS];
		}
		if (process(b, worker) == -EIO)
			break;
	}
	builder_begin(b, 0);
	builder_random_frame(b, -1);
	wrong = i < 200 ? "the engine broke" : one_frame(b, worker);
	result(!wrong, "garbage harms nothing", wrong);
}

/*
 * Keys that lose their slots leave the device. A driver library that emulates the GPU
 * lets us look into its memory.
 */
static void test_released(struct builder *b, struct wc_worker *worker)
{
	const size_t len = (size_t)geometry.key_slots * WC_SLOT_BYTES;
	size_t (*bytes)(size_t len);
	const char *wrong = NULL;
	char detail[100];
	size_t before = 0, after = 0;
	void *library;
	uint32_t i;
	int kept;

	library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
	*(void **)&bytes = library ? dlsym(library, "fake_cuda_bytes") : NULL;
	builder_begin(b, 0);
	b->cipher = WARPCRYPT_CIPHER_AES;
	for (i = 0; i < geometry.key_slots; i++) {
		builder_key(b, i, WARPCRYPT_MODE_XTS, 64);
		builder_add(b, WARPCRYPT_MODE_XTS, false, i, 0, 512);
	}
	wrong = one_frame(b, worker);
	before = bytes ? bytes(len) : 0;
	/* Three pieces; the rest is still in use. */
	for (i = 0; i < geometry.key_slots; i++)
		if (i < 10 || i == 100 || i > 200)
			memset(wc_mapping_key(&b->arena, i), 0,
			       sizeof(struct warpcrypt_key));
	kept = 200 - 10;
	if (wc_backend_cuda.forget(worker) !=
	    (int)geometry.key_slots - kept)
		wrong = "it has wiped another number of keys";
	if (!wrong && wc_backend_cuda.forget(worker))
		wrong = "it has wiped keys twice";
	after = bytes ? bytes(len) : 0;
	if (!wrong && bytes && (after >= before ||
				after < before / geometry.key_slots * kept / 2))
		wrong = "the device's memory has too much or too little left";
	/* What was kept is still right, and the slots can be used again. */
	for (i = 0; i < 10; i++)
		builder_key(b, i, WARPCRYPT_MODE_XTS, 64);
	builder_begin(b, 0);
	for (i = 0; i < 100; i++)
		builder_add(b, WARPCRYPT_MODE_XTS, true, i, 0, 512);
	if (!wrong)
		wrong = one_frame(b, worker);
	for (i = 0; i < geometry.key_slots; i++)
		memset(wc_mapping_key(&b->arena, i), 0,
		       sizeof(struct warpcrypt_key));
	if (!wrong && wc_backend_cuda.forget(worker) < kept)
		wrong = "it has not wiped the rest";
	if (!wrong && bytes && bytes(len))
		wrong = "something of the keys is left on the device";
	snprintf(detail, sizeof(detail), "%s; %zu bytes of keys, then %zu, then 0",
		 bytes ? "looked at" : "not looked at", before, after);
	if (library)
		dlclose(library);
	result(!wrong, "released keys leave the device", wrong ? wrong : detail);
}

struct runner {
	pthread_t thread;
	struct wc_backend *backend;
	struct builder b;
	uint32_t index;
	const char *wrong;
};

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
			uint32_t slot = rand_below(&run->b.rand, 256);

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

static void test_workers(struct wc_backend *backend, struct builder *b)
{
	struct runner run[WORKERS];
	const char *wrong = NULL;
	uint32_t i;

	/* AES has keys of 32 bytes, and of 16 for XTS. */
	b->cipher = WARPCRYPT_CIPHER_AES;
	for (i = 0; i < geometry.key_slots; i++)
		builder_key(b, i, i % AES_MODES, 32);
	for (i = 0; i < WORKERS; i++) {
		run[i] = (struct runner){ .backend = backend, .index = i };
		run[i].b = *b;
		run[i].b.rand.state = 100 + i;
		run[i].b.expected = aligned_alloc(64, geometry.frame_size);
		pthread_create(&run[i].thread, NULL, run_thread, &run[i]);
	}
	for (i = 0; i < WORKERS; i++) {
		pthread_join(run[i].thread, NULL);
		free(run[i].b.expected);
		if (run[i].wrong)
			wrong = run[i].wrong;
	}
	result(!wrong, "several workers at once", wrong);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds_for(struct builder *b, struct wc_worker *worker)
{
	double t;
	int i;

	process(b, worker);
	t = now();
	for (i = 0; i < REPEATS; i++)
		process(b, worker);
	return (now() - t) / REPEATS;
}

/* For information: frames full of requests of one size, one after the other. */
static void measure_mode(struct builder *b, struct wc_worker *worker, int mode,
			 uint32_t len)
{
	uint16_t sizes[BUILDER_SIZES];
	size_t n = builder_key_sizes(b->cipher, sizes);
	uint16_t key = sizes[n - 1];
	double t;
	int dec;

	if (WARPCRYPT_IS_XTS(mode))
		key *= 2;
	for (dec = 0; dec < (mode == WARPCRYPT_MODE_CTR ? 1 : 2); dec++) {
		builder_key(b, 0, (uint8_t)mode, key);
		builder_begin(b, 0);
		while (builder_add(b, (uint8_t)mode, dec, 0, 0, len))
			;
		t = seconds_for(b, worker);
		printf("# %-10s %3u %s %s: %7.1f us a frame of %4u requests, %6.2f GB/s\n",
		       wc_name_of_cipher(b->cipher), 8 * key,
		       wc_name_of_mode(b->cipher, mode),
		       dec ? "decrypt" : "encrypt", t * 1e6,
		       b->handed.requests, b->handed.payload / t / 1e9);
	}
}

static void measure_group(struct builder *b, struct wc_worker *worker,
			  uint8_t group, uint8_t mode)
{
	uint32_t units = 0;
	double t;

	builder_begin(b, 0);
	while (builder_add_units(b, group, mode, 512))
		units += 512;
	t = seconds_for(b, worker);
	printf("# %s %s: %.1f us a frame of %u units, %.2f M/s\n",
	       wc_name_of_cipher(group), wc_name_of_mode(group, mode), t * 1e6,
	       units, units / t / 1e6);
}

static void measure(struct builder *b, struct wc_worker *worker)
{
	int mode;
	size_t i;

	for (i = 0; i < BUILDER_CIPHERS; i++) {
		b->cipher = builder_ciphers[i];
		for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++)
			if (builder_has(b->cipher, (uint8_t)mode))
				measure_mode(b, worker, mode, 4096);
		measure_mode(b, worker, WARPCRYPT_MODE_XTS, 512);
		builder_begin(b, 0);
		builder_add(b, WARPCRYPT_MODE_XTS, false, 0, 0, 4096);
		printf("# one request of 4 KiB: %.1f us\n",
		       seconds_for(b, worker) * 1e6);
	}
	/* Results overwrite the input, so later runs have random points. */
	for (i = 0; i < 2 * BUILDER_GROUPS; i++)
		measure_group(b, worker, builder_groups[i % BUILDER_GROUPS],
			      (uint8_t)(i / BUILDER_GROUPS));
}

int main(int argc, char **argv)
{
	const struct wc_part all = { 0, geometry.frame_count };
	bool quick = argc > 1 && !strcmp(argv[1], "--quick");
	bool slow = argc > 1 && !strcmp(argv[1], "--no-timing");
	struct wc_backend *backend;
	struct wc_worker *worker;
	struct wc_error err;
	struct builder b;
	int ret;

	/* --no-timing: with compute-sanitizer a frame takes seconds. */
	if (quick || slow)
		frames = 2;
	ktap_start();
	wc_harden();
	ret = wc_backend_cuda.open(&backend, 0, &err);
	if (ret == -ENODEV) {
		printf("1..0 # SKIP %s\n", err.text);
		return 4;
	}
	if (ret) {
		printf("Bail out! %s\n", err.text);
		return 1;
	}
	printf("# %s\n", wc_backend_cuda.describe(backend));
	/* As warpcryptd does it: what the driver maps later is locked, too. */
	wc_lock_memory(true);
	builder_init(&b, &geometry, 1);
	b.ciphers = BUILDER_ALL;
	if (wc_backend_cuda.arena_add(backend, &b.arena, all, &err) ||
	    wc_backend_cuda.worker_start(backend, &worker, &err)) {
		printf("Bail out! %s\n", err.text);
		return 1;
	}
	test_mixed(&b, worker);
	test_many_keys(&b, worker);
	test_groups(&b, worker);
	test_checks(&b, worker);
	test_garbage(&b, worker);
	test_released(&b, worker);
	test_workers(backend, &b);
	if (!slow)
		measure(&b, worker);
	wc_backend_cuda.worker_stop(worker);
	wc_backend_cuda.arena_remove(backend);
	wc_backend_cuda.close(backend);
	builder_free(&b);
	return ktap_finish();
}
