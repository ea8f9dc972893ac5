// SPDX-License-Identifier: GPL-2.0-only
/*
 * libwarpcrypt's registered memory with the CUDA engine: every cipher and mode, and
 * 25519, have right results there. An emulated GPU (fake_cuda.c) says, besides,
 * how they came to the device and back: neighbours in one copy, and nothing by way of
 * other memory. Skipped without a GPU.
 *
 * Only this finds payloads in registered memory that go by way of other memory.
 */
#define _GNU_SOURCE
#include <cuda.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/reference/openssl_25519.h"
#include "tests/unit/builder.h"
#include "tests/unit/fake_gpus.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"

/* Sources and destinations in place_request(): halves of the memory. */
#define HALF	(1u << 20)

static fake_cuda_watch_fn *watch;
/* What an emulated GPU is told, or NULL. */
static struct fake_cuda *gpu;
static const struct fake_cuda_seen *seen;

/* Begin to count, if the GPU is emulated. */
static void look_at(const struct place *p)
{
	static const struct fake_cuda_seen nothing;

	seen = watch ? watch(p->memory, p->len) : &nothing;
}

/* No payload went by way of other memory: keys and jobs are all that did. */
#define NOTHING_STAGED(jobs) do {					\
	if (watch) {							\
		assert_int_equal(seen->other_out, 0);			\
		assert_true(seen->other_in <= (jobs));			\
		assert_int_equal(seen->pageable, 0);			\
	}								\
} while (0)

#define SEEN(member, value) do {					\
	if (watch)							\
		assert_int_equal(seen->member, value);			\
} while (0)

static void register_all(struct place *p)
{
	if (warpcrypt_register(p->w, p->memory, p->len))
		fail_msg("%s", warpcrypt_error());
}

/* All lengths are registered, and at least DIRECT_MIN together, so none is copied by a CPU. */
static void run_lengths(struct place *p, bool decrypt, bool apart)
{
	static const size_t len[] = { 8192, 4096, 4096, 8256, 65472, 20000,
				      9001, 65473, 100000 };
	enum { COUNT = sizeof(len) / sizeof(len[0]) };
	struct warpcrypt_request q[COUNT];
	size_t at = 3 * apart, bytes = 0, i;

	for (i = 0; i < COUNT; i++) {
		size_t n = sample_length(&p->key, len[i]);

		place_request(p, &q[i], at, apart ? at + HALF : at, n, decrypt);
		q[i].flags = WARPCRYPT_REGISTERED;
		at += n;
		bytes += n;
	}
	look_at(p);
	place_run(p, q, COUNT);
	SEEN(in_bytes, bytes);
	SEEN(out_bytes, bytes);
	NOTHING_STAGED(8192);
}

TEST_PLACE(all_kinds, "cuda", 2 * HALF)
{
	uint16_t sizes[BUILDER_SIZES];
	size_t i, n;
	uint8_t m;

	register_all(p);
	for (i = 0; i < BUILDER_CIPHERS; i++)
		for (m = 0; builder_has(builder_ciphers[i], m); m++) {
			n = builder_key_sizes(builder_ciphers[i], sizes);
			place_key(p, builder_ciphers[i], m, sizes[n - 1]);
			run_lengths(p, false, i & 1);
			run_lengths(p, true, ~i & 1);
			place_free(p);
		}
}

/* What is registered is so for all GPUs: each has worked there, and nothing was staged. */
TEST(two_gpus)
{
	struct place p;
	int tries;

	if (!gpu)
		skip();
	gpu->gpus = 2;
	gpu->launches[0] = 0;
	gpu->launches[1] = 0;
	place_open_with(&p, LIB_OPEN(.backend = "cuda", .gpus = "all", .threads = 2,
				     .memory = LIB_SMALL_SHARED), 2 * HALF);
	register_all(&p);
	/* The threads' start has launched each kernel once. */
	for (tries = 0; tries < 1000; tries++) {
		uint32_t before[2] = { gpu->launches[0], gpu->launches[1] };

		place_key(&p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
		run_lengths(&p, false, true);
		place_free(&p);
		if (gpu->launches[0] > before[0] && gpu->launches[1] > before[1])
			break;
	}
	assert_true(tries < 1000);
	place_close(&p);
	gpu->gpus = 1;
	assert_int_equal(gpu->unwiped + gpu->left, 0);
}

/* @count neighbours of @len bytes, with gaps; how many copies? */
static void neighbours(struct place *p, size_t count, size_t len, size_t src_gap,
		       size_t dst_gap)
{
	struct warpcrypt_request q[64];
	size_t i;

	for (i = 0; i < count; i++)
		place_request(p, &q[i], i * (len + src_gap),
			      HALF + i * (len + dst_gap), len, false);
	look_at(p);
	place_run(p, q, count);
}

TEST_PLACE(neighbours, "cuda", 2 * HALF)
{
	uint64_t all = 15 * 4096;
	uint8_t m;

	register_all(p);
	for (m = 0; builder_has(WARPCRYPT_CIPHER_KUZNYECHIK, m); m++) {
		place_key(p, WARPCRYPT_CIPHER_KUZNYECHIK, m, 32);
		/* As many as a frame can have. */
		neighbours(p, 15, 4096, 0, 0);
		SEEN(in, 1);
		SEEN(out, 1);
		SEEN(in_bytes, all);
		SEEN(out_bytes, all);
		NOTHING_STAGED(8192);
		neighbours(p, 5, 8192, 64, 0);
		SEEN(in, 5);
		SEEN(out, 5);
		NOTHING_STAGED(8192);
		/* Not worth a copy of their own: by way of the frame. */
		neighbours(p, 15, 4096, 64, 64);
		SEEN(in, 0);
		SEEN(out, 0);
		if (watch)
			assert_true(seen->other_out >= all);
		place_free(p);
	}
}

/* What is registered, what is not, and padding between them, in one frame. */
TEST_PLACE(mixed, "cuda", 2 * HALF)
{
	static const struct {
		size_t at;
		size_t len;
	} part[] = {
		{ 0, 100 }, { HALF / 2, 8200 }, { 200, 4096 }, { 8192, 16 },
		{ HALF / 2 + 8200, 10000 }, { HALF / 2 + 18200, 17 },
		{ 16384, 8192 },
	};
	enum { COUNT = sizeof(part) / sizeof(part[0]) };
	struct warpcrypt_request q[COUNT];
	uint8_t m;
	int i;

	/* The second and the last quarter. */
	assert_int_equal(warpcrypt_register(p->w, p->memory + HALF / 2,
					    HALF / 2), 0);
	assert_int_equal(warpcrypt_register(p->w, p->memory + HALF + HALF / 2,
					    HALF / 2), 0);
	for (m = 0; builder_has(WARPCRYPT_CIPHER_AES, m); m++) {
		place_key(p, WARPCRYPT_CIPHER_AES, m, 16);
		for (i = 0; i < COUNT; i++)
			place_request(p, &q[i], part[i].at,
				      part[i].at + HALF,
				      sample_length(&p->key, part[i].len), i & 1);
		look_at(p);
		place_run(p, q, COUNT);
		SEEN(in, 2);
		SEEN(out, 2);
		place_free(p);
	}
}

#define UNITS	700	/* fewer than a frame has room for */

/* Arrays of 25519 in the memory of a place. */
static struct warpcrypt_points points_at(struct place *p,
					 enum warpcrypt_curve curve, bool base)
{
	return (struct warpcrypt_points){
		.size = sizeof(struct warpcrypt_points), .curve = curve,
		.flags = WARPCRYPT_REGISTERED, .count = UNITS,
		.scalars = (const uint8_t (*)[32])p->memory,
		.points = base ? NULL :
			  (const uint8_t (*)[32])(p->memory + 65536),
		.results = (uint8_t (*)[32])(p->memory + 2 * 65536),
		.status = p->memory + 3 * 65536 + 5,
	};
}

static void run_points(struct place *p, const struct warpcrypt_points *q,
		       unsigned int in, unsigned int out)
{
	look_at(p);
	if (warpcrypt_run_points(p->w, q))
		fail_msg("%s", warpcrypt_error());
	SEEN(in, in);
	SEEN(out, out);
	SEEN(launches, 3);
	SEEN(clears, 1);
	/* And the jobs are copied, and the stream is asked twice. */
	SEEN(calls, in + out + 3 + 1 + 3);
	SEEN(in_bytes, q->count * 32 * in);
	SEEN(out_bytes, q->count * (32 + (q->status != NULL)));
	NOTHING_STAGED(128);
}

TEST_PLACE(x25519, "cuda", 2 * HALF)
{
	struct warpcrypt_points q;
	uint8_t (*scalars)[32];
	uint8_t want[32];
	size_t i;

	register_all(p);
	rand_fill(&p->rand, p->memory, 4 * 65536);
	memset(p->memory + 65536 + 32 * 5, 0, 32);
	q = points_at(p, WARPCRYPT_X25519, false);
	run_points(p, &q, 2, 2);
	for (i = 0; i < UNITS; i += i < 20 ? 1 : 61) {
		if (!openssl_x25519(want, q.scalars[i], q.points[i]))
			memset(want, 0, 32);
		assert_int_equal(q.status[i], i == 5);
		assert_memory_equal(q.results[i], want, 32);
	}
	q = points_at(p, WARPCRYPT_X25519, true);
	q.status = NULL;
	run_points(p, &q, 1, 1);
	for (i = 0; i < UNITS; i += 61) {
		openssl_x25519(want, q.scalars[i], NULL);
		assert_memory_equal(q.results[i], want, 32);
	}
	/* Results over the scalars. */
	scalars = calloc(UNITS, 32);
	assert_non_null(scalars);
	memcpy(scalars, q.scalars, UNITS * 32);
	q.results = (uint8_t (*)[32])p->memory;
	run_points(p, &q, 1, 1);
	for (i = 0; i < UNITS; i += 61) {
		openssl_x25519(want, scalars[i], NULL);
		assert_memory_equal(q.results[i], want, 32);
	}
	free(scalars);
}

TEST_PLACE(edwards25519, "cuda", 2 * HALF)
{
	static uint8_t seeds[UNITS][32], public[UNITS][32];
	uint8_t (*scalars)[32], (*points)[32];
	struct warpcrypt_points q;
	size_t i;

	register_all(p);
	rand_fill(&p->rand, seeds, sizeof(seeds));
	scalars = (uint8_t (*)[32])p->memory;
	points = (uint8_t (*)[32])(p->memory + 65536);
	for (i = 0; i < UNITS; i++)
		openssl_ed25519(public[i], scalars[i], seeds[i]);
	q = points_at(p, WARPCRYPT_EDWARDS25519, true);
	run_points(p, &q, 1, 2);
	assert_memory_equal(q.results, public, sizeof(public));
	/* [a]B for a of 1: the points themselves; one does not decode. */
	memcpy(points, public, sizeof(public));
	memset(points[9], 0xff, 32);
	memset(scalars, 0, UNITS * 32);
	for (i = 0; i < UNITS; i++)
		scalars[i][0] = 1;
	memset(public[9], 0, 32);
	q = points_at(p, WARPCRYPT_EDWARDS25519, false);
	run_points(p, &q, 2, 2);
	for (i = 0; i < UNITS; i++)
		assert_int_equal(q.status[i], i == 9);
	assert_memory_equal(q.results, public, sizeof(public));
	/* Results over the points. */
	q.results = points;
	run_points(p, &q, 2, 2);
	assert_memory_equal(points, public, sizeof(public));
}

/* Points and ciphers, registered and not, from several batches at once. */
TEST_PLACE(all_at_once, "cuda", 2 * HALF)
{
	struct warpcrypt_batch *batch[3];
	struct warpcrypt_request q[20];
	struct warpcrypt_points first, second;
	static uint8_t results[UNITS][32];
	size_t i;

	register_all(p);
	rand_fill(&p->rand, p->memory, 4 * 65536);
	first = points_at(p, WARPCRYPT_X25519, false);
	second = first;
	second.flags = 0;
	second.results = results;
	second.status = NULL;
	place_key(p, WARPCRYPT_CIPHER_SM4, WARPCRYPT_MODE_CTR, 16);
	for (i = 0; i < 20; i++)
		place_request(p, &q[i], HALF + i * 20000, HALF + i * 20000,
			      20000 - 128 * i, false);
	for (i = 0; i < 2; i++) {
		assert_int_equal(warpcrypt_submit_points(p->w, i ? &second : &first,
							 &batch[i]), 0);
	}
	assert_int_equal(warpcrypt_submit(p->w, q, 20, &batch[2]), 0);
	for (i = 3; i-- > 0;)
		assert_int_equal(warpcrypt_wait(batch[i]), 0);
	place_check_all(p, q, 20);
	assert_memory_equal(first.results, results, sizeof(results));
}

/* Call @n from now on fails. */
static void fail_call(uint32_t n, enum fake_cuda_fault fault)
{
	gpu->injected = 0;
	gpu->fault = fault;
	gpu->fail_at = gpu->calls + n;
}

/* A registration of which any call fails is refused, and can be made then. */
TEST(registration_fails)
{
	struct warpcrypt_request q;
	struct place p;
	uint32_t n;
	int ret;

	if (!gpu)
		skip();
	for (n = 1; n; n++) {
		place_open(&p, "cuda", 65536);
		fail_call(n, FAKE_CUDA_MEMORY);
		ret = warpcrypt_register(p.w, p.memory, p.len);
		gpu->fail_at = 0;
		if (gpu->injected) {
			assert_true(ret < 0 && warpcrypt_error()[0]);
			ret = warpcrypt_register(p.w, p.memory, p.len);
		} else {
			n = UINT32_MAX;
		}
		assert_int_equal(ret, 0);
		place_key(&p, WARPCRYPT_CIPHER_SKINNY, WARPCRYPT_MODE_CTR,
			  32);
		place_request(&p, &q, 0, 0, 60000, false);
		q.flags = WARPCRYPT_REGISTERED;
		assert_int_equal(warpcrypt_run(p.w, &q, 1), 0);
		place_check(&p, &q);
		place_free(&p);
		place_close(&p);
		/* Most calls of the rest look up kernels. */
		n += n > 6 && n < UINT32_MAX - 9 ? 2 : 0;
	}
	assert_int_equal(gpu->unwiped + gpu->left, 0);
}

/*
 * A call fails while requests are in progress: the engine has failed, every request
 * says whether it was done, and nothing is left on the GPU.
 */
TEST(driver_fails)
{
	struct warpcrypt_request q[6];
	struct place p;
	bool failed = true;
	uint32_t n;
	int i;

	if (!gpu)
		skip();
	for (n = 1; failed; n += n < 8 ? 1 : 5) {
		place_open(&p, "cuda", 2 * HALF);
		register_all(&p);
		place_key(&p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_XTS, 16);
		for (i = 0; i < 6; i++)
			place_request(&p, &q[i], i * 40000, i * 40000, 40000, false);
		fail_call(n, FAKE_CUDA_RESOURCES);
		i = warpcrypt_run(p.w, q, 6);
		gpu->fail_at = 0;
		failed = gpu->injected;
		assert_int_equal(i, failed ? -EIO : 0);
		for (i = 0; i < 6; i++)
			if (!q[i].status)
				place_check(&p, &q[i]);
			else
				assert_int_equal(q[i].status, -EIO);
		assert_int_equal(warpcrypt_unregister(p.w, p.memory), 0);
		place_free(&p);
		place_close(&p);
	}
	assert_true(n > 20);
	assert_int_equal(gpu->unwiped + gpu->left, 0);
}

/* A source that can only be read; a real GPU's driver may refuse it. */
TEST_PLACE(read_only, "cuda", 2 * HALF)
{
	struct warpcrypt_request q;
	void *source;
	int ret;

	register_all(p);
	place_key(p, WARPCRYPT_CIPHER_KUZNYECHIK, WARPCRYPT_MODE_XTS, 32);
	place_request(p, &q, 0, 0, HALF, false);
	source = mmap(NULL, HALF, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(source, p->memory, HALF);
	assert_int_equal(mprotect(source, HALF, PROT_READ), 0);
	ret = warpcrypt_register_source(p->w, source, HALF);
	if (ret && !gpu)
		printf("# %s\n", warpcrypt_error());
	assert_true(!ret || (ret == -EOPNOTSUPP && !gpu));
	q.flags = ret ? 0 : WARPCRYPT_REGISTERED;
	q.src = source;
	assert_int_equal(warpcrypt_run(p->w, &q, 1), 0);
	place_check(p, &q);
	assert_true(ret || !warpcrypt_unregister(p->w, source));
}

/* A GPU that does not exist; memory that the program has registered with CUDA. */
TEST_PLACE(bad, "cuda", 2 * HALF)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .gpu = 4000000000u,
	};
	void *lib = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	CUresult (*retain)(CUcontext *ctx, CUdevice device);
	CUresult (*set)(CUcontext ctx);
	CUresult (*host_register)(void *at, size_t len, unsigned int flags);
	CUresult (*host_unregister)(void *at);
	struct warpcrypt_request q;
	struct warpcrypt *w;
	CUcontext own;

	assert_int_equal(warpcrypt_open(&w, &o), -ENODEV);
	assert_non_null(strstr(warpcrypt_error(), "4000000000"));
	o.backend = "auto";
	assert_int_equal(warpcrypt_open(&w, &o), -ENODEV);
	place_key(p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CTR, 16);
	*(void **)&retain = dlsym(lib, "cuDevicePrimaryCtxRetain");
	*(void **)&set = dlsym(lib, "cuCtxSetCurrent");
	*(void **)&host_register = dlsym(lib, "cuMemHostRegister_v2");
	if (!host_register)
		*(void **)&host_register = dlsym(lib, "cuMemHostRegister");
	*(void **)&host_unregister = dlsym(lib, "cuMemHostUnregister");
	assert_false(retain(&own, 0) || set(own) ||
		     host_register(p->memory, 65536, 0));
	assert_int_equal(warpcrypt_register(p->w, p->memory, p->len), -EEXIST);
	assert_true(warpcrypt_error()[0]);
	assert_false(host_unregister(p->memory));
	set(NULL);
	assert_int_equal(warpcrypt_register(p->w, p->memory, p->len), 0);
	place_request(p, &q, 0, 0, 500000, false);
	assert_int_equal(warpcrypt_run(p->w, &q, 1), 0);
	place_check(p, &q);
	dlclose(lib);
}

int main(void)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cuda", .threads = 1,
	};
	struct warpcrypt *w;
	void *lib;

	fake_gpus_make();
	/* The library opens the file when it is loaded, which is once. */
	dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	fake_gpus_clean_up();
	/* Frames are copied here, however small: test-lone-cuda is about others. */
	setenv("WARPCRYPT_GPU_SMALL", "0", 1);
	if (warpcrypt_open(&w, &o)) {
		printf("1..0 # SKIP %s\n", warpcrypt_error());
		return 4;
	}
	warpcrypt_close(w);
	lib = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	watch = (fake_cuda_watch_fn *)dlsym(lib, "fake_cuda_watch");
	gpu = watch ? gpus : NULL;
	printf("# copies are %s\n", watch ? "counted" : "not counted");
	return unit_run("registered memory and the GPU", NULL, NULL);
}
