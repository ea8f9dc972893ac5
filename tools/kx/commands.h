/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands of warpcrypt-kx. */
#ifndef WARPCRYPT_TOOLS_KX_COMMANDS_H
#define WARPCRYPT_TOOLS_KX_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

#include "helper/lib/libwarpcrypt.h"
#include "tools/kx/curve.h"

/**
 * struct arguments - what the command line says
 * @command: the command
 * @files: its files
 * @file_count: how many
 * @curve: the curve
 * @output: where results go, or NULL: standard output
 * @format: "hex", "pem" or NULL
 * @driver: the kernel's algorithm or driver
 * @engine: the engine of batch
 * @progress: say how far it is
 */
struct arguments {
	const char *command;
	const char *files[2];
	unsigned int file_count;
	const struct curve *curve;
	const char *output;
	const char *format;
	const char *driver;
	struct warpcrypt_options engine;
	bool progress;
};

/**
 * struct run - the state of a command
 * @args: its arguments
 * @out: the file of the results
 * @pem: keys are written as PEM
 * @done: results so far
 * @none: elements without one
 * @error: errno of the write to @out that failed
 */
struct run {
	const struct arguments *args;
	FILE *out;
	bool pem;
	unsigned long done;
	unsigned long none;
	int error;
};

/* They print errors and return false. */
bool command_keygen(struct run *r);
bool command_public(struct run *r);
bool command_derive(struct run *r);
bool command_batch(struct run *r);

#endif /* WARPCRYPT_TOOLS_KX_COMMANDS_H */
