/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Latency kernels: for launches of few blocks, where the time until the last of them is
 * done counts. (All other kernels are for throughput.) They work by tables, a block at a
 * time, with as many lanes as there are blocks. Here is what one lane does. C++, because
 * each mode is a template over the cipher.
 */
#ifndef WARPCRYPT_KERNELS_GPU_LATENCY_JOB_H
#define WARPCRYPT_KERNELS_GPU_LATENCY_JOB_H

#include "kernels/gpu/latency_slot.h"
#include "kernels/gpu/table_job.h"

/* struct NAME_latency, of a cipher whose throughput kernels are by tables, too. */
#define LATENCY_TABLES(NAME, name)					\
TABLE_CIPHER(NAME, name)						\
struct name##_latency : name##_cipher {					\
	static const uint32_t KEYS = sizeof(key);			\
									\
	WC_FN const void *keys(const slot *s)				\
	{								\
		return &s->data;					\
	}								\
};

/*
 * The same of a cipher whose throughput kernels are bitsliced. Its slot is theirs, which
 * has round keys that are not sliced. The functions are those of
 * kernels/block/NAME_table.h.
 */
#define LATENCY_WIDE(NAME, name)					\
struct name##_latency {						\
	typedef struct name##_slot slot;				\
	typedef struct name##_key key;					\
	static const uint32_t number = WC_GPU_##NAME;			\
	static const int GB = 0;					\
	static const uint32_t KEYS = sizeof(struct name##_schedule);	\
									\
	WC_FN const void *keys(const slot *s)				\
	{								\
		return &s->data.plain;					\
	}								\
	TABLE_FILL(name)						\
	WC_FN void more(uint8_t *base, uint32_t thread,			\
			uint32_t threads, int back)			\
	{								\
		name##_table_more(base, thread, threads, back);		\
	}								\
	WC_FN void blocks(const struct tables *t,			\
			  const struct name##_schedule *k,		\
			  struct wc_block *b, int, int back)		\
	{								\
		name##_table_block(t, k, b, back);			\
	}								\
	WC_FN void blocks(const struct tables *t, const key *k,		\
			  struct wc_block *b, int n, int back)		\
	{								\
		blocks(t, &k->plain, b, n, back);			\
	}								\
};

/* The modes, as constants. */
enum latency_mode {
	LATENCY_ECB,
	LATENCY_CTR,
	LATENCY_CBC,
	LATENCY_XTS,
};

/**
 * struct latency_work - a lane's block, and what else it reads before there are tables:
 *	job and payload may be in the host's memory, which takes as long as making tables
 * @any: there is a block
 * @at: its number in the job
 * @job: the job
 * @slot: its expanded keys
 * @block: the block before; CTR: the counter
 * @before: CBC: the ciphertext before it, or the IV
 * @dst: where the job's blocks go
 */
template <class C>
struct latency_work {
	int any;
	uint32_t at;
	struct wc_job job;
	const typename C::slot *slot;
	struct wc_block block;
	struct wc_block before;
	struct wc_block *dst;
};

/*
 * Find and read a lane's block, the @part-th of @thread, one of the job's. All lanes of a
 * warp have the same @job.
 */
template <class C, int mode>
WC_FN struct latency_work<C> latency_begin(const struct wc_args *a,
					   struct wc_job job, uint32_t thread,
					   uint32_t part)
{
	struct latency_work<C> w;
	const struct wc_block *src;
	struct table_share share;

	w.job = job;
	share = table_share(mode == LATENCY_XTS ? wc_xts_whole(w.job.len) :
						  wc_job_blocks(&w.job),
			    thread - w.job.first, part, LATENCY_PARTS);
	src = wc_blocks_in(a->in, w.job.offset);
	w.any = share.first < share.end;
	w.at = share.first;
	w.slot = wc_slot<typename C::slot>(a, w.job.slot);
	w.dst = wc_blocks_out(a->out, w.job.offset);
	w.block = w.job.iv;
	w.before = w.job.iv;
	if (!w.any)
		return w;
	if (mode == LATENCY_CTR)
		w.block = wc_counter(w.job.iv, w.at);
	else
		w.block = src[w.at];
	if (mode == LATENCY_CBC && w.at)
		w.before = src[w.at - 1];
	return w;
}

/* The tweak of a lane's block; tables are those for encryption. */
template <class C>
WC_FN struct wc_block latency_tweak(const struct latency_work<C> *w,
				    const struct tables *t)
{
	const struct table_keys<C> keys = { *t, w->slot };
	struct wc_block first = one_first_tweak(&w->job, &keys);

	return wc_mirror_if(C::GB, wc_from_gf(gf128_mul_xn(wc_to_gf(&first),
							   w->at)));
}

/*
 * Do a lane's block, if there is one, by tables for the direction @back, and store it.
 * XTS: @tweak is latency_tweak().
 */
template <class C, int mode, int back>
WC_FN void latency_end(const struct latency_work<C> *w, const struct tables *t,
		       const struct wc_block *tweak)
{
	struct wc_block b = w->block;

	if (!w->any)
		return;
	if (mode == LATENCY_XTS)
		wc_xor(&b, tweak);
	C::blocks(t, &w->slot->data, &b, 1, back);
	if (mode == LATENCY_XTS)
		wc_xor(&b, tweak);
	if (mode == LATENCY_CBC)
		wc_xor(&b, &w->before);
	w->dst[w->at] = b;
}

#endif /* WARPCRYPT_KERNELS_GPU_LATENCY_JOB_H */
