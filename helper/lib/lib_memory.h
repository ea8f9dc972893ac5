/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registered memory: which there is, and which batches use it. A batch holds the
 * regions that its requests lie in until it is done, so they do not go away.
 */
#ifndef WARPCRYPT_HELPER_LIB_MEMORY_H
#define WARPCRYPT_HELPER_LIB_MEMORY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "helper/engine/engines.h"
#include "helper/lib/lib_ask.h"

/**
 * struct lib_region - a registration
 * @base: its address
 * @len: bytes
 * @pages: the address of its first page
 * @pages_len: of its pages, bytes
 * @own: they are from lib_memory_alloc()
 * @read_only: no result is written there
 * @memory: the registrations that it is one of
 * @engine: index of the engine that was given it
 * @ret: what the engine has said, see @error
 * @error: why
 * @ready: the engine has it, and batches can hold it; otherwise it only has its place
 * @users: how many batches hold it; grows only under the lock
 */
struct lib_region {
	uint8_t *base;
	size_t len;
	uint8_t *pages;
	size_t pages_len;
	bool own;
	bool read_only;
	struct lib_memory *memory;
	unsigned int engine;
	int ret;
	struct wc_error error;
	bool ready;
	atomic_uint users;
};

/**
 * struct lib_memory - all registrations of an engine
 * @engines: the engines; the first of them that has not failed is given what is
 *	registered
 * @pace: how long an engine may take to be given memory, or to give it back
 * @failed: those that have failed, a bit for each
 * @stuck: of these, those that hang
 * @engine: held while an engine takes memory or gives it back, which takes long
 * @asked: which one does; NULL: none. Written with @engine held
 * @held: for ever: an engine does not answer, and others are not asked in its stead
 * @lock: protects the members below; @count may be read without
 * @region: the registrations, by rising address
 * @count: entries of @region
 * @room: for how many entries there is room
 */
struct lib_memory {
	const struct wc_engines *engines;
	const struct lib_pace *pace;
	atomic_uint failed;
	atomic_uint stuck;
	pthread_mutex_t engine;
	const struct wc_open_engine *_Atomic asked;
	atomic_bool held;
	pthread_mutex_t lock;
	struct lib_region **region;
	_Atomic size_t count;
	size_t room;
};

/**
 * struct lib_hold - a region that a batch holds
 * @region: the region
 * @intact: all of it was mapped when the batch began
 */
struct lib_hold {
	struct lib_region *region;
	bool intact;
};

/**
 * struct lib_holds - the regions that a batch holds
 * @hold: the regions, each once, in no order while they are gathered, then by
 *	rising address
 * @count: entries of @hold
 * @room: for how many entries there is room
 * @last: index of the one that was found last
 */
struct lib_holds {
	struct lib_hold *hold;
	size_t count;
	size_t room;
	size_t last;
};

void lib_memory_init(struct lib_memory *m, const struct wc_engines *engines,
		     const struct lib_pace *pace);
void lib_memory_fail(struct lib_memory *m, const struct wc_open_engine *engine,
		     bool hangs);
bool lib_memory_hangs(const struct lib_memory *m,
		      const struct wc_open_engine *engine);
void lib_memory_free(struct lib_memory *m);
int lib_memory_alloc(struct lib_memory *m, size_t len, void **memory);
int lib_memory_add(struct lib_memory *m, const void *base, size_t len,
		   bool read_only, bool own);
int lib_memory_remove(struct lib_memory *m, const void *base, bool own);

int lib_holds_take(struct lib_holds *h, struct lib_memory *m, const void *at,
		   size_t len, bool written);
const struct lib_region *lib_holds_find(const struct lib_holds *h,
					const void *at, size_t len);
void lib_holds_put(struct lib_holds *h);

#endif /* WARPCRYPT_HELPER_LIB_MEMORY_H */
