/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a test tells the emulated GPUs (fake_cuda.c), and sees of them: a file
 * that both map, named by WARPCRYPT_FAKE_CUDA in the environment. All numbers are
 * of all processes together.
 */
#ifndef WARPCRYPT_TESTS_UNIT_FAKE_CUDA_H
#define WARPCRYPT_TESTS_UNIT_FAKE_CUDA_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* In the environment: KiB of shared memory that a block of the emulated GPU can have. */
#define FAKE_CUDA_SHARED	"WARPCRYPT_FAKE_CUDA_SHARED"
/* In the environment: the GPU is one for which no program has code. */
#define FAKE_CUDA_UNKNOWN	"WARPCRYPT_FAKE_CUDA_UNKNOWN"
#define FAKE_CUDA_ENV		"WARPCRYPT_FAKE_CUDA"
#define FAKE_CUDA_RECORDS	8192u
/* There can be so many GPUs. */
#define FAKE_CUDA_GPUS		4u
/* Process ids, modulo this. */
#define FAKE_CUDA_PIDS		1024u
/* The UUID of number n. */
#define FAKE_CUDA_UUID		"GPU-00000000-0000-0000-0000-00000000000"

/**
 * enum fake_cuda_fault - how a call fails
 * @FAKE_CUDA_MEMORY: out of memory, once
 * @FAKE_CUDA_RESOURCES: out of resources, once; the context goes on
 * @FAKE_CUDA_LAUNCH: launch failure: every later call of the process to this GPU
 *	fails, too; with @wide to all GPUs
 * @FAKE_CUDA_LOST: uncorrectable ECC error: and so in all processes, until @lost
 *	is 0 again
 * @FAKE_CUDA_HANG: it never returns
 * @FAKE_CUDA_FAULTS: how many there are
 */
enum fake_cuda_fault {
	FAKE_CUDA_MEMORY,
	FAKE_CUDA_RESOURCES,
	FAKE_CUDA_LAUNCH,
	FAKE_CUDA_LOST,
	FAKE_CUDA_HANG,
	FAKE_CUDA_FAULTS,
};

/**
 * struct fake_cuda_record - a call
 * @name: of the function
 * @caller: its return address
 */
struct fake_cuda_record {
	char name[32];
	uint64_t caller;
};

/**
 * struct fake_cuda - the file; tests/cuda-engine.sh knows the first words by their places
 * @fail_at: the call that fails, counted from 1, or, if that is over, the next;
 *	0: none. Becomes 0 then
 * @fault: how: enum fake_cuda_fault
 * @calls: calls that could have failed, so far
 * @injected: calls that did, on purpose
 * @lost: the GPU that is lost, from 1; 0: none
 * @unwiped: pieces of device memory that were freed and not wiped
 * @left: that were freed with a context which could still be used, and not wiped
 * @gpus: how many GPUs there are; 0: one. Read when a process begins to use them
 * @fail_on: only calls to this GPU fail, from 1; 0: to any
 * @wide: an error of one GPU is one of all in the process, which CUDA's manual allows
 * @none: there is no GPU
 * @near: registrations of memory for one GPU that prefers the GPU's NUMA node
 * @hung: the process in which a call hangs, on purpose; 0: none
 * @launches: kernels launched, of each GPU
 * @loads: how often the library was initialised, by process id
 * @failed: the last call that failed on purpose
 * @records: the first calls
 */
struct fake_cuda {
	_Atomic uint32_t fail_at;
	_Atomic uint32_t fault;
	_Atomic uint32_t calls;
	_Atomic uint32_t injected;
	_Atomic uint32_t lost;
	_Atomic uint32_t unwiped;
	_Atomic uint32_t left;
	_Atomic uint32_t gpus;
	_Atomic uint32_t fail_on;
	_Atomic uint32_t wide;
	_Atomic uint32_t none;
	_Atomic uint32_t near;
	_Atomic int32_t hung;
	_Atomic uint32_t launches[FAKE_CUDA_GPUS];
	_Atomic uint32_t loads[FAKE_CUDA_PIDS];
	char failed[32];
	struct fake_cuda_record records[FAKE_CUDA_RECORDS];
};

/**
 * struct fake_cuda_seen - copies between memory of the host and the device, and other
 * calls, since fake_cuda_watch()
 * @in: to the device, from the memory that is watched
 * @in_bytes: of these
 * @out: from the device, to that memory
 * @out_bytes: of these
 * @other_in: bytes to the device from other memory
 * @other_out: bytes from the device to other memory
 * @pageable: copies from or to memory that is not registered
 * @calls: calls that could have failed
 * @launches: launches with work
 * @mapped: of these, with payloads in the host's memory
 * @latency: of these, of latency kernels
 * @with_jobs: of those, with jobs that came with the launch
 * @clears: pieces of device memory that were cleared
 * @queries: how often it was asked whether a stream is empty
 * @waits: how often a stream was waited for
 */
struct fake_cuda_seen {
	_Atomic uint64_t in;
	_Atomic uint64_t in_bytes;
	_Atomic uint64_t out;
	_Atomic uint64_t out_bytes;
	_Atomic uint64_t other_in;
	_Atomic uint64_t other_out;
	_Atomic uint64_t pageable;
	_Atomic uint64_t calls;
	_Atomic uint64_t launches;
	_Atomic uint64_t mapped;
	_Atomic uint64_t latency;
	_Atomic uint64_t with_jobs;
	_Atomic uint64_t clears;
	_Atomic uint64_t queries;
	_Atomic uint64_t waits;
};

/*
 * Functions of the library, for tests in the same process: watch @len bytes from
 * @base on, count from 0 again. Nothing may be in progress.
 */
typedef const struct fake_cuda_seen *fake_cuda_watch_fn(const void *base,
							size_t len);

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_CUDA_H */
