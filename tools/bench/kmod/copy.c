// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memcpy bound: copies the bytes that a job moves, in the same order, between
 * the same places, and does nothing else. Each submitter has its own frames.
 */
#include <linux/kernel.h>
#include <linux/sched.h>

#include "bench.h"

/**
 * struct place - a submitter's part of the arena
 * @base: where it begins
 * @frame_size: bytes of a frame
 * @per_frame: requests in a frame
 * @stride: distance of two requests in a frame, bytes
 */
struct place {
	u8 *base;
	u32 frame_size;
	u32 per_frame;
	u32 stride;
};

/* The place of request @n of a round. */
static u8 *find(const struct place *p, u32 n)
{
	return p->base + (size_t)(n / p->per_frame) * p->frame_size +
	       (size_t)(n % p->per_frame) * p->stride;
}

/* Copies @round requests (fewer at the end of the job) in, then out. */
static u32 copy_round(struct wcb_submitter *sub, const struct place *p,
		      u32 round, size_t *offset)
{
	struct wcb_file *file = sub->run->file;
	u32 size = sub->run->job->size, n, i;
	size_t in = *offset;

	for (n = 0; n < round && wcb_meter_more(sub); n++) {
		wcb_buffer_read(&file->src, in, find(p, n), size);
		in = wcb_share_next(&sub->share, in, size);
	}
	for (i = 0; i < n; i++) {
		wcb_buffer_write(&file->dst, *offset, find(p, i), size);
		*offset = wcb_share_next(&sub->share, *offset, size);
	}
	return n;
}

static int copy_submit(struct wcb_submitter *sub)
{
	const struct wcb_arena_state *arena = &sub->run->file->arena;
	const struct wcb_run *run = sub->run;
	const struct wcb_job *job = run->job;
	u32 first = wcb_run_part(arena->frame_count, sub->index, run->count);
	u32 end = wcb_run_part(arena->frame_count, sub->index + 1, run->count);
	struct place p = {
		.base = arena->frames[first].data,
		.frame_size = arena->frame_size,
		.per_frame = wcb_arena_per_frame(run->file, job->size),
		.stride = ALIGN(job->size, 64),
	};
	u32 round = min_t(u64, job->depth, (u64)p.per_frame * (end - first));
	size_t offset = sub->share.first;
	int ret = wcb_meter_start(sub);
	u32 n;

	if (ret)
		return ret;
	do {
		u64 start = job->depth == 1 ? ktime_get_ns() : 0;

		n = copy_round(sub, &p, round, &offset);
		if (n)
			wcb_meter_latency(sub, start);
		sub->result.requests += n;
		sub->result.frames += DIV_ROUND_UP(n, p.per_frame);
		cond_resched();
		if (wcb_run_stopped(sub))
			ret = -EINTR;
	} while (n == round && !ret);
	wcb_meter_stop(sub);
	return ret;
}

static int copy_begin(struct wcb_run *run)
{
	if (!wcb_arena_per_frame(run->file, run->job->size) ||
	    run->file->arena.frame_count < run->count)
		return -EINVAL;
	return 0;
}

/*
 * A job WCB_MEMCPY: each submitter copies depth requests in, then out; fewer if
 * its part of the arena is too small for that. Fails with -EINVAL when a request
 * does not fit into a frame, or when there are fewer frames than submitters.
 */
const struct wcb_work wcb_copy_work = {
	.begin	= copy_begin,
	.submit	= copy_submit,
};
