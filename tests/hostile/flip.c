// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes that write into descriptors while the module does. Processes and
 * not threads: in User-mode Linux the threads of one process take turns.
 */
#include "tests/hostile/faults.h"

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "kmod/uapi/warpcrypt.h"

/* Descriptors of each frame, from the first: requests seldom take more. */
#define PLACES		32u

/**
 * struct flip - what the processes share
 * @go: they may begin
 * @arena: and the arena, behind it
 */
struct flip {
	volatile int go;
	_Alignas(4096) unsigned char arena[];
};

static void flip_frame(unsigned char *end, uint64_t *x)
{
	unsigned int i;

	for (i = 1; i <= PLACES; i++) {
		volatile struct warpcrypt_desc *desc = (void *)
			(end - i * sizeof(struct warpcrypt_desc));

		*x = *x * 6364136223846793005u + 1442695040888963407u;
		desc->mode = *x >> 62;
		desc->iv[*x >> 58 & 15] = *x >> 32;
	}
}

static void flip_forever(struct flip *flip, const struct faults *faults,
			 uint64_t x)
{
	bool alone = sysconf(_SC_NPROCESSORS_ONLN) == 1;
	unsigned long i;

	while (!flip->go)
		usleep(1000);
	for (;;) {
		for (i = 1; i <= faults->frames; i++)
			flip_frame(flip->arena + i * faults->frame_size, &x);
		/* Everybody else must get to run on a single CPU. */
		if (alone)
			usleep(1000);
	}
}

/**
 * flip_start() - start the processes; they wait for flip_go()
 * @faults: how many; the frames
 * @arena_len: bytes of the arena
 * @arena: where it is; not freed before the end of this process
 *
 * They end with this process. Call it before the device is open.
 *
 * Return: for flip_go(); NULL when there is no memory or no process (errno)
 */
struct flip *flip_start(const struct faults *faults, size_t arena_len,
			void **arena)
{
	struct flip *flip = mmap(NULL, sizeof(*flip) + arena_len,
				 PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t parent = getpid(), pid;
	unsigned long i;

	if (flip == MAP_FAILED)
		return NULL;
	*arena = flip->arena;
	for (i = 0; i < faults->flip; i++) {
		pid = fork();
		if (pid < 0)
			return NULL;
		if (pid)
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		flip_forever(flip, faults, faults->seed + i);
	}
	return flip;
}

/**
 * flip_go() - let them begin
 * @flip: from flip_start()
 */
void flip_go(struct flip *flip)
{
	flip->go = 1;
}
