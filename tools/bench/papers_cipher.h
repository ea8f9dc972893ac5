/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cipher's kernels, a paper's variants and ours, on the same data under the same
 * key: what they give is compared with the CPU engine's, and they are timed.
 */
#ifndef WARPCRYPT_BENCH_PAPERS_CIPHER_H
#define WARPCRYPT_BENCH_PAPERS_CIPHER_H

#include "kernels/cpu/cipher.h"
#include "kernels/gpu/launch.h"
#include "kernels/papers/variants.h"
#include "tools/bench/papers_common.h"
#include "tools/bench/papers_device.h"

/* What the CPU engine can be asked for. */
enum { WANT_ECB, WANT_CTR, WANT_DECRYPT, WANTS };

/**
 * struct papers_cipher - a cipher, its data, and both on the device
 * @which: the cipher
 * @ours: the same
 * @name: its name
 * @max: the most bytes
 * @key: expanded for the CPU engine
 * @bytes: the key itself
 * @len: its length
 * @iv: the first counter
 * @in: the data
 * @out: where results are compared
 * @want: of each WANT_*, or NULL
 * @dev_in: the data on the device
 * @dev_out: the results
 * @tables: the tables on the device
 * @pi: Kuznyechik's, and behind it the tables of decryption
 * @texture: of @tables
 * @rk: Kuznyechik's round keys of both directions
 * @rounds: of the cipher
 * @slots: our expanded key
 * @jobs: our job
 */
struct papers_cipher {
	enum paper_cipher which;
	enum wc_gpu_cipher ours;
	const char *name;
	size_t max;
	struct wc_cipher_key key;
	uint8_t bytes[32];
	uint32_t len;
	struct wc_block iv;
	uint8_t *in;
	uint8_t *out;
	uint8_t *want[WANTS];
	paper_ptr dev_in;
	paper_ptr dev_out;
	paper_ptr tables;
	paper_ptr pi;
	uint64_t texture;
	struct wc_block rk[2][10];
	uint32_t rounds;
	paper_ptr slots;
	paper_ptr jobs;
};

/**
 * struct papers_run - one thing to be run
 * @v: the paper's variant; NULL: ours
 * @mode: ours: PAPER_ECB or PAPER_CTR
 * @decrypt: ours: the direction
 * @bytes: how much data
 * @block: threads of a block; ours has its own
 * @runs: how often at most
 */
struct papers_run {
	const struct paper_variant *v;
	int mode;
	int decrypt;
	size_t bytes;
	uint32_t block;
	unsigned int runs;
};

/**
 * struct papers_transfer - how long it took with the transfers
 * @load: to the device, ms
 * @compute: the kernel, ms
 * @store: from the device, ms
 * @total: all, ms, by the CPU's clock
 */
struct papers_transfer {
	double load;
	double compute;
	double store;
	double total;
};

void papers_cipher_open(struct papers_cipher *c, enum paper_cipher which,
			uint32_t key_len, size_t max);
void papers_cipher_close(struct papers_cipher *c);
double papers_cipher_rate(struct papers *p, const char *paper,
			  const char *table, struct papers_cipher *c,
			  const struct papers_run *run);
struct papers_transfer papers_cipher_transfer(struct papers_cipher *c,
					      const struct papers_run *run,
					      enum paper_memory memory);
void papers_cipher_compare(struct papers_cipher *c, int want, size_t bytes,
			   const uint8_t *got, const char *name);
double papers_cipher_cpu_ms(struct papers_cipher *c, size_t bytes,
			    const struct paper_variant *v,
			    unsigned int threads);
void papers_t_tables(struct papers_cipher *c, const char *module,
		     uint32_t tables[2 * PAPER_T_WORDS]);
void papers_cipher_once(enum paper_cipher which);
const struct paper_variant *papers_variant(const char *entry);

static inline const char *papers_mode_name(int mode)
{
	return mode == PAPER_CTR ? "ctr" : "ecb";
}

static inline double papers_gb_per_s(size_t bytes, double ms)
{
	return ms > 0 ? (double)bytes / ms / 1e6 : 0;
}

#endif /* WARPCRYPT_BENCH_PAPERS_CIPHER_H */
