/* SPDX-License-Identifier: GPL-2.0-only */
/* Submitters and their requests. */
#ifndef WARPCRYPT_TESTS_CORE_REQUEST_H
#define WARPCRYPT_TESTS_CORE_REQUEST_H

#include "tests/core/model.h"

void submitter(void *arg);
/* Breaks if any request is in the module for too long. */
void requests_check(void);

#endif /* WARPCRYPT_TESTS_CORE_REQUEST_H */
