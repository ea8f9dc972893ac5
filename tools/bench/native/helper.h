/* SPDX-License-Identifier: GPL-2.0-only */
/* An engine with its workers, attached to the module in this process, or to nothing. */
#ifndef WARPCRYPT_BENCH_NATIVE_HELPER_H
#define WARPCRYPT_BENCH_NATIVE_HELPER_H

#include "helper/engine/engines.h"
#include "helper/engine/rate_frame.h"
#include "helper/engine/scheduler.h"

/* What warpcryptd is. */
struct native_helper {
	struct wc_engines engines;	/* one */
	struct wc_mapping arena;
	struct wc_channel channel;
	struct wc_sched sched;		/* its workers */
	struct wc_counts *counts;	/* what they have done */
};

/* These end the program with a message if something fails. */
void native_helper_open(struct native_helper *h, const struct wc_backend_ops *ops);
void native_helper_attach(struct native_helper *h, bool measure);
void native_helper_detach(struct native_helper *h);
void native_helper_close(struct native_helper *h);

double native_engine_alone(struct native_helper *h, const struct wc_rate_kind *kind,
			   uint32_t len, unsigned int ms);

#endif /* WARPCRYPT_BENCH_NATIVE_HELPER_H */
