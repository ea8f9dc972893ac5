// SPDX-License-Identifier: GPL-2.0-only
/*
 * What warpcryptd's null backend does, by processes instead of threads: each serves
 * a queue of its own and gives every frame back unchanged. In User-mode Linux the
 * threads of a process do not run in parallel in user mode, and wait for each other
 * at every system call.
 *
 * The processes share the open device. None of them needs the arena, which is not
 * inherited.
 */
#define _GNU_SOURCE
#include "tools/bench/null_helper.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "helper/engine/backend.h"
#include "helper/transport/channel.h"
#include "tools/bench/module.h"
#include "tools/bench/util.h"

/* Of one queue: how many frames a call takes at most. */
#define FRAMES_A_CALL	4u

static struct wc_channel channel;

static void __attribute__((noreturn)) serve(pid_t parent, uint32_t queue)
{
	struct warpcrypt_frame frames[FRAMES_A_CALL];
	struct warpcrypt_commit commits[FRAMES_A_CALL];
	struct warpcrypt_enter enter = {
		.commit_addr = (uintptr_t)commits,
		.fetch_addr = (uintptr_t)frames,
		.fetch_max = FRAMES_A_CALL,
		.timeout_ns = -1,
		.queue = queue,
	};
	uint32_t i;
	int ret;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	signal(SIGINT, SIG_IGN);
	for (;;) {
		ret = wc_channel_enter(&channel, &enter);
		if (ret && ret != -EINTR)
			_exit(1);
		enter.commit_count = ret ? 0 : enter.fetched;
		for (i = 0; i < enter.commit_count; i++)
			commits[i] = (struct warpcrypt_commit){ .id = frames[i].id };
	}
}

static void attach(const struct wc_geometry *geo, uint32_t queues)
{
	struct warpcrypt_engine engine = {
		.name = "null",
		/* It stands for a GPU. */
		.kind = WARPCRYPT_ENGINE_GPU,
		.parallel = 1,
		.queues = queues,
		/* Of groups only with --base: the base point's bytes look like success. */
		.modes = {
			WARPCRYPT_CIPHERS(WC_CIPHER_MODES)
			WARPCRYPT_GROUPS(WC_GROUP_MODES)
		},
	};
	static struct wc_mapping arena;
	struct wc_error err;

	if (wc_channel_open(&channel, WARPCRYPT_DEVICE, &err) ||
	    wc_mapping_alloc(&arena, geo, &err) ||
	    wc_mapping_lock(&arena, &err) ||
	    wc_channel_attach(&channel, &arena, &engine, 1, &err))
		die("%s", err.text);
}

/* The processes and the link end with this process. */
static void stop(void)
{
	module_set_known_answers(true);
}

/**
 * null_helper_start() - attach, and start the processes
 * @geo: the arena
 * @processes: how many, each with a queue of its own
 *
 * They end with this process. Exits with a message if it does not work.
 */
void null_helper_start(const struct wc_geometry *geo, uint32_t processes)
{
	pid_t self = getpid(), pid;
	uint32_t i;

	if (processes > WARPCRYPT_QUEUES_MAX || geo->frame_count < 2 * processes)
		usage_error("--null-processes: %u need a queue each, of which there are %u, and each queue two frames of --frames",
			    processes, WARPCRYPT_QUEUES_MAX);
	module_expect_no_helper();
	module_set_known_answers(false);
	atexit(stop);
	attach(geo, processes);
	for (i = 0; i < processes; i++) {
		pid = fork();
		if (pid < 0)
			die("fork: %s", strerror(errno));
		if (!pid)
			serve(self, i);
	}
}
