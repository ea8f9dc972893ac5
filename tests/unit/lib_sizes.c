// SPDX-License-Identifier: GPL-2.0-only
/* libwarpcrypt's structures, of programs that are older or newer. */
#include <errno.h>
#include <string.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/unit/lib_open.h"
#include "tests/unit/lib_place.h"

/* A version, and structures of programs that are older or newer. */
TEST(sizes)
{
	struct bigger {
		struct warpcrypt_request request;
		uint64_t more;
	} q[3];
	struct {
		struct warpcrypt_options options;
		uint64_t more;
	} o = { { .size = sizeof(o), .backend = "cpu", .threads = 1 }, 0 };
	unsigned int version = warpcrypt_version(), a, b, c;
	static uint8_t memory[4096];
	struct place p = { .len = 0 };
	struct warpcrypt_work work = { 0 };
	struct warpcrypt_batch *batch;
	struct warpcrypt *old;
	int i;

	assert_int_equal(sscanf(WARPCRYPT_VERSION, "%u.%u.%u", &a, &b, &c), 3);
	assert_int_equal(version, a << 16 | b << 8 | c);
	assert_int_equal(version, WARPCRYPT_HEADER_VERSION);
	assert_int_equal(warpcrypt_open(&p.w, &o.options), 0);
	o.more = 1;
	REFUSED(-E2BIG, warpcrypt_open(&p.w, &o.options));
	o.options.size = offsetof(struct warpcrypt_options, gpus) - 1;
	REFUSED(-EINVAL, warpcrypt_open(&p.w, &o.options));
	/* Of the first version, which had no more. */
	o.options.gpus = "none of its business";
	o.options.size++;
	assert_int_equal(warpcrypt_open(&old, &o.options), 0);
	warpcrypt_close(old);
	o.options.size = 0;
	REFUSED(-EINVAL, warpcrypt_open(&p.w, &o.options));

	p.memory = memory;
	place_key(&p, WARPCRYPT_CIPHER_AES, WARPCRYPT_MODE_CBC, 16);
	for (i = 0; i < 3; i++) {
		memset(&q[i], 0, sizeof(q[i]));
		place_request(&p, &q[i].request, 64 * i, 1024 + 64 * i, 64, i == 1);
		q[i].request.size = sizeof(q[i]);
	}
	assert_int_equal(warpcrypt_run(p.w, &q[0].request, 3), 0);
	for (i = 0; i < 3; i++)
		place_check(&p, &q[i].request);
	q[2].more = 1;
	REFUSED(-E2BIG, warpcrypt_run(p.w, &q[0].request, 3));
	q[2].more = 0;
	q[2].request.size = sizeof(q[2].request);
	REFUSED(-EINVAL, warpcrypt_run(p.w, &q[0].request, 3));
	q[0].request.size = 8;
	REFUSED(-EINVAL, warpcrypt_run(p.w, &q[0].request, 1));
	REFUSED(-EINVAL, warpcrypt_begin(p.w, &work, &batch));
	place_free(&p);
	warpcrypt_close(p.w);
}
