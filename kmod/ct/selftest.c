// SPDX-License-Identifier: GPL-2.0-only
/*
 * Known answers, tested before anything is registered. The kernel's own tests
 * have SM4 but not Kuznyechik or SKINNY, and a wrong cipher would destroy data.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ct.h"

#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat.h"

/**
 * struct wcct_trial - memory for the tests of one example
 * @key: the key
 * @plain: the example's plaintext in each lane, with the number of the lane XORed
 *	into one byte
 * @sealed: the same encrypted block by block
 * @got: the result to be compared
 * @wide: the expanded key
 */
struct wcct_trial {
	u8 key[64];
	u8 plain[WCCT_LANES_MAX * WCCT_BLOCK];
	u8 sealed[WCCT_LANES_MAX * WCCT_BLOCK];
	u8 got[WCCT_LANES_MAX * WCCT_BLOCK];
	u8 wide[] __aligned(16);
};

/* Compares a block, encrypted and decrypted again, with the example. */
static bool wcct_one_right(const struct wcct_cipher *cipher,
			   const struct wcct_form *form, const void *schedule,
			   const struct wcct_trial *trial)
{
	struct wcct_core core = { .cipher = cipher, .form = form };
	const u8 *plain = trial->plain, *sealed = trial->sealed;
	u8 block[WCCT_BLOCK];

	wcct_one(&core, schedule, false, block, plain);
	if (memcmp(block, sealed, WCCT_BLOCK))
		return false;
	wcct_one(&core, schedule, true, block, block);
	return !memcmp(block, plain, WCCT_BLOCK);
}

/* Different blocks for all lanes, encrypted one by one. */
static void wcct_fill(const struct wcct_cipher *cipher,
		      struct wcct_trial *trial)
{
	const void *schedule = trial->wide + cipher->schedule_at;
	unsigned int lane;

	for (lane = 0; lane < WCCT_LANES_MAX; lane++) {
		u8 *plain = trial->plain + lane * WCCT_BLOCK;

		memcpy(plain, trial->plain, WCCT_BLOCK);
		if (lane)
			plain[lane % WCCT_BLOCK] ^= lane;
		cipher->one(schedule, false,
			    trial->sealed + lane * WCCT_BLOCK, plain);
	}
}

/* Does all lanes of a form, from @src to @trial->got. */
static void wcct_try(const struct wcct_core *core, struct wcct_trial *trial,
		     const u8 *src)
{
	struct wcct_scratch *scratch = wcct_scratch_get();

	wcct_blocks(core, scratch, trial->got, src, core->form->lanes);
	wcct_scratch_put(scratch, core, core->form->lanes * WCCT_BLOCK);
}

/* Compares all lanes of a form, both directions, with single blocks. */
static bool wcct_form_right(const struct wcct_cipher *cipher,
			    const struct wcct_form *form,
			    struct wcct_trial *trial)
{
	struct wcct_core core = {
		.cipher = cipher, .form = form, .wide = trial->wide,
	};
	size_t len = form->lanes * WCCT_BLOCK;

	if (!wcct_one_right(cipher, form, trial->wide + cipher->schedule_at,
			    trial))
		return false;
	wcct_try(&core, trial, trial->plain);
	if (memcmp(trial->got, trial->sealed, len))
		return false;
	core.decrypt = true;
	wcct_try(&core, trial, trial->got);
	return !memcmp(trial->got, trial->plain, len);
}

/*
 * Tests all forms that may be used; wrong ones are taken out. Without the first one
 * there is no cipher.
 */
static bool wcct_forms_right(struct wcct_cipher *cipher, const char *source,
			     struct wcct_trial *trial)
{
	unsigned int i;

	wcct_fill(cipher, trial);
	for (i = 0; i < WCCT_FORM_COUNT; i++) {
		if (!cipher->code[i].wide || !wcct_form_allowed(i) ||
		    wcct_form_right(cipher, &wcct_forms[i], trial))
			continue;
		if (i == WCCT_ANY)
			return false;
		pr_err("%s: %s: wrong answer to the example of %s; not used\n",
		       cipher->name, wcct_forms[i].title, source);
		cipher->code[i].wide = NULL;
	}
	return true;
}

/* Single blocks, with both ways to compute the round keys. */
static bool wcct_singles_right(const struct wcct_cipher *cipher,
			       struct wcct_trial *trial, unsigned int len)
{
	const void *schedule = trial->wide + cipher->schedule_at;

	cipher->expand(trial->wide, trial->key, len);
	if (!wcct_one_right(cipher, &wcct_forms[WCCT_ANY], schedule, trial))
		return false;
	/* XTS computes the round keys of the tweak key separately. */
	memset(trial->got, 0xff, sizeof(trial->got));
	cipher->schedule(trial->got, trial->key, len);
	return wcct_one_right(cipher, &wcct_forms[WCCT_ANY], trial->got, trial);
}

static int wcct_example(struct wcct_cipher *cipher,
			const struct wcct_vector *vector,
			struct wcct_trial *trial)
{
	unsigned int len = strlen(vector->key) / 2;

	if (len > sizeof(trial->key) || !wcct_key_fits(cipher, len) ||
	    hex2bin(trial->key, vector->key, len) ||
	    hex2bin(trial->plain, vector->plain, WCCT_BLOCK) ||
	    hex2bin(trial->sealed, vector->sealed, WCCT_BLOCK)) {
		pr_err("%s: the example of %s is malformed\n",
		       cipher->name, vector->source);
		return -EINVAL;
	}
	if (wcct_singles_right(cipher, trial, len) &&
	    wcct_forms_right(cipher, vector->source, trial))
		return 0;
	pr_err("%s: wrong answer to the example of %s; not registered, because it would damage data\n",
	       cipher->name, vector->source);
	return -EBADMSG;
}

/* The last form of those that are right is the fastest. */
static void wcct_choose(struct wcct_cipher *cipher)
{
	unsigned int i;

	for (i = 0; i < WCCT_FORM_COUNT; i++) {
		if (!cipher->code[i].wide || !wcct_form_allowed(i))
			continue;
		if (wcct_forms[i].vectors)
			cipher->simd = &wcct_forms[i];
		else
			cipher->general = &wcct_forms[i];
	}
}

/**
 * wcct_selftest() - test a cipher with its known answers and choose its forms
 * @cipher: the cipher; @general and @simd are set, and wrong forms taken out
 *
 * Return: 0; -EBADMSG if an answer is wrong, which is logged; -ENOMEM; -EINVAL if a
 * vector is malformed or there is none. Sleeps.
 */
int wcct_selftest(struct wcct_cipher *cipher)
{
	const struct wcct_vector *vector = cipher->vectors;
	struct wcct_trial *trial;
	int ret = -EINVAL;

	trial = kvzalloc(struct_size(trial, wide, cipher->wide_size),
			 GFP_KERNEL);
	if (!trial)
		return -ENOMEM;
	/* Until it is known which forms are right. */
	cipher->general = &wcct_forms[WCCT_ANY];
	for (; vector->source; vector++) {
		ret = wcct_example(cipher, vector, trial);
		if (ret)
			break;
	}
	kvfree(trial);
	if (!ret)
		wcct_choose(cipher);
	return ret;
}
