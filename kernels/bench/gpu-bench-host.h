/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The expected result of a run, from the host's processors: the same cipher cores
 * with other code for the modes.
 */
#ifndef WARPCRYPT_GPU_BENCH_HOST_H
#define WARPCRYPT_GPU_BENCH_HOST_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "kernels/bench/gpu-bench-run.h"

/* Up to 32 blocks. */
static void host_blocks(core_fn *core, const void *key, uint8_t *dst,
			const uint8_t *src, uint32_t blocks)
{
	struct wc_block pad[32];
	bs_word buf[2 * BS_PLANES];

	memset(pad, 0, sizeof(pad));
	memcpy(pad, src, 16 * blocks);
	bs_slice(buf, (const uint8_t *)pad);
	core(key, buf);
	bs_unslice((uint8_t *)pad, buf);
	memcpy(dst, pad, 16 * blocks);
}

static void xor16(uint8_t *a, const void *b)
{
	for (int i = 0; i < 16; i++)
		a[i] ^= ((const uint8_t *)b)[i];
}

/*
 * The tweak of the next block. GB/T 17964-2021 has the first bit of the first byte as
 * the coefficient of x^0, so that a shift to the right multiplies by x.
 */
static struct gf128 next_tweak(const struct run *r, struct gf128 t)
{
	uint64_t first, last;

	if (!r->spec->gb)
		return gf128_xtime(t);
	first = __builtin_bswap64(t.lo);
	last = __builtin_bswap64(t.hi);
	t.hi = __builtin_bswap64(last >> 1 | first << 63);
	t.lo = __builtin_bswap64(first >> 1 ^ (last & 1 ? 0xe1ull << 56 : 0));
	return t;
}

/* The tweak @t, @power on: powers are as IEEE 1619 has its bits. */
static struct gf128 later_tweak(const struct run *r, struct gf128 t,
				struct gf128 power)
{
	if (!r->spec->gb)
		return gf128_mul(t, power);
	return gf128_mirror(gf128_mul(gf128_mirror(t), power));
}

/* Blocks @from to @to of ECB, CTR, keystream, CBC or the whole blocks of XTS. */
static void host_range(const struct run *r, const struct wc_job *job,
		       struct gf128 tweak, uint32_t from, uint32_t to,
		       uint8_t *dst)
{
	const uint8_t *src = r->host_in + job->offset;
	const void *key = &r->keys[job->slot * r->cipher->key_size];
	bool back = r->spec->mode == WC_ECB_DEC || r->spec->mode == WC_CBC_DEC ||
		    r->spec->mode == WC_XTS_DEC;
	core_fn *core = back ? r->cipher->decrypt : r->cipher->encrypt;
	uint8_t text[512];
	struct gf128 t[33];

	for (uint32_t n = from; n < to; n += 32) {
		uint32_t count = std::min(32u, to - n);

		memcpy(text, src + 16ull * n, 16 * count);
		t[0] = tweak;
		for (uint32_t i = 0; i < count; i++) {
			if (launch_of(r->spec->mode) == WC_CTR) {
				uint8_t *c = text + 16 * i;
				uint64_t add = n + i;

				memcpy(c, &job->iv, 16);
				for (int k = 15; k >= 0; k--) {
					add += c[k];
					c[k] = (uint8_t)add;
					add >>= 8;
				}
			}
			if (is_xts(r->spec->mode))
				xor16(text + 16 * i, &t[i]);
			t[i + 1] = next_tweak(r, t[i]);
		}
		tweak = t[count];
		host_blocks(core, key, text, text, count);
		for (uint32_t i = 0; i < count; i++) {
			if (is_xts(r->spec->mode))
				xor16(text + 16 * i, &t[i]);
			if (r->spec->mode == CTR_DATA)
				xor16(text + 16 * i, src + 16ull * (n + i));
			if (r->spec->mode == WC_CBC_DEC)
				xor16(text + 16 * i, n + i ?
				      (const void *)(src + 16ull * (n + i - 1)) :
				      (const void *)&job->iv);
		}
		memcpy(dst + 16ull * (n - from), text, 16 * count);
	}
}

/* Chains of CBC encryption under one key that the host does side by side. */
#define CHAINS	32u

/* Up to CHAINS whole jobs of CBC encryption, all under the same key. */
static bool host_chains(const struct run *r,
			const std::vector<const struct wc_job *> &jobs)
{
	const void *key = &r->keys[jobs[0]->slot * r->cipher->key_size];
	uint8_t chain[16 * CHAINS];
	uint32_t longest = 0, n, i;

	for (i = 0; i < jobs.size(); i++) {
		memcpy(chain + 16 * i, &jobs[i]->iv, 16);
		longest = std::max(longest, jobs[i]->len);
	}
	for (n = 0; n < longest; n += 16) {
		for (i = 0; i < jobs.size(); i++)
			if (n < jobs[i]->len)
				xor16(chain + 16 * i,
				      r->host_in + jobs[i]->offset + n);
		host_blocks(r->cipher->encrypt, key, chain, chain,
			    (uint32_t)jobs.size());
		for (i = 0; i < jobs.size(); i++)
			if (n < jobs[i]->len &&
			    memcmp(chain + 16 * i,
				   r->host_out + jobs[i]->offset + n, 16))
				return false;
	}
	return true;
}

/* Every chain of a run is compared; those of a key are taken together. */
static bool host_check_chains(const struct run *r, char *note, size_t room)
{
	std::vector<std::vector<const struct wc_job *>> groups, open(
		r->fresh.size());
	std::atomic<uint32_t> wrong(0);

	for (const auto &job : r->jobs) {
		open[job.slot].push_back(&job);
		if (open[job.slot].size() < CHAINS)
			continue;
		groups.push_back(open[job.slot]);
		open[job.slot].clear();
	}
	for (const auto &rest : open)
		if (!rest.empty())
			groups.push_back(rest);
	parallel((uint32_t)groups.size(), [&](uint32_t i) {
		wrong += !host_chains(r, groups[i]);
	});
	if (wrong)
		snprintf(note, room, "%u of %zu groups of chains are wrong",
			 wrong.load(), groups.size());
	return !wrong;
}

/* Blocks that the host does at once; a multiple of 32. */
#define CHUNK	4096u

/* A whole job of XTS, with its tweak and its end. */
static bool host_xts(const struct run *r, const struct wc_job *job)
{
	uint32_t whole = wc_xts_whole(job->len), rest = job->len % 16;
	bool back = r->spec->mode == WC_XTS_DEC;
	core_fn *core = back ? r->cipher->decrypt : r->cipher->encrypt;
	const void *key = &r->keys[job->slot * r->cipher->key_size];
	const uint8_t *src = r->host_in + job->offset;
	std::vector<uint8_t> out(job->len);
	uint8_t first[16], block[16];
	struct gf128 t, next, a, b;

	host_blocks(r->cipher->encrypt,
		    &r->tweak_key[job->slot * r->cipher->key_size], first,
		    (const uint8_t *)&job->iv, 1);
	memcpy(&t, first, 16);
	t = later_tweak(r, t, job->power);
	host_range(r, job, t, 0, whole, out.data());
	if (rest) {
		for (uint32_t i = 0; i < whole; i++)
			t = next_tweak(r, t);
		next = next_tweak(r, t);
		a = back ? next : t;
		b = back ? t : next;
		memcpy(block, src + 16 * whole, 16);
		xor16(block, &a);
		host_blocks(core, key, block, block, 1);
		xor16(block, &a);
		memcpy(&out[16 * whole + 16], block, rest);
		memcpy(block, src + 16 * whole + 16, rest);
		xor16(block, &b);
		host_blocks(core, key, block, block, 1);
		xor16(block, &b);
		memcpy(&out[16 * whole], block, 16);
	}
	return !memcmp(out.data(), r->host_out + job->offset, job->len);
}

static bool host_check(const struct run *r, char *note, size_t room)
{
	std::vector<std::pair<uint32_t, uint32_t>> work;
	std::atomic<uint32_t> wrong(0);

	if (r->spec->mode == WC_CBC_ENC)
		return host_check_chains(r, note, room);
	for (uint32_t j = 0; j < r->jobs.size(); j++) {
		uint32_t blocks = (r->jobs[j].len + 15) / 16;

		if (is_xts(r->spec->mode))
			blocks = 1;
		for (uint32_t n = 0; n < blocks; n += CHUNK)
			work.push_back({ j, n });
	}
	parallel((uint32_t)work.size(), [&](uint32_t i) {
		const struct wc_job *job = &r->jobs[work[i].first];
		uint32_t from = work[i].second;
		uint32_t to = std::min((job->len + 15) / 16, from + CHUNK);
		struct gf128 none = { 0, 0 };
		uint64_t end = std::min<uint64_t>(job->len, 16ull * to);

		if (is_xts(r->spec->mode)) {
			wrong += !host_xts(r, job);
			return;
		}
		std::vector<uint8_t> out(16 * (to - from));

		host_range(r, job, none, from, to, out.data());
		if (memcmp(out.data(), r->host_out + job->offset + 16ull * from,
			   end - 16ull * from))
			wrong++;
	});
	if (wrong)
		snprintf(note, room, "%u of %zu pieces are wrong",
			 wrong.load(), work.size());
	return !wrong;
}

#endif /* WARPCRYPT_GPU_BENCH_HOST_H */
