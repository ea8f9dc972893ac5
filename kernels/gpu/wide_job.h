/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one GPU thread does in bitsliced form, in plain C, so that a test
 * without a GPU can play all the threads of a launch one after the other.
 *
 * A thread has 32 blocks, one to each bit of its registers. Threads work in
 * teams, and a team of 8 on a piece of 256 blocks:
 *
 *	block of the piece	 0  1  2 ... 7   8  9 ... 15   16 ...     255
 *	thread of the team	 0  1  2 ... 7   0  1 ...  7    0 ...       7
 *	bit of its words	 0  0  0 ... 0   1  1 ...  1    2 ...      31
 *
 * so a load of the whole warp touches four lines of 128 bytes and uses all of
 * each, and a request of 4 KiB keeps eight threads busy and not a warp. Jobs of
 * up to 128 blocks have teams of 4, 2 or 1, so that a thread's words are full
 * with requests of 512 bytes too.
 */
#ifndef WARPCRYPT_KERNELS_GPU_WIDE_JOB_H
#define WARPCRYPT_KERNELS_GPU_WIDE_JOB_H

#include "kernels/block/bitslice.h"
#include "kernels/gpu/job.h"

#if WC_WORD_BITS != 32
#error "GPU threads have words of 32 bits"
#endif

/* The size of a job's teams is two to the power of this. */
WC_FN uint32_t wide_team_log(uint32_t blocks)
{
	return (blocks > 32) + (blocks > 64) + (blocks > 128);
}

/* How many threads a job takes of which so many blocks are done together. */
WC_FN uint32_t wide_threads(uint32_t blocks)
{
	uint32_t log = wide_team_log(blocks);

	return (blocks + (32u << log) - 1) >> (5 + log) << log;
}

/**
 * struct wide_share - a thread's blocks of a job
 * @first: its first block, counted through the job
 * @log: the others follow at distances of two to the power of this
 * @count: how many of its 32 there are
 */
struct wide_share {
	uint32_t first;
	uint32_t log;
	uint32_t count;
};

/* The share of @thread, counted through the job, of a job of @blocks. */
WC_FN struct wide_share wide_share(uint32_t blocks, uint32_t thread)
{
	struct wide_share s;
	uint32_t left;

	s.log = wide_team_log(blocks);
	s.first = (thread >> s.log << (5 + s.log)) +
		  (thread & ((1u << s.log) - 1));
	left = s.first < blocks ? blocks - s.first : 0;
	left = (left + (1u << s.log) - 1) >> s.log;
	s.count = left < 32 ? left : 32;
	return s;
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
		struct wc_block b = i < share.count ? src[i << share.log] :
						      zero;

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
			dst[i << share.log] = b;
	}
}

/* Bit @j of @x as a mask. */
WC_FN uint32_t wide_bit(uint32_t x, uint32_t j)
{
	return (uint32_t)((int32_t)(x << (31 - j)) >> 31);
}

/* Bit @k of i times two to the power of @log, for the 32 values of i. */
WC_FN uint32_t wide_index(uint32_t k, uint32_t log)
{
	const uint32_t index[5] = {
		0xaaaaaaaau, 0xccccccccu, 0xf0f0f0f0u, 0xff00ff00u, 0xffff0000u
	};
	uint32_t mask = 0, j;

	WC_UNROLL
	for (j = 0; j < 5; j++)
		if (k >= j && k - j <= 3 && k - j == log)
			mask = index[j];
	return mask;
}

/**
 * wide_counters() - a thread's 32 counters, already sliced
 * @s: their planes
 * @iv: the job's first counter
 * @share: the thread's
 *
 * Counter i is c + (i << log), with c = iv + first: its bits 0 to 7 are a sum of
 * eight bits, and those above c's or c + 256's, by the carry out of that sum. So
 * nothing needs to be transposed. Those from 32 on rarely differ, and whether
 * they do is no secret. Bit k of the (big-endian) counter is bit k % 8 of byte
 * 15 - k / 8.
 */
WC_FN void wide_counters(bs_word s[BS_PLANES], const struct wc_block *iv,
			 struct wide_share share)
{
	uint32_t c[4], d[4], carry, k;
	uint64_t sum = share.first;

	WC_UNROLL
	for (k = 0; k < 4; k++) {	/* c[0] is the least significant */
		sum += wc_swap32(iv->w[3 - k]);
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
	carry = 0;
	WC_UNROLL
	for (k = 0; k < 8; k++) {
		uint32_t a = wide_bit(c[0], k), b = wide_index(k, share.log);

		s[120 + k] = a ^ b ^ carry;
		carry = (a & b) | (carry & (a | b));
	}
	WC_UNROLL
	for (k = 8; k < 32; k++)
		s[8 * (15 - k / 8) + k % 8] = wide_bit(c[0], k) ^
			(wide_bit(d[0], k) & carry);
	WC_UNROLL
	for (k = 32; k < 128; k++)
		s[8 * (15 - k / 8) + k % 8] = wide_bit(c[k / 32], k % 32);
	if (!(d[1] | d[2] | d[3]))
		return;
	WC_UNROLL
	for (k = 32; k < 128; k++)
		s[8 * (15 - k / 8) + k % 8] ^=
			wide_bit(d[k / 32], k % 32) & carry;
}

/* The upper word of @high and @low moved up by @s, 1 to 8. */
WC_FN uint32_t wide_funnel(uint32_t high, uint32_t low, uint32_t s)
{
#if defined(__CUDA_ARCH__)
	return __funnelshift_l(low, high, s);
#else
	return high << s | low >> (32 - s);
#endif
}

/* Multiply by x^@s, 1 to 8: gf128_mul_xs() for words of 32 bits. */
WC_FN void wide_step_tweak(uint32_t t[4], uint32_t s)
{
	uint32_t out = t[3] >> (32 - s);

	t[3] = wide_funnel(t[3], t[2], s);
	t[2] = wide_funnel(t[2], t[1], s);
	t[1] = wide_funnel(t[1], t[0], s);
	t[0] = t[0] << s ^ out ^ out << 1 ^ out << 2 ^ out << 7;
}

/*
 * Add the tweaks of a thread's blocks; @s is not transposed. This is done twice
 * with the same tweaks, which the compiler must not know: it would keep all of
 * them from the first time in registers that the cipher needs.
 */
WC_FN void wide_add_tweaks(bs_word s[BS_PLANES], struct gf128 first,
			   uint32_t log)
{
	struct wc_block t = wc_from_gf(first);
	uint32_t i, w;

#if defined(__CUDA_ARCH__)
	asm volatile("" : "+r"(t.w[0]), "+r"(t.w[1]), "+r"(t.w[2]),
			  "+r"(t.w[3]));
#endif
	WC_UNROLL
	for (i = 0; i < 32; i++) {
		WC_UNROLL
		for (w = 0; w < 4; w++)
			s[32 * w + i] ^= t.w[w];
		wide_step_tweak(t.w, 1u << log);
	}
}

/* Add the ciphertext before each block; @s is not transposed. */
WC_FN void wide_add_previous(bs_word s[BS_PLANES], const struct wc_block *src,
			     const struct wc_block *iv, struct wide_share share)
{
	uint32_t i, w;

	WC_UNROLL
	for (i = 0; i < 32; i++) {
		uint32_t at = share.first + (i << share.log);
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

/*
 * A job of one team is like to have a key of its own, which is in no cache yet.
 * Only CTR looks ahead: in ECB and XTS that takes registers from what comes before
 * and after the cipher, and more time than it saves under one key.
 */
#define WIDE_ALONE	(256 * WC_BLOCK_BYTES)

/*
 * The threads of each mode, for a cipher with expanded keys in the member @data
 * of its slots and cores <name>_encrypt_ahead() and <name>_decrypt() over 256
 * planes:
 *
 *	wide_ecb_<name>()		a share of ECB
 *	wide_ctr_<name>()		a share of keystream
 *	wide_cbc_<name>()		a share of CBC decryption
 *	wide_xts_<name>()		a share of XTS, but for stealing, after
 *					one_tweak_<name>()
 *
 * @thread is counted through the job, @back is the direction, a constant.
 */
#define WIDE_CIPHER(name)						\
WC_FN void wide_core_##name(const struct name##_slot *slot, bs_word *buf, \
			    int back, int ahead)			\
{									\
	if (back)							\
		name##_decrypt(&slot->data, buf);			\
	else								\
		name##_encrypt_ahead(&slot->data, buf, ahead);		\
}									\
									\
WC_FN void wide_ecb_##name(const struct wc_job *job,			\
			   const struct name##_slot *slot,		\
			   const uint8_t *in, uint8_t *out,		\
			   uint32_t thread, int back)			\
{									\
	struct wide_share share = wide_share(job->len / WC_BLOCK_BYTES,	\
					     thread);			\
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_load(buf, wc_blocks_in(in, job->offset), share);		\
	bs_transpose_state(buf);					\
	wide_core_##name(slot, buf, back, 0);				\
	bs_transpose_state(buf);					\
	wide_store(wc_blocks_out(out, job->offset), buf, share);	\
}									\
									\
WC_FN void wide_ctr_##name(const struct wc_job *job,			\
			   const struct name##_slot *slot,		\
			   uint8_t *out, uint32_t thread)		\
{									\
	struct wide_share share = wide_share(				\
		(job->len + WC_BLOCK_BYTES - 1) / WC_BLOCK_BYTES, thread); \
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_counters(buf, &job->iv, share);				\
	wide_core_##name(slot, buf, 0, job->len <= WIDE_ALONE);		\
	bs_transpose_state(buf);					\
	wide_store(wc_blocks_out(out, job->offset), buf, share);	\
}									\
									\
WC_FN void wide_cbc_##name(const struct wc_job *job,			\
			   const struct name##_slot *slot,		\
			   const uint8_t *in, uint8_t *out,		\
			   uint32_t thread)				\
{									\
	const struct wc_block *src = wc_blocks_in(in, job->offset);	\
	struct wide_share share = wide_share(job->len / WC_BLOCK_BYTES,	\
					     thread);			\
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_load(buf, src, share);					\
	bs_transpose_state(buf);					\
	wide_core_##name(slot, buf, 1, 0);				\
	bs_transpose_state(buf);					\
	wide_add_previous(buf, src, &job->iv, share);			\
	wide_store(wc_blocks_out(out, job->offset), buf, share);	\
}									\
									\
WC_FN void wide_xts_##name(const struct wc_job *job,			\
			   const struct name##_slot *slot,		\
			   const uint8_t *in, uint8_t *out,		\
			   uint32_t thread, int back)			\
{									\
	struct wide_share share = wide_share(wc_xts_whole(job->len),	\
					     thread);			\
	struct gf128 t = gf128_mul_xn(wc_to_gf(&job->iv), share.first);	\
	bs_word buf[2 * BS_PLANES];					\
									\
	wide_load(buf, wc_blocks_in(in, job->offset), share);		\
	wide_add_tweaks(buf, t, share.log);				\
	bs_transpose_state(buf);					\
	wide_core_##name(slot, buf, back, 0);				\
	bs_transpose_state(buf);					\
	wide_add_tweaks(buf, t, share.log);				\
	wide_store(wc_blocks_out(out, job->offset), buf, share);	\
}

#endif /* WARPCRYPT_KERNELS_GPU_WIDE_JOB_H */
