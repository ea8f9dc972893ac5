/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The input of GPU kernels, in plain C: jobs, fresh keys, and the functions with
 * which all kernels read them.
 *
 * A job is a payload, or a piece of one, under one key. The jobs of a launch have
 * cipher, mode and direction in common. The launch's threads are numbered
 * consecutively over its jobs: a thread finds its job by bisection; the difference
 * of the numbers is its place in the job. Results may go to where the payloads are, but for
 * CBC decryption, which reads the ciphertext of the block before, and ciphertext stealing.
 *
 * Keys lie in slots of WC_SLOT_BYTES each, expanded as their cipher wants them
 * (kernels/gpu/ciphers.h).
 */
#ifndef WARPCRYPT_KERNELS_GPU_JOB_H
#define WARPCRYPT_KERNELS_GPU_JOB_H

#include "kernels/block/gf128.h"
#include "kmod/uapi/warpcrypt_ciphers.h"

#define WC_BLOCK_BYTES		WARPCRYPT_BLOCK_SIZE
#define WC_FRESH_KEY_BYTES	96u
/*
 * XTS payloads are cut into jobs of this many bytes (the last may have up to
 * 15 more), which limits the number of steps from the first tweak to a thread's own.
 */
#define WC_XTS_JOB_BYTES	16384u

/* Threads of a block, where nothing else is said. */
#define WC_THREADS		128
/* Threads that make the masks of a key: one for each round there can be. */
#define WC_MASK_THREADS		64u

#define WC_GPU_NUMBER(NAME, ...)	WC_GPU_##NAME,

/**
 * enum wc_gpu_cipher - the GPU's ciphers, WC_GPU_AES and so on in the order of
 *	WARPCRYPT_CIPHERS(), and the groups: rows of wc_kernels (kernels/gpu/launch.h)
 * @WC_GPU_SM4_GB: XTS of SM4 by GB/T 17964-2021, with the keys of WC_GPU_SM4. The other
 *	modes have no kernels here
 * @WC_GPU_25519: Curve25519 and edwards25519, the first of the groups
 * @WC_GPU_P256: P-256
 * @WC_GPU_CIPHERS: how many rows there are
 */
enum wc_gpu_cipher {
	WARPCRYPT_CIPHERS(WC_GPU_NUMBER)
	WC_GPU_SM4_GB,
	WC_GPU_25519,
	WC_GPU_P256,
	WC_GPU_CIPHERS,
};

#undef WC_GPU_NUMBER

/* What a job of 25519 is made of: kernels/gpu/25519_units.h. */
#define WC_JOB_UNITS		0u
#define WC_JOB_ARRAYS		1u

/**
 * struct wc_job - a payload or a piece of one
 * @first: threads of the launch before the first of this job
 * @offset: where it starts in both buffers, bytes, a multiple of 64
 * @len: bytes; CTR keystream is written to the end of the last block
 * @slot: the key slot; of 25519 WC_JOB_UNITS or WC_JOB_ARRAYS
 * @iv: CTR: the first counter; CBC: the IV; XTS: the IV, which a launch of its
 *	own replaces by the tweak of the first block, of WC_GPU_SM4_GB mirrored
 * @power: XTS: x to the number of blocks before this job in the data unit
 *
 * WC_COFACTOR has WC_SECRET_BYTES random bytes in place of @iv and @power; other kernels of
 * groups do not use them.
 */
struct wc_job {
	uint32_t first;
	uint32_t offset;
	uint32_t len;
	uint32_t slot;
	struct wc_block iv;
	struct gf128 power;
};

#define WC_SECRET_BYTES	32u

/* How many jobs a latency kernel can get with the launch. */
#define WC_LATENCY_JOBS	4u

/**
 * struct wc_latency_jobs - all jobs of a launch, as an argument and not in memory, which
 *	may be the host's
 * @job: the jobs; of the first @len is 0: they are not here
 */
struct wc_latency_jobs {
	struct wc_job job[WC_LATENCY_JOBS];
};

/**
 * struct wc_fresh - a key to be expanded
 * @slot: where to
 * @cipher: enum wc_gpu_cipher; launches for other ciphers ignore this key
 * @len: bytes of the key, in XTS of each of the two
 * @xts: whether there are two: the data key and, at @len, the tweak key
 * @key: the bytes, padded with zeroes
 */
struct wc_fresh {
	uint32_t slot;
	uint32_t cipher;
	uint32_t len;
	uint32_t xts;
	uint8_t key[WC_FRESH_KEY_BYTES];
};

/*
 * The job that a thread of a launch works on: the last of them, by rising first, that
 * begins at @thread or before it.
 */
WC_FN const struct wc_job *wc_job_find(const struct wc_job *jobs,
				       uint32_t count, uint32_t thread)
{
	uint32_t low = 0, high = count;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (jobs[mid].first <= thread)
			low = mid;
		else
			high = mid;
	}
	return &jobs[low];
}

/* The offset of a unit of a launch, which has @bytes, in the payloads. */
WC_FN uint32_t wc_unit_at(const struct wc_job *jobs, uint32_t count,
			  uint32_t unit, uint32_t bytes)
{
	const struct wc_job *job = wc_job_find(jobs, count, unit);

	return job->offset + (unit - job->first) * bytes;
}

/* How many blocks a job has; the last may be cut. */
WC_FN uint32_t wc_job_blocks(const struct wc_job *job)
{
	return (job->len + WC_BLOCK_BYTES - 1) / WC_BLOCK_BYTES;
}

/*
 * How many of an XTS job's blocks are done together: not the two at its end
 * that ciphertext stealing takes.
 */
WC_FN uint32_t wc_xts_whole(uint32_t len)
{
	return len / WC_BLOCK_BYTES - (len % WC_BLOCK_BYTES != 0);
}

WC_FN const struct wc_block *wc_blocks_in(const uint8_t *buf, uint32_t offset)
{
	return (const struct wc_block *)(const void *)(buf + offset);
}

WC_FN struct wc_block *wc_blocks_out(uint8_t *buf, uint32_t offset)
{
	return (struct wc_block *)(void *)(buf + offset);
}

/*
 * The result of a unit of signature checks, whose last block begins with the verdict, 0 or
 * 1; all but that is taken over.
 */
WC_FN void wc_verdict_put(uint8_t *out, const uint8_t *in, uint32_t bytes,
			  uint32_t valid)
{
	const struct wc_block *from = wc_blocks_in(in, 0);
	struct wc_block *to = wc_blocks_out(out, 0);
	struct wc_block block;
	uint32_t i;

	for (i = 0; i < bytes / WC_BLOCK_BYTES; i++) {
		block = from[i];
		if (i == bytes / WC_BLOCK_BYTES - 1)
			block.w[0] = valid;
		to[i] = block;
	}
}

WC_FN void wc_xor(struct wc_block *a, const struct wc_block *b)
{
	int i;

	WC_UNROLL
	for (i = 0; i < 4; i++)
		a->w[i] ^= b->w[i];
}

WC_FN struct wc_block wc_from_gf(struct gf128 t)
{
	struct wc_block b;

	b.w[0] = (uint32_t)t.lo;
	b.w[1] = (uint32_t)(t.lo >> 32);
	b.w[2] = (uint32_t)t.hi;
	b.w[3] = (uint32_t)(t.hi >> 32);
	return b;
}

WC_FN struct gf128 wc_to_gf(const struct wc_block *b)
{
	struct gf128 t;

	t.lo = b->w[0] | (uint64_t)b->w[1] << 32;
	t.hi = b->w[2] | (uint64_t)b->w[3] << 32;
	return t;
}

/* The block @b with the bits of each byte in reverse, if @gb, a constant: gf128_mirror(). */
WC_FN struct wc_block wc_mirror_if(int gb, struct wc_block b)
{
	return gb ? wc_from_gf(gf128_mirror(wc_to_gf(&b))) : b;
}

/* The 128-bit big-endian counter @n steps after @iv, which wraps. */
WC_FN struct wc_block wc_counter(struct wc_block iv, uint32_t n)
{
	uint64_t sum = n;
	int i;

	WC_UNROLL
	for (i = 3; i >= 0; i--) {
		sum += wc_swap32(iv.w[i]);
		iv.w[i] = wc_swap32((uint32_t)sum);
		sum >>= 32;
	}
	return iv;
}

/* Byte @i of a block; @i is a constant. */
WC_FN uint32_t wc_byte(const struct wc_block *b, uint32_t i)
{
	return (b->w[i / 4] >> (8 * (i % 4))) & 0xff;
}

#endif /* WARPCRYPT_KERNELS_GPU_JOB_H */
