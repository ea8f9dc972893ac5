// SPDX-License-Identifier: GPL-2.0-only
#include "tests/hostile/faults.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kmod/uapi/warpcrypt.h"

/* An option's key: what it sets, and where that is in struct faults. */
enum { IS_NUMBER = 0x10000, IS_FLAG = 0x20000, IS_TEXT = 0x30000, PLACE = 0xffff };
#define NUMBER(member)	(IS_NUMBER + offsetof(struct faults, member))
#define FLAG(member)	(IS_FLAG + offsetof(struct faults, member))
#define TEXT(member)	(IS_TEXT + offsetof(struct faults, member))
/* And those that are none of these. */
enum { OPT_ENGINE = 256, OPT_PRINT_COUNTS };

static const struct argp_option options[] = {
	{ .doc = "The arena:" },
	{ "frame-size", NUMBER(frame_size), "BYTES", 0, "65536 by default", 0 },
	{ "frames", NUMBER(frames), "N", 0, "16 by default", 0 },
	{ "key-slots", NUMBER(key_slots), "N", 0, "64 by default", 0 },
	{ "device", TEXT(device), "PATH", 0, WARPCRYPT_DEVICE " by default", 0 },
	{ "engine", OPT_ENGINE, "KIND[,LONE_NS,BYTES_PER_S,CHAIN_NS]", 0,
	  "An engine, cpu or gpu, and its rates in all modes; again for the next. By default one without rates", 0 },
	{ .doc = "When:" },
	{ "from-start", FLAG(from_start), NULL, 0,
	  "Inject faults during the known answers too", 0 },
	{ "reattach", FLAG(reattach), NULL, 0, "Attach again whenever an attachment ends", 0 },
	{ "lives", NUMBER(lives), "N", 0, "With --reattach: N times", 0 },
	{ "kill-after", NUMBER(kill_after), "N", 0,
	  "With --reattach: SIGKILL each process after a random number of frames, up to N", 0 },
	{ "stop-every", NUMBER(stop_every), "N", 0,
	  "With --kill-after: SIGSTOP every Nth, and SIGKILL it when the module has ended the attachment", 0 },
	{ "once", FLAG(once), NULL, 0, "Inject faults that count to N only once", 0 },
	{ "seed", NUMBER(seed), "N", 0, "Seed of random choices, 1 by default", 0 },
	{ .doc = "What has happened:" },
	{ "counts", TEXT(counts), "FILE", 0,
	  "Count the faults that happen, in a file that outlives the helper", 0 },
	{ "print-counts", OPT_PRINT_COUNTS, "FILE", 0,
	  "Print such a file, and do nothing else", 0 },
	{ "trace", TEXT(trace), "FILE", 0,
	  "Write a line about each descriptor: cipher, mode, bytes of its key, direction, bytes, first block", 0 },
	{ .doc = "Faults, which can be combined:" },
	{ "drop-piece", NUMBER(drop_piece), "N", 0,
	  "Never commit the Nth piece of a request longer than a frame", 0 },
	{ "drop-every", NUMBER(drop_every), "N", 0, "Never commit every Nth frame", 0 },
	{ "delay-ms", NUMBER(delay_ms), "MS", 0, "Wait before every commit", 0 },
	{ "jitter-ms", NUMBER(jitter_ms), "MS", 0, "Wait a random time up to this in addition", 0 },
	{ "commit-twice", FLAG(commit_twice), NULL, 0, "Commit every frame twice", 0 },
	{ "stale-ids", FLAG(stale_ids), NULL, 0, "Commit frames that were committed long ago", 0 },
	{ "foreign-ids", FLAG(foreign_ids), NULL, 0, "Commit frames that were not handed out", 0 },
	{ "scribble", FLAG(scribble), NULL, 0,
	  "Write random bytes into the arena continuously", 0 },
	{ "flip", NUMBER(flip), "N", 0, "N processes write into all descriptors continuously", 0 },
	{ "nth-fault", FLAG(nth_fault), NULL, 0,
	  "In some ENTERs an allocation in the kernel fails, or a copy (with fault injection only)", 0 },
	{ "lie", FLAG(lie), NULL, 0, "Put garbage into every field", 0 },
	{ "fail-every", NUMBER(fail_every), "N", 0, "Report -EIO for every Nth frame", 0 },
	{ "wrong-every", NUMBER(wrong_every), "N", 0, "Flip a bit in every Nth frame", 0 },
	{ "die-after", NUMBER(die_after), "N", 0, "SIGKILL itself after N frames", 0 },
	{ "stop-after", NUMBER(stop_after), "N", 0, "SIGSTOP itself after N frames", 0 },
	{ "close-after", NUMBER(close_after), "N", 0,
	  "Close the device after N frames with more not committed", 0 },
	{ "fork-after", NUMBER(fork_after), "N", 0,
	  "Die after N frames while a child keeps the device open", 0 },
	{ "hold-after", NUMBER(hold_after), "N", 0, "Commit nothing after N frames", 0 },
	{ "retire-every", NUMBER(retire_every), "N", 0,
	  "RETIRE an engine every N frames, but not the last", 0 },
	{ "any-rates", FLAG(any_rates), NULL, 0, "RATES with random numbers again and again", 0 },
	{ "unmap-after", NUMBER(unmap_after), "N", 0,
	  "Unmap the arena after N frames and continue to commit", 0 },
	{ 0 }
};

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
	void *member = (char *)faults + (key & PLACE);
	char *end;

	switch (key & ~PLACE) {
	case IS_NUMBER:
		errno = 0;
		*(unsigned long *)member = strtoul(arg, &end, 0);
		if (errno || end == arg || *end || *arg == '-')
			argp_error(state, "'%s' is not a number", arg);
		return 0;
	case IS_FLAG:
		*(bool *)member = true;
		return 0;
	case IS_TEXT:
		*(const char **)member = arg;
		return 0;
	}
	switch (key) {
	case OPT_ENGINE:
		if (!parse_engine(faults, arg))
			argp_error(state, "'%s' is no engine, or one too many",
				   arg);
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
