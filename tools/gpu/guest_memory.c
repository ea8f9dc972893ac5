// SPDX-License-Identifier: GPL-2.0-only
#include "tools/gpu/guest_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/shm.h>
#include <unistd.h>

/* Keys of the segments: the control pages, then arenas of increasing size. */
#define KEY_CONTROL		0x77630000
#define KEY_ARENA		0x77630001
#define ARENA_KEYS		64

/* Bits of an entry of /proc/PID/pagemap. */
#define PAGEMAP_PRESENT		(1ull << 63)
#define PAGEMAP_PFN		((1ull << 55) - 1)

/*
 * A locked segment of at least @len bytes, all of it resident: that of an earlier
 * bridge, or a new one. Returns its address, or NULL with errno set.
 */
static void *get_segment(key_t key, int keys, size_t len)
{
	volatile uint8_t *byte;
	void *address;
	size_t i;
	int id;

	do {
		id = shmget(key, len, IPC_CREAT | 0600);
	} while (id < 0 && errno == EINVAL && --keys && ++key);
	if (id < 0 || shmctl(id, SHM_LOCK, NULL))
		return NULL;
	address = shmat(id, NULL, 0);
	if (address == (void *)-1)
		return NULL;
	byte = address;
	for (i = 0; i < len; i += BRIDGE_PAGE)
		byte[i] = byte[i];
	return address;
}

/*
 * Page frame numbers of @count pages from @address on. Returns 0, or a negative
 * errno: -EPERM if the kernel hides the numbers, -EFAULT if a page is not
 * resident.
 */
static int read_pfns(const void *address, size_t count, uint32_t *pfns)
{
	uint64_t entries[512];
	size_t i, j, n;
	int fd, ret = 0;
	off_t at;

	fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	for (i = 0; i < count && !ret; i += n) {
		n = count - i < 512 ? count - i : 512;
		at = ((uintptr_t)address / BRIDGE_PAGE + i) * sizeof(entries[0]);
		if (pread(fd, entries, n * sizeof(entries[0]), at) !=
		    (ssize_t)(n * sizeof(entries[0])))
			ret = -EIO;
		for (j = 0; j < n && !ret; j++) {
			if (!(entries[j] & PAGEMAP_PRESENT))
				ret = -EFAULT;
			else if (!(entries[j] & PAGEMAP_PFN))
				ret = -EPERM;
			pfns[i + j] = entries[j] & PAGEMAP_PFN;
		}
	}
	close(fd);
	return ret;
}

/* Compaction would move pages that are locked but not pinned yet. */
static void forbid_compaction(void)
{
	int fd = open("/proc/sys/vm/compact_unevictable_allowed",
		      O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;		/* this kernel has no compaction */
	if (write(fd, "0\n", 2) != 2)
		errno = 0;	/* guest_arena_check() finds pages that moved */
	close(fd);
}

/*
 * Allocate the control pages; the helper of an earlier bridge must have ended: it knows them. 0 or
 * a negative errno.
 */
int guest_memory_init(struct guest_memory *mem)
{
	struct bridge_directory *dir;
	uint32_t pages[BRIDGE_PAGES];
	int ret;

	memset(mem, 0, sizeof(*mem));
	forbid_compaction();
	mem->shared = guest_memory_again();
	if (!mem->shared)
		return -errno;
	ret = read_pfns(mem->shared, BRIDGE_PAGES, pages);
	if (ret)
		return ret;
	memset(mem->shared, 0, sizeof(*mem->shared));
	dir = &mem->shared->directory;
	memcpy(dir->pages, pages, sizeof(pages));
	dir->version = BRIDGE_VERSION;
	dir->magic = BRIDGE_MAGIC;
	if (getrandom(&dir->cookie, sizeof(dir->cookie), 0) !=
	    sizeof(dir->cookie))
		return -EIO;
	return 0;
}

/* Map the control pages, also those that another process has made; NULL with errno set. */
struct bridge_memory *guest_memory_again(void)
{
	return get_segment(KEY_CONTROL, 1, sizeof(struct bridge_memory));
}

/*
 * Allocate an arena of @len bytes, whole pages, zeroed: fills @mem->arena, @mem->arena_len and the
 * list of its pages. 0 or a negative errno.
 */
int guest_arena(struct guest_memory *mem, size_t len)
{
	void *arena;

	if (!len || len % BRIDGE_PAGE || len > BRIDGE_ARENA_MAX)
		return -EINVAL;
	if (mem->arena)
		shmdt(mem->arena);
	mem->arena = NULL;
	arena = get_segment(KEY_ARENA, ARENA_KEYS, len);
	if (!arena)
		return -errno;
	memset(arena, 0, len);
	mem->arena = arena;
	mem->arena_len = len;
	/* ATTACH demands it. */
	if (madvise(arena, len, MADV_DONTFORK))
		return -errno;
	return read_pfns(arena, len / BRIDGE_PAGE, mem->shared->list);
}

/*
 * Check that no page of the arena has moved. Returns 0, -EXDEV if one has, or another negative
 * errno.
 */
int guest_arena_check(const struct guest_memory *mem)
{
	size_t count = mem->arena_len / BRIDGE_PAGE;
	uint32_t *pfns = calloc(count, sizeof(*pfns));
	int ret;

	if (!pfns)
		return -ENOMEM;
	ret = read_pfns(mem->arena, count, pfns);
	if (!ret && memcmp(pfns, mem->shared->list, count * sizeof(*pfns)))
		ret = -EXDEV;
	free(pfns);
	return ret;
}
