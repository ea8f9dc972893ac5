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

/* Host memory for transfers. */
enum paper_memory {
	PAPER_PINNED,	/* page-locked */
	PAPER_MAPPED,	/* page-locked, write-combined, and the kernel works on it itself */
	PAPER_MEMORIES,
};

/* An entry point, found. */
struct paper_kernel {
	void *fn;	/* the driver's handle, or the function that emulates it */
	bool curve;	/* it takes a struct paper_curve */
	int registers;	/* of a thread */
	int local;	/* bytes of a thread that are spilled */
};

/* How to launch one. */
struct paper_launch {
	const struct paper_kernel *kernel;
	uint32_t threads;	/* all that have work */
	uint32_t block;		/* threads of a block */
	uint32_t grid;		/* blocks, or 0 for as many as @threads need */
	uint32_t team;		/* threads of a team */
	uint32_t shared;	/* dynamic shared memory, bytes */
	const void *job;	/* its argument, if it is a paper's */
	void **args;		/* its arguments, if it is ours */
};

/* The functions are described in tools/bench/papers_cuda.c. */
struct paper_device {
	char name[128];
	double gb_per_s;	/* of its memory; 0: emulated, as @khz */
	char driver[64];	/* its version, or "" */
	bool emulated;		/* there is no GPU: times say nothing */
	int sms;		/* multiprocessors */
	int khz;		/* their highest clock */
	int fp64;		/* units for doubles of each */
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
	void (*host_free)(void *at);
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
