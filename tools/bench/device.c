// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/device.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

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
 * Open the device, until this process ends; make two buffers of @bytes, a multiple of 64 KiB.
 * Exits with a message if that fails.
 */
void device_open(struct device *dev, uint64_t bytes)
{
	struct wcb_buffers buffers = { .bytes = bytes, .chunk = CHUNK };

	open_or_die(dev);
	if (ioctl(dev->fd, WCB_IOC_BUFFERS, &buffers))
		die("no two buffers of %llu MiB: %s%s",
		    (unsigned long long)bytes >> 20, strerror(errno),
		    errno == ENOMEM ? "; give less with --buffer" : "");
	dev->bytes = bytes;
}

static const char *explain(int err)
{
	switch (err) {
	case ENOENT:
		return "no such algorithm (see /proc/crypto; is its module loaded?)";
	case EKEYREJECTED:
		return "it takes no key of this length; give another with --key-bytes";
	case EINVAL:
		return "a parameter is out of range";
	case ENOMEM:
		return "not enough memory; give fewer with --depths or --submitters, or less with --buffer";
	case EINTR:
		return "interrupted";
	default:
		return strerror(err);
	}
}

/*
 * Run a job. Exits with a message if it cannot be run, or after a signal. Wrong results are not
 * checked.
 */
void device_run(struct device *dev, struct wcb_job *job)
{
	int ret, err;

	if (interrupted)
		die("interrupted");
	ret = ioctl(dev->fd, WCB_IOC_RUN, job);
	err = errno;

	if (ret)
		die("%s, %u bytes, depth %u: %s",
		    job->kind == WCB_LOOP ? "loop" : job->alg,
		    job->size, job->depth, explain(err));
}

/* Get a checksum of the destination; @sum is in and out. */
void device_sum(struct device *dev, struct wcb_sum *sum)
{
	if (ioctl(dev->fd, WCB_IOC_SUM, sum))
		die("comparing the buffers: %s", strerror(errno));
}
