/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lost requests wait here for their turn to be done in software.
 */
#ifndef _WC_REDO_H
#define _WC_REDO_H

#include <linux/list.h>

struct wc_request;

/**
 * enum wc_redo_class - for whom a lost request is
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

#endif /* _WC_REDO_H */
