/* SPDX-License-Identifier: GPL-2.0-only */
/* Structures of callers that were built with another version of the header. */
#ifndef WARPCRYPT_HELPER_LIB_SIZED_H
#define WARPCRYPT_HELPER_LIB_SIZED_H

#include <stddef.h>

int lib_sized_check(const void *from, size_t least, size_t known,
		    const char *what);
int lib_sized_copy(void *to, const void *from, size_t least, size_t known,
		   const char *what);

#endif /* WARPCRYPT_HELPER_LIB_SIZED_H */
