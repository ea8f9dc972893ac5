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

/* A cipher, its data, and both on the device. */
struct papers_cipher {
	enum paper_cipher which;
	enum wc_gpu_cipher ours;
	const char *name;
	size_t max;			/* the most bytes */
	struct wc_cipher_key key;	/* expanded for the CPU engine */
	uint8_t bytes[32];		/* the key itself */
	uint32_t len;			/* its length */
	struct wc_block iv;		/* the first counter */
	uint8_t *in;
	uint8_t *out;			/* where results are compared */
	uint8_t *want[WANTS];		/* of each WANT_*, or NULL */
	paper_ptr dev_in;
	paper_ptr dev_out;
	paper_ptr tables;		/* on the device */
	paper_ptr pi;			/* Kuznyechik's, and behind it the tables of decryption */
	uint64_t texture;		/* of @tables */
	struct wc_block rk[2][10];	/* Kuznyechik's round keys of both directions */
	uint32_t rounds;
	paper_ptr slots;		/* our expanded key */
	paper_ptr jobs;			/* our job */
};

/* One thing to be run. */
struct papers_run {
	const struct paper_variant *v;	/* the paper's variant; NULL: ours */
	int mode;		/* ours: PAPER_ECB or PAPER_CTR */
	int decrypt;		/* ours: the direction */
	size_t bytes;
	uint32_t block;		/* threads of a block; ours has its own */
	unsigned int runs;	/* how often at most */
};

/* How long it took with the transfers. */
struct papers_transfer {
	double load;	/* to the device, ms */
	double compute;	/* the kernel, ms */
	double store;	/* from the device, ms */
	double total;	/* all, ms, by the CPU's clock */
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
