/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _WARPCRYPT_BENCH_H
#define _WARPCRYPT_BENCH_H

#include <linux/cache.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/scatterlist.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "bench_uapi.h"

/**
 * struct wcb_buffer - a long buffer, consisting of contiguous chunks
 * @chunks: addresses of the chunks
 * @count: number of chunks
 * @shift: a chunk has 1 << @shift bytes
 * @bytes: @count << @shift
 */
struct wcb_buffer {
	u8 **chunks;
	size_t count;
	unsigned int shift;
	size_t bytes;
};

struct wcb_api;
struct wcb_queue;
struct wcb_run;

/**
 * struct wcb_share - the part of the buffers that one submitter uses
 * @first: offset of its first piece
 * @end: offset of the end of its last piece
 * @number: number of its first piece in the buffers
 */
struct wcb_share {
	size_t first;
	size_t end;
	u64 number;
};

/**
 * struct wcb_frame - a frame in the arena of the echo
 * @link: in &wcb_queue.free or .sealed
 * @data: its first byte
 * @index: its number
 * @generation: number of times it was handed out
 * @queue: the queue that it belongs to in this job; set while no process holds
 *	frames
 * @first: offset in the buffers of its first request
 * @requests: number of requests that are completely copied into it
 * @used: bytes of their payloads
 * @out: an echo process holds it
 */
struct wcb_frame {
	struct list_head link;
	u8 *data;
	u32 index;
	u32 generation;
	struct wcb_queue *queue;
	size_t first;
	u32 requests;
	u32 used;
	bool out;
} ____cacheline_aligned_in_smp;

/**
 * struct wcb_arena_state - the arena, pinned and mapped
 * @pages: its pages
 * @page_count: number of pages
 * @map: their kernel mapping
 * @frame_size: bytes of a frame
 * @frame_count: number of frames
 * @frames: the frames
 */
struct wcb_arena_state {
	struct page **pages;
	unsigned long page_count;
	u8 *map;
	u32 frame_size;
	u32 frame_count;
	struct wcb_frame *frames;
};

/**
 * struct wcb_door - where one echo process waits, for one or more queues
 * @commit_lock: held by the process while it copies results out. The thread that
 *	begins or ends a job takes the locks of all doors, so that no process
 *	uses the buffers
 * @wq: where the process waits for frames
 */
struct wcb_door {
	struct mutex commit_lock; /* copying results out */
	wait_queue_head_t wq;
} ____cacheline_aligned_in_smp;

/**
 * struct wcb_queue - one submitter's part of the echo
 * @lock: protects everything below except @door, @size and @share; and which
 *	list a frame is on
 * @submit_wq: where the submitter waits for room
 * @free: frames not in use, the last used first
 * @sealed: full frames that the echo process has not fetched yet
 * @open: the frame that is being filled, or NULL
 * @copying: the submitter is copying into @open
 * @in_flight: requests in frames that have not come back
 * @door: where the echo process for this queue waits
 * @size: bytes of a request
 * @share: the submitter's part of the buffers
 *
 * Submitters share no locks and no frames.
 */
struct wcb_queue {
	spinlock_t lock; /* which list a frame is on, and all but the last three */
	wait_queue_head_t submit_wq;
	struct list_head free;
	struct list_head sealed;
	struct wcb_frame *open;
	bool copying;
	u32 in_flight;
	struct wcb_door *door;
	u32 size;
	struct wcb_share share;
} ____cacheline_aligned_in_smp;

/**
 * struct wcb_echo - the state of the echo
 * @doors: one for each echo process that there may be
 * @door_count: number of doors that the running job uses
 * @queues: one for each submitter
 * @queue_count: number of queues of the running job, 0 between jobs
 */
struct wcb_echo {
	struct wcb_door doors[WCB_SUBMITTERS_MAX];
	u32 door_count;
	struct wcb_queue queues[WCB_SUBMITTERS_MAX];
	u32 queue_count;
};

/**
 * struct wcb_file - an open file of the device
 * @lock: held in all calls except WCB_IOC_ENTER
 * @src: the buffer that requests read
 * @dst: the buffer that requests write
 * @arena: set once, then constant until the file is released
 * @echo: the state of the echo
 */
struct wcb_file {
	struct mutex lock; /* all calls except WCB_IOC_ENTER */
	struct wcb_buffer src;
	struct wcb_buffer dst;
	struct wcb_arena_state arena;
	struct wcb_echo echo;
};

/**
 * struct wcb_meter - a submitter's clock
 * @start: when the submitters started, ns
 * @last: when the clock was last read, ns
 * @end: when this submitter's last request came back, ns
 * @cpu_start: the submitter's processor time at the start, ns
 * @submitted: requests submitted so far
 * @quota: the most requests to submit
 * @ticks: submissions since the clock was last read
 * @samples: latencies, ns; only at depth 1, else NULL; part of &wcb_run.samples
 * @sample_count: number of latencies
 * @sample_max: the most latencies that there is room for
 */
struct wcb_meter {
	u64 start;
	u64 last;
	u64 end;
	u64 cpu_start;
	u64 submitted;
	u64 quota;
	u32 ticks;
	u64 *samples;
	u32 sample_count;
	u32 sample_max;
};

/**
 * struct wcb_submitter - a thread that submits
 * @run: the job that runs
 * @index: its number
 * @task: the kernel thread; NULL when the calling thread submits
 * @share: its part of the buffers
 * @meter: its clock
 * @result: its own figures; struct wcb_run has the times of the whole job
 */
struct wcb_submitter {
	struct wcb_run *run;
	u32 index;
	struct task_struct *task;
	struct wcb_share share;
	struct wcb_meter meter;
	struct wcb_result result;
} ____cacheline_aligned_in_smp;

/**
 * struct wcb_work - the functions of one kind of job
 * @begin: called before there are submitters, in the calling thread; may be NULL
 * @submit: the part of a submitter. Allocates memory, calls wcb_meter_start(),
 *	submits until wcb_meter_more() returns false, waits for the requests in
 *	flight, calls wcb_meter_stop(), frees the memory
 * @end: called after all submitters have ended, if @begin succeeded; may be NULL
 * @api: the kind of algorithm that is called, or NULL
 */
struct wcb_work {
	int (*begin)(struct wcb_run *run);
	int (*submit)(struct wcb_submitter *sub);
	void (*end)(struct wcb_run *run);
	const struct wcb_api *api;
};

/**
 * struct wcb_run - a job that runs
 * @file: the file, with the buffers
 * @job: the job, with its result
 * @work: the functions of its kind
 * @tfm: the tfm that all submitters share, or NULL
 * @submitters: the submitters
 * @count: number of submitters
 * @samples: memory for the latencies of all, in equal parts; only at depth 1
 * @start: when the last submitter was ready, ns
 * @stop: submit no more: a submitter failed, or a signal came
 * @error: the first error, negative
 * @unready: number of submitters that are not ready to start
 * @running: number of kernel threads that have not ended
 * @wq: where submitters wait for each other, and the calling thread for them
 */
struct wcb_run {
	struct wcb_file *file;
	struct wcb_job *job;
	const struct wcb_work *work;
	void *tfm;
	struct wcb_submitter *submitters;
	u32 count;
	u64 *samples;
	u64 start;
	bool stop;
	int error;
	/* Written only while submitters start and end. */
	atomic_t unready ____cacheline_aligned_in_smp;
	atomic_t running;
	wait_queue_head_t wq;
};

/* arena.c */
int wcb_arena_pin(struct wcb_file *file, const struct wcb_arena *arg);
void wcb_arena_unpin(struct wcb_file *file);
u32 wcb_arena_per_frame(const struct wcb_file *file, u32 size);

/* buffers.c */
int wcb_buffer_alloc(struct wcb_buffer *buf, size_t bytes, u32 chunk);
void wcb_buffer_free(struct wcb_buffer *buf);
int wcb_buffer_fill(struct wcb_buffer *buf, bool random);
int wcb_buffer_sum(struct wcb_file *file, struct wcb_sum *sum);
void wcb_buffer_read(const struct wcb_buffer *buf, size_t offset, void *to,
		     size_t len);
void wcb_buffer_write(const struct wcb_buffer *buf, size_t offset,
		      const void *from, size_t len);
u32 wcb_buffer_sg_max(const struct wcb_buffer *buf, u32 size);
void wcb_buffer_sg(const struct wcb_buffer *buf, size_t offset, u32 size,
		   struct scatterlist *sg, u32 sg_max);
size_t wcb_share_next(const struct wcb_share *share, size_t offset, u32 size);

/* cipher.c */
extern const struct wcb_work wcb_cipher_work;

/* kpp.c */
extern const struct wcb_work wcb_kpp_work;

/* load.c */
extern const struct wcb_work wcb_loop_work;

/* copy.c */
extern const struct wcb_work wcb_copy_work;

/* echo.c */
extern const struct wcb_work wcb_echo_work;
void wcb_echo_init(struct wcb_echo *echo);
int wcb_echo_enter(struct wcb_file *file, struct wcb_enter *arg);

/* meter.c */
int wcb_meter_start(struct wcb_submitter *sub);
bool wcb_meter_more(struct wcb_submitter *sub);
void wcb_meter_latency(struct wcb_submitter *sub, u64 start);
void wcb_meter_stop(struct wcb_submitter *sub);

/* run.c */
int wcb_run_job(struct wcb_file *file, struct wcb_job *job,
		const struct wcb_work *work);
int wcb_run_ready(struct wcb_submitter *sub);
u32 wcb_run_part(u32 whole, u32 i, u32 count);

/**
 * wcb_run_stopped() - must a submitter stop?
 * @sub: the submitter
 *
 * Return: true when another submitter failed or a signal came. (Kernel threads
 * get no signals: the calling thread sets &wcb_run.stop and wakes them.)
 */
static inline bool wcb_run_stopped(const struct wcb_submitter *sub)
{
	return READ_ONCE(sub->run->stop) || signal_pending(current);
}

#endif /* _WARPCRYPT_BENCH_H */
