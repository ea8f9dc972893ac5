/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What one GPU thread does in bitsliced form: its 32 blocks (kernels/gpu/share.h)
 * are one to each bit of its registers. C++, because each mode is a template
 * over the cipher.
 */
#ifndef WARPCRYPT_KERNELS_GPU_WIDE_JOB_H
#define WARPCRYPT_KERNELS_GPU_WIDE_JOB_H

#include "kernels/block/bitslice.h"
#include "kernels/gpu/one_job.h"
#include "kernels/gpu/share.h"

#if WC_WORD_BITS != 32
#error "GPU threads have words of 32 bits"
#endif

/* A share's blocks, and zeroes for those that it lacks; not transposed. */
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

/*
 * A thread's 32 counters, already sliced. Counter i is c + (i << log), with c = iv +
 * first: bits 0 to 7 are a sum of eight bits; the carry out of that sum says whether the
 * bits above are those of c or of c + 256. So nothing needs to be transposed. Bits 32 and
 * above rarely differ, and whether they do is public. Bit k of the (big-endian) counter is
 * bit k % 8 of byte 15 - k / 8.
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
 * with the same tweaks. The compiler must not know that: it would keep all of them
 * from the first time, in registers that the cipher needs.
 */
template <int gb>
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
		struct wc_block b = wc_mirror_if(gb, t);

		WC_UNROLL
		for (w = 0; w < 4; w++)
			s[32 * w + i] ^= b.w[w];
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
		/* Not all loads at once: there are too few registers. */
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
 * A job of one team probably has a key of its own, which is in no cache yet.
 * Only CTR looks ahead: in ECB and XTS that takes registers from what comes before
 * and after the cipher, and more time than it saves under one key.
 */
#define WIDE_ALONE	(256 * WC_BLOCK_BYTES)

/**
 * WIDE_CIPHER_OF() - struct name_cipher, by which the templates know a cipher
 * @NAME: as in WARPCRYPT_CIPHERS()
 * @name: what it is called here
 * @core: its core: NAME in small letters
 *
 * Its slot, struct name_slot, has the members data, a struct core_key, and tweak, a
 * struct core_schedule. The functions are the core's (kernels/block/ciphers.h) and
 * core_put_key(), which makes the masks of one round key, if there is such a
 * round, and core_encrypt_ahead(), which may fetch round keys early if its last
 * argument says so.
 */
#define WIDE_CIPHER_OF(NAME, name, core)				\
struct name##_cipher {							\
	typedef struct name##_slot slot;				\
	typedef struct core##_key key;					\
	typedef struct core##_schedule plain;				\
	static const uint32_t number = WC_GPU_##NAME;			\
	static const int GB = 0;					\
									\
	WC_FN void expand(plain *p, const uint8_t *bytes, uint32_t len)	\
	{								\
		core##_schedule(p, bytes, len);				\
	}								\
	/* Not its masks: wide_masks(). */				\
	WC_FN void expand(key *k, const uint8_t *bytes, uint32_t len)	\
	{								\
		core##_schedule(&k->plain, bytes, len);			\
	}								\
	WC_FN void put_key(key *k, uint32_t round)			\
	{								\
		core##_put_key(k, round);				\
	}								\
	WC_FN void one(const plain *p, int back, uint8_t *b)		\
	{								\
		core##_one(p, back, b, b);				\
	}								\
	WC_FN void encrypt(const key *k, bs_word *buf, int ahead)	\
	{								\
		core##_encrypt_ahead(k, buf, ahead);			\
	}								\
	WC_FN void decrypt(const key *k, bs_word *buf)			\
	{								\
		core##_decrypt(k, buf);					\
	}								\
};

/* A key slot, for kernels/gpu/one_job.h. */
template <class C>
struct wide_keys {
	static const int GB = C::GB;

	const typename C::slot *slot;

	WC_FN void one(const wide_keys *k, struct wc_block *b, int back)
	{
		C::one(&k->slot->data.plain, back, (uint8_t *)b);
	}
	WC_FN void tweak(const wide_keys *k, struct wc_block *b)
	{
		C::one(&k->slot->tweak, 0, (uint8_t *)b);
	}
};

/* After one_schedule() the masks: WC_MASK_THREADS threads to each key. */
template <class C>
WC_FN void wide_masks(const struct wc_args *a, uint32_t thread)
{
	const struct wc_fresh *fresh = wc_fresh_at(a, thread / WC_MASK_THREADS);

	if (fresh->cipher == C::number)
		C::put_key(&wc_slot<typename C::slot>(a, fresh->slot)->data,
			   thread % WC_MASK_THREADS);
}

/* One thread to a job: kernels/gpu/one_job.h. */
template <class C, int kind>
WC_FN void wide_one(const struct wc_args *a, uint32_t thread)
{
	struct wc_job *job = wc_job_at(a, thread);
	const struct wide_keys<C> keys = {
		wc_slot<typename C::slot>(a, job->slot)
	};

	one_job<kind>(a, job, &keys);
}

/* What a thread has to do. */
template <class C>
struct wide_work {
	const struct wc_job *job;
	const typename C::key *key;
	struct wide_share share;
};

/* @xts: leave out the blocks that stealing takes. */
template <class C>
WC_FN struct wide_work<C> wide_work_of(const struct wc_args *a, uint32_t thread,
				       int xts)
{
	struct wide_work<C> w;

	w.job = wc_job_of(a, thread);
	w.key = &wc_slot<typename C::slot>(a, w.job->slot)->data;
	w.share = wide_share(xts ? wc_xts_whole(w.job->len) :
				   wc_job_blocks(w.job),
			     thread - w.job->first);
	return w;
}

/* @back is the direction, a constant. */
template <class C>
WC_FN void wide_core(const typename C::key *key, bs_word *buf, int back,
		     int ahead)
{
	if (back)
		C::decrypt(key, buf);
	else
		C::encrypt(key, buf, ahead);
}

/* A share of ECB. */
template <class C, int back>
WC_FN void wide_ecb(const struct wc_args *a, uint32_t thread)
{
	const struct wide_work<C> w = wide_work_of<C>(a, thread, 0);
	bs_word buf[2 * BS_PLANES];

	wide_load(buf, wc_blocks_in(a->in, w.job->offset), w.share);
	bs_transpose_state(buf);
	wide_core<C>(w.key, buf, back, 0);
	bs_transpose_state(buf);
	wide_store(wc_blocks_out(a->out, w.job->offset), buf, w.share);
}

/* A share of keystream. */
template <class C>
WC_FN void wide_ctr(const struct wc_args *a, uint32_t thread)
{
	const struct wide_work<C> w = wide_work_of<C>(a, thread, 0);
	bs_word buf[2 * BS_PLANES];

	wide_counters(buf, &w.job->iv, w.share);
	wide_core<C>(w.key, buf, 0, w.job->len <= WIDE_ALONE);
	bs_transpose_state(buf);
	wide_store(wc_blocks_out(a->out, w.job->offset), buf, w.share);
}

/* A share of CBC decryption. */
template <class C>
WC_FN void wide_cbc_decrypt(const struct wc_args *a, uint32_t thread)
{
	const struct wide_work<C> w = wide_work_of<C>(a, thread, 0);
	const struct wc_block *src = wc_blocks_in(a->in, w.job->offset);
	bs_word buf[2 * BS_PLANES];

	wide_load(buf, src, w.share);
	bs_transpose_state(buf);
	wide_core<C>(w.key, buf, 1, 0);
	bs_transpose_state(buf);
	wide_add_previous(buf, src, &w.job->iv, w.share);
	wide_store(wc_blocks_out(a->out, w.job->offset), buf, w.share);
}

/* A share of XTS, but for stealing; after ONE_TWEAK. */
template <class C, int back>
WC_FN void wide_xts(const struct wc_args *a, uint32_t thread)
{
	const struct wide_work<C> w = wide_work_of<C>(a, thread, 1);
	struct gf128 t = gf128_mul_xn(wc_to_gf(&w.job->iv), w.share.first);
	bs_word buf[2 * BS_PLANES];

	wide_load(buf, wc_blocks_in(a->in, w.job->offset), w.share);
	wide_add_tweaks<C::GB>(buf, t, w.share.log);
	bs_transpose_state(buf);
	wide_core<C>(w.key, buf, back, 0);
	bs_transpose_state(buf);
	wide_add_tweaks<C::GB>(buf, t, w.share.log);
	wide_store(wc_blocks_out(a->out, w.job->offset), buf, w.share);
}

/* Those of XTS. */
#define WIDE_XTS_ENTRIES(name, blocks)					\
WC_ENTRY(wc_##name##_xts_tweak, 1, wide_one<name##_cipher, ONE_TWEAK>)	\
WC_ENTRY(wc_##name##_xts_steal_encrypt, 1, wide_one<name##_cipher, ONE_STEAL_ENC>) \
WC_ENTRY(wc_##name##_xts_steal_decrypt, 1, wide_one<name##_cipher, ONE_STEAL_DEC>) \
WC_ENTRY(wc_##name##_xts_encrypt, blocks, wide_xts<name##_cipher, 0>)	\
WC_ENTRY(wc_##name##_xts_decrypt, blocks, wide_xts<name##_cipher, 1>)

/**
 * WIDE_ENTRIES_OF() - all entry points of a bitsliced cipher
 * @NAME: as in WARPCRYPT_CIPHERS()
 * @name: what it is called in their names, and its slot
 * @core: NAME in small letters
 * @blocks: this many blocks of threads must fit a multiprocessor
 */
#define WIDE_ENTRIES_OF(NAME, name, core, blocks)			\
WIDE_CIPHER_OF(NAME, name, core)					\
WC_ENTRY(wc_##name##_schedule, 1, one_schedule<name##_cipher>)		\
WC_ENTRY(wc_##name##_masks, 1, wide_masks<name##_cipher>)		\
WC_ENTRY(wc_##name##_cbc_encrypt, 1, wide_one<name##_cipher, ONE_CBC>)	\
WC_ENTRY(wc_##name##_ecb_encrypt, blocks, wide_ecb<name##_cipher, 0>)	\
WC_ENTRY(wc_##name##_ecb_decrypt, blocks, wide_ecb<name##_cipher, 1>)	\
WC_ENTRY(wc_##name##_ctr, blocks, wide_ctr<name##_cipher>)		\
WC_ENTRY(wc_##name##_cbc_decrypt, blocks, wide_cbc_decrypt<name##_cipher>) \
WIDE_XTS_ENTRIES(name, blocks)

/* The same of a cipher that has no other form. */
#define WIDE_ENTRIES(NAME, name, blocks)	WIDE_ENTRIES_OF(NAME, name, name, blocks)

#endif /* WARPCRYPT_KERNELS_GPU_WIDE_JOB_H */
