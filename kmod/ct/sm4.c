// SPDX-License-Identifier: GPL-2.0-only
/*
 * SM4 (GB/T 32907-2016) in constant time; the kernel's sm4-generic uses lookup
 * tables.
 */
#include "ct.h"

#include <linux/module.h>

#include "kernels/block/sm4.h"

static void sm4_ct_schedule(void *schedule, const u8 *key, unsigned int len)
{
	sm4_schedule(schedule, key, len);
}

static void sm4_ct_expand(void *wide, const u8 *key, unsigned int len)
{
	sm4_expand(wide, key, len);
}

static void sm4_ct_one(const void *schedule, bool decrypt, u8 *dst,
		       const u8 *src)
{
	sm4_one(schedule, decrypt, dst, src);
}

static const struct wcct_vector sm4_ct_vectors[] = {
	{ "GB/T 32907-2016, A.1",
	  "0123456789abcdeffedcba9876543210",
	  "0123456789abcdeffedcba9876543210",
	  "681edf34d206965e86b3e94f536e4246" },
	{ }
};

static struct wcct_cipher sm4_ct = {
	WCCT_NAMED(SM4, sm4),
	.schedule_size = sizeof_field(struct sm4_key, plain),
	.wide_size = sizeof(struct sm4_key),
	.schedule_at = offsetof(struct sm4_key, plain),
	.few = 8,
	.schedule = sm4_ct_schedule,
	.expand = sm4_ct_expand,
	.one = sm4_ct_one,
	.vectors = sm4_ct_vectors,
};

WCCT_MODULE(sm4)
WARPCRYPT_OWN_MODES(WCCT_OWN_ALIASES)

MODULE_DESCRIPTION("SM4 in constant time");
MODULE_LICENSE("GPL");
