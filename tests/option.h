/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_OPTION_H
#define WARPCRYPT_TESTS_OPTION_H

#include <stdlib.h>
#include <string.h>

/* The text in the last argument of the form @name=TEXT, or @value. */
static inline const char *option_text(int argc, char **argv, const char *name,
				      const char *value)
{
	size_t len = strlen(name);
	int i;

	for (i = 1; i < argc; i++)
		if (!strncmp(argv[i], name, len) && argv[i][len] == '=')
			value = argv[i] + len + 1;
	return value;
}

/* The same for a number. */
static inline unsigned long option(int argc, char **argv, const char *name,
				   unsigned long value)
{
	const char *text = option_text(argc, argv, name, NULL);

	return text ? strtoul(text, NULL, 0) : value;
}

#endif /* WARPCRYPT_TESTS_OPTION_H */
