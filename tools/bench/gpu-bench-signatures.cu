// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast a GPU checks signatures (WC_VERIFY), and whether it does it right: OpenSSL makes
 * a few thousand, of which a million units are made; every third is spoiled, each in a place
 * of its own, and every verdict is compared with the CPU's. The units are in device memory;
 * the time of a batch of 10,000 is with both copies. `make build/host/gpu-bench-signatures`.
 *
 * Usage: gpu-bench-signatures [PART OF A NAME]    only rows whose name contains it
 */
#include <algorithm>

#include "kernels/bench/gpu-bench-units.h"

/* C++ has another name for it. */
#define _Static_assert	static_assert

extern "C" {
#include "helper/engine/check_units.h"
#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"
#include "kernels/cpu/x25519.h"
#include "tests/reference/openssl_sign.h"
}

/* Different signatures. */
static const uint32_t KINDS = 4096;
/* Bytes of each message: two blocks of SHA-512, with R and A. */
static const uint32_t ED25519_MESSAGE = 64;

typedef std::vector<uint8_t> bytes;

static void make_ed25519(bytes &units)
{
	const uint32_t unit = sizeof(wc_check_ed25519);
	bytes seeds(32 * KINDS + ED25519_MESSAGE);

	fill(seeds, 3);
	for (uint32_t i = 0; i < KINDS; i++) {
		uint8_t sig[64];
		wc_check_ed25519 u = {};

		u.len = ED25519_MESSAGE;
		memcpy(u.text, &seeds[32 * i], u.len);
		openssl_sign_ed25519(u.key, sig, &seeds[32 * i], u.text, u.len);
		memcpy(u.r, sig, 32);
		memcpy(u.s, sig + 32, 32);
		memcpy(&units[unit * i], &u, unit);
	}
}

static void make_p256(bytes &units)
{
	std::vector<wc_check_p256> all(KINDS);
	bytes secrets(64 * KINDS), sigs(64 * KINDS), hashes(32 * KINDS);

	fill(secrets, 4);
	fill(hashes, 5);
	for (uint32_t i = 0; i < KINDS; i++) {
		uint8_t *secret = &secrets[64 * i];

		/* Below n. */
		secret[0] = secret[32] = 1;
		openssl_sign_p256(all[i].key, &sigs[64 * i], secret, secret + 32,
				  &hashes[32 * i]);
	}
	for (uint32_t i = 0; i < KINDS; i++) {
		memcpy(all[i].r, &sigs[64 * i], 32);
		memcpy(all[i].s, &sigs[64 * i + 32], 32);
		memcpy(all[i].hash, &hashes[32 * i], 32);
	}
	memcpy(units.data(), all.data(), KINDS * sizeof(all[0]));
}

/*
 * A million of @KINDS; every third has another bit before the verdict, but not in the
 * bytes from @from to @to, which are not used.
 */
static void repeat(bytes &units, uint32_t unit, uint32_t from, uint32_t to)
{
	for (uint32_t i = KINDS; i < BATCH; i++) {
		uint32_t bit = (i * 2654435761u >> 5) % (8 * (unit - 16 - (to - from)));
		uint8_t *at = &units[(size_t)unit * i];

		memcpy(at, &units[(size_t)unit * (i % KINDS)], unit);
		if (bit >= 8 * from)
			bit += 8 * (to - from);
		if (i % 3 == 0)
			at[bit / 8] ^= 1 << bit % 8;
	}
}

/* 0 for each that the CPU says is valid. */
static void on_cpu_ed25519(const bytes &units, bytes &status)
{
	on_cpus([&](uint32_t first, uint32_t n) {
		bytes keys(32ull * n), sigs(64ull * n), ks(32ull * n);
		EVP_MD_CTX *hash = wc_check_hash_new();
		wc_check_ed25519 u;

		for (uint32_t i = 0; i < n; i++) {
			memcpy(&u, &units[sizeof(u) * (first + i)], sizeof(u));
			memcpy(&keys[32ull * i], u.key, 32);
			memcpy(&sigs[64ull * i], u.r, 32);
			memcpy(&sigs[64ull * i + 32], u.s, 32);
			if (wc_check_ed25519_k(&ks[32ull * i], &u, u.text, u.len,
					       hash))
				abort();
		}
		EVP_MD_CTX_free(hash);
		wc25519_check_vartime(NULL, keys.data(), sigs.data(), ks.data(),
				      n, &status[first]);
	});
}

static void on_cpu_p256(const bytes &units, bytes &status)
{
	on_cpus([&](uint32_t first, uint32_t n) {
		bytes checks((size_t)WCWEI_CHECK_BYTES * n);
		const wc_check_p256 *from = (const wc_check_p256 *)
					    &units[sizeof(*from) * (size_t)first];

		for (uint32_t i = 0; i < n; i += WC_CHECK_SHARED)
			wc_check_p256_scalars((uint8_t (*)[WCWEI_CHECK_BYTES])
					      &checks[(size_t)WCWEI_CHECK_BYTES * i],
					      from + i,
					      std::min(n - i, WC_CHECK_SHARED));
		wcwei_check_vartime(&wcwei_p256, NULL, checks.data(), n,
				    &status[first]);
	});
}

/* Units with verdicts that are not the CPU's, or of which the rest has changed. */
static uint64_t wrong(const bytes &units, const bytes &status, uint32_t unit)
{
	bytes got(units.size());
	uint64_t count = 0, valid = 0;

	MUST(cudaMemcpy(got.data(), dev.out, got.size(), cudaMemcpyDeviceToHost));
	for (uint32_t i = 0; i < BATCH; i++) {
		const size_t at = (size_t)unit * i;
		uint32_t verdict;

		memcpy(&verdict, &got[at + unit - 16], sizeof(verdict));
		valid += verdict;
		count += verdict != !status[i] ||
			 memcmp(&got[at], &units[at], unit - 16);
	}
	/* Two of three: that none was spoiled, or all, would say nothing. */
	return valid > BATCH / 10 * 6 && valid < BATCH / 10 * 7 ? count : BATCH;
}

static void run_ed25519(uint32_t n)
{
	launch("wc_25519_verify", 1, n);
	launch("wc_25519_point_finish", n, wc_finish_threads(WC_VERIFY, n));
	launch("wc_25519_verdict", 1, n);
}

static void run_p256(uint32_t n)
{
	launch("wc_p256_ranges", 1, n);
	launch("wc_p256_inverses", n, wc_finish_threads(WC_VERIFY, n));
	launch("wc_p256_verify", 1, n);
}

struct scheme {
	const char *name;
	uint32_t unit;
	uint32_t unused_from;
	uint32_t unused_to;
	uint32_t scratch;
	void (*make)(bytes &units);
	void (*on_cpu)(const bytes &units, bytes &status);
	void (*run)(uint32_t n);
};

static const scheme schemes[] = {
	{ "Ed25519", sizeof(wc_check_ed25519), 64 + ED25519_MESSAGE,
	  offsetof(wc_check_ed25519, s), WC_UNIT_SCRATCH, make_ed25519,
	  on_cpu_ed25519, run_ed25519 },
	{ "ECDSA P-256", sizeof(wc_check_p256), 0, 0, WEI_UNIT_SCRATCH,
	  make_p256, on_cpu_p256, run_p256 },
};

static uint64_t measure(const scheme &s)
{
	bool edwards = s.run == run_ed25519;
	const uint64_t *tables = edwards ? wc25519_gpu_tables() :
					   wcwei_p256.gpu_tables();
	std::vector<uint64_t> table(tables, tables + (edwards ? WC_TABLE_BYTES :
							WEI_TABLE_BYTES) / 8);
	bytes units((size_t)s.unit * BATCH), status(BATCH);
	uint64_t w;
	double r;

	s.make(units);
	repeat(units, s.unit, s.unused_from, s.unused_to);
	s.on_cpu(units, status);
	put_units(units, table, s.scratch);
	r = rate(s.run);
	w = wrong(units, status, s.unit);
	put_row(s.name, r, latency(s.run, units, s.unit), w);
	return w;
}

int main(int argc, char **argv)
{
	const char *only = argc > 1 ? argv[1] : "";
	uint64_t bad = 0;

	put_head();
	for (const scheme &s : schemes)
		if (strstr(s.name, only))
			bad += measure(s);
	return bad != 0;
}
