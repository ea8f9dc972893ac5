// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "helper/lib/lib_error.h"

static size_t size_of(const void *from)
{
	size_t size;

	memcpy(&size, from, sizeof(size));
	return size;
}

/**
 * lib_sized_check() - can this version read a structure?
 * @from: the caller's; a size_t with its size comes first
 * @least: the size that it had in the first version
 * @known: the size that it has now
 * @what: its name, for the error line
 *
 * Return: 0; -EINVAL: it is too small; -E2BIG: it has members that are unknown here,
 * and are not 0
 */
int lib_sized_check(const void *from, size_t least, size_t known,
		    const char *what)
{
	const uint8_t *bytes = from;
	size_t size = size_of(from), i;

	if (size < least)
		return lib_fail(-EINVAL,
				"%s: its size is %zu: set it to sizeof(struct %s)",
				what, size, what);
	for (i = known; i < size; i++)
		if (bytes[i])
			return lib_fail(-E2BIG,
					"%s: byte %zu is set, and this version has %zu",
					what, i, known);
	return 0;
}

/**
 * lib_sized_copy() - copy a structure to one of this version's size
 * @to: where to; members that the caller's lacks become 0
 * @from: the caller's
 * @least: as in lib_sized_check()
 * @known: the size of @to
 * @what: as in lib_sized_check()
 *
 * Return: as lib_sized_check()
 */
int lib_sized_copy(void *to, const void *from, size_t least, size_t known,
		   const char *what)
{
	size_t size;
	int ret = lib_sized_check(from, least, known, what);

	if (ret)
		return ret;
	size = size_of(from);
	memset(to, 0, known);
	memcpy(to, from, size < known ? size : known);
	return 0;
}
