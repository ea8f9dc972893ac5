/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The faults of hostile-helper.
 */
#ifndef WARPCRYPT_TESTS_HOSTILE_FAULTS_H
#define WARPCRYPT_TESTS_HOSTILE_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kmod/uapi/warpcrypt.h"

/**
 * struct engine - an engine that the helper says it has
 * @kind: enum warpcrypt_engine_kind
 * @lone_ns: as in struct warpcrypt_rate, for all modes; 0: no rates
 * @bytes_per_s: see there
 * @chain_ns: see there; for CBC encryption
 */
struct engine {
	unsigned int kind;
	unsigned int lone_ns;
	unsigned long long bytes_per_s;
	unsigned int chain_ns;
};

/**
 * struct faults - the faults to inject; all zero: a correct helper
 * @frame_size: of the arena, bytes
 * @frames: of the arena
 * @key_slots: of the arena
 * @device: the device to open
 * @engine: the engines; all compute in the same way
 * @engines: their number
 * @from_start: inject faults during the known answers too, not only when live
 * @reattach: attach again whenever an attachment ends
 * @lives: with @reattach: so many attachments; 0: without end
 * @kill_after: with @reattach: SIGKILL each attachment's process after a random number
 *	of frames, up to this
 * @stop_every: with @kill_after: stop every Nth instead, and kill it when the module
 *	has ended the attachment
 * @nth_fault: let the kernel run into a fault (fail-nth) in some ENTERs
 * @once: inject each fault that counts to N only once
 * @seed: of random choices
 * @drop_piece: never commit the Nth piece of a request longer than a frame
 * @drop_every: never commit every Nth frame
 * @delay_ms: wait before each commit
 * @jitter_ms: wait a random time up to this in addition
 * @commit_twice: commit every id twice
 * @stale_ids: commit ids that were committed long ago
 * @foreign_ids: commit ids that ENTER has not handed out
 * @scribble: a thread writes random data into the arena continuously
 * @flip: number of processes that write modes and IVs into all descriptors
 *	continuously
 * @lie: often, random garbage in every field of ENTER
 * @fail_every: commit every Nth frame with -EIO
 * @wrong_every: flip a bit in every Nth frame
 * @die_after: SIGKILL itself after N frames
 * @stop_after: SIGSTOP itself after N frames
 * @close_after: close the device after N frames, with frames not committed
 * @fork_after: die after N frames, with frames not committed, while a child keeps
 *	the file open
 * @hold_after: after N frames fetch more, but commit none
 * @unmap_after: unmap the arena after N frames, and commit all that is fetched
 * @retire_every: RETIRE a random engine every N frames, but not the last
 * @any_rates: RATES with random numbers in each turn
 * @counts: file for the counts of the faults, or NULL
 * @trace: file for a line about each descriptor, or NULL
 */
struct faults {
	unsigned long frame_size;
	unsigned long frames;
	unsigned long key_slots;
	const char *device;
	struct engine engine[WARPCRYPT_ENGINES_MAX];
	unsigned int engines;
	bool from_start;
	bool reattach;
	unsigned long lives;
	unsigned long kill_after;
	unsigned long stop_every;
	bool nth_fault;
	bool once;
	unsigned long seed;
	unsigned long drop_piece;
	unsigned long drop_every;
	unsigned long delay_ms;
	unsigned long jitter_ms;
	bool commit_twice;
	bool stale_ids;
	bool foreign_ids;
	bool scribble;
	unsigned long flip;
	bool lie;
	unsigned long fail_every;
	unsigned long wrong_every;
	unsigned long die_after;
	unsigned long stop_after;
	unsigned long close_after;
	unsigned long fork_after;
	unsigned long hold_after;
	unsigned long unmap_after;
	unsigned long retire_every;
	bool any_rates;
	const char *counts;
	const char *trace;
};

/* options.c */
void faults_parse(struct faults *faults, int argc, char **argv);

/*
 * What is counted: faults that have happened, not those that were asked for.
 * scribbled: words written; flipped: descriptors; lied: ENTERs with garbage;
 * garbage: statuses; held: frames that hold_after kept; late: waits before commits.
 * served, which is no fault: frames since the device was live; nth_fault: ENTERs
 * that had one.
 */
#define FAULT_COUNTS(FN)						\
	FN(scribbled) FN(flipped) FN(lied) FN(garbage) FN(failed)	\
	FN(wrong) FN(dropped) FN(held) FN(twice) FN(stale) FN(foreign)	\
	FN(late) FN(died) FN(stopped) FN(closed) FN(forked) FN(unmapped)	\
	FN(retired) FN(rated) FN(served) FN(nth_fault)

#define FAULT_COUNT(name)	COUNT_##name,
enum fault_count {
	FAULT_COUNTS(FAULT_COUNT)
	COUNTS,
};

/* counts.c */
int counts_open(const char *path);
void count_faults(enum fault_count fault, uint64_t number);
uint64_t faults_counted(enum fault_count fault);
int counts_print(const char *path);

/* trace.c */
struct wc_view;

int trace_open(const char *path);
void trace_frame(const struct wc_view *frame);

/* flip.c */
struct flip;

struct flip *flip_start(const struct faults *faults, size_t arena_len,
			void **arena);
void flip_go(struct flip *flip);

/* lives.c */
int lives(struct faults *faults);

/* serve.c */
int serve(const struct faults *faults);

#endif /* WARPCRYPT_TESTS_HOSTILE_FAULTS_H */
