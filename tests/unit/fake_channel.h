/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A module made of a few lines. Linked instead of helper/transport/channel.o, it
 * hands out frames of a builder's arena and takes them back by the UAPI's rules.
 */
#ifndef WARPCRYPT_TESTS_UNIT_FAKE_CHANNEL_H
#define WARPCRYPT_TESTS_UNIT_FAKE_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>

#include "helper/transport/channel.h"

#define FAKE_FRAMES	8

/**
 * struct fake - the module's state
 * @lock: protects all of it
 * @change: signalled when a frame is there or the end has come
 * @ready: frames to hand out
 * @frame: what they are
 * @held: ids that the helper has
 * @status: with which status each frame came back last
 * @commits: how often each frame came back
 * @refuse: refuse this many commits, as after a deadline
 * @interrupt: return -EINTR this many times after having taken the commits
 * @dead: -ESHUTDOWN from now on
 * @fills: how often ENTER was called with a fill, and @idles without
 * @enters: calls
 * @pauses: those of them that waited in vain for a frame
 */
struct fake {
	pthread_mutex_t lock;
	pthread_cond_t change;
	bool ready[FAKE_FRAMES];
	struct warpcrypt_frame frame[FAKE_FRAMES];
	bool held[FAKE_FRAMES];
	int status[FAKE_FRAMES];
	unsigned int commits[FAKE_FRAMES];
	unsigned int refuse;
	unsigned int interrupt;
	bool dead;
	unsigned int fills;
	unsigned int idles;
	unsigned int enters;
	unsigned int pauses;
};

extern struct fake fake;

void fake_reset(void);
void fake_offer(const struct warpcrypt_frame *frame);
bool fake_wait(uint32_t index, unsigned int commits);
bool fake_wait_held(uint32_t index);
bool fake_wait_fills(unsigned int fills);
void fake_die(void);

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_CHANNEL_H */
