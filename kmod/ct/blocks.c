// SPDX-License-Identifier: GPL-2.0-only
/*
 * Encrypting any number of blocks, and the memory for that: the state of the
 * bitsliced cores is too large for the stack.
 */
#include "ct.h"

#include <linux/bottom_half.h>
#include <linux/local_lock.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/string.h>
#ifdef CONFIG_X86_64
#include <asm/cpufeature.h>
#endif

#include "../compat.h"

static bool wcct_param_bmi = true;
module_param_named(bmi, wcct_param_bmi, bool, 0444);
MODULE_PARM_DESC(bmi, "Use BMI1's ANDN where the CPU has it (default Y)");

/**
 * struct wcct_cpu - a CPU's scratch memory
 * @lock: taken with bottom halves off, which is what keeps others from the memory
 *	except under PREEMPT_RT. There @lock does; elsewhere it is no code
 * @scratch: the memory
 */
struct wcct_cpu {
	local_lock_t lock;
	struct wcct_scratch scratch;
};

static struct wcct_cpu __percpu *wcct_cpus;

/**
 * wcct_scratch_init() - allocate the scratch memory of each CPU
 *
 * Return: 0 or -ENOMEM. Sleeps.
 */
int wcct_scratch_init(void)
{
	int i;

	wcct_cpus = alloc_percpu(struct wcct_cpu);
	if (!wcct_cpus)
		return -ENOMEM;
	for_each_possible_cpu(i) {
		struct wcct_cpu *wcct_cpu = per_cpu_ptr(wcct_cpus, i);

		local_lock_init(&wcct_cpu->lock);
	}
	return 0;
}

/**
 * wcct_scratch_exit() - free the scratch memory
 */
void wcct_scratch_exit(void)
{
	free_percpu(wcct_cpus);
}

/**
 * wcct_scratch_get() - take the scratch memory of this CPU
 *
 * Bottom halves are off until wcct_scratch_put(), so nothing else on this CPU can
 * use the memory (under PREEMPT_RT, others wait for it). A request is done in
 * steps, so that they are not off too long.
 *
 * Context: process or softirq.
 *
 * Return: the memory, with undefined content
 */
struct wcct_scratch *wcct_scratch_get(void)
{
	local_bh_disable();
	wc_local_lock_bh(&wcct_cpus->lock);
	return &this_cpu_ptr(wcct_cpus)->scratch;
}

/**
 * wcct_scratch_put() - wipe the scratch memory and give it back
 * @scratch: from wcct_scratch_get()
 */
void wcct_scratch_put(struct wcct_scratch *scratch)
{
	memzero_explicit(scratch, sizeof(*scratch));
	wc_local_unlock_bh(&wcct_cpus->lock);
	local_bh_enable();
}

/**
 * wcct_has_bmi() - may the code for BMI1 be used?
 *
 * Return: true if the CPU has BMI1 and the parameter bmi allows it
 */
bool wcct_has_bmi(void)
{
#ifdef CONFIG_X86_64
	return wcct_param_bmi && boot_cpu_has(X86_FEATURE_BMI1);
#else
	return false;
#endif
}

/**
 * wcct_blocks() - encrypt or decrypt blocks, each separately
 * @cipher: the cipher
 * @wide: the expanded key
 * @decrypt: the direction
 * @scratch: the scratch memory of this CPU
 * @dst: destination
 * @src: source; may be @dst
 * @blocks: number of blocks. Both buffers must have room for the next multiple of
 *	WCCT_LANES; @dst has undefined content after the last block
 */
void wcct_blocks(const struct wcct_cipher *cipher, const void *wide,
		 bool decrypt, struct wcct_scratch *scratch, u8 *dst,
		 const u8 *src, unsigned int blocks)
{
	wcct_wide_fn *do_wide = cipher->wide_bmi && wcct_has_bmi() ?
				cipher->wide_bmi : cipher->wide;
	unsigned int i;

	for (; blocks > cipher->few; blocks -= min(blocks, WCCT_LANES)) {
		do_wide(wide, decrypt, scratch->planes, dst, src);
		dst += WCCT_WIDE;
		src += WCCT_WIDE;
	}
	for (i = 0; i < blocks; i++)
		cipher->one(wide + cipher->schedule_at, decrypt,
			    dst + i * WCCT_BLOCK, src + i * WCCT_BLOCK);
}
