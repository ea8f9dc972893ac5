/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the module has one of: parameters, counters, the lists of ciphers and of
 * algorithms. The lowest layer: includes uapi/ only.
 */
#ifndef _WC_MODULE_H
#define _WC_MODULE_H

#include <linux/compiler_types.h>
#include <linux/irqflags.h>
#include <linux/kconfig.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "uapi/warpcrypt.h"

/*
 * --- params.c, described in Documentation/parameters.rst. What can change while the module
 * runs is read with READ_ONCE().
 */

/**
 * enum wc_deliver_how - who delivers results: the values of wc_param_deliver
 * @WC_DELIVER_COMMITTER: the thread of the helper that commits the frame
 * @WC_DELIVER_SUBMITTER: the CPU that submitted the frame's first request
 * @WC_DELIVER_ANY: any CPU
 */
enum wc_deliver_how {
	WC_DELIVER_COMMITTER,
	WC_DELIVER_SUBMITTER,
	WC_DELIVER_ANY,
};

/**
 * enum wc_choose - who does requests: the values of wc_param_choice
 * @WC_CHOOSE_AUTO: software or the engine that is expected to be the fastest
 * @WC_CHOOSE_SOFTWARE: software
 * @WC_CHOOSE_OFFLOAD: an engine, if any can
 */
enum wc_choose {
	WC_CHOOSE_AUTO,
	WC_CHOOSE_SOFTWARE,
	WC_CHOOSE_OFFLOAD,
};

extern uint wc_param_choice;
extern bool wc_param_choice_given;
extern uint wc_param_min_bytes;
extern bool wc_param_min_bytes_given;
extern uint wc_param_deadline_ms;
extern uint wc_param_deliver;
extern bool wc_param_kat;
extern uint wc_param_aes_priority;
extern uint wc_param_priority;

/* --- ciphers.c: the UAPI's lists of ciphers, modes and groups as tables */

/*
 * The exceptions: AES, X25519 and ECDH on P-256. The CPU is the better engine for most users
 * of these, and the kernel has the software.
 *
 * - modprobe finds this module for them by driver name only, so that a plain
 *   "xts(aes)" does not load it;
 * - their fallback is the kernel's, for ECDH softp256.c; kmod/ct/ has no module for them;
 * - AES has a priority of its own, aes_priority, below the kernel's.
 */
#define WC_KERNEL_HAS_AES		1
#define WC_KERNEL_HAS_CURVE25519	1
#define WC_KERNEL_HAS_P256		1

/* Expands to the digit 1 for the exceptions, to 0 for other names. */
#define WC_KERNEL_HAS(NAME)	__is_defined(WC_KERNEL_HAS_##NAME)

/* Expands to the arguments after NAME, but to nothing if WC_KERNEL_HAS(NAME). */
#define WC_UNLESS_KERNEL_HAS(NAME, ...) \
	__PASTE(WC_UNLESS_, WC_KERNEL_HAS(NAME))(__VA_ARGS__)
#define WC_UNLESS_0(...)	__VA_ARGS__
#define WC_UNLESS_1(...)

/**
 * struct wc_cipher - a cipher or group of the UAPI; all zeroes: the number is not in use
 * @name: as the crypto API spells it
 * @modes: names of its modes
 * @bits: a WARPCRYPT_MODE_BIT() for each mode that it has
 * @unit: of a group: bytes of a multiplication in a payload; 0: it is a block cipher
 */
struct wc_cipher {
	const char *name;
	const char * const *modes;
	u16 bits;
	u32 unit;
};

/* By enum warpcrypt_cipher. */
extern const struct wc_cipher wc_ciphers[WARPCRYPT_CIPHER_COUNT];

/* --- stats.c: counters, per CPU */

/* A line of the two lists that follow: a value, and its name in the names of counters. */
#define WC_LIST_VALUE(_value, _name)	_value,
#define WC_LIST_NAME(_value, _name)	\
	[_value] = _name,

/*
 * enum wc_reason: why a request is done in software.
 *
 * WC_NO_HELPER: no helper is attached and live
 * WC_UNSUPPORTED: the helper does not do this algorithm
 * WC_FASTER: software is expected to be faster
 * WC_PARAMETER: the parameter choice says so
 * WC_SMALL: shorter than min_bytes
 * WC_LARGE: longer than half the frames of a queue
 * WC_CBC_LONG: CBC encryption longer than a frame: it cannot be split
 * WC_NO_SLOT: requests hold all key slots, or the share that its user may hold
 * WC_FULL: no room, and the caller does not wait for it
 * WC_ATOMIC: the caller waits for the result where it may not sleep
 * WC_SUSPENDED: the system is being suspended; of a link's end: it has slept
 * WC_HELPER_DIED: was in flight when the helper's file was closed
 * WC_DEADLINE: was in flight when a frame missed its deadline
 * WC_FRAME_ERROR: the helper reported an error
 * WC_MISMATCH: was in flight when verification found a wrong result
 * WC_KAT_FAILED: was in flight when a known answer came out wrong
 * WC_ERRORS: was in flight when the helper had failed too many frames
 * WC_LATE: was in flight when the helper had been late too often
 * WC_RETIRED: was in flight in an engine that was taken out of service
 * WC_EXPIRED: had waited for a deadline, and no ENTER had got it
 */
#define WC_REASON_LIST(_do)						\
	_do(WC_NO_HELPER, "no_helper")					\
	_do(WC_UNSUPPORTED, "unsupported")				\
	_do(WC_FASTER, "faster")					\
	_do(WC_PARAMETER, "parameter")					\
	_do(WC_SMALL, "small")						\
	_do(WC_LARGE, "large")						\
	_do(WC_CBC_LONG, "cbc_long")					\
	_do(WC_NO_SLOT, "no_slot")					\
	_do(WC_FULL, "full")						\
	_do(WC_ATOMIC, "atomic")					\
	_do(WC_SUSPENDED, "suspended")					\
	_do(WC_HELPER_DIED, "helper_died")				\
	_do(WC_DEADLINE, "deadline")					\
	_do(WC_FRAME_ERROR, "frame_error")				\
	_do(WC_MISMATCH, "mismatch")					\
	_do(WC_KAT_FAILED, "kat_failed")				\
	_do(WC_ERRORS, "errors")					\
	_do(WC_LATE, "late")						\
	_do(WC_RETIRED, "retired")					\
	_do(WC_EXPIRED, "expired")

enum wc_reason {
	WC_REASON_LIST(WC_LIST_VALUE)
	WC_REASONS,
};

/* Counters that do not belong to an algorithm. */
#define WC_EVENT_LIST(_do)						\
	_do(WC_FRAMES_FETCHED, "frames.fetched")			\
	_do(WC_FRAMES_COMMITTED, "frames.committed")			\
	_do(WC_FRAMES_FAILED, "frames.failed")				\
	_do(WC_FRAMES_LOST, "frames.lost")				\
	_do(WC_REQUESTS_COMMITTED, "requests.committed")		\
	_do(WC_BYTES_COMMITTED, "bytes.committed")			\
	_do(WC_KAT_REQUESTS, "kat.requests")				\
	_do(WC_KAT_BYTES, "kat.bytes")					\
	_do(WC_KAT_PASSED, "kat.passed")				\
	_do(WC_KAT_FAILED_EVENT, "kat.failed")				\
	_do(WC_ATTACH_COUNT, "attach.count")				\
	_do(WC_ATTACH_REFUSED, "attach.refused")			\
	_do(WC_COMMIT_REFUSED, "commit.refused")			\
	_do(WC_COMMIT_TAKEN_OVER, "commit.taken_over")			\
	_do(WC_ENTER_CALLS, "enter.calls")				\
	_do(WC_CHOICE_TRIALS, "choice.trials")				\
	_do(WC_CHOICE_OFFLOADED, "choice.offloaded")			\
	_do(WC_CHOICE_FORCED, "choice.forced")				\
	_do(WC_BACKLOG_QUEUED, "backlog.queued")			\
	_do(WC_BACKLOG_IMPLICIT, "backlog.implicit")			\
	_do(WC_SYNC_DONE, "sync.done")					\
	_do(WC_VERIFY_SNAPSHOTS, "verify.snapshots")			\
	_do(WC_VERIFY_DONE, "verify.done")				\
	_do(WC_VERIFY_SKIPPED, "verify.skipped")			\
	_do(WC_VERIFY_MISMATCH, "verify.mismatch")			\
	_do(WC_KEYSLOTS_EXHAUSTED, "keyslots.exhausted")		\
	_do(WC_KEYSLOTS_EVICTED, "keyslots.evicted")			\
	_do(WC_KEYSLOTS_RELEASED, "keyslots.released")			\
	_do(WC_LINKS_KILLED, "links.killed")				\
	_do(WC_ENGINES_RETIRED, "engines.retired")			\
	_do(WC_REQUESTS_AGAIN, "requests.again")

enum wc_event {
	WC_EVENT_LIST(WC_LIST_VALUE)
	WC_EVENTS,
};

/**
 * struct wc_stats - one CPU's counters
 * @offload_requests: requests done by the device, by cipher and mode
 * @offload_bytes: their bytes
 * @fallback_requests: requests done in software, by reason too
 * @fallback_bytes: their bytes
 * @engine_requests: requests in committed frames, by number of the engine
 * @engine_bytes: their bytes
 * @events: all other counters
 */
struct wc_stats {
	u64 offload_requests[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
	u64 offload_bytes[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT];
	u64 fallback_requests[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT][WC_REASONS];
	u64 fallback_bytes[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT][WC_REASONS];
	u64 engine_requests[WARPCRYPT_ENGINES_MAX];
	u64 engine_bytes[WARPCRYPT_ENGINES_MAX];
	u64 events[WC_EVENTS];
};

extern struct wc_stats __percpu *wc_stats;

static inline void wc_count(enum wc_event event, u64 n)
{
	this_cpu_add(wc_stats->events[event], n);
}

static inline void wc_count_offload(u8 cipher, u8 mode, u32 bytes)
{
	this_cpu_inc(wc_stats->offload_requests[cipher][mode]);
	this_cpu_add(wc_stats->offload_bytes[cipher][mode], bytes);
}

const char *wc_reason_name(enum wc_reason reason);
const char *wc_event_name(enum wc_event event);
u64 wc_stats_read(unsigned int first, unsigned int count);
int wc_stats_init(void);
void wc_stats_exit(void);

/* --- algorithms.c: registers the algorithms of skcipher.c and kpp.c */

/**
 * struct wc_algorithms - the algorithms of one type
 * @count: number of algorithms
 * @add: registers algorithm i with the crypto API; returns 0 or its error
 * @remove: unregisters algorithm i
 * @name: the driver name of algorithm i
 */
struct wc_algorithms {
	unsigned int count;
	int (*add)(unsigned int i);
	void (*remove)(unsigned int i);
	const char *(*name)(unsigned int i);
};

/* The most algorithms of a type. */
#define WC_ALGORITHMS_MAX	256

extern const struct wc_algorithms wc_skcipher_algorithms;
extern const struct wc_algorithms wc_kpp_algorithms;

int wc_algorithms_register(void);
void wc_algorithms_unregister(void);

int wc_kpp_init(void);
void wc_kpp_exit(void);

#endif /* _WC_MODULE_H */
