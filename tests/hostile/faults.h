/* SPDX-License-Identifier: GPL-2.0-only */
/* The faults of hostile-helper. */
#ifndef WARPCRYPT_TESTS_HOSTILE_FAULTS_H
#define WARPCRYPT_TESTS_HOSTILE_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kmod/uapi/warpcrypt.h"

/* An engine that the helper says it has. */
struct engine {
	unsigned int kind;	/* enum warpcrypt_engine_kind */
	unsigned int lone_ns;	/* as in struct warpcrypt_rate, for all modes; 0: no rates */
	unsigned long long bytes_per_s;
	unsigned int chain_ns;	/* for CBC encryption */
};

/*
 * FAULT_OPTIONS() - the command line, which sets the members of struct faults
 *
 * NUMBER and TEXT: a member, the option that sets it, its argument and what --help says.
 * FLAG: the same without an argument. OTHER: a key of options.c and an option.
 */
#define FAULT_OPTIONS(SECTION, NUMBER, TEXT, FLAG, OTHER) \
	SECTION("The arena:") \
	NUMBER(frame_size, "frame-size", "BYTES", "65536 by default") \
	NUMBER(frames, "frames", "N", "16 by default") \
	NUMBER(key_slots, "key-slots", "N", "64 by default") \
	NUMBER(queues, "queues", "N", "Of each engine; the first is served. 1 by default") \
	OTHER(OPT_ENGINE, "engine", "KIND[,LONE_NS,BYTES_PER_S,CHAIN_NS]", \
		"An engine, cpu or gpu, and its rates in all modes; again for the next. By default one without rates") \
	SECTION("When:") \
	FLAG(from_start, "from-start", "Inject faults during the known answers too") \
	FLAG(reattach, "reattach", "Attach again whenever an attachment ends") \
	NUMBER(lives, "lives", "N", "With --reattach: N times") \
	NUMBER(kill_after, "kill-after", "N", \
		"With --reattach: SIGKILL each process after a random number of frames, up to N") \
	NUMBER(stop_every, "stop-every", "N", \
		"With --kill-after: SIGSTOP every Nth, and SIGKILL it when the module has ended the attachment") \
	FLAG(once, "once", "Inject faults that count to N only once") \
	NUMBER(seed, "seed", "N", "Seed of random choices, 1 by default") \
	SECTION("What has happened:") \
	TEXT(counts, "counts", "FILE", \
		"Count the faults that happen, in a file that outlives the helper") \
	OTHER(OPT_PRINT_COUNTS, "print-counts", "FILE", \
		"Print such a file, and do nothing else") \
	TEXT(trace, "trace", "FILE", \
		"Write a line about each descriptor: cipher, mode, bytes of its key, direction, bytes, first block") \
	SECTION("Faults, which can be combined:") \
	NUMBER(drop_piece, "drop-piece", "N", \
		"Never commit the Nth piece of a request longer than a frame") \
	NUMBER(drop_every, "drop-every", "N", "Never commit every Nth frame") \
	FLAG(bounce, "bounce", "Fetch to an address where there is no memory, from the start") \
	NUMBER(fill, "fill", "BYTES", "Wait without end until so many are in a frame, from the start") \
	NUMBER(delay_ms, "delay-ms", "MS", "Wait before every commit") \
	NUMBER(jitter_ms, "jitter-ms", "MS", "Wait a random time up to this in addition") \
	FLAG(commit_twice, "commit-twice", "Commit every frame twice") \
	FLAG(stale_ids, "stale-ids", "Commit frames that were committed long ago") \
	FLAG(foreign_ids, "foreign-ids", "Commit frames that were not handed out") \
	FLAG(scribble, "scribble", "Write random bytes into the arena continuously") \
	NUMBER(flip, "flip", "N", "N processes write into all descriptors continuously") \
	FLAG(nth_fault, "nth-fault", \
		"In some ENTERs an allocation in the kernel fails, or a copy (with fault injection only)") \
	FLAG(lie, "lie", "Calls with garbage in any field: before it attaches, and between its own") \
	NUMBER(fail_every, "fail-every", "N", "Report -EIO for every Nth frame") \
	NUMBER(wrong_every, "wrong-every", "N", "Flip a bit in every Nth frame") \
	NUMBER(die_after, "die-after", "N", "SIGKILL itself after N frames") \
	NUMBER(close_after, "close-after", "N", \
		"Close the device after N frames with more not committed") \
	NUMBER(fork_after, "fork-after", "N", \
		"Die after N frames while a child keeps the device open") \
	NUMBER(hold_after, "hold-after", "N", "Commit nothing after N frames") \
	NUMBER(retire_every, "retire-every", "N", \
		"RETIRE an engine every N frames, but not the last") \
	FLAG(any_rates, "any-rates", "RATES with random numbers again and again") \
	NUMBER(unmap_after, "unmap-after", "N", \
		"Unmap the arena after N frames and continue to commit")

#define FAULT_NUMBER(member, ...)	unsigned long member;
#define FAULT_TEXT(member, ...)		const char *member;
#define FAULT_FLAG(member, ...)		bool member;
#define FAULT_NONE(...)

/* The faults to inject; all zero: a correct helper. */
struct faults {
	FAULT_OPTIONS(FAULT_NONE, FAULT_NUMBER, FAULT_TEXT, FAULT_FLAG, FAULT_NONE)
	/* The engines; all compute in the same way. */
	struct engine engine[WARPCRYPT_ENGINES_MAX];
	unsigned int engines;	/* their number */
};

/* options.c */
void faults_parse(struct faults *faults, int argc, char **argv);

/*
 * What is counted: faults that have happened, not those that were asked for.
 * scribbled: words written; flipped: descriptors; lied: calls with garbage while live;
 * attached: ATTACHes with garbage that the module took, lied_rates: RATES, fetched: frames of
 * ENTERs; rated and retired: RATES and RETIRE; garbage: statuses; held: frames that hold_after kept; late: waits before commits.
 * served, which is no fault: frames since the device was live; nth_fault: ENTERs
 * that had one.
 */
#define FAULT_COUNTS(FN)						\
	FN(scribbled) FN(flipped) FN(lied) FN(garbage) FN(failed)	\
	FN(wrong) FN(dropped) FN(held) FN(twice) FN(stale) FN(foreign)	\
	FN(late) FN(died) FN(stopped) FN(closed) FN(forked) FN(unmapped)	\
	FN(retired) FN(rated) FN(served) FN(nth_fault) FN(attached)	\
	FN(lied_rates) FN(fetched)

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

/* lie.c */
void lie(int fd, uint64_t *random);
void lie_first(uint64_t *random);

/* lives.c */
int lives(struct faults *faults);

/* serve.c */
int serve(const struct faults *faults);

#endif /* WARPCRYPT_TESTS_HOSTILE_FAULTS_H */
