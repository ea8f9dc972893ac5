// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device for 32-bit programs: ATTACH and ENTER by int $0x80, by which the
 * kernel takes a system call for one of a 32-bit program also when it comes from a
 * 64-bit one. So it needs no 32-bit C library. The structures have the same layout
 * for both (no member is aligned differently); their addresses must be below
 * 4 GiB.
 *
 * Not in User-mode Linux, whose 64-bit kernels have no 32-bit programs.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/device.h"
#include "tests/ktap.h"

#ifdef __x86_64__

/* Of a 32-bit x86 program. */
#define NR_GETPID	20
#define NR_IOCTL	54

static long call32(long nr, long a, long b, long c)
{
	long ret;

	/* Entry by int $0x80 does not keep r8 to r11. */
	asm volatile("int $0x80" : "=a" (ret)
		     : "0" (nr), "b" (a), "c" (b), "d" (c)
		     : "memory", "r8", "r9", "r10", "r11");
	return (int)ret;
}

/* In a process of its own: where there are no 32-bit programs, a signal ends it. */
static bool has_compat(void)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(call32(NR_GETPID, -1, 0, 0) != getpid());
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       !WEXITSTATUS(status);
}

static void *low_memory(size_t len)
{
	void *memory = mmap(NULL, len, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	/* ATTACH wants that of an arena. */
	if (memory == MAP_FAILED || madvise(memory, len, MADV_DONTFORK))
		return NULL;
	return memory;
}

static int ioctl32(int fd, unsigned long request, const void *argument)
{
	return (int)call32(NR_IOCTL, fd, (long)request, (long)argument);
}

/* What a 32-bit helper does with one request. */
static void serve(int fd, char *low)
{
	struct warpcrypt_enter *enter = (void *)low;
	struct warpcrypt_frame *frame = (void *)(low + 512);
	struct warpcrypt_commit *commit = (void *)(low + 1024);
	pid_t pid = test_request_start();

	memset(enter, 0, sizeof(*enter));
	enter->fetch_addr = (uintptr_t)frame;
	enter->fetch_max = 1;
	enter->timeout_ns = TEST_PATIENCE_NS;
	ktap_equal(ioctl32(fd, WARPCRYPT_IOC_ENTER, enter), 0,
		   "ENTER by a 32-bit program");
	ktap_ok(enter->fetched == 1 && frame->requests == 1 &&
		frame->payload >= 4096, "which gets a frame");
	memset(enter, 0, sizeof(*enter));
	*commit = (struct warpcrypt_commit){ .id = frame->id, .status = -EIO };
	enter->commit_addr = (uintptr_t)commit;
	enter->commit_count = 1;
	ktap_ok(!ioctl32(fd, WARPCRYPT_IOC_ENTER, enter) &&
		enter->committed == 1, "and gives it back");
	ktap_ok(test_request_end(pid), "its request is right");
}

static void attach(int fd, char *low, void *arena)
{
	struct warpcrypt_attach *attach = (void *)low;

	test_attach_init(attach, arena);
	attach->version++;
	ktap_equal(ioctl32(fd, WARPCRYPT_IOC_ATTACH, attach), -EPROTONOSUPPORT,
		   "ATTACH by a 32-bit program, of another version");
	attach->version--;
	ktap_equal(ioctl32(fd, WARPCRYPT_IOC_ATTACH, attach), 0,
		   "ATTACH by a 32-bit program");
	ktap_ok(attach->generation && test_state("live"), "the device is live");
}

int main(void)
{
	size_t len = TEST_ARENA_LEN;
	char *low = low_memory(4096);
	void *arena = low_memory(len);
	int fd;

	ktap_start();
	if (!has_compat()) {
		ktap_skip("32-bit programs", "this kernel has none");
		return ktap_finish();
	}
	test_set_param("kat", "0");
	fd = test_open();
	if (ktap_ok(low && arena && fd >= 0, "open")) {
		attach(fd, low, arena);
		serve(fd, low);
		ktap_equal(ioctl32(fd, 0xdead, low), -ENOTTY,
			   "an unknown ioctl by a 32-bit program");
		close(fd);
	}
	test_set_param("kat", "1");
	return ktap_finish();
}

#else

int main(void)
{
	ktap_start();
	ktap_skip("32-bit programs", "int $0x80 is of x86");
	return ktap_finish();
}

#endif
