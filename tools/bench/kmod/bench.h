/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _WARPCRYPT_BENCH_H
#define _WARPCRYPT_BENCH_H

#include <linux/cache.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/scatterlist.h>
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
 * struct wcb_file - an open file of the device
 * @lock: held in all calls
 * @src: the buffer that requests read
 * @dst: the buffer that requests write
 */
struct wcb_file {
	struct mutex lock; /* all calls */
	struct wcb_buffer src;
	struct wcb_buffer dst;
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
 * @task: the kernel thread; NULL when the calling thread submits
 * @share: its part of the buffers
 * @meter: its clock
 * @result: its own figures; struct wcb_run has the times of the whole job
 */
struct wcb_submitter {
	struct wcb_run *run;
	struct task_struct *task;
	struct wcb_share share;
	struct wcb_meter meter;
	struct wcb_result result;
} ____cacheline_aligned_in_smp;

/**
 * struct wcb_run - a job that runs
 * @file: the file, with the buffers
 * @job: the job, with its result
 * @api: the kind of algorithms, NULL for WCB_LOOP
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
	const struct wcb_api *api;
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

/* buffers.c */
int wcb_buffer_alloc(struct wcb_buffer *buf, size_t bytes, u32 chunk);
void wcb_buffer_free(struct wcb_buffer *buf);
int wcb_buffer_fill(struct wcb_buffer *buf, bool random);
int wcb_buffer_sum(struct wcb_file *file, struct wcb_sum *sum);
u32 wcb_buffer_sg_max(const struct wcb_buffer *buf, u32 size);
void wcb_buffer_sg(const struct wcb_buffer *buf, size_t offset, u32 size,
		   struct scatterlist *sg, u32 sg_max);
size_t wcb_share_next(const struct wcb_share *share, size_t offset, u32 size);

/* meter.c */
int wcb_meter_start(struct wcb_submitter *sub);
bool wcb_meter_more(struct wcb_submitter *sub);
void wcb_meter_latency(struct wcb_submitter *sub, u64 start);
void wcb_meter_stop(struct wcb_submitter *sub);

/* run.c */
int wcb_run_job(struct wcb_file *file, struct wcb_job *job,
		const struct wcb_api *api);
int wcb_run_ready(struct wcb_submitter *sub);

#endif /* _WARPCRYPT_BENCH_H */
