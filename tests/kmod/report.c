// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports: the KTAP lines of a case, in a buffer that the test reads.
 */

#include <linux/module.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "wct.h"

/* Bytes of text; the rest is cut off, but its results are counted. */
#define WCT_TEXT	(64u << 10)

/**
 * wct_run_alloc() - allocate a run
 *
 * Return: the run, or NULL without memory. Sleeps.
 */
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

/**
 * wct_run_free() - free a run and its text
 * @run: from wct_run_alloc(), or NULL
 */
void wct_run_free(struct wct_run *run)
{
	if (!run)
		return;
	vfree(run->text);
	kfree(run);
}

static __printf(2, 0) void wct_vprint(struct wct_run *run, const char *fmt,
				      va_list args)
{
	run->used += vscnprintf(run->text + run->used, WCT_TEXT - run->used,
				fmt, args);
}

static __printf(2, 3) void wct_print(struct wct_run *run, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	wct_vprint(run, fmt, args);
	va_end(args);
}

/**
 * wct_ok() - report one result
 * @run: the run
 * @ok: true: passed
 * @fmt: what was tested
 */
void wct_ok(struct wct_run *run, bool ok, const char *fmt, ...)
{
	va_list args;

	run->tests++;
	run->failed += !ok;
	wct_print(run, "%sok %u ", ok ? "" : "not ", run->tests);
	va_start(args, fmt);
	wct_vprint(run, fmt, args);
	va_end(args);
	wct_print(run, "\n");
}

/**
 * wct_skip() - report a test that cannot be done here
 * @run: the run
 * @fmt: which test, and why not
 */
void wct_skip(struct wct_run *run, const char *fmt, ...)
{
	va_list args;

	run->tests++;
	wct_print(run, "ok %u # SKIP ", run->tests);
	va_start(args, fmt);
	wct_vprint(run, fmt, args);
	va_end(args);
	wct_print(run, "\n");
}

/**
 * wct_note() - add a diagnostic line before a result
 * @run: the run
 * @fmt: one line
 */
void wct_note(struct wct_run *run, const char *fmt, ...)
{
	va_list args;

	wct_print(run, "# ");
	va_start(args, fmt);
	wct_vprint(run, fmt, args);
	va_end(args);
	wct_print(run, "\n");
}

/**
 * wct_random() - a random number
 * @run: its random state is used
 * @below: exclusive limit, at least 1
 *
 * Return: 0 to @below - 1
 */
u32 wct_random(struct wct_run *run, u32 below)
{
	return prandom_u32_state(&run->rnd) % below;
}
