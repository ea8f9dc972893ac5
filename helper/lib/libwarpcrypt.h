/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libwarpcrypt: ciphers and 25519 in batches, on a GPU or on this machine's
 * CPUs, without the kernel module. The engines are those of warpcryptd.
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
 * One request at a time is slow: give many in one call. Their keys, modes,
 * directions and lengths may differ.
 *
 * Functions return 0 or a negative errno; after an error warpcrypt_error()
 * returns a line that says what is wrong and what to do about it. Any number of
 * threads may call them at once, also on one struct warpcrypt; the caller must
 * only not free an argument that is in use. A child process must not use an
 * engine that was opened before fork().
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
 * struct warpcrypt_options - options of warpcrypt_open(); 0 or NULL: default
 * @backend: "cuda", "cpu", or "auto", the default: cuda if there is a GPU,
 *	otherwise cpu
 * @threads: worker threads, up to 256. Default: one for each CPU with cpu, 3
 *	with cuda
 * @memory: bytes for requests in progress, divided among the threads. Each
 *	thread's part is 64 KiB to 64 MiB. Default: 1 MiB for each thread with
 *	cpu, 16 MiB with cuda
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
 * @options: options, or NULL for the defaults
 *
 * Keys and the data of requests in progress are in memory that is left out of
 * core dumps, locked as far as RLIMIT_MEMLOCK allows, and wiped at the end.
 *
 * Return: 0; -EINVAL: an option is out of range; -ENODEV: there is no GPU, or
 * this library was built without CUDA; -ENOMEM, or another negative errno
 */
WARPCRYPT_PUBLIC int warpcrypt_open(struct warpcrypt **w,
				    const struct warpcrypt_options *options);

/**
 * warpcrypt_close() - stop an engine, wipe and free its memory
 * @w: an engine, or NULL; its keys have been freed, and every batch has been
 *	waited for
 */
WARPCRYPT_PUBLIC void warpcrypt_close(struct warpcrypt *w);

/**
 * warpcrypt_describe() - describe an engine
 * @w: an engine
 *
 * Return: a line such as "cpu: bitsliced in words of 512 bits, ...", valid until
 * @w is closed
 */
WARPCRYPT_PUBLIC const char *warpcrypt_describe(const struct warpcrypt *w);

/**
 * warpcrypt_threads() - the number of worker threads
 * @w: an engine
 */
WARPCRYPT_PUBLIC unsigned int warpcrypt_threads(const struct warpcrypt *w);

/**
 * warpcrypt_error() - why this thread's last call that failed did so
 *
 * Return: one line without a newline, valid until the next call that fails in
 * this thread; empty if none has
 */
WARPCRYPT_PUBLIC const char *warpcrypt_error(void);

/**
 * warpcrypt_key() - make a key
 * @w: an engine
 * @key: the result
 * @cipher: the name of a cipher, such as "aes". warpcrypt_ciphers.h, which is
 *	installed with this header, lists the ciphers and the lengths of their
 *	keys
 * @mode: the name of a mode: "ecb", "ctr", "cbc" or "xts"
 * @bytes: the key; for XTS the data key and then the tweak key, of equal length
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
 * @key: a key that no batch in progress uses, or NULL
 *
 * What the engine's threads have computed from it is wiped soon after this returns,
 * before any of them does more work.
 */
WARPCRYPT_PUBLIC void warpcrypt_key_free(struct warpcrypt_cipher_key *key);

/**
 * struct warpcrypt_request - data to encrypt or decrypt
 * @key: the key, which says the mode
 * @decrypt: 0: encrypt; otherwise decrypt
 * @iv: CTR: the first counter, 128 bits, big-endian, which wraps; CBC: the IV;
 *	XTS: the number of the data unit (sector), little-endian; ECB: unused
 * @src: source
 * @dst: destination; equal to @src, or not overlapping it
 * @len: bytes; ECB and CBC: a multiple of 16; XTS: at least 16 (lengths that are
 *	not a multiple of 16 use ciphertext stealing); CTR: any. All modes: or 0
 *
 * CBC encryption is serial: a long request keeps only one thread busy, and most
 * of a GPU idle.
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
 *	u-coordinates whose topmost bit is ignored. Or WARPCRYPT_EDWARDS25519
 *	(RFC 8032): scalars are numbers of 256 bits, neither clamped nor reduced;
 *	points are encoded as in section 5.1.2
 * @count: number of multiplications
 * @scalars: 32 bytes each, little-endian
 * @points: 32 bytes each; NULL: the base point, so results are public keys
 * @results: 32 bytes each; may be @scalars or @points
 * @status: one byte each, or NULL. 0: done. 1: there is no result, @results has
 *	32 zero bytes: the point does not decode (y >= p included), or the X25519
 *	shared secret is zero
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
 * @requests: requests, independent of each other. The caller keeps the array and
 *	all that it points to unchanged until the batch is done
 * @count: entries of @requests
 * @batch: the result, for warpcrypt_wait()
 *
 * Return: 0; -EINVAL: a request is invalid, and nothing was done; -EIO: the
 * engine has failed before: close it; -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_submit(struct warpcrypt *w,
				      const struct warpcrypt_request *requests,
				      size_t count,
				      struct warpcrypt_batch **batch);

/**
 * warpcrypt_submit_points() - begin a batch of scalar multiplications
 * @w: an engine
 * @points: the multiplications. The caller keeps the structure and all that it
 *	points to unchanged until the batch is done
 * @batch: the result, for warpcrypt_wait()
 *
 * Return: as warpcrypt_submit(), or -EOPNOTSUPP: the engine has no 25519
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
 * Return: 0: all of it is done; -EIO: the engine has failed, and the contents of
 * the destinations are undefined
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
