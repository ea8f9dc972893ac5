/* SPDX-License-Identifier: GPL-2.0-only */
/* System calls that settings of a unit forbid, as systemd forbids them: by seccomp. */
#ifndef WARPCRYPT_TESTS_CONFINE_FILTERS_H
#define WARPCRYPT_TESTS_CONFINE_FILTERS_H

#include <stdbool.h>

int filters_apply(const char *setting);

#endif /* WARPCRYPT_TESTS_CONFINE_FILTERS_H */
