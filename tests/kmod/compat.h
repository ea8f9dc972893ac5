/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What changed in the kernel between 6.1 and 6.12, for the test module.
 */
#ifndef _WCT_COMPAT_H
#define _WCT_COMPAT_H

#include <linux/crypto.h>
#include <linux/version.h>

/*
 * Since 6.3 a completion callback gets its data pointer; before, it got the
 * request whose ->data that is.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
#define WCT_DONE_ARG	void
static inline void *wct_done_data(WCT_DONE_ARG *arg)
{
	return arg;
}
#else
#define WCT_DONE_ARG	struct crypto_async_request
static inline void *wct_done_data(WCT_DONE_ARG *arg)
{
	return arg->data;
}
#endif

#endif /* _WCT_COMPAT_H */
