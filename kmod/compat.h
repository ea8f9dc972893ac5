/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The differences between the kernels that the modules build for (6.1 to 7.3).
 * For the drivers and for the modules that test and measure them. Includes none
 * of the module's headers.
 */
#ifndef _WC_COMPAT_H
#define _WC_COMPAT_H

#include <crypto/scatterwalk.h>
#include <linux/crypto.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/types.h>
#include <linux/version.h>

/* Moved in 6.12. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
#include <asm/unaligned.h>
#else
#include <linux/unaligned.h>
#endif

/* hex2bin() was in linux/kernel.h in older kernels. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#include <linux/hex.h>
#endif

/*
 * Completion callbacks took the async request before 6.3, and take the data
 * pointer since.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
#define wc_done_arg struct crypto_async_request

static inline void *wc_done_data(wc_done_arg *arg)
{
	return arg->data;
}
#else
#define wc_done_arg void

static inline void *wc_done_data(wc_done_arg *arg)
{
	return arg;
}
#endif

/*
 * Sockets had an operation for spliced pages before 6.5; since then such pages
 * come through sendmsg().
 */
#define WC_HAVE_SENDPAGE	(LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0))

/*
 * bind() of an AF_ALG type got the user's flags and mask besides the name until
 * 7.1; since 7.2 it gets the name only.
 */
#define WC_BIND_HAS_FLAGS	(LINUX_VERSION_CODE < KERNEL_VERSION(7, 2, 0))

/*
 * A lock of per-CPU data that is used with BH off. It is code under PREEMPT_RT only: since
 * 6.11 another thread may run on the CPU there while BH are off, and the kernel has such
 * locks for that. Before, one lock for each CPU always prevented it.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
#define wc_local_lock_bh(lock)		local_lock_nested_bh(lock)
#define wc_local_unlock_bh(lock)	local_unlock_nested_bh(lock)
#else
#define wc_local_lock_bh(lock)		do { } while (0)
#define wc_local_unlock_bh(lock)	do { } while (0)
#endif

/*
 * Do @work with vector registers, where crypto_simd_usable(). User-mode Linux's
 * kernel_fpu_begin() does nothing: interrupts are signals, whose frames have all
 * registers, so only other tasks must be kept away. Since 6.19 arm64 has its caller
 * provide the memory that the registers are saved in, and a statement for that.
 */
#if defined(CONFIG_UML)
#define wc_with_simd(work) do {						\
	preempt_disable();						\
	work;								\
	preempt_enable();						\
} while (0)
#elif defined(CONFIG_X86_64)
#include <asm/fpu/api.h>
#define wc_with_simd(work) do {						\
	kernel_fpu_begin();						\
	work;								\
	kernel_fpu_end();						\
} while (0)
#elif defined(CONFIG_ARM64) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 19, 0)
#include <asm/neon.h>
#define wc_with_simd(work) do {						\
	kernel_neon_begin();						\
	work;								\
	kernel_neon_end();						\
} while (0)
#elif defined(CONFIG_ARM64)
#include <asm/simd.h>
#define wc_with_simd(work)	({ scoped_ksimd() work; })
#else
#define wc_with_simd(work)	(work)
#endif

/*
 * A workqueue whose works run on the CPU that queues them, or that the queuer names.
 * Since 6.18 one has to say so.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 18, 0)
#define WC_WQ_PERCPU	0
#else
#define WC_WQ_PERCPU	WQ_PERCPU
#endif

/*
 * Walks over scatterlists. Until 6.14 the caller had to end each page; since
 * 6.15 the walk does that, and has the mapped address.
 *
 * wc_walk_next() maps the next bytes, at most @len, at @addr and returns their
 * number. wc_walk_done_src() and wc_walk_done_dst() unmap them and advance the
 * walk by the number of bytes read or written. wc_walk_read() and wc_walk_write()
 * copy @len bytes, at least 1. Any context.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 15, 0)
static inline u32 wc_walk_next(struct scatter_walk *walk, u32 len, u8 **addr)
{
	u32 n;

	while (!(n = scatterwalk_clamp(walk, len)))
		scatterwalk_pagedone(walk, 0, 1);
	*addr = scatterwalk_map(walk);
	return n;
}

static inline void wc_walk_flush(struct scatter_walk *walk)
{
	flush_dcache_page(sg_page(walk->sg) +
			  ((walk->offset - 1) >> PAGE_SHIFT));
}

static inline void wc_walk_done_src(struct scatter_walk *walk, u8 *addr, u32 n)
{
	scatterwalk_unmap(addr);
	scatterwalk_advance(walk, n);
}

static inline void wc_walk_done_dst(struct scatter_walk *walk, u8 *addr, u32 n)
{
	wc_walk_done_src(walk, addr, n);
	wc_walk_flush(walk);
}

static inline void wc_walk_read(struct scatter_walk *walk, void *to, u32 len)
{
	scatterwalk_copychunks(to, walk, len, 0);
}

static inline void wc_walk_write(struct scatter_walk *walk, const void *from,
				 u32 len)
{
	scatterwalk_copychunks((void *)from, walk, len, 1);
	wc_walk_flush(walk);
}
#else
static inline u32 wc_walk_next(struct scatter_walk *walk, u32 len, u8 **addr)
{
	u32 n = scatterwalk_next(walk, len);

	*addr = walk->addr;
	return n;
}

static inline void wc_walk_done_src(struct scatter_walk *walk, u8 *addr, u32 n)
{
	scatterwalk_done_src(walk, n);
}

static inline void wc_walk_done_dst(struct scatter_walk *walk, u8 *addr, u32 n)
{
	scatterwalk_done_dst(walk, n);
}

static inline void wc_walk_read(struct scatter_walk *walk, void *to, u32 len)
{
	memcpy_from_scatterwalk(to, walk, len);
}

static inline void wc_walk_write(struct scatter_walk *walk, const void *from,
				 u32 len)
{
	memcpy_to_scatterwalk(walk, from, len);
}
#endif

/**
 * wc_pin_pages() - pin memory of the calling process for a long time
 * @addr: user address, a multiple of the page size
 * @count: number of pages
 * @pages: filled in; has room for @count
 *
 * Context: process context of the memory's owner, may sleep.
 * Return: 0, or an error of pin_user_pages_fast(); nothing is pinned then.
 */
static inline int wc_pin_pages(unsigned long addr, unsigned long count,
			       struct page **pages)
{
	unsigned long done = 0;

	/* pin_user_pages_fast() may pin fewer pages than asked for. */
	while (done < count) {
		int n = pin_user_pages_fast(addr + (done << PAGE_SHIFT),
					    min(count - done, 4096UL),
					    FOLL_WRITE | FOLL_LONGTERM,
					    pages + done);

		if (n <= 0) {
			unpin_user_pages(pages, done);
			return n ? n : -EFAULT;
		}
		done += n;
		cond_resched();
	}
	return 0;
}

/* Exported to modules, but declared in crypto/internal.h alone, in all versions. */
extern struct rw_semaphore crypto_alg_sem;

#endif /* _WC_COMPAT_H */
