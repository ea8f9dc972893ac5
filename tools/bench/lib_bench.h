/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `warpcrypt-bench lib` measures, and how it makes sure that results are right.
 */
#ifndef WARPCRYPT_BENCH_LIB_BENCH_H
#define WARPCRYPT_BENCH_LIB_BENCH_H

#include "tools/bench/common.h"
#include "tools/bench/engine_load.h"
#include "tools/bench/lib_rates.h"
#include "tools/bench/stats.h"
#include "tools/bench/util.h"

#define ROWS_MAX	128
#define ALGS_MAX	16
#define NAME_MAX_LEN	32
/* No --gpu. */
#define NO_GPU		UINT32_MAX

/* What is asked for. */
struct lib_options {
	struct warpcrypt_options engine;
	uint32_t gpu;			/* or NO_GPU; then any */
	uint32_t size;			/* bytes of a request */
	uint32_t batch;			/* requests in a batch; 0: as many as the buffer has */
	uint32_t points;		/* of a batch */
	uint32_t callers;		/* threads that submit */
	uint32_t in_flight;		/* batches for each GPU, of each of them */
	struct list keys;		/* numbers of keys */
	bool fresh;			/* each batch has new keys */
	bool signatures;		/* measure the checking of signatures alone */
	char *names[ALGS_MAX + 1];	/* algorithms */
	size_t alg_count;		/* 0: all there are */
	struct common common;
};

/* A line of the table. */
struct lib_row {
	char name[NAME_MAX_LEN];
	struct engine_alg alg;
	bool decrypt;
	uint32_t keys;	/* how many keys the requests of a batch have; a curve has none */
	bool registered;		/* in which memory */
	enum rates_curve curve;	/* for curves, what of &lib_bench.curves it is compared with */
	struct engine_load *load;	/* while it is measured */
	double rate[RUNS_MAX];		/* of each run: bytes or multiplications per second */
	double core[RUNS_MAX];		/* the same per second of processor time */
	double ratio[RUNS_MAX];		/* of each run, to what it is compared with */
};

/* All of it. */
struct lib_bench {
	struct lib_options o;
	struct warpcrypt *w;		/* the engine */
	struct warpcrypt *cpu;		/* the engine that says what is right */
	/* For the rates to compare with; NULL: the engine has none. */
	struct rates_gpus *gpus;
	struct engine_memory memory[2];	/* of all requests, by whether it is registered */
	uint8_t *expected;		/* for the results of @cpu */
	struct lib_row row[ROWS_MAX];
	size_t rows;
	/* Of each run, bytes per second each way by the first GPU. */
	double pinned[RUNS_MAX];
	double pinned_all[RUNS_MAX];	/* the same by all GPUs together */
	/* Of each run, bytes per second by as many threads as @w has. */
	double copied[RUNS_MAX];
	/* Of each run, multiplications per second of the kernels. */
	double curves[RATES_CURVES][RUNS_MAX];
};

/* Is a line that of a cipher, and not of a curve? */
static inline bool lib_is_cipher(const struct lib_row *r)
{
	return *r->alg.cipher;
}

/* The memory in which a line is measured. */
static inline const struct engine_memory *
lib_memory_of(const struct lib_bench *b, const struct lib_row *r)
{
	return &b->memory[r->registered];
}

void lib_verify(const struct lib_bench *b, const struct lib_row *r);

#endif /* WARPCRYPT_BENCH_LIB_BENCH_H */
