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
/* And those that are none of these. */
enum { OPT_ENGINE = 256, OPT_PRINT_COUNTS };

#define SECTION(text)				{ .doc = text },
#define NUMBER(member, name, arg, text)		\
	{ name, IS_NUMBER + offsetof(struct faults, member), arg, 0, text, 0 },
#define TEXT(member, name, arg, text)		\
	{ name, IS_TEXT + offsetof(struct faults, member), arg, 0, text, 0 },
#define FLAG(member, name, text)		\
	{ name, IS_FLAG + offsetof(struct faults, member), NULL, 0, text, 0 },
#define OTHER(key, name, arg, text)		{ name, key, arg, 0, text, 0 },

static const struct argp_option options[] = {
	FAULT_OPTIONS(SECTION, NUMBER, TEXT, FLAG, OTHER)
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

/* Read the command line; exits with a message if it is wrong. */
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
	faults->queues = 1;
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
