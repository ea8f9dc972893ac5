// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tools/bench/device.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/bench/util.h"

#define CHUNK	(64u << 10)

static void open_or_die(struct device *dev)
{
	dev->fd = open(WCB_DEVICE, O_RDWR | O_CLOEXEC);
	if (dev->fd >= 0)
		return;
	if (errno == ENOENT) {
		if (system("modprobe -q warpcrypt_bench") == 0)
			dev->fd = open(WCB_DEVICE, O_RDWR | O_CLOEXEC);
		if (dev->fd >= 0)
			return;
		die("no %s: load warpcrypt_bench.ko (insmod build/KERNEL/tools/bench/kmod/warpcrypt_bench.ko)",
		    WCB_DEVICE);
	}
	die("cannot open %s: %s%s", WCB_DEVICE, strerror(errno),
	    errno == EPERM || errno == EACCES ? "; run as root" : "");
}

/*
 * An echo process: returns every frame with the call that waits for the next one.
 * Processes and not threads, because in User-mode Linux threads of one process do
 * not run in parallel.
 */
static void __attribute__((noreturn)) echo_main(const struct device *dev,
						pid_t parent, uint32_t door)
{
	struct wcb_enter enter = { .door = door };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	signal(SIGINT, SIG_IGN);
	for (;;) {
		if (ioctl(dev->fd, WCB_IOC_ENTER, &enter) && errno != EINTR)
			_exit(1);
		enter.commit_count = enter.fetched;
		enter.fetched = 0;
	}
}

/* Shared with the echo processes, as a helper's arena is with its threads. */
static void make_arena(struct device *dev, const struct geometry *geo)
{
	size_t len = (size_t)geo->frame_size * geo->frame_count;
	struct wcb_arena arena = {
		.frame_size = geo->frame_size,
		.frame_count = geo->frame_count,
	};
	void *base = mmap(NULL, len, PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	arena.addr = (uintptr_t)base;
	if (base == MAP_FAILED || mlock(base, len) ||
	    ioctl(dev->fd, WCB_IOC_ARENA, &arena))
		die("no arena of %u frames of %u bytes: %s", geo->frame_count,
		    geo->frame_size, strerror(errno));
}

static void start_echo(struct device *dev, uint32_t processes)
{
	pid_t self = getpid();

	for (; dev->echo_count < processes; dev->echo_count++) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork: %s", strerror(errno));
		if (!pid)
			echo_main(dev, self, dev->echo_count);
		dev->echo[dev->echo_count] = pid;
	}
}

/* Its signal makes a job return when an echo process dies. */
static void on_child(int sig)
{
	(void)sig;
}

/**
 * device_open() - open the device, make the buffers, start the echo processes
 * @dev: filled in
 * @bytes: length of source and destination each, a multiple of 64 KiB
 * @geo: the echo's arena
 * @processes: echo processes, 1 to WCB_SUBMITTERS_MAX
 *
 * Exits with a message if that fails.
 */
void device_open(struct device *dev, uint64_t bytes,
		 const struct geometry *geo, uint32_t processes)
{
	struct wcb_buffers buffers = { .bytes = bytes, .chunk = CHUNK };
	struct sigaction action = { .sa_handler = on_child };

	memset(dev, 0, sizeof(*dev));
	open_or_die(dev);
	if (ioctl(dev->fd, WCB_IOC_BUFFERS, &buffers))
		die("no two buffers of %llu MiB: %s%s",
		    (unsigned long long)bytes >> 20, strerror(errno),
		    errno == ENOMEM ? "; give less with --buffer" : "");
	dev->bytes = bytes;
	sigaction(SIGCHLD, &action, NULL);
	make_arena(dev, geo);
	start_echo(dev, processes);
}

/* Stop the echo processes and free the buffers. */
void device_close(struct device *dev)
{
	uint32_t i;

	signal(SIGCHLD, SIG_DFL);
	for (i = 0; i < dev->echo_count; i++)
		kill(dev->echo[i], SIGKILL);
	for (i = 0; i < dev->echo_count; i++)
		waitpid(dev->echo[i], NULL, 0);
	close(dev->fd);
}

static bool echo_died(const struct device *dev)
{
	uint32_t i;

	for (i = 0; i < dev->echo_count; i++)
		if (waitpid(dev->echo[i], NULL, WNOHANG))
			return true;
	return false;
}

static const char *explain(const struct device *dev, const struct wcb_job *job,
			   int err)
{
	switch (err) {
	case ENOENT:
		return "no such algorithm (see /proc/crypto; is its module loaded?)";
	case EKEYREJECTED:
		return "it takes no key of this length; give another with --key-bytes";
	case EINVAL:
		return job->kind == WCB_ECHO || job->kind == WCB_MEMCPY ?
		       "the request does not fit into a frame; give larger ones with --frame-size" :
		       "a parameter is out of range";
	case ENOMEM:
		return "not enough memory; give fewer with --depths or --submitters, or less with --buffer";
	case EINTR:
		if (echo_died(dev))
			return "an echo process died";
		return "interrupted";
	default:
		return strerror(err);
	}
}

/**
 * device_run() - run a job
 * @dev: the device
 * @job: in and out
 *
 * Exits with a message if the job cannot be run, or after a signal. Wrong results are not checked.
 */
void device_run(struct device *dev, struct wcb_job *job)
{
	static const char * const names[] = { "", "", "echo", "memcpy", "loop" };
	bool alg = job->kind == WCB_SKCIPHER || job->kind == WCB_KPP;
	int ret, err;

	if (interrupted)
		die("interrupted");
	ret = ioctl(dev->fd, WCB_IOC_RUN, job);
	err = errno;

	if (ret)
		die("%s, %u bytes, depth %u: %s",
		    alg ? job->alg : names[job->kind],
		    job->size, job->depth, explain(dev, job, err));
}

/* Get a checksum of the destination; @sum is in and out. */
void device_sum(struct device *dev, struct wcb_sum *sum)
{
	if (ioctl(dev->fd, WCB_IOC_SUM, sum))
		die("comparing the buffers: %s", strerror(errno));
}
