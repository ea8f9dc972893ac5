// SPDX-License-Identifier: GPL-2.0-only
/*
 * The memcpy bound: the bytes that a job moves, moved by nothing but copies,
 * in the same order, between the same places.
 */
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "bench.h"

/* Where request @n of a round lies in the arena. */
static u8 *place(const struct wcb_file *file, u32 n, u32 per_frame, u32 size)
{
	return file->arena.frames[n / per_frame].data +
	       (size_t)(n % per_frame) * ALIGN(size, 64);
}

/**
 * wcb_copy_run() - a WCB_MEMCPY job
 * @file: the file, which has buffers and an arena
 * @job: the job; @job->depth requests go in, then the same ones out; with an
 *	arena too small for that, as many as it holds
 *
 * Context: may sleep; the caller holds the file's lock.
 * Return: 0, -EINVAL when a request does not fit into a frame, -EINTR.
 */
int wcb_copy_run(struct wcb_file *file, struct wcb_job *job)
{
	u32 per_frame = wcb_arena_per_frame(file, job->size);
	u32 size = job->size, round, n, i;
	size_t in = 0, out = 0;
	struct wcb_meter meter;
	int ret;

	if (!per_frame)
		return -EINVAL;
	round = min_t(u64, job->depth, (u64)per_frame * file->arena.frame_count);
	ret = wcb_meter_init(&meter, job);
	if (ret)
		return ret;

	wcb_meter_start(&meter);
	do {
		u64 start = job->depth == 1 ? ktime_get_ns() : 0;

		for (n = 0; n < round && wcb_meter_more(&meter); n++) {
			wcb_buffer_read(&file->src, in,
					place(file, n, per_frame, size), size);
			in = wcb_buffer_next(&file->src, in, size);
		}
		for (i = 0; i < n; i++) {
			wcb_buffer_write(&file->dst, out,
					 place(file, i, per_frame, size), size);
			out = wcb_buffer_next(&file->dst, out, size);
		}
		if (n)
			wcb_meter_latency(&meter, start);
		job->result.requests += n;
		job->result.frames += DIV_ROUND_UP(n, per_frame);
		cond_resched();
		if (signal_pending(current))
			ret = -EINTR;
	} while (n == round && !ret);
	wcb_meter_stop(&meter);
	wcb_meter_exit(&meter);
	return ret;
}
