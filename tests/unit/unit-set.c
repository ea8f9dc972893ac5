// SPDX-License-Identifier: GPL-2.0-only
/*
 * A set of engines: which GPUs are meant, how threads, queues and frames are divided
 * among engines, and how an engine's rates are measured: with frames of each kind of
 * request, made as the module makes them, by all threads.
 */
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "helper/engine/engines.h"
#include "helper/engine/rates.h"
#include "tests/unit/unit.h"

/*
 * The CPU engine on a clock that frames move, so the machine does not decide what is
 * measured. A worker's thread has a time of its own; other threads have that of the
 * first worker.
 */
static struct wc_backend_ops timed;
static _Thread_local int64_t *own_time, own_ns;
static _Atomic int64_t first_ns;
static atomic_uint workers, frames, largest;
/* How many times as long a frame lasts. */
static unsigned int slowness;
/* process() returns it for the frame that has so many before it. */
static int error;
static unsigned int error_at;

int __wrap_clock_gettime(clockid_t id, struct timespec *t)
{
	int64_t ns = own_time ? *own_time : first_ns;

	assert_int_equal(id, CLOCK_MONOTONIC);
	t->tv_sec = ns / 1000000000;
	t->tv_nsec = ns % 1000000000;
	return 0;
}

static int timed_start(struct wc_backend *backend, struct wc_worker **worker,
		       struct wc_error *err)
{
	own_time = &own_ns;
	workers++;
	return wc_backend_cpu.worker_start(backend, worker, err);
}

static bool is_chain(unsigned int cipher, unsigned int mode, bool decrypt)
{
	return mode == WARPCRYPT_MODE_CBC && !decrypt && !wc_is_group(cipher);
}

/* ns of a frame: requests do not wait for each other, blocks of a chain do. */
static int64_t cost(unsigned int cipher, unsigned int mode, bool decrypt,
		    uint32_t requests, uint32_t len)
{
	int64_t blocks = is_chain(cipher, mode, decrypt) ? len / WC_BLOCK : 0;

	return slowness * (10000 + blocks * (50 + cipher) +
			   (int64_t)requests * len * (1 + cipher));
}

/* Every descriptor is checked before the engine sees it. */
static int timed_process(struct wc_worker *worker, const struct wc_view *frame)
{
	static _Thread_local unsigned int count;
	struct warpcrypt_desc desc;
	int64_t ns;
	uint32_t i;

	if (frames++ == error_at && error)
		return wc_fail(&worker->error, error, "on purpose");
	for (i = 0; i < frame->requests; i++)
		if (wc_view_desc(frame, i, &desc))
			return -EINVAL;
	ns = cost(desc.cipher, desc.mode, desc.flags & WARPCRYPT_DESC_DECRYPT,
		  frame->requests, desc.len);
	/* What else the machine does costs every other short frame more. */
	if (frame->payload <= 4096)
		ns *= 1 + count++ % 2;
	*own_time += ns;
	if (!frame->index)
		first_ns += ns;
	if (frame->requests > largest)
		largest = frame->requests;
	return wc_backend_cpu.process(worker, frame);
}

static int measure(struct wc_rates *rates, unsigned int threads,
		   unsigned int ms, struct wc_error *err)
{
	struct wc_backend *backend;
	int ret;

	workers = 0;
	frames = 0;
	largest = 0;
	first_ns = 0;
	timed = wc_backend_cpu;
	timed.worker_start = timed_start;
	timed.process = timed_process;
	assert_int_equal(wc_backend_cpu.open(&backend, 0, err), 0);
	backend->ops = &timed;
	ret = wc_rates_measure(rates, backend, threads, ms, err);
	assert_null(backend->arena);
	wc_backend_cpu.close(backend);
	return ret;
}

/* Of each cipher 7, of SM4 2 more, and of each group 2. */
#define KINDS	(4 * 7 + 2 + 3 * 2)

TEST(all_kinds)
{
	uint8_t seen[WARPCRYPT_CIPHER_COUNT][WARPCRYPT_MODE_COUNT][2] = { 0 };
	struct wc_rates rates;
	struct wc_error err;
	unsigned int i;

	slowness = 1;
	assert_int_equal(measure(&rates, 2, 72, &err), 0);
	assert_int_equal(workers, 2);
	assert_int_equal(rates.count, KINDS);
	for (i = 0; i < rates.count; i++) {
		const struct warpcrypt_rate *r = &rates.rate[i];
		bool chain = is_chain(r->cipher, r->mode, r->flags);
		uint64_t most = 2 * 1000000000ull / (1 + r->cipher);

		assert_in_range(r->cipher, 1, WARPCRYPT_CIPHER_COUNT - 1);
		assert_in_range(r->mode, 0, WARPCRYPT_MODE_COUNT - 1);
		assert_int_equal(seen[r->cipher][r->mode][r->flags], 0);
		seen[r->cipher][r->mode][r->flags] = 1;
		assert_int_equal(r->lone_ns,
				 cost(r->cipher, r->mode, r->flags, 1,
				      wc_is_group(r->cipher) ?
				      wc_unit_bytes(r->cipher) : 512));
		assert_int_equal(r->chain_ns, chain ?
				 50 + r->cipher + WC_BLOCK * (1 + r->cipher) : 0);
		/* In large frames what each costs by itself is little. */
		assert_in_range(r->bytes_per_s, most * 3 / 4, most);
	}
	assert_true(largest > 1);
	assert_in_range(first_ns, 36000000, 80000000);
}

/* Once it takes three times as long as it was to, no further kind is measured. */
TEST(late)
{
	struct wc_rates rates;
	struct wc_error err;

	slowness = 1000;
	assert_int_equal(measure(&rates, 2, 300, &err), 0);
	assert_in_range(rates.count, 2, KINDS - 1);
	assert_in_range(first_ns, 3 * 300000000ll, 4 * 300000000ll);
	slowness = 1000000;
	assert_int_equal(measure(&rates, 2, 300, &err), 0);
	assert_int_equal(rates.count, 1);
}

TEST(failure)
{
	struct wc_rates rates;
	struct wc_error err = { "" };
	unsigned int all;

	slowness = 20;
	assert_int_equal(measure(&rates, 3, 50, &err), 0);
	all = frames;
	error = -EIO;
	for (error_at = 0; error_at < all; error_at += 9) {
		assert_int_equal(measure(&rates, 3, 50, &err), -EIO);
		assert_non_null(strstr(err.text, "on purpose"));
	}
	error = 0;
	print_message("%u frames\n", all);
}

/* --- who gets what */

static unsigned int many_threads(unsigned int cpus)
{
	(void)cpus;
	return 40;
}

static unsigned int few_threads(unsigned int cpus)
{
	(void)cpus;
	return 3;
}

static struct wc_backend_ops few, many;
static struct wc_backend few_backend = { .ops = &few };
static struct wc_backend many_backend = { .ops = &many };

/* Some with few threads, and one with many. */
static void make_set(struct wc_engines *set, unsigned int count)
{
	unsigned int i;

	few.default_threads = few_threads;
	many.default_threads = many_threads;
	memset(set, 0, sizeof(*set));
	for (i = 0; i < count; i++)
		set->engine[i].backend = i + 1 < count ? &few_backend :
							  &many_backend;
	set->count = count;
}

/* As the module divides its frames: kmod/queue.c */
static void check_frames(const struct wc_engines *set, uint32_t frames)
{
	uint32_t queues = 0, at = 0;
	unsigned int i;

	for (i = 0; i < set->count; i++)
		queues += set->engine[i].queues;
	for (i = 0; i < set->count; i++) {
		const struct wc_open_engine *e = &set->engine[i];

		assert_int_equal(e->first_queue, at);
		assert_int_equal(e->first_frame, at * frames / queues);
		at += e->queues;
		assert_int_equal(e->first_frame + e->frames,
				 at * frames / queues);
		assert_true(e->queues >= 1 && e->threads >= 1);
		assert_true(e->frames >= 2 * e->queues);
	}
	assert_int_equal(set->engine[set->count - 1].first_frame +
			 set->engine[set->count - 1].frames, frames);
	assert_true(queues <= WARPCRYPT_QUEUES_MAX && queues <= frames / 2);
}

TEST(divide)
{
	struct wc_engines_limits limits = { .threads_max = 256, .frames = 64 };
	struct wc_engines set;
	struct wc_error err;
	unsigned int n;

	for (n = 1; n <= WARPCRYPT_ENGINES_MAX; n++) {
		for (limits.frames = 2 * n; limits.frames < 300; limits.frames += 7) {
			make_set(&set, n);
			assert_int_equal(wc_engines_divide(&set, &limits, &err), 0);
			check_frames(&set, limits.frames);
			assert_true(wc_engines_threads(&set) <= limits.frames);
		}
	}
	make_set(&set, 3);
	limits.frames = 64;
	limits.threads_max = 20;
	assert_int_equal(wc_engines_divide(&set, &limits, &err), 0);
	assert_int_equal(set.engine[0].threads, 3);
	assert_int_equal(set.engine[2].threads, 14);
	limits.threads = 2;
	limits.queues = 40;
	assert_int_equal(wc_engines_divide(&set, &limits, &err), 0);
	check_frames(&set, 64);
	assert_int_equal(wc_engines_threads(&set), 6);
	assert_int_equal(set.engine[2].first_queue + set.engine[2].queues, 32);
	limits.frames = 5;
	assert_int_equal(wc_engines_divide(&set, &limits, &err), -EINVAL);
	assert_non_null(strstr(err.text, "give at least 6"));
	limits.frames = 64;
	limits.threads_max = 2;
	assert_int_equal(wc_engines_divide(&set, &limits, &err), -EINVAL);
}

#define UUID	"GPU-0123abcd-0000-1111-2222-333344445555"
#define OTHER	"GPU-0123ABCD-0000-1111-2222-333344446666"
#define SLICE	"MIG-0123abcd-0000-1111-2222-333344447777"

static int choose(const char *names, bool strict, unsigned int *count,
		  struct wc_gpu gpus[WC_GPUS_MAX], struct wc_error *err)
{
	memset(gpus, 0, WC_GPUS_MAX * sizeof(*gpus));
	gpus[0] = (struct wc_gpu){ 0, UUID };
	gpus[1] = (struct wc_gpu){ 1, OTHER };
	gpus[2] = (struct wc_gpu){ 2, SLICE };
	if (*count == 4)
		gpus[3] = (struct wc_gpu){ 3, "" };
	if (wc_gpus_check(names, err))
		return -EPROTO;
	return wc_gpus_choose(gpus, count, names, strict, err);
}

TEST(gpus)
{
	static const struct {
		const char *names;
		bool strict;
		int result;
		unsigned int all;
		unsigned int first;
		unsigned int count;
	} cases[] = {
		{ NULL, true, 0, 3, 0, 3 },
		{ "all", true, 0, 3, 0, 3 },
		{ "1", true, 0, 3, 1, 1 },
		{ "2,0", true, 0, 3, 0, 2 },
		/* As in CUDA, letters are letters. */
		{ "GPU-0123abcd-0000-1111-2222-333344446666", true, 0, 3, 1, 1 },
		{ SLICE, true, 0, 3, 2, 1 },
		{ "1," UUID, true, 0, 3, 0, 2 },
		{ "0," UUID, true, -EINVAL, 3, 0, 0 },
		{ "3", true, -ENOENT, 3, 0, 0 },
		{ "3,1", false, 0, 3, 1, 1 },
		{ "GPU-ffffffff-0000-1111-2222-333344446666", true, -ENOENT, 3, 0, 0 },
		/* It may be the one that does not answer. */
		{ "GPU-ffffffff-0000-1111-2222-333344446666", true, 0, 4, 0, 0 },
		{ "1,1", true, -EPROTO, 3, 0, 0 },
		{ "", true, -EPROTO, 3, 0, 0 },
		{ ",", true, -EPROTO, 3, 0, 0 },
		{ "1,", true, -EPROTO, 3, 0, 0 },
		{ "-1", true, -EPROTO, 3, 0, 0 },
		{ "12345", true, -EPROTO, 3, 0, 0 },
		{ "GPU-0123abcd", true, -EPROTO, 3, 0, 0 },
		{ "GPU-0123abcd-0000-1111-2222-33334444666g", true, -EPROTO, 3, 0, 0 },
		{ SLICE ",1", true, -EPROTO, 3, 0, 0 },
		{ "all,1", true, -EPROTO, 3, 0, 0 },
	};
	struct wc_gpu gpus[WC_GPUS_MAX];
	struct wc_error err = { "" };
	unsigned int count;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		count = cases[i].all;
		if (choose(cases[i].names, cases[i].strict, &count, gpus,
			   &err) != cases[i].result)
			fail_msg("%s: %s", cases[i].names, err.text);
		if (cases[i].result)
			continue;
		assert_int_equal(count, cases[i].count);
		if (count)
			assert_int_equal(gpus[0].number, cases[i].first);
	}
	count = 3;
	assert_int_equal(choose("5", true, &count, gpus, &err), -ENOENT);
	assert_non_null(strstr(err.text, "no GPU 5; there are: 0 (" UUID
			       "), 1 (" OTHER "), 2 (" SLICE ")"));
	assert_true(wc_gpus_is_slice(SLICE));
	assert_false(wc_gpus_is_slice(UUID));
	assert_false(wc_gpus_is_slice(NULL));
}

UNIT_MAIN("set", NULL, NULL)
