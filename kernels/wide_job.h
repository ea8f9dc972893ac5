/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one GPU thread does in bitsliced form, in plain C, so that a test
 * without a GPU can play all the threads of a launch one after the other.
 *
 * A thread has 32 blocks, one to each bit of its registers. Threads work in
 * teams of WIDE_TEAM on pieces of WIDE_PIECE blocks:
 *
 *	block of the piece	 0  1  2 ... 7   8  9 ... 15   16 ...     255
 *	thread of the team	 0  1  2 ... 7   0  1 ...  7    0 ...       7
 *	bit of its words	 0  0  0 ... 0   1  1 ...  1    2 ...      31
 *
 * so a load of the whole warp touches four lines of 128 bytes and uses all of
 * each, and a request of 4 KiB keeps eight threads busy and not a warp.
 *
 * A job is a payload, or a piece of one, under one key. The jobs of a launch
 * share cipher, mode and direction and are numbered through by teams. Results
 * go to a buffer of their own, because CBC reads the ciphertext before it.
 */
#ifndef WARPCRYPT_KERNELS_WIDE_JOB_H
#define WARPCRYPT_KERNELS_WIDE_JOB_H

#include "kernels/bitslice.h"
#include "kernels/gf128.h"

#if WC_WORD_BITS != 32
#error "GPU threads have words of 32 bits"
#endif

#define WIDE_TEAM	8u
#define WIDE_TEAM_LOG	3u
#define WIDE_PIECE	(32u * WIDE_TEAM)
#define WIDE_BLOCK	16u
/*
 * XTS payloads are cut into jobs of this many bytes (the last may have up to 15
 * more), which bounds how far a thread must step its tweak.
 */
#define WIDE_XTS_JOB	16384u

/**
 * struct wide_job - a payload or a piece of one
 * @first: teams of the launch before the first of this job
 * @offset: where it starts in both buffers, bytes, a multiple of 16
 * @len: bytes; CTR keystream is written to the end of the last block
 * @key: whose key, an index of the launch's keys
 * @iv: CTR: the first counter; CBC: the IV; XTS: the tweak of the first block,
 *	see wide_tweak_*()
 * @power: XTS: x to the number of blocks before this job in the data unit
 */
struct wide_job {
	uint32_t first;
	uint32_t offset;
	uint32_t len;
	uint32_t key;
	struct wc_block iv;
	struct gf128 power;
};

/**
 * wide_job_find() - which job a team works on
 * @jobs: the jobs of a launch, by rising @first
 * @count: how many, at least 1
 * @team: the team, counted through the launch
 *
 * Return: the last job that begins at @team or before it
 */
WC_FN const struct wide_job *wide_job_find(const struct wide_job *jobs,
					   uint32_t count, uint32_t team)
{
	uint32_t low = 0, high = count;

	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (jobs[mid].first <= team)
			low = mid;
		else
			high = mid;
	}
	return &jobs[low];
}

/* How many teams a job of @len bytes takes, in every mode. */
WC_FN uint32_t wide_teams(uint32_t len)
{
	return (len + WIDE_PIECE * WIDE_BLOCK - 1) / (WIDE_PIECE * WIDE_BLOCK);
}

/**
 * struct wide_share - a thread's blocks of a job
 * @first: its first block, counted through the job; the others follow at
 *	distances of WIDE_TEAM
 * @count: how many of its 32 there are
 */
struct wide_share {
	uint32_t first;
	uint32_t count;
};

/* The share of @thread, counted through the job, of a job of @blocks. */
WC_FN struct wide_share wide_share(uint32_t blocks, uint32_t thread)
{
	struct wide_share s;
	uint32_t left;

	s.first = thread / WIDE_TEAM * WIDE_PIECE + thread % WIDE_TEAM;
	left = s.first < blocks ? blocks - s.first : 0;
	left = (left + WIDE_TEAM - 1) / WIDE_TEAM;
	s.count = left < 32 ? left : 32;
	return s;
}

WC_FN const struct wc_block *wide_in(const uint8_t *buf, uint32_t offset)
{
	return (const struct wc_block *)(const void *)(buf + offset);
}

WC_FN struct wc_block *wide_out(uint8_t *buf, uint32_t offset)
{
	return (struct wc_block *)(void *)(buf + offset);
}

/* Blocks that are there, zeroes for those that are not; not transposed. */
WC_FN void wide_load(bs_word s[BS_PLANES], const struct wc_block *src,
		     struct wide_share share)
{
	const struct wc_block zero = { { 0, 0, 0, 0 } };
	uint32_t i, w;

	src += share.first;
	WC_UNROLL
	for (i = 0; i < 32; i++) {
		struct wc_block b = i < share.count ? src[WIDE_TEAM * i] : zero;

		WC_UNROLL
		for (w = 0; w < 4; w++)
			s[32 * w + i] = b.w[w];
	}
}

WC_FN void wide_store(struct wc_block *dst, const bs_word s[BS_PLANES],
		      struct wide_share share)
{
	uint32_t i, w;

	dst += share.first;
	WC_UNROLL
	for (i = 0; i < 32; i++) {
		struct wc_block b;

		WC_UNROLL
		for (w = 0; w < 4; w++)
			b.w[w] = s[32 * w + i];
		if (i < share.count)
			dst[WIDE_TEAM * i] = b;
	}
}

WC_FN uint32_t wide_swap32(uint32_t x)
{
	return (x >> 24) | ((x >> 8) & 0xff00u) | ((x & 0xff00u) << 8) |
	       (x << 24);
}

/* Bit @j of @x as a mask. */
WC_FN uint32_t wide_bit(uint32_t x, uint32_t j)
{
	return (uint32_t)((int32_t)(x << (31 - j)) >> 31);
}

/**
 * wide_counters() - a thread's 32 counters, already sliced
 * @s: their planes
 * @iv: the job's first counter
 * @first: &wide_share.first
 *
 * Counter i is c + WIDE_TEAM * i, with c = iv + first: bits 0 to 2 are those
 * of c, bits 3 to 7 a sum of five bits, and those above c's or c + 256's, by
 * the carry out of that sum. So nothing needs to be transposed. Bit k of the
 * (big-endian) counter is bit k % 8 of byte 15 - k / 8.
 */
WC_FN void wide_counters(bs_word s[BS_PLANES], const struct wc_block *iv,
			 uint32_t first)
{
	const uint32_t index[5] = {
		0xaaaaaaaau, 0xccccccccu, 0xf0f0f0f0u, 0xff00ff00u, 0xffff0000u
	};
	uint32_t c[4], d[4], carry, k;
	uint64_t sum = first;

	WC_UNROLL
	for (k = 0; k < 4; k++) {	/* c[0] is the least significant */
		sum += wide_swap32(iv->w[3 - k]);
		c[k] = (uint32_t)sum;
		sum >>= 32;
	}
	sum = 256;
	WC_UNROLL
	for (k = 0; k < 4; k++) {
		sum += c[k];
		d[k] = c[k] ^ (uint32_t)sum;
		sum >>= 32;
	}
	WC_UNROLL
	for (k = 0; k < WIDE_TEAM_LOG; k++)
		s[120 + k] = wide_bit(c[0], k);
	carry = 0;
	WC_UNROLL
	for (k = 0; k < 5; k++) {
		uint32_t a = wide_bit(c[0], WIDE_TEAM_LOG + k);

		s[120 + WIDE_TEAM_LOG + k] = a ^ index[k] ^ carry;
		carry = (a & index[k]) | (carry & (a | index[k]));
	}
	WC_UNROLL
	for (k = 8; k < 128; k++)
		s[8 * (15 - k / 8) + k % 8] = wide_bit(c[k / 32], k % 32) ^
			(wide_bit(d[k / 32], k % 32) & carry);
}

WC_FN struct gf128 wide_to_gf(const struct wc_block *b)
{
	struct gf128 t;

	t.lo = b->w[0] | (uint64_t)b->w[1] << 32;
	t.hi = b->w[2] | (uint64_t)b->w[3] << 32;
	return t;
}

/*
 * Add the tweaks of a thread's blocks; @s is not transposed. This is done twice
 * with the same tweaks, which the compiler must not know: it would keep all of
 * them from the first time in registers that the cipher needs.
 */
WC_FN void wide_add_tweaks(bs_word s[BS_PLANES], struct gf128 t)
{
	uint32_t i;

#if defined(__CUDA_ARCH__)
	asm volatile("" : "+l"(t.lo), "+l"(t.hi));
#endif
	WC_UNROLL
	for (i = 0; i < 32; i++) {
		s[i] ^= (uint32_t)t.lo;
		s[32 + i] ^= (uint32_t)(t.lo >> 32);
		s[64 + i] ^= (uint32_t)t.hi;
		s[96 + i] ^= (uint32_t)(t.hi >> 32);
		t = gf128_mul_xs(t, WIDE_TEAM);
	}
}

/* Add the ciphertext before each block; @s is not transposed. */
WC_FN void wide_add_previous(bs_word s[BS_PLANES], const struct wc_block *src,
			     const struct wc_block *iv, struct wide_share share)
{
	uint32_t i, w;

	WC_UNROLL
	for (i = 0; i < 32; i++) {
		uint32_t at = share.first + WIDE_TEAM * i;
		struct wc_block b = *iv;

#if defined(__CUDA_ARCH__)
		/* Not all loads at once: there are no registers for them. */
		if (i % 8 == 0)
			asm volatile("" : : : "memory");
#endif
		if (at && i < share.count)
			b = src[at - 1];
		WC_UNROLL
		for (w = 0; w < 4; w++)
			s[32 * w + i] ^= b.w[w];
	}
}

/* The same block in every lane, sliced; and lane 0 back. */
WC_FN void wide_spread(bs_word s[BS_PLANES], const struct wc_block *b)
{
	uint32_t k;

	WC_UNROLL
	for (k = 0; k < BS_PLANES; k++)
		s[k] = wide_bit(b->w[k / 32], k % 32);
}

WC_FN void wide_gather(struct wc_block *b, const bs_word s[BS_PLANES])
{
	uint32_t k, w;

	WC_UNROLL
	for (w = 0; w < 4; w++) {
		b->w[w] = 0;
		WC_UNROLL
		for (k = 0; k < 32; k++)
			b->w[w] |= (s[32 * w + k] & 1) << k;
	}
}

WC_FN void wide_xor_gf(struct wc_block *b, struct gf128 t)
{
	b->w[0] ^= (uint32_t)t.lo;
	b->w[1] ^= (uint32_t)(t.lo >> 32);
	b->w[2] ^= (uint32_t)t.hi;
	b->w[3] ^= (uint32_t)(t.hi >> 32);
}

/* The IVs of up to 32 jobs, not transposed. */
WC_FN void wide_load_ivs(bs_word s[BS_PLANES], const struct wide_job *jobs,
			 uint32_t count)
{
	const struct wc_block zero = { { 0, 0, 0, 0 } };
	uint32_t i, w;

	WC_UNROLL
	for (i = 0; i < 32; i++) {
		struct wc_block b = i < count ? jobs[i].iv : zero;

		WC_UNROLL
		for (w = 0; w < 4; w++)
			s[32 * w + i] = b.w[w];
	}
}

/* The tweaks of jobs @from to @to - 1, not transposed, to where the IVs were. */
WC_FN void wide_store_tweaks(struct wide_job *jobs,
			     const bs_word s[BS_PLANES], uint32_t from,
			     uint32_t to)
{
	uint32_t i;

	WC_UNROLL
	for (i = 0; i < 32; i++) {
		if (i >= from && i < to) {
			struct wc_block b = {
				{ s[i], s[32 + i], s[64 + i], s[96 + i] }
			};

			jobs[i].iv = b;
		}
	}
	/* Most payloads begin their data unit. Exponents are public. */
	for (i = from; i < to; i++) {
		if (jobs[i].power.lo != 1 || jobs[i].power.hi) {
			struct gf128 t = gf128_mul(wide_to_gf(&jobs[i].iv),
						   jobs[i].power);
			struct wc_block b = { { 0, 0, 0, 0 } };

			wide_xor_gf(&b, t);
			jobs[i].iv = b;
		}
	}
}

/* Byte @i of a block, whose place is known when this is compiled. */
WC_FN uint32_t wide_byte(const struct wc_block *b, uint32_t i)
{
	return (b->w[i / 4] >> (8 * (i % 4))) & 0xff;
}

/*
 * How many of an XTS job's blocks are done together: not the two at its end
 * that ciphertext stealing takes.
 */
WC_FN uint32_t wide_xts_whole(uint32_t len)
{
	return len / WIDE_BLOCK - (len % WIDE_BLOCK != 0);
}

/*
 * The threads of each mode, for a cipher with expanded keys of @key_type and
 * cores @encrypt and @decrypt over 256 planes:
 *
 *	wide_ecb_<name>()		a share of ECB
 *	wide_ctr_<name>()		a share of keystream
 *	wide_cbc_<name>()		a share of CBC decryption
 *	wide_xts_<name>()		a share of XTS, but for stealing
 *	wide_tweak_<name>()		once for every 32 XTS jobs before that: @iv
 *					becomes the tweak of the first block;
 *					jobs under one key are done together
 *	wide_steal_<name>()		once for each job whose length needs it
 *
 * @thread is counted through the job, @back is the direction, a constant.
 */
#define WIDE_CIPHER(name, key_type, encrypt, decrypt)			\
WC_FN void wide_core_##name(const key_type *key, bs_word *buf, int back) \
{									\
	if (back)							\
		decrypt(key, buf);					\
	else								\
		encrypt(key, buf);					\
}									\
									\
WC_FN void wide_ecb_##name(const struct wide_job *job,			\
			   const key_type *key, const uint8_t *in,	\
			   uint8_t *out, uint32_t thread, int back)	\
{									\
	struct wide_share share = wide_share(job->len / WIDE_BLOCK,	\
					     thread);			\
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_load(buf, wide_in(in, job->offset), share);		\
	bs_transpose_state(buf);					\
	wide_core_##name(key, buf, back);				\
	bs_transpose_state(buf);					\
	wide_store(wide_out(out, job->offset), buf, share);		\
}									\
									\
WC_FN void wide_ctr_##name(const struct wide_job *job,			\
			   const key_type *key, uint8_t *out,		\
			   uint32_t thread)				\
{									\
	struct wide_share share = wide_share((job->len + WIDE_BLOCK - 1) / \
					     WIDE_BLOCK, thread);	\
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_counters(buf, &job->iv, share.first);			\
	encrypt(key, buf);						\
	bs_transpose_state(buf);					\
	wide_store(wide_out(out, job->offset), buf, share);		\
}									\
									\
WC_FN void wide_cbc_##name(const struct wide_job *job,			\
			   const key_type *key, const uint8_t *in,	\
			   uint8_t *out, uint32_t thread)		\
{									\
	const struct wc_block *src = wide_in(in, job->offset);		\
	struct wide_share share = wide_share(job->len / WIDE_BLOCK,	\
					     thread);			\
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_load(buf, src, share);					\
	bs_transpose_state(buf);					\
	decrypt(key, buf);						\
	bs_transpose_state(buf);					\
	wide_add_previous(buf, src, &job->iv, share);			\
	wide_store(wide_out(out, job->offset), buf, share);		\
}									\
									\
WC_FN void wide_xts_##name(const struct wide_job *job,			\
			   const key_type *key, const uint8_t *in,	\
			   uint8_t *out, uint32_t thread, int back)	\
{									\
	struct wide_share share = wide_share(wide_xts_whole(job->len),	\
					     thread);			\
	struct gf128 t = gf128_mul_xn(wide_to_gf(&job->iv), share.first); \
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_load(buf, wide_in(in, job->offset), share);		\
	wide_add_tweaks(buf, t);					\
	bs_transpose_state(buf);					\
	wide_core_##name(key, buf, back);				\
	bs_transpose_state(buf);					\
	wide_add_tweaks(buf, t);					\
	wide_store(wide_out(out, job->offset), buf, share);		\
}									\
									\
WC_FN void wide_tweak_##name(struct wide_job *jobs, uint32_t count,	\
			     const key_type *keys)			\
{									\
	bs_word buf[2 * BS_PLANES];					\
	uint32_t from, to;						\
									\
	for (from = 0; from < count; from = to) {			\
		for (to = from + 1; to < count; to++)			\
			if (jobs[to].key != jobs[from].key)		\
				break;					\
		wide_load_ivs(buf, jobs, count);			\
		bs_transpose_state(buf);				\
		encrypt(&keys[jobs[from].key], buf);			\
		bs_transpose_state(buf);				\
		wide_store_tweaks(jobs, buf, from, to);			\
	}								\
}									\
									\
WC_FN void wide_xex_##name(const key_type *key, struct wc_block *b,	\
			   struct gf128 t, int back)			\
{									\
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_xor_gf(b, t);						\
	wide_spread(buf, b);						\
	wide_core_##name(key, buf, back);				\
	wide_gather(b, buf);						\
	wide_xor_gf(b, t);						\
}									\
									\
/* IEEE 1619-2018, 5.3.2 and 5.4.2 */					\
WC_FN void wide_steal_##name(const struct wide_job *job,		\
			     const key_type *key, const uint8_t *in,	\
			     uint8_t *out, int back)			\
{									\
	uint32_t whole = wide_xts_whole(job->len);			\
	uint32_t rest = job->len % WIDE_BLOCK;				\
	uint32_t at = job->offset + whole * WIDE_BLOCK, i;		\
	struct gf128 t = gf128_mul_xn(wide_to_gf(&job->iv), whole);	\
	struct gf128 next = gf128_xtime(t);				\
	struct wc_block b = *wide_in(in, at), tail = { { 0, 0, 0, 0 } }; \
									\
	wide_xex_##name(key, &b, back ? next : t, back);		\
	WC_UNROLL							\
	for (i = 0; i < WIDE_BLOCK; i++) {				\
		uint32_t byte = wide_byte(&b, i);			\
									\
		if (i < rest) {						\
			out[at + WIDE_BLOCK + i] = (uint8_t)byte;	\
			byte = in[at + WIDE_BLOCK + i];			\
		}							\
		tail.w[i / 4] |= byte << (8 * (i % 4));			\
	}								\
	wide_xex_##name(key, &tail, back ? t : next, back);		\
	*wide_out(out, at) = tail;					\
}

#endif /* WARPCRYPT_KERNELS_WIDE_JOB_H */
