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

/**
 * struct lib_options - what is asked for
 * @engine: of the engine
 * @gpu_given: its GPU is what --gpu says
 * @size: bytes of a request
 * @batch: requests in a batch; 0: as many as the buffer has
 * @points: of a batch
 * @callers: threads that submit
 * @in_flight: batches for each GPU, of each of them
 * @keys: numbers of keys
 * @fresh: each batch has new keys
 * @signatures: measure the checking of signatures alone
 * @names: the algorithms to measure
 * @alg_count: how many; 0: all there are
 * @common: options of all subcommands
 */
struct lib_options {
	struct warpcrypt_options engine;
	bool gpu_given;
	uint32_t size;
	uint32_t batch;
	uint32_t points;
	uint32_t callers;
	uint32_t in_flight;
	struct list keys;
	bool fresh;
	bool signatures;
	char *names[ALGS_MAX + 1];
	size_t alg_count;
	struct common common;
};

/**
 * struct lib_row - a line of the table
 * @name: its algorithm's
 * @alg: the algorithm
 * @decrypt: its direction
 * @keys: how many keys the requests of a batch have; a curve has none
 * @registered: in which memory
 * @curve: for curves, what of &lib_bench.curves it is compared with
 * @load: while it is measured
 * @rate: of each run: bytes or multiplications per second
 * @core: the same per second of processor time
 * @ratio: of each run, to what it is compared with
 */
struct lib_row {
	char name[NAME_MAX_LEN];
	struct engine_alg alg;
	bool decrypt;
	uint32_t keys;
	bool registered;
	enum rates_curve curve;
	struct engine_load *load;
	double rate[RUNS_MAX];
	double core[RUNS_MAX];
	double ratio[RUNS_MAX];
};

/**
 * struct lib_bench - all of it
 * @o: options
 * @w: the engine
 * @cpu: the engine that says what is right
 * @gpus: for the rates to compare with; NULL: the engine has none
 * @memory: of all requests, by whether it is registered
 * @expected: for the results of @cpu
 * @row: the lines
 * @rows: how many
 * @pinned: of each run, bytes per second each way by the first GPU
 * @pinned_all: the same by all GPUs together
 * @copied: of each run, bytes per second by as many threads as @w has
 * @curves: of each run, multiplications per second of the kernels
 */
struct lib_bench {
	struct lib_options o;
	struct warpcrypt *w;
	struct warpcrypt *cpu;
	struct rates_gpus *gpus;
	struct engine_memory memory[2];
	uint8_t *expected;
	struct lib_row row[ROWS_MAX];
	size_t rows;
	double pinned[RUNS_MAX];
	double pinned_all[RUNS_MAX];
	double copied[RUNS_MAX];
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
