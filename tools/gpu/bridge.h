/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The protocol of the bridge between a guest kernel and a helper on its host.
 * Documentation/guests.rst, "A GPU host that cannot load the module" explains it.
 *
 *   guest                                     host
 *   warpcrypt.ko
 *     | ioctl
 *   bridge-guest  --- control line --->  bridge-host        (commands)
 *     |  |  |     <-- control line ----  bridge-host, warpcryptd-bridge
 *     |  |  |                                               (doorbells)
 *     |  |  +------ log line ---------<  warpcryptd-bridge's output
 *     |  +--------- slot lines ------<>  warpcryptd-bridge  (doorbells)
 *     +------------ memory ----------<>  warpcryptd-bridge, bridge-host
 *
 * The memory is the guest's: two System V segments, struct bridge_memory and the
 * arena. Both sides name pages by their page frame number. Page frame n of a
 * User-mode Linux guest is at offset n * 4096 in the file that is its RAM.
 *
 * A line is one of the guest's serial lines, a socket on the host's side. It
 * carries doorbells: "check the memory". Spurious doorbells are allowed, missing
 * ones are not. A doorbell is a newline, which does no harm if a terminal line
 * that is not raw yet echoes it.
 */
#ifndef WARPCRYPT_GPU_BRIDGE_H
#define WARPCRYPT_GPU_BRIDGE_H

#include <linux/types.h>

#include "kmod/uapi/warpcrypt.h"

#define BRIDGE_MAGIC		0x6567646972627077ull	/* "wpbridge" */
#define BRIDGE_VERSION		4u
#define BRIDGE_PAGE		4096u
#define BRIDGE_DOORBELL		'\n'

/*
 * The guest's serial lines (/dev/ttyS<n>, ssl<n>): 0 and 1 are the runner's.
 */
#define BRIDGE_LINE_CONTROL	2
#define BRIDGE_LINE_LOG		3
#define BRIDGE_LINE_SLOT	4

/* Calls in flight at a time: an ENTER for each thread of the helper, and one other. */
#define BRIDGE_SLOTS		17
/* The slot of all calls but ENTER, which is never called there. */
#define BRIDGE_SLOT_CONTROL	0

/* The longest arena, bytes. */
#define BRIDGE_ARENA_MAX	(1ull << 30)

/* Pages for the helper's arguments, for its counts, and for the numbers of the arena's pages. */
#define BRIDGE_ARGS_PAGES	2u
#define BRIDGE_STATS_PAGES	4u
#define BRIDGE_LIST_PAGES	(BRIDGE_ARENA_MAX / BRIDGE_PAGE * 4 / BRIDGE_PAGE)
/* Pages of struct bridge_memory. */
#define BRIDGE_PAGES \
	(1 + BRIDGE_SLOTS + BRIDGE_ARGS_PAGES + BRIDGE_STATS_PAGES + BRIDGE_LIST_PAGES)

/**
 * enum bridge_op - the calls of the helper to the guest
 * @BRIDGE_OP_OPEN: open the device
 * @BRIDGE_OP_ARENA: allocate @bridge_directory.arena_len bytes and list their
 *	pages
 * @BRIDGE_OP_ATTACH: WARPCRYPT_IOC_ATTACH with that memory
 * @BRIDGE_OP_ENTER: WARPCRYPT_IOC_ENTER
 * @BRIDGE_OP_CLOSE: close the device. The helper promises that it and its GPU do
 *	not access the arena any more
 * @BRIDGE_OP_LIVE: have the known answers passed? 1 or 0
 * @BRIDGE_OP_RATES: WARPCRYPT_IOC_RATES
 * @BRIDGE_OP_RETIRE: WARPCRYPT_IOC_RETIRE
 *
 * ENTER may be called in any slot but BRIDGE_SLOT_CONTROL, the others only there. Only
 * ENTER, LIVE, RATES and RETIRE may be called while another call is in flight.
 */
enum bridge_op {
	BRIDGE_OP_OPEN = 1,
	BRIDGE_OP_ARENA,
	BRIDGE_OP_ATTACH,
	BRIDGE_OP_ENTER,
	BRIDGE_OP_CLOSE,
	BRIDGE_OP_LIVE,
	BRIDGE_OP_RATES,
	BRIDGE_OP_RETIRE,
};

/* The most rates of one BRIDGE_OP_RATES. */
#define BRIDGE_RATES_MAX	150u

/*
 * The owner of a slot: the helper if it is IDLE or DONE, the guest if it is
 * CALLED. The state is stored with release and loaded with acquire.
 */
enum bridge_slot_state {
	BRIDGE_SLOT_IDLE = 0,
	BRIDGE_SLOT_CALLED = 1,
	BRIDGE_SLOT_DONE = 2,
};

/*
 * One call; a page. The three flags may be written at any time. One side sets a flag and then
 * loads @state, the other stores @state and then loads the flag, all of it sequentially
 * consistent: so no doorbell is missed. The guest sets the addresses in what the helper writes.
 */
struct bridge_slot {
	_Alignas(BRIDGE_PAGE) __u32 state;	/* enum bridge_slot_state */
	__u32 op;		/* enum bridge_op */
	__s32 result;		/* not negative, or a negative errno */
	__u32 helper_sleeps;	/* the helper needs a doorbell when the call is done */
	__u32 guest_sleeps;	/* the guest needs a doorbell when there is a call */
	__u32 cancel;		/* the helper asks ENTER to return now, with -EINTR */
	union {
		struct {
			struct warpcrypt_enter enter;	/* in and out */
			struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX];	/* in */
			struct warpcrypt_frame frames[WARPCRYPT_ENTER_MAX];	/* out */
		};
		struct warpcrypt_attach attach;	/* in and out */
		struct {
			struct warpcrypt_rates rates;
			struct warpcrypt_rate rate[BRIDGE_RATES_MAX];
		};
		struct warpcrypt_retire retire;
	};
};

_Static_assert(sizeof(struct bridge_slot) == BRIDGE_PAGE, "a slot is a page");

/* The state of the helper process; bridge-host writes it. */
enum bridge_helper_state {
	BRIDGE_HELPER_NONE = 0,		/* asked for, not started yet */
	BRIDGE_HELPER_RUNNING = 1,
	BRIDGE_HELPER_GONE = 2,		/* waitpid() has returned it */
};

/* By which the host finds the memory; a page. */
struct bridge_directory {
	_Alignas(BRIDGE_PAGE) __u64 magic;	/* BRIDGE_MAGIC */
	/*
	 * Random; the guest sends it over the control line, and the host compares it to check that
	 * it has the right file and the right page.
	 */
	__u64 cookie;
	__u32 version;			/* BRIDGE_VERSION */
	/* Page frame numbers of struct bridge_memory, of which this is the first page. */
	__u32 pages[BRIDGE_PAGES];
	__u32 args_count;
	__u32 stats_len;		/* bytes */
	__u32 stats_serial;		/* incremented each time they are written */
	__u32 helper_state;		/* enum bridge_helper_state, written by bridge-host */
	__s32 helper_status;		/* the helper's status from waitpid() */
	__u64 arena_len;		/* bytes, written by the helper before BRIDGE_OP_ARENA */
};

_Static_assert(sizeof(struct bridge_directory) == BRIDGE_PAGE,
	       "the directory is a page");

/* What both sides share, but for the arena. */
struct bridge_memory {
	struct bridge_directory directory;	/* says where the rest is */
	struct bridge_slot slots[BRIDGE_SLOTS];
	/* The helper's arguments, consecutive strings. */
	char args[BRIDGE_ARGS_PAGES * BRIDGE_PAGE];
	char stats[BRIDGE_STATS_PAGES * BRIDGE_PAGE];	/* the helper's statistics, as text */
	/* Page frame numbers of the arena's pages, in its order. */
	__u32 list[BRIDGE_ARENA_MAX / BRIDGE_PAGE];
};

_Static_assert(sizeof(struct bridge_memory) == BRIDGE_PAGES * BRIDGE_PAGE,
	       "the directory has a number for each page");

/*
 * Commands on the control line, from the guest, each ended by a newline:
 *   start PFN COOKIE   start a helper; the directory is page PFN (hex, hex)
 *   signal NUMBER      send it a signal; after SIGUSR1 the statistics are copied
 *   end PFN COOKIE     kill it
 */

/* For all words that the other side may access at the same time. */
#define bridge_load(p)		__atomic_load_n(p, __ATOMIC_SEQ_CST)
#define bridge_store(p, v)	__atomic_store_n(p, v, __ATOMIC_SEQ_CST)

#endif /* WARPCRYPT_GPU_BRIDGE_H */
