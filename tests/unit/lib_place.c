// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/unit/lib_place.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/unit.h"

/* What a request is to have at its destination; @q NULL: not in use. */
struct expected {
	const struct warpcrypt_request *q;
	uint8_t *bytes;
};

/* More than all other memory of a test. */
#define HOLE		((size_t)4 << 30)

/*
 * Pages below a hole. The kernel takes new mappings from the top of the highest hole that
 * is long enough, so nothing comes where a test unmaps some of these pages.
 */
uint8_t *place_pages(size_t len)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *pages;

	len = (len + page - 1) / page * page;
	pages = mmap(NULL, len + HOLE, PROT_NONE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_true(pages != MAP_FAILED);
	assert_int_equal(mprotect(pages, len, PROT_READ | PROT_WRITE), 0);
	assert_int_equal(munmap(pages + len, HOLE), 0);
	return pages;
}

void place_open_with(struct place *p, struct warpcrypt *w, size_t len)
{
	memset(p, 0, sizeof(*p));
	p->w = w;
	p->len = len;
	p->memory = place_pages(len);
}

void place_open(struct place *p, const char *backend, size_t len)
{
	place_open_with(p, lib_open(backend), len);
}

void place_close(struct place *p)
{
	place_free(p);
	lib_close(p->w);
	munmap(p->memory, p->len);
}

void place_test(const char *backend, size_t len, void (*test)(struct place *p))
{
	struct place p;

	if (backend == LIB_EITHER)
		place_test("cpu", len, test);
	place_open(&p, backend == LIB_EITHER ? "cuda" : backend, len);
	test(&p);
	place_close(&p);
}

void place_key(struct place *p, uint8_t cipher, uint8_t mode, uint16_t len)
{
	sample_key(p->w, &p->key, &p->rand, cipher, mode, len);
	p->expected = NULL;
	p->room = 0;
}

void place_free(struct place *p)
{
	size_t i;

	for (i = 0; i < p->room; i++)
		free(p->expected[i].bytes);
	free(p->expected);
	p->expected = NULL;
	p->room = 0;
	warpcrypt_key_free(p->w, p->key.ours);
	p->key.ours = NULL;
}

static struct expected *expect(struct place *p, const struct warpcrypt_request *q)
{
	struct expected *e = p->expected;
	size_t i;

	for (i = 0; i < p->room; i++)
		if (e[i].q == q)
			return &e[i];
	for (i = 0; i < p->room && e[i].q; i++)
		;
	if (i == p->room) {
		p->room = p->room ? 2 * p->room : 16;
		p->expected = realloc(e, p->room * sizeof(*e));
		assert_non_null(p->expected);
		memset(p->expected + i, 0, (p->room - i) * sizeof(*e));
	}
	return &p->expected[i];
}

void place_request(struct place *p, struct warpcrypt_request *q, size_t src, size_t dst,
		   size_t len, bool decrypt)
{
	struct expected *e = expect(p, q);
	uint8_t *from = p->memory + src;

	rand_fill(&p->rand, from, len);
	*q = (struct warpcrypt_request){
		.size = sizeof(*q), .key = p->key.ours, .decrypt = decrypt,
		.src = from, .dst = p->memory + dst, .len = len,
	};
	rand_fill(&p->rand, q->iv, sizeof(q->iv));
	e->q = q;
	free(e->bytes);
	e->bytes = sample_expected(q, &p->key.theirs);
}

void place_check(struct place *p, const struct warpcrypt_request *q)
{
	struct expected *e = expect(p, q);

	assert_ptr_equal(e->q, q);
	assert_int_equal(q->status, 0);
	if (memcmp(q->dst, e->bytes, q->len))
		fail_msg("%zu bytes: wrong", q->len);
	e->q = NULL;
}

void place_check_all(struct place *p, const struct warpcrypt_request *q, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		place_check(p, &q[i]);
}

void place_run(struct place *p, struct warpcrypt_request *q, size_t count)
{
	assert_int_equal(warpcrypt_run(p->w, q, count), 0);
	place_check_all(p, q, count);
}
