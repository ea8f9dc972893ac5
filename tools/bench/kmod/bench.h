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

/* A long buffer, consisting of contiguous chunks. */
struct wcb_buffer {
	u8 **chunks;		/* their addresses */
	size_t count;		/* of chunks */
	unsigned int shift;	/* a chunk has 1 << @shift bytes */
	size_t bytes;		/* @count << @shift */
};

struct wcb_api;
struct wcb_run;

/* The part of the buffers that one submitter uses. */
struct wcb_share {
	size_t first;	/* offset of its first piece */
	size_t end;	/* offset of the end of its last piece */
	u64 number;	/* number of its first piece in the buffers */
};

/* An open file of the device. */
struct wcb_file {
	struct mutex lock; /* all calls */
	struct wcb_buffer src;	/* requests read it */
	struct wcb_buffer dst;	/* requests write it */
};

/* The clock of a submitter, and its figures. */
struct wcb_meter {
	u64 start;		/* when the submitters started, ns */
	u64 last;		/* when the clock was last read, ns */
	u64 end;		/* when this submitter's last request came back, ns */
	u64 cpu_start;		/* the submitter's processor time at the start, ns */
	u64 submitted;		/* requests submitted so far */
	u64 quota;		/* the most requests to submit */
	u32 ticks;		/* submissions since the clock was last read */
	u64 *samples;	/* latencies, ns; only at depth 1, else NULL; part of &wcb_run.samples */
	u32 sample_count;	/* number of latencies */
	u32 sample_max;		/* the most latencies that there is room for */
};

/* A thread that submits. */
struct wcb_submitter {
	struct wcb_run *run;
	/* The kernel thread; NULL when the calling thread submits. */
	struct task_struct *task;
	struct wcb_share share;
	struct wcb_meter meter;
	/* Its own figures; struct wcb_run has the times of the whole job. */
	struct wcb_result result;
} ____cacheline_aligned_in_smp;

/* A job that runs. */
struct wcb_run {
	struct wcb_file *file;
	struct wcb_job *job;		/* with its result */
	const struct wcb_api *api;	/* the kind of algorithms, NULL for WCB_LOOP */
	void *tfm;			/* the tfm that all submitters share, or NULL */
	struct wcb_submitter *submitters;
	u32 count;			/* of submitters */
	u64 *samples;	/* memory for the latencies of all, in equal parts; only at depth 1 */
	u64 start;			/* when the last submitter was ready, ns */
	bool stop;			/* submit no more: a submitter failed, or a signal came */
	int error;			/* the first error, negative */
	/*
	 * Written only while submitters start and end. So many submitters are not ready to start.
	 */
	atomic_t unready ____cacheline_aligned_in_smp;
	atomic_t running;		/* number of kernel threads that have not ended */
	/* Where submitters wait for each other, and the calling thread for them. */
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

/* run.c */
int wcb_run_job(struct wcb_file *file, struct wcb_job *job,
		const struct wcb_api *api);
int wcb_run_ready(struct wcb_submitter *sub);

#endif /* _WARPCRYPT_BENCH_H */
