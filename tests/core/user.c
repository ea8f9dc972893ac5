// SPDX-License-Identifier: GPL-2.0-only
/* The memory of helpers, in which arenas lie. */
#include "tests/core/user.h"

#define REGIONS_MAX	16

static struct {
	u8 *at;
	size_t len;
} regions[REGIONS_MAX];

u8 *user_memory_get(size_t len)
{
	u8 *at = aligned_alloc(PAGE_SIZE, len);
	int i;

	memset(at, 0xa5, len);
	sim_enter();
	for (i = 0; i < REGIONS_MAX && regions[i].at; i++)
		;
	if (i == REGIONS_MAX)
		broken("too many arenas");
	regions[i].at = at;
	regions[i].len = len;
	sim_leave();
	return at;
}

void user_memory_put(u8 *at)
{
	int i;

	sim_enter();
	for (i = 0; i < REGIONS_MAX; i++)
		if (regions[i].at == at)
			regions[i].at = NULL;
	sim_leave();
	free(at);
}

bool user_memory_holds(u64 addr, u64 len)
{
	bool holds = false;
	int i;

	sim_enter();
	for (i = 0; i < REGIONS_MAX; i++)
		holds |= regions[i].at && addr == (uintptr_t)regions[i].at &&
			 len <= regions[i].len;
	sim_leave();
	return holds;
}

/* Not memcpy(): ThreadSanitizer would see through this function's attribute. */
__attribute__((no_sanitize("thread"), noinline))
void arena_copy(void *to, const void *from, size_t len)
{
	const u64 *f8 = from;
	const u8 *f;
	u64 *t8 = to;
	u8 *t;

	if (!((uintptr_t)to % 8) && !((uintptr_t)from % 8))
		for (; len >= 8; len -= 8)
			*(volatile u64 *)t8++ = *f8++;
	t = (u8 *)t8;
	f = (const u8 *)f8;
	while (len--)
		*(volatile u8 *)t++ = *f++;
	sim_step();
}

void arena_xor(void *to, const void *from, const void *stream, size_t len)
{
	arena_copy(to, stream, len);
	crypto_xor(to, from, len);
}
