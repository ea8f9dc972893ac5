// SPDX-License-Identifier: GPL-2.0-only
/*
 * The echo floor: what it costs to carry requests to a process and back when
 * there is no crypto API and nothing to decide. The submitter copies requests
 * into a frame of the process' memory; the process, asleep in WCB_IOC_ENTER,
 * is woken, gets the frame's id, returns to user space and enters again to
 * give it back, in which call the results are copied out.
 *
 * A frame is on the free list, or it is open, or on the sealed list, or held
 * by the process (out); &wcb_echo.lock protects which. Its bytes belong to the
 * submitter while it is open, and to whoever commits it while it is out.
 */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>

#include "bench.h"

/**
 * wcb_echo_init() - initialize
 * @echo: the echo of a new file
 */
void wcb_echo_init(struct wcb_echo *echo)
{
	spin_lock_init(&echo->lock);
	init_waitqueue_head(&echo->process_wq);
	init_waitqueue_head(&echo->submit_wq);
	mutex_init(&echo->commit_lock);
	INIT_LIST_HEAD(&echo->free);
	INIT_LIST_HEAD(&echo->sealed);
}

static u64 frame_id(const struct wcb_frame *frame)
{
	return (u64)frame->generation << 32 | frame->index;
}

/* All frames are free. Ids that somebody still holds become stale. */
static void reset(struct wcb_file *file, bool active, u32 size)
{
	struct wcb_echo *echo = &file->echo;
	u32 i;

	mutex_lock(&echo->commit_lock);
	spin_lock(&echo->lock);
	INIT_LIST_HEAD(&echo->free);
	INIT_LIST_HEAD(&echo->sealed);
	for (i = 0; i < file->arena.frame_count; i++) {
		struct wcb_frame *frame = &file->arena.frames[i];

		frame->generation++;
		frame->out = false;
		list_add_tail(&frame->link, &echo->free);
	}
	echo->open = NULL;
	echo->copying = false;
	echo->in_flight = 0;
	echo->size = size;
	echo->active = active;
	spin_unlock(&echo->lock);
	mutex_unlock(&echo->commit_lock);
}

/* The frame that takes the next request, or NULL: wait. Seals a full one. */
static struct wcb_frame *get_room(struct wcb_file *file, u32 depth,
				  u32 per_frame, size_t offset)
{
	struct wcb_echo *echo = &file->echo;
	struct wcb_frame *frame = NULL;

	spin_lock(&echo->lock);
	if (echo->in_flight >= depth)
		goto out;
	frame = echo->open;
	if (frame && frame->requests == per_frame) {
		list_add_tail(&frame->link, &echo->sealed);
		echo->open = NULL;
		frame = NULL;
	}
	if (!frame) {
		frame = list_first_entry_or_null(&echo->free, struct wcb_frame,
						 link);
		if (!frame)
			goto out;
		list_del_init(&frame->link);
		frame->first = offset;
		frame->requests = 0;
		frame->used = 0;
		echo->open = frame;
	}
	echo->copying = true;
	echo->in_flight++;
out:
	spin_unlock(&echo->lock);
	return frame;
}

static void put_request(struct wcb_file *file, struct wcb_frame *frame,
			size_t offset)
{
	struct wcb_echo *echo = &file->echo;

	wcb_buffer_read(&file->src, offset, frame->data + frame->used,
			echo->size);
	spin_lock(&echo->lock);
	frame->used += ALIGN(echo->size, 64);
	frame->requests++;
	echo->copying = false;
	spin_unlock(&echo->lock);
	if (wq_has_sleeper(&echo->process_wq))
		wake_up(&echo->process_wq);
}

/* Whether the submitter can go on; called without the lock, so a hint. */
static bool has_room(struct wcb_echo *echo, u32 depth, u32 per_frame)
{
	struct wcb_frame *open = READ_ONCE(echo->open);

	return READ_ONCE(echo->in_flight) < depth &&
	       ((open && open->requests < per_frame) ||
		!list_empty(&echo->free));
}

static int submit_all(struct wcb_file *file, struct wcb_meter *meter)
{
	struct wcb_echo *echo = &file->echo;
	struct wcb_job *job = meter->job;
	u32 per_frame = wcb_arena_per_frame(file, job->size);
	u32 since_resched = 0;
	size_t offset = 0;
	u64 start = 0;

	while (wcb_meter_more(meter)) {
		struct wcb_frame *frame;

		if (job->depth == 1)
			start = ktime_get_ns();
		while (!(frame = get_room(file, job->depth, per_frame,
					  offset))) {
			job->result.sleeps++;
			if (wait_event_interruptible(echo->submit_wq,
						     has_room(echo, job->depth,
							      per_frame)))
				return -EINTR;
		}
		put_request(file, frame, offset);
		offset = wcb_buffer_next(&file->src, offset, job->size);
		if (job->depth == 1) {
			job->result.sleeps++;
			if (wait_event_interruptible(echo->submit_wq,
						     !READ_ONCE(echo->in_flight)))
				return -EINTR;
			wcb_meter_latency(meter, start);
		}
		job->result.requests++;
		if (++since_resched >= job->depth) {
			since_resched = 0;
			cond_resched();
			if (signal_pending(current))
				return -EINTR;
		}
	}
	return wait_event_interruptible(echo->submit_wq,
					!READ_ONCE(echo->in_flight)) ?
	       -EINTR : 0;
}

/**
 * wcb_echo_run() - a WCB_ECHO job
 * @file: the file, which has buffers and an arena
 * @job: the job
 *
 * Context: may sleep; the caller holds the file's lock. Another process must
 * be calling wcb_echo_enter(), else this waits until a signal comes.
 * Return: 0, -EINVAL when a request does not fit into a frame, -EINTR.
 */
int wcb_echo_run(struct wcb_file *file, struct wcb_job *job)
{
	struct wcb_meter meter;
	int ret;

	if (!wcb_arena_per_frame(file, job->size))
		return -EINVAL;
	ret = wcb_meter_init(&meter, job);
	if (ret)
		return ret;
	reset(file, true, job->size);
	wcb_meter_start(&meter);
	ret = submit_all(file, &meter);
	wcb_meter_stop(&meter);
	reset(file, false, 0);
	wcb_meter_exit(&meter);
	return ret;
}

/* Takes a frame back from the process; NULL when it does not hold it. */
static struct wcb_frame *take_back(struct wcb_file *file, u64 id)
{
	struct wcb_frame *frame = NULL;
	u32 index = (u32)id;

	spin_lock(&file->echo.lock);
	if (index < file->arena.frame_count) {
		frame = &file->arena.frames[index];
		if (frame->out && frame_id(frame) == id)
			frame->out = false;
		else
			frame = NULL;
	}
	spin_unlock(&file->echo.lock);
	return frame;
}

static void copy_out(struct wcb_file *file, const struct wcb_frame *frame)
{
	u32 size = file->echo.size, i;
	size_t offset = frame->first;

	for (i = 0; i < frame->requests; i++) {
		wcb_buffer_write(&file->dst, offset,
				 frame->data + (size_t)i * ALIGN(size, 64),
				 size);
		offset = wcb_buffer_next(&file->dst, offset, size);
	}
}

static void commit(struct wcb_file *file, const struct wcb_enter *arg)
{
	struct wcb_echo *echo = &file->echo;
	u32 i;

	mutex_lock(&echo->commit_lock);
	for (i = 0; i < arg->commit_count; i++) {
		struct wcb_frame *frame = take_back(file, arg->ids[i]);

		if (!frame)
			continue;
		copy_out(file, frame);
		spin_lock(&echo->lock);
		echo->in_flight -= frame->requests;
		list_add(&frame->link, &echo->free);
		spin_unlock(&echo->lock);
		if (wq_has_sleeper(&echo->submit_wq))
			wake_up(&echo->submit_wq);
	}
	mutex_unlock(&echo->commit_lock);
}

/* Hands out all there is; true when that is not nothing. */
static bool fetch(struct wcb_echo *echo, struct wcb_enter *arg)
{
	struct wcb_frame *frame;

	spin_lock(&echo->lock);
	while (arg->fetched < WCB_ENTER_MAX) {
		frame = list_first_entry_or_null(&echo->sealed,
						 struct wcb_frame, link);
		if (frame) {
			list_del_init(&frame->link);
		} else {
			frame = echo->open;
			if (!frame || !frame->requests || echo->copying)
				break;
			echo->open = NULL;
		}
		frame->out = true;
		frame->generation++;
		arg->ids[arg->fetched++] = frame_id(frame);
	}
	spin_unlock(&echo->lock);
	return arg->fetched;
}

/**
 * wcb_echo_enter() - WCB_IOC_ENTER, see &struct wcb_enter
 * @file: the file
 * @arg: in and out
 *
 * Context: may sleep; any number of processes at once.
 * Return: 0, -ENOTCONN when there is no arena yet, -EINVAL for a bad count,
 * -EINTR when a signal came while waiting.
 */
int wcb_echo_enter(struct wcb_file *file, struct wcb_enter *arg)
{
	struct wcb_echo *echo = &file->echo;

	if (arg->commit_count > WCB_ENTER_MAX)
		return -EINVAL;
	if (!READ_ONCE(file->arena.map))
		return -ENOTCONN;
	commit(file, arg);
	arg->fetched = 0;
	if (wait_event_interruptible(echo->process_wq, fetch(echo, arg)))
		return -EINTR;
	return 0;
}
