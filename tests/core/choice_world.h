/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Callers, engines and a clock for kmod/choice.c, simulated. Callers have a number of
 * requests at a time: as soon as one comes back, they submit the next.
 */
#ifndef WARPCRYPT_TESTS_CORE_CHOICE_WORLD_H
#define WARPCRYPT_TESTS_CORE_CHOICE_WORLD_H

#include "kmod/choice.h"

/* The clock, ns. */
extern u64 world_now;

/**
 * struct world - a machine and its callers
 * @cpus: CPUs, with a caller each
 * @depth: requests that each caller has
 * @len: bytes of each
 * @soft_base: software's time for a request, ns
 * @soft_rate: and bytes a microsecond
 * @lone: the engine's time for a frame, ns
 * @rate: and bytes a microsecond
 * @chain: and ns a block of one request, in which others wait too
 * @lie: what the engine says of its time is multiplied by this, percent
 * @here: results are copied out on the caller's CPU, not on others
 * @time: what is judged begins only after this time, and is as long, ns; 0: 10 ms
 * @more: at first each caller has so many requests more, until half that time has passed
 * @wake: how long it takes until a caller that waits goes on, ns; 0: 1000
 * @stall: once in @stall_every, ns, the engine does nothing for so long, ns; 0: never
 * @stall_every: see there
 * @doze: how much longer the engine takes for a frame if it had none before for 200 us, ns:
 *	its thread, or the GPU, sleeps then
 * @cold: software takes so many percent longer for the first of its requests after others
 *	were offloaded, and half as many for the next
 */
struct world {
	u32 cpus;
	u32 depth;
	u32 len;
	u32 soft_base;
	u32 soft_rate;
	u32 lone;
	u32 rate;
	u32 chain;
	u32 lie;
	bool here;
	u64 time;
	u32 more;
	u32 wake;
	u64 stall;
	u64 stall_every;
	u32 doze;
	u32 cold;
};

/* Who does the requests: always software, always the device, or as the accounts choose. */
enum policy { SOFT, DEVICE, ACCOUNT };

/* Requests a second, in the second half; all callers together. */
double world_run(const struct world *world, enum policy policy);

/* The first caller's requests in the last run, and those of them that the device did. */
u64 world_done(void);
u64 world_slow(void);

#endif /* WARPCRYPT_TESTS_CORE_CHOICE_WORLD_H */
