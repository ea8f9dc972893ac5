/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcrypt_test: what its files share. Everything goes through the crypto
 * API: the driver under test and the generic implementation that it is
 * compared with are named by strings, and nothing of warpcrypt.ko is used.
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
/* A request that takes longer than this is stuck (seconds). */
#define WCT_STUCK	120u

struct wct_run;

/**
 * struct wct_args - a case's arguments, ``name=value`` where it is started
 * @mode: one of ecb, cbc, ctr, xts; empty: all
 * @cipher: the cipher's part of the driver's name
 * @suffix: what follows MODE-CIPHER- in the driver's name
 * @reference: the plain cipher of the generic implementation, or, when it starts
 *	with '-', what follows MODE-CIPHER in the name of that driver; empty: as
 *	struct wct_cipher has it
 * @group: curve25519 or edwards25519, for key agreement
 * @keylen: bytes of a data key; 0: all that the cipher has
 * @frame: the helper's frame size, bytes
 * @arena: the helper's frames together, bytes
 * @size: largest request of a load, bytes
 * @count: how many (requests of each thread of a load, tfms, rounds: the case
 *	says); 0, of a load: until 1 is written to the file "stop"
 * @depth: requests in flight for each thread of a load
 * @threads: kernel threads
 * @seconds: how long a load runs instead, for long runs by hand; 0: @count
 * @seed: of all random choices
 * @backlog: 1: requests of a load carry CRYPTO_TFM_REQ_MAY_BACKLOG
 * @sleep: 1: all requests from where one may sleep carry
 *	CRYPTO_TFM_REQ_MAY_SLEEP; 0: every other one that is checked alone does,
 *	and none of the rest
 * @check: 0: wrong results are counted but are no failure
 * @again: requests of a load are submitted this many times two more, in place,
 *	from the callback of the one before
 * @full: 1: long requests with every key length too
 * @bind: 1: each thread stays on one CPU, the next one on the next
 * @mix: 1: threads take the ciphers in turn
 */
struct wct_args {
	char mode[8];
	char cipher[32];
	char suffix[32];
	char reference[32];
	char group[16];
	unsigned long keylen;
	unsigned long frame;
	unsigned long arena;
	unsigned long size;
	unsigned long count;
	unsigned long depth;
	unsigned long threads;
	unsigned long seconds;
	unsigned long seed;
	unsigned long backlog;
	unsigned long sleep;
	unsigned long check;
	unsigned long again;
	unsigned long full;
	unsigned long bind;
	unsigned long mix;
};

/**
 * struct wct_case - something that can be run by name
 * @name: what is written to the debugfs file
 * @run: the code; results go to wct_ok() and friends
 * @defaults: ``name=value`` arguments that apply unless others are given
 */
struct wct_case {
	const char *name;
	void (*run)(struct wct_run *run);
	const char *defaults;
};

/* length_cases.c, scatter_cases.c, ...: each file's cases, ended by a nameless one */
extern const struct wct_case wct_length_cases[];
extern const struct wct_case wct_scatter_cases[];
extern const struct wct_case wct_iv_cases[];
extern const struct wct_case wct_error_cases[];
extern const struct wct_case wct_tfm_cases[];
extern const struct wct_case wct_thread_cases[];
extern const struct wct_case wct_load_cases[];
extern const struct wct_case wct_open_cases[];
extern const struct wct_case wct_kpp_cases[];
extern const struct wct_case wct_race_cases[];

/* report.c */
/**
 * struct wct_run - one run of one case, and its KTAP text
 * @args: its arguments
 * @cipher: the cipher that they name
 * @rnd: its random choices
 * @text: what it has reported; the module's until the file is closed
 * @used: bytes in @text
 * @tests: results so far
 * @failed: those that were not ok
 */
struct wct_run {
	struct wct_args args;
	const struct wct_cipher *cipher;
	struct rnd_state rnd;
	char *text;
	size_t used;
	unsigned int tests;
	unsigned int failed;
};

struct wct_run *wct_run_alloc(void);
void wct_run_free(struct wct_run *run);
__printf(3, 4) void wct_ok(struct wct_run *run, bool ok, const char *fmt, ...);
__printf(2, 3) void wct_skip(struct wct_run *run, const char *fmt, ...);
__printf(2, 3) void wct_note(struct wct_run *run, const char *fmt, ...);
u32 wct_random(struct wct_run *run, u32 below);

/* buffer.c */
/**
 * struct wct_buffer - memory between two guards
 * @data: @len bytes to be used
 * @len: bytes
 * @base: the whole allocation, guards and all
 * @size: bytes at @base
 */
struct wct_buffer {
	u8 *data;
	size_t len;
	u8 *base;
	size_t size;
};

/**
 * enum wct_split - how a buffer is cut into scatterlist entries
 * @WCT_WHOLE: as few as the memory allows
 * @WCT_PAGES: at every page
 * @WCT_ODD: a list of sizes that fit no block and no page
 * @WCT_ONES: single bytes (4096 of them, then the rest)
 * @WCT_RANDOM: 1 to 300 bytes
 * @WCT_SPLITS: how many ways there are
 */
enum wct_split {
	WCT_WHOLE,
	WCT_PAGES,
	WCT_ODD,
	WCT_ONES,
	WCT_RANDOM,
	WCT_SPLITS,
};

int wct_buffer_alloc(struct wct_buffer *buffer, size_t len,
		     unsigned int misalign);
void wct_buffer_cut(struct wct_buffer *buffer, size_t len);
void wct_buffer_free(struct wct_buffer *buffer);
bool wct_buffer_guarded(const struct wct_buffer *buffer);
int wct_buffer_map(const struct wct_buffer *buffer, struct sg_table *table,
		   enum wct_split split, struct rnd_state *rnd);

/* names.c */
/**
 * struct wct_mode - what the tests must know of a mode
 * @name: as in the algorithms' names
 * @reference: format of the generic implementation's name
 * @ivsize: bytes
 * @granule: lengths are multiples of this
 * @least: shortest request but for the empty one, bytes
 * @keys: how many keys of the cipher its key is made of
 * @chains: the IV that comes back continues the message
 */
struct wct_mode {
	const char *name;
	const char *reference;
	unsigned int ivsize;
	unsigned int granule;
	unsigned int least;
	unsigned int keys;
	bool chains;
};

/**
 * struct wct_cipher - what the tests must know of a cipher
 * @name: as in the algorithms' names
 * @reference: what &wct_args.reference is if it is not given
 * @renamed: what it is in kernels that have no @reference, or NULL
 * @key_min: shortest key, bytes
 * @key_max: longest key, bytes
 * @key_step: between two lengths, bytes
 */
struct wct_cipher {
	const char *name;
	const char *reference;
	const char *renamed;
	unsigned int key_min;
	unsigned int key_max;
	unsigned int key_step;
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
/**
 * struct wct_pair - the driver and the generic implementation with one key
 * @mode: their mode
 * @driver: the algorithm under test
 * @generic: what it is compared with
 * @keylen: bytes of @key
 * @key: of both
 */
struct wct_pair {
	const struct wct_mode *mode;
	struct crypto_skcipher *driver;
	struct crypto_skcipher *generic;
	unsigned int keylen;
	u8 key[WCT_KEY_MAX];
};

/**
 * struct wct_op - one request
 * @decrypt: direction
 * @in_place: source and destination are the same memory
 * @len: bytes
 * @src_split: scatterlist of the source
 * @dst_split: of the destination
 * @src_misalign: the source's address modulo 64
 * @dst_misalign: the destination's
 * @iv: before the request
 */
struct wct_op {
	bool decrypt;
	bool in_place;
	size_t len;
	enum wct_split src_split;
	enum wct_split dst_split;
	unsigned int src_misalign;
	unsigned int dst_misalign;
	u8 iv[WCT_BLOCK];
};

int wct_pair_open(struct wct_run *run, struct wct_pair *pair,
		  const struct wct_mode *mode, unsigned int cipher_keylen);
int wct_pair_setkey(struct wct_run *run, struct wct_pair *pair);
int wct_pair_rekey(struct wct_run *run, struct wct_pair *pair);
int wct_pair_reopen(struct wct_run *run, struct wct_pair *pair);
void wct_pair_close(struct wct_pair *pair);
void wct_op_init(struct wct_run *run, struct wct_op *op, size_t len);
u32 wct_may_sleep(const struct wct_run *run);
int wct_call(struct crypto_skcipher *tfm, struct scatterlist *src,
	     struct scatterlist *dst, size_t len, u8 *iv, bool decrypt,
	     u32 flags);
int wct_check(struct wct_run *run, struct wct_pair *pair,
	      const struct wct_op *op);

/* load.c */
/**
 * struct wct_vector - a request whose result is known
 * @pair: the driver and its key
 * @decrypt: direction
 * @len: bytes of @in and @out
 * @in: the source
 * @out: what the generic implementation made of it
 * @iv: before
 * @iv_out: after
 */
struct wct_vector {
	const struct wct_pair *pair;
	bool decrypt;
	size_t len;
	u8 *in;
	u8 *out;
	u8 iv[WCT_BLOCK];
	u8 iv_out[WCT_BLOCK];
};

struct wct_load;

/**
 * struct wct_slot - one request in flight
 * @load: whose
 * @vector: what it is computing
 * @req: the request
 * @src: its source
 * @dst: its destination, unused when @in_place
 * @src_table: scatterlist of @src
 * @dst_table: scatterlist of @dst
 * @node: on one of the load's lists
 * @in_place: this time
 * @again: how often it is still to be submitted anew when it is over, with
 *	the direction turned round each time; an even number, so that the
 *	result is that of the first time
 * @halves: 2: the submission has to return and the result to come; at 0 the
 *	slot goes to the load's done list
 * @early: callbacks with -EINPROGRESS
 * @results: callbacks with anything else
 * @late: an -EINPROGRESS came after the result
 * @submitted: what the submission returned
 * @status: the result
 * @iv: the request's
 */
struct wct_slot {
	struct wct_load *load;
	const struct wct_vector *vector;
	struct skcipher_request *req;
	struct wct_buffer src;
	struct wct_buffer dst;
	struct sg_table src_table;
	struct sg_table dst_table;
	struct llist_node node;
	bool in_place;
	unsigned int again;
	atomic_t halves;
	atomic_t early;
	atomic_t results;
	bool late;
	int submitted;
	int status;
	u8 iv[WCT_BLOCK];
};

/**
 * struct wct_load - many requests in flight at once, all checked
 * @run: for arguments, random choices and notes
 * @pairs: the keys; for each tfm there are WCT_KEYS, of which one is set
 * @pair_count: how many tfms
 * @vectors: what is computed: for each of the WCT_KEYS keys as many
 * @key: which of the keys is set
 * @owner: the load that @pairs and @vectors belong to; NULL: this one
 * @slots: @depth requests
 * @depth: how many
 * @softirq: submit from a tasklet instead of the caller's context
 * @tasklet: that tasklet
 * @ready: slots for the tasklet to submit
 * @done: slots whose request is over
 * @idle: slots not in use; only the owner of the load touches it
 * @wait: woken when something comes onto @done
 * @flying: slots that are neither idle nor reaped
 * @requests: finished
 * @bytes: finished
 * @sync: submissions that returned 0
 * @started: submissions that returned -EINPROGRESS
 * @busy: submissions that returned -EBUSY
 * @early: callbacks with -EINPROGRESS
 * @errors: requests that ended with an error
 * @wrong: requests with wrong results
 * @broken: requests that broke the rules of callbacks
 * @outside: requests that changed their source, or memory around the data
 * @stuck: requests that never came back
 */
struct wct_load {
	struct wct_run *run;
	struct wct_pair *pairs;
	unsigned int pair_count;
	struct wct_vector *vectors;
	unsigned int key;
	const struct wct_load *owner;
	struct wct_slot *slots;
	unsigned int depth;
	bool softirq;
	struct tasklet_struct tasklet;
	struct llist_head ready;
	struct llist_head done;
	struct llist_head idle;
	wait_queue_head_t wait;
	unsigned int flying;
	u64 requests;
	u64 bytes;
	u64 sync;
	u64 started;
	u64 busy;
	u64 early;
	u64 errors;
	u64 wrong;
	u64 broken;
	u64 outside;
	u64 stuck;
};

struct wct_load *wct_load_create(struct wct_run *run);
struct wct_load *wct_load_share(struct wct_run *run,
				const struct wct_load *owner);
void wct_load_submit(struct wct_load *load, unsigned int most);
void wct_load_reap(struct wct_load *load, bool all);
void wct_load_stop(void);
void wct_load_loop(struct wct_load *load);
void wct_load_add(struct wct_load *sum, const struct wct_load *load);
void wct_load_report(struct wct_run *run, const struct wct_load *load,
		     const char *what);
void wct_load_destroy(struct wct_load *load);

/* load_keys.c */
/* Keys for each tfm of a load; and requests with known results for each key. */
#define WCT_KEYS	2u
#define WCT_VECTORS	24u

int wct_load_open(struct wct_load *load);
int wct_load_rekey(struct wct_load *load);
int wct_load_reopen(struct wct_load *load);
void wct_load_close(struct wct_load *load);

/* thread_cases.c */
int wct_threads(struct wct_run *run, unsigned int threads,
		int (*work)(struct wct_run *run, void *arg), void *arg,
		size_t arg_size);

#endif /* _WCT_H */
