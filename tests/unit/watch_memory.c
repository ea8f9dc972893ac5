// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/unit/watch_memory.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#include "tests/unit/unit.h"

unsigned long watched_allocations;

/* Whether memory that the engine gets is remembered. */
static bool watching;

static struct {
	void *at;
	size_t len;
	bool own;
} blocks[4096];
static unsigned int block_count;

static void *remember(void *at, size_t len, bool own)
{
	unsigned int i;

	/* One of these, or one that was freed: sanitizers use no address again soon. */
	for (i = 0; i < block_count; i++)
		if (blocks[i].at == at || !blocks[i].len)
			break;
	assert_true(i < sizeof(blocks) / sizeof(blocks[0]));
	blocks[i].at = at;
	blocks[i].len = len;
	blocks[i].own = own;
	block_count += i == block_count;
	return at;
}

void watch_forget(void *at)
{
	unsigned int i;

	for (i = 0; i < block_count; i++)
		if (blocks[i].at == at)
			blocks[i].len = 0;
}

/* The engine's own memory. */
void *__real_aligned_alloc(size_t align, size_t len);
void *__wrap_aligned_alloc(size_t align, size_t len)
{
	void *at = __real_aligned_alloc(align, len);

	return at && watching ? remember(at, len, true) : at;
}

static void *count_malloc(size_t len, const char *file, int line)
{
	void *at = malloc(len);

	(void)file;
	(void)line;
	watched_allocations++;
	return at && watching ? remember(at, len, false) : at;
}

static void *count_realloc(void *old, size_t len, const char *file, int line)
{
	void *at;

	(void)file;
	(void)line;
	watched_allocations++;
	if (watching)
		watch_forget(old);
	at = realloc(old, len);
	return at && watching ? remember(at, len, false) : at;
}

static void count_free(void *old, const char *file, int line)
{
	(void)file;
	(void)line;
	if (watching)
		watch_forget(old);
	free(old);
}

bool watch_libcrypto(void)
{
	return CRYPTO_set_mem_functions(count_malloc, count_realloc, count_free);
}

void watch_begin(void)
{
	watching = true;
}

void watch_end(void)
{
	watching = false;
	block_count = 0;
}

size_t watch_own_bytes(void)
{
	size_t n = 0, i, j;

	for (i = 0; i < block_count; i++)
		for (j = 0; blocks[i].own && j < blocks[i].len; j++)
			n += ((uint8_t *)blocks[i].at)[j] != 0;
	return n;
}

unsigned int watch_search(const uint8_t *bytes, size_t len)
{
	unsigned int i, n = 0;
	const uint8_t *at;

	for (i = 0; i < block_count; i++) {
		const uint8_t *end = (uint8_t *)blocks[i].at + blocks[i].len;

		for (at = blocks[i].at; at + len <= end; at++) {
			at = memmem(at, (size_t)(end - at), bytes, len);
			if (!at)
				break;
			n++;
		}
	}
	return n;
}
