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
 * @change: signalled when a frame is ready or the attachment ends
 * @ready: the frames of @frame that can be fetched
 * @frame: the frames
 * @held: the frames that the helper has
 * @status: the status of each frame's last commit
 * @commits: the number of commits of each frame
 * @refuse: refuse this many commits, as after a deadline
 * @interrupt: take the commits and then return -EINTR, this many times
 * @dead: return -ESHUTDOWN from now on
 * @fills: calls of ENTER with a fill
 * @idles: calls of ENTER with fill 0
 * @enters: calls of ENTER
 * @queues: a bit for each queue that was named
 * @pauses: calls of ENTER that waited for a frame until the timeout
 * @releases: &warpcrypt_enter.releases
 * @knowing: calls of ENTER that knew it
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
	unsigned int queues;
	unsigned int pauses;
	uint32_t releases;
	unsigned int knowing;
};

extern struct fake fake;

void fake_reset(void);
void fake_offer(const struct warpcrypt_frame *frame);
bool fake_wait(uint32_t index, unsigned int commits);
bool fake_wait_held(uint32_t index);
bool fake_wait_fills(unsigned int fills);
bool fake_wait_queues(unsigned int queues);
void fake_release(void);
bool fake_wait_knowing(unsigned int calls);
void fake_die(void);

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_CHANNEL_H */
