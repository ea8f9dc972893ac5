/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What hostile-helper does wrong, and when.
 */
#ifndef WARPCRYPT_TESTS_HOSTILE_FAULTS_H
#define WARPCRYPT_TESTS_HOSTILE_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct faults - the faults asked for; zero is a faithful helper
 * @frame_size: of the arena, bytes
 * @frames: of the arena
 * @key_slots: of the arena
 * @device: what to open
 * @from_start: at once, during the known answers too; else once live
 * @reattach: when an attachment ends, however it does, make a new one
 * @once: do each countable fault (the N ones) a single time
 * @seed: of random choices
 * @drop_piece: never commit the Nth piece of a request longer than a frame
 * @drop_every: never commit every Nth frame
 * @delay_ms: wait so long before each commit
 * @jitter_ms: and a random time up to this on top
 * @commit_twice: give every id back twice
 * @stale_ids: give ids back that were given back long ago
 * @foreign_ids: give back ids that nobody handed out
 * @scribble: a thread writes all over the arena, all the time
 * @flip: so many processes write modes and IVs into all descriptors, all the
 *	time
 * @lie: random garbage in every field of ENTER, often
 * @fail_every: say -EIO for every Nth frame
 * @wrong_every: flip a bit in every Nth frame
 * @die_after: SIGKILL itself after N frames
 * @stop_after: SIGSTOP itself after N frames
 * @close_after: close the device after N frames, holding some
 * @fork_after: after N frames die holding some, a child keeps the file open
 * @hold_after: after N frames fetch more and never commit
 * @unmap_after: after N frames unmap the arena, and commit what is fetched
 */
struct faults {
	unsigned long frame_size;
	unsigned long frames;
	unsigned long key_slots;
	const char *device;
	bool from_start;
	bool reattach;
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
};

/* options.c */
void faults_parse(struct faults *faults, int argc, char **argv);

/* flip.c */
struct flip;

struct flip *flip_start(const struct faults *faults, size_t arena_len,
			void **arena);
void flip_go(struct flip *flip);

/* serve.c */
int serve(const struct faults *faults);

#endif /* WARPCRYPT_TESTS_HOSTILE_FAULTS_H */
