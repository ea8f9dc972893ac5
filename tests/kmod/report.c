// SPDX-License-Identifier: GPL-2.0-only
/* Reports: the KTAP lines of a case, in a buffer that the test reads. */

#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "wct.h"

/* Bytes of text; the rest is cut off, but its results are counted. */
#define WCT_TEXT	(64u << 10)

/* A run, or NULL without memory. Sleeps. */
struct wct_run *wct_run_alloc(void)
{
	struct wct_run *run = kzalloc(sizeof(*run), GFP_KERNEL);

	if (!run)
		return NULL;
	run->text = vzalloc(WCT_TEXT);
	if (!run->text) {
		kfree(run);
		return NULL;
	}
	return run;
}

/* Free a run, which may be NULL, and its text. */
void wct_run_free(struct wct_run *run)
{
	if (!run)
		return;
	vfree(run->text);
	kfree(run);
}

/* Add a line to the text; see wct_ok(), wct_skip() and wct_note(). */
void wct_print(struct wct_run *run, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	run->used += vscnprintf(run->text + run->used, WCT_TEXT - run->used,
				fmt, args);
	va_end(args);
}

/* A random number below @below, which is at least 1. */
u32 wct_random(struct wct_run *run, u32 below)
{
	return prandom_u32_state(&run->rnd) % below;
}
