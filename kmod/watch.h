/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deadlines of frames.
 */
#ifndef _WC_WATCH_H
#define _WC_WATCH_H

struct work_struct;

void wc_link_watch(struct work_struct *work);

#endif /* _WC_WATCH_H */
