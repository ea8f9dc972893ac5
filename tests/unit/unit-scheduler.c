// SPDX-License-Identifier: GPL-2.0-only
/*
 * The worker threads with a fake module: every frame is committed once, also
 * when calls are interrupted, commits refused or frames invalid, and when the
 * attachment ends or the engine fails.
 *
 * Only this finds frames that are committed twice, or not, by a worker.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "helper/engine/scheduler.h"
#include "tests/unit/builder.h"
#include "tests/unit/fake_channel.h"
#include "tests/unit/unit.h"

static const struct wc_geometry geometry = { 64 << 10, FAKE_FRAMES, 64 };

/* All objects that the threads need. */
struct bench {
	struct builder b;
	struct wc_backend *backend;
	struct wc_counts *counts;
	unsigned int threads;
	struct wc_channel channel;
	struct wc_sched sched;
	int wake;
	bool joined;
	struct wc_error err;
};

/* A wrapper of the CPU engine. process() returns this error, unless 0; */
static atomic_int engine_error;
/* waits as long as this is set; */
static atomic_int keep;
/* worker_start() fails when this, decremented by each call, becomes 0. */
static atomic_int no_worker;

/* Of another engine are those before. */
#define FIRST_QUEUE	2u

/* The engine's process() has halves. */
static bool halves;

/* Calls of forget(), now and when the last frame was processed. */
static atomic_int forgot, forgotten_at_process;

static int wrapped_forget(struct wc_worker *worker)
{
	forgot++;
	if (engine_error)
		return wc_fail(&worker->error, engine_error, "on purpose");
	return wc_backend_cpu.forget(worker);
}

static int wrapped_process(struct wc_worker *worker,
			   const struct wc_view *frame)
{
	forgotten_at_process = forgot;
	while (keep)
		usleep(1000);
	if (engine_error)
		return wc_fail(&worker->error, engine_error, "on purpose");
	return wc_backend_cpu.process(worker, frame);
}

/* Of the engine with halves: the frames that have begun; begin() returns @soon. */
static struct { struct wc_worker *worker; struct wc_view frame; } begun[WC_DEPTH_MAX];
static unsigned int begun_count, begun_most;
static bool soon;

static bool wrapped_begin(struct wc_worker *worker, const struct wc_view *frame)
{
	while (keep)
		usleep(1000);
	assert_in_range(begun_count, 0, WC_DEPTH_MAX - 1);
	begun[begun_count].worker = worker;
	begun[begun_count++].frame = *frame;
	if (begun_count > begun_most)
		begun_most = begun_count;
	return soon;
}

/* The oldest. */
static int wrapped_finish(struct wc_worker *worker)
{
	struct wc_view frame = begun[0].frame;

	assert_ptr_equal(worker, begun[0].worker);
	memmove(&begun[0], &begun[1], --begun_count * sizeof(begun[0]));
	return wrapped_process(worker, &frame);
}

static int wrapped_start(struct wc_backend *backend, struct wc_worker **worker,
			 struct wc_error *err)
{
	if (atomic_fetch_sub(&no_worker, 1) == 1)
		return wc_fail(err, -ENOMEM, "no worker, on purpose");
	return wc_backend_cpu.worker_start(backend, worker, err);
}

static struct wc_backend_ops wrapped;

static int try_start(struct bench *t, unsigned int threads)
{
	const struct wc_part all = { 0, geometry.frame_count };
	struct wc_sched_job job;

	memset(t, 0, sizeof(*t));
	fake_reset();
	engine_error = 0;
	keep = 0;
	forgot = 0;
	wrapped = wc_backend_cpu;
	wrapped.process = wrapped_process;
	wrapped.worker_start = wrapped_start;
	wrapped.forget = wrapped_forget;
	wrapped.begin = halves ? wrapped_begin : NULL;
	wrapped.finish = wrapped_finish;
	builder_init(&t->b, &geometry, 20);
	assert_int_equal(wc_backend_cpu.open(&t->backend, 0, &t->err), 0);
	t->backend->ops = &wrapped;
	assert_int_equal(wrapped.arena_add(t->backend, &t->b.arena, all, &t->err), 0);
	t->counts = wc_counts_alloc(threads);
	assert_non_null(t->counts);
	t->threads = threads;
	t->wake = eventfd(0, EFD_NONBLOCK);
	job = (struct wc_sched_job){
		.channel = &t->channel,
		.arena = &t->b.arena,
		.backend = t->backend,
		.first_queue = FIRST_QUEUE,
		.queues = 2,
		.depth = halves ? 2 : 1,
		.counts = t->counts,
		.threads = threads,
		.wake = t->wake,
	};
	return wc_sched_start(&t->sched, &job, &t->err);
}

static void start(struct bench *t, unsigned int threads)
{
	assert_int_equal(try_start(t, threads), 0);
}

static void join(struct bench *t, int want)
{
	assert_int_equal(wc_sched_join(&t->sched, &t->err), want);
	t->joined = true;
}

static void stop(struct bench *t)
{
	wc_sched_stop(&t->sched);
	join(t, 0);
}

static void finish(struct bench *t)
{
	wrapped.arena_remove(t->backend);
	wrapped.close(t->backend);
	free(t->counts);
	builder_free(&t->b);
	close(t->wake);
}

static void run_bench(unsigned int threads, void (*test)(struct bench *t))
{
	struct bench t;

	start(&t, threads);
	test(&t);
	if (!t.joined)
		stop(&t);
	finish(&t);
}

/* A test with workers @t, which it may stop. */
#define TEST_BENCH(test, threads)					\
static void bench_##test(struct bench *t);				\
TEST(test)								\
{									\
	run_bench(threads, bench_##test);				\
}									\
static void bench_##test(struct bench *t)

static void offer(struct bench *t, uint32_t index)
{
	builder_begin(&t->b, index);
	builder_random_frame(&t->b, -1);
	fake_offer(&t->b.handed);
}

static bool woken(struct bench *t)
{
	struct pollfd p = { .fd = t->wake, .events = POLLIN };

	return poll(&p, 1, 120000) == 1;
}

/* The number of ENTER calls without those that timed out, which may be any. */
static unsigned int enters(void)
{
	unsigned int n;

	pthread_mutex_lock(&fake_lock);
	n = fake.enters - fake.pauses;
	pthread_mutex_unlock(&fake_lock);
	return n;
}

static uint64_t count_frames(struct bench *t)
{
	uint64_t n = 0;
	unsigned int i;

	for (i = 0; i < t->threads; i++)
		n += atomic_load(&t->counts[i].frames);
	return n;
}

TEST_BENCH(frames_come_back, 3)
{
	const char *wrong;
	unsigned int i;

	for (i = 0; i < 40; i++) {
		offer(t, i % FAKE_FRAMES);
		assert_true(fake_wait(&fake.commits[i % FAKE_FRAMES], 1 + i / FAKE_FRAMES));
		assert_int_equal(fake.status[i % FAKE_FRAMES], 0);
		wrong = builder_check(&t->b);
		if (wrong)
			fail_msg("%s", wrong);
		/* Counted by the time that the module has it. */
		assert_int_equal(count_frames(t), i + 1);
	}
}

/* One ENTER for each frame: it commits the frame and fetches the next one. */
TEST_BENCH(one_call_a_frame, 1)
{
	unsigned int before, i;

	before = enters();
	for (i = 0; i < 16; i++) {
		offer(t, 0);
		assert_true(fake_wait(&fake.commits[0], i + 1));
	}
	/* At each of the two readings the worker may be in an ENTER that waits. */
	assert_in_range(enters() - before, 15, 17);
}

/* The most frames that a thread has in progress, of six. */
static unsigned int most_of_six(bool each_soon)
{
	struct bench t;
	uint32_t i;

	halves = true;
	soon = each_soon;
	begun_count = begun_most = 0;
	start(&t, 1);
	keep = 1;
	builder_key(&t.b, 3, WARPCRYPT_MODE_CTR, 16);
	for (i = 0; i < 6; i++) {
		builder_begin(&t.b, i);
		builder_add(&t.b, WARPCRYPT_MODE_CTR, false, 3, 0, 64);
		fake_offer(&t.b.handed);
	}
	keep = 0;
	for (i = 0; i < 6; i++) {
		assert_true(fake_wait(&fake.commits[i], 1));
		assert_int_equal(fake.status[i], 0);
	}
	stop(&t);
	assert_int_equal(count_frames(&t), 6);
	finish(&t);
	halves = false;
	return begun_most;
}

/* A thread has two frames in progress, but none beside one that is done soon. */
TEST(depth)
{
	assert_int_equal(most_of_six(false), 2);
	assert_int_equal(most_of_six(true), 1);
}

/* When stopped, a worker commits its frame and does not fetch another. */
TEST_BENCH(stop_commits, 1)
{
	unsigned int before, fetches;

	keep = 1;
	offer(t, 0);
	assert_true(fake_wait(&fake.held[0], 1));
	wc_sched_stop(&t->sched);
	pthread_mutex_lock(&fake_lock);
	before = fake.enters;
	fetches = fake.fetches;
	pthread_mutex_unlock(&fake_lock);
	keep = 0;
	join(t, 0);
	/* The commit, which does not wait. */
	assert_int_equal(fake.enters - before, 1);
	assert_int_equal(fake.fetches - fetches, 0);
	assert_int_equal(fake.commits[0], 1);
}

TEST_BENCH(interrupted, 1)
{
	pthread_mutex_lock(&fake_lock);
	fake.interrupt = 3;
	pthread_mutex_unlock(&fake_lock);
	offer(t, 1);
	assert_true(fake_wait(&fake.commits[1], 1));
	offer(t, 1);
	assert_true(fake_wait(&fake.commits[1], 2));
	assert_int_equal(count_frames(t), 2);
}

/* A refused commit is not counted, and the worker continues. */
TEST_BENCH(refused, 1)
{
	pthread_mutex_lock(&fake_lock);
	fake.refuse = 1;
	pthread_mutex_unlock(&fake_lock);
	offer(t, 1);
	offer(t, 2);
	assert_true(fake_wait(&fake.commits[2], 1));
	stop(t);
	assert_int_equal(fake.commits[1], 0);
	assert_int_equal(count_frames(t), 1);
	assert_int_equal(atomic_load(&t->counts[0].refused), 1);
}

TEST_BENCH(wrong_frame, 1)
{
	builder_begin(&t->b, 3);
	t->b.handed.requests = UINT32_MAX;
	fake_offer(&t->b.handed);
	assert_true(fake_wait(&fake.commits[3], 1));
	assert_int_equal(fake.status[3], -EINVAL);
	offer(t, 3);
	assert_true(fake_wait(&fake.commits[3], 2));
	assert_int_equal(fake.status[3], 0);
	stop(t);
	assert_int_equal(count_frames(t), 1);
}

TEST_BENCH(attachment_ends, 3)
{
	offer(t, 0);
	assert_true(fake_wait(&fake.commits[0], 1));
	fake_die();
	assert_true(woken(t));
	join(t, -ESHUTDOWN);
}

/* The frame is committed with an error, and the threads stop. */
TEST_BENCH(engine_breaks, 2)
{
	engine_error = -EIO;
	offer(t, 0);
	assert_true(woken(t));
	join(t, -EIO);
	assert_non_null(strstr(t->err.text, "on purpose"));
	assert_int_equal(fake.commits[0], 1);
	assert_int_equal(fake.status[0], -EIO);
}

/*
 * A frame is late, the module ends the attachment, then the engine fails: that is
 * what the caller must know, who would serve again with it.
 */
TEST_BENCH(engine_breaks_late, 2)
{
	keep = 1;
	offer(t, 0);
	assert_true(fake_wait(&fake.held[0], 1));
	fake_die();
	assert_true(woken(t));
	engine_error = -EIO;
	keep = 0;
	join(t, -EIO);
	assert_non_null(strstr(t->err.text, "on purpose"));
}

TEST(no_worker)
{
	struct bench t;

	no_worker = 2;
	assert_int_equal(try_start(&t, 3), -ENOMEM);
	assert_string_equal(t.err.text, "no worker, on purpose");
	finish(&t);
}

/* The module releases keys while no frames come. */
TEST_BENCH(release_idle, 2)
{
	uint64_t wiped = 0;
	unsigned int i;

	offer(t, 0);
	assert_true(fake_wait(&fake.commits[0], 1));
	for (i = 0; i < geometry.key_slots; i++)
		memset(wc_mapping_key(&t->b.arena, i), 0,
		       sizeof(struct warpcrypt_key));
	fake_release();
	/* More than one worker makes while the other sleeps. */
	assert_true(fake_wait(&fake.knowing, 2));
	stop(t);
	for (i = 0; i < 2; i++)
		wiped += t->counts[i].wiped;
	assert_true(wiped > 0);
}

/* The engine wipes released keys before it gets the next frame to process. */
TEST_BENCH(release_first, 1)
{
	offer(t, 0);
	assert_true(fake_wait(&fake.commits[0], 1));
	assert_int_equal(forgot, 0);
	keep = 1;
	offer(t, 1);
	assert_true(fake_wait(&fake.held[1], 1));
	fake_release();
	offer(t, 2);
	keep = 0;
	assert_true(fake_wait(&fake.commits[2], 1));
	assert_int_equal(forgot, 1);
	assert_int_equal(forgotten_at_process, 1);
	/* Its error is the engine's. */
	engine_error = -EIO;
	fake_release();
	assert_true(woken(t));
	join(t, -EIO);
	assert_non_null(strstr(t->err.text, "on purpose"));
}

/* Three workers serve two queues; the module decides how full frames are. */
TEST_BENCH(queues, 3)
{
	struct warpcrypt_frame handed[6];
	uint32_t i;

	pthread_mutex_lock(&fake_lock);
	wrapped.shared_engine = true;
	pthread_mutex_unlock(&fake_lock);
	for (i = 0; i < 6; i++) {
		builder_begin(&t->b, i);
		builder_random_frame(&t->b, -1);
		handed[i] = t->b.handed;
	}
	/* At the same time. */
	for (i = 0; i < 6; i++)
		fake_offer(&handed[i]);
	for (i = 0; i < 6; i++)
		assert_true(fake_wait(&fake.commits[i], 1));
	/* Less than that without either of the two. */
	assert_true(fake_wait(&fake.queues, 3 << FIRST_QUEUE));
	stop(t);
	assert_int_equal(fake.queues, 3 << FIRST_QUEUE);
	assert_int_equal(fake.fills, 0);
}

UNIT_MAIN("scheduler", NULL, NULL)
