/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The guest's side of the bridge: one thread for each slot, which does the
 * helper's calls.
 */
#ifndef WARPCRYPT_GPU_GUEST_SLOTS_H
#define WARPCRYPT_GPU_GUEST_SLOTS_H

#include <pthread.h>

#include "tools/gpu/guest_memory.h"

struct guest_slots;

/**
 * struct guest_slot - the thread of a slot
 * @all: all slots
 * @slot: the slot
 * @line: its serial line
 * @thread: the thread
 */
struct guest_slot {
	struct guest_slots *all;
	struct bridge_slot *slot;
	int line;
	pthread_t thread;
};

/**
 * struct guest_slots - the threads of all slots
 * @mem: the memory that the host can access
 * @path: the device
 * @device: the open device, -1 when it is not open. Changed only by calls
 *	during which no other call is in flight
 * @slot: the slots
 */
struct guest_slots {
	struct guest_memory *mem;
	const char *path;
	int device;
	struct guest_slot slot[BRIDGE_SLOTS];
};

int guest_slots_start(struct guest_slots *slots, struct guest_memory *mem,
		      const char *path, const int lines[BRIDGE_SLOTS]);
void guest_slots_cancel(struct guest_slots *slots);

#endif /* WARPCRYPT_GPU_GUEST_SLOTS_H */
