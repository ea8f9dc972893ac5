// SPDX-License-Identifier: GPL-2.0-only
/*
 * The echo floor: the cost of bringing requests to a process and back, without
 * the crypto API. A submitter copies requests into a frame of the arena. The
 * process, which sleeps in WCB_IOC_ENTER, is woken, gets the frame's id, returns to
 * user space, and gives the frame back with its next WCB_IOC_ENTER, which copies
 * the results out.
 *
 * Each submitter has a queue, with its own frames and lock. Each process has a
 * door, where it waits for the frames of one or more queues.
 *
 * A frame is on the free list of its queue, or open, or on the sealed list, or
 * held by a process (out); &wcb_queue.lock protects which. The submitter owns its
 * bytes while it is open, and the committing process while it is out.
 */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/sched.h>

#include "bench.h"

/* Initialize the echo of a new file. */
void wcb_echo_init(struct wcb_echo *echo)
{
	u32 i;

	for (i = 0; i < WCB_SUBMITTERS_MAX; i++) {
		struct wcb_queue *queue = &echo->queues[i];

		spin_lock_init(&queue->lock);
		init_waitqueue_head(&queue->submit_wq);
		INIT_LIST_HEAD(&queue->free);
		INIT_LIST_HEAD(&queue->sealed);
		mutex_init(&echo->doors[i].commit_lock);
		init_waitqueue_head(&echo->doors[i].wq);
	}
	echo->door_count = 1;
}

static u64 frame_id(const struct wcb_frame *frame)
{
	return (u64)frame->generation << 32 | frame->index;
}

/* No process copies results out until unlock_doors(). */
static void lock_doors(struct wcb_file *file)
{
	u32 i;

	for (i = 0; i < WCB_SUBMITTERS_MAX; i++)
		mutex_lock_nest_lock(&file->echo.doors[i].commit_lock,
				     &file->lock);
}

static void unlock_doors(struct wcb_file *file)
{
	u32 i;

	for (i = 0; i < WCB_SUBMITTERS_MAX; i++)
		mutex_unlock(&file->echo.doors[i].commit_lock);
}

/* Empties a queue; the ids of frames that processes hold become stale. */
static void empty_queue(struct wcb_queue *queue)
{
	spin_lock(&queue->lock);
	INIT_LIST_HEAD(&queue->free);
	INIT_LIST_HEAD(&queue->sealed);
	queue->open = NULL;
	queue->copying = false;
	queue->in_flight = 0;
	spin_unlock(&queue->lock);
}

/* Gives the frames [@from, @to) to a queue, all free. */
static void give_frames(struct wcb_file *file, struct wcb_queue *queue,
			u32 from, u32 to)
{
	u32 i;

	spin_lock(&queue->lock);
	for (i = from; i < to; i++) {
		struct wcb_frame *frame = &file->arena.frames[i];

		frame->generation++;
		frame->out = false;
		frame->queue = queue;
		list_add_tail(&frame->link, &queue->free);
	}
	spin_unlock(&queue->lock);
}

static int echo_begin(struct wcb_run *run)
{
	struct wcb_file *file = run->file;
	u32 frames = file->arena.frame_count, i;
	struct wcb_echo *echo = &file->echo;

	if (!wcb_arena_per_frame(file, run->job->size) || frames < run->count)
		return -EINVAL;

	lock_doors(file);
	WRITE_ONCE(echo->door_count, run->job->echo_processes ?: run->count);
	for (i = 0; i < run->count; i++) {
		struct wcb_queue *queue = &echo->queues[i];

		queue->door = &echo->doors[i % echo->door_count];
		queue->size = run->job->size;
		queue->share = run->submitters[i].share;
		give_frames(file, queue, wcb_run_part(frames, i, run->count),
			    wcb_run_part(frames, i + 1, run->count));
	}
	WRITE_ONCE(echo->queue_count, run->count);
	unlock_doors(file);
	return 0;
}

static void echo_end(struct wcb_run *run)
{
	struct wcb_file *file = run->file;
	u32 i;

	lock_doors(file);
	WRITE_ONCE(file->echo.queue_count, 0);
	for (i = 0; i < run->count; i++)
		empty_queue(&file->echo.queues[i]);
	for (i = 0; i < file->arena.frame_count; i++)
		file->arena.frames[i].queue = NULL;
	unlock_doors(file);
}

/* The frame for the next request; NULL: the submitter must wait. Seals a full one. */
static struct wcb_frame *get_room(struct wcb_queue *queue, u32 depth,
				  u32 per_frame, size_t offset)
{
	struct wcb_frame *frame = NULL;

	spin_lock(&queue->lock);
	if (queue->in_flight >= depth)
		goto out;
	frame = queue->open;
	if (frame && frame->requests == per_frame) {
		list_add_tail(&frame->link, &queue->sealed);
		queue->open = NULL;
		frame = NULL;
	}
	if (!frame) {
		frame = list_first_entry_or_null(&queue->free, struct wcb_frame,
						 link);
		if (!frame)
			goto out;
		list_del_init(&frame->link);
		frame->first = offset;
		frame->requests = 0;
		frame->used = 0;
		queue->open = frame;
	}
	queue->copying = true;
	queue->in_flight++;
out:
	spin_unlock(&queue->lock);
	return frame;
}

static void put_request(struct wcb_file *file, struct wcb_queue *queue,
			struct wcb_frame *frame, size_t offset)
{
	wcb_buffer_read(&file->src, offset, frame->data + frame->used,
			queue->size);
	spin_lock(&queue->lock);
	frame->used += ALIGN(queue->size, 64);
	frame->requests++;
	queue->copying = false;
	spin_unlock(&queue->lock);
	if (wq_has_sleeper(&queue->door->wq))
		wake_up(&queue->door->wq);
}

/* Can the submitter go on? Only a hint: called without the lock. */
static bool has_room(struct wcb_queue *queue, u32 depth, u32 per_frame)
{
	struct wcb_frame *open = READ_ONCE(queue->open);

	return READ_ONCE(queue->in_flight) < depth &&
	       ((open && open->requests < per_frame) ||
		!list_empty(&queue->free));
}

/* Waits until all requests have come back; does not count as a sleep. */
static int wait_for_all(struct wcb_submitter *sub, struct wcb_queue *queue)
{
	if (wait_event_interruptible(queue->submit_wq,
				     !READ_ONCE(queue->in_flight) ||
				     READ_ONCE(sub->run->stop)) ||
	    READ_ONCE(queue->in_flight))
		return -EINTR;
	return 0;
}

/* Waits for room in a frame, then copies a request into it. */
static int submit_one(struct wcb_submitter *sub, struct wcb_queue *queue,
		      u32 per_frame, size_t offset)
{
	u32 depth = sub->run->job->depth;
	struct wcb_frame *frame;

	while (!(frame = get_room(queue, depth, per_frame, offset))) {
		sub->result.sleeps++;
		if (wait_event_interruptible(queue->submit_wq,
					     has_room(queue, depth, per_frame) ||
					     READ_ONCE(sub->run->stop)) ||
		    READ_ONCE(sub->run->stop))
			return -EINTR;
	}
	put_request(sub->run->file, queue, frame, offset);
	return 0;
}

static int submit_all(struct wcb_submitter *sub, struct wcb_queue *queue)
{
	const struct wcb_job *job = sub->run->job;
	u32 per_frame = wcb_arena_per_frame(sub->run->file, job->size);
	size_t offset = sub->share.first;
	u32 since_resched = 0;
	u64 start = 0;

	while (wcb_meter_more(sub)) {
		if (job->depth == 1)
			start = ktime_get_ns();
		if (submit_one(sub, queue, per_frame, offset))
			return -EINTR;
		offset = wcb_share_next(&sub->share, offset, job->size);
		if (job->depth == 1) {
			sub->result.sleeps++;
			if (wait_for_all(sub, queue))
				return -EINTR;
			wcb_meter_latency(sub, start);
		}
		sub->result.requests++;
		if (++since_resched >= job->depth) {
			since_resched = 0;
			cond_resched();
			if (wcb_run_stopped(sub))
				return -EINTR;
		}
	}
	return wait_for_all(sub, queue);
}

static int echo_submit(struct wcb_submitter *sub)
{
	struct wcb_queue *queue = &sub->run->file->echo.queues[sub->index];
	int ret = wcb_meter_start(sub);

	if (ret)
		return ret;
	ret = submit_all(sub, queue);
	wcb_meter_stop(sub);
	return ret;
}

/*
 * A job WCB_ECHO. There must be a process at each door that calls
 * wcb_echo_enter(), else the job waits until a signal comes. Fails with -EINVAL
 * when a request does not fit into a frame, or when there are fewer frames than
 * submitters.
 */
const struct wcb_work wcb_echo_work = {
	.begin	= echo_begin,
	.submit	= echo_submit,
	.end	= echo_end,
};

/* Takes a frame back from a process; NULL when the process does not hold it. */
static struct wcb_frame *take_back(struct wcb_file *file, u64 id)
{
	u32 index = (u32)id;
	struct wcb_frame *frame;

	if (index >= file->arena.frame_count)
		return NULL;
	frame = &file->arena.frames[index];
	if (!frame->queue)
		return NULL;
	spin_lock(&frame->queue->lock);
	if (frame->out && frame_id(frame) == id) {
		frame->out = false;
		spin_unlock(&frame->queue->lock);
		return frame;
	}
	spin_unlock(&frame->queue->lock);
	return NULL;
}

static void copy_out(struct wcb_file *file, const struct wcb_frame *frame)
{
	const struct wcb_queue *queue = frame->queue;
	u32 size = queue->size, i;
	size_t offset = frame->first;

	for (i = 0; i < frame->requests; i++) {
		wcb_buffer_write(&file->dst, offset,
				 frame->data + (size_t)i * ALIGN(size, 64),
				 size);
		offset = wcb_share_next(&queue->share, offset, size);
	}
}

static void commit(struct wcb_file *file, struct wcb_door *door,
		   const struct wcb_enter *arg)
{
	u32 i;

	mutex_lock(&door->commit_lock);
	for (i = 0; i < arg->commit_count; i++) {
		struct wcb_frame *frame = take_back(file, arg->ids[i]);
		struct wcb_queue *queue;

		if (!frame)
			continue;
		copy_out(file, frame);
		queue = frame->queue;
		spin_lock(&queue->lock);
		queue->in_flight -= frame->requests;
		list_add(&frame->link, &queue->free);
		spin_unlock(&queue->lock);
		if (wq_has_sleeper(&queue->submit_wq))
			wake_up(&queue->submit_wq);
	}
	mutex_unlock(&door->commit_lock);
}

/* Hands out at most @max frames of a queue. */
static void fetch_queue(struct wcb_queue *queue, u32 max, struct wcb_enter *arg)
{
	struct wcb_frame *frame;

	spin_lock(&queue->lock);
	for (; max; max--) {
		frame = list_first_entry_or_null(&queue->sealed,
						 struct wcb_frame, link);
		if (frame) {
			list_del_init(&frame->link);
		} else {
			frame = queue->open;
			if (!frame || !frame->requests || queue->copying)
				break;
			queue->open = NULL;
		}
		frame->out = true;
		frame->generation++;
		arg->ids[arg->fetched++] = frame_id(frame);
	}
	spin_unlock(&queue->lock);
}

/*
 * Hands out the frames that are ready at a door; true when there were any. Takes
 * from the queues in turn, so that one queue does not fill @arg alone.
 */
static bool fetch(struct wcb_echo *echo, struct wcb_enter *arg)
{
	u32 queues = READ_ONCE(echo->queue_count);
	u32 doors = READ_ONCE(echo->door_count), i;

	for (i = arg->door; i < queues; i += doors)
		fetch_queue(&echo->queues[i],
			    WCB_ENTER_MAX / DIV_ROUND_UP(queues, doors), arg);
	return arg->fetched;
}

/**
 * wcb_echo_enter() - WCB_IOC_ENTER, see &struct wcb_enter
 * @file: the file
 * @arg: in and out
 *
 * Context: may sleep; any number of processes at the same time. Those at the same
 * door commit one after the other, and are all woken for a frame.
 * Return: 0; -ENOTCONN when there is no arena yet; -EINVAL for an invalid count or
 * door; -EINTR when a signal came while waiting.
 */
int wcb_echo_enter(struct wcb_file *file, struct wcb_enter *arg)
{
	struct wcb_echo *echo = &file->echo;
	struct wcb_door *door;

	if (arg->commit_count > WCB_ENTER_MAX ||
	    arg->door >= WCB_SUBMITTERS_MAX || arg->reserved)
		return -EINVAL;
	/* Pairs with wcb_arena_pin(). */
	if (!smp_load_acquire(&file->arena.map))
		return -ENOTCONN;
	door = &echo->doors[arg->door];
	commit(file, door, arg);
	arg->fetched = 0;
	if (wait_event_interruptible(door->wq, fetch(echo, arg)))
		return -EINTR;
	return 0;
}
