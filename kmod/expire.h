/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Expiry: what has waited too long for its turn is done in software.
 */
#ifndef _WC_EXPIRE_H
#define _WC_EXPIRE_H

struct wc_queue;

void wc_expire(struct wc_queue *queue, unsigned long limit);

#endif /* _WC_EXPIRE_H */
