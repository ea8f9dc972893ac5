/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The end of a link, or of one of its engines.
 */
#ifndef _WC_KILL_H
#define _WC_KILL_H

#include <linux/types.h>

#include "stats.h"

struct wc_engine;
struct wc_link;

void wc_link_kill(struct wc_link *link, enum wc_reason reason);
void wc_link_retire(struct wc_engine *engine, enum wc_reason reason);
void wc_link_kill_live(u32 generation, enum wc_reason reason);

#endif /* _WC_KILL_H */
