// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPU's entry points for P-256, emulated by this machine
 * (tests/unit/emulated_kernels.c) and compared with OpenSSL: launches of several jobs,
 * results where units were, nothing beside them, inversions shared by few threads and
 * by many, and units that have no result.
 */
#define WEI(name)	P256_##name
#define WEI_OF_CURVE	wcwei_p256
#define WEI_NID		NID_X9_62_prime256v1

#include "kernels/curve/p256.h"
#include "tests/unit/wei_common.h"

#include "kernels/cpu/wei_engine.h"
#include "kernels/gpu/wei_units.h"
#include "tests/unit/emulated_gpu.h"

#define UNITS	40
#define GAP	64	/* bytes between jobs */
#define JOBS	3
#define BYTES	(UNITS * WEI_UNIT_BYTES + (JOBS + 1) * GAP)

static struct {
	struct wc_job jobs[JOBS];
	uint8_t in[BYTES] __attribute__((aligned(64)));
	uint8_t out[BYTES] __attribute__((aligned(64)));
	uint8_t want[BYTES];
	uint8_t scratch[WEI_TABLE_BYTES + UNITS * WEI_UNIT_SCRATCH]
		__attribute__((aligned(64)));
} gpu;

static void emulate(const char *kernel, uint32_t count, uint32_t threads,
		    void *jobs)
{
	const struct wc_latency_jobs none = { .job[0].len = 0 };
	emulated_fn fn = emulated_kernel(kernel);

	/* In reverse, because no thread may rely on another; and some without work. */
	for (uint32_t i = threads + 3; i-- > 0;)
		fn(jobs, count, threads, gpu.scratch, gpu.in, gpu.out, i,
		   none);
}

/* A unit, and the result it must get: a good one, or one of five that have none. */
static void make_unit(uint32_t at, int mult, uint64_t kind)
{
	uint8_t *in = gpu.in + at, *want = gpu.want + at;
	bool ok;

	for (int i = 0; i < (int)WEI_UNIT_BYTES; i++)
		in[i] = random_word();
	random_scalar(in);
	random_point(in + 32);
	if (kind == 1)
		memset(in, 0, 32);
	if (kind == 2)
		memset(in, 0xff, 32);
	if (mult && kind == 3)
		in[70] ^= 4;
	if (mult && kind == 4)
		memset(in + 32, 0, 64);
	if (mult && kind == 5)
		memset(in + 32, 0xff, 32);
	memset(want, 0, WEI_UNIT_BYTES);
	ok = openssl_wei_mult(WEI_NID, want, in, mult ? in + 32 : NULL);
	assert_true(ok || kind);
	want[64] = !ok;
}

static void make_jobs(int mult, uint32_t units)
{
	uint32_t first = 0, at = GAP;

	memset(gpu.want, 0xa5, sizeof(gpu.want));
	memset(gpu.in, 0x5a, sizeof(gpu.in));
	for (int j = 0; j < JOBS; j++) {
		uint32_t n = j < JOBS - 1 ? units / 4 + 1 : units - first;

		gpu.jobs[j] = (struct wc_job){
			.first = first,
			.offset = at,
			.len = n * WEI_UNIT_BYTES,
		};
		for (uint32_t i = 0; i < n; i++, at += WEI_UNIT_BYTES)
			make_unit(at, mult, (first + i) % 9);
		first += n;
		at += GAP;
	}
}

static void run(int mult, uint32_t units, uint32_t sharing)
{
	uint8_t before[BYTES];

	memcpy(before, gpu.in, BYTES);
	memset(gpu.out, 0xa5, BYTES);
	memset(gpu.scratch + WEI_TABLE_BYTES, 0xff,
	       sizeof(gpu.scratch) - WEI_TABLE_BYTES);
	emulate(mult ? "wc_p256_mult" : "wc_p256_base", JOBS, units, gpu.jobs);
	emulate("wc_p256_finish", units, sharing, NULL);
	emulate("wc_p256_put", JOBS, units, gpu.jobs);
	assert_memory_equal(gpu.out, gpu.want, BYTES);
	assert_memory_equal(gpu.in, before, BYTES);
}

TEST(gpu)
{
	static const uint32_t shares[] = { 1, 7, UNITS };

	wcwei_p256.make_table((uint64_t *)(void *)gpu.scratch, WEI_GPU_BASE_W);
	for (int mult = 0; mult < 2; mult++) {
		for (int s = 0; s < 3; s++) {
			uint32_t units = UNITS - (s == 1);

			make_jobs(mult, units);
			run(mult, units, shares[s]);
		}
	}
}

int main(void)
{
	return unit_run("p256-gpu", NULL, NULL);
}
