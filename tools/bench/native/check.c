// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/native/check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tools/bench/util.h"

/**
 * struct part - what a thread compares
 * @job: the job
 * @index: of the submitter
 * @bytes: of its destinations
 * @thread: the thread
 */
struct part {
	const struct road_job *job;
	uint32_t index;
	size_t bytes;
	pthread_t thread;
};

/* Encrypts a request as its standard says. */
static void expect(const struct road_job *job, const struct reference_key key[2],
		   uint64_t number, uint8_t *data)
{
	uint8_t iv[16] = { 0 };

	memcpy(iv, &number, sizeof(number));
	if (!strcmp(job->mode, "ecb"))
		reference_ecb(reference_block, key, 0, data, job->size);
	else if (!strcmp(job->mode, "ctr"))
		reference_ctr(reference_block, key, iv, data, job->size);
	else if (!strcmp(job->mode, "cbc"))
		reference_cbc(reference_block, key, 0, iv, data, job->size);
	else
		reference_xts(reference_block, key, key + 1, 0, iv, 0, data,
			      job->size);
}

static void *compare(void *arg)
{
	const struct part *p = arg;
	const struct road_job *job = p->job;
	unsigned int keys = strcmp(job->mode, "xts") ? 1 : 2, len = job->key_len / keys, i;
	uint8_t *data = malloc(job->size);
	struct reference_key key[2];
	size_t at, n;

	if (!data)
		die("out of memory");
	for (i = 0; i < keys; i++)
		if (!reference_set_key(&key[i], job->cipher, job->key + i * len, len))
			die("%s has no keys of %u bytes", job->cipher, len);
	for (at = 0; at + job->size <= p->bytes; at += job->size) {
		const uint8_t *dst = job->dst[p->index] + at;

		memcpy(data, job->src[p->index] + at, job->size);
		expect(job, key, at / job->size, data);
		for (n = 0; n < job->size && data[n] == dst[n]; n++)
			;
		if (n < job->size)
			die("%s(%s), submitter %u: byte %zu of request %zu is wrong",
			    job->mode, job->cipher, p->index, n, at / job->size);
	}
	free(data);
	return NULL;
}

/**
 * native_check() - have requests done and compare the results; exits if one is wrong
 * @job: the job; @job->count is not looked at
 * @bytes: how many bytes of each submitter's are compared; one request at least
 */
void native_check(const struct road_job *job, size_t bytes)
{
	static struct part parts[ROAD_SUBMITTERS_MAX];
	struct road_job once = *job;
	struct road_result result;
	uint32_t i;
	int err;

	once.latency = NULL;
	once.count = bytes > job->size ? bytes / job->size : 1;
	if (once.count > job->bytes / job->size)
		once.count = job->bytes / job->size;
	for (i = 0; i < job->submitters; i++)
		memset(job->dst[i], 0x5a, job->bytes);
	err = road_run(&once, &result);
	if (err)
		die("%s(%s): %s", job->mode, job->cipher, strerror(-err));
	if (result.failed || result.requests != once.count * job->submitters)
		die("%s(%s): %llu of %llu requests failed", job->mode, job->cipher,
		    (unsigned long long)result.failed,
		    (unsigned long long)result.requests);
	for (i = 0; i < job->submitters; i++) {
		parts[i] = (struct part){ job, i, once.count * job->size, 0 };
		if (pthread_create(&parts[i].thread, NULL, compare, &parts[i]))
			die("no thread");
	}
	for (i = 0; i < job->submitters; i++)
		pthread_join(parts[i].thread, NULL);
}
