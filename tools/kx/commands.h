/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of warpcrypt-kx. */
#ifndef WARPCRYPT_TOOLS_KX_COMMANDS_H
#define WARPCRYPT_TOOLS_KX_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

#include "helper/lib/libwarpcrypt.h"
#include "tools/kx/curve.h"

/* What the command line says. */
struct arguments {
	const char *command;
	const char *files[2];
	unsigned int file_count;
	const struct curve *curve;
	const char *output;	/* where results go, or NULL: standard output */
	const char *format;	/* "hex", "pem" or NULL */
	const char *driver;	/* the kernel's algorithm or driver */
	struct warpcrypt_options engine;	/* of batch */
	bool progress;		/* say how far it is */
};

/* The state of a command. */
struct run {
	const struct arguments *args;
	FILE *out;		/* the file of the results */
	bool pem;		/* keys are written as PEM */
	unsigned long done;	/* results so far */
	unsigned long none;	/* elements without one */
	int error;		/* errno of the write to @out that failed */
};

/* They print errors and return false. */
bool command_keygen(struct run *r);
bool command_public(struct run *r);
bool command_derive(struct run *r);
bool command_batch(struct run *r);

#endif /* WARPCRYPT_TOOLS_KX_COMMANDS_H */
