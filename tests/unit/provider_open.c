// SPDX-License-Identifier: GPL-2.0-only
/* fork() while an engine is opened. */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "tests/unit/fork_child.h"
#include "tests/unit/provider_place.h"
#include "tests/unit/unit.h"

#define LENGTH	4096

/* (Two minutes: only against a hang.) */
#define LIMIT	120

static uint8_t expected[LENGTH];

static EVP_CIPHER_CTX *begin(OSSL_LIB_CTX *ctx)
{
	static const uint8_t key[16] = { 3 }, iv[16] = { 4 };
	EVP_CIPHER_CTX *c = cipher_context(ctx, "SM4-CTR", key, iv, true);

	assert_non_null(c);
	return c;
}

static bool encrypt(EVP_CIPHER_CTX *c, uint8_t *out)
{
	static const uint8_t in[LENGTH];
	int n;

	return EVP_EncryptUpdate(c, out, &n, in, LENGTH);
}

static void encrypt_own(void)
{
	EVP_CIPHER_CTX *c = begin(own);

	assert_true(encrypt(c, expected));
	EVP_CIPHER_CTX_free(c);
}

static bool is_right(EVP_CIPHER_CTX *c)
{
	uint8_t out[LENGTH];

	return encrypt(c, out) && !memcmp(out, expected, LENGTH);
}

static bool is_right_anew(void)
{
	EVP_CIPHER_CTX *c = begin(ours);
	bool right = is_right(c);

	EVP_CIPHER_CTX_free(c);
	return right;
}

static atomic_bool forked;

static void fork_once(void)
{
	pid_t pid = fork_child();

	if (!pid)
		_exit(7);
	forked = child_says(pid, 7);
}

/* As NVIDIA's library does, for nvidia-modprobe. */
TEST_LOADED(open_forks, ENGINE)
{
	alarm(LIMIT);
	encrypt_own();
	when_opened = fork_once;
	assert_true(is_right_anew());
	assert_true(forked);
	assert_int_equal(opened, 1);
	assert_int_equal(count("engine"), 1);
	alarm(0);
}

static sem_t opening, go_on;

static void stop_once(void)
{
	sem_post(&opening);
	while (sem_wait(&go_on))
		;
}

static void *in_thread(void *argument)
{
	return is_right(argument) ? argument : NULL;
}

/* In the child of a process that opens an engine. */
static bool right_without_engine(void)
{
	return is_right_anew() && !count("engine") && count("software") &&
	       !strncmp(engine_name(), "none: not opened: fork()", 24);
}

/*
 * A thread opens an engine, another waits for it, and this one forks: at once, and the child
 * does without; so does its child. Afterwards both threads have the engine.
 */
TEST_LOADED(fork_while_open, ENGINE)
{
	EVP_CIPHER_CTX *c[2];
	pthread_t threads[2];
	void *right;
	pid_t pid;
	int i;

	alarm(LIMIT);
	sem_init(&opening, 0, 0);
	sem_init(&go_on, 0, 0);
	encrypt_own();
	when_opened = stop_once;
	/* Here, so that no thread is inside of libcrypto when this one forks. */
	for (i = 0; i < 2; i++)
		c[i] = begin(ours);
	for (i = 0; i < 2; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, in_thread, c[i]), 0);
	while (sem_wait(&opening))
		;
	assert_string_equal(engine_name(), "being opened");
	pid = fork_child();
	if (!pid) {
		alarm(LIMIT);
		if (!right_without_engine())
			_exit(1);
		pid = fork_child();
		if (pid)
			_exit(child_says(pid, 43) ? 42 : 1);
		/* Nor with another provider. */
		unload();
		load(ENGINE);
		_exit(right_without_engine() ? 43 : 1);
	}
	assert_true(child_says(pid, 42));
	sem_post(&go_on);
	for (i = 0; i < 2; i++) {
		pthread_join(threads[i], &right);
		assert_non_null(right);
		EVP_CIPHER_CTX_free(c[i]);
	}
	assert_int_equal(opened, 1);
	assert_int_equal(count("engine"), 2);
	sem_destroy(&opening);
	sem_destroy(&go_on);
	alarm(0);
}
