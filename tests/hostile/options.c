// SPDX-License-Identifier: GPL-2.0-only
#include "tests/hostile/faults.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kmod/uapi/warpcrypt.h"

enum {
	OPT_FRAME_SIZE = 256, OPT_FRAMES, OPT_KEY_SLOTS, OPT_DEVICE, OPT_ENGINE,
	OPT_FROM_START, OPT_REATTACH, OPT_LIVES, OPT_KILL, OPT_STOP_EVERY, OPT_NTH_FAULT, OPT_ONCE, OPT_SEED, OPT_DROP_PIECE,
	OPT_DROP_EVERY, OPT_DELAY, OPT_JITTER, OPT_TWICE, OPT_STALE,
	OPT_FOREIGN, OPT_SCRIBBLE, OPT_FLIP, OPT_LIE, OPT_FAIL, OPT_WRONG, OPT_DIE,
	OPT_RETIRE, OPT_ANY_RATES, OPT_STOP, OPT_CLOSE, OPT_FORK, OPT_HOLD, OPT_UNMAP,
	OPT_COUNTS, OPT_PRINT_COUNTS, OPT_TRACE,
};

static const struct argp_option options[] = {
	{ .doc = "The arena:" },
	{ "frame-size", OPT_FRAME_SIZE, "BYTES", 0, "65536 by default", 0 },
	{ "frames", OPT_FRAMES, "N", 0, "16 by default", 0 },
	{ "key-slots", OPT_KEY_SLOTS, "N", 0, "64 by default", 0 },
	{ "device", OPT_DEVICE, "PATH", 0, WARPCRYPT_DEVICE " by default", 0 },
	{ "engine", OPT_ENGINE, "KIND[,LONE_NS,BYTES_PER_S,CHAIN_NS]", 0,
	  "An engine, cpu or gpu, and its rates in all modes; again for the next. By default one without rates", 0 },
	{ .doc = "When:" },
	{ "from-start", OPT_FROM_START, NULL, 0,
	  "Inject faults during the known answers too", 0 },
	{ "reattach", OPT_REATTACH, NULL, 0,
	  "Attach again whenever an attachment ends", 0 },
	{ "lives", OPT_LIVES, "N", 0, "With --reattach: N times", 0 },
	{ "kill-after", OPT_KILL, "N", 0,
	  "With --reattach: SIGKILL each process after a random number of frames, up to N", 0 },
	{ "stop-every", OPT_STOP_EVERY, "N", 0,
	  "With --kill-after: SIGSTOP every Nth, and SIGKILL it when the module has ended the attachment", 0 },
	{ "once", OPT_ONCE, NULL, 0, "Inject faults that count to N only once", 0 },
	{ "seed", OPT_SEED, "N", 0, "Seed of random choices, 1 by default", 0 },
	{ .doc = "What has happened:" },
	{ "counts", OPT_COUNTS, "FILE", 0,
	  "Count the faults that happen, in a file that outlives the helper", 0 },
	{ "print-counts", OPT_PRINT_COUNTS, "FILE", 0,
	  "Print such a file, and do nothing else", 0 },
	{ "trace", OPT_TRACE, "FILE", 0,
	  "Write a line about each descriptor: cipher, mode, bytes of its key, direction, bytes, first block", 0 },
	{ .doc = "Faults, which can be combined:" },
	{ "drop-piece", OPT_DROP_PIECE, "N", 0,
	  "Never commit the Nth piece of a request longer than a frame", 0 },
	{ "drop-every", OPT_DROP_EVERY, "N", 0,
	  "Never commit every Nth frame", 0 },
	{ "delay-ms", OPT_DELAY, "MS", 0, "Wait before every commit", 0 },
	{ "jitter-ms", OPT_JITTER, "MS", 0,
	  "Wait a random time up to this in addition", 0 },
	{ "commit-twice", OPT_TWICE, NULL, 0, "Commit every frame twice", 0 },
	{ "stale-ids", OPT_STALE, NULL, 0,
	  "Commit frames that were committed long ago", 0 },
	{ "foreign-ids", OPT_FOREIGN, NULL, 0,
	  "Commit frames that were not handed out", 0 },
	{ "scribble", OPT_SCRIBBLE, NULL, 0,
	  "Write random bytes into the arena continuously", 0 },
	{ "flip", OPT_FLIP, "N", 0,
	  "N processes write into all descriptors continuously", 0 },
	{ "nth-fault", OPT_NTH_FAULT, NULL, 0,
	  "In some ENTERs an allocation in the kernel fails, or a copy (with fault injection only)", 0 },
	{ "lie", OPT_LIE, NULL, 0, "Put garbage into every field", 0 },
	{ "fail-every", OPT_FAIL, "N", 0,
	  "Report -EIO for every Nth frame", 0 },
	{ "wrong-every", OPT_WRONG, "N", 0,
	  "Flip a bit in every Nth frame", 0 },
	{ "die-after", OPT_DIE, "N", 0, "SIGKILL itself after N frames", 0 },
	{ "stop-after", OPT_STOP, "N", 0, "SIGSTOP itself after N frames", 0 },
	{ "close-after", OPT_CLOSE, "N", 0,
	  "Close the device after N frames with more not committed", 0 },
	{ "fork-after", OPT_FORK, "N", 0,
	  "Die after N frames while a child keeps the device open", 0 },
	{ "hold-after", OPT_HOLD, "N", 0,
	  "Commit nothing after N frames", 0 },
	{ "retire-every", OPT_RETIRE, "N", 0,
	  "RETIRE an engine every N frames, but not the last", 0 },
	{ "any-rates", OPT_ANY_RATES, NULL, 0,
	  "RATES with random numbers again and again", 0 },
	{ "unmap-after", OPT_UNMAP, "N", 0,
	  "Unmap the arena after N frames and continue to commit", 0 },
	{ 0 }
};

/* The member that has the value of an option. */
static unsigned long *number_of(struct faults *f, int key)
{
	switch (key) {
	case OPT_FRAME_SIZE: return &f->frame_size;
	case OPT_FRAMES: return &f->frames;
	case OPT_KEY_SLOTS: return &f->key_slots;
	case OPT_LIVES: return &f->lives;
	case OPT_KILL: return &f->kill_after;
	case OPT_STOP_EVERY: return &f->stop_every;
	case OPT_SEED: return &f->seed;
	case OPT_DROP_PIECE: return &f->drop_piece;
	case OPT_DROP_EVERY: return &f->drop_every;
	case OPT_DELAY: return &f->delay_ms;
	case OPT_JITTER: return &f->jitter_ms;
	case OPT_FLIP: return &f->flip;
	case OPT_FAIL: return &f->fail_every;
	case OPT_WRONG: return &f->wrong_every;
	case OPT_DIE: return &f->die_after;
	case OPT_STOP: return &f->stop_after;
	case OPT_CLOSE: return &f->close_after;
	case OPT_FORK: return &f->fork_after;
	case OPT_HOLD: return &f->hold_after;
	case OPT_UNMAP: return &f->unmap_after;
	case OPT_RETIRE: return &f->retire_every;
	default: return NULL;
	}
}

static bool *flag_of(struct faults *f, int key)
{
	switch (key) {
	case OPT_FROM_START: return &f->from_start;
	case OPT_REATTACH: return &f->reattach;
	case OPT_NTH_FAULT: return &f->nth_fault;
	case OPT_ONCE: return &f->once;
	case OPT_TWICE: return &f->commit_twice;
	case OPT_STALE: return &f->stale_ids;
	case OPT_FOREIGN: return &f->foreign_ids;
	case OPT_SCRIBBLE: return &f->scribble;
	case OPT_LIE: return &f->lie;
	case OPT_ANY_RATES: return &f->any_rates;
	default: return NULL;
	}
}

static bool parse_engine(struct faults *f, const char *arg)
{
	struct engine *e = &f->engine[f->engines];
	char kind[4], end;

	if (f->engines == WARPCRYPT_ENGINES_MAX)
		return false;
	memset(e, 0, sizeof(*e));
	switch (sscanf(arg, "%3[a-z],%u,%llu,%u%c", kind, &e->lone_ns,
		       &e->bytes_per_s, &e->chain_ns, &end)) {
	case 1:
		if (strlen(arg) != strlen(kind))
			return false;
		break;
	case 4:
		break;
	default:
		return false;
	}
	if (strcmp(kind, "cpu") && strcmp(kind, "gpu"))
		return false;
	e->kind = *kind == 'c' ? WARPCRYPT_ENGINE_CPU : WARPCRYPT_ENGINE_GPU;
	f->engines++;
	return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct faults *faults = state->input;
	unsigned long *number = number_of(faults, key);
	bool *flag = flag_of(faults, key);
	char *end;

	if (flag) {
		*flag = true;
		return 0;
	}
	if (number) {
		errno = 0;
		*number = strtoul(arg, &end, 0);
		if (errno || end == arg || *end || *arg == '-')
			argp_error(state, "'%s' is not a number", arg);
		return 0;
	}
	switch (key) {
	case OPT_ENGINE:
		if (!parse_engine(faults, arg))
			argp_error(state, "'%s' is no engine, or one too many",
				   arg);
		return 0;
	case OPT_DEVICE:
		faults->device = arg;
		return 0;
	case OPT_COUNTS:
		faults->counts = arg;
		return 0;
	case OPT_TRACE:
		faults->trace = arg;
		return 0;
	case OPT_PRINT_COUNTS:
		exit(counts_print(arg));
	case ARGP_KEY_ARG:
		argp_error(state, "unexpected argument '%s'", arg);
	}
	return ARGP_ERR_UNKNOWN;
}

/**
 * faults_parse() - read the command line
 * @faults: filled in
 * @argc: as of main()
 * @argv: as of main()
 *
 * Exits with a message if it is wrong.
 */
void faults_parse(struct faults *faults, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.doc = "A helper for tests that processes frames with the CPU and injects the given faults.",
	};

	memset(faults, 0, sizeof(*faults));
	faults->frame_size = 65536;
	faults->frames = 16;
	faults->key_slots = 64;
	faults->device = WARPCRYPT_DEVICE;
	faults->seed = 1;
	argp_parse(&argp, argc, argv, 0, NULL, faults);
	if (!faults->engines)
		parse_engine(faults, "cpu");
	if (2 * faults->engines > faults->frames) {
		fprintf(stderr, "hostile-helper: %u engines need --frames=%u at least\n",
			faults->engines, 2 * faults->engines);
		exit(2);
	}
}
