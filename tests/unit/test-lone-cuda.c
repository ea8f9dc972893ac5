// SPDX-License-Identifier: GPL-2.0-only
/*
 * Small frames in the CUDA engine: results are right, and an emulated GPU
 * (fake_cuda.c) says how they came about: the kernels worked in the arena, nothing was
 * copied, and there were as few calls of the driver as there can be. Skipped without a
 * GPU.
 *
 * Only this finds copies, calls of the driver and launches that are more than are needed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "helper/engine/backend.h"
#include "helper/transport/check.h"
#include "kernels/gpu/launch.h"
#include "tests/unit/either_engine.h"
#include "tests/unit/fake_cuda.h"

/* Frames with payloads of this many bytes or less are small. */
#define SMALL		8192u
#define SMALL_TEXT	"8192"

static fake_cuda_watch_fn *watch;
/* How many bytes of the device's memory are not 0. */
static size_t (*bytes_of)(size_t len);
/* And of the host's memory that the engine has for jobs. */
static size_t (*host_bytes)(void);
/* How often a stream that is asked is not done; otherwise once. */
static void (*not_done)(unsigned int n);
static const struct fake_cuda_seen *seen;

#define SEEN(member, value) do {					\
	if (watch)							\
		assert_int_equal(seen->member, value);			\
} while (0)

/* Begin to count. */
static void look_at(const struct engine *e)
{
	static const struct fake_cuda_seen nothing;
	const struct wc_mapping *arena = &e->b.arena;

	seen = watch ? watch(arena->base, (size_t)arena->geo.frame_size *
			     arena->geo.frame_count) : &nothing;
}

static void run(struct engine *e)
{
	look_at(e);
	engine_assert_right(e);
}

/* Payloads and jobs were read where they are. */
static void check_mapped(unsigned int launches)
{
	SEEN(in, 0);
	SEEN(other_in, 0);
	SEEN(launches, launches);
	SEEN(mapped, launches);
}

/* One request, then three, in the last frame, so that addresses matter. */
static void run_kind(struct engine *e, uint8_t mode, bool decrypt, uint32_t len,
		     bool apart)
{
	bool steals = WARPCRYPT_IS_XTS(mode) && len % WC_BLOCK;
	unsigned int launches = steals ? 3 : 1, count;

	/* There is nothing but what is stolen. */
	if (steals && len < 2 * WC_BLOCK)
		launches--;
	for (count = 1; count <= 3; count += 2) {
		unsigned int i;

		builder_begin(&e->b, engine_geometry.frame_count - 1);
		for (i = 0; i < count; i++)
			assert_true(builder_add(&e->b, mode, decrypt, 3, 0,
						len));
		run(e);
		check_mapped(launches);
		SEEN(out, apart);
		/* It is asked twice. */
		SEEN(calls, launches + apart + 2);
	}
}

static void load_key(struct engine *e, uint8_t mode, uint16_t len)
{
	builder_key(&e->b, 3, mode, WARPCRYPT_IS_XTS(mode) ? 2 * len : len);
	builder_begin(&e->b, 0);
	builder_add(&e->b, mode, false, 3, 0, 64);
	run(e);
	/* The key is all that is copied. */
	SEEN(in, 0);
	SEEN(out, 0);
}

TEST_EACH(kinds, 1)
{
	static const uint32_t blocks[] = { 16, 512, 2048 };
	static const uint32_t odd[] = { 17, 31, 100, 2047 };
	uint16_t sizes[BUILDER_SIZES];
	size_t c, n, i;
	uint8_t m;
	int dec;

	for (c = 0; c < BUILDER_CIPHERS; c++)
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
			bool any = m == WARPCRYPT_MODE_CTR ||
				   WARPCRYPT_IS_XTS(m);

			e->b.cipher = builder_ciphers[c];
			if (!builder_has(e->b.cipher, m))
				continue;
			n = builder_key_sizes(e->b.cipher, sizes);
			load_key(e, m, sizes[n - 1]);
			for (dec = 0; dec <= (m != WARPCRYPT_MODE_CTR); dec++) {
				for (i = 0; i < 3; i++)
					run_kind(e, m, dec, blocks[i], dec &&
						 m == WARPCRYPT_MODE_CBC);
				for (i = 0; i < 4 && any; i++)
					run_kind(e, m, dec, odd[i],
						 WARPCRYPT_IS_XTS(m));
			}
		}
}

/* A frame that is a block longer is copied, there and back. */
TEST_EACH(limit, 1)
{
	e->b.cipher = WARPCRYPT_CIPHER_AES;
	load_key(e, WARPCRYPT_MODE_ECB, 16);
	run_kind(e, WARPCRYPT_MODE_ECB, true, SMALL / 4, false);
	builder_begin(&e->b, 1);
	builder_add(&e->b, WARPCRYPT_MODE_ECB, false, 3, 0, SMALL);
	run(e);
	check_mapped(1);
	builder_begin(&e->b, 1);
	builder_add(&e->b, WARPCRYPT_MODE_ECB, false, 3, 0, SMALL + WC_BLOCK);
	run(e);
	SEEN(mapped, 0);
	SEEN(in, 1);
	SEEN(out, 1);
	SEEN(in_bytes, SMALL + WC_BLOCK);
}

/* All modes and ciphers in one frame; some of them cannot be done in place. */
TEST_EACH(mixed, 1)
{
	int i, mode;

	for (mode = -1; mode < WARPCRYPT_MODE_COUNT; mode++)
		for (i = 0; i < 3; i++) {
			builder_begin(&e->b, (uint32_t)i);
			builder_random_frame(&e->b, mode);
			run(e);
		}
	for (i = 0; i < (int)BUILDER_CIPHERS; i++) {
		e->b.cipher = builder_ciphers[i];
		builder_key(&e->b, (uint32_t)i, WARPCRYPT_MODE_CBC, 16 +
			    16 * (e->b.cipher == WARPCRYPT_CIPHER_KUZNYECHIK));
	}
	/* The first time keys are expanded, too. */
	for (mode = 0; mode < 2; mode++) {
		builder_begin(&e->b, 2);
		for (i = 0; i < 2 * (int)BUILDER_CIPHERS; i++)
			assert_true(builder_add(&e->b, WARPCRYPT_MODE_CBC, i & 1,
						(uint32_t)i / 2, 0, 160));
		run(e);
	}
	check_mapped(2 * BUILDER_CIPHERS);
	SEEN(out, 1);
}

static size_t device_bytes(void)
{
	return bytes_of ? bytes_of(0) : 0;
}

/* Scratch memory is on the device, and is wiped, in one piece for each curve. */
TEST_EACH(units, 1)
{
	static const uint32_t units[] = { 1, 2, 33 };
	size_t clean;
	size_t g, i;
	uint8_t m;

	/* Tables are all that there is. */
	clean = device_bytes();
	for (g = 0; g < BUILDER_GROUPS; g++)
		for (m = 0; m < WARPCRYPT_KPP_COUNT; m++)
			for (i = 0; i < 3; i++) {
				builder_begin(&e->b, 2);
				builder_add_units(&e->b, builder_groups[g], m,
						  units[i]);
				run(e);
				check_mapped(3);
				SEEN(out, 0);
				SEEN(clears, 1);
				assert_int_equal(device_bytes(), clean);
			}
	builder_begin(&e->b, 2);
	builder_add_checks(&e->b, WARPCRYPT_CIPHER_EDWARDS25519, WC_CHECK, 3);
	builder_add_checks(&e->b, WARPCRYPT_CIPHER_P256, WC_CHECK, 3);
	run(e);
	SEEN(in, 0);
	SEEN(out, 0);
}

/* Frames that are not small: units are wiped in one piece, whatever there is of them. */
TEST_EACH(wipes, 1)
{
	/* Jobs stay, which are no secrets. */
	const size_t jobs = 2 * sizeof(struct wc_job);
	size_t clean;

	clean = device_bytes();
	builder_begin(&e->b, 0);
	builder_add_units(&e->b, WARPCRYPT_CIPHER_CURVE25519, 0, 500);
	run(e);
	SEEN(in, 1);
	SEEN(out, 1);
	SEEN(mapped, 0);
	SEEN(clears, 1);
	assert_in_range(device_bytes(), clean, clean + jobs);
	builder_begin(&e->b, 1);
	builder_add_units(&e->b, WARPCRYPT_CIPHER_P256, 1, 500);
	builder_add_units(&e->b, WARPCRYPT_CIPHER_EDWARDS25519, 1, 7);
	run(e);
	SEEN(clears, 2);
	assert_in_range(device_bytes(), clean, clean + jobs);
}

/* XTS's tweaks, which are as secret as the key that they are made with, are in the jobs. */
TEST_EACH(tweaks, 1)
{
	e->b.cipher = WARPCRYPT_CIPHER_AES;
	load_key(e, WARPCRYPT_MODE_XTS, 16);
	builder_begin(&e->b, 0);
	assert_true(builder_add(&e->b, WARPCRYPT_MODE_XTS, false, 3, 0, 100));
	run(e);
	check_mapped(3);
	if (host_bytes)
		assert_int_equal(host_bytes(), 0);
}

/* A frame of @count requests of 32 blocks: one thread each. */
static void run_threads(struct engine *e, uint8_t mode, uint32_t count)
{
	uint32_t i;

	builder_begin(&e->b, 0);
	for (i = 0; i < count; i++)
		assert_true(builder_add(&e->b, mode, i & 1 &&
					mode != WARPCRYPT_MODE_CTR, 3, 0, 512));
	run(e);
}

/*
 * The emulated GPU has two multiprocessors: latency kernels do launches of 32
 * threads. With more, but for tweaks and chains, which are bitsliced otherwise, it is the
 * throughput kernels.
 */
TEST_EACH(latency, 1)
{
	const unsigned int most = 2 * LATENCY_THREADS;
	uint16_t sizes[BUILDER_SIZES];
	size_t c, n;
	uint8_t m;

	for (c = 0; c < BUILDER_CIPHERS; c++) {
		bool wide = builder_ciphers[c] == WARPCRYPT_CIPHER_KUZNYECHIK ||
			    builder_ciphers[c] == WARPCRYPT_CIPHER_SKINNY;

		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++) {
			bool two = m != WARPCRYPT_MODE_CTR;
			unsigned int launches = 1 + two;

			e->b.cipher = builder_ciphers[c];
			if (!builder_has(e->b.cipher, m))
				continue;
			n = builder_key_sizes(e->b.cipher, sizes);
			load_key(e, m, sizes[n - 1]);
			/* So many jobs come with the launch. */
			run_threads(e, m, 1);
			SEEN(with_jobs, wide || m != WARPCRYPT_MODE_CBC);
			run_threads(e, m, launches * WC_LATENCY_JOBS);
			SEEN(with_jobs, launches - (!wide &&
						    m == WARPCRYPT_MODE_CBC));
			run_threads(e, m, launches * (WC_LATENCY_JOBS + 1));
			SEEN(with_jobs, 0);
			run_threads(e, m, launches * most);
			SEEN(launches, launches);
			SEEN(latency, launches - (!wide &&
						  m == WARPCRYPT_MODE_CBC));
			run_threads(e, m, launches * most + 2);
			SEEN(launches, launches +
			     2 * WARPCRYPT_IS_XTS(m));
			SEEN(latency, !wide ? 0 : WARPCRYPT_IS_XTS(m) ? 2 :
			     m == WARPCRYPT_MODE_CBC);
		}
	}
}

/* Measurements switch that off. */
TEST(no_latency)
{
	struct engine e;

	setenv("WARPCRYPT_GPU_LATENCY", "0", 1);
	engine_init(&e, &wc_backend_cuda, 1);
	unsetenv("WARPCRYPT_GPU_LATENCY");
	e.b.cipher = WARPCRYPT_CIPHER_SKINNY;
	load_key(&e, WARPCRYPT_MODE_XTS, 32);
	run_threads(&e, WARPCRYPT_MODE_XTS, 1);
	SEEN(launches, 2);
	SEEN(latency, 0);
	engine_free(&e);
}

/* And copies on. */
TEST(off)
{
	struct engine e;

	setenv("WARPCRYPT_GPU_SMALL", "0", 1);
	engine_init(&e, &wc_backend_cuda, 1);
	setenv("WARPCRYPT_GPU_SMALL", SMALL_TEXT, 1);
	e.b.cipher = WARPCRYPT_CIPHER_SM4;
	builder_key(&e.b, 3, WARPCRYPT_MODE_ECB, 16);
	builder_begin(&e.b, 0);
	builder_add(&e.b, WARPCRYPT_MODE_ECB, false, 3, 0, 512);
	run(&e);
	SEEN(in, 1);
	SEEN(out, 1);
	SEEN(mapped, 0);
	engine_free(&e);
}

/* In place of the C library's: counts, and does not sleep. */
static unsigned int sleeps;

int nanosleep(const struct timespec *time, struct timespec *left)
{
	(void)time;
	(void)left;
	sleeps++;
	return 0;
}

static void begin(struct engine *e, struct wc_worker *worker, uint32_t index)
{
	struct wc_view frame;

	builder_begin(&e->b, index);
	builder_add(&e->b, WARPCRYPT_MODE_CTR, false, 3, 0, 2 * SMALL);
	assert_int_equal(wc_view_open(&frame, &e->b.arena, &e->b.handed), 0);
	assert_false(wc_backend_cuda.begin(worker, &frame));
}

/* A thread that waits for a long frame sleeps, while another is in flight. */
TEST_EACH(sleeps, 1)
{
	struct wc_worker *other;
	struct wc_error err;

	assert_int_equal(wc_backend_cuda.worker_start(e->backend, &other, &err), 0);
	e->b.cipher = WARPCRYPT_CIPHER_AES;
	builder_key(&e->b, 3, WARPCRYPT_MODE_CTR, 16);
	look_at(e);
	begin(e, e->worker, 0);
	begin(e, other, 1);
	sleeps = 0;
	if (watch)
		not_done(100);
	assert_int_equal(wc_backend_cuda.finish(e->worker), 0);
	SEEN(queries, 101);
	if (watch)
		assert_in_range(sleeps, 1, 100);
	sleeps = 0;
	assert_int_equal(wc_backend_cuda.finish(other), 0);
	SEEN(queries, 202);
	SEEN(waits, 0);
	if (watch)
		assert_int_equal(sleeps, 0);
	if (watch)
		not_done(1);
	wc_backend_cuda.worker_stop(other);
}

/* A thread asks again and again for a lone frame, whatever its length. */
TEST_EACH(asks, 1)
{
	e->b.cipher = WARPCRYPT_CIPHER_AES;
	builder_key(&e->b, 3, WARPCRYPT_MODE_CTR, 16);
	builder_begin(&e->b, 0);
	builder_add(&e->b, WARPCRYPT_MODE_CTR, false, 3, 0, 512);
	run(e);
	SEEN(queries, 2);
	SEEN(waits, 0);
	builder_begin(&e->b, 0);
	builder_add(&e->b, WARPCRYPT_MODE_CTR, false, 3, 0, 2 * SMALL);
	run(e);
	SEEN(queries, 2);
	SEEN(waits, 0);
}

int main(void)
{
	struct wc_backend *backend;
	struct wc_error err;
	void *lib;

	setenv("WARPCRYPT_GPU_SMALL", SMALL_TEXT, 1);
	if (wc_backend_cuda.open(&backend, 0, &err) == -ENODEV) {
		printf("1..0 # SKIP %s\n", err.text);
		return 4;
	}
	wc_backend_cuda.close(backend);
	lib = dlopen("libcuda.so.1", RTLD_NOW);
	*(void **)&watch = lib ? dlsym(lib, "fake_cuda_watch") : NULL;
	*(void **)&bytes_of = lib ? dlsym(lib, "fake_cuda_bytes") : NULL;
	*(void **)&host_bytes = lib ? dlsym(lib, "fake_cuda_host_bytes") : NULL;
	*(void **)&not_done = lib ? dlsym(lib, "fake_cuda_asks") : NULL;
	return unit_run("small frames", NULL, NULL);
}
