// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/device.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/skcipher_socket.h"

#define PAGE		4096u
#define REQUEST_BYTES	4096u

/* Returns the length that ATTACH wants for an arena so divided, bytes. */
size_t test_arena_len(uint32_t frame_size, uint32_t frames, uint32_t slots)
{
	size_t len = (size_t)frame_size * frames +
		     sizeof(struct warpcrypt_key) * (size_t)slots;

	return (len + PAGE - 1) / PAGE * PAGE;
}

/* Maps memory for an arena; ends the test when there is none. */
void *test_arena(size_t len)
{
	void *arena = mmap(NULL, len, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (arena == MAP_FAILED || madvise(arena, len, MADV_DONTFORK)) {
		perror("an arena");
		exit(1);
	}
	return arena;
}

/* An ATTACH that is right in every field. */
void test_attach_init(struct warpcrypt_attach *attach, void *arena)
{
	memset(attach, 0, sizeof(*attach));
	attach->version = WARPCRYPT_ABI_VERSION;
	attach->arena_addr = (uintptr_t)arena;
	attach->arena_len = TEST_ARENA_LEN;
	attach->frame_size = TEST_FRAME_SIZE;
	attach->frame_count = TEST_FRAMES;
	attach->key_slots = TEST_KEY_SLOTS;
	attach->engine_count = 1;
	strcpy(attach->engines[0].name, "test");
	attach->engines[0].kind = WARPCRYPT_ENGINE_CPU;
	attach->engines[0].queues = 1;
	attach->engines[0].modes[WARPCRYPT_CIPHER_AES] =
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_ECB) |
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CTR) |
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CBC) |
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_XTS);
}

/* Returns a file or a negative errno. */
int test_open(void)
{
	int fd = open(WARPCRYPT_DEVICE, O_RDWR | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int test_attach(int fd, struct warpcrypt_attach *attach)
{
	return ioctl(fd, WARPCRYPT_IOC_ATTACH, attach) ? -errno : 0;
}

int test_enter(int fd, struct warpcrypt_enter *enter)
{
	return ioctl(fd, WARPCRYPT_IOC_ENTER, enter) ? -errno : 0;
}

/* Fetches one frame, for which it waits; 0 or a negative errno. */
int test_fetch(int fd, struct warpcrypt_frame *frame)
{
	struct warpcrypt_enter enter = {
		.fetch_addr = (uintptr_t)frame,
		.fetch_max = 1,
		.timeout_ns = TEST_PATIENCE_NS,
	};
	int ret = test_enter(fd, &enter);

	return !ret && !enter.fetched ? -ETIMEDOUT : ret;
}

/* Returns a file with @arena attached, or a negative errno. */
int test_open_attached(void *arena)
{
	struct warpcrypt_attach attach;
	int fd = test_open(), ret;

	if (fd < 0)
		return fd;
	test_attach_init(&attach, arena);
	ret = test_attach(fd, &attach);
	if (!ret)
		return fd;
	close(fd);
	return ret;
}

static int kmsg = -1;

/* Only what is logged from now on counts. */
void test_log_mark(void)
{
	if (kmsg < 0)
		kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	lseek(kmsg, 0, SEEK_END);
}

/* Counts the module's lines since the mark, and moves the mark. */
unsigned int test_log_lines(void)
{
	unsigned int lines = 0;
	char record[8192];
	ssize_t len;

	while ((len = read(kmsg, record, sizeof(record) - 1)) > 0 ||
	       (len < 0 && errno == EPIPE)) {
		if (len <= 0)
			continue;
		record[len] = 0;
		lines += strstr(record, ";warpcrypt") != NULL;
	}
	return lines;
}

/*
 * Is a call refused with @want and a line in the kernel log? The log's limit may have been
 * reached by what came before: it is tried twice.
 */
bool test_refused(int fd, unsigned long request, const void *argument, int want)
{
	/* Of all arguments the longest. */
	char copy[sizeof(struct warpcrypt_attach)];
	unsigned int try, lines = 0;
	int ret = want;

	for (try = 0; try < 2 && ret == want && !lines; try++) {
		if (try)
			sleep(6);
		memcpy(copy, argument, _IOC_SIZE(request));
		test_log_mark();
		ret = ioctl(fd, request, copy) ? -errno : 0;
		lines = test_log_lines();
	}
	if (ret != want)
		printf("# returned %d (%s), not %d (%s)\n", ret, strerror(-ret), want,
		       strerror(-want));
	if (!lines)
		printf("# nothing in the kernel log\n");
	return ret == want && lines;
}

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

int test_set_param(const char *name, const char *value)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/module/warpcrypt/parameters/%s",
		 name);
	return write_file(path, value);
}

/* Waits for the device to be in a state; when it takes too long, says so. */
bool test_state(const char *want)
{
	const unsigned int ms = 60000;
	const struct timespec tick = { 0, 10 * 1000 * 1000 };
	char state[32];
	unsigned int waited;

	for (waited = 0;; waited += 10) {
		FILE *file = fopen("/sys/class/misc/warpcrypt/state", "r");

		if (file && fscanf(file, "%31s", state) != 1)
			state[0] = 0;
		if (file)
			fclose(file);
		if (file && !strcmp(state, want))
			return true;
		if (waited >= ms) {
			printf("# waited %u s for the state %s, it is %s\n",
			       ms / 1000, want, file ? state : "unknown");
			return false;
		}
		nanosleep(&tick, NULL);
	}
}

/* Returns one of the module's counters; ends the test when there is none of this name. */
long long test_counter(const char *name)
{
	FILE *file = fopen("/sys/kernel/debug/warpcrypt/stats", "r");
	long long value, found = -1;
	char line[128];

	while (file && found < 0 &&
	       fscanf(file, "%127s %lld", line, &value) == 2)
		if (!strcmp(line, name))
			found = value;
	if (file)
		fclose(file);
	if (found < 0) {
		fprintf(stderr, "the module has no counter %s\n", name);
		exit(1);
	}
	return found;
}

/* Drops a capability of this process for good. */
bool test_drop_cap(unsigned int cap)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2];
	uint32_t bit = 1u << (cap % 32);

	if (syscall(SYS_capget, &head, data))
		return false;
	data[cap / 32].effective &= ~bit;
	data[cap / 32].permitted &= ~bit;
	data[cap / 32].inheritable &= ~bit;
	return !syscall(SYS_capset, &head, data);
}

/*
 * A socket for one of two names: AF_ALG takes the second, and the kernel's own
 * AES has it, since 7.2.
 */
static int open_cipher(const char *name, const char *newer)
{
	int tfm = skcipher_bind(name);

	return tfm < 0 ? skcipher_bind(newer) : tfm;
}

/* Encrypts one buffer with our ECB and compares; the status is the result. */
static void request(void)
{
	static const uint8_t key[16] = "0123456789abcdef";
	static uint8_t plain[REQUEST_BYTES], ours[REQUEST_BYTES],
		       theirs[REQUEST_BYTES];
	static const char *const names[2][2] = {
		{ "ecb-aes-warpcrypt", "ecb-aes-warpcrypt-sync" },
		{ "ecb(aes-generic)", "ecb(aes-lib)" },
	};
	int i, tfm, op;

	for (i = 0; i < 2; i++) {
		tfm = open_cipher(names[i][0], names[i][1]);
		if (tfm < 0 || skcipher_set_key(tfm, key, sizeof(key)))
			_exit(2);
		op = skcipher_accept(tfm);
		if (op < 0 || skcipher_encrypt(op, NULL, plain,
					       i ? theirs : ours,
					       sizeof(plain)))
			_exit(3);
	}
	_exit(memcmp(ours, theirs, sizeof(ours)) ? 1 : 0);
}

/* Starts a process with one request that wants to be offloaded. */
pid_t test_request_start(void)
{
	pid_t pid = fork();

	if (!pid) {
		/* The device must be open in one process only. */
		close_range(3, ~0u, 0);
		request();
	}
	return pid;
}

/* Waits for it; true when its result was right. */
bool test_request_end(pid_t pid)
{
	int status;

	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       !WEXITSTATUS(status);
}
