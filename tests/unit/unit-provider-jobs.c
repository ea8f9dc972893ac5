// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt.so in this process: X25519's keys (provider_keys.c); ASYNC_JOBs, of which many
 * wait for one file each; threads; fork(); libwarpcrypt that fails.
 *
 * Only this finds jobs that are resumed too early, or never, and engines that outlive a fork().
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <openssl/async.h>
#include <openssl/err.h>

#include "tests/unit/fork_child.h"
#include "tests/unit/provider_keys.h"
#include "tests/unit/provider_place.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

/* --- jobs */

#define JOBS	100

/* Kuznyechik in CTR and in ECB, some kilobytes: by one thread outside of a job, and in jobs. */
struct cipher_job {
	const char *name;
	uint8_t key[64], iv[16], in[4096], expected[4096], out[4096];
	int len;
	bool done;
};

struct job {
	struct exchange exchange;
	struct cipher_job cipher;
	ASYNC_JOB *job;
	ASYNC_WAIT_CTX *wait;
	int resumed;
	bool ended;
};

static bool run_cipher(const struct cipher_job *j, uint8_t *out)
{
	EVP_CIPHER_CTX *c = cipher_context(ours, j->name, j->key, j->iv, true);
	/* XTS: two data units, both with ciphertext stealing. */
	bool xts = strstr(j->name, "xts") || strstr(j->name, "XTS");
	int first = xts ? 45 : 48, n, more;
	bool done;

	done = c && EVP_CIPHER_CTX_set_padding(c, 0) &&
	       /* What software does in a job, then what the engine does. */
	       EVP_EncryptUpdate(c, out, &n, j->in, first) && n == first &&
	       EVP_EncryptUpdate(c, out + first, &more, j->in + first, j->len - first) &&
	       n + more == j->len;
	EVP_CIPHER_CTX_free(c);
	return done;
}

static int in_job(void *argument)
{
	struct job *j = *(struct job **)argument;

	do_exchange(&j->exchange);
	j->cipher.done = run_cipher(&j->cipher, j->cipher.out);
	return 1;
}

static void make_jobs(struct job *jobs, int n, uint64_t seed)
{
	static const char *const names[] = {
		"kuznyechik-ctr", "kuznyechik-ecb", "kuznyechik-cbc", "kuznyechik-xts", "SM4-XTS",
	};
	struct test_rand r = { seed };
	struct cipher_job *c;
	int i;

	for (i = 0; i < n; i++) {
		memset(&jobs[i], 0, sizeof(jobs[i]));
		make_exchange(&jobs[i].exchange, &r);
		c = &jobs[i].cipher;
		c->name = names[i % 5];
		rand_fill(&r, c->key, sizeof(c->key));
		rand_fill(&r, c->in, sizeof(c->in));
		c->len = 16 * (int)(4 + rand_below(&r, 252));
		assert_true(run_cipher(c, c->expected));
		jobs[i].wait = ASYNC_WAIT_CTX_new();
	}
}

/* The files that jobs wait for; a job that waits has one. */
static void poll_jobs(struct job *jobs, int n)
{
	struct pollfd fds[JOBS];
	size_t count;
	int i, m = 0;

	for (i = 0; i < n; i++) {
		if (jobs[i].ended)
			continue;
		assert_true(ASYNC_WAIT_CTX_get_all_fds(jobs[i].wait, NULL, &count));
		assert_int_equal(count, 1);
		ASYNC_WAIT_CTX_get_all_fds(jobs[i].wait, &fds[m].fd, &count);
		fds[m++].events = POLLIN;
	}
	if (!m)
		return;
	/* (Two minutes: only against a hang.) */
	assert_true(poll(fds, (nfds_t)m, 120000) > 0);
	for (i = 0, m = 0; i < n; i++)
		if (!jobs[i].ended && !(fds[m++].revents & POLLIN))
			jobs[i].resumed = -1;
}

static void check_jobs(const struct job *jobs, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		assert_true(exchange_right(&jobs[i].exchange));
		assert_true(jobs[i].cipher.done);
		assert_memory_equal(jobs[i].cipher.out, jobs[i].cipher.expected,
				    (size_t)jobs[i].cipher.len);
	}
}

/* Resumes whatever can go on, until all have ended, rightly; how often one was resumed. */
static int run_jobs(struct job *jobs, int n)
{
	int i, left = n, status, paused = 0;
	struct job *j;

	for (i = 0; i < n; i++)
		jobs[i].ended = false, jobs[i].resumed = 0, jobs[i].job = NULL;
	/* Until all have begun. */
	none_done = true;
	while (left) {
		for (i = 0; i < n; i++) {
			j = &jobs[i];
			if (j->ended)
				continue;
			if (j->resumed < 0) {
				j->resumed = 0;
				continue;
			}
			switch (ASYNC_start_job(&j->job, j->wait, &status, in_job, &j, sizeof(j))) {
			case ASYNC_FINISH:
				j->ended = true;
				left--;
				break;
			case ASYNC_PAUSE:
				paused++;
				break;
			default:
				fail_msg("a job cannot be started");
			}
		}
		none_done = false;
		poll_jobs(jobs, n);
	}
	check_jobs(jobs, n);
	return paused;
}

static void free_jobs(struct job *jobs, int n)
{
	while (n--)
		ASYNC_WAIT_CTX_free(jobs[n].wait);
}

#define JOB_OPTIONS	"backend = cpu\nasync_min_bytes = 1000000\nthreads = 2\n"

TEST_LOADED(jobs, JOB_OPTIONS)
{
	static struct job jobs[JOBS];
	int round, paused = 0;

	make_jobs(jobs, JOBS, 1);
	assert_int_equal(count("paused"), 0);
	for (round = 0; round < 2; round++)
		paused += run_jobs(jobs, JOBS);
	/* A public key and a shared secret in each, and longer requests of Kuznyechik. */
	assert_int_equal(count("points"), 2 * 2 * JOBS);
	assert_int_equal(count("software_points"), 0);
	assert_true(count("engine") > JOBS);
	assert_int_equal(count("paused"), count("points") + count("engine"));
	assert_true(paused >= 2 * JOBS);
	assert_int_equal(count("failed"), 0);
	/* By the first job, but not on its small stack. */
	assert_int_equal(opened, 1);
	assert_int_equal(opened_in_job, 0);
	free_jobs(jobs, JOBS);
}

/* Without an engine jobs go on in software, on their small stacks. */
TEST_LOADED(jobs_without_engine, "backend = cuda\ngpu = 77\n")
{
	static struct job jobs[10];

	make_jobs(jobs, 10, 2);
	run_jobs(jobs, 10);
	assert_int_equal(count("points") + count("engine") + count("paused"), 0);
	assert_int_equal(count("software_points"), 20);
	assert_true(!strncmp(engine_name(), "none: ", 6));
	free_jobs(jobs, 10);
}

/* --- threads */

#define THREADS	4

/* How much each does; with sanitizers less. */
static int jobs_each, requests_each;

/* @run gets a thread's number, from 1 on, and returns NULL if nothing was wrong. */
static void run_threads(void *(*run)(void *argument))
{
	pthread_t threads[THREADS];
	void *wrong;
	uintptr_t i;

	for (i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, run, (void *)(i + 1)), 0);
	for (i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &wrong);
		assert_null(wrong);
	}
}

static void *in_thread(void *argument)
{
	static _Thread_local struct job jobs[20];
	int n = jobs_each, round;

	make_jobs(jobs, n, (uint64_t)(uintptr_t)argument);
	for (round = 0; round < 3; round++)
		run_jobs(jobs, n);
	free_jobs(jobs, n);
	return NULL;
}

TEST_LOADED(jobs_in_threads, JOB_OPTIONS)
{
	run_threads(in_thread);
	assert_int_equal(count("points"), (uint64_t)(THREADS * 3 * 2 * jobs_each));
}

/* Requests without jobs, by the engine; each thread opens, uses and frees contexts. */
static void *ciphers_in_thread(void *argument)
{
	struct test_rand r = { (uint64_t)(uintptr_t)argument };
	uint8_t expected[4096];
	struct cipher_job j = { .name = "kuznyechik-ctr", .len = 4096 };
	uintptr_t wrong = 0;
	int i;

	rand_fill(&r, j.key, 32);
	rand_fill(&r, j.in, sizeof(j.in));
	wrong += !run_cipher(&j, expected);
	for (i = 0; i < requests_each; i++) {
		wrong += !run_cipher(&j, j.out);
		wrong += memcmp(j.out, expected, sizeof(expected)) != 0;
	}
	return (void *)wrong;
}

TEST_LOADED(threads, ENGINE)
{
	run_threads(ciphers_in_thread);
	assert_int_equal(count("engine"), (uint64_t)(2 * THREADS * (1 + requests_each)));
}

/* --- fork() */

/* A stream that has begun before the fork goes on in both; each has an engine of its own. */
TEST_LOADED(fork, ENGINE)
{
	struct cipher_job j = { .name = "kuznyechik-ctr", .len = 4096 };
	struct test_rand r = { 7 };
	static struct job jobs[10];
	uint8_t out[4096];
	EVP_CIPHER_CTX *c;
	uint64_t before;
	int n;
	bool right;
	pid_t pid;

	rand_fill(&r, j.key, 32);
	rand_fill(&r, j.in, sizeof(j.in));
	assert_true(run_cipher(&j, j.expected));
	make_jobs(jobs, 10, 8);
	run_jobs(jobs, 10);
	c = cipher_context(ours, j.name, j.key, j.iv, true);
	assert_non_null(c);
	assert_true(EVP_EncryptUpdate(c, out, &n, j.in, 1000));
	pid = fork_child();
	before = count("engine");
	right = EVP_EncryptUpdate(c, out + 1000, &n, j.in + 1000, 3096) &&
		!memcmp(out, j.expected, 4096) && count("engine") > before;
	EVP_CIPHER_CTX_free(c);
	before = count("points");
	run_jobs(jobs, 10);
	right = right && count("points") == before + 20;
	free_jobs(jobs, 10);
	if (!pid) {
		/* The child's engine is closed, the parent's is left alone. */
		unload();
		_exit(right ? 42 : 1);
	}
	assert_true(right);
	assert_true(child_says(pid, 42));
}

/* --- an engine that fails */

/* The engine is opened when it is needed, and gone with the last provider. */
TEST(life)
{
	struct cipher_job j = { .name = "kuznyechik-ctr", .len = 4096 };
	uint8_t out[4096];
	int before = fork_threads().count, i;

	for (i = 0; i < 3; i++) {
		load(ENGINE);
		assert_int_equal(fork_threads().count, before);
		assert_true(run_cipher(&j, out));
		assert_true(fork_threads().count > before);
		unload();
		assert_int_equal(fork_threads().count, before);
	}
}

/* What the engine has not done, software does. */
TEST(faults)
{
	static const int errors[] = { -ENOMEM, -EIO };
	struct cipher_job j = { .name = "kuznyechik-ctr", .len = 4096 };
	struct test_rand r = { 9 };
	static struct job jobs[10];
	int i;

	rand_fill(&r, j.in, sizeof(j.in));
	for (i = 0; i < 6; i++) {
		load(ENGINE);
		assert_true(run_cipher(&j, j.expected));
		make_jobs(jobs, 10, 10);
		*(i < 2 ? &begin_error : i < 4 ? &wait_error : &key_error) = errors[i % 2];
		assert_true(run_cipher(&j, j.out));
		assert_memory_equal(j.out, j.expected, 4096);
		run_jobs(jobs, 10);
		if (i < 4) {
			assert_true(count("failed") > 0);
			assert_true(count("software_points") > 0);
		}
		assert_true(count("software") > 0);
		/* After EIO the engine is not asked again. */
		assert_int_equal(!strncmp(engine_name(), "none: ", 6), i < 4 && i % 2);
		free_jobs(jobs, 10);
		unload();
	}
}

/*
 * In place, there is nothing to do it again with. Software does what follows, with the key of
 * a context that the engine had, too.
 */
TEST_LOADED(fault_in_place, ENGINE)
{
	static const uint8_t key[32];
	EVP_CIPHER_CTX *c = cipher_context(ours, "kuznyechik-ecb", key, NULL, true);
	EVP_CIPHER_CTX *other = cipher_context(ours, "kuznyechik-ecb", key, NULL, true);
	uint8_t data[256] = { 0 }, expected[256];
	int n;

	assert_non_null(c);
	assert_non_null(other);
	assert_true(EVP_EncryptUpdate(c, expected, &n, data, 256));
	assert_true(EVP_EncryptUpdate(other, data, &n, data, 256));
	assert_memory_equal(data, expected, 256);
	wait_error = -EIO;
	ERR_clear_error();
	assert_false(EVP_EncryptUpdate(c, data, &n, data, 256));
	assert_string_equal(reason(), "cipher operation failed");
	memset(data, 0, sizeof(data));
	assert_true(EVP_EncryptUpdate(c, data, &n, data, 256));
	assert_memory_equal(data, expected, 256);
	memset(data, 0, sizeof(data));
	assert_true(EVP_EncryptUpdate(other, data, &n, data, 256));
	assert_memory_equal(data, expected, 256);
	EVP_CIPHER_CTX_free(c);
	EVP_CIPHER_CTX_free(other);
}

static int in_place(void *argument)
{
	struct cipher_job *j = *(struct cipher_job **)argument;
	EVP_CIPHER_CTX *c = cipher_context(ours, j->name, j->key, NULL, true);
	int n;

	memcpy(j->out, j->in, (size_t)j->len);
	begin_error = -EIO;
	j->done = c && EVP_EncryptUpdate(c, j->out, &n, j->out, j->len) && n == j->len;
	EVP_CIPHER_CTX_free(c);
	return 1;
}

/* In place, in a job: an engine that had failed before has not touched it, and software does it. */
TEST_LOADED(refused_in_place, ENGINE)
{
	static struct cipher_job j = { .name = "kuznyechik-ecb", .len = 4096 }, *argument = &j;
	ASYNC_WAIT_CTX *wait = ASYNC_WAIT_CTX_new();
	ASYNC_JOB *job = NULL;
	int status;

	assert_true(run_cipher(&j, j.expected));
	assert_int_equal(ASYNC_start_job(&job, wait, &status, in_place, &argument, sizeof(argument)),
			 ASYNC_FINISH);
	assert_int_equal(count("failed"), 1);
	assert_true(j.done);
	assert_memory_equal(j.out, j.expected, 4096);
	assert_int_equal(strncmp(engine_name(), "none: ", 6), 0);
	ASYNC_WAIT_CTX_free(wait);
}

int main(void)
{
	jobs_each = (int)unit_share(20);
	requests_each = (int)unit_share(100);
	return unit_run("provider-jobs", open_own, close_own);
}
