// SPDX-License-Identifier: GPL-2.0-only
/* What is left of an attachment that ends. */

#include "kmod/path.h"
#include "tests/core/cases.h"
#include "tests/core/desk.h"
#include "tests/core/item.h"
#include "tests/core/must.h"

#define KEY_BYTE	0x5a

static u32 key_bytes(const struct desk *d)
{
	const u8 *arena = (const u8 *)(uintptr_t)d->attach.arena_addr;
	u64 i;
	u32 n = 0;

	for (i = 0; i < d->attach.arena_len; i++)
		n += arena[i] == KEY_BYTE;
	return n;
}

/* The helper's file stays open, and it sees the arena. */
static void keys_are_wiped(struct desk *d)
{
	enum wc_reason why;
	struct item item;

	desk_open(d, 4);
	item_init(&item, 100);
	memset(item.key.bytes, KEY_BYTE, item.key.len);
	if (submit_live(&item.rq, true, &why) != -EINPROGRESS)
		broken("no room");
	must_be("bytes of the key", key_bytes(d), 16, 20);
	wc_link_kill_live(d->attach.generation, WC_MISMATCH);
	must_be("bytes of the key that are left", key_bytes(d), 0, 4);
	must_be("lost", item.lost, 1, 1);
	desk_close(d);
}

/* The file is closed before the attachment is live, or after. */
static void closed_at_once(struct desk *d)
{
	struct item item;

	desk_choose(d, 4, 1, 0);
	desk_attach(d);
	nap_ms(sim_random(2));
	desk_close(d);
	must_be("live", module_is_live(), 0, 0);
	if (item_submit(&item, 100) != -EAGAIN)
		broken("a request is taken");
}

const struct core_case end_cases[] = {
	{ "no key is left in the arena of a link that has ended", keys_are_wiped, 10 },
	{ "an attachment that is closed at once is not live", closed_at_once, 100 },
	{ }
};
