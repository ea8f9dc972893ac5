// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening and ATTACH: everything that kmod/uapi/warpcrypt.h says is refused
 * is refused with that errno and a line in the kernel log; what it allows
 * works afterwards.
 */
#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/device.h"
#include "tests/ktap.h"

static uint8_t *arena;
static struct warpcrypt_attach good;

static bool attach_refused(const struct warpcrypt_attach *attach, int want)
{
	int fd = test_open();
	bool ok = test_refused(fd, WARPCRYPT_IOC_ATTACH, attach, want);

	close(fd);
	return ok;
}

#define REFUSED(errno_, what, ...) do {			\
	struct warpcrypt_attach a = good;			\
	__VA_ARGS__;						\
	ktap_ok(attach_refused(&a, -(errno_)), "ATTACH refuses %s", what);	\
} while (0)

static void resize(struct warpcrypt_attach *a, uint32_t size, uint32_t frames,
		   uint32_t slots)
{
	a->frame_size = size;
	a->frame_count = frames;
	a->key_slots = slots;
	a->arena_len = test_arena_len(size, frames, slots);
}

static void bad_fields(void)
{
	REFUSED(EPROTONOSUPPORT, "version 0", a.version = 0);
	REFUSED(EPROTONOSUPPORT, "the next version", a.version++);
	REFUSED(EOPNOTSUPP, "the lowest flag", a.flags = 1);
	REFUSED(EOPNOTSUPP, "the highest flag", a.flags = 1u << 31);
	REFUSED(EOPNOTSUPP, "the lowest feature", a.features = 1);
	REFUSED(EOPNOTSUPP, "the highest feature", a.features = 1ull << 63);
	REFUSED(EINVAL, "reserved[0]", a.reserved[0] = 1);
	REFUSED(EINVAL, "reserved[3]", a.reserved[3] = 1ull << 63);
	REFUSED(EINVAL, "no modes at all",
		memset(a.engines[0].modes, 0, sizeof(a.engines[0].modes)));
	REFUSED(EOPNOTSUPP, "a mode of cipher 0", a.engines[0].modes[0] = 1);
	REFUSED(EOPNOTSUPP, "a reserved cipher", a.engines[0].modes[15] = 1);
	REFUSED(EOPNOTSUPP, "an unknown mode",
		a.engines[0].modes[WARPCRYPT_CIPHER_AES] |=
			1u << WARPCRYPT_MODE_COUNT);
	REFUSED(EOPNOTSUPP, "mode bit 15",
		a.engines[0].modes[WARPCRYPT_CIPHER_AES] |= 1u << 15);
}

static void bad_sizes(void)
{
	REFUSED(EINVAL, "frame size 0", a.frame_size = 0);
	REFUSED(EINVAL, "frames smaller than the least",
		resize(&a, WARPCRYPT_FRAME_SIZE_MIN / 2, 8, TEST_KEY_SLOTS));
	REFUSED(EINVAL, "frames that are no whole pages",
		resize(&a, WARPCRYPT_FRAME_SIZE_MIN + 64, 4, TEST_KEY_SLOTS));
	REFUSED(EINVAL, "frames larger than the most",
		resize(&a, WARPCRYPT_FRAME_SIZE_MAX + 4096, 2, TEST_KEY_SLOTS));
	REFUSED(EINVAL, "zero frames",
		resize(&a, TEST_FRAME_SIZE, 0, TEST_KEY_SLOTS));
	REFUSED(EINVAL, "one frame",
		resize(&a, TEST_FRAME_SIZE, 1, TEST_KEY_SLOTS));
	REFUSED(EINVAL, "too many frames",
		resize(&a, TEST_FRAME_SIZE, WARPCRYPT_FRAME_COUNT_MAX + 1,
		       TEST_KEY_SLOTS));
	REFUSED(EINVAL, "zero key slots",
		resize(&a, TEST_FRAME_SIZE, TEST_FRAMES, 0));
	REFUSED(EINVAL, "too few key slots",
		resize(&a, TEST_FRAME_SIZE, TEST_FRAMES,
		       WARPCRYPT_KEY_SLOTS_MIN - 1));
	REFUSED(EINVAL, "too many key slots",
		resize(&a, TEST_FRAME_SIZE, TEST_FRAMES,
		       WARPCRYPT_KEY_SLOTS_MAX + 1));
	REFUSED(EINVAL, "length 0", a.arena_len = 0);
	REFUSED(EINVAL, "a byte too much", a.arena_len++);
	REFUSED(EINVAL, "a page too little", a.arena_len -= 4096);
	REFUSED(EINVAL, "a page too much", a.arena_len += 4096);
	REFUSED(EINVAL, "the longest length", a.arena_len = ~0ull);
}

static void bad_queues(void)
{
	REFUSED(EINVAL, "zero queues", a.engines[0].queues = 0);
	REFUSED(EINVAL, "more queues than half of the frames",
		a.engines[0].queues = TEST_FRAMES / 2 + 1);
	REFUSED(EINVAL, "the largest number of queues",
		a.engines[0].queues = ~0u);
	REFUSED(EINVAL, "too many queues",
		resize(&a, TEST_FRAME_SIZE, 2 * (WARPCRYPT_QUEUES_MAX + 1),
		       TEST_KEY_SLOTS);
		a.engines[0].queues = WARPCRYPT_QUEUES_MAX + 1);
}

static void bad_engines(void)
{
	REFUSED(EINVAL, "no engines", a.engine_count = 0);
	REFUSED(EINVAL, "too many engines",
		a.engine_count = WARPCRYPT_ENGINES_MAX + 1);
	REFUSED(EINVAL, "the largest number of engines", a.engine_count = ~0u);
	REFUSED(EINVAL, "an engine after the last",
		a.engines[1] = a.engines[0]);
	REFUSED(EINVAL, "an engine without a name", a.engines[0].name[0] = 0);
	REFUSED(EINVAL, "a name without an end",
		memset(a.engines[0].name, 'x', sizeof(a.engines[0].name)));
	REFUSED(EINVAL, "a name that is not printable",
		a.engines[0].name[1] = '\n');
	REFUSED(EINVAL, "a name with a space", a.engines[0].name[1] = ' ');
	REFUSED(EINVAL, "a name that is not ASCII",
		a.engines[0].name[1] = (char)0xe4);
	REFUSED(EINVAL, "something after a name's end",
		a.engines[0].name[WARPCRYPT_ENGINE_NAME - 1] = 'x';
		a.engines[0].name[WARPCRYPT_ENGINE_NAME - 2] = 0);
	REFUSED(EINVAL, "two engines of one name", a.engine_count = 2;
		a.engines[1] = a.engines[0]);
	REFUSED(EINVAL, "kind 0", a.engines[0].kind = 0);
	REFUSED(EINVAL, "an unknown kind", a.engines[0].kind = 3);
	REFUSED(EINVAL, "an engine's reserved0", a.engines[0].reserved0 = 1);
	REFUSED(EINVAL, "an engine's reserved[1]",
		a.engines[0].reserved[1] = 1ull << 63);
	REFUSED(EINVAL, "a second engine without modes", a.engine_count = 2;
		strcpy(a.engines[1].name, "b");
		a.engines[1].kind = WARPCRYPT_ENGINE_GPU;
		a.engines[1].queues = 1);
	REFUSED(EINVAL, "two engines with too many queues", a.engine_count = 2;
		a.engines[1] = a.engines[0]; a.engines[1].name[0] = 'b';
		a.engines[0].queues = TEST_FRAMES / 2);
	REFUSED(EINVAL, "a sum of queues that wraps", a.engine_count = 2;
		a.engines[1] = a.engines[0]; a.engines[1].name[0] = 'b';
		a.engines[1].queues = ~0u);
	REFUSED(EINVAL, "reserved0", a.reserved0 = 1);
}

static void bad_addresses(void)
{
	size_t len = good.arena_len;
	uint8_t *bad = test_arena(len);

	REFUSED(EINVAL, "an unaligned address", a.arena_addr += 64);
	REFUSED(EFAULT, "address 0", a.arena_addr = 0);
	REFUSED(EFAULT, "a kernel address",
		a.arena_addr = 0xffff888000000000ull);
	REFUSED(EFAULT, "an address that wraps", a.arena_addr = -4096ull);
	mprotect(bad, len, PROT_READ);
	REFUSED(EFAULT, "read-only memory", a.arena_addr = (uintptr_t)bad);
	mprotect(bad, len, PROT_NONE);
	REFUSED(EFAULT, "inaccessible memory", a.arena_addr = (uintptr_t)bad);
	mprotect(bad, len, PROT_READ | PROT_WRITE);
	munmap(bad + len - 4096, 4096);
	REFUSED(EFAULT, "memory whose last page is missing",
		a.arena_addr = (uintptr_t)bad);
	munmap(bad, len);
	bad = test_arena(len);
	madvise(bad + len - 4096, 4096, MADV_DOFORK);
	REFUSED(EINVAL, "memory of which fork() would copy the last page",
		a.arena_addr = (uintptr_t)bad);
	madvise(bad, len, MADV_DOFORK);
	REFUSED(EINVAL, "memory that fork() would copy",
		a.arena_addr = (uintptr_t)bad);
	munmap(bad, len);
	REFUSED(EFAULT, "memory that is not there",
		a.arena_addr = (uintptr_t)bad);
}

static void make_arena(void)
{
	arena = test_arena(TEST_ARENA_LEN);
	test_attach_init(&good, arena);
}

/* Runs @work in a child that can lose privileges; true when it returns true. */
static bool in_child(bool (*work)(void))
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		/* A child does not have its parent's. */
		make_arena();
		_exit(!work());
	}
	return waitpid(pid, &status, 0) == pid && !status;
}

static bool open_without_cap(void)
{
	bool logged = false, refused = true;
	int try;

	if (!test_drop_cap(CAP_SYS_ADMIN))
		return false;
	for (try = 0; try < 2 && !logged && refused; try++) {
		if (try)
			sleep(6);
		test_log_mark();
		refused = test_open() == -EPERM;
		logged = test_log_lines() > 0;
	}
	return refused && logged;
}

static bool open_as_nobody(void)
{
	return !setuid(65534) && test_open() == -EACCES;
}

static bool limit_memlock(size_t bytes)
{
	const struct rlimit limit = { bytes, bytes };

	return !setrlimit(RLIMIT_MEMLOCK, &limit) && test_drop_cap(CAP_IPC_LOCK);
}

static bool memlock_too_low(void)
{
	return limit_memlock(good.arena_len - 4096) && attach_refused(&good, -ENOMEM);
}

/* Fits once; every detach must give the whole account back. */
static bool memlock_enough(void)
{
	int i, fd;

	if (!limit_memlock(good.arena_len + 4096))
		return false;
	for (i = 0; i < 5; i++) {
		fd = test_open_attached(arena);
		if (fd < 0) {
			ktap_note("attach %d: %s", i, strerror(-fd));
			return false;
		}
		close(fd);
	}
	return true;
}

static void second(void)
{
	struct warpcrypt_attach attach = good;
	int fd = test_open_attached(arena), ret;

	if (!ktap_ok(fd >= 0, "ATTACH takes what is right"))
		return;
	REFUSED(EBUSY, "a second helper", (void)a);
	test_log_mark();
	ret = test_attach(fd, &attach);
	ktap_equal(ret, -EBUSY, "a second ATTACH on one file is refused");
	close(fd);

	fd = test_open_attached(arena);
	ktap_ok(fd >= 0, "another helper can attach after close");
	close(fd);
}

static void other_calls(void)
{
	int fd = test_open();
	char byte = 0;

	ktap_ok(ioctl(fd, WARPCRYPT_IOC_ATTACH, 0) && errno == EFAULT,
		"ATTACH without an argument is refused");
	ktap_ok(ioctl(fd, WARPCRYPT_IOC_ATTACH, (void *)-64ul) && errno == EFAULT,
		"ATTACH with an argument in the kernel is refused");
	ktap_ok(ioctl(fd, _IO(WARPCRYPT_IOC_MAGIC, 0x7f), 0) && errno == ENOTTY,
		"an unknown ioctl is refused");
	ktap_ok(ioctl(fd, _IOWR(WARPCRYPT_IOC_MAGIC, 1, char[8]), &byte) &&
		errno == ENOTTY, "ATTACH of another size is refused");
	ktap_equal(read(fd, &byte, 1), -1, "there is nothing to read");
	ktap_equal(write(fd, &byte, 1), -1, "there is nothing to write");
	ktap_ok(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED,
		"there is nothing to map");
	close(fd);
}

/* The log must not be flooded by a helper that errs all the time. */
static void log_is_limited(void)
{
	struct warpcrypt_attach attach;
	unsigned int lines;
	int i, fd = test_open();

	test_log_mark();
	for (i = 0; i < 300; i++) {
		attach = good;
		attach.version = 77;
		test_attach(fd, &attach);
	}
	close(fd);
	lines = test_log_lines();
	ktap_ok(lines < 100, "300 refusals make few lines in the log # %u", lines);
}

int main(void)
{
	int fd = test_open();

	ktap_start();
	if (fd < 0)
		return ktap_none(WARPCRYPT_DEVICE, fd);
	close(fd);
	make_arena();

	bad_fields();
	bad_sizes();
	bad_queues();
	bad_engines();
	bad_addresses();
	ktap_ok(in_child(open_without_cap),
		"opening needs CAP_SYS_ADMIN, and says so");
	ktap_ok(in_child(open_as_nobody), "the device's mode keeps others out");
	ktap_ok(in_child(memlock_too_low),
		"RLIMIT_MEMLOCK is kept without CAP_IPC_LOCK");
	ktap_ok(in_child(memlock_enough),
		"RLIMIT_MEMLOCK is accounted and given back");
	second();
	other_calls();
	log_is_limited();
	return ktap_finish();
}
