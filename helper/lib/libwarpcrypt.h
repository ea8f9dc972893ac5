/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libwarpcrypt: ciphers and 25519 in batches, on a GPU or on this machine's
 * processors, without the kernel module. The engines are those of warpcryptd.
 *
 *	struct warpcrypt *w;
 *	struct warpcrypt_cipher_key *key;
 *
 *	if (warpcrypt_open(&w, NULL) ||
 *	    warpcrypt_key(w, &key, "kuznyechik", "xts", bytes, 64))
 *		errx(1, "%s", warpcrypt_error());
 *	struct warpcrypt_request r = {
 *		.key = key, .iv = { 42 }, .src = buf, .dst = buf, .len = 4096,
 *	};
 *	if (warpcrypt_run(w, &r, 1))
 *		errx(1, "%s", warpcrypt_error());
 *
 * One request at a time is slow: give many in one call, whose keys, modes,
 * directions and lengths may all differ.
 *
 * Functions return 0, or a negative errno, and then warpcrypt_error() says in a
 * line what is wrong and how to mend it. All may be called from any number of
 * threads at once, on one struct warpcrypt too; what they are given must
 * only not be freed meanwhile. Not to be used in a child after fork().
 */
#ifndef LIBWARPCRYPT_H
#define LIBWARPCRYPT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

#define WARPCRYPT_PUBLIC	__attribute__((visibility("default")))

struct warpcrypt;
struct warpcrypt_cipher_key;
struct warpcrypt_batch;

/**
 * struct warpcrypt_options - how to open; zeroes and NULL choose by themselves
 * @backend: "cuda", "cpu", or "auto", the default: cuda if there is a GPU,
 *	otherwise cpu
 * @threads: threads that work, up to 256. Default: cpu one for each processor,
 *	cuda 3
 * @memory: bytes that are divided among the threads: what they have in work at
 *	a time. A share is at least 64 KiB and at most 64 MiB. Default: 1 MiB for
 *	each thread with cpu, 16 MiB with cuda
 * @keys: how many keys can exist at a time, up to 65536; default 1024
 */
struct warpcrypt_options {
	const char *backend;
	unsigned int threads;
	size_t memory;
	unsigned int keys;
};

/**
 * warpcrypt_open() - start an engine and its threads
 * @w: the result
 * @options: or NULL for the defaults
 *
 * Keys and what is in work lie in memory that is left out of core dumps, locked
 * as far as RLIMIT_MEMLOCK allows, and wiped in the end.
 *
 * Return: 0; -EINVAL: an option is out of range; -ENODEV: no GPU, or this
 * library was built without; -ENOMEM, or another negative errno
 */
WARPCRYPT_PUBLIC int warpcrypt_open(struct warpcrypt **w,
				    const struct warpcrypt_options *options);

/**
 * warpcrypt_close() - stop it, wipe and free everything
 * @w: an engine, or NULL; its keys have been freed, and every batch has been
 *	waited for
 */
WARPCRYPT_PUBLIC void warpcrypt_close(struct warpcrypt *w);

/**
 * warpcrypt_describe() - what was opened
 * @w: an engine
 *
 * Return: a line such as "cpu: bitsliced in words of 512 bits, ...", which
 * lives as long as @w
 */
WARPCRYPT_PUBLIC const char *warpcrypt_describe(const struct warpcrypt *w);

/**
 * warpcrypt_threads() - how many threads work
 * @w: an engine
 */
WARPCRYPT_PUBLIC unsigned int warpcrypt_threads(const struct warpcrypt *w);

/**
 * warpcrypt_error() - why the last call that failed in this thread did
 *
 * Return: one line without a newline, valid until the next call that fails in
 * this thread; empty if none has
 */
WARPCRYPT_PUBLIC const char *warpcrypt_error(void);

/**
 * warpcrypt_key() - make a key
 * @w: an engine
 * @key: the result
 * @cipher: "aes" (16, 24 or 32 key bytes), "skinny" (SKINNY-128 with 16, 32 or
 *	48), "kuznyechik" (32) or "sm4" (16)
 * @mode: "ecb", "ctr", "cbc" or "xts"
 * @bytes: the key; in XTS the data key and then the tweak key, each of one of
 *	the lengths above
 * @len: its length, bytes
 *
 * Return: 0; -EINVAL: no such cipher, mode or key length; -EOPNOTSUPP: the
 * engine cannot do this; -ENOSPC: there are options.keys keys already; -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_key(struct warpcrypt *w,
				   struct warpcrypt_cipher_key **key,
				   const char *cipher, const char *mode,
				   const void *bytes, size_t len);

/**
 * warpcrypt_key_free() - wipe a key and free it
 * @key: a key that no batch in work uses, or NULL
 *
 * What an engine has computed from a key is wiped when its place is taken by
 * another key, at the latest by warpcrypt_close().
 */
WARPCRYPT_PUBLIC void warpcrypt_key_free(struct warpcrypt_cipher_key *key);

/**
 * struct warpcrypt_request - something to encrypt or decrypt
 * @key: with this key, in the mode that it was made for
 * @decrypt: not 0: decrypt
 * @iv: CTR: the first counter, 128 bits, big-endian, which wraps; CBC: the IV;
 *	XTS: the number of the data unit (sector), little-endian; ECB: unused
 * @src: where from
 * @dst: where to; @src itself or memory that does not overlap it
 * @len: bytes; ECB and CBC: a multiple of 16; XTS: at least 16, any such number
 *	(ciphertext stealing); CTR: any. 0 is allowed: there is nothing to do
 *
 * CBC encryption is a chain: a long one keeps one thread busy, and a GPU idle.
 */
struct warpcrypt_request {
	const struct warpcrypt_cipher_key *key;
	int decrypt;
	uint8_t iv[16];
	const void *src;
	void *dst;
	size_t len;
};

enum warpcrypt_curve {
	WARPCRYPT_X25519 = 1,
	WARPCRYPT_EDWARDS25519 = 2,
};

/**
 * struct warpcrypt_points - scalar multiplications
 * @curve: WARPCRYPT_X25519 (RFC 7748): scalars are clamped, points are
 *	u-coordinates of which the topmost bit is ignored. Or
 *	WARPCRYPT_EDWARDS25519 (RFC 8032): scalars are numbers of 256 bits taken
 *	as they are, neither clamped nor reduced; points are encoded as in
 *	section 5.1.2
 * @count: how many
 * @scalars: 32 bytes each, little-endian
 * @points: 32 bytes each; NULL: the base point, so results are public keys
 * @results: 32 bytes each; may be @scalars or @points
 * @status: of each: 0: done; 1: there is no result, 32 zero bytes are in its
 *	place: the point does not decode (y >= p included), or the X25519 shared
 *	secret is zero. Or NULL
 */
struct warpcrypt_points {
	enum warpcrypt_curve curve;
	size_t count;
	const uint8_t (*scalars)[32];
	const uint8_t (*points)[32];
	uint8_t (*results)[32];
	uint8_t *status;
};

/**
 * warpcrypt_submit() - begin a batch
 * @w: an engine
 * @requests: requests, which are independent of each other. The array and all
 *	that it points to stay as they are until the batch is done
 * @count: how many
 * @batch: the result, to be handed to warpcrypt_wait()
 *
 * Return: 0; -EINVAL: a request makes no sense, and nothing was done; -EIO: the
 * engine broke down earlier: close it; -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_submit(struct warpcrypt *w,
				      const struct warpcrypt_request *requests,
				      size_t count,
				      struct warpcrypt_batch **batch);

/**
 * warpcrypt_submit_points() - begin a batch of scalar multiplications
 * @w: an engine
 * @points: what to do. The structure and all that it points to stay as they are
 *	until the batch is done
 * @batch: the result, to be handed to warpcrypt_wait()
 *
 * Return: as warpcrypt_submit(), and -EOPNOTSUPP if the engine has no 25519
 */
WARPCRYPT_PUBLIC int
warpcrypt_submit_points(struct warpcrypt *w,
			const struct warpcrypt_points *points,
			struct warpcrypt_batch **batch);

/**
 * warpcrypt_poll() - is a batch done?
 * @batch: a batch that has not been waited for
 *
 * Return: 1 if warpcrypt_wait() would return at once, otherwise 0
 */
WARPCRYPT_PUBLIC int warpcrypt_poll(const struct warpcrypt_batch *batch);

/**
 * warpcrypt_wait() - wait until a batch is done, and free it
 * @batch: a batch
 *
 * Return: 0: all of it is done; -EIO: the engine broke down, and what the
 * destinations hold is undefined
 */
WARPCRYPT_PUBLIC int warpcrypt_wait(struct warpcrypt_batch *batch);

/**
 * warpcrypt_run() - do a batch
 * @w: an engine
 * @requests: as in warpcrypt_submit()
 * @count: how many
 *
 * Return: as warpcrypt_submit() or warpcrypt_wait()
 */
WARPCRYPT_PUBLIC int warpcrypt_run(struct warpcrypt *w,
				   const struct warpcrypt_request *requests,
				   size_t count);

/**
 * warpcrypt_run_points() - do scalar multiplications
 * @w: an engine
 * @points: as in warpcrypt_submit_points()
 *
 * Return: as warpcrypt_submit_points() or warpcrypt_wait()
 */
WARPCRYPT_PUBLIC int
warpcrypt_run_points(struct warpcrypt *w,
		     const struct warpcrypt_points *points);

#if defined(__cplusplus)
}
#endif

#endif /* LIBWARPCRYPT_H */
