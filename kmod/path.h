/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The transport: the way of a request to the helper and back, and the life of a
 * link. Each file calls only those above it here. Includes types.h.
 */
#ifndef _WC_PATH_H
#define _WC_PATH_H

#include <linux/printk.h>
#include <linux/sched.h>

#include "types.h"

struct attribute_group;
struct work_struct;

/* queue.c */
int wc_queues_init(struct wc_link *link);
void wc_queues_free(struct wc_link *link);
struct wc_queue *wc_queue_here(const struct wc_engine *engine);
struct wc_queue *wc_queue_next(const struct wc_queue *queue);
bool wc_queue_offers(const struct wc_queue *queue, const struct wc_share *share,
		     u32 fill);
bool wc_queue_may_be_ready(const struct wc_queue *queue, u32 fill);
bool wc_queues_are_idle(struct wc_link *link);
u32 wc_queues_busy(const struct wc_link *link);

void wc_wait_init(struct wc_waiter *waiter);
void wc_wait_enlist(struct wc_queue *queue, struct wc_waiter *waiter, u32 fill);
struct wc_queue *wc_wait_delist(struct wc_queue *queue,
				struct wc_waiter *waiter);
bool wc_wait_anybody(const struct wc_engine *engine);
void wc_wait_unlock(struct wc_queue *queue) __releases(&queue->lock);
void wc_wait_pass_on(struct wc_queue *queue);
void wc_wait_answered(struct wc_queue *queue);

/* link.c */
void wc_link_get(struct wc_link *link);
void wc_link_put(struct wc_link *link);
void wc_link_watch_later(struct wc_link *link);
void wc_link_tell_later(struct wc_link *link);
void wc_link_tell(struct work_struct *work);
bool wc_link_is_attached(void);
bool wc_link_claim(struct wc_link *link);
void wc_link_unclaim(struct wc_link *link);
void wc_link_freed(void);
void wc_link_publish(struct wc_link *link);
void wc_link_unpublish(struct wc_link *link);
struct wc_link *wc_link_usable(enum wc_reason *why);
void wc_link_forget_key_in(struct wc_link *link, struct wc_key *key);
void wc_link_forget_key(struct wc_key *key);
struct wc_link *wc_link_get_attached(void);
void wc_link_suspend(void);
void wc_link_resume(void);
void wc_link_set_registering(bool registering);
const char *wc_link_state_name(void);
int wc_link_init(void);
void wc_link_exit(void);

void wc_engine_init(struct wc_link *link, struct wc_engine *engine,
		    const struct warpcrypt_engine *from);
void wc_engines_set_rates(struct wc_link *link,
			  const struct warpcrypt_rate *rates, u32 count);
void wc_engine_waited(struct wc_engine *engine, unsigned long since);
void wc_engine_came_back(struct wc_engine *engine, bool failed);
bool wc_engine_spent(const struct wc_engine *engine, enum wc_reason *why);

/* frame.c */
u32 wc_frame_pieces(const struct wc_link *link, u32 len);
bool wc_frame_join(struct wc_queue *queue, struct wc_request *rq);
bool wc_frame_reserve(struct wc_queue *queue, struct wc_request *rq);
void wc_frame_seal(struct wc_queue *queue, struct wc_frame *frame);
void wc_frame_delist(struct wc_queue *queue, struct wc_frame *frame);
bool wc_frame_release(struct wc_queue *queue, struct wc_frame *frame);

void wc_frame_fill(struct wc_request *rq);
void wc_frame_drop_key(struct wc_link *link, struct wc_request *rq);
void wc_frame_wipe(struct wc_request *rq);
void wc_frame_lose(struct wc_link *link, struct list_head *lost,
		   enum wc_reason reason);
bool wc_frame_end(struct wc_queue *queue, struct wc_frame *frame,
		  enum wc_reason why, struct list_head *lost);
bool wc_frames_abandon(struct wc_queue *queue, enum wc_reason why,
		       struct list_head *lost);

/* route.c */
struct wc_engine *wc_route(struct wc_link *link, struct wc_request *rq,
			   bool decrypt, bool here, enum wc_reason *why);
void wc_route_end(struct wc_request *rq);
void wc_route_end_all(struct list_head *requests);
int wc_route_init(void);
void wc_route_exit(void);

/* submit.c */
bool wc_submit_expects(const struct wc_request *rq);
int wc_submit(struct wc_link *link, struct wc_engine *engine,
	      struct wc_request *rq, bool wait, enum wc_reason *why);
int wc_offload(struct wc_request *rq, bool decrypt, bool here, bool wait,
	       enum wc_reason *why);
int wc_submit_to(struct wc_queue *queue, struct wc_request *rq, bool wait,
		 bool anywhere, enum wc_reason *why);
void wc_submit_started(struct wc_request *rq);
void wc_submit_work(struct work_struct *work);
void wc_submit_serve(struct wc_queue *queue, bool all);
void wc_submit_expire(struct wc_queue *queue, unsigned long limit,
		      struct list_head *lost);

/* redo.c */

/**
 * enum wc_redo_class - what the submitter of a lost request may do
 * @WC_REDO_KERNEL: the submitter may not sleep: file systems and swap, by
 *	dm-crypt, and the network
 * @WC_REDO_USER: the submitter may sleep, and waits for this request itself
 * @WC_REDO_CLASSES: number of classes
 */
enum wc_redo_class {
	WC_REDO_KERNEL,
	WC_REDO_USER,
	WC_REDO_CLASSES,
};

/**
 * struct wc_redo_queue - the lost requests of one tfm, by class
 * @requests: in the order in which they were lost
 * @turn: in the list of queues that have any
 */
struct wc_redo_queue {
	struct list_head requests[WC_REDO_CLASSES];
	struct list_head turn[WC_REDO_CLASSES];
};

void wc_redo_queue_init(struct wc_redo_queue *queue);
void wc_redo_later(struct wc_redo_queue *queue, struct wc_request *rq,
		   enum wc_redo_class class);
void wc_redo_init(void);

/* kill.c */
void wc_link_kill(struct wc_link *link, enum wc_reason reason);
void wc_link_retire(struct wc_engine *engine, enum wc_reason reason);
void wc_link_kill_live(u32 generation, enum wc_reason reason);

/* deliver.c */
void wc_deliver_work(struct work_struct *work);
struct wc_frame *wc_deliver_accept(struct wc_queue *queue,
				   struct wc_frame *frame, bool failed,
				   enum wc_reason why);
bool wc_deliver_begin(struct wc_frame *frame);
void wc_deliver(struct wc_frame *frame, bool begun, bool fetches);
void wc_deliver_take_over(struct wc_queue *queue, unsigned long limit);

void wc_expire(struct wc_queue *queue, unsigned long limit);

/* enter.c */
int wc_enter(struct wc_queue *queue, struct warpcrypt_enter *e);
bool wc_fetch_overdue(struct wc_link *link, unsigned long limit);

/* kat.c */
bool wc_kat_run(struct wc_link *link);

/* attach.c */
struct wc_link *wc_link_attach(const struct warpcrypt_attach *attach);
void wc_link_detach(struct wc_link *link);

int wc_pm_init(void);
void wc_pm_exit(void);

/* device.c; enter.c says so, too */

/* Says in the log what is refused, in whose call; its value is @err. Needs pr_fmt(). */
#define wc_refuse(err, fmt, ...) ({ \
	pr_warn_ratelimited("%s[%d]: " fmt "\n", current->comm, \
			    task_pid_nr(current), ##__VA_ARGS__); \
	(err); \
})

/* sysfs.c */
const struct attribute_group **wc_sysfs_init(void);
void wc_sysfs_exit(void);

/* device.c */
int wc_device_init(void);
void wc_device_exit(void);

#endif /* _WC_PATH_H */
