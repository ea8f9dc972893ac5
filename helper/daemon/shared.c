// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/shared.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

static size_t length(unsigned int workers)
{
	return sizeof(struct wc_shared) +
	       WARPCRYPT_ENGINES_MAX * workers * sizeof(struct wc_counts);
}

/*
 * The memory for at most @workers of each engine: zeroes, inherited by every process that is
 * forked from now on; or NULL.
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

/* Free it; @workers as for wc_shared_map(). */
void wc_shared_unmap(struct wc_shared *shared, unsigned int workers)
{
	munmap(shared, length(workers));
}

/* As at the beginning of an engine's process; the counts and the engines' places stay. */
void wc_shared_begin(struct wc_shared *shared)
{
	unsigned int i;

	atomic_store(&shared->phase, WC_PHASE_STARTING);
	atomic_store(&shared->live, 0);
	atomic_store(&shared->missing, 0);
	memset(&shared->reason, 0, sizeof(shared->reason));
	for (i = 0; i < WARPCRYPT_ENGINES_MAX; i++) {
		atomic_store(&shared->engine[i].state, WC_ENGINE_UNUSED);
		atomic_store(&shared->engine[i].workers, 0);
	}
}

/* The index of the engine @id in @shared->engine, or -ENOENT. */
int wc_shared_find(const struct wc_shared *shared, const char *id)
{
	int i;

	for (i = 0; i < (int)WARPCRYPT_ENGINES_MAX; i++)
		if (!strncmp(shared->engine[i].id, id, WC_GPU_ID_MAX - 1))
			return i;
	return -ENOENT;
}

/* Find or make an engine's place: the index in @shared->engine, or -ENOSPC. */
int wc_shared_place(struct wc_shared *shared, const char *name, const char *id)
{
	int i = wc_shared_find(shared, id);

	if (i < 0)
		i = wc_shared_find(shared, "");
	if (i < 0)
		return -ENOSPC;
	snprintf(shared->engine[i].id, sizeof(shared->engine[i].id), "%s", id);
	snprintf(shared->engine[i].name, sizeof(shared->engine[i].name), "%s",
		 name);
	return i;
}

static bool is_gpu(const char *id)
{
	return !strncmp(id, "GPU-", 4) || !strncmp(id, "MIG-", 4);
}

/* Which GPUs are in @state: a bit for each index in @shared->engine. */
uint32_t wc_shared_gpus(const struct wc_shared *shared,
			enum wc_engine_state state)
{
	uint32_t gpus = 0;
	unsigned int i;

	for (i = 0; i < WARPCRYPT_ENGINES_MAX; i++)
		if (is_gpu(shared->engine[i].id) &&
		    atomic_load(&shared->engine[i].state) == state)
			gpus |= 1u << i;
	return gpus;
}

/* Which GPUs have a place: a bit for each index in @shared->engine. */
uint32_t wc_shared_gpus_known(const struct wc_shared *shared)
{
	uint32_t gpus = 0;
	unsigned int i;

	for (i = 0; i < WARPCRYPT_ENGINES_MAX; i++)
		if (is_gpu(shared->engine[i].id))
			gpus |= 1u << i;
	return gpus;
}

static void add_totals(struct wc_shared *shared, unsigned int place,
		       unsigned int workers, struct wc_totals *totals,
		       const char *name)
{
	const struct wc_shared_engine *from = &shared->engine[place];
	struct wc_engine_totals *to = &totals->engine[totals->engines++];
	int c;

	to->name = name;
	for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
		to->modes[c] = atomic_load(&from->modes[c]);
	to->threads = atomic_load(&from->workers);
	to->workers = workers;
	to->counts = wc_shared_counts(shared, place, workers);
}

/*
 * The counts of all engines, for wc_totals_write(); a process may change them meanwhile.
 * @workers: as for wc_shared_map(). @totals refers to @names.
 */
void wc_shared_totals(struct wc_shared *shared, unsigned int workers,
		      struct wc_totals *totals, struct wc_shared_names *names)
{
	unsigned int i;

	memset(totals, 0, sizeof(*totals));
	totals->attaches = atomic_load(&shared->attaches);
	for (i = 0; i < WARPCRYPT_ENGINES_MAX; i++) {
		memcpy(names->name[i], shared->engine[i].name,
		       WARPCRYPT_ENGINE_NAME);
		names->name[i][WARPCRYPT_ENGINE_NAME - 1] = '\0';
		if (names->name[i][0])
			add_totals(shared, i, workers, totals, names->name[i]);
	}
}
