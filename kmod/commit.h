/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commits: the helper gives a frame back, and its delivery is due.
 */
#ifndef _WC_COMMIT_H
#define _WC_COMMIT_H

#include <linux/types.h>

struct wc_link;

bool wc_commit(struct wc_link *link, u64 id, int status);

#endif /* _WC_COMMIT_H */
