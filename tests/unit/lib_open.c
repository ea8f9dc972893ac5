// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/lib_open.h"

#include "helper/lib/lib_engine.h"

struct warpcrypt *lib_open(const char *backend, size_t memory)
{
	struct warpcrypt_options o = {
		.size = sizeof(o), .backend = backend, .threads = 2,
		.memory = memory,
	};
	struct warpcrypt *w;

	if (warpcrypt_open(&w, &o))
		fail_msg("%s", warpcrypt_error());
	return w;
}

void lib_close(struct warpcrypt *w)
{
	pthread_mutex_lock(&w->queue.lock);
	assert_null(w->queue.first);
	assert_null(w->queue.again);
	/* Of an engine that has failed nobody asks for it. */
	assert_true(w->queue.broken || w->queue.waiting == 0);
	pthread_mutex_unlock(&w->queue.lock);
	warpcrypt_close(w);
}
