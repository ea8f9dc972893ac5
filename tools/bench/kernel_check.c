// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt-bench kernel-api --check: compares a pass over the buffers by all
 * submitters with a pass by one. It finds parts that overlap or are left out,
 * wrong IVs, and frames that two submitters use at the same time.
 */
#include "tools/bench/kernel_check.h"

#include <stdio.h>

#include "tools/bench/module.h"
#include "tools/bench/util.h"

/* One pass over the buffers by @submitters, and the destination's checksum. */
static struct wcb_sum pass(struct device *dev, const struct point *point,
			   const struct variant *v, uint32_t submitters,
			   uint32_t flags)
{
	uint64_t pieces = dev->bytes / point->size;
	struct wcb_sum sum = { .bytes = pieces * point->size & ~7ull };
	struct point one_pass = *point;
	struct wcb_job job;

	one_pass.submitters = submitters;
	one_pass.echo_processes = submitters ? point->echo_processes : 0;
	plan_job(&job, &one_pass, v, 0);
	module_set_choice(v->choice);
	job.flags = flags;
	job.max_bytes = pieces * point->size;
	device_run(dev, &job);
	if (job.result.errors || job.result.requests != pieces ||
	    (submitters && !job.result.least_requests))
		die("%s, %u submitters: %llu requests of %llu done, %llu with errors, by one submitter %llu at least",
		    v->label, submitters,
		    (unsigned long long)job.result.requests,
		    (unsigned long long)pieces,
		    (unsigned long long)job.result.errors,
		    (unsigned long long)job.result.least_requests);
	device_sum(dev, &sum);
	return sum;
}

static void check_copies(struct device *dev, const struct point *point,
			 const struct variant *v)
{
	struct wcb_sum sum = pass(dev, point, v, point->submitters, WCB_CLEAR);

	if (sum.same != sum.bytes)
		die("%s, %u submitters: of %llu bytes only %llu arrived",
		    v->label, point->submitters, (unsigned long long)sum.bytes,
		    (unsigned long long)sum.same);
}

/* All submitters and one give the same bytes. */
static void check_one(struct device *dev, const struct point *point,
		      const struct variant *v)
{
	uint32_t flags = (point->flags & ~WCB_IN_PLACE) | WCB_CLEAR;
	struct wcb_sum one = pass(dev, point, v, 0, flags);
	struct wcb_sum all = pass(dev, point, v, point->submitters, flags);

	if (one.hash != all.hash)
		die("%s: %u submitters do not give the bytes that one gives",
		    v->label, point->submitters);
}

static void check_cipher(struct device *dev, const struct point *point,
			 const struct variant *v)
{
	uint32_t flags = point->flags & ~WCB_IN_PLACE;
	struct wcb_sum back;

	check_one(dev, point, v);
	back = pass(dev, point, v, point->submitters,
		    (flags | WCB_IN_PLACE) ^ WCB_DECRYPT);
	if (back.same != back.bytes)
		die("%s, %u submitters: of %llu bytes only %llu came back from encryption and decryption",
		    v->label, point->submitters, (unsigned long long)back.bytes,
		    (unsigned long long)back.same);
}

/**
 * kernel_check() - compare the results of several submitters with those of one
 * @dev: the device
 * @point: how to submit
 * @variants: what to compare; loops are left out
 * @n: how many
 *
 * Exits with a message if they differ.
 */
void kernel_check(struct device *dev, const struct point *point,
		  const struct variant *variants, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (variants[i].kind == WCB_LOOP)
			continue;
		if (variants[i].kind == WCB_KPP)
			check_one(dev, point, &variants[i]);
		else if (variants[i].kind == WCB_SKCIPHER)
			check_cipher(dev, point, &variants[i]);
		else
			check_copies(dev, point, &variants[i]);
		printf("# checked: %s, %u bytes, depth %u, %u submitters: %llu bytes as one submitter gives them\n",
		       variants[i].label, point->size, point->depth,
		       point->submitters,
		       (unsigned long long)(dev->bytes / point->size) *
		       point->size);
	}
}
