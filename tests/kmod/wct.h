/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcrypt_test: what its files share. The tests use the crypto API only: the
 * driver under test and the generic implementation that it is compared with are
 * named by strings. No function of warpcrypt.ko is used.
 *
 * To add a case: struct wct_case names it, struct wct_args has its arguments, and
 * wct_ok() prints a result. The comment above each part names the file that defines it.
 */
#ifndef _WCT_H
#define _WCT_H

#include <crypto/skcipher.h>
#include <linux/completion.h>
#include <linux/llist.h>
#include <linux/interrupt.h>
#include <linux/prandom.h>
#include <linux/scatterlist.h>
#include <linux/types.h>
#include <linux/wait.h>

#define WCT_BLOCK	16u
#define WCT_KEY_MAX	96u
/* A request that takes longer than this is considered stuck (seconds). */
#define WCT_STUCK	120u

struct wct_run;

/* The arguments of a case, written as name=value. */
struct wct_args {
	char mode[8];		/* one of ecb, cbc, ctr, xts; empty: all */
	char cipher[32];	/* the cipher's part of the driver's name */
	char suffix[32];	/* what follows MODE-CIPHER- in the driver's name */
	/*
	 * The plain cipher of the generic implementation, or, when it starts with '-', what follows
	 * MODE-CIPHER in the name of that driver; empty: &wct_cipher.reference.
	 */
	char reference[32];
	char group[16];		/* curve25519, edwards25519 or ecdh-nist-p256, for key agreement */
	unsigned long keylen;	/* bytes of a data key; 0: all lengths that the cipher has */
	unsigned long frame;	/* the helper's frame size, bytes */
	unsigned long arena;	/* the helper's frames together, bytes */
	unsigned long size;	/* largest request of a load, bytes */
	unsigned long exact;	/* 1: all requests of a load have @size */
	/*
	 * Number of requests of each thread of a load, of tfms, or of rounds, depending on the
	 * case; 0, in a load: until 1 is written to the file "stop".
	 */
	unsigned long count;
	unsigned long depth;	/* requests in flight for each thread of a load */
	unsigned long threads;	/* kernel threads */
	unsigned long seed;	/* seed of all random choices */
	unsigned long backlog;	/* 1: requests of a load carry CRYPTO_TFM_REQ_MAY_BACKLOG */
	/*
	 * 1: all requests from contexts that may sleep carry CRYPTO_TFM_REQ_MAY_SLEEP; 0: every
	 * other one of those that are checked singly does, and no other.
	 */
	unsigned long sleep;
	unsigned long check;	/* 0: wrong results are counted but are no failure */
	unsigned long refused;	/* 1: -ENOSPC is no failure of a request without @backlog */
	/*
	 * Each request of a load is submitted again 2 * @again times, in place, from the callback
	 * of the one before.
	 */
	unsigned long again;
	unsigned long bind;	/* 1: each thread is bound to a CPU, in turn */
	unsigned long mix;	/* 1: threads take the ciphers in turn */
};

/* &wct_case.key: each length that the arguments select. */
#define WCT_EACH_KEY	UINT_MAX

struct wct_pair;

/* A test case that can be run by name. */
struct wct_case {
	const char *name;	/* what is written to the debugfs file */
	/* Its function, which reports by wct_ok(), wct_skip() and wct_note(). */
	void (*run)(struct wct_run *run);
	const char *defaults;	/* its default arguments, as name=value */
	/*
	 * In place of @run: its function for each mode, which returns 0, an error, or 1: it does
	 * not concern this mode.
	 */
	int (*pair)(struct wct_run *run, struct wct_pair *pair);
	unsigned int key;	/* which length of keys @pair is called with; see wct_keylen() */
	const char *what;	/* what @pair tests */
};

/* length_cases.c and so on: the cases of each file; the last entry has no name */
extern const struct wct_case wct_length_cases[];
extern const struct wct_case wct_error_cases[];
extern const struct wct_case wct_tfm_cases[];
extern const struct wct_case wct_load_cases[];
extern const struct wct_case wct_open_cases[];
extern const struct wct_case wct_kpp_cases[];
extern const struct wct_case wct_race_cases[];
extern const struct wct_case wct_context_cases[];
extern const struct wct_case wct_nested_cases[];

/* report.c */
/* One run of one case, and its KTAP text. */
struct wct_run {
	struct wct_args args;
	const struct wct_cipher *cipher;	/* the cipher that they name */
	struct rnd_state rnd;
	char *text;				/* its report; freed when the file is closed */
	size_t used;				/* bytes in @text */
	unsigned int tests;			/* number of results so far */
};

struct wct_run *wct_run_alloc(void);
void wct_run_free(struct wct_run *run);
__printf(2, 3) void wct_print(struct wct_run *run, const char *fmt, ...);
u32 wct_random(struct wct_run *run, u32 below);

/* One result: whether it is @ok, and what was tested. */
#define wct_ok(run, ok, fmt, ...)					\
	wct_print(run, "%sok %u " fmt "\n", (ok) ? "" : "not ",	\
		  ++(run)->tests, ##__VA_ARGS__)
/* A test that cannot be done here: which, and why. */
#define wct_skip(run, fmt, ...)						\
	wct_print(run, "ok %u # SKIP " fmt "\n", ++(run)->tests, ##__VA_ARGS__)
/* A diagnostic line before a result. */
#define wct_note(run, fmt, ...)						\
	wct_print(run, "# " fmt "\n", ##__VA_ARGS__)

/* buffer.c */
/* Memory between two guards. */
struct wct_buffer {
	u8 *data;		/* @len bytes to be used */
	size_t len;		/* bytes */
	u8 *base;		/* the whole allocation, with the guards */
	size_t size;		/* bytes at @base */
	struct sg_table table;	/* scatterlist of the data */
};

/* How a buffer is cut into scatterlist entries. */
enum wct_split {
	WCT_WHOLE,	/* as few entries as the memory allows */
	WCT_PAGES,	/* cut at each page */
	WCT_ODD,	/* sizes that are no multiples of a block or a page */
	WCT_ONES,	/* 4096 single bytes, then the rest */
	WCT_RANDOM,	/* 1 to 300 bytes */
	WCT_SPLITS,	/* number of ways */
};

int wct_buffer_make(struct wct_buffer *buffer, size_t len, unsigned int misalign,
		    enum wct_split split, struct rnd_state *rnd);
void wct_buffer_cut(struct wct_buffer *buffer, size_t len);
void wct_buffer_free(struct wct_buffer *buffer);
bool wct_buffer_guarded(const struct wct_buffer *buffer);

/* names.c */
/* The properties of a mode. */
struct wct_mode {
	const char *name;	/* as in the algorithms' names */
	const char *cipher;	/* the one that has it; NULL: all have */
	const char *reference;	/* format of the generic implementation's name */
	unsigned int ivsize;	/* bytes */
	unsigned int granule;	/* lengths are multiples of this */
	unsigned int least;	/* shortest request except the empty one, bytes */
	unsigned int keys;	/* number of keys of the cipher in its key */
	bool chains;		/* the output IV continues the message */
};

/* The properties of a cipher. */
struct wct_cipher {
	const char *name;	/* as in the algorithms' names */
	const char *reference;	/* the default of &wct_args.reference */
	const char *renamed;	/* the default in kernels that have no @reference, or NULL */
	unsigned int key_min;	/* shortest key, bytes */
	unsigned int key_max;	/* longest key, bytes */
	unsigned int key_step;	/* difference between two lengths, bytes */
};

const struct wct_mode *wct_next_mode(const struct wct_run *run,
				     const struct wct_mode *mode);
int wct_choose_cipher(struct wct_run *run);
void wct_next_cipher(struct wct_run *run, unsigned int index);
unsigned int wct_keylen(const struct wct_run *run, unsigned int index);
unsigned int wct_next_keylen(const struct wct_run *run, unsigned int bytes);
struct crypto_skcipher *wct_open_driver(struct wct_run *run,
					const struct wct_mode *mode);
struct crypto_skcipher *wct_open_generic(struct wct_run *run,
					 const struct wct_mode *mode);
size_t wct_fit(const struct wct_mode *mode, size_t len);

#define wct_for_each_mode(run, mode)			\
	for ((mode) = wct_next_mode(run, NULL); (mode);	\
	     (mode) = wct_next_mode(run, mode))
#define wct_for_each_keylen(run, bytes)				\
	for ((bytes) = wct_next_keylen(run, 0); (bytes);	\
	     (bytes) = wct_next_keylen(run, bytes))

/* pair.c */
/* The driver and the generic implementation with one key. */
struct wct_pair {
	const struct wct_mode *mode;		/* their mode */
	struct crypto_skcipher *driver;		/* the algorithm under test */
	struct crypto_skcipher *generic;	/* the implementation that it is compared with */
	unsigned int keylen;			/* bytes of @key */
	u8 key[WCT_KEY_MAX];			/* the key of both */
};

/* One request. */
struct wct_op {
	bool decrypt;
	bool in_place;			/* source and destination are the same memory */
	size_t len;			/* bytes */
	enum wct_split src_split;	/* shape of the source's scatterlist */
	enum wct_split dst_split;	/* shape of the destination's */
	unsigned int src_misalign;	/* the source's address modulo 64 */
	unsigned int dst_misalign;	/* the destination's */
	u8 iv[WCT_BLOCK];		/* the IV before the request */
};

int wct_pair_open(struct wct_run *run, struct wct_pair *pair,
		  const struct wct_mode *mode, unsigned int cipher_keylen);
int wct_pair_setkey(struct wct_run *run, struct wct_pair *pair);
int wct_pair_rekey(struct wct_run *run, struct wct_pair *pair);
int wct_pair_reopen(struct wct_run *run, struct wct_pair *pair);
void wct_pair_close(struct wct_pair *pair);
void wct_each_pair(struct wct_run *run, const struct wct_case *test);
void wct_op_init(struct wct_run *run, struct wct_op *op, size_t len);
void wct_op_random(struct wct_run *run, struct wct_op *op, size_t len);
u32 wct_may_sleep(const struct wct_run *run);
int wct_call(struct crypto_skcipher *tfm, struct scatterlist *src,
	     struct scatterlist *dst, size_t len, u8 *iv, bool decrypt,
	     u32 flags);
int wct_expect(const struct wct_pair *pair, u8 *data, size_t len, u8 *iv);
int wct_check(struct wct_run *run, struct wct_pair *pair,
	      const struct wct_op *op);

/* load.c */
/* A request whose result is known. */
struct wct_vector {
	const struct wct_pair *pair;	/* the driver and its key */
	bool decrypt;
	size_t len;			/* bytes of @in and @out */
	u8 *in;
	u8 *out;			/* the result of the generic implementation */
	u8 iv[WCT_BLOCK];		/* the IV before */
	u8 iv_out[WCT_BLOCK];		/* the IV after */
};

struct wct_load;

/* One request in flight. */
struct wct_slot {
	struct wct_load *load;	/* the load that it belongs to */
	const struct wct_vector *vector;	/* the vector that it computes */
	struct skcipher_request *req;
	struct wct_buffer src;	/* its source */
	struct wct_buffer dst;	/* its destination, unused when @in_place */
	struct llist_node node;	/* on one of the load's lists */
	bool in_place;
	/*
	 * How many more times it is submitted when it is complete, each time in the opposite
	 * direction; initially an even number, so that the final result is that of the first time.
	 */
	unsigned int again;
	/*
	 * 2, less one when the submission has returned, less one when the result has come; at 0 the
	 * slot goes to the load's done list.
	 */
	atomic_t halves;
	atomic_t early;		/* number of callbacks with -EINPROGRESS */
	atomic_t results;	/* number of other callbacks */
	bool late;		/* -EINPROGRESS came after the result */
	int submitted;		/* what the submission returned */
	int status;
	unsigned int order;	/* how many results of all loads had come when this one came */
	u8 iv[WCT_BLOCK];	/* the IV of the request */
};

/* Many requests in flight at once, all checked. */
struct wct_load {
	struct wct_run *run;	/* the run, for arguments, random choices and notes */
	struct wct_pair *pairs;	/* the keys: WCT_KEYS for each tfm, one of which is set */
	unsigned int pair_count;	/* number of tfms */
	struct wct_vector *vectors;	/* the vectors: WCT_VECTORS for each of the WCT_KEYS keys */
	unsigned int key;	/* number of the key that is set */
	const struct wct_load *owner;	/* the load that owns @pairs and @vectors; NULL: this one */
	struct wct_slot *slots;	/* @depth requests */
	unsigned int depth;	/* number of @slots */
	bool softirq;		/* submit from a tasklet instead of the caller's context */
	struct tasklet_struct tasklet;	/* that tasklet */
	struct llist_head ready;	/* slots for the tasklet to submit */
	struct llist_head done;	/* slots whose request is complete */
	struct llist_head idle;	/* slots not in use; only for the thread of the load */
	wait_queue_head_t wait;	/* woken when a slot is added to @done */
	unsigned int flying;	/* number of slots that are not idle and not reaped */
	u64 requests;		/* completed requests */
	u64 bytes;		/* their bytes */
	u64 sync;		/* submissions that returned 0 */
	u64 started;		/* submissions that returned -EINPROGRESS */
	u64 busy;		/* submissions that returned -EBUSY */
	u64 early;		/* callbacks with -EINPROGRESS */
	u64 refused;		/* submissions that returned -ENOSPC */
	u64 errors;		/* requests that ended with an error */
	u64 wrong;		/* requests with wrong results */
	u64 broken;		/* requests whose callbacks broke the rules */
	u64 outside;		/* requests that changed their source, or memory around the data */
	u64 stuck;		/* requests that never came back */
};

struct wct_load *wct_load_create(struct wct_run *run, const struct wct_load *owner);
void wct_load_submit(struct wct_load *load, unsigned int most);
void wct_load_reap(struct wct_load *load, bool all);
void wct_load_stop(void);
void wct_load_loop(struct wct_load *load);
void wct_load_add(struct wct_load *sum, const struct wct_load *load);
void wct_load_report(struct wct_run *run, const struct wct_load *load,
		     const char *what);
void wct_load_destroy(struct wct_load *load);

/* kpp_given.c */
#define WCT_KPP_SECRET	32u
/* The longest of all groups. */
#define WCT_KPP_POINT	64u
/* Number of secrets, each with a point and the results for both. */
#define WCT_KPP_VECTORS	16u

/* A secret with its results, as tests/kpp.c writes it. Behind points that are shorter are zeros. */
struct wct_kpp_given {
	u8 secret[WCT_KPP_SECRET];
	u8 point[WCT_KPP_POINT];
	u8 public[WCT_KPP_POINT];	/* the public key of this secret */
	u8 shared[WCT_KPP_POINT];	/* what this secret shares with @point */
};

struct wct_kpp_group {
	const char *name;
	unsigned int point;	/* bytes of a public key */
	unsigned int shared;	/* bytes of a shared secret */
	bool ecdh;		/* secrets are encoded by crypto_ecdh_encode_key() */
};

struct dentry;

const struct wct_kpp_group *wct_kpp_group(const char *name);
int wct_kpp_take(const char *group, unsigned int index,
		 struct wct_kpp_given *given);
void wct_kpp_files(struct dentry *dir);

/* load_cases.c */
struct crypto_skcipher *wct_queue_open(struct wct_run *run,
				       const struct wct_mode *mode);
void wct_queue_close(struct crypto_skcipher *queue);

/* load_keys.c */
/* Number of keys of each tfm of a load, and of vectors for each key. */
#define WCT_KEYS	2u
#define WCT_VECTORS	24u

int wct_load_open(struct wct_load *load);
int wct_load_rekey(struct wct_load *load);
int wct_load_reopen(struct wct_load *load);
void wct_load_close(struct wct_load *load);

/* threads.c */
int wct_threads(struct wct_run *run, unsigned int threads,
		int (*work)(struct wct_run *run, void *arg), void *arg,
		size_t arg_size);

#endif /* _WCT_H */
