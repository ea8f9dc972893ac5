// SPDX-License-Identifier: GPL-2.0-only
/*
 * choice-sweep: where do the accounts (kmod/choice.c) choose badly? Plays some forty thousand
 * simulated machines (choice_world.h), and prints those where the accounts take more than a
 * tenth longer than the better of software and the device.
 */
#include "tests/core/choice_world.h"

#define LIMIT	110
#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
/* The callers' requests are in the arena. */
#define ARENA	(64u << 20)

static unsigned int played, bad;
static double worst;

static void play(const struct world *w)
{
	double software, device, accounts, better, percent;

	if ((u64)w->depth * w->len > ARENA)
		return;
	software = world_run(w, SOFT);
	device = world_run(w, DEVICE);
	accounts = world_run(w, ACCOUNT);
	better = software > device ? software : device;
	percent = 100 * better / accounts;
	played++;
	if (percent > worst)
		worst = percent;
	if (percent <= LIMIT)
		return;
	bad++;
	printf("%4.0f%%  depth %u, %u bytes, software %u/us, engine %u ns + %u/us, lie %u%%, wake %u ns, cold %u%%, stall %llu of %llu ms: software %.0f, device %.0f, accounts %.0f /s (%.0f%% by the device)\n",
	       percent, w->depth, w->len, w->soft_rate, w->lone, w->rate, w->lie,
	       w->wake, w->cold, (unsigned long long)w->stall / 1000000,
	       (unsigned long long)(w->stall + w->stall_every) / 1000000, software,
	       device, accounts, 100.0 * world_slow() / world_done());
}

static void report(const char *what)
{
	printf("# %s: %u of %u above %u%%, at worst %.0f%%\n", what, bad, played,
	       LIMIT, worst);
	played = 0;
	bad = 0;
	worst = 0;
}

static const u32 depths[] = { 4, 16, 32, 64, 128, 256, 1024, 4096 };
static const u32 lens[] = { 512, 4096, 65536 };

/* Engines from a fifth slower than software to eight times as fast. */
static const u32 percents[] = { 80, 100, 110, 130, 160, 250, 400, 800 };

/* What the engine says of itself is wrong; waking a caller takes long; caches are cold. */
static void lies(struct world w)
{
	static const u32 lie[] = { 30, 100, 200 }, wake[] = { 1000, 50000, 240000 };
	static const u32 cold[] = { 0, 150 };
	unsigned int i, j, k;

	w.time = 50000000;
	for (i = 0; i < COUNT(lie); i++)
		for (j = 0; j < COUNT(wake); j++)
			for (k = 0; k < COUNT(cold); k++) {
				w.lie = lie[i];
				w.wake = wake[j];
				w.cold = cold[k];
				play(&w);
			}
}

/* The engine stalls, a tenth of the time at most, or more. */
static void seldom(struct world w)
{
	static const u32 ms[] = { 1, 5, 20, 50, 200 };
	unsigned int i;

	w.time = 3000000000ull;
	for (i = 0; i < COUNT(ms); i++) {
		w.stall = ms[i] * 1000000ull;
		w.stall_every = 10 * w.stall;
		play(&w);
	}
}

static void often(struct world w)
{
	static const u32 ms[] = { 1, 5, 20, 50, 200 }, every[] = { 1, 2, 5 };
	unsigned int i, j;

	w.time = 3000000000ull;
	for (i = 0; i < COUNT(ms); i++)
		for (j = 0; j < COUNT(every); j++) {
			w.stall = ms[i] * 1000000ull;
			w.stall_every = every[j] * w.stall;
			play(&w);
		}
}

static void sweep(const char *what, void (*each)(struct world w))
{
	static const u32 rates[] = { 57, 170 }, lones[] = { 20000, 100000, 300000 };
	unsigned int d, l, r, o, p;

	for (d = 0; d < COUNT(depths); d++)
		for (l = 0; l < COUNT(lens); l++)
			for (r = 0; r < COUNT(rates); r++)
				for (o = 0; o < COUNT(lones); o++)
					for (p = 0; p < COUNT(percents); p++)
						each((struct world){
							.cpus = 1,
							.depth = depths[d],
							.len = lens[l],
							.soft_base = 300,
							.soft_rate = rates[r],
							.lone = lones[o],
							.rate = rates[r] * percents[p] / 100,
							.lie = 100,
						});
	report(what);
}

int main(void)
{
	sweep("lies, waking, cold caches", lies);
	sweep("stalls, a tenth of the time", seldom);
	sweep("stalls, a sixth to a half of the time", often);
	return 0;
}
