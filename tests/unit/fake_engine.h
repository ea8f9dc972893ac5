/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An engine with the name of the GPU's. It is the CPU engine, but shared by its
 * threads like a GPU, with several frames in progress in each, without SM4 and
 * edwards25519. Tests can make it fail, hold it, and see what it gets.
 */
#ifndef WARPCRYPT_TESTS_UNIT_FAKE_ENGINE_H
#define WARPCRYPT_TESTS_UNIT_FAKE_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Every frame fails while this is true. */
extern atomic_bool fake_engine_breaks;
/* A group that it does not have, in engines opened from now on. */
extern uint8_t fake_engine_lacks;
/* Every frame of these GPUs fails, or never comes back until it is 0 again: bits. */
extern atomic_uint fake_engine_broken;
extern atomic_uint fake_engine_hangs;
/*
 * Calls of the driver, but for frames, that do not come back while their bit is set; how
 * many are in one.
 */
enum fake_call {
	FAKE_OPEN = 1,
	FAKE_START = 2,
	FAKE_FORGET = 4,
	FAKE_STOP = 8,
	FAKE_CLOSE = 16,
	FAKE_ADD = 32,
	FAKE_REMOVE = 64,
	FAKE_SHARE = 128,
};
extern atomic_uint fake_engine_holds;
extern atomic_uint fake_engine_held;
/* How many frames have failed or hung because of these. */
extern atomic_uint fake_engine_faults;
/*
 * The library counts a deadline in looks at its threads. So that the machine decides nothing,
 * of those at a GPU that does not hang only those count at which every other thread sleeps and
 * none waits at the gate. Nor does a call of the driver take too long while none is held.
 * How many looks have counted; whether the next one does in any case.
 */
extern atomic_uint fake_engine_looks;
extern atomic_bool fake_engine_look;
/* No memory can be registered while this is true. */
extern atomic_bool fake_engine_refuses;
#define FAKE_ENGINE_GPUS	3u
#define FAKE_ENGINE_UUID	"GPU-00000000-0000-0000-0000-00000000000"

/* How many frames each GPU has done. */
extern _Atomic uint64_t fake_engine_by[FAKE_ENGINE_GPUS];
/* How often one was told of memory that another has. */
extern atomic_uint fake_engine_shares;
/* How many registrations there are. */
extern atomic_uint fake_engine_memory;
/* How many frames it has done, runs (&wc_view.runs) in them, and bytes in these. */
extern _Atomic uint64_t fake_engine_frames;
extern _Atomic uint64_t fake_engine_runs;
extern _Atomic uint64_t fake_engine_direct;
/* Frames wait for it; how many do. */
extern pthread_mutex_t fake_engine_gate;
extern atomic_uint fake_engine_waiting;
/* How many frames it was given, done or not. */
extern atomic_uint fake_engine_begun;
/*
 * Whether so many threads wait at the same time; asked for up to two minutes. The caller has
 * locked the gate. If they do not wait it is unlocked: the test fails, and others follow.
 */
bool fake_engine_all_wait(unsigned int threads);
/* The GPU that got the last one of these. */
extern atomic_uint fake_engine_last;

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_ENGINE_H */
