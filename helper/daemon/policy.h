/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which engine the supervisor starts next, and when. No clock and no process: the
 * caller has both.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_POLICY_H
#define WARPCRYPT_HELPER_DAEMON_POLICY_H

#include <stdbool.h>

/**
 * enum wc_end - how an engine's process ended; up to @WC_END_AGAIN its exit status
 * @WC_END_STOPPED: by SIGTERM
 * @WC_END_FAILED: could not attach, or was late with the known answers
 * @WC_END_OPTION: not used here: a wrong option
 * @WC_END_WRONG: the module found wrong results
 * @WC_END_ENGINE: the engine could not be opened, or has failed
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

/**
 * struct wc_policy - which engine, and how patient
 * @engine: the one to start next: "cuda", "cpu" or "null"
 * @automatic: --backend=auto: the CPUs serve while the GPU does not
 * @patient: keep trying from the beginning, not only after having been live
 * @was_live: an engine was live once
 * @failures: of the GPU, since it has served for long
 * @pause_ms: before the next start, if that is to be later
 * @probe_ms: before the GPU is tried beside the CPUs
 */
struct wc_policy {
	const char *engine;
	bool automatic;
	bool patient;
	bool was_live;
	unsigned int failures;
	int pause_ms;
	int probe_ms;
};

/* What wc_policy_ended() returns to end the program. */
#define WC_POLICY_GIVE_UP	(-1)

void wc_policy_init(struct wc_policy *p, const char *backend, bool has_cuda,
		    bool patient);
int wc_policy_ended(struct wc_policy *p, enum wc_end end, long long live_ms);
int wc_policy_probe(struct wc_policy *p);
void wc_policy_found(struct wc_policy *p);

#endif /* WARPCRYPT_HELPER_DAEMON_POLICY_H */
