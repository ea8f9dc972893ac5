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

/* What computes frames. */
struct driver_engine {
	char name[64];	/* as the helper calls it */
	char kind[16];	/* cpu or gpu */
	char state[16];	/* live or retired */
};

/* The module. */
struct driver {
	bool loaded;
	char state[32];		/* as in Documentation/parameters.rst; empty: it is not loaded */
	uint64_t generation;	/* how many helpers have attached */
	uint64_t frames, frames_busy, frame_size, key_slots, queues;
	size_t engine_count;	/* 0: none is attached, or the module does not know */
	struct driver_engine engines[DRIVER_ENGINES_MAX];
};

/* A process of warpcryptd's. */
struct process {
	int pid;
	int parent;
	uint64_t memlock;	/* soft limit of its locked memory, bytes; UINT64_MAX: none */
	bool may_lock;		/* it has CAP_IPC_LOCK, to which no limit applies */
};

int driver_read(struct driver *driver);
int driver_must_read(struct driver *driver);
bool driver_is_live(const struct driver *driver);
bool driver_has_gpu(const struct driver *driver);
int driver_param(char *value, size_t size, const char *name);
size_t driver_processes(struct process processes[DRIVER_PROCESSES_MAX]);
int driver_helper(const struct process *processes, size_t count);

#endif /* WARPCRYPT_CTL_DRIVER_H */
