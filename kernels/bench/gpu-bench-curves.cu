// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast a GPU does 25519 and P-256, and whether it does them right: every result is
 * compared with the CPU's. A million units in device memory, and the time of a batch of
 * 10,000 with both copies. `make build/host/gpu-bench-curves`.
 *
 * Usage: gpu-bench-curves [PART OF A NAME]    only rows whose name contains it
 */
#include "kernels/bench/gpu-bench-units.h"

extern "C" {
#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"
#include "kernels/cpu/x25519.h"
}

static const size_t SCALAR = 32;

struct row {
	const char *name;
	enum wc_gpu_cipher group;
	unsigned int kind;
};

static const row rows[] = {
	{ "X25519", WC_GPU_25519, WC_SHARED },
	{ "X25519 keys", WC_GPU_25519, WC_PUBLIC },
	{ "25519 [k]B", WC_GPU_25519, WC_BASE },
	{ "25519 [k]P", WC_GPU_25519, WC_MULT },
	{ "P-256 [k]G", WC_GPU_P256, WC_BASE },
	{ "P-256 [k]P", WC_GPU_P256, WC_MULT },
};

/* Bytes of a point, and of a result, which a unit's status follows. */
static size_t point_bytes(enum wc_gpu_cipher group)
{
	return group == WC_GPU_P256 ? WCWEI_POINT_BYTES : WC25519_BYTES;
}

/* The CPU's results of @n elements. */
static void on_cpu(enum wc_gpu_cipher group, unsigned int kind, uint8_t *out,
		   uint8_t *status, const uint8_t *scalars,
		   const uint8_t *points, uint32_t n)
{
	memset(status, 0, n);
	if (group == WC_GPU_P256 && kind == WC_MULT)
		wcwei_mult(&wcwei_p256, NULL, out, scalars, points, n, status);
	else if (group == WC_GPU_P256)
		wcwei_base(&wcwei_p256, NULL, out, scalars, n, status);
	else if (kind == WC_SHARED)
		wc25519_shared(NULL, out, scalars, points, n, status);
	else if (kind == WC_MULT)
		wc25519_mult(NULL, out, scalars, points, n, status);
	else if (kind == WC_PUBLIC)
		wc25519_public(NULL, out, scalars, n);
	else
		wc25519_base(NULL, out, scalars, n);
}

static uint64_t wrong(const std::vector<uint8_t> &want,
		      const std::vector<uint8_t> &status, size_t point,
		      size_t unit)
{
	std::vector<uint8_t> got(unit * BATCH);
	uint64_t count = 0;

	MUST(cudaMemcpy(got.data(), dev.out, got.size(),
			cudaMemcpyDeviceToHost));
	for (uint32_t i = 0; i < BATCH; i++) {
		const uint8_t *at = &got[unit * i];

		count += memcmp(at, &want[point * i], point) ||
			 at[point] != (status[i] != 0);
	}
	return count;
}

static uint64_t measure(const row &r)
{
	const bool p256 = r.group == WC_GPU_P256;
	const size_t point = point_bytes(r.group);
	const size_t unit = p256 ? WEI_UNIT_BYTES : WC_UNIT_BYTES;
	const uint64_t *tables = p256 ? wcwei_p256.gpu_tables() :
					wc25519_gpu_tables();
	std::vector<uint64_t> table(tables, tables + wc_unit_tables(r.group) / 8);
	std::vector<uint8_t> scalars(SCALAR * BATCH), points(point * BATCH);
	std::vector<uint8_t> units(unit * BATCH);
	std::vector<uint8_t> want(point * BATCH), status(BATCH);
	auto cpus = [&](unsigned int kind, std::vector<uint8_t> &out) {
		on_cpus([&](uint32_t i, uint32_t n) {
			on_cpu(r.group, kind, &out[point * i], &status[i],
			       &scalars[SCALAR * i], &points[point * i], n);
		});
	};
	auto run = [&](uint32_t n) { run_group(r.group, r.kind, n); };
	uint64_t w;
	double per_second;

	fill(scalars, 1);
	cpus(WC_BASE, points);
	fill(scalars, 2);
	/* Some without a result: points, one in 1000, of either kind; and scalars of n or more. */
	for (uint32_t i = 0; i < BATCH; i += 1000)
		memset(&points[point * i], i % 2000 ? 0xff : 0, point);
	for (uint32_t i = 500; i < BATCH; i += 1000)
		memset(&scalars[SCALAR * i], 0xff, SCALAR);
	for (uint32_t i = 0; i < BATCH; i++) {
		memcpy(&units[unit * i], &scalars[SCALAR * i], SCALAR);
		memcpy(&units[unit * i + SCALAR], &points[point * i], point);
	}
	cpus(r.kind, want);
	put_units(units, table, wc_unit_scratch(r.group, r.kind, BATCH));
	per_second = rate(run);
	w = wrong(want, status, point, unit);
	put_row(r.name, per_second, latency(run, units, unit), w);
	return w;
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : "";
	uint64_t bad = 0;

	put_head();
	for (const row &r : rows)
		if (strstr(r.name, only))
			bad += measure(r);
	return bad != 0;
}
