/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A module made of a few lines, in memory that processes share: the test is the
 * module and its users, warpcryptd's engine attaches from a process of its own.
 * Where the module has a fallback, the test counts a request as done in software.
 */
#ifndef WARPCRYPT_TESTS_UNIT_SHARED_MODULE_H
#define WARPCRYPT_TESTS_UNIT_SHARED_MODULE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

#include "helper/daemon/device.h"
#include "tests/unit/builder.h"

/**
 * enum module_state - as in /sys/class/misc/warpcrypt/state
 * @MODULE_DOWN: no helper is attached
 * @MODULE_TESTING: the known answer is under way
 * @MODULE_LIVE: requests are offloaded
 */
enum module_state {
	MODULE_DOWN,
	MODULE_TESTING,
	MODULE_LIVE,
};

/**
 * enum module_result - what became of a frame
 * @MODULE_DONE: the helper did it
 * @MODULE_FAILED: it was committed with an error
 * @MODULE_LOST: the attachment ended before
 */
enum module_result {
	MODULE_DONE,
	MODULE_FAILED,
	MODULE_LOST,
};

/**
 * struct shared_module - the module
 * @lock: protects the rest; robust
 * @attached: held by the thread that is attached; robust, so it tells of its end. Got
 *	with @lock held
 * @state: enum module_state
 * @end: what ENTER returns from now on, 0: the attachment lives
 * @refuse: what ATTACH returns, 0: it accepts
 * @generation: of the attachment
 * @helper: its process
 * @stopped: a helper that a test has stopped
 * @dumpable: whether that may leave a core dump, and be traced by its user
 * @engine: its engines
 * @engines: how many
 * @retired: a bit for each that is out of service
 * @rates: how many rates it has told
 * @retires: how often an engine was retired, in all
 * @turn: the engine that gets the next frame
 * @offered: a frame waits to be fetched, by @to
 * @to: the engine that gets it, and then has it
 * @held: the helper has it
 * @back: it was committed
 * @status: with this status
 * @frame: the frame
 */
struct shared_module {
	pthread_mutex_t lock;
	pthread_mutex_t attached;
	_Atomic int state;
	_Atomic int end;
	_Atomic int refuse;
	_Atomic uint32_t generation;
	_Atomic pid_t helper;
	_Atomic pid_t stopped;
	_Atomic int dumpable;
	struct warpcrypt_engine engine[WARPCRYPT_ENGINES_MAX];
	_Atomic unsigned int engines;
	_Atomic uint32_t retired;
	_Atomic unsigned int rates;
	_Atomic unsigned int retires;
	unsigned int turn;
	bool offered;
	unsigned int to;
	bool held;
	bool back;
	int status;
	struct warpcrypt_frame frame;
};

extern struct shared_module *module;
extern struct builder module_builder;
extern const struct wc_device_kind module_device;
/*
 * A test's: whether something hangs now. Only then are deadlines as short as module_deadline_ms;
 * on a busy machine what works would miss those. NULL: nothing ever does. The supervisor calls
 * it, too.
 */
extern bool (*module_hangs)(void);
extern unsigned int module_deadline_ms;

void module_init(const struct wc_geometry *geo);
void module_reset(uint64_t seed);
bool module_is_attached(void);
int module_find(const char *name);
enum module_result module_frame_on(unsigned int engine);
enum module_result module_frame(void);
bool module_test_helper(void);
void module_end(int code);
void module_pause(void);
long long module_now_ms(void);

#endif /* WARPCRYPT_TESTS_UNIT_SHARED_MODULE_H */
