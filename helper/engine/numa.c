// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/numa.h"

#include <errno.h>
#include <linux/mempolicy.h>
#include <limits.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LONG_BITS	(CHAR_BIT * sizeof(unsigned long))

/**
 * wc_numa_prefer() - have memory on a node, as far as there is room
 * @base: first byte
 * @len: bytes. Of the pages that reach beyond, those that begin within
 * @node: the node, below WC_NUMA_NODES_MAX; less than 0: any, and nothing changes
 *
 * Pages that are elsewhere are moved, unless they are pinned. It is mbind(2), without
 * libnuma for one call.
 *
 * Return: 0, or a negative errno (-ENOSYS: this kernel has no NUMA; -EPERM: a seccomp
 * filter); then the memory stays where it is, which is slower and nothing else
 */
int wc_numa_prefer(void *base, size_t len, int node)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = ((uintptr_t)base + page - 1) & ~(page - 1);
	unsigned long nodes[WC_NUMA_NODES_MAX / LONG_BITS] = { 0 };
	uintptr_t end = (uintptr_t)base + len;

	if (node < 0 || first >= end)
		return 0;
	if (node >= WC_NUMA_NODES_MAX)
		return -EINVAL;
	nodes[node / LONG_BITS] = 1ul << node % LONG_BITS;
	/* The call takes the bits of all but the last number that it is told. */
	if (syscall(SYS_mbind, first, end - first, MPOL_PREFERRED, nodes,
		    (unsigned long)WC_NUMA_NODES_MAX + 1, MPOL_MF_MOVE))
		return -errno;
	return 0;
}
