// SPDX-License-Identifier: GPL-2.0-only
#include "tools/gpu/ram.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Mappings that the process needs for other purposes. */
#define SPARE_MAPPINGS	2000

/*
 * Use a file, open for reading and writing, as a guest's RAM; @ram owns it after success. 0 or a
 * negative errno.
 */
int ram_use(struct ram *ram, int fd, struct wc_error *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return wc_fail(err, -errno, "guest RAM: no file descriptor %d",
			       fd);
	if (!S_ISREG(st.st_mode) || st.st_size < BRIDGE_PAGE ||
	    st.st_size / BRIDGE_PAGE > UINT32_MAX)
		return wc_fail(err, -EINVAL,
			       "guest RAM: file descriptor %d is not a RAM file",
			       fd);
	ram->fd = fd;
	ram->pages = st.st_size / BRIDGE_PAGE;
	return 0;
}

/* Close a guest's RAM; its mappings remain. */
void ram_close(struct ram *ram)
{
	if (ram->fd >= 0)
		close(ram->fd);
	ram->fd = -1;
	ram->pages = 0;
}

/* Opens a file that the guest has open, if it can be its RAM; else -1. */
static int open_candidate(pid_t guest, const char *name)
{
	char path[64];
	struct stat st;

	if ((size_t)snprintf(path, sizeof(path), "/proc/%d/fd/%.20s", guest,
			     name) >= sizeof(path))
		return -1;
	if (stat(path, &st) || !S_ISREG(st.st_mode) || st.st_nlink)
		return -1;
	return open(path, O_RDWR | O_CLOEXEC);
}

/*
 * Find the file that is a guest's RAM; User-mode Linux's process has it open, but unlinked. The
 * file is recognised by the cookie in the guest's directory, whose page frame number is given.
 * Returns what it shares, for ram_unmap_memory(); or NULL.
 */
struct bridge_memory *ram_find(struct ram *ram, pid_t guest, uint32_t directory,
			       uint64_t cookie, struct wc_error *err)
{
	struct bridge_memory *found = NULL;
	struct dirent *entry;
	char path[64];
	DIR *dir;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/fd", guest);
	dir = opendir(path);
	if (!dir) {
		wc_fail(err, -errno,
			"cannot look into %s: %s; run as root, on a host whose /proc/sys/kernel/yama/ptrace_scope is not 3",
			path, strerror(errno));
		return NULL;
	}
	while (!found && (entry = readdir(dir))) {
		fd = open_candidate(guest, entry->d_name);
		if (fd < 0)
			continue;
		if (!ram_use(ram, fd, NULL))
			found = ram_map_memory(ram, directory, cookie, NULL);
		if (!found)
			close(fd);
	}
	closedir(dir);
	if (found)
		return found;
	ram->fd = -1;
	wc_fail(err, -ENOENT,
		"process %d has no file that is the guest's RAM: is it User-mode Linux?",
		guest);
	return NULL;
}

/* The number of adjacent pages from @pfns on. */
static size_t run_length(const uint32_t *pfns, size_t count)
{
	size_t n = 1;

	while (n < count && pfns[n] == pfns[n - 1] + 1)
		n++;
	return n;
}

/* Reads one number from a file under /proc; -1 if it is not there. */
static long read_number(const char *path)
{
	FILE *file = fopen(path, "r");
	long n = -1;

	if (!file)
		return -1;
	if (fscanf(file, "%ld", &n) != 1)
		n = -1;
	fclose(file);
	return n;
}

/* Checks that the kernel allows the mappings that these pages need. */
static int check_mappings(const uint32_t *pfns, size_t count,
			  struct wc_error *err)
{
	long max = read_number("/proc/sys/vm/max_map_count");
	size_t i, runs = 0;

	for (i = 0; i < count; i += run_length(pfns + i, count - i))
		runs++;
	if (max < 0 || runs + SPARE_MAPPINGS <= (size_t)max)
		return 0;
	return wc_fail(err, -ENOMEM,
		       "the arena lies in %zu pieces of the guest's memory, each a mapping, and vm.max_map_count allows %ld: give fewer or smaller frames, or on the host: sysctl vm.max_map_count=%zu",
		       runs, max, runs + 2 * SPARE_MAPPINGS);
}

/*
 * Map pages of a guest into one contiguous range, in the order of @pfns; adjacent ones share a
 * mapping. The range, for munmap(); NULL with errno set.
 */
void *ram_map_pages(const struct ram *ram, const uint32_t *pfns, size_t count,
		    struct wc_error *err)
{
	size_t i, n, len = count * BRIDGE_PAGE;
	uint8_t *base;
	int ret;

	for (i = 0; i < count; i++) {
		if (pfns[i] && pfns[i] < ram->pages)
			continue;
		wc_fail(err, -ERANGE,
			"the guest names page %u, but has %u pages", pfns[i],
			ram->pages);
		errno = ERANGE;
		return NULL;
	}
	ret = check_mappings(pfns, count, err);
	if (ret) {
		errno = -ret;
		return NULL;
	}
	base = mmap(NULL, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (base == MAP_FAILED) {
		wc_fail(err, -errno, "no %zu MiB of address space: %s",
			len >> 20, strerror(errno));
		return NULL;
	}
	for (i = 0; i < count; i += n) {
		n = run_length(pfns + i, count - i);
		if (mmap(base + i * BRIDGE_PAGE, n * BRIDGE_PAGE,
			 PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED | MAP_POPULATE, ram->fd,
			 (off_t)pfns[i] * BRIDGE_PAGE) == MAP_FAILED) {
			ret = errno;
			munmap(base, len);
			wc_fail(err, -ret,
				"cannot map pages of the guest: %s",
				strerror(ret));
			errno = ret;
			return NULL;
		}
	}
	madvise(base, len, MADV_DONTDUMP);
	return base;
}

/*
 * Map what the guest shares, but for the arena: the directory is at this page frame number, with
 * this cookie. For ram_unmap_memory(); NULL with errno set.
 */
struct bridge_memory *ram_map_memory(const struct ram *ram, uint32_t directory,
				     uint64_t cookie, struct wc_error *err)
{
	struct bridge_directory *dir = ram_map_pages(ram, &directory, 1, err);
	uint32_t pages[BRIDGE_PAGES];
	bool found;

	if (!dir)
		return NULL;
	found = dir->magic == BRIDGE_MAGIC && dir->cookie == cookie &&
		dir->version == BRIDGE_VERSION;
	memcpy(pages, dir->pages, sizeof(pages));
	munmap(dir, sizeof(*dir));
	if (found)
		return ram_map_pages(ram, pages, BRIDGE_PAGES, err);
	errno = EPROTO;
	wc_fail(err, -EPROTO,
		"page %u of the guest is not the bridge's directory (version %u)",
		directory, BRIDGE_VERSION);
	return NULL;
}

/* Undo ram_map_memory(); @memory may be NULL. */
void ram_unmap_memory(struct bridge_memory *memory)
{
	if (memory)
		munmap(memory, sizeof(*memory));
}
