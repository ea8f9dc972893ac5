// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes that write into descriptors while the module writes them. Processes
 * and not threads: in User-mode Linux threads of one process do not run in
 * parallel.
 */
#include "tests/hostile/faults.h"

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "kmod/uapi/warpcrypt.h"

/* How many descriptors of each frame are written. Frames rarely have more. */
#define PLACES		32u

/* Memory that the processes share. */
struct flip {
	volatile int go;	/* the processes may begin */
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
		count_faults(COUNT_flipped, PLACES * faults->frames);
		/* On a single CPU let other processes run. */
		if (alone)
			usleep(1000);
	}
}

/*
 * Start the processes, which wait for flip_go() and end with this one, before the device is opened.
 * The end of this process frees the arena. NULL with errno set if there is no memory or process.
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
	/* ATTACH demands it of the arena; the processes have theirs already. */
	if (madvise(flip, sizeof(*flip) + arena_len, MADV_DONTFORK))
		return NULL;
	return flip;
}

/* Let the processes begin. */
void flip_go(struct flip *flip)
{
	flip->go = 1;
}
