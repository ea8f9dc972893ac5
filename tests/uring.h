/* SPDX-License-Identifier: GPL-2.0-only */
/* io_uring without a library: one operation at a time. */
#ifndef WARPCRYPT_TESTS_URING_H
#define WARPCRYPT_TESTS_URING_H

#include <errno.h>
#include <linux/io_uring.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/**
 * struct uring - a ring
 * @fd: its file
 * @params: what the kernel said of it
 * @rings: submission and completion queues
 * @rings_len: bytes at @rings
 * @entries: submission entries
 */
struct uring {
	int fd;
	struct io_uring_params params;
	uint8_t *rings;
	size_t rings_len;
	struct io_uring_sqe *entries;
};

#define URING_ENTRIES	1

/* Returns 0 or a negative errno. */
static inline int uring_open(struct uring *u)
{
	size_t sq, cq;

	memset(u, 0, sizeof(*u));
	u->fd = (int)syscall(SYS_io_uring_setup, URING_ENTRIES, &u->params);
	if (u->fd < 0)
		return -errno;
	sq = u->params.sq_off.array + u->params.sq_entries * sizeof(uint32_t);
	cq = u->params.cq_off.cqes +
	     u->params.cq_entries * sizeof(struct io_uring_cqe);
	/* IORING_FEAT_SINGLE_MMAP, since 5.4: both are in one mapping. */
	u->rings_len = sq > cq ? sq : cq;
	u->rings = mmap(NULL, u->rings_len, PROT_READ | PROT_WRITE, MAP_SHARED,
			u->fd, IORING_OFF_SQ_RING);
	u->entries = mmap(NULL, u->params.sq_entries * sizeof(*u->entries),
			  PROT_READ | PROT_WRITE, MAP_SHARED, u->fd,
			  IORING_OFF_SQES);
	if (u->rings == MAP_FAILED || u->entries == MAP_FAILED) {
		close(u->fd);
		return -ENOMEM;
	}
	return 0;
}

static inline uint32_t *uring_at(const struct uring *u, uint32_t offset)
{
	return (uint32_t *)(u->rings + offset);
}

/* Does an operation and waits for it; returns its result or a negative errno. */
static inline long uring_do(struct uring *u, uint8_t opcode, int fd,
			    const void *data, size_t len)
{
	uint32_t mask = *uring_at(u, u->params.sq_off.ring_mask);
	uint32_t tail = *uring_at(u, u->params.sq_off.tail);
	uint32_t head = *uring_at(u, u->params.cq_off.head);
	struct io_uring_sqe *entry = &u->entries[tail & mask];
	const struct io_uring_cqe *done;
	long ret;

	memset(entry, 0, sizeof(*entry));
	entry->opcode = opcode;
	entry->fd = fd;
	entry->addr = (uintptr_t)data;
	entry->len = (uint32_t)len;
	/* The file's own position: sockets have none. */
	entry->off = opcode == IORING_OP_READ ? (uint64_t)-1 : 0;
	uring_at(u, u->params.sq_off.array)[tail & mask] = tail & mask;
	__atomic_store_n(uring_at(u, u->params.sq_off.tail), tail + 1,
			 __ATOMIC_RELEASE);
	do
		ret = syscall(SYS_io_uring_enter, u->fd, 1, 1,
			      IORING_ENTER_GETEVENTS, NULL, 0);
	while (ret < 0 && errno == EINTR);
	if (ret != 1)
		return ret < 0 ? -errno : -EIO;
	if (__atomic_load_n(uring_at(u, u->params.cq_off.tail),
			    __ATOMIC_ACQUIRE) == head)
		return -EIO;
	done = (const struct io_uring_cqe *)(u->rings + u->params.cq_off.cqes) +
	       (head & *uring_at(u, u->params.cq_off.ring_mask));
	ret = done->res;
	__atomic_store_n(uring_at(u, u->params.cq_off.head), head + 1,
			 __ATOMIC_RELEASE);
	return ret;
}

static inline void uring_close(struct uring *u)
{
	munmap(u->rings, u->rings_len);
	munmap(u->entries, u->params.sq_entries * sizeof(*u->entries));
	close(u->fd);
}

#endif /* WARPCRYPT_TESTS_URING_H */
