/* SPDX-License-Identifier: GPL-2.0-only */
/* A file of results takes the place of an old one when it is complete. */
#ifndef WARPCRYPT_TOOLS_REPLACE_H
#define WARPCRYPT_TOOLS_REPLACE_H

#include <stdbool.h>
#include <stdio.h>

/**
 * struct replace - a file that is being written
 * @file: the stream
 * @name: what it becomes; NULL: it is written in place
 * @temp: what it is called meanwhile
 */
struct replace {
	FILE *file;
	char *name;
	char *temp;
};

int replace_open(struct replace *r, const char *path, bool secret);
int replace_close(struct replace *r, bool complete);

#endif /* WARPCRYPT_TOOLS_REPLACE_H */
