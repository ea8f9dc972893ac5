// SPDX-License-Identifier: GPL-2.0-only
/*
 * The module's own code and kmod/ct in this process (tools/bench/native), with the
 * helper's workers: every byte is compared with tests/reference, and the module's
 * counters say who did the requests.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "kmod/uapi/warpcrypt.h"
#include "tests/unit/unit.h"
#include "tools/bench/native/check.h"
#include "tools/bench/native/helper.h"

#define SUBMITTERS	2u
#define BYTES		(1u << 20)
#define MODES(MODE, mode, number)	#mode,
#define KEY_MOST	96

static const char *const modes[] = { WARPCRYPT_MODES(MODES) };
/* Those of which the software is here, and their longest keys. */
static const struct {
	const char *name;
	unsigned int key_len;
} ciphers[] = { { "kuznyechik", 32 }, { "sm4", 16 }, { "skinny", 32 } };

static uint8_t *src[SUBMITTERS], *dst[SUBMITTERS];
static uint8_t key[KEY_MOST];
static struct native_helper helper;

/*
 * The CPU engine, but that one frame in @fails fails, 0: none; and that none is done until
 * the module has sent @awaited requests to it.
 */
static struct wc_backend_ops failing;
static atomic_uint fails, frames_seen;
static _Atomic uint64_t awaited;

static int failing_process(struct wc_worker *worker, const struct wc_view *frame)
{
	while (road_submitted() < awaited)
		sched_yield();
	if (fails && !(++frames_seen % fails))
		return -EINVAL;
	return wc_backend_cpu.process(worker, frame);
}

static int set_up(void **state)
{
	unsigned int i, n;

	(void)state;
	for (i = 0; i < SUBMITTERS; i++) {
		src[i] = aligned_alloc(4096, BYTES);
		dst[i] = aligned_alloc(4096, BYTES);
		for (n = 0; n < BYTES; n++)
			src[i][n] = (uint8_t)(n * 7 + (n >> 9) * 13 + i);
	}
	for (i = 0; i < KEY_MOST; i++)
		key[i] = (uint8_t)(i * 11 + 3);
	assert_false(road_load(SUBMITTERS));
	native_helper_open(&helper, &wc_backend_cpu);
	failing = wc_backend_cpu;
	failing.process = failing_process;
	helper.engines.engine[0].backend->ops = &failing;
	native_helper_attach(&helper, false);
	road_choose(false);
	return 0;
}

static int tear_down(void **state)
{
	unsigned int i;

	(void)state;
	native_helper_detach(&helper);
	native_helper_close(&helper);
	road_unload();
	for (i = 0; i < SUBMITTERS; i++) {
		free(src[i]);
		free(dst[i]);
	}
	return 0;
}

static struct road_job job_of(unsigned int cipher, const char *mode, uint32_t size)
{
	return (struct road_job){
		.way = ROAD_MODULE, .mode = mode, .cipher = ciphers[cipher].name,
		.key = key,
		.key_len = ciphers[cipher].key_len * (strncmp(mode, "xts", 3) ? 1 : 2),
		.size = size, .depth = 1, .group = 1, .submitters = SUBMITTERS, .src = src,
		.dst = dst, .bytes = BYTES / size * size, .count = 1,
	};
}

/* All of @job's requests, by @way: they are right, and an engine has done all of them or none. */
static struct road_result right(struct road_job *job, enum road_way way, uint32_t depth)
{
	struct road_result r;

	job->way = way;
	job->depth = depth;
	native_check(job, &r);
	assert_int_equal(r.offloaded, way == ROAD_MODULE ? r.requests : 0);
	assert_int_equal(r.software, 0);
	return r;
}

/* Lengths that modes do not take as they are, of a part of a block. */
static bool takes(const char *mode, uint32_t size)
{
	return !(size % 16) || !strcmp(mode, "ctr") || !strncmp(mode, "xts", 3);
}

static void each_mode(unsigned int cipher, const char *mode)
{
	static const uint32_t sizes[] = { 512, 4096, 5003, 70000, 300016 };
	size_t i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct road_job job = job_of(cipher, mode, sizes[i]);
		struct road_result r;

		if (!takes(mode, sizes[i]))
			continue;
		native_expect(&job, SUBMITTERS, sizes[i] * 3);
		r = right(&job, ROAD_MODULE, 1);
		assert_true(r.frames > 0 && r.frames <= r.requests);
		right(&job, ROAD_MODULE, 3);
		right(&job, ROAD_SOFTWARE, 1);
	}
}

/* Time that is over at once, as on a busy machine: each submitter does one all the same. */
TEST(no_time)
{
	struct road_job job = job_of(0, "ecb", 4096);
	struct road_result r;
	unsigned int i;

	job.count = 0;
	for (i = 0; i < 200; i++) {
		job.way = i % 2 ? ROAD_COPY : ROAD_SOFTWARE;
		assert_false(road_run(&job, &r));
		assert_true(r.requests >= SUBMITTERS && !r.failed);
	}
}

TEST(all_are_right)
{
	unsigned int c;
	size_t m;

	for (c = 0; c < sizeof(ciphers) / sizeof(ciphers[0]); c++) {
		for (m = 0; m < sizeof(modes) / sizeof(modes[0]); m++)
			each_mode(c, modes[m]);
#define OWN_MODE(MODE, mode, number, CIPHER, cipher, ...)	\
		if (!strcmp(ciphers[c].name, #cipher))		\
			each_mode(c, #mode);
		WARPCRYPT_OWN_MODES(OWN_MODE)
	}
}

/* One that is alone has a frame alone; of many some share one. */
TEST(requests_gather)
{
	struct road_job job = job_of(1, "xts", 4096);
	struct road_result r;

	job.submitters = 1;
	native_expect(&job, 1, BYTES);
	r = right(&job, ROAD_MODULE, 1);
	assert_int_equal(r.requests, BYTES / 4096);
	assert_int_equal(r.frames, r.requests);
	/* Each worker has one when the last is sent, and full ones may wait. */
	awaited = road_submitted() + r.requests;
	r = right(&job, ROAD_MODULE, (uint32_t)r.requests);
	assert_true(r.frames <= helper.engines.engine[0].threads + 2);
}

/* Longer than a frame: as many frames as it has pieces. */
TEST(long_requests_are_split)
{
	static const char *const split[] = { "ecb", "ctr", "xts" };
	struct road_result r;
	size_t m;

	for (m = 0; m < sizeof(split) / sizeof(split[0]); m++) {
		struct road_job job = job_of(1, split[m], BYTES);

		native_expect(&job, SUBMITTERS, BYTES);
		r = right(&job, ROAD_MODULE, 1);
		assert_int_equal(r.frames, 2 * r.requests);
	}
}

/* As dm-crypt reads: in place, and the next I/O's requests when an I/O's last is back. */
TEST(groups_are_decrypted_in_place)
{
	struct road_job job = job_of(1, "xts", 4096);
	struct road_result r;

	job.submitters = 1;
	job.group = 8;
	native_expect(&job, 1, BYTES);
	right(&job, ROAD_MODULE, 64);
	job.src = dst;
	job.decrypt = true;
	job.count = BYTES / 4096;
	/* No request of a second group is sent before the first group is back. */
	job.depth = 8;
	assert_false(road_run(&job, &r));
	assert_int_equal(r.requests, job.count);
	assert_int_equal(r.offloaded, job.count);
	assert_true(r.frames >= job.count / 8);
	assert_memory_equal(src[0], dst[0], BYTES);
}

TEST(every_form_is_right)
{
	const char *names[ROAD_FORMS_MAX], *titles[ROAD_FORMS_MAX];
	struct road_job job;
	unsigned int c, n, i;

	for (c = 0; c < sizeof(ciphers) / sizeof(ciphers[0]); c++) {
		job = job_of(c, "xts", 4096);
		native_expect(&job, SUBMITTERS, 16384);
		n = road_forms(ciphers[c].name, names, titles);
		assert_true(n > 0);
		for (i = 0; i < n; i++) {
			assert_false(road_use_form(ciphers[c].name, names[i]));
			right(&job, ROAD_SOFTWARE, 1);
		}
		assert_false(road_use_form(ciphers[c].name, NULL));
	}
	assert_int_equal(road_forms("aes", names, titles), 0);
}

/* What fails in the engine, software does again. */
TEST(failed_frames_are_redone)
{
	struct road_job job = job_of(1, "cbc", 4096);
	struct road_result r;

	job.submitters = 1;
	native_expect(&job, 1, BYTES / 4);
	frames_seen = 0;
	fails = 16;
	native_check(&job, &r);
	fails = 0;
	assert_int_equal(r.requests, BYTES / 4 / 4096);
	assert_int_equal(r.software, r.requests / 16);
	assert_int_equal(r.offloaded, r.requests - r.software);
}

TEST(no_such_algorithm)
{
	struct road_job job = job_of(1, "xts", 4096);
	struct road_result r;

	job.cipher = "aes";
	assert_int_equal(road_run(&job, &r), -ENOENT);
	job.cipher = "sm4";
	job.key_len = 31;
	assert_int_equal(road_run(&job, &r), -EINVAL);
}

UNIT_MAIN("native", set_up, tear_down)
