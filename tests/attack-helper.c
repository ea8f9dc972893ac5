// SPDX-License-Identifier: GPL-2.0-only
/*
 * A helper of one thread that breaks no rule of the ABI, but keeps requests waiting.
 * It computes nothing: what it commits has no results, and --pause-us is how long it has
 * a frame. It ends when its attachment does, and prints the error.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/device.h"
#include "tests/option.h"

/* No process has memory here. */
#define BAD_ADDRESS	64u
#define FRAMES		16u

static int attach(unsigned long queues)
{
	struct warpcrypt_attach attach;
	void *arena;
	int fd, err;

	arena = test_arena(test_arena_len(TEST_FRAME_SIZE, FRAMES,
					  TEST_KEY_SLOTS));
	test_attach_init(&attach, arena);
	attach.arena_len = test_arena_len(TEST_FRAME_SIZE, FRAMES,
					  TEST_KEY_SLOTS);
	attach.frame_count = FRAMES;
	attach.engines[0].queues = queues;
	fd = test_open();
	err = fd < 0 ? fd : test_attach(fd, &attach);
	if (!err)
		return fd;
	fprintf(stderr, "attack-helper: %s\n", strerror(-err));
	exit(1);
}

int main(int argc, char **argv)
{
	bool bounce = option(argc, argv, "--bounce", 0);
	uint32_t fill = option(argc, argv, "--fill", 0);
	useconds_t pause_us = option(argc, argv, "--pause-us", 0);
	int fd = attach(option(argc, argv, "--queues", 1)), err;
	struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX];
	struct warpcrypt_frame frames[WARPCRYPT_ENTER_MAX];
	struct warpcrypt_enter enter = { 0 };
	uint32_t i;

	memset(commits, 0, sizeof(commits));
	for (;;) {
		enter.commit_addr = (uintptr_t)commits;
		enter.commit_count = enter.fetched;
		enter.fetch_addr = bounce ? BAD_ADDRESS : (uintptr_t)frames;
		enter.fetch_max = 1;
		enter.fill = fill;
		enter.timeout_ns = -1;
		enter.fetched = 0;
		err = test_enter(fd, &enter);
		if (err && !(bounce && err == -EFAULT))
			break;
		if (err)
			enter.fetched = 0;
		for (i = 0; i < enter.fetched; i++)
			commits[i].id = frames[i].id;
		if (pause_us && enter.fetched)
			usleep(pause_us);
	}
	printf("%s\n", strerrorname_np(-err));
	return 0;
}
