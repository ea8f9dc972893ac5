/* SPDX-License-Identifier: GPL-2.0-only */
/* What is wrong with requests, multiplications and signatures. */
#ifndef WARPCRYPT_HELPER_LIB_CHECK_H
#define WARPCRYPT_HELPER_LIB_CHECK_H

#include "helper/lib/lib_types.h"

const char *lib_check(const struct lib_key *key,
		      const struct warpcrypt_request *r);
const char *lib_check_points(const struct warpcrypt_points *p, int group);
const char *lib_check_signatures(const struct warpcrypt_signatures *s);
int lib_check_explain(const struct warpcrypt *w,
		      const struct warpcrypt_request *r, size_t i);

#endif /* WARPCRYPT_HELPER_LIB_CHECK_H */
