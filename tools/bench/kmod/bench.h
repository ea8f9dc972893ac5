/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _WARPCRYPT_BENCH_H
#define _WARPCRYPT_BENCH_H

#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/scatterlist.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "bench_uapi.h"

/**
 * struct wcb_buffer - a long piece of memory made of contiguous chunks
 * @chunks: the chunks' addresses
 * @count: how many
 * @shift: a chunk has 1 << @shift bytes
 * @bytes: @count << @shift
 */
struct wcb_buffer {
	u8 **chunks;
	size_t count;
	unsigned int shift;
	size_t bytes;
};

/**
 * struct wcb_frame - a frame of the echo's arena
 * @link: in &wcb_arena_state.free or .sealed
 * @data: its first byte
 * @index: its number
 * @generation: counts how often it was handed out
 * @first: offset in the buffers of its first request
 * @requests: requests in it, complete ones
 * @used: bytes their payloads take
 * @out: the echo process holds it
 */
struct wcb_frame {
	struct list_head link;
	u8 *data;
	u32 index;
	u32 generation;
	size_t first;
	u32 requests;
	u32 used;
	bool out;
};

/**
 * struct wcb_arena_state - the arena, pinned and mapped
 * @pages: its pages
 * @page_count: how many
 * @map: where the kernel sees them
 * @frame_size: bytes of a frame
 * @frame_count: frames
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
 * struct wcb_echo - the state of the echo
 * @lock: protects everything below but @commit_lock
 * @process_wq: where the echo process waits for frames
 * @submit_wq: where the submitter waits for room
 * @commit_lock: held while results are copied out; the submitter takes it to
 *	end a job, after which nobody touches the buffers
 * @free: frames not in use, the last used first
 * @sealed: full frames that the echo process has yet to fetch
 * @open: the frame that is being filled, or NULL
 * @copying: the submitter is copying into @open
 * @active: a job runs
 * @in_flight: requests in frames that have not come back
 * @size: bytes of a request
 */
struct wcb_echo {
	spinlock_t lock; /* everything below but commit_lock */
	wait_queue_head_t process_wq;
	wait_queue_head_t submit_wq;
	struct mutex commit_lock; /* copying results out */
	struct list_head free;
	struct list_head sealed;
	struct wcb_frame *open;
	bool copying;
	bool active;
	u32 in_flight;
	u32 size;
};

/**
 * struct wcb_file - an open file of the device
 * @lock: held by everything but WCB_IOC_ENTER
 * @src: what requests read
 * @dst: what requests write
 * @arena: set once, then constant until the file is released
 * @echo: see there
 */
struct wcb_file {
	struct mutex lock; /* everything but WCB_IOC_ENTER */
	struct wcb_buffer src;
	struct wcb_buffer dst;
	struct wcb_arena_state arena;
	struct wcb_echo echo;
};

/**
 * struct wcb_meter - the clock of a job and its end
 * @job: the job
 * @start: when it began, ns
 * @last: when it was last looked at the clock, ns
 * @cpu_start: the submitter's processor time then, ns
 * @bytes: bytes submitted so far
 * @ticks: submissions since the last look at the clock
 * @samples: latencies, ns; only at depth 1, else NULL
 * @sample_count: how many
 */
struct wcb_meter {
	struct wcb_job *job;
	u64 start;
	u64 last;
	u64 cpu_start;
	u64 bytes;
	u32 ticks;
	u64 *samples;
	u32 sample_count;
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
u32 wcb_buffer_sg_max(const struct wcb_buffer *buf, u32 size, u32 seg);
void wcb_buffer_sg(const struct wcb_buffer *buf, size_t offset, u32 size,
		   u32 seg, struct scatterlist *sg, u32 sg_max);
size_t wcb_buffer_next(const struct wcb_buffer *buf, size_t offset, u32 size);

/* cipher.c */
int wcb_cipher_run(struct wcb_file *file, struct wcb_job *job);

/* copy.c */
int wcb_copy_run(struct wcb_file *file, struct wcb_job *job);

/* echo.c */
void wcb_echo_init(struct wcb_echo *echo);
int wcb_echo_run(struct wcb_file *file, struct wcb_job *job);
int wcb_echo_enter(struct wcb_file *file, struct wcb_enter *arg);

/* meter.c */
int wcb_meter_init(struct wcb_meter *meter, struct wcb_job *job);
void wcb_meter_start(struct wcb_meter *meter);
bool wcb_meter_more(struct wcb_meter *meter);
void wcb_meter_latency(struct wcb_meter *meter, u64 start);
void wcb_meter_stop(struct wcb_meter *meter);
void wcb_meter_exit(struct wcb_meter *meter);

#endif /* _WARPCRYPT_BENCH_H */
