/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pinning a range of user memory for an arena: that of the driver, and that of
 * the benchmark that measures what an arena costs.
 */
#ifndef _WC_PIN_H
#define _WC_PIN_H

#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched.h>

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

#endif /* _WC_PIN_H */
