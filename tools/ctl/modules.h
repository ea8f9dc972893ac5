/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kernel modules: which are installed for which kernel.
 */
#ifndef WARPCRYPT_CTL_MODULES_H
#define WARPCRYPT_CTL_MODULES_H

#include <stdbool.h>
#include <stddef.h>

int modules_kernel(char *release, size_t size);
bool modules_installed(const char *release, const char *name);
bool modules_elsewhere(const char *release, const char *name, bool lacking, char *others,
		       size_t size);

#endif /* WARPCRYPT_CTL_MODULES_H */
