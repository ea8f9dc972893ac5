/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions of libraries that are loaded at run time: CUDA's driver, NVML.
 */
#ifndef WARPCRYPT_HELPER_ENGINE_SYMBOLS_H
#define WARPCRYPT_HELPER_ENGINE_SYMBOLS_H

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* @member: offset of the pointer to the function in a structure. */
struct wc_symbol {
	const char *name;
	size_t member;
};

/*
 * Fill in a structure of pointers to functions. Returns NULL; or the name of the first
 * function that the library does not have.
 */
static inline const char *wc_symbols_find(void *library, void *to,
					  const struct wc_symbol *symbols,
					  size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		void *at = dlsym(library, symbols[i].name);

		if (!at)
			return symbols[i].name;
		memcpy((char *)to + symbols[i].member, &at, sizeof(at));
	}
	return NULL;
}

#endif /* WARPCRYPT_HELPER_ENGINE_SYMBOLS_H */
