/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions of the files that work on the structures of lib_types.h, the lowest file
 * first: each file calls only those above it here.
 */
#ifndef WARPCRYPT_HELPER_LIB_PARTS_H
#define WARPCRYPT_HELPER_LIB_PARTS_H

#include "helper/lib/lib_types.h"

/* lib_sized.c: structures of callers that were built with another version of the header */
int lib_sized_check(const void *from, size_t least, size_t known,
		    const char *what);
int lib_sized_copy(void *to, const void *from, size_t least, size_t known,
		   const char *what);

/* lib_cut.c: batches are cut into pieces that fit into frames */
bool lib_cut(struct warpcrypt_batch *b, struct lib_frame *frame, size_t limit,
	     uint64_t *taken);
void lib_cut_count(uint8_t iv[16], uint64_t blocks);
bool lib_cut_is_chain(const struct lib_key *key,
		      const struct warpcrypt_request *r);

/* lib_direct.c: pieces in registered memory, which the engine uses there */

/* Engines make units of arrays themselves, but none does it for P-256. */
static inline bool lib_direct_has(uint32_t group)
{
	return lib_point_rows(group) == 1;
}

size_t lib_direct_room(const struct wc_backend_ops *ops, uint32_t frame_size);
struct warpcrypt_frame lib_direct_fill(struct lib_frame *frame,
				       const struct wc_backend_ops *ops);

/* lib_done.c: batches that are done, in queues of callers, or told by callbacks */
bool lib_done_expect(struct warpcrypt_batch *b);
void lib_done_put(struct warpcrypt_batch *b);
void *lib_done_calls(void *queue);
bool lib_done_is(const struct warpcrypt_batch *b);
bool lib_done_never(const struct warpcrypt_batch *b);
void lib_done_take(struct warpcrypt_batch *b);

/* lib_queue.c: batches that are not in frames yet; which pieces are back */

void lib_queue_init(struct lib_queue *q, bool shared, unsigned int threads);
void lib_queue_free(struct lib_queue *q);
int lib_queue_add(struct warpcrypt_batch *b, uint64_t bytes);
bool lib_queue_await(struct lib_queue *q, const struct lib_load *load, uint32_t releases,
		     const struct timespec *end);
void lib_queue_wake_all(struct lib_queue *q);
void lib_queue_release(struct lib_queue *q);
void lib_queue_take(struct lib_queue *q, struct lib_frame *frame,
		    unsigned int frames, unsigned int threads);
bool lib_queue_take_new(struct lib_queue *q, struct warpcrypt_batch *b,
			uint64_t bytes, struct lib_frame *frame);
void lib_queue_back(struct lib_queue *q, struct lib_frame *frame, int status);
void lib_queue_again(struct lib_queue *q, struct lib_frame *frame, bool hangs);
size_t lib_queue_cancel(struct warpcrypt_batch *b);
void lib_queue_fail(struct lib_queue *q);
void lib_queue_end(struct lib_queue *q);

/* lib_fail.c: engines that fail or hang */
bool lib_fail_is_resting(const struct lib_port *port);
void lib_fail_frame(struct lib_port *port, struct lib_frame *frame);
void *lib_fail_watch(void *engines);
bool lib_fail_end_threads(struct lib_port *port);

/* lib_channel.c: the scheduler's channel */
void lib_channel_open(struct lib_port *port);

/* lib_lone.c: short batches, done by the thread that waits for them */

/* How many workers there are to be, each with a frame. @w: its engines have threads. */
static inline unsigned int lib_lone_count(const struct warpcrypt *w)
{
	if (lib_ops(w) == &wc_backend_cpu)
		return w->threads;
	return w->spare_threads ? 1 : 0;
}

int lib_lone_start(struct warpcrypt *w, struct wc_error *err);
void lib_lone_stop(struct warpcrypt *w);
bool lib_lone_run(struct warpcrypt *w, struct warpcrypt_batch *b, uint64_t bytes);
void lib_lone_forget(struct warpcrypt *w);

/* lib_check.c: what is wrong with requests, multiplications and signatures */
const char *lib_check(const struct lib_key *key,
		      const struct warpcrypt_request *r);
const char *lib_check_points(const struct warpcrypt_points *p, int group);
const char *lib_check_signatures(const struct warpcrypt_signatures *s);
int lib_check_explain(const struct warpcrypt *w,
		      const struct warpcrypt_request *r, size_t i);

/* lib_choose.c: what the options mean: which engines, how many threads, which frames */
int lib_choose_engines(struct wc_engines *set,
		       const struct warpcrypt_options *o);
int lib_choose_paces(struct warpcrypt *w, const struct warpcrypt_options *o);
int lib_choose_sizes(struct warpcrypt *w, struct wc_geometry *geo,
		     const struct warpcrypt_options *o);

#endif /* WARPCRYPT_HELPER_LIB_PARTS_H */
