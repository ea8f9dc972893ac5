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

/* How a call fails. */
enum fake_cuda_fault {
	FAKE_CUDA_MEMORY,	/* out of memory, once */
	FAKE_CUDA_RESOURCES,	/* out of resources, once; the context goes on */
	/*
	 * Launch failure: every later call of the process to this GPU fails, too; with @wide to all
	 * GPUs.
	 */
	FAKE_CUDA_LAUNCH,
	/* Uncorrectable ECC error: and so in all processes, until @lost is 0 again. */
	FAKE_CUDA_LOST,
	FAKE_CUDA_HANG,		/* it never returns */
	FAKE_CUDA_FAULTS,	/* how many there are */
};

/* A call. */
struct fake_cuda_record {
	char name[32];		/* of the function */
	uint64_t caller;	/* its return address */
};

/* The file; tests/cuda-engine.sh knows the first words by their places. */
struct fake_cuda {
	/*
	 * The call that fails, counted from 1, or, if that is over, the next; 0: none. Becomes 0
	 * then.
	 */
	_Atomic uint32_t fail_at;
	_Atomic uint32_t fault;		/* how: enum fake_cuda_fault */
	_Atomic uint32_t calls;		/* calls that could have failed, so far */
	_Atomic uint32_t injected;	/* calls that did, on purpose */
	_Atomic uint32_t lost;		/* the GPU that is lost, from 1; 0: none */
	_Atomic uint32_t unwiped;	/* pieces of device memory that were freed and not wiped */
	/* That were freed with a context which could still be used, and not wiped. */
	_Atomic uint32_t left;
	/* How many GPUs there are; 0: one. Read when a process begins to use them. */
	_Atomic uint32_t gpus;
	_Atomic uint32_t fail_on;	/* only calls to this GPU fail, from 1; 0: to any */
	/* An error of one GPU is one of all in the process, which CUDA's manual allows. */
	_Atomic uint32_t wide;
	_Atomic uint32_t none;		/* there is no GPU */
	/* Registrations of memory for one GPU that prefers the GPU's NUMA node. */
	_Atomic uint32_t near;
	_Atomic int32_t hung;		/* the process in which a call hangs, on purpose; 0: none */
	_Atomic uint32_t launches[FAKE_CUDA_GPUS];	/* kernels launched, of each GPU */
	/* How often the library was initialised, by process id. */
	_Atomic uint32_t loads[FAKE_CUDA_PIDS];
	char failed[32];		/* the last call that failed on purpose */
	struct fake_cuda_record records[FAKE_CUDA_RECORDS];	/* the first calls */
};

/* Copies between memory of the host and the device, and other calls, since fake_cuda_watch(). */
struct fake_cuda_seen {
	_Atomic uint64_t in;		/* to the device, from the memory that is watched */
	_Atomic uint64_t in_bytes;	/* of these */
	_Atomic uint64_t out;		/* from the device, to that memory */
	_Atomic uint64_t out_bytes;	/* of these */
	_Atomic uint64_t other_in;	/* bytes to the device from other memory */
	_Atomic uint64_t other_out;	/* bytes from the device to other memory */
	_Atomic uint64_t pageable;	/* copies from or to memory that is not registered */
	_Atomic uint64_t calls;		/* calls that could have failed */
	_Atomic uint64_t launches;	/* launches with work */
	_Atomic uint64_t mapped;	/* of these, with payloads in the host's memory */
	_Atomic uint64_t latency;	/* of these, of latency kernels */
	_Atomic uint64_t with_jobs;	/* of those, with jobs that came with the launch */
	_Atomic uint64_t clears;	/* pieces of device memory that were cleared */
	_Atomic uint64_t queries;	/* how often it was asked whether a stream is empty */
	_Atomic uint64_t waits;		/* how often a stream was waited for */
};

/*
 * Functions of the library, for tests in the same process: watch @len bytes from
 * @base on, count from 0 again. Nothing may be in progress.
 */
typedef const struct fake_cuda_seen *fake_cuda_watch_fn(const void *base,
							size_t len);

#endif /* WARPCRYPT_TESTS_UNIT_FAKE_CUDA_H */
