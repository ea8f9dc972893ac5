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

/* The echo process: gives every frame back with the call that waits for more. */
static void __attribute__((noreturn)) echo_main(const struct device *dev,
						const struct geometry *geo,
						pid_t parent, int ready)
{
	size_t len = (size_t)geo->frame_size * geo->frame_count;
	struct wcb_arena arena = {
		.frame_size = geo->frame_size,
		.frame_count = geo->frame_count,
	};
	struct wcb_enter enter = { 0 };
	void *base;
	int err = 0;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	signal(SIGINT, SIG_IGN);
	base = mmap(NULL, len, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (base == MAP_FAILED || mlock(base, len)) {
		err = errno;
	} else {
		arena.addr = (uintptr_t)base;
		if (ioctl(dev->fd, WCB_IOC_ARENA, &arena))
			err = errno;
	}
	if (write(ready, &err, sizeof(err)) != sizeof(err) || err)
		_exit(1);
	close(ready);

	for (;;) {
		if (ioctl(dev->fd, WCB_IOC_ENTER, &enter) && errno != EINTR)
			_exit(1);
		enter.commit_count = enter.fetched;
		enter.fetched = 0;
	}
}

static void start_echo(struct device *dev, const struct geometry *geo)
{
	pid_t self = getpid();
	int ready[2], err;

	if (pipe2(ready, O_CLOEXEC))
		die("pipe: %s", strerror(errno));
	dev->echo = fork();
	if (dev->echo < 0)
		die("fork: %s", strerror(errno));
	if (!dev->echo) {
		close(ready[0]);
		echo_main(dev, geo, self, ready[1]);
	}
	close(ready[1]);
	if (read(ready[0], &err, sizeof(err)) != sizeof(err))
		die("the echo process died");
	if (err)
		die("no arena of %u frames of %u bytes: %s", geo->frame_count,
		    geo->frame_size, strerror(err));
	close(ready[0]);
}

/* Only there to make a job return when the echo process dies under it. */
static void on_child(int sig)
{
	(void)sig;
}

/**
 * device_open() - open the device, make the buffers, start the echo process
 * @dev: filled in
 * @bytes: length of source and destination each, a multiple of 64 KiB
 * @geo: the echo's arena
 *
 * Exits with a message when that cannot be.
 */
void device_open(struct device *dev, uint64_t bytes,
		 const struct geometry *geo)
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
	start_echo(dev, geo);
}

/**
 * device_close() - end the echo process and give the buffers back
 * @dev: the device
 */
void device_close(struct device *dev)
{
	kill(dev->echo, SIGKILL);
	waitpid(dev->echo, NULL, 0);
	close(dev->fd);
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
	case EINTR:
		if (kill(dev->echo, 0))
			return "the echo process died";
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
 * Exits with a message when it cannot be run; wrong results are no such thing.
 */
void device_run(struct device *dev, struct wcb_job *job)
{
	static const char * const names[] = { "", "", "echo", "memcpy", "loop" };
	int ret = ioctl(dev->fd, WCB_IOC_RUN, job), err = errno;

	if (ret && err == EINTR)
		waitpid(dev->echo, NULL, WNOHANG);
	if (ret)
		die("%s, %u bytes, depth %u: %s",
		    job->kind == WCB_SKCIPHER ? job->alg : names[job->kind],
		    job->size, job->depth, explain(dev, job, err));
}

/**
 * device_sum() - look at the destination
 * @dev: the device
 * @sum: in and out
 */
void device_sum(struct device *dev, struct wcb_sum *sum)
{
	if (ioctl(dev->fd, WCB_IOC_SUM, sum))
		die("comparing the buffers: %s", strerror(errno));
}
