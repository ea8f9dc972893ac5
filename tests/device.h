/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device as tests see it that must go wrong on purpose: bare ioctls,
 * /dev/kmsg, module parameters, and a request to have something in a frame.
 */
#ifndef WARPCRYPT_TESTS_DEVICE_H
#define WARPCRYPT_TESTS_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "kmod/uapi/warpcrypt.h"

#define TEST_FRAME_SIZE		WARPCRYPT_FRAME_SIZE_MIN
#define TEST_FRAMES		4u
#define TEST_KEY_SLOTS		WARPCRYPT_KEY_SLOTS_MIN
#define TEST_ARENA_LEN		test_arena_len(TEST_FRAME_SIZE, TEST_FRAMES, TEST_KEY_SLOTS)

/* For what has to come at last, ns. */
#define TEST_PATIENCE_NS	(60 * 1000000000ll)

size_t test_arena_len(uint32_t frame_size, uint32_t frames, uint32_t slots);
void *test_arena(size_t len);
void test_attach_init(struct warpcrypt_attach *attach, void *arena);
int test_open(void);
int test_attach(int fd, struct warpcrypt_attach *attach);
int test_enter(int fd, struct warpcrypt_enter *enter);
int test_fetch(int fd, struct warpcrypt_frame *frame);
int test_open_attached(void *arena);

void test_log_mark(void);
unsigned int test_log_lines(void);
bool test_refused(int fd, unsigned long request, const void *argument, int want);

int test_set_param(const char *name, const char *value);
bool test_state(const char *want);
long long test_counter(const char *name);
bool test_drop_cap(unsigned int cap);

pid_t test_request_start(void);
bool test_request_end(pid_t pid);

#endif /* WARPCRYPT_TESTS_DEVICE_H */
