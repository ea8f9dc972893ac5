// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/policy.h"

#include <string.h>

/* The pause before an engine is started again; it doubles each time. */
#define PAUSE_MIN_MS	100
#define PAUSE_MAX_MS	30000
/* The same for trying a GPU beside the CPUs. */
#define PROBE_MIN_MS	1000
#define PROBE_MAX_MS	60000
/* An engine that was live for this long has earned the shortest pauses again. */
#define STEADY_MS	60000
/* So many failures in a row, and the CPUs serve. */
#define GPU_FAILURES	2

static int doubled(int ms, int most)
{
	return ms < most / 2 ? 2 * ms : most;
}

static bool is_gpu(const struct wc_policy *p)
{
	return !strcmp(p->engine, "cuda");
}

/**
 * wc_policy_init() - at the start of the program
 * @p: filled in
 * @backend: the value of --backend
 * @has_cuda: the CUDA engine was built in
 * @patient: keep trying to open the GPU that was asked for
 */
void wc_policy_init(struct wc_policy *p, const char *backend, bool has_cuda,
		    bool patient)
{
	bool automatic = !strcmp(backend, "auto");

	*p = (struct wc_policy){
		.engine = automatic ? "cuda" : backend,
		.automatic = automatic && has_cuda,
		.pause_ms = PAUSE_MIN_MS,
		.probe_ms = PROBE_MIN_MS,
	};
	if (automatic && !has_cuda)
		p->engine = "cpu";
	p->patient = patient && has_cuda && is_gpu(p);
}

static int next_pause(struct wc_policy *p)
{
	int ms = p->pause_ms;

	p->pause_ms = doubled(ms, PAUSE_MAX_MS);
	return ms;
}

/* The GPU's process has failed. Returns whether the CPUs are to serve now. */
static bool gpu_failed(struct wc_policy *p, enum wc_end end, bool was_live)
{
	if (!p->automatic)
		return false;
	p->failures++;
	/* What cannot be opened, or hangs, will do so again. */
	return !was_live || end == WC_END_HUNG || p->failures >= GPU_FAILURES;
}

/**
 * wc_policy_ended() - an engine's process has ended
 * @p: @p->engine says which engine; afterwards, which one to start next
 * @end: how it ended, not asked to
 * @live_ms: for how long its attachment was live, or negative: it never was
 *
 * Return: how many ms from now to start the next, or WC_POLICY_GIVE_UP
 */
int wc_policy_ended(struct wc_policy *p, enum wc_end end, long long live_ms)
{
	bool was_live = live_ms >= 0;

	if (end == WC_END_WRONG)
		return WC_POLICY_GIVE_UP;
	p->was_live |= was_live;
	if (live_ms >= STEADY_MS) {
		p->pause_ms = PAUSE_MIN_MS;
		if (is_gpu(p)) {
			p->probe_ms = PROBE_MIN_MS;
			p->failures = 0;
		}
	}
	if (is_gpu(p) && end >= WC_END_ENGINE && end != WC_END_AGAIN &&
	    gpu_failed(p, end, was_live)) {
		p->engine = "cpu";
		return 0;
	}
	if (!p->was_live && !(p->patient && end == WC_END_ENGINE))
		return WC_POLICY_GIVE_UP;
	return next_pause(p);
}

/**
 * wc_policy_probe() - when to try the GPU beside the CPUs
 * @p: called when the CPUs begin to serve, and after each try in vain
 *
 * Return: how many ms from now, or negative: never
 */
int wc_policy_probe(struct wc_policy *p)
{
	int ms = p->probe_ms;

	if (!p->automatic || is_gpu(p))
		return -1;
	p->probe_ms = doubled(ms, PROBE_MAX_MS);
	return ms;
}

/**
 * wc_policy_found() - the GPU answers again
 * @p: serves with the CPUs; afterwards the GPU is to be started. If that fails
 *	soon, the CPUs serve again at once
 */
void wc_policy_found(struct wc_policy *p)
{
	p->engine = "cuda";
	p->failures = GPU_FAILURES - 1;
}
