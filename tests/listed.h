/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WARPCRYPT_TESTS_LISTED_H
#define WARPCRYPT_TESTS_LISTED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether @name is one of the names in @list, which have commas between them. */
static inline bool is_listed(const char *name, const char *list)
{
	size_t len;

	for (; *list; list += len + (list[len] == ',')) {
		len = strcspn(list, ",");
		if (strlen(name) == len && !strncmp(name, list, len))
			return true;
	}
	return false;
}

#endif /* WARPCRYPT_TESTS_LISTED_H */
