/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libwarpcrypt: ciphers, 25519, P-256 and the checking of signatures in batches, on a
 * GPU or on this machine's CPUs, without the kernel module. The engines are those of
 * warpcryptd.
 *
 *	struct warpcrypt *w;
 *	struct warpcrypt_cipher_key *key;
 *
 *	if (warpcrypt_open(&w, NULL) ||
 *	    warpcrypt_key(w, &key, "kuznyechik", "xts", bytes, 64))
 *		errx(1, "%s", warpcrypt_error());
 *	struct warpcrypt_request r = {
 *		.size = sizeof(r), .key = key, .iv = { 42 }, .src = buf, .dst = buf, .len = 4096,
 *	};
 *	if (warpcrypt_run(w, &r, 1))
 *		errx(1, "%s", warpcrypt_error());
 *
 * One request at a time is slow: give many in one call. Their keys, modes,
 * directions and lengths may differ. Memory that warpcrypt_alloc() has made, or that
 * was given to warpcrypt_register(), is fast.
 *
 * Structures begin with their size, which the caller sets (.size = sizeof(...)): a
 * program goes on working with libraries whose structures have more members. Members
 * that are left out are 0, which is their default.
 *
 * Functions return 0 or a negative errno; after an error warpcrypt_error()
 * returns a line that says what is wrong and what to do about it. Any number of
 * threads may call them at once, also on one struct warpcrypt; the caller must
 * only not free an argument that is in use. None is a cancellation point
 * (pthread_cancel()). A child process must not use an engine that was opened before
 * fork(); it may open one of its own.
 *
 * The library's threads block all signals but those that say what a thread did itself
 * (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT); handlers and masks of the
 * program stay as they are.
 */
#ifndef LIBWARPCRYPT_H
#define LIBWARPCRYPT_H

#include "libwarpcrypt_groups.h"

#if defined(__cplusplus)
extern "C" {
#endif

struct warpcrypt;
struct warpcrypt_cipher_key;
struct warpcrypt_batch;
struct warpcrypt_queue;

/* The version that this header is of: major << 16 | minor << 8 | patch level. */
#define WARPCRYPT_HEADER_VERSION	0x000100

/**
 * warpcrypt_version() - the version of the library
 *
 * Return: as WARPCRYPT_HEADER_VERSION. The library has what a program needs that was
 * built with a header of the same major version and a version that is not higher
 */
WARPCRYPT_PUBLIC unsigned int warpcrypt_version(void);

/**
 * struct warpcrypt_options - options of warpcrypt_open(); 0 or NULL: default
 * @size: of this structure, bytes
 * @backend: "cuda", "cpu", or "auto", the default: cuda if there is a GPU,
 *	otherwise cpu
 * @threads: worker threads, up to 256. Default: one for each CPU; with cuda 3 to 16
 * @memory: bytes for requests in progress, divided among the threads. Each
 *	thread's part is 64 KiB to 64 MiB with cpu, 128 KiB to 128 MiB with cuda,
 *	where it is two halves. Default: 1 MiB for each thread with cpu, 16 MiB with
 *	cuda. With cpu as much again is for short blocking calls (warpcrypt_run())
 * @keys: how many keys can exist at a time, up to 65536; default 1024
 * @gpu: number of the GPU, from 0, in the order that CUDA has them (with
 *	CUDA_VISIBLE_DEVICES=7 number 0 is the eighth). If it is not 0, "auto" does not
 *	mean cpu
 * @gpus: which GPUs, for one or several: "all", or numbers and UUIDs (nvidia-smi -L
 *	prints them) with commas between them; NULL: the one that @gpu says. Then "auto"
 *	does not mean cpu, and @gpu is 0. Whichever is free first takes what waits.
 *	Several GPUs share @threads and @memory; by default each has 3 to 16 threads
 * @deadline_ms: a GPU whose driver has not done a frame, or wiped keys, after this time
 *	has failed; up to 3600000, default 60000. Time in which the process was stopped
 *	does not count
 *
 * @open_ms: how long the driver may take to open the GPUs, which takes seconds if nothing
 *	else uses them, to close them, or to register memory or undo that: a GPU whose
 *	driver does not has failed. Up to 3600000, default 60000
 * @waiting: how many bytes may wait for the engine: a batch that comes when so many do is
 *	refused with -EAGAIN, unless it is the only one. 0: no limit
 *
 * When one of several GPUs fails, the others do what it had, and go on without it. When
 * the last one fails, up to four CPUs do so if @backend is "auto" and neither @gpu nor
 * @gpus is set: they stand by, each with half as much memory as a GPU's thread, and
 * as much again for short blocking calls (warpcrypt_run()).
 * Otherwise all requests fail from then on. What a GPU had in registered memory cannot be done
 * again if it was in place, or if the GPU hangs: such requests fail with -EIO.
 */
struct warpcrypt_options {
	size_t size;
	const char *backend;
	unsigned int threads;
	size_t memory;
	unsigned int keys;
	unsigned int gpu;
	const char *gpus;
	unsigned int deadline_ms;
	unsigned int open_ms;
	size_t waiting;
};

/**
 * warpcrypt_open() - start an engine and its threads
 * @w: the result
 * @options: options, or NULL for the defaults
 *
 * Keys and the data of requests in progress are in memory that is left out of
 * core dumps, locked as far as RLIMIT_MEMLOCK allows, and wiped at the end.
 *
 * Return: 0; -EINVAL: an option is out of range; -E2BIG: an option that this
 * version does not have is set; -ENODEV: there is no such GPU, or this library was
 * built without CUDA; -ETIMEDOUT: the GPU's driver has not answered within
 * options.open_ms; -ENOMEM, or another negative errno
 */
WARPCRYPT_PUBLIC int warpcrypt_open(struct warpcrypt **w,
				    const struct warpcrypt_options *options);

/**
 * warpcrypt_close() - stop an engine, wipe and free its memory
 * @w: an engine, or NULL; every batch has been waited for, and every queue freed
 *
 * Keys that are left are wiped. Memory that is still registered is no longer, and
 * what warpcrypt_alloc() has made is wiped and freed. No callback may call it. If a GPU
 * hangs, it is not waited for longer than options.open_ms: what it may still use stays until
 * the process ends, with the keys wiped.
 */
WARPCRYPT_PUBLIC void warpcrypt_close(struct warpcrypt *w);

/**
 * warpcrypt_describe() - describe an engine
 * @w: an engine
 *
 * Return: a line such as "cpu: AVX-512 with GFNI, ...", valid until
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
 * @mode: the name of a mode: "ecb", "ctr", "cbc" or "xts" (IEEE 1619), or with "sm4"
 *	"xts-gb" (GB/T 17964-2021)
 * @bytes: the key; for XTS the data key and then the tweak key, of equal length
 * @len: its length, bytes
 *
 * Return: 0; -EINVAL: no such cipher, mode or key length, or the cipher has not this
 * mode; -EOPNOTSUPP: the engine cannot do this; -ENOSPC: there are options.keys keys already; -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_key(struct warpcrypt *w,
				   struct warpcrypt_cipher_key **key,
				   const char *cipher, const char *mode,
				   const void *bytes, size_t len);

/**
 * warpcrypt_key_free() - wipe a key and free it
 * @w: its engine
 * @key: a key, or NULL
 *
 * What the engine's threads have computed from it is wiped soon after this returns,
 * before any of them begins more work. A request with a key that was freed fails with
 * -EINVAL, whatever keys have been made since.
 *
 * Return: 0; -EBUSY: a batch that is not done uses it, and it is as it was; -EINVAL: it
 * is no key of this engine, or was freed before, and nothing was freed
 */
WARPCRYPT_PUBLIC int warpcrypt_key_free(struct warpcrypt *w,
					struct warpcrypt_cipher_key *key);

/**
 * warpcrypt_alloc() - allocate memory for requests
 * @w: an engine
 * @len: bytes, at least 1
 * @memory: the result, page aligned, zeroed
 *
 * It is registered (see warpcrypt_register()), left out of core dumps, and a child
 * of fork() does not have it.
 *
 * Return: 0; -EINVAL: @len is 0; -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_alloc(struct warpcrypt *w, size_t len,
				     void **memory);

/**
 * warpcrypt_free() - wipe and free memory
 * @w: the engine
 * @memory: from warpcrypt_alloc(), or NULL
 *
 * Return: 0; -EBUSY: requests that have been submitted and are not done are there,
 * nothing was freed; -EINVAL: it is not from warpcrypt_alloc(); -EIO: the GPU hangs or
 * reported an error, and it was freed
 */
WARPCRYPT_PUBLIC int warpcrypt_free(struct warpcrypt *w, void *memory);

/**
 * warpcrypt_register() - register memory of the caller's
 * @w: an engine
 * @memory: its address; any
 * @len: bytes, at least 1. All of it can be read and written
 *
 * A request whose source lies in registered memory, all of it in one registration,
 * and so its destination, is not copied on the way: the GPU fetches the source and
 * stores the result itself. It does so with neighbours together, requests that
 * follow each other in a batch as in memory, at the source and at the destination,
 * with lengths that are multiples of 64. What lies together must be some KiB for
 * that; less is copied. CPUs read the source and write the result there; scalar
 * multiplications on CPUs, and on P-256, are copied.
 *
 * Pages are registered as a whole; with a GPU they stay in memory until they are
 * unregistered, which the caller does before freeing them. If they are freed
 * first, requests there fail with -EFAULT, and warpcrypt_unregister() works as
 * usual. (But if something else has been mapped at the same address meanwhile, a
 * GPU does not see it: unregister and register again.) Programs that call fork() give
 * them MADV_DONTFORK, as warpcrypt_alloc() does.
 *
 * Return: 0; -EINVAL: @memory is NULL, or @len is 0; -EEXIST: it shares pages with
 * another registration, of this engine or in CUDA; -EFAULT: not all of it is mapped
 * and can be written, or the GPU cannot have it; -EIO: the GPU has failed, or a driver
 * that was asked for another registration has not answered; -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_register(struct warpcrypt *w, void *memory,
					size_t len);

/**
 * warpcrypt_register_source() - register memory of the caller's that is only read
 * @w: an engine
 * @memory: its address; any
 * @len: bytes, at least 1. All of it can be read
 *
 * As warpcrypt_register(), for sources, scalars and points: a file that is mapped with
 * PROT_READ, for one. A request whose destination is there fails with -EFAULT.
 *
 * Return: as warpcrypt_register(); -EOPNOTSUPP: the GPU's driver cannot do it
 */
WARPCRYPT_PUBLIC int warpcrypt_register_source(struct warpcrypt *w,
					       const void *memory, size_t len);

/**
 * warpcrypt_unregister() - undo warpcrypt_register() or warpcrypt_register_source()
 * @w: the engine
 * @memory: the address that was registered
 *
 * Return: 0; -EBUSY: requests that have been submitted and are not done are there,
 * and it is still registered; -EINVAL: nothing is registered at this address; -EIO:
 * the GPU hangs or reported an error, and it is not registered any more
 */
WARPCRYPT_PUBLIC int warpcrypt_unregister(struct warpcrypt *w,
					  const void *memory);

/* A flag of requests: fail with -EFAULT if the memory is not registered. */
#define WARPCRYPT_REGISTERED	1u

/* The longest request, bytes. */
#define WARPCRYPT_LENGTH_MAX	((size_t)1 << 40)

/**
 * struct warpcrypt_request - data to encrypt or decrypt
 * @size: of this structure, bytes; the same in all requests of an array
 * @key: the key, which says the mode
 * @decrypt: 0: encrypt; otherwise decrypt
 * @flags: 0 or WARPCRYPT_REGISTERED
 * @status: the result, valid when the batch is done, written by the library. 0: done;
 *	-EINVAL: the key, a flag, an address or the length is wrong; -EFAULT: the
 *	memory is not registered, or it was and has been freed, or the destination is
 *	registered to be read; -ECANCELED: it had
 *	not begun when the batch was cancelled; -ENOMEM: there is no memory to keep
 *	account of it; -EIO: the engine failed, and the contents of the destination are
 *	undefined.
 *	Otherwise, unless it is 0, the destination is as it was
 * @iv: the library reads it and never changes it: two requests with one key and one iv use
 *	the same keystream or tweaks twice, see warpcrypt_next_iv(). CTR: the first counter, 128 bits, big-endian, which wraps; CBC: the IV;
 *	XTS: the number of the data unit (sector), little-endian; ECB: unused
 * @src: source
 * @dst: destination; equal to @src, or not overlapping it
 * @len: bytes; ECB and CBC: a multiple of 16; XTS: at least 16 (lengths that are
 *	not a multiple of 16 use ciphertext stealing); CTR: any. All modes: or 0; at most
 *	WARPCRYPT_LENGTH_MAX
 *
 * CBC encryption is serial: a long request keeps only one thread busy, and most
 * of a GPU idle.
 */
struct warpcrypt_request {
	size_t size;
	const struct warpcrypt_cipher_key *key;
	int decrypt;
	unsigned int flags;
	int status;
	uint8_t iv[16];
	const void *src;
	void *dst;
	size_t len;
};

/**
 * warpcrypt_next_iv() - the IV of what follows a request
 * @w: the engine
 * @key: the request's key
 * @iv: the request's IV, which is advanced
 * @len: the request's length, bytes
 *
 * CTR: counts @len / 16 blocks. XTS: the next data unit.
 *
 * Return: 0; -EINVAL: it is no key of this engine; in CTR @len is not a multiple of 16; or
 * its mode is CBC or ECB: what follows has the last block of the ciphertext as its IV, or
 * none. @iv is as it was then
 */
WARPCRYPT_PUBLIC int warpcrypt_next_iv(const struct warpcrypt *w,
				       const struct warpcrypt_cipher_key *key,
				       uint8_t iv[16], size_t len);

/**
 * struct warpcrypt_work - a batch: what is to be done, and what is called at its end
 * @size: of this structure, bytes
 * @requests: requests, independent of each other, or NULL
 * @count: entries of @requests
 * @points: multiplications, or NULL
 * @queue: where the batch goes when it is done, or NULL
 * @done: called when the batch is done, or NULL. A batch has a queue or @done, or
 *	neither
 * @data: for the caller, see warpcrypt_data()
 * @signatures: signatures, or NULL. A batch has requests, multiplications or signatures
 *
 * @done is called once, in a thread of the library's that does nothing else: an engine
 * has one, with a stack of the usual size. Callbacks of an engine are called one after
 * the other, in the order in which their batches are done; one that takes long only
 * delays the others. A callback may call everything but warpcrypt_close(), and
 * warpcrypt_wait() returns at once for the batch that it is told of. For another batch
 * with a callback, which has to wait for this one, that returns -EDEADLK.
 */
struct warpcrypt_work {
	size_t size;
	struct warpcrypt_request *requests;
	size_t count;
	const struct warpcrypt_points *points;
	struct warpcrypt_queue *queue;
	void (*done)(struct warpcrypt_batch *batch, void *data);
	void *data;
	const struct warpcrypt_signatures *signatures;
};

/**
 * warpcrypt_begin() - begin a batch
 * @w: an engine
 * @work: the batch. Of @work and the structures at @work->points and
 *	@work->signatures copies are made. The requests, and all memory that they, the
 *	points and the signatures name, the caller keeps unchanged until the batch is
 *	done
 * @batch: the result, for warpcrypt_wait(); set before @work->done is called
 *
 * A request that is invalid fails by itself: its status says why, nothing was done
 * for it, and the others are done. So does a signature whose message is NULL and has a
 * length: its status is 2, and warpcrypt_wait() returns -EINVAL. If the batch is refused, nothing is done, and the
 * status of each request is the error, of each multiplication and signature 2; of those
 * whose structure has the right size: others cannot be read.
 *
 * Return: 0; -EINVAL: the structures or the points are invalid, or more than 2^64 bytes
 * would wait, and nothing was done; -E2BIG: a member that this
 * version does not have is set; -EAGAIN: options.waiting bytes wait already: wait for a
 * batch, and begin this one again; -EFAULT: the points have WARPCRYPT_REGISTERED and
 * are elsewhere, or have been freed; -EOPNOTSUPP: the engine does not have the
 * curve, or does not check signatures; -EIO: the engine has failed before: close it;
 * -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_begin(struct warpcrypt *w,
				     const struct warpcrypt_work *work,
				     struct warpcrypt_batch **batch);

/**
 * warpcrypt_submit() - begin a batch of requests
 * @w: an engine
 * @requests: as in struct warpcrypt_work
 * @count: how many
 * @batch: as in warpcrypt_begin()
 *
 * Return: as warpcrypt_begin()
 */
WARPCRYPT_PUBLIC int warpcrypt_submit(struct warpcrypt *w,
				      struct warpcrypt_request *requests,
				      size_t count,
				      struct warpcrypt_batch **batch);

/**
 * warpcrypt_submit_points() - begin a batch of scalar multiplications
 * @w: an engine
 * @points: as in struct warpcrypt_work
 * @batch: as in warpcrypt_begin()
 *
 * Return: as warpcrypt_begin()
 */
WARPCRYPT_PUBLIC int
warpcrypt_submit_points(struct warpcrypt *w,
			const struct warpcrypt_points *points,
			struct warpcrypt_batch **batch);

/**
 * warpcrypt_submit_signatures() - begin a batch of signatures
 * @w: an engine
 * @signatures: as in struct warpcrypt_work
 * @batch: as in warpcrypt_begin()
 *
 * Return: as warpcrypt_begin()
 */
WARPCRYPT_PUBLIC int
warpcrypt_submit_signatures(struct warpcrypt *w,
			    const struct warpcrypt_signatures *signatures,
			    struct warpcrypt_batch **batch);

/**
 * warpcrypt_poll() - is a batch done?
 * @batch: a batch that has not been waited for
 *
 * Return: 1 if warpcrypt_wait() will not wait, otherwise 0
 */
WARPCRYPT_PUBLIC int warpcrypt_poll(const struct warpcrypt_batch *batch);

/**
 * warpcrypt_wait() - wait for a batch and free it
 * @batch: a batch; each is waited for once, by one thread
 *
 * Waits for the batch's callback, too, unless it is called there. A batch that is in its
 * queue is taken out.
 *
 * Return: 0: all of it is done; -EIO: the engine has failed, or messages could not be
 * hashed, and the contents of destinations are undefined; otherwise the status of
 * the first request whose status is not 0, which warpcrypt_error() explains, -ECANCELED if
 * multiplications or signatures were cancelled, or -EINVAL if a message is NULL. That signatures are not valid is no
 * error: only their status says it. -EDEADLK: see struct warpcrypt_work; @batch was not
 * freed
 */
WARPCRYPT_PUBLIC int warpcrypt_wait(struct warpcrypt_batch *batch);

/**
 * warpcrypt_wait_for() - wait for a batch, for some time
 * @batch: as in warpcrypt_wait()
 * @ns: nanoseconds; 0: do not wait; less: without end
 *
 * Return: as warpcrypt_wait(), or -ETIMEDOUT: it is not done, and @batch was not
 * freed
 */
WARPCRYPT_PUBLIC int warpcrypt_wait_for(struct warpcrypt_batch *batch,
					int64_t ns);

/**
 * warpcrypt_cancel() - cancel what has not begun
 * @batch: a batch that has not been waited for
 *
 * Requests that have begun, even in part, are finished: the batch is done soon, and
 * is waited for as usual.
 *
 * Return: how many requests, multiplications or signatures were cancelled
 */
WARPCRYPT_PUBLIC size_t warpcrypt_cancel(struct warpcrypt_batch *batch);

/**
 * warpcrypt_data() - the @data of a batch
 * @batch: a batch that has not been waited for
 */
WARPCRYPT_PUBLIC void *warpcrypt_data(const struct warpcrypt_batch *batch);

/**
 * warpcrypt_queue() - make a queue of batches that are done
 * @w: an engine
 * @queue: the result, for &warpcrypt_work.queue
 *
 * Return: 0; -EMFILE or -ENFILE: too many files; -ENOMEM
 */
WARPCRYPT_PUBLIC int warpcrypt_queue(struct warpcrypt *w,
				     struct warpcrypt_queue **queue);

/**
 * warpcrypt_queue_fd() - a file to poll
 * @queue: a queue
 *
 * Return: an eventfd of the queue's, which can be read (POLLIN, EPOLLIN) while a
 * batch is in the queue. Do not read it, nor close it
 */
WARPCRYPT_PUBLIC int warpcrypt_queue_fd(const struct warpcrypt_queue *queue);

/**
 * warpcrypt_queue_next() - take a batch from a queue
 * @queue: a queue
 *
 * Return: the batch that was done first, for which warpcrypt_wait() does not wait;
 * or NULL: the queue is empty
 */
WARPCRYPT_PUBLIC struct warpcrypt_batch *
warpcrypt_queue_next(struct warpcrypt_queue *queue);

/**
 * warpcrypt_queue_free() - free a queue
 * @queue: a queue, or NULL
 *
 * Return: 0; -EBUSY: a batch is to come, or is there, and nothing was freed
 */
WARPCRYPT_PUBLIC int warpcrypt_queue_free(struct warpcrypt_queue *queue);

/**
 * warpcrypt_run() - do a batch of requests
 * @w: an engine
 * @requests: as in warpcrypt_submit()
 * @count: how many
 *
 * With the CPU engine the calling thread does a batch of up to 64 KiB, or of up to 8
 * multiplications or signatures, itself if no other batch waits for it: that is faster than waking
 * a thread of the engine. As many callers as the engine has threads do that at a time. While
 * CPUs stand by for a GPU (&warpcrypt_options.backend), the same with up to 16 KiB, or up to 8
 * of these, one caller at a time. It needs up to 112 KiB of its stack;
 * warpcrypt_submit() and warpcrypt_wait() do not.
 *
 * Return: as warpcrypt_submit() or warpcrypt_wait()
 */
WARPCRYPT_PUBLIC int warpcrypt_run(struct warpcrypt *w,
				   struct warpcrypt_request *requests,
				   size_t count);

/**
 * warpcrypt_run_points() - do scalar multiplications
 * @w: an engine
 * @points: as in warpcrypt_submit_points()
 *
 * By which thread: as warpcrypt_run().
 *
 * Return: as warpcrypt_submit_points() or warpcrypt_wait()
 */
WARPCRYPT_PUBLIC int
warpcrypt_run_points(struct warpcrypt *w,
		     const struct warpcrypt_points *points);

/**
 * warpcrypt_run_signatures() - check signatures
 * @w: an engine
 * @signatures: as in warpcrypt_submit_signatures()
 *
 * By which thread: as warpcrypt_run().
 *
 * Return: as warpcrypt_submit_signatures() or warpcrypt_wait(): 0 says that all were
 * checked, not that they are valid
 */
WARPCRYPT_PUBLIC int
warpcrypt_run_signatures(struct warpcrypt *w,
			 const struct warpcrypt_signatures *signatures);

#if defined(__cplusplus)
}
#endif

#endif /* LIBWARPCRYPT_H */
