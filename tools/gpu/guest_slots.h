/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The guest's side of the bridge: a process for each slot, which does the helper's
 * calls. Not a thread: in User-mode Linux the threads of a process wait for each other
 * at every system call. The slot for everything but ENTER is a thread of the bridge's
 * process, which has the arena.
 */
#ifndef WARPCRYPT_GPU_GUEST_SLOTS_H
#define WARPCRYPT_GPU_GUEST_SLOTS_H

#include <pthread.h>
#include <sys/types.h>

#include "tools/gpu/guest_memory.h"

struct guest_slots;

struct guest_slot {
	struct guest_slots *all;
	struct bridge_slot *slot;
	int line;		/* its serial line */
	pthread_t thread;	/* its thread, of slot BRIDGE_SLOT_CONTROL */
	pid_t process;	/* its process, of the others, which share the bridge's open files */
};

struct guest_slots {
	struct guest_memory *mem;
	const char *path;	/* of the device */
	/*
	 * The open device, -1 when it is not open; in memory that all processes share. Changed
	 * only by calls during which no other call is in flight.
	 */
	int *device;
	struct guest_slot slot[BRIDGE_SLOTS];
};

int guest_slots_start(struct guest_slots *slots, struct guest_memory *mem,
		      const char *path, const int lines[BRIDGE_SLOTS]);
void guest_slots_cancel(struct guest_slots *slots);

#endif /* WARPCRYPT_GPU_GUEST_SLOTS_H */
