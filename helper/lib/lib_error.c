// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_error.h"

#include "helper/lib/libwarpcrypt.h"

_Thread_local struct wc_error lib_error;

const char *warpcrypt_error(void)
{
	return lib_error.text;
}
