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

/* As in /sys/class/misc/warpcrypt/state. */
enum module_state {
	MODULE_DOWN,	/* no helper is attached */
	MODULE_TESTING,	/* the known answer is under way */
	MODULE_LIVE,	/* requests are offloaded */
};

/* What became of a frame. */
enum module_result {
	MODULE_DONE,	/* the helper did it */
	MODULE_FAILED,	/* it was committed with an error */
	MODULE_LOST,	/* the attachment ended before */
};

struct shared_module {
	pthread_mutex_t lock;	/* protects the rest; robust */
	/*
	 * Held by the thread that is attached; robust, so it tells of its end. Got with @lock held.
	 */
	pthread_mutex_t attached;
	_Atomic int state;	/* enum module_state */
	_Atomic int end;	/* what ENTER returns from now on, 0: the attachment lives */
	_Atomic int refuse;	/* what ATTACH returns, 0: it accepts */
	_Atomic uint32_t generation;	/* of the attachment */
	_Atomic pid_t helper;	/* its process */
	_Atomic pid_t stopped;	/* a helper that a test has stopped */
	_Atomic int dumpable;	/* whether that may leave a core dump, and be traced by its user */
	struct warpcrypt_engine engine[WARPCRYPT_ENGINES_MAX];	/* its engines */
	_Atomic unsigned int engines;
	_Atomic uint32_t retired;	/* a bit for each that is out of service */
	_Atomic unsigned int rates;	/* how many rates it has told */
	_Atomic unsigned int retires;	/* how often an engine was retired, in all */
	unsigned int turn;	/* the engine that gets the next frame */
	bool offered;		/* a frame waits to be fetched, by @to */
	unsigned int to;	/* the engine that gets it, and then has it */
	bool held;		/* the helper has it */
	bool back;		/* it was committed */
	int status;		/* with this status */
	struct warpcrypt_frame frame;	/* the frame */
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
