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
 * struct fake - the module's state, protected by fake_lock
 * @ready: the frames of @frame that can be fetched
 * @frame: the frames
 * @held: 1 for each frame that the helper has
 * @status: the status of each frame's last commit
 * @commits: the number of commits of each frame
 * @refuse: refuse this many commits, as after a deadline
 * @interrupt: take the commits and then return -EINTR, this many times
 * @dead: return -ESHUTDOWN from now on
 * @fetches: calls of ENTER that may fetch
 * @fills: calls of ENTER with a fill
 * @enters: calls of ENTER
 * @queues: a bit for each queue that was named
 * @pauses: calls of ENTER that waited for a frame until the timeout
 * @releases: &warpcrypt_enter.releases
 * @knowing: calls of ENTER that knew the last one
 */
struct fake {
	bool ready[FAKE_FRAMES];
	struct warpcrypt_frame frame[FAKE_FRAMES];
	unsigned int held[FAKE_FRAMES];
	int status[FAKE_FRAMES];
	unsigned int commits[FAKE_FRAMES];
	unsigned int refuse;
	unsigned int interrupt;
	bool dead;
	unsigned int fetches;
	unsigned int fills;
	unsigned int enters;
	unsigned int queues;
	unsigned int pauses;
	uint32_t releases;
	unsigned int knowing;
};

extern struct fake fake;
extern pthread_mutex_t fake_lock;

void fake_reset(void);
void fake_offer(const struct warpcrypt_frame *frame);
bool fake_wait(const unsigned int *count, unsigned int least);
void fake_release(void);
void fake_die(void);

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_CHANNEL_H */
