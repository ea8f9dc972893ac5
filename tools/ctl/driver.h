/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module and its link, from sysfs; and the helper's processes, from /proc.
 */
#ifndef WARPCRYPT_CTL_DRIVER_H
#define WARPCRYPT_CTL_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DRIVER_ENGINES_MAX	16
#define DRIVER_PROCESSES_MAX	16

/**
 * struct driver_engine - what computes frames
 * @name: as the helper calls it
 * @kind: cpu or gpu
 * @state: live or retired
 */
struct driver_engine {
	char name[64];
	char kind[16];
	char state[16];
};

/**
 * struct driver - the module
 * @loaded: it is there
 * @state: see Documentation/parameters.rst; empty: it is not loaded
 * @generation: how many helpers have attached
 * @frames: of the link
 * @frames_busy: how many of these are in use
 * @frame_size: bytes
 * @key_slots: of the link
 * @queues: of the link
 * @engine_count: entries of @engines; 0: none is attached, or the module does not
 *	know
 * @engines: of the link
 */
struct driver {
	bool loaded;
	char state[32];
	uint64_t generation, frames, frames_busy, frame_size, key_slots, queues;
	size_t engine_count;
	struct driver_engine engines[DRIVER_ENGINES_MAX];
};

/**
 * struct process - a process of warpcryptd's
 * @pid: its id
 * @parent: that of its parent
 * @memlock: soft limit of its locked memory, bytes; UINT64_MAX: none
 * @may_lock: it has CAP_IPC_LOCK, to which no limit applies
 */
struct process {
	int pid;
	int parent;
	uint64_t memlock;
	bool may_lock;
};

int driver_read(struct driver *driver);
int driver_must_read(struct driver *driver);
bool driver_is_live(const struct driver *driver);
bool driver_has_gpu(const struct driver *driver);
int driver_param(char *value, size_t size, const char *name);
size_t driver_processes(struct process processes[DRIVER_PROCESSES_MAX]);
int driver_helper(const struct process *processes, size_t count);

#endif /* WARPCRYPT_CTL_DRIVER_H */
