// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/lib_open.h"

#include "tests/unit/lib_idle.h"

struct warpcrypt *lib_open_with(const struct warpcrypt_options *o)
{
	struct warpcrypt *w;

	if (warpcrypt_open(&w, o))
		fail_msg("%s", warpcrypt_error());
	return w;
}

struct warpcrypt *lib_open(const char *backend)
{
	return LIB_OPEN(.backend = backend, .threads = 2,
			.memory = strcmp(backend, "cpu") ? LIB_SMALL_SHARED : LIB_SMALL);
}

void lib_close(struct warpcrypt *w)
{
	const char *left = lib_idle_queue(w);

	if (left)
		fail_msg("%s", left);
	warpcrypt_close(w);
}

void lib_test(const char *backend, void (*test)(struct warpcrypt *w))
{
	struct warpcrypt *w;

	if (backend == LIB_EITHER)
		lib_test("cpu", test);
	w = lib_open(backend == LIB_EITHER ? "cuda" : backend);
	test(w);
	lib_close(w);
}
