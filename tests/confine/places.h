/* SPDX-License-Identifier: GPL-2.0-only */
/* What settings of a unit hide or make read-only: by mounts in a namespace of its own. */
#ifndef WARPCRYPT_TESTS_CONFINE_PLACES_H
#define WARPCRYPT_TESTS_CONFINE_PLACES_H

#include <stdbool.h>

bool places_know(const char *setting);
int places_apply(const char *setting);

#endif /* WARPCRYPT_TESTS_CONFINE_PLACES_H */
