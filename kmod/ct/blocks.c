// SPDX-License-Identifier: GPL-2.0-only
/*
 * Encrypting any number of blocks, and the memory for that: the state of the
 * bitsliced cores is too large for the stack.
 */
#include "ct.h"

#include <linux/bottom_half.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include <linux/local_lock.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/percpu.h>
#include <linux/string.h>
#include <asm/simd.h>
#include <crypto/internal/simd.h>

#include "../compat.h"
#include "kernels/block/gf128.h"

/**
 * struct wcct_cpu - a CPU's scratch memory
 * @lock: taken with bottom halves off, which is what keeps others from the memory
 *	except under PREEMPT_RT. There @lock does; elsewhere it is no code
 * @simd_steps: how often this CPU has done part of a request in vector registers
 * @scratch: the memory
 */
struct wcct_cpu {
	local_lock_t lock;
	unsigned long simd_steps;
	struct wcct_scratch scratch;
};

/* alloc_percpu() refuses more. */
static_assert(sizeof(struct wcct_cpu) <= PCPU_MIN_UNIT_SIZE);

static struct wcct_cpu __percpu *wcct_cpus;

static int wcct_simd_steps(char *buffer, const struct kernel_param *param)
{
	unsigned long sum = 0;
	int i;

	/* The file is there before the module's init, and after its exit. */
	if (!wcct_cpus)
		return sysfs_emit(buffer, "0\n");
	for_each_possible_cpu(i)
		sum += READ_ONCE(per_cpu_ptr(wcct_cpus, i)->simd_steps);
	return sysfs_emit(buffer, "%lu\n", sum);
}

static const struct kernel_param_ops wcct_simd_steps_ops = {
	.get = wcct_simd_steps,
};
module_param_cb(simd_steps, &wcct_simd_steps_ops, NULL, 0444);
MODULE_PARM_DESC(simd_steps, "Parts of requests, of up to 4 KiB each, that vector registers have done");

/* Allocates the scratch memory of each CPU. Returns 0 or -ENOMEM. Sleeps. */
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

/* Frees the scratch memory. May sleep. */
void wcct_scratch_exit(void)
{
	/* wcct_simd_steps() is called under this lock. */
	kernel_param_lock(THIS_MODULE);
	free_percpu(wcct_cpus);
	wcct_cpus = NULL;
	kernel_param_unlock(THIS_MODULE);
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
 * @core: what has used it
 * @len: bytes of @scratch->data that were used
 */
void wcct_scratch_put(struct wcct_scratch *scratch,
		      const struct wcct_core *core, unsigned int len)
{
	unsigned int lanes = WCCT_LANES;

	if (DIV_ROUND_UP(len, WCCT_BLOCK) >= core->form->least)
		lanes = max(lanes, core->form->lanes);
	len = round_up(len, lanes * WCCT_BLOCK);
	memzero_explicit(scratch->planes, WCCT_PLANES * lanes / 8);
	memzero_explicit(scratch->data, len);
	memzero_explicit(scratch->aux, min(len, WCCT_STEP));
	memzero_explicit(scratch->tail, sizeof(scratch->tail));
	wc_local_unlock_bh(&wcct_cpus->lock);
	local_bh_enable();
}

/**
 * wcct_form_here() - the form of a cipher's core that this context may use
 * @cipher: the cipher
 *
 * To be asked before wcct_scratch_get(): some architectures allow vector registers
 * only while bottom halves are on. The answer holds until the context changes.
 *
 * Context: process or softirq.
 */
const struct wcct_form *wcct_form_here(const struct wcct_cipher *cipher)
{
	return cipher->simd && crypto_simd_usable() ? cipher->simd :
						      cipher->general;
}

/**
 * wcct_one() - encrypt or decrypt one block by the faster way
 * @core: the cipher and the form; not the key
 * @schedule: the round keys
 * @decrypt: the direction
 * @dst: destination
 * @src: source; may be @dst
 */
void wcct_one(const struct wcct_core *core, const void *schedule, bool decrypt,
	      u8 *dst, const u8 *src)
{
	wcct_one_fn *one = core->cipher->code[core->form - wcct_forms].one;

	if (one)
		wc_with_simd(one(schedule, decrypt, dst, src));
	else
		core->cipher->one(schedule, decrypt, dst, src);
}

/**
 * wcct_tweaks() - the tweaks of consecutive blocks in XTS
 * @core: the cipher and the form; not the key
 * @to: where they go
 * @tweak: the first one; becomes the one after the last
 * @blocks: how many
 */
void wcct_tweaks(const struct wcct_core *core, struct gf128 *to,
		 struct gf128 *tweak, unsigned int blocks)
{
	const struct wcct_form *form = core->form;
	wcct_tweaks_fn *tweaks = core->cipher->code[form - wcct_forms].tweaks;
	struct gf128 t = *tweak;

	/* It is one more section with vector registers: not for fewer. */
	if (tweaks && blocks >= form->lanes) {
		wc_with_simd(tweaks(to, tweak, blocks));
		return;
	}
	for (; blocks; blocks--) {
		*to++ = t;
		t = gf128_xtime(t);
	}
	*tweak = t;
}

/* Blocks that are left to be done. */
struct wcct_span {
	u8 *dst;
	const u8 *src;
	unsigned int blocks;
};

/* As many blocks at a time as @form has lanes, while @least or more are left. */
static void wcct_passes(const struct wcct_core *core,
			const struct wcct_form *form, unsigned int least,
			struct wcct_scratch *scratch, struct wcct_span *span)
{
	wcct_wide_fn *wide = core->cipher->code[form - wcct_forms].wide;
	size_t step = form->lanes * WCCT_BLOCK;

	while (span->blocks >= least) {
		wide(core->wide, core->decrypt, scratch->planes, span->dst,
		     span->src);
		span->dst += step;
		span->src += step;
		span->blocks -= min(span->blocks, form->lanes);
	}
}

/**
 * wcct_blocks() - encrypt or decrypt blocks, each separately
 * @core: how
 * @scratch: the scratch memory of this CPU
 * @dst: destination
 * @src: source; may be @dst
 * @blocks: number of blocks, at most those of a step: while vector registers are in
 *	use, the task cannot be preempted. Both buffers must have room for the next
 *	multiple of WCCT_LANES_MAX; @dst has undefined content after the last block
 */
void wcct_blocks(const struct wcct_core *core, struct wcct_scratch *scratch,
		 u8 *dst, const u8 *src, unsigned int blocks)
{
	struct wcct_span span = { .dst = dst, .src = src, .blocks = blocks };
	const struct wcct_cipher *cipher = core->cipher;
	const struct wcct_form *form = core->form;

	if (form->vectors && blocks >= form->least) {
		wc_with_simd(wcct_passes(core, form, form->least, scratch,
					 &span));
		this_cpu_inc(wcct_cpus->simd_steps);
	}
	if (form->vectors)
		form = cipher->general;
	wcct_passes(core, form, cipher->few + 1, scratch, &span);
	for (; span.blocks; span.blocks--) {
		cipher->one(core->wide + cipher->schedule_at, core->decrypt,
			    span.dst, span.src);
		span.dst += WCCT_BLOCK;
		span.src += WCCT_BLOCK;
	}
}
