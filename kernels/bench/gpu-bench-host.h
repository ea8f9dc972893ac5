/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The expected result of a run, from the host's processors: kernels/cpu/modes.h.
 */
#ifndef WARPCRYPT_GPU_BENCH_HOST_H
#define WARPCRYPT_GPU_BENCH_HOST_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "kernels/bench/gpu-bench-run.h"

extern "C" {
#include "kernels/cpu/modes.h"
}

/* A job of all the data is cut into pieces of so many bytes. */
#define PIECE	65536u

/* Payloads of a key that the host does in one call, so that CBC has many chains. */
#define GROUP	64u

/* What the mode has for the data from byte @at of a job on, a multiple of 16. */
static void host_iv(const struct run *r, const struct wc_job *job, uint32_t at,
		    uint8_t iv[16])
{
	uint64_t add = at / 16;

	memcpy(iv, &job->iv, 16);
	if (launch_of(r->spec->mode) == WC_CTR) {
		for (int i = 15; i >= 0; i--) {
			add += iv[i];
			iv[i] = (uint8_t)add;
			add >>= 8;
		}
	} else if (at) {
		memcpy(iv, r->host_in + job->offset + at - 16, 16);
	}
}

/* All payloads: of slot 0, of slot 1 and so on, then of slot 0 again. */
static std::vector<struct wc_cipher_item> host_items(const struct run *r)
{
	std::vector<struct wc_cipher_item> items;

	for (size_t j = 0; j < r->jobs.size(); j++) {
		const struct wc_job *job = &r->jobs[j];
		uint32_t piece = r->spec->cut == ONE ? PIECE : job->len;

		for (uint32_t at = 0; at < job->len; at += piece) {
			struct wc_cipher_item item;

			host_iv(r, job, at, item.iv);
			item.block = r->blocks[j];
			item.dst = r->host_want + job->offset + at;
			/* Without a source it is keystream. */
			item.src = r->spec->mode == WC_CTR ? NULL :
				   r->host_in + job->offset + at;
			item.len = std::min(piece, job->len - at);
			items.push_back(item);
		}
	}
	return items;
}

static void host_run(const struct run *r, const struct wc_fresh *fresh,
		     struct wc_cipher_item *items, size_t count)
{
	const struct wc_cipher *cipher =
		wc_cipher_find(cipher_names[r->spec->cipher]);
	struct wc_cipher_key key, tweak;

	if (!wc_cipher_set_key(&key, cipher, fresh->key, fresh->len) ||
	    (fresh->xts && !wc_cipher_set_key(&tweak, cipher,
					      fresh->key + fresh->len,
					      fresh->len)))
		abort();
	switch (r->spec->mode) {
	case WC_ECB_ENC:
	case WC_ECB_DEC:
		wc_cipher_ecb_items(&key, r->spec->mode == WC_ECB_DEC, items,
				    count);
		break;
	case WC_CBC_ENC:
		wc_cipher_cbc_encrypt_items(&key, items, count);
		break;
	case WC_CBC_DEC:
		wc_cipher_cbc_decrypt_items(&key, items, count);
		break;
	case WC_XTS_ENC:
	case WC_XTS_DEC:
		wc_cipher_xts_items(&key, &tweak, r->spec->gb,
				    r->spec->mode == WC_XTS_DEC, items, count);
		break;
	default:
		wc_cipher_ctr_items(&key, items, count);
	}
}

static bool host_check(const struct run *r, char *note, size_t room)
{
	const std::vector<struct wc_cipher_item> items = host_items(r);
	const uint32_t n = (uint32_t)items.size();
	const uint32_t keys = (uint32_t)r->fresh.size();
	const uint32_t rows = (n + GROUP * keys - 1) / (GROUP * keys);
	std::atomic<uint32_t> wrong(0);

	parallel(rows * keys, [&](uint32_t group) {
		const uint32_t slot = group % keys;
		std::vector<struct wc_cipher_item> some;

		for (uint32_t i = group / keys * GROUP * keys + slot;
		     i < n && some.size() < GROUP; i += keys)
			some.push_back(items[i]);
		host_run(r, &r->fresh[slot], some.data(), some.size());
		for (const auto &item : some)
			wrong += !!memcmp(item.dst, r->host_out +
					  (item.dst - r->host_want), item.len);
	});
	if (wrong)
		snprintf(note, room, "%u of %u payloads are wrong",
			 wrong.load(), n);
	return !wrong;
}

#endif /* WARPCRYPT_GPU_BENCH_HOST_H */
