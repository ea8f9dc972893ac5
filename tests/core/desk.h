/* SPDX-License-Identifier: GPL-2.0-only */
/* The module, loaded, and a helper that does nothing but what a case tells it. */
#ifndef WARPCRYPT_TESTS_CORE_DESK_H
#define WARPCRYPT_TESTS_CORE_DESK_H

#include "tests/core/model.h"
#include "kmod/uapi/warpcrypt.h"

/* What module_load() sets, ms. */
#define DEADLINE	40u
/* A request that fills a frame of a desk. */
#define FRAME_FULL	((u32)(WARPCRYPT_FRAME_SIZE_MIN - sizeof(struct warpcrypt_desc)))

void module_load(void);
void module_unload(void);
bool module_is_live(void);

/**
 * struct desk - a helper's file
 * @file: the device
 * @attach: its arena
 * @tasks: tasks that have not ended
 */
struct desk {
	struct file file;
	struct warpcrypt_attach attach;
	int tasks;
};

/* What it will ask for, with memory; then the attachment, which is not live yet. */
void desk_choose(struct desk *d, u32 frames, u32 queues, u32 parallel);
void desk_attach(struct desk *d);
/* Both, until it is live. */
void desk_open(struct desk *d, u32 frames);
void desk_open_queues(struct desk *d, u32 frames, u32 queues, u32 parallel);
/* Two engines that do the same, with a queue each. */
void desk_open_engines(struct desk *d, u32 frames);
/*
 * The watchdog does nothing from now on. Otherwise it would wake a thread for a frame
 * that was forgotten, once in a second at least.
 */
void desk_unwatch(void);
/* A task; it is one more in @tasks until it ends. */
void desk_spawn(struct desk *d, void (*task)(struct desk *d));
/* When all tasks have ended. */
void desk_close(struct desk *d);
long desk_retire(struct desk *d, u32 engine);
/* Fetches up to @max frames and waits for the first if @wait; their number or an error. */
long desk_fetch(struct desk *d, struct warpcrypt_frame *frames, u32 max, bool wait);
/* Fetches one, which there must be already. */
void desk_take(struct desk *d, struct warpcrypt_frame *frame);
long desk_commit(struct desk *d, const struct warpcrypt_frame *frames, u32 n, int status);

#endif /* WARPCRYPT_TESTS_CORE_DESK_H */
