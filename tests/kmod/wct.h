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

/**
 * struct wct_args - the arguments of a case, written as ``name=value``
 * @mode: one of ecb, cbc, ctr, xts; empty: all
 * @cipher: the cipher's part of the driver's name
 * @suffix: what follows MODE-CIPHER- in the driver's name
 * @reference: the plain cipher of the generic implementation, or, when it starts
 *	with '-', what follows MODE-CIPHER in the name of that driver; empty:
 *	&wct_cipher.reference
 * @group: curve25519, edwards25519 or ecdh-nist-p256, for key agreement
 * @keylen: bytes of a data key; 0: all lengths that the cipher has
 * @frame: the helper's frame size, bytes
 * @arena: the helper's frames together, bytes
 * @size: largest request of a load, bytes
 * @exact: 1: all requests of a load have @size
 * @count: number of requests of each thread of a load, of tfms, or of rounds,
 *	depending on the case; 0, in a load: until 1 is written to the file "stop"
 * @depth: requests in flight for each thread of a load
 * @threads: kernel threads
 * @seed: seed of all random choices
 * @backlog: 1: requests of a load carry CRYPTO_TFM_REQ_MAY_BACKLOG
 * @sleep: 1: all requests from contexts that may sleep carry
 *	CRYPTO_TFM_REQ_MAY_SLEEP; 0: every other one of those that are checked
 *	singly does, and no other
 * @check: 0: wrong results are counted but are no failure
 * @refused: 1: -ENOSPC is no failure of a request without @backlog
 * @again: each request of a load is submitted again 2 * @again times, in place,
 *	from the callback of the one before
 * @bind: 1: each thread is bound to a CPU, in turn
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
	unsigned long exact;
	unsigned long count;
	unsigned long depth;
	unsigned long threads;
	unsigned long seed;
	unsigned long backlog;
	unsigned long sleep;
	unsigned long check;
	unsigned long refused;
	unsigned long again;
	unsigned long bind;
	unsigned long mix;
};

/* &wct_case.key: each length that the arguments select. */
#define WCT_EACH_KEY	UINT_MAX

struct wct_pair;

/**
 * struct wct_case - a test case that can be run by name
 * @name: what is written to the debugfs file
 * @run: its function, which reports by wct_ok(), wct_skip() and wct_note()
 * @defaults: its default arguments, as ``name=value``
 * @pair: in place of @run: its function for each mode, which returns 0, an error, or 1:
 *	it does not concern this mode
 * @key: which length of keys @pair is called with; see wct_keylen()
 * @what: what @pair tests
 */
struct wct_case {
	const char *name;
	void (*run)(struct wct_run *run);
	const char *defaults;
	int (*pair)(struct wct_run *run, struct wct_pair *pair);
	unsigned int key;
	const char *what;
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
/**
 * struct wct_run - one run of one case, and its KTAP text
 * @args: its arguments
 * @cipher: the cipher that they name
 * @rnd: its random state
 * @text: its report; freed when the file is closed
 * @used: bytes in @text
 * @tests: number of results so far
 */
struct wct_run {
	struct wct_args args;
	const struct wct_cipher *cipher;
	struct rnd_state rnd;
	char *text;
	size_t used;
	unsigned int tests;
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
/**
 * struct wct_buffer - memory between two guards
 * @data: @len bytes to be used
 * @len: bytes
 * @base: the whole allocation, with the guards
 * @size: bytes at @base
 * @table: scatterlist of the data
 */
struct wct_buffer {
	u8 *data;
	size_t len;
	u8 *base;
	size_t size;
	struct sg_table table;
};

/**
 * enum wct_split - how a buffer is cut into scatterlist entries
 * @WCT_WHOLE: as few entries as the memory allows
 * @WCT_PAGES: cut at each page
 * @WCT_ODD: sizes that are no multiples of a block or a page
 * @WCT_ONES: 4096 single bytes, then the rest
 * @WCT_RANDOM: 1 to 300 bytes
 * @WCT_SPLITS: number of ways
 */
enum wct_split {
	WCT_WHOLE,
	WCT_PAGES,
	WCT_ODD,
	WCT_ONES,
	WCT_RANDOM,
	WCT_SPLITS,
};

int wct_buffer_make(struct wct_buffer *buffer, size_t len, unsigned int misalign,
		    enum wct_split split, struct rnd_state *rnd);
void wct_buffer_cut(struct wct_buffer *buffer, size_t len);
void wct_buffer_free(struct wct_buffer *buffer);
bool wct_buffer_guarded(const struct wct_buffer *buffer);

/* names.c */
/**
 * struct wct_mode - the properties of a mode
 * @name: as in the algorithms' names
 * @cipher: the one that has it; NULL: all have
 * @reference: format of the generic implementation's name
 * @ivsize: bytes
 * @granule: lengths are multiples of this
 * @least: shortest request except the empty one, bytes
 * @keys: number of keys of the cipher in its key
 * @chains: the output IV continues the message
 */
struct wct_mode {
	const char *name;
	const char *cipher;
	const char *reference;
	unsigned int ivsize;
	unsigned int granule;
	unsigned int least;
	unsigned int keys;
	bool chains;
};

/**
 * struct wct_cipher - the properties of a cipher
 * @name: as in the algorithms' names
 * @reference: the default of &wct_args.reference
 * @renamed: the default in kernels that have no @reference, or NULL
 * @key_min: shortest key, bytes
 * @key_max: longest key, bytes
 * @key_step: difference between two lengths, bytes
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
 * @generic: the implementation that it is compared with
 * @keylen: bytes of @key
 * @key: the key of both
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
 * @src_split: shape of the source's scatterlist
 * @dst_split: shape of the destination's
 * @src_misalign: the source's address modulo 64
 * @dst_misalign: the destination's
 * @iv: the IV before the request
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
/**
 * struct wct_vector - a request whose result is known
 * @pair: the driver and its key
 * @decrypt: direction
 * @len: bytes of @in and @out
 * @in: the source
 * @out: the result of the generic implementation
 * @iv: the IV before
 * @iv_out: the IV after
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
 * @load: the load that it belongs to
 * @vector: the vector that it computes
 * @req: the request
 * @src: its source
 * @dst: its destination, unused when @in_place
 * @node: on one of the load's lists
 * @in_place: this request is in place
 * @again: how many more times it is submitted when it is complete, each time in
 *	the opposite direction; initially an even number, so that the final
 *	result is that of the first time
 * @halves: 2, less one when the submission has returned, less one when the result
 *	has come; at 0 the slot goes to the load's done list
 * @early: number of callbacks with -EINPROGRESS
 * @results: number of other callbacks
 * @late: -EINPROGRESS came after the result
 * @submitted: what the submission returned
 * @status: the result
 * @order: how many results of all loads had come when this one came
 * @iv: the IV of the request
 */
struct wct_slot {
	struct wct_load *load;
	const struct wct_vector *vector;
	struct skcipher_request *req;
	struct wct_buffer src;
	struct wct_buffer dst;
	struct llist_node node;
	bool in_place;
	unsigned int again;
	atomic_t halves;
	atomic_t early;
	atomic_t results;
	bool late;
	int submitted;
	int status;
	unsigned int order;
	u8 iv[WCT_BLOCK];
};

/**
 * struct wct_load - many requests in flight at once, all checked
 * @run: the run, for arguments, random choices and notes
 * @pairs: the keys: WCT_KEYS for each tfm, one of which is set
 * @pair_count: number of tfms
 * @vectors: the vectors: WCT_VECTORS for each of the WCT_KEYS keys
 * @key: number of the key that is set
 * @owner: the load that owns @pairs and @vectors; NULL: this one
 * @slots: @depth requests
 * @depth: number of @slots
 * @softirq: submit from a tasklet instead of the caller's context
 * @tasklet: that tasklet
 * @ready: slots for the tasklet to submit
 * @done: slots whose request is complete
 * @idle: slots not in use; only for the thread of the load
 * @wait: woken when a slot is added to @done
 * @flying: number of slots that are not idle and not reaped
 * @requests: completed requests
 * @bytes: their bytes
 * @sync: submissions that returned 0
 * @started: submissions that returned -EINPROGRESS
 * @busy: submissions that returned -EBUSY
 * @early: callbacks with -EINPROGRESS
 * @refused: submissions that returned -ENOSPC
 * @errors: requests that ended with an error
 * @wrong: requests with wrong results
 * @broken: requests whose callbacks broke the rules
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
	u64 refused;
	u64 errors;
	u64 wrong;
	u64 broken;
	u64 outside;
	u64 stuck;
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

/**
 * struct wct_kpp_given - a secret with its results, as tests/kpp.c writes it
 * @secret: the secret
 * @point: a point
 * @public: the public key of this secret
 * @shared: what this secret shares with @point
 *
 * Behind points that are shorter are zeros.
 */
struct wct_kpp_given {
	u8 secret[WCT_KPP_SECRET];
	u8 point[WCT_KPP_POINT];
	u8 public[WCT_KPP_POINT];
	u8 shared[WCT_KPP_POINT];
};

/**
 * struct wct_kpp_group - a group
 * @name: its name
 * @point: bytes of a public key
 * @shared: bytes of a shared secret
 * @ecdh: secrets are encoded by crypto_ecdh_encode_key()
 */
struct wct_kpp_group {
	const char *name;
	unsigned int point;
	unsigned int shared;
	bool ecdh;
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
