// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/shared.h"

#include <string.h>
#include <sys/mman.h>

static size_t length(unsigned int workers)
{
	return sizeof(struct wc_shared) + workers * sizeof(struct wc_counts);
}

/**
 * wc_shared_map() - make the memory, before the first process
 * @workers: the most workers that an engine may have
 *
 * Return: zeroes, inherited by every process that is forked from now on, or NULL
 */
struct wc_shared *wc_shared_map(unsigned int workers)
{
	struct wc_shared *shared;

	shared = mmap(NULL, length(workers), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return NULL;
	shared->counts_max = workers;
	return shared;
}

/**
 * wc_shared_unmap() - free it
 * @shared: from wc_shared_map()
 * @workers: as there
 */
void wc_shared_unmap(struct wc_shared *shared, unsigned int workers)
{
	munmap(shared, length(workers));
}

/**
 * wc_shared_begin() - as at the beginning of an engine's process
 * @shared: no process uses it; the counts stay
 */
void wc_shared_begin(struct wc_shared *shared)
{
	atomic_store(&shared->phase, WC_PHASE_STARTING);
	atomic_store(&shared->workers, 0);
	atomic_store(&shared->live, 0);
	memset(&shared->reason, 0, sizeof(shared->reason));
}
