/* SPDX-License-Identifier: (GPL-2.0-only WITH Linux-syscall-note) OR MIT */
/*
 * The interface between warpcrypt-bench and warpcrypt_bench.ko.
 *
 * A file of /dev/warpcrypt-bench has two buffers, the source and the
 * destination (WCB_IOC_BUFFERS). WCB_IOC_RUN runs one job and returns its figures;
 * the calling thread or kernel threads submit the requests. WCB_IOC_SUM tells
 * whether two jobs gave the same bytes.
 *
 * Both sides are built from one tree; the interface is not stable.
 */
#ifndef _WARPCRYPT_BENCH_UAPI_H
#define _WARPCRYPT_BENCH_UAPI_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define WCB_DEVICE		"/dev/warpcrypt-bench"

#define WCB_ALG_MAX		128
#define WCB_KEY_MAX		96
#define WCB_SIZE_MAX		(16u << 20)
#define WCB_DEPTH_MAX		65536u
#define WCB_SUBMITTERS_MAX	64u

/**
 * struct wcb_buffers - WCB_IOC_BUFFERS: allocate new buffers
 * @bytes: length of each, 1 MiB to 16 GiB, a multiple of @chunk
 * @chunk: length of the physically contiguous chunks, bytes: a power of two from
 *	one page to 1 MiB
 * @reserved: zero
 *
 * The source is filled with pseudorandom bytes, the destination with zeros, so
 * that no page is touched for the first time during a measurement.
 */
struct wcb_buffers {
	__u64 bytes;
	__u32 chunk;
	__u32 reserved;
};

/**
 * enum wcb_kind - the kinds of jobs of WCB_IOC_RUN
 * @WCB_SKCIPHER: requests through the crypto API
 * @WCB_LOOP: the work of the submitters for WCB_SKCIPHER, without the algorithm
 * @WCB_KPP: key agreements through the crypto API; the points are the source's pieces
 */
enum wcb_kind {
	WCB_SKCIPHER = 1,
	WCB_LOOP = 2,
	WCB_KPP = 3,
};

/* Decrypt. */
#define WCB_DECRYPT		(1u << 0)
/* In place: the destination's bytes are the source, too. */
#define WCB_IN_PLACE		(1u << 1)
/* Set CRYPTO_TFM_REQ_MAY_BACKLOG. */
#define WCB_BACKLOG		(1u << 2)
/* Fill the destination with zeros before the clock starts. */
#define WCB_CLEAR		(1u << 3)
/* All submitters share one tfm; else each has its own, with the same key. */
#define WCB_SHARED_TFM		(1u << 4)
/* Set CRYPTO_TFM_REQ_MAY_SLEEP. */
#define WCB_MAY_SLEEP		(1u << 5)
/* WCB_KPP: make public keys, that is multiply the base point. */
#define WCB_BASE		(1u << 6)
#define WCB_FLAGS		(WCB_DECRYPT | WCB_IN_PLACE | WCB_BACKLOG | \
				 WCB_CLEAR | WCB_SHARED_TFM | WCB_MAY_SLEEP | \
				 WCB_BASE)

/**
 * struct wcb_result - the figures of one job
 * @elapsed_ns: from the first submission until the last completion; with
 *	several submitters from their common start until the last of them ends
 * @cpu_ns: sum of the processor time of the submitters, as exact as the kernel's
 *	accounting (in User-mode Linux: ticks of 10 ms)
 * @requests: completed requests
 * @errors: number of @requests that completed with an error
 * @first_error: the first of these errors, negative; else 0
 * @least_requests: requests of the submitter that completed the fewest
 * @most_requests: requests of the submitter that completed the most
 * @lat_median: median latency, ns (only at depth 1)
 * @lat_p99: 99th percentile of the latencies, ns
 * @driver: cra_driver_name of the algorithm
 */
struct wcb_result {
	__u64 elapsed_ns;
	__u64 cpu_ns;
	__u64 requests;
	__u64 errors;
	__s64 first_error;
	__u64 least_requests;
	__u64 most_requests;
	__u64 lat_median;
	__u64 lat_p99;
	char driver[WCB_ALG_MAX];
};

/**
 * struct wcb_job - WCB_IOC_RUN
 * @kind: enum wcb_kind
 * @flags: WCB_* bits
 * @size: bytes of a request, 1 to WCB_SIZE_MAX and to a buffer's length; WCB_KPP: of a
 *	point and of a result
 * @depth: requests that each submitter has in flight, 1 to WCB_DEPTH_MAX
 * @key_len: bytes of @key
 * @submitters: number of kernel threads that submit, at most
 *	WCB_SUBMITTERS_MAX; 0: the calling thread submits
 * @max_ns: stop after this time, ns; 0: only @max_bytes applies
 * @max_bytes: stop after this number of bytes; 0: only @max_ns applies. It is
 *	divided among the submitters as the buffers are
 * @alg: name of the algorithm or of its driver
 * @key: the key
 * @result: out
 *
 * Requests take consecutive pieces of the buffers, and start again at the
 * beginning when less than a piece is left. The IV is the number of the piece (as
 * plain64 counts sectors), so each pass over the buffers gives the same bytes.
 *
 * Each of several submitters has its own part of the buffers, a number of whole
 * pieces; the numbers differ by at most one. So a pass of all submitters gives the
 * same bytes as a pass of one. It is an error if there is no piece for some
 * submitter.
 *
 * The kernel threads are bound to the online CPUs in the order of their numbers,
 * starting again at the first CPU if there are more threads than CPUs. They start
 * together when the last of them is ready.
 */
struct wcb_job {
	__u32 kind;
	__u32 flags;
	__u32 size;
	__u32 depth;
	__u32 key_len;
	__u32 submitters;
	__u64 max_ns;
	__u64 max_bytes;
	char alg[WCB_ALG_MAX];
	__u8 key[WCB_KEY_MAX];
	struct wcb_result result;
};

/**
 * struct wcb_sum - WCB_IOC_SUM: a hash of the destination
 * @bytes: number of bytes from its start, a multiple of 8
 * @hash: out: their hash
 * @same: out: number of bytes that equal the source's, in words of 8 bytes
 */
struct wcb_sum {
	__u64 bytes;
	__u64 hash;
	__u64 same;
};

#define WCB_IOC_MAGIC		0xC9
#define WCB_IOC_BUFFERS		_IOW(WCB_IOC_MAGIC, 1, struct wcb_buffers)
#define WCB_IOC_RUN		_IOWR(WCB_IOC_MAGIC, 2, struct wcb_job)
#define WCB_IOC_SUM		_IOWR(WCB_IOC_MAGIC, 3, struct wcb_sum)

#endif /* _WARPCRYPT_BENCH_UAPI_H */
