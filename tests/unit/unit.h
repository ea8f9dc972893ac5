/* SPDX-License-Identifier: GPL-2.0-only */
/* What cmocka wants to have been included before it. */
#ifndef WARPCRYPT_TESTS_UNIT_UNIT_H
#define WARPCRYPT_TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif /* WARPCRYPT_TESTS_UNIT_UNIT_H */
