/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What submitters, helpers and cases have in common: what they count, how a promise that
 * is broken ends the process, and the rest of the module.
 */
#ifndef WARPCRYPT_TESTS_CORE_MODEL_H
#define WARPCRYPT_TESTS_CORE_MODEL_H

#include "kmod/module.h"
#include "tests/core/kernel.h"
#include "tests/core/sim_kernel.h"

/* What a number of orders did. */
struct tally {
	u64 orders;		/* orders that were played */
	u64 submitted;		/* requests that were submitted */
	u64 done;		/* that the device did */
	u64 lost;		/* that came back after they were accepted, undone */
	u64 redone;		/* of these, that waited for their turn to be done in software */
	u64 refused;		/* that were not accepted */
	u64 backlogged;		/* that waited for room */
	u64 expired;		/* of these, that had waited too long */
	u64 attached;
	u64 killed;		/* attachments that did not end by a closed file */
	u64 taken_over;		/* deliveries that another thread ended */
	u64 commits_refused;	/* commits of frames that the helper did not hold */
	u64 evicted;		/* keys that lost their slots to others */
	u64 wiped;		/* keys that helpers wiped */
	u64 slept;		/* times that the machine slept */
	u64 elsewhere;		/* requests that went to another engine than the first */
	u64 software;		/* requests that were not routed to an engine */
	u64 retired;		/* engines that went out of service before their links */
};

extern struct tally tally;

/*
 * This story is a calm one: tasks are not held up, memory is never short, and
 * a faithful helper stays to the end. So every request that is accepted must be
 * done, and no link may be killed.
 */
extern bool calm;

/*
 * The helper retires engines; frames of one engine fail (in a calm story never
 * those of one that does the requests' mode). Only these requests may be lost then.
 */
extern bool model_retires;
extern bool model_sick;

/* The helper's results are worth nothing (fuzz-core). */
extern bool model_faithless;

/* Odd while the machine sleeps, and higher each time. */
extern u32 model_sleep;

#define tally_add(what, n) \
	((void)__atomic_add_fetch(&tally.what, n, __ATOMIC_RELAXED))

/* Ends the process with the seed that leads here again. */
void broken(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));

/* Runs @story, in the order that @seed chooses. */
void model_run(u64 seed, void (*story)(void *arg), void *arg);
/* The same with counters of 0, and the parameters and the flags above as cases expect them. */
void model_play(u64 seed, void (*story)(void *arg), void *arg);
/* Of an event, since the story began. */
u64 model_counter(enum wc_event event);

/* The transformation that stands for all ciphers: its own inverse. */
void model_transform(u8 *data, u32 len, const u8 *key, const u8 *iv, u64 pos);

/* Submitters that have not ended, and other tasks' wish to know. */
extern int submitters_left;
bool model_ends(void);
void nap_ms(u32 ms);

/* A call of the device, by its name in the UAPI. */
#define device_call(file, CALL, arg) \
	(sim_fops->unlocked_ioctl(file, WARPCRYPT_IOC_##CALL, (uintptr_t)(arg)))

struct wc_request;

/* To the live link, without a choice. Returns as wc_submit(); -EAGAIN if there is no link. */
int submit_live(struct wc_request *rq, bool wait, enum wc_reason *why);

#endif /* WARPCRYPT_TESTS_CORE_MODEL_H */
