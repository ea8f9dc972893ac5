// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tools/bench/dm_stack.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/bench/util.h"

#define RAM_DISK	"/dev/ram0"

static char disk[PATH_MAX];	/* below the encrypted device */
static char file[PATH_MAX];	/* behind a loop device */
static char name[64];		/* of the device mapper's device */
static char node[PATH_MAX];	/* its node */
static uint64_t disk_bytes;

static void exec_child(const char *const argv[], int in, int out)
{
	dup2(in, 0);
	if (out >= 0)
		dup2(out, 1);
	/* On Ctrl-C the parent ends its child. */
	setpgid(0, 0);
	signal(SIGINT, SIG_DFL);
	execvp(argv[0], (char *const *)argv);
	fprintf(stderr, "warpcrypt-bench: cannot run %s: %s\n", argv[0],
		strerror(errno));
	_exit(127);
}

/*
 * Run a program and wait for it; a signal ends it. @input: its standard input, or NULL; @output
 * gets its standard output as a string; NULL: not redirected. Returns its exit status; 128 and
 * more if a signal ended it.
 */
int run_program(const char *const argv[], const char *input, char *output,
		size_t size)
{
	int in = memfd_create("input", MFD_CLOEXEC), out = memfd_create("output", MFD_CLOEXEC);
	int status;
	ssize_t len;
	pid_t child;

	if (in < 0 || out < 0 || (input && pwrite(in, input, strlen(input), 0) < 0))
		die("no file in memory: %s", strerror(errno));
	fflush(stdout);
	child = fork();
	if (child < 0)
		die("fork: %s", strerror(errno));
	if (!child)
		exec_child(argv, in, output ? out : -1);
	while (waitpid(child, &status, 0) < 0)
		if (errno == EINTR && interrupted)
			kill(-child, SIGTERM);
	if (output) {
		len = pread(out, output, size - 1, 0);
		output[len > 0 ? len : 0] = '\0';
	}
	close(in);
	close(out);
	return WIFEXITED(status) ? WEXITSTATUS(status) :
	       128 + WTERMSIG(status);
}

static uint64_t size_of(const char *path)
{
	uint64_t bytes = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_EXCL);

	if (fd < 0)
		return 0;
	if (ioctl(fd, BLKGETSIZE64, &bytes))
		bytes = 0;
	close(fd);
	return bytes;
}

static bool use_ram_disk(uint64_t bytes)
{
	char size[64];

	if (access(RAM_DISK, F_OK)) {
		const char *const argv[] = { "modprobe", "-q", "brd", size,
					     "rd_nr=1", NULL };

		snprintf(size, sizeof(size), "rd_size=%llu",
			 (unsigned long long)bytes >> 10);
		run_program(argv, NULL, NULL, 0);
	}
	if (size_of(RAM_DISK) < bytes)
		return false;
	snprintf(disk, sizeof(disk), "%s", RAM_DISK);
	return true;
}

static void use_loop(uint64_t bytes)
{
	const char *dir = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
	const char *const argv[] = { "losetup", "--find", "--show", file, NULL };
	int fd;

	snprintf(file, sizeof(file), "%s/warpcrypt-bench.XXXXXX", dir);
	fd = mkostemp(file, O_CLOEXEC);
	if (fd < 0 || posix_fallocate(fd, 0, bytes))
		die("no %llu MiB in %s: %s", (unsigned long long)bytes >> 20,
		    dir, strerror(errno));
	close(fd);
	if (run_program(argv, NULL, disk, sizeof(disk)) || !*disk)
		die("losetup failed; is the loop module there?");
	disk[strcspn(disk, "\n")] = '\0';
}

/*
 * A disk in memory: the first RAM disk, if it is free and large enough, otherwise a loop device
 * over a file in a tmpfs. stack_drop() removes it, also at exit.
 */
const char *stack_disk(uint64_t bytes)
{
	atexit(stack_drop);
	disk_bytes = bytes;
	if (!use_ram_disk(bytes))
		use_loop(bytes);
	return disk;
}

static void hex_key(char *text, uint32_t len)
{
	uint8_t key[256];
	uint32_t i;

	fill_random(key, len);
	for (i = 0; i < len; i++)
		sprintf(text + 2 * i, "%02x", key[i]);
	if (!len)
		strcpy(text, "-");
}

/*
 * Put an encrypted device on the disk, until stack_drop_crypt() or exit. @alg: the algorithm or
 * driver; NULL: a plain mapping. @iv: the IV generator, for instance plain64. @key_len: at most
 * 256. @options: dm-crypt's optional arguments, separated by blanks, or "". Returns its path;
 * exits with a message if that fails.
 */
const char *stack_crypt(const char *alg, const char *iv, uint32_t key_len,
			uint32_t sector_size, const char *options)
{
	const char *const argv[] = { "dmsetup", "create", name, NULL };
	unsigned long long sectors = disk_bytes >> 9;
	char table[8192], key[2 * 256 + 1];
	int count = 1;
	const char *p;

	for (p = options; *p; p++)
		count += *p != ' ' && (p == options || p[-1] == ' ');
	snprintf(name, sizeof(name), "warpcrypt-bench-%d", getpid());
	snprintf(node, sizeof(node), "/dev/mapper/%s", name);
	hex_key(key, key_len);
	if (alg)
		snprintf(table, sizeof(table),
			 "0 %llu crypt capi:%s-%s %s 0 %s 0 %d sector_size:%u %s\n",
			 sectors, alg, iv, key, disk, count, sector_size,
			 options);
	else
		snprintf(table, sizeof(table), "0 %llu linear %s 0\n", sectors,
			 disk);
	if (run_program(argv, table, NULL, 0)) {
		*name = '\0';
		die("no dm-crypt device with %s: unknown cipher, wrong --key-bytes or --iv, or no dm-crypt (the kernel's log says which)",
		    alg ? alg : "no cipher");
	}
	if (access(node, F_OK)) {
		const char *const mknodes[] = { "dmsetup", "mknodes", name,
						NULL };

		run_program(mknodes, NULL, NULL, 0);
	}
	return node;
}

/* Remove what stack_crypt() made, if anything. */
void stack_drop_crypt(void)
{
	const char *const argv[] = { "dmsetup", "remove", "--retry", name,
				     NULL };

	if (!*name)
		return;
	if (run_program(argv, NULL, NULL, 0))
		progress("%s is still there; remove it: dmsetup remove %s",
			 node, name);
	*name = '\0';
}

/* Remove all devices, if there are any. */
void stack_drop(void)
{
	stack_drop_crypt();
	if (*file && *disk) {
		const char *const argv[] = { "losetup", "--detach", disk, NULL };

		if (run_program(argv, NULL, NULL, 0))
			progress("%s is still there; losetup --detach %s", disk,
				 disk);
	}
	if (*file)
		unlink(file);
	*file = '\0';
	*disk = '\0';
}
