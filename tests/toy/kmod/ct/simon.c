// SPDX-License-Identifier: GPL-2.0-only
/* SIMON 128/128 (ePrint 2013/404) in constant time. */
#include "ct.h"

#include <linux/module.h>

#include "kernels/block/simon.h"

static void simon_ct_schedule(void *schedule, const u8 *key, unsigned int len)
{
	simon_schedule(schedule, key, len);
}

static void simon_ct_expand(void *wide, const u8 *key, unsigned int len)
{
	simon_expand(wide, key, len);
}

static void simon_ct_one(const void *schedule, bool decrypt, u8 *dst,
			 const u8 *src)
{
	simon_one(schedule, decrypt, dst, src);
}

static const struct wcct_vector simon_ct_vectors[] = {
	{ "ePrint 2013/404, appendix B",
	  "000102030405060708090a0b0c0d0e0f",
	  "2074726176656c6c6572732064657363",
	  "bc0b4ef82a83aa653ffe541e1e1b6849" },
	{ }
};

static struct wcct_cipher simon_ct = {
	WCCT_NAMED(SIMON, simon),
	.schedule_size = sizeof_field(struct simon_key, plain),
	.wide_size = sizeof(struct simon_key),
	.schedule_at = offsetof(struct simon_key, plain),
	.few = 4,
	.schedule = simon_ct_schedule,
	.expand = simon_ct_expand,
	.one = simon_ct_one,
	.vectors = simon_ct_vectors,
};

WCCT_MODULE(simon)

MODULE_DESCRIPTION("SIMON in constant time");
MODULE_LICENSE("GPL");
