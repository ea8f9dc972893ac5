// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/provider_open.h"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#include <sys/wait.h>

#include <openssl/evp.h>

#include "tests/unit/provider_place.h"
#include "tests/unit/unit.h"

#define LENGTH	4096

/* (Two minutes: only against a hang.) */
#define LIMIT	120

static uint8_t expected[LENGTH];

static bool encrypt(OSSL_LIB_CTX *ctx, uint8_t *out)
{
	static const uint8_t key[16] = { 3 }, iv[16] = { 4 }, in[LENGTH];
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(ctx, "SM4-CTR", NULL);
	EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
	bool done;
	int n;

	done = cipher && EVP_EncryptInit_ex2(c, cipher, key, iv, NULL) &&
	       EVP_EncryptUpdate(c, out, &n, in, LENGTH);
	EVP_CIPHER_CTX_free(c);
	EVP_CIPHER_free(cipher);
	return done;
}

static bool is_right(void)
{
	uint8_t out[LENGTH];

	return encrypt(ours, out) && !memcmp(out, expected, LENGTH);
}

static bool child_says(pid_t pid, int code)
{
	int status;

	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       WEXITSTATUS(status) == code;
}

static atomic_bool forked;

static void fork_once(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(7);
	forked = child_says(pid, 7);
}

/* As NVIDIA's library does, for nvidia-modprobe. */
void test_open_forks(void **state)
{
	(void)state;
	alarm(LIMIT);
	assert_true(encrypt(own, expected));
	load(ENGINE);
	when_opened = fork_once;
	assert_true(is_right());
	assert_true(forked);
	assert_int_equal(opened, 1);
	assert_int_equal(count("engine"), 1);
	unload();
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
	return is_right() ? argument : NULL;
}

/* In the child of a process that opens an engine. */
static bool right_without_engine(void)
{
	return is_right() && !count("engine") && count("software") &&
	       !strncmp(engine_name(), "none: not opened: fork()", 24);
}

/*
 * A thread opens an engine, another waits for it, and this one forks: at once, and the child
 * does without; so does its child. Afterwards both threads have the engine.
 */
void test_fork_while_open(void **state)
{
	static const int number[2];
	pthread_t threads[2];
	void *right;
	pid_t pid;
	int i;

	(void)state;
	alarm(LIMIT);
	sem_init(&opening, 0, 0);
	sem_init(&go_on, 0, 0);
	assert_true(encrypt(own, expected));
	load(ENGINE);
	when_opened = stop_once;
	for (i = 0; i < 2; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, in_thread,
						(void *)&number[i]), 0);
	while (sem_wait(&opening))
		;
	assert_string_equal(engine_name(), "being opened");
	pid = fork();
	if (!pid) {
		alarm(LIMIT);
		if (!right_without_engine())
			_exit(1);
		pid = fork();
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
	}
	assert_int_equal(opened, 1);
	assert_int_equal(count("engine"), 2);
	unload();
	sem_destroy(&opening);
	sem_destroy(&go_on);
	alarm(0);
}
