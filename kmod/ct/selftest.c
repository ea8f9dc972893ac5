// SPDX-License-Identifier: GPL-2.0-only
/*
 * Known answers, tested before anything is registered. The kernel's own tests
 * have SM4 but not Kuznyechik or SKINNY, and a wrong cipher would destroy data.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "ct.h"

#include <linux/kernel.h>
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
 * @planes: scratch memory of the bitsliced core
 * @wide: the expanded key
 */
struct wcct_trial {
	u8 key[64];
	u8 plain[WCCT_WIDE];
	u8 sealed[WCCT_WIDE];
	u8 got[WCCT_WIDE];
	u64 planes[WCCT_PLANES];
	u8 wide[] __aligned(16);
};

/* Compares a block, encrypted and decrypted again, with the example. */
static bool wcct_one_right(const struct wcct_cipher *cipher,
			   const void *schedule, const u8 *plain,
			   const u8 *sealed)
{
	u8 block[WCCT_BLOCK];

	cipher->one(schedule, false, block, plain);
	if (memcmp(block, sealed, WCCT_BLOCK))
		return false;
	cipher->one(schedule, true, block, block);
	return !memcmp(block, plain, WCCT_BLOCK);
}

/* Compares different blocks in all lanes, both directions, with single blocks. */
static bool wcct_wide_right(const struct wcct_cipher *cipher,
			    wcct_wide_fn *wide, struct wcct_trial *trial)
{
	const void *schedule = trial->wide + cipher->schedule_at;
	unsigned int lane;

	for (lane = 0; lane < WCCT_LANES; lane++) {
		u8 *plain = trial->plain + lane * WCCT_BLOCK;

		memcpy(plain, trial->plain, WCCT_BLOCK);
		if (lane)
			plain[lane % WCCT_BLOCK] ^= lane;
		cipher->one(schedule, false,
			    trial->sealed + lane * WCCT_BLOCK, plain);
	}
	wide(trial->wide, false, trial->planes, trial->got, trial->plain);
	if (memcmp(trial->got, trial->sealed, WCCT_WIDE))
		return false;
	wide(trial->wide, true, trial->planes, trial->got, trial->got);
	return !memcmp(trial->got, trial->plain, WCCT_WIDE);
}

static int wcct_example(const struct wcct_cipher *cipher,
			const struct wcct_vector *vector,
			struct wcct_trial *trial)
{
	unsigned int len = strlen(vector->key) / 2;
	u8 *sealed = trial->sealed;

	if (len > sizeof(trial->key) || !wcct_key_fits(cipher, len) ||
	    hex2bin(trial->key, vector->key, len) ||
	    hex2bin(trial->plain, vector->plain, WCCT_BLOCK) ||
	    hex2bin(sealed, vector->sealed, WCCT_BLOCK)) {
		pr_err("%s: the example of %s is malformed\n",
		       cipher->name, vector->source);
		return -EINVAL;
	}
	cipher->expand(trial->wide, trial->key, len);
	if (wcct_one_right(cipher, trial->wide + cipher->schedule_at,
			   trial->plain, sealed)) {
		/* XTS computes the round keys of the tweak key separately. */
		memset(trial->got, 0xff, sizeof(trial->got));
		cipher->schedule(trial->got, trial->key, len);
		if (wcct_one_right(cipher, trial->got, trial->plain, sealed) &&
		    wcct_wide_right(cipher, cipher->wide, trial) &&
		    (!cipher->wide_bmi || !wcct_has_bmi() ||
		     wcct_wide_right(cipher, cipher->wide_bmi, trial)))
			return 0;
	}
	pr_err("%s: wrong answer to the example of %s; not registered, because it would damage data\n",
	       cipher->name, vector->source);
	return -EBADMSG;
}

/**
 * wcct_selftest() - test a cipher with its known answers
 * @cipher: the cipher
 *
 * Return: 0; -EBADMSG if one is wrong, which is logged; -ENOMEM; -EINVAL if a
 * vector is malformed or there is none. Sleeps.
 */
int wcct_selftest(const struct wcct_cipher *cipher)
{
	const struct wcct_vector *vector = cipher->vectors;
	struct wcct_trial *trial;
	int ret = -EINVAL;

	trial = kzalloc(struct_size(trial, wide, cipher->wide_size),
			GFP_KERNEL);
	if (!trial)
		return -ENOMEM;
	for (; vector->source; vector++) {
		ret = wcct_example(cipher, vector, trial);
		if (ret)
			break;
	}
	kfree(trial);
	return ret;
}
