/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface of engines. A session opens an engine and adds an arena; the
 * scheduler starts a worker of the engine in each of its threads. A worker
 * processes one frame at a time.
 *
 *	open -> [ arena_add -> worker_start... process, forget... worker_stop
 *		  -> arena_remove ]... -> close
 *
 * Engines whose workers do not work themselves, but wait for something that does,
 * have process() in two halves, begin() and finish(): then a thread with several
 * workers can prepare one frame while another is being processed.
 *
 * All memory is allocated before the first process(): later a worker does not
 * allocate and takes no page faults.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_BACKEND_H
#define WARPCRYPT_HELPER_ENGINE_BACKEND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "helper/transport/mapping.h"
#include "helper/transport/error.h"
#include "helper/transport/view.h"

struct wc_backend;
struct wc_worker;

/* Some of an arena's frames, which follow each other, at least 1. */
struct wc_part {
	uint32_t first;
	uint32_t count;
};

/* The most frames that a thread can have begun and not finished. */
#define WC_DEPTH_MAX	2u

/**
 * struct wc_backend_ops - one kind of engine
 * @name: its name on the command line
 * @shared_engine: all workers share one engine, such as a GPU. False: every worker is an
 *	engine of its own
 * @default_threads: the default number of workers, for this number of CPUs; NULL: one
 *	for each of them
 * @direct_min: payloads outside the arena (&wc_view.runs) that lie together are
 *	better used there than copied if they are this long, bytes; 0: the engine
 *	cannot use them there
 * @direct_units: it can do so with those of 25519, too
 * @open: start the engine, on the machine's GPU of this number, from 0, if it is
 *	one. 0 or a negative errno, -ENODEV: this machine has no such engine, or it
 *	was not built in
 * @describe: one line that describes the engine, valid until @close
 * @modes: fill in the WARPCRYPT_MODE_BIT()s of each cipher
 * @arena_add: register an arena; one at a time. Workers get frames of @part only
 * @memory_add: prepare memory outside the arena for being used directly, or, with
 *	@read_only, for being read. NULL: nothing needs to be done. Any thread may call
 *	it, one at a time. -EOPNOTSUPP: the engine cannot have memory that it may only read
 * @memory_share: prepare for memory that another engine of the same kind was given by
 *	@memory_add, before any of it is used. NULL: as @memory_add
 * @memory_remove: undo @memory_add; no frame uses the memory. 0 or a negative errno: even
 *	then the memory must not be used any more
 * @arena_remove: unregister it. There are no workers. When this returns, the
 *	engine does not access the arena any more
 * @worker_start: called in the worker's thread
 * @process: process one frame in place. 0: done; -EINVAL: the frame is invalid,
 *	its payloads are undefined; -EIO: the engine has failed, the process must
 *	be restarted
 * @begin: the first half of @process, or NULL: it has no halves. @finish is called
 *	before the worker's next frame begins; at once if it returns true, because the
 *	frame will be done within some tens of microseconds
 * @finish: the other half: wait for it. Returns what @process would
 * @forget: wipe what the worker has computed from keys that are in their slots no
 *	longer (wc_mapping_has_key()), in the worker's thread. Returns how many
 *	keys it has wiped, or -EIO as @process. NULL: workers keep nothing
 * @worker_stop: wipe and free, in the worker's thread
 * @close: wipe and free everything
 */
struct wc_backend_ops {
	const char *name;
	bool shared_engine;
	uint32_t direct_min;
	bool direct_units;
	unsigned int (*default_threads)(unsigned int cpus);
	int (*open)(struct wc_backend **backend, unsigned int gpu,
		    struct wc_error *err);
	const char *(*describe)(const struct wc_backend *backend);
	void (*modes)(uint16_t modes[WARPCRYPT_CIPHER_COUNT]);
	int (*arena_add)(struct wc_backend *backend,
			 const struct wc_mapping *arena, struct wc_part part,
			 struct wc_error *err);
	int (*memory_add)(struct wc_backend *backend, void *base, size_t len,
			  bool read_only, struct wc_error *err);
	int (*memory_share)(struct wc_backend *backend, struct wc_error *err);
	int (*memory_remove)(struct wc_backend *backend, void *base,
			     struct wc_error *err);
	void (*arena_remove)(struct wc_backend *backend);
	int (*worker_start)(struct wc_backend *backend,
			    struct wc_worker **worker, struct wc_error *err);
	int (*process)(struct wc_worker *worker, const struct wc_view *frame);
	bool (*begin)(struct wc_worker *worker, const struct wc_view *frame);
	int (*finish)(struct wc_worker *worker);
	int (*forget)(struct wc_worker *worker);
	void (*worker_stop)(struct wc_worker *worker);
	void (*close)(struct wc_backend *backend);
};

/* An open engine; engines embed it. @arena: the one that was added, or NULL. */
struct wc_backend {
	const struct wc_backend_ops *ops;
	const struct wc_mapping *arena;
};

/* One worker of an engine; engines embed it. @error: why process() returned -EIO. */
struct wc_worker {
	struct wc_backend *backend;
	struct wc_error error;
};

/* @arena_add, @arena_remove and @close of engines that need nothing else done. */
static inline int wc_backend_note_arena(struct wc_backend *backend,
					const struct wc_mapping *arena,
					struct wc_part part, struct wc_error *err)
{
	(void)part;
	(void)err;
	backend->arena = arena;
	return 0;
}

static inline void wc_backend_drop_arena(struct wc_backend *backend)
{
	backend->arena = NULL;
}

static inline void wc_backend_free(struct wc_backend *backend)
{
	free(backend);
}

extern const struct wc_backend_ops wc_backend_cpu;
extern const struct wc_backend_ops wc_backend_null;
extern const struct wc_backend_ops wc_backend_cuda;

unsigned int wc_backend_cpus(void);
unsigned int wc_backend_depth(const struct wc_backend *backend);
unsigned int wc_backend_threads(const struct wc_backend *backend);
unsigned int wc_backend_threads_max(void);
bool wc_backend_is_built_in(const struct wc_backend_ops *ops);

/* The bits of all modes of a group. */
#define WC_ALL_KPP	(WARPCRYPT_MODE_BIT(WARPCRYPT_KPP_COUNT) - 1)

/* For tables like that of &wc_backend_ops.modes: all modes of a cipher, a group. */
#define WC_CIPHER_MODES(NAME, name, number, ...)	\
	[number] = WARPCRYPT_CIPHER_MODES(number),
#define WC_GROUP_MODES(NAME, ...)	[WARPCRYPT_CIPHER_##NAME] = WC_ALL_KPP,

#endif /* WARPCRYPT_HELPER_ENGINE_BACKEND_H */
