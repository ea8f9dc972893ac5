// SPDX-License-Identifier: GPL-2.0-only
#include "tests/core/choice_world.h"

#include <string.h>

#define CPUS		8
/* Bytes, at least. */
#define FRAME		(4u << 20)
#define DEPTH_MAX	4096
/* What is judged: the second half of this many requests, or of this time. */
#define REQUESTS	4000ull
#define TIME		10000000ull
/* The engine's thread sleeps when it had no frame for so long, ns. */
#define AWAKE		200000ull
/* More if the engine takes long, so that it is tried several times. */
#define TRIES		150

u64 world_now;
static unsigned int seed;

int64_t sim_now(void)
{
	return (int64_t)world_now;
}

static u32 draw(u32 n)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 8) % n;
}

/**
 * struct cpu - a CPU and its caller
 * @account: what choices are made by
 * @at: when it can do something next
 * @idle: it waits for results
 * @ready: requests that the caller can submit
 * @open: requests in the open frame
 * @worth: what software would take for those that are offloaded, a ring
 * @sent: how many were
 * @back: how many are back
 * @done: requests that are done
 * @slow: of these, those that the device did
 * @more: requests that it is to have no longer
 * @cold: what software takes longer for the next, percent
 */
struct cpu {
	struct wc_account account;
	u64 at;
	bool idle;
	u32 ready;
	u32 open;
	u32 worth[DEPTH_MAX];
	u32 sent;
	u32 back;
	u64 done;
	u64 slow;
	u32 more;
	u32 cold;
};

static struct world w;
static struct cpu cpu[CPUS];
static struct wc_soft soft;
static struct wc_rate rate;
static u64 engine_end;
/* When its last frame was done. */
static u64 engine_last;
/* When the engine stalls next. */
static u64 stalls;
static u32 engine_of, engine_count, engine_next;
static u64 finished;

static u64 soft_time(void)
{
	return w.soft_base + (u64)w.len * 1000 / w.soft_rate;
}

/* Copying a request, in or out: 10 GB/s. */
static u64 copy_time(void)
{
	return 250 + w.len / 10;
}

static void engine_start(u32 c)
{
	u32 most = FRAME / w.len + 1;

	engine_of = c;
	engine_count = cpu[c].open < most ? cpu[c].open : most;
	cpu[c].open -= engine_count;
	engine_end = world_now + w.lone + (u64)engine_count * w.len * 1000 / w.rate +
		     (u64)w.len / 16 * w.chain;
	if (world_now - engine_last > AWAKE)
		engine_end += w.doze;
	if (w.stall && world_now >= stalls) {
		engine_end += w.stall;
		stalls = engine_end + w.stall_every;
	}
}

/* The engine takes the next CPU's frame, if there is any. */
static void engine_look(void)
{
	u32 i;

	for (i = 0; i < w.cpus; i++) {
		u32 c = (engine_next + i) % w.cpus;

		if (cpu[c].open) {
			engine_next = c + 1;
			engine_start(c);
			return;
		}
	}
}

static void engine_finish(enum policy policy)
{
	struct cpu *c = &cpu[engine_of];
	u64 end = engine_end;
	u32 i, n = engine_count;

	world_now = engine_end;
	engine_last = engine_end;
	engine_end = 0;
	if (c->idle)
		c->at = world_now;
	for (i = 0; i < n; i++) {
		if (w.here)
			world_now = c->at += copy_time();
		if (policy == ACCOUNT)
			wc_account_back(&c->account,
					c->worth[c->back++ % DEPTH_MAX]);
	}
	c->ready += n;
	c->done += n;
	c->slow += n;
	finished += n;
	if (c->idle)
		c->at += w.wake ? w.wake : 1000;
	c->idle = false;
	world_now = end;
	engine_look();
}

static enum wc_choice choose(struct cpu *c)
{
	u32 soft_ns = wc_soft_expect(&soft, w.len);
	u64 ahead = engine_end ? (u64)engine_count * w.len : 0;

	if (wc_soft_is_new(&soft, w.len))
		return WC_CHOICE_MEASURE;
	if (wc_account_is_soft(&c->account, soft_ns))
		return WC_CHOICE_SOFT;
	return wc_account_choose(&c->account, soft_ns,
				 wc_rate_expect(&rate, w.len, ahead));
}

static void offload(struct cpu *c, u32 index, enum policy policy)
{
	if (policy == ACCOUNT) {
		u32 worth = wc_soft_expect(&soft, w.len);

		wc_account_sent(&c->account, worth);
		c->worth[c->sent++ % DEPTH_MAX] = worth;
	}
	c->at += copy_time();
	world_now = c->at;
	c->cold = w.cold;
	c->ready--;
	c->open++;
	if (!engine_end) {
		engine_next = index + 1;
		engine_start(index);
	}
}

static void submit(struct cpu *c, u32 index, enum policy policy)
{
	enum wc_choice choice = WC_CHOICE_SOFT;

	world_now = c->at;
	if (c->more && world_now > 1000000000 + w.time / 2) {
		c->more--;
		c->ready--;
		c->idle = !c->ready;
		return;
	}
	if (policy == DEVICE)
		choice = WC_CHOICE_DEEP;
	else if (policy == ACCOUNT)
		choice = choose(c);
	if (choice == WC_CHOICE_LONE || choice == WC_CHOICE_DEEP) {
		offload(c, index, policy);
	} else {
		/* It varies by a fifth; sometimes there is an interrupt. */
		u64 ns = soft_time() * (90 + draw(21)) / 100;

		ns += ns * c->cold / 100;
		c->cold /= 2;
		if (!draw(1000))
			ns += 20000;
		if (choice == WC_CHOICE_MEASURE)
			wc_soft_learn(&soft, w.len, ns);
		c->at += ns;
		c->done++;
		finished++;
	}
	c->idle = !c->ready;
}

/* One step; all that happens is in the order of time. */
static void step(enum policy policy)
{
	u32 i, first = w.cpus;

	for (i = 0; i < w.cpus; i++)
		if (!cpu[i].idle && (first == w.cpus || cpu[i].at < cpu[first].at))
			first = i;
	if (engine_end && (first == w.cpus || engine_end <= cpu[first].at))
		engine_finish(policy);
	else
		submit(&cpu[first], first, policy);
}

double world_run(const struct world *world, enum policy policy)
{
	u64 half, begin, requests;
	u32 i;

	w = *world;
	requests = REQUESTS * w.cpus + 10ull * w.depth * w.cpus;
	memset(cpu, 0, sizeof(cpu));
	memset(&soft, 0, sizeof(soft));
	world_now = 1000000000;
	engine_end = 0;
	engine_last = 0;
	stalls = world_now + w.stall_every;
	engine_next = 0;
	finished = 0;
	seed = 1;
	rate = wc_rate_make((u64)w.lone * w.lie / 100,
			    (u64)w.rate * 1000000 * 100 / w.lie, w.chain);
	for (i = 0; i < w.cpus; i++) {
		wc_account_reset(&cpu[i].account, 1);
		cpu[i].at = world_now;
		cpu[i].ready = w.depth + w.more;
		cpu[i].more = w.more;
	}
	while (finished < requests ||
	       world_now < 1000000000 + (w.time ?: TIME) +
		     TRIES * (u64)w.lone * (w.lie > 100 ? w.lie : 100) / 100)
		step(policy);
	half = finished;
	begin = world_now;
	while (finished < 2 * half)
		step(policy);
	return (double)(finished - half) * 1e9 / (world_now - begin);
}

u64 world_done(void)
{
	return cpu[0].done;
}

u64 world_slow(void)
{
	return cpu[0].slow;
}
