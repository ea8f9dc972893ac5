/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which GPUs are in use, what the supervisor starts next, and when. No clock and no
 * process: the caller has both. GPUs are bits of a word, those of their places in
 * struct wc_shared.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_POLICY_H
#define WARPCRYPT_HELPER_DAEMON_POLICY_H

#include <stdbool.h>
#include <stdint.h>

/**
 * enum wc_end - how an engine's process ended; up to @WC_END_AGAIN its exit status
 * @WC_END_STOPPED: by SIGTERM
 * @WC_END_FAILED: could not attach, or was late with the known answers
 * @WC_END_OPTION: a GPU that was named does not exist
 * @WC_END_WRONG: the module found wrong results
 * @WC_END_ENGINE: no engine could be opened, or the last one has failed
 * @WC_END_AGAIN: the module ended an attachment that was live: a deadline passed,
 *	or the system has slept
 * @WC_END_KILLED: a signal that was not the supervisor's
 * @WC_END_HUNG: killed by the supervisor, because it made no progress
 */
enum wc_end {
	WC_END_STOPPED,
	WC_END_FAILED,
	WC_END_OPTION,
	WC_END_WRONG,
	WC_END_ENGINE,
	WC_END_AGAIN,
	WC_END_KILLED,
	WC_END_HUNG,
};

#define WC_POLICY_GPUS	8u

/**
 * struct wc_policy - which GPUs, and when to give up
 * @gpus: GPUs are wanted
 * @others: an engine that is no GPU is wanted, too: it serves alone if need be
 * @persist: keep trying from the beginning, not only after having been live
 * @was_live: a process was live once
 * @out: GPUs that are not to be opened
 * @no_gpus: none is to be opened
 * @failures: of each GPU, since it has served for long
 * @pause_ms: before the next start, if that is to be later
 * @probe_ms: before a GPU is tried beside those that serve
 */
struct wc_policy {
	bool gpus;
	bool others;
	bool persist;
	bool was_live;
	uint32_t out;
	bool no_gpus;
	unsigned int failures[WC_POLICY_GPUS];
	int pause_ms;
	int probe_ms;
};

/**
 * struct wc_policy_end - the end of an engine's process that was not asked to
 * @end: how it ended
 * @live_ms: for how long its attachment was live, or negative: it never was
 * @used: the GPUs that it had, or tried to open
 * @blamed: those of them that may be the reason; none: all of them
 */
struct wc_policy_end {
	enum wc_end end;
	long long live_ms;
	uint32_t used;
	uint32_t blamed;
};

/* What wc_policy_ended() returns to end the program. */
#define WC_POLICY_GIVE_UP	(-1)

void wc_policy_init(struct wc_policy *p, bool gpus, bool others, bool persist);
int wc_policy_ended(struct wc_policy *p, const struct wc_policy_end *e);
void wc_policy_without(struct wc_policy *p, uint32_t gpus, long long live_ms);
int wc_policy_probe(struct wc_policy *p);
void wc_policy_found(struct wc_policy *p, uint32_t gpus);

#endif /* WARPCRYPT_HELPER_DAEMON_POLICY_H */
