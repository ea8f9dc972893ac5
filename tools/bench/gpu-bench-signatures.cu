// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast a GPU checks signatures (WC_VERIFY), and whether it does it right: OpenSSL makes
 * a few thousand, of which a million units are made; some are spoiled, each in a place of its
 * own, and every verdict is compared with the CPU's. The units are in device memory;
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
 * A million of @KINDS; one of @spoil has another bit before the verdict, but not in the
 * bytes from @from to @to, which are not used.
 */
static void repeat(bytes &units, uint32_t unit, uint32_t spoil, uint32_t from,
		   uint32_t to)
{
	for (uint32_t i = KINDS; i < BATCH; i++) {
		uint32_t bit = (i * 2654435761u >> 5) % (8 * (unit - 16 - (to - from)));
		uint8_t *at = &units[(size_t)unit * i];

		memcpy(at, &units[(size_t)unit * (i % KINDS)], unit);
		if (bit >= 8 * from)
			bit += 8 * (to - from);
		if (i % spoil == 0)
			at[bit / 8] ^= 1 << bit % 8;
	}
}

/* 0 for each that the CPU says is valid. */
static void on_cpu_ed25519(const bytes &units, bytes &status, int cofactor)
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
				      n, cofactor, &status[first]);
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
static uint64_t wrong(const bytes &units, const bytes &status, uint32_t unit,
		      uint32_t spoil)
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
	/* That none was spoiled, or all, would say nothing. */
	if (valid > BATCH - BATCH / spoil * 9 / 10 || valid < BATCH - BATCH / spoil * 11 / 10)
		return BATCH;
	return count;
}

/* Every so many are spoiled: that none was, or all were, would be seen. */
static const uint32_t MANY = 3, ONE = 900001;

/* @single: one by one, where the engine does many in sets */
struct scheme {
	const char *name;
	enum wc_gpu_cipher group;
	unsigned int kind;
	uint32_t spoil;
	bool single;
};

static const scheme schemes[] = {
	{ "Ed25519", WC_GPU_25519, WC_VERIFY, MANY, false },
	{ "Ed25519, cofactor", WC_GPU_25519, WC_COFACTOR, MANY, true },
	{ "the same, in sets", WC_GPU_25519, WC_COFACTOR, ONE, false },
	{ "and each set has bad", WC_GPU_25519, WC_COFACTOR, MANY, false },
	{ "ECDSA P-256", WC_GPU_P256, WC_VERIFY, MANY, false },
};

static uint64_t measure(const scheme &s)
{
	const bool edwards = s.group == WC_GPU_25519;
	const uint64_t *tables = edwards ? wc25519_gpu_tables() :
					   wcwei_p256.gpu_tables();
	const uint32_t unit = edwards ? sizeof(wc_check_ed25519) :
					sizeof(wc_check_p256);
	std::vector<uint64_t> table(tables, tables + wc_unit_tables(s.group) / 8);
	bytes units((size_t)unit * BATCH), status(BATCH);
	auto run = [&](uint32_t n) {
		if (s.single)
			launch("wc_25519_cofactor", 1, n);
		else
			run_group(s.group, s.kind, n);
	};
	uint64_t w;
	double r;

	if (edwards) {
		make_ed25519(units);
		repeat(units, unit, s.spoil, 64 + ED25519_MESSAGE,
		       offsetof(wc_check_ed25519, s));
		on_cpu_ed25519(units, status, s.kind == WC_COFACTOR);
	} else {
		make_p256(units);
		repeat(units, unit, s.spoil, 0, 0);
		on_cpu_p256(units, status);
	}
	put_units(units, table, wc_unit_scratch(s.group, s.kind, BATCH));
	r = rate(run);
	w = wrong(units, status, unit, s.spoil);
	put_row(s.name, r, latency(run, units, unit), w);
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
