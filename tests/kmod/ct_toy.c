// SPDX-License-Identifier: GPL-2.0-only
/*
 * A toy cipher (it XORs the key), to test what warpcrypt_ct.ko does when a cipher
 * computes a wrong result: the parameter fault selects the error.
 */

#include <crypto/algapi.h>
#include <linux/module.h>
#include <linux/string.h>

#include "kmod/ct/ct.h"

static char *fault = "none";
module_param(fault, charp, 0400);
MODULE_PARM_DESC(fault, "which error to make: none, encrypt, decrypt, FORM-encrypt, FORM-decrypt, schedule, vector; FORM is one of kmod/ct/forms.h");

#define TOY_KEY		"000102030405060708090a0b0c0d0e0f"

struct toy_key {
	u8 wide[WCCT_BLOCK];
	u8 schedule[WCCT_BLOCK];
};

static bool toy_fault(const char *name)
{
	return !strcmp(fault, name);
}

static void toy_schedule(void *schedule, const u8 *key, unsigned int len)
{
	memcpy(schedule, key, WCCT_BLOCK);
	if (toy_fault("schedule"))
		((u8 *)schedule)[3] ^= 1;
}

static void toy_expand(void *wide, const u8 *key, unsigned int len)
{
	struct toy_key *expanded = wide;

	memcpy(expanded->wide, key, WCCT_BLOCK);
	memcpy(expanded->schedule, key, WCCT_BLOCK);
}

static void toy_one(const void *schedule, bool decrypt, u8 *dst, const u8 *src)
{
	crypto_xor_cpy(dst, src, schedule, WCCT_BLOCK);
	if (toy_fault(decrypt ? "decrypt" : "encrypt"))
		dst[15] ^= 0x80;
}

static void toy_wide(enum wcct_form_number number, const void *wide,
		     bool decrypt, u8 *dst, const u8 *src)
{
	const struct toy_key *expanded = wide;
	const struct wcct_form *form = &wcct_forms[number];
	size_t i, len = form->lanes * WCCT_BLOCK;
	char name[16];

	for (i = 0; i < len; i += WCCT_BLOCK)
		crypto_xor_cpy(dst + i, src + i, expanded->wide, WCCT_BLOCK);
	snprintf(name, sizeof(name), "%s-%s", form->name,
		 decrypt ? "decrypt" : "encrypt");
	if (toy_fault(name))
		dst[len - 1] ^= 1;
}

/* All the same: plain C. */
#define TOY_WIDE(_FORM, _form, ...)					\
static void toy_##_form(const void *wide, bool decrypt, void *planes,	\
			u8 *dst, const u8 *src)				\
{									\
	toy_wide(WCCT_##_FORM, wide, decrypt, dst, src);		\
}

WCCT_FORMS(TOY_WIDE)

#define TOY_NAME(_FORM, _form, ...)	toy_##_form,

static wcct_wide_fn *const toy_forms[WCCT_FORM_COUNT] = {
	WCCT_FORMS(TOY_NAME)
};

static struct wcct_vector toy_vectors[] = {
	{ "no standard, 1", TOY_KEY, "00000000000000000000000000000000", TOY_KEY },
	{ "no standard, 2", "ffffffffffffffffffffffffffffffff", TOY_KEY,
	  "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0" },
	{ }
};

static struct wcct_cipher toy = {
	.name = "toy",
	.owner = THIS_MODULE,
	.min_key = WCCT_BLOCK,
	.max_key = WCCT_BLOCK,
	.key_step = 1,
	.schedule_size = WCCT_BLOCK,
	.wide_size = sizeof(struct toy_key),
	.schedule_at = offsetof(struct toy_key, schedule),
	.schedule = toy_schedule,
	.expand = toy_expand,
	.one = toy_one,
	.vectors = toy_vectors,
};

static int __init toy_init(void)
{
	unsigned int i;

	for (i = 0; i < WCCT_FORM_COUNT; i++)
		toy.code[i].wide = toy_forms[i];
	if (toy_fault("vector"))
		toy_vectors[1].plain = "not hexadecimal, and its length is right";
	return wcct_register(&toy);
}

static void __exit toy_exit(void)
{
	wcct_unregister(&toy);
}

module_init(toy_init);
module_exit(toy_exit);

MODULE_DESCRIPTION("A toy cipher, to test the self-tests of warpcrypt_ct");
MODULE_LICENSE("GPL");
