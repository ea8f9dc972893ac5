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

/* The module's state, protected by fake_lock. */
struct fake {
	bool ready[FAKE_FRAMES];	/* the frames of @frame that can be fetched */
	struct warpcrypt_frame frame[FAKE_FRAMES];	/* the frames */
	unsigned int held[FAKE_FRAMES];	/* 1 for each frame that the helper has */
	int status[FAKE_FRAMES];	/* the status of each frame's last commit */
	unsigned int commits[FAKE_FRAMES];	/* the number of commits of each frame */
	unsigned int refuse;	/* refuse this many commits, as after a deadline */
	unsigned int interrupt;	/* take the commits and then return -EINTR, this many times */
	bool dead;		/* return -ESHUTDOWN from now on */
	unsigned int fetches;	/* calls of ENTER that may fetch */
	unsigned int fills;	/* calls of ENTER with a fill */
	unsigned int enters;	/* calls of ENTER */
	unsigned int queues;	/* a bit for each queue that was named */
	unsigned int pauses;	/* calls of ENTER that waited for a frame until the timeout */
	uint32_t releases;	/* &warpcrypt_enter.releases */
	unsigned int knowing;	/* calls of ENTER that knew the last one */
};

extern struct fake fake;
extern pthread_mutex_t fake_lock;

void fake_reset(void);
void fake_offer(const struct warpcrypt_frame *frame);
bool fake_wait(const unsigned int *count, unsigned int least);
void fake_release(void);
void fake_die(void);

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_CHANNEL_H */
