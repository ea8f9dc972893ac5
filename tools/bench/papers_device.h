/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What runs the papers' kernels: a GPU through the driver API, or this machine,
 * which emulates one. Everything that fails ends the program with a message.
 */
#ifndef WARPCRYPT_BENCH_PAPERS_DEVICE_H
#define WARPCRYPT_BENCH_PAPERS_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An address on the device. */
typedef uint64_t paper_ptr;

/**
 * enum paper_memory - host memory for transfers
 * @PAPER_PINNED: page-locked
 * @PAPER_MAPPED: page-locked, write-combined, and the kernel works on it itself
 * @PAPER_MEMORIES: how many kinds there are
 */
enum paper_memory {
	PAPER_PINNED,
	PAPER_MAPPED,
	PAPER_MEMORIES,
};

/**
 * struct paper_kernel - an entry point, found
 * @fn: the driver's handle, or the function that emulates it
 * @curve: it takes a struct paper_curve
 * @registers: of a thread
 * @local: bytes of a thread that are spilled
 */
struct paper_kernel {
	void *fn;
	bool curve;
	int registers;
	int local;
};

/**
 * struct paper_launch - how to launch one
 * @kernel: it
 * @threads: all that have work
 * @block: threads of a block
 * @grid: blocks, or 0 for as many as @threads need
 * @team: threads of a team
 * @shared: dynamic shared memory, bytes
 * @job: its argument, if it is a paper's
 * @size: of that, bytes
 * @args: its arguments, if it is ours
 */
struct paper_launch {
	const struct paper_kernel *kernel;
	uint32_t threads;
	uint32_t block;
	uint32_t grid;
	uint32_t team;
	uint32_t shared;
	const void *job;
	size_t size;
	void **args;
};

/**
 * struct paper_device - a device
 * @name: to be shown
 * @gb_per_s: of its memory; 0: emulated, as @khz
 * @emulated: there is no GPU: times say nothing
 * @sms: multiprocessors
 * @khz: their highest clock
 * @fp64: units for doubles of each
 * @driver: its version, or ""
 *
 * The functions are described in tools/bench/papers_cuda.c.
 */
struct paper_device {
	char name[128];
	double gb_per_s;
	char driver[64];
	bool emulated;
	int sms;
	int khz;
	int fp64;
	paper_ptr (*alloc)(size_t size);
	void (*free)(paper_ptr at);
	void (*upload)(paper_ptr to, const void *from, size_t size);
	void (*download)(void *to, paper_ptr from, size_t size);
	void (*fill)(paper_ptr to, uint8_t byte, size_t size);
	uint64_t (*texture)(paper_ptr at, size_t size, int words);
	void (*texture_free)(uint64_t texture);
	struct paper_kernel (*kernel)(const char *module, const char *entry);
	void (*constant)(const char *module, const char *name, const void *data,
			 size_t size);
	void (*launch)(const struct paper_launch *l);
	int (*resident)(const struct paper_launch *l);
	void *(*host_alloc)(enum paper_memory kind, size_t size);
	void (*host_free)(enum paper_memory kind, void *at);
	paper_ptr (*host_address)(void *at);
	void (*mark)(int which);
	double (*marked_ms)(int from, int to);
	void (*wait)(void);
};

/* How many marks there are. */
#define PAPER_MARKS	4

extern struct paper_device *papers_dev;

void papers_open_cuda(const char *images);
void papers_open_emulated(void);

#endif /* WARPCRYPT_BENCH_PAPERS_DEVICE_H */
