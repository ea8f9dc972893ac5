// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast a GPU does P-256, on integers and on doubles, and whether it does it right:
 * every result is compared with the CPU's. A million units in device memory, and the
 * time of a batch of 10,000 with both copies. `make build/host/gpu-bench-p256`.
 *
 * Usage: gpu-bench-p256 [PART OF A NAME]    only rows whose name contains it
 */
#include "kernels/bench/gpu-bench-units.h"

extern "C" {
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"
}

/* The three launches of @n units. */
static void run(const std::string &way, bool mult, uint32_t n)
{
	launch(way + (mult ? "mult" : "base"), 1, n);
	launch(way + "finish", n, wc_finish_threads(mult ? WC_MULT : WC_BASE, n));
	launch(way + "put", 1, n);
}

/* The CPU's results, in as many threads as it has. */
static void on_cpu(bool mult, std::vector<uint8_t> &out,
		   std::vector<uint8_t> &status,
		   const std::vector<uint8_t> &scalars,
		   const std::vector<uint8_t> &points)
{
	on_cpus([&](uint32_t i, uint32_t n) {
		if (mult)
			wcwei_mult(&wcwei_p256, NULL, &out[64ull * i],
				   &scalars[32ull * i], &points[64ull * i], n,
				   &status[i]);
		else
			wcwei_base(&wcwei_p256, NULL, &out[64ull * i],
				   &scalars[32ull * i], n, &status[i]);
	});
}

static uint64_t wrong(const std::vector<uint8_t> &want,
		      const std::vector<uint8_t> &status)
{
	std::vector<uint8_t> got((size_t)WEI_UNIT_BYTES * BATCH);
	uint64_t count = 0;

	MUST(cudaMemcpy(got.data(), dev.out, got.size(),
			cudaMemcpyDeviceToHost));
	for (uint32_t i = 0; i < BATCH; i++) {
		const uint8_t *unit = &got[(size_t)WEI_UNIT_BYTES * i];

		count += memcmp(unit, &want[64ull * i], 64) ||
			 unit[64] != (status[i] != WCWEI_OK);
	}
	return count;
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : "";
	std::vector<uint8_t> scalars(32ull * BATCH), points(64ull * BATCH);
	std::vector<uint8_t> units((size_t)WEI_UNIT_BYTES * BATCH);
	std::vector<uint8_t> want(64ull * BATCH), status(BATCH);
	const uint64_t *tables = wcwei_p256.gpu_tables();
	std::vector<uint64_t> table(tables, tables + WEI_TABLE_BYTES / 8);
	uint64_t bad = 0;

	fill(scalars, 1);
	on_cpu(false, points, status, scalars, points);
	fill(scalars, 2);
	/* Some without a result: one in 1000 points, and scalars of n or more. */
	for (uint32_t i = 0; i < BATCH; i += 1000)
		points[64ull * i + 40] ^= 1;
	for (uint32_t i = 500; i < BATCH; i += 1000)
		memset(&scalars[32ull * i], 0xff, 32);
	for (uint32_t i = 0; i < BATCH; i++) {
		memcpy(&units[(size_t)WEI_UNIT_BYTES * i], &scalars[32ull * i], 32);
		memcpy(&units[(size_t)WEI_UNIT_BYTES * i + 32],
		       &points[64ull * i], 64);
	}
	put_units(units, table, (size_t)WEI_UNIT_SCRATCH * BATCH);
	put_head();
	for (bool mult : { false, true }) {
		on_cpu(mult, want, status, scalars, points);
		for (const char *way : { "", "doubles_" }) {
			std::string name = std::string(mult ? "[k]P" : "[k]G") +
					   (*way ? " doubles" : " integers");
			std::string entry = std::string("wc_p256_") + way;
			auto all = [&](uint32_t n) { run(entry, mult, n); };
			uint64_t w;
			double r;

			if (name.find(only) == std::string::npos)
				continue;
			r = rate(all);
			w = wrong(want, status);
			bad += w;
			put_row(name, r, latency(all, units, WEI_UNIT_BYTES),
				w);
		}
	}
	return bad != 0;
}
