// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/native/check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tools/bench/util.h"

/* What is expected of a submitter. */
struct part {
	const struct road_job *job;
	const uint8_t *src;	/* its sources */
	uint8_t *data;		/* their encryptions */
	pthread_t thread;
};

static struct part parts[ROAD_SUBMITTERS_MAX];
/* Requests of each submitter that are compared. */
static uint64_t requests;

/* Encrypts a request as its standard says. */
static void encrypt(const struct road_job *job, const struct reference_key key[2],
		    uint64_t number, uint8_t *data)
{
	uint8_t iv[16] = { 0 };

	memcpy(iv, &number, sizeof(number));
	if (!reference_mode(job->mode, reference_block, key, key + 1, 0, iv, 0, data, job->size))
		die("no mode %s", job->mode);
}

static void *fill(void *arg)
{
	struct part *p = arg;
	const struct road_job *job = p->job;
	unsigned int keys = strncmp(job->mode, "xts", 3) ? 1 : 2, i;
	unsigned int len = job->key_len / keys;
	struct reference_key key[2];
	uint64_t n;

	for (i = 0; i < keys; i++)
		if (!reference_set_key(&key[i], job->cipher, job->key + i * len, len))
			die("%s has no keys of %u bytes", job->cipher, len);
	memcpy(p->data, p->src, requests * job->size);
	for (n = 0; n < requests; n++)
		encrypt(job, key, n, p->data + n * job->size);
	return NULL;
}

/*
 * Compute what native_check() compares with, for at most @submitters. @bytes: of each; one request
 * at least, and at most all.
 */
void native_expect(const struct road_job *job, uint32_t submitters, size_t bytes)
{
	uint32_t i;

	requests = bytes > job->size ? bytes / job->size : 1;
	if (requests > job->bytes / job->size)
		requests = job->bytes / job->size;
	for (i = 0; i < submitters; i++) {
		struct part *p = &parts[i];

		free(p->data);
		p->job = job;
		p->src = job->src[i];
		p->data = malloc(requests * job->size);
		if (!p->data)
			die("out of memory");
		if (pthread_create(&p->thread, NULL, fill, p))
			die("no thread");
	}
	for (i = 0; i < submitters; i++)
		pthread_join(parts[i].thread, NULL);
}

/*
 * Have the requests of native_expect()'s job done and compare the results; exits if one is wrong.
 * The way, the depth and the number of submitters may have changed; @job->count is not looked at.
 */
void native_check(const struct road_job *job, struct road_result *result)
{
	struct road_job once = *job;
	size_t bytes = requests * job->size, n;
	uint32_t i;
	int err;

	once.latency = NULL;
	once.count = requests;
	for (i = 0; i < job->submitters; i++)
		memset(job->dst[i], 0x5a, bytes);
	err = road_run(&once, result);
	if (err)
		die("%s(%s): %s", job->mode, job->cipher, strerror(-err));
	if (result->failed || result->requests != requests * job->submitters)
		die("%s(%s): %llu of %llu requests failed", job->mode, job->cipher,
		    (unsigned long long)result->failed,
		    (unsigned long long)result->requests);
	for (i = 0; i < job->submitters; i++) {
		const uint8_t *dst = job->dst[i];

		for (n = 0; n < bytes && dst[n] == parts[i].data[n]; n++)
			;
		if (n < bytes)
			die("%s(%s), submitter %u: byte %zu of request %zu is wrong",
			    job->mode, job->cipher, i, n % job->size, n / job->size);
	}
}
