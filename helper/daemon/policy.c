// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/policy.h"

/* The pause before a process is started again; it doubles each time. */
#define PAUSE_MIN_MS	100
#define PAUSE_MAX_MS	30000
/* The same for trying a GPU beside those that serve. */
#define PROBE_MIN_MS	1000
#define PROBE_MAX_MS	60000
/* After so long in service the next pause is the shortest again. */
#define STEADY_MS	60000
/* So many failures in a row, and a GPU is out. */
#define GPU_FAILURES	2

/* This pause; the next one is twice as long. */
static int take_pause(int *pause, int most)
{
	int ms = *pause;

	*pause = ms < most / 2 ? 2 * ms : most;
	return ms;
}

/**
 * wc_policy_init() - at the start of the program
 * @p: filled in
 * @gpus: GPUs are wanted, and the CUDA engine was built in
 * @others: another engine is wanted
 * @persist: without another engine: keep trying to open a GPU
 */
void wc_policy_init(struct wc_policy *p, bool gpus, bool others, bool persist)
{
	*p = (struct wc_policy){
		.gpus = gpus,
		.others = others,
		.persist = persist && gpus,
		.pause_ms = PAUSE_MIN_MS,
		.probe_ms = PROBE_MIN_MS,
	};
}

/* After a long service with these GPUs nothing that was before counts. */
static void clear_failures(struct wc_policy *p, uint32_t gpus, long long live_ms)
{
	unsigned int i;

	if (live_ms < STEADY_MS)
		return;
	p->pause_ms = PAUSE_MIN_MS;
	if (gpus)
		p->probe_ms = PROBE_MIN_MS;
	for (i = 0; i < WC_POLICY_GPUS; i++)
		if (gpus >> i & 1)
			p->failures[i] = 0;
}

/* Count a failure of each GPU. Returns those that are out now. */
static uint32_t count_failures(struct wc_policy *p, uint32_t gpus, bool at_once)
{
	uint32_t out = 0;
	unsigned int i;

	for (i = 0; i < WC_POLICY_GPUS; i++)
		if ((gpus >> i & 1) &&
		    (++p->failures[i] >= GPU_FAILURES || at_once))
			out |= 1u << i;
	p->out |= out;
	return out;
}

/*
 * A GPU's fault. Returns whether GPUs are out now without which the rest is to serve
 * at once.
 */
static bool gpus_failed(struct wc_policy *p, const struct wc_policy_end *e)
{
	uint32_t blamed = e->blamed ? e->blamed : e->used;
	/* What cannot be opened, or hangs, will do so again. */
	bool at_once = e->live_ms < 0 || e->end == WC_END_HUNG;
	bool out;

	if (!p->others && !(e->used & ~blamed & ~p->out)) {
		/* There is nothing else: all are tried again. */
		p->out = 0;
		return false;
	}
	out = count_failures(p, blamed, at_once);
	/* CUDA itself. */
	if (!blamed && at_once && p->others) {
		p->no_gpus = true;
		out = true;
	}
	return out && (p->others || (e->used & ~p->out));
}

/**
 * wc_policy_ended() - an engine's process has ended
 * @p: afterwards, @p->out and @p->no_gpus say what the next one is to open
 * @e: how it ended
 *
 * Return: how many ms from now to start the next, or WC_POLICY_GIVE_UP
 */
int wc_policy_ended(struct wc_policy *p, const struct wc_policy_end *e)
{
	bool fault = e->end >= WC_END_ENGINE && e->end != WC_END_AGAIN;

	if (e->end == WC_END_WRONG)
		return WC_POLICY_GIVE_UP;
	p->was_live |= e->live_ms >= 0;
	clear_failures(p, e->used, e->live_ms);
	if (fault && p->gpus && !p->no_gpus && gpus_failed(p, e))
		return 0;
	if (!p->was_live && !(p->persist && e->end == WC_END_ENGINE))
		return WC_POLICY_GIVE_UP;
	return take_pause(&p->pause_ms, PAUSE_MAX_MS);
}

/*
 * GPUs have failed, and their process goes on without them: they are out now. @live_ms: for how
 * long they were live; negative: they never were.
 */
void wc_policy_without(struct wc_policy *p, uint32_t gpus, long long live_ms)
{
	clear_failures(p, gpus, live_ms);
	count_failures(p, gpus, true);
}

/*
 * In how many ms to try a GPU beside those that serve. Called when a process begins to serve
 * without a GPU that was asked for, when one fails, and after each try in vain.
 */
int wc_policy_probe(struct wc_policy *p)
{
	return take_pause(&p->probe_ms, PROBE_MAX_MS);
}

/*
 * A GPU answers again (0: one that was never used) and is to be opened. If it fails soon, it is
 * out again at once.
 */
void wc_policy_found(struct wc_policy *p, uint32_t gpus)
{
	unsigned int i;

	p->no_gpus = false;
	p->out &= ~gpus;
	for (i = 0; i < WC_POLICY_GPUS; i++)
		if (gpus >> i & 1)
			p->failures[i] = GPU_FAILURES - 1;
}
