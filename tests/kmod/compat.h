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
typedef void wct_done_arg;
static inline void *wct_done_data(wct_done_arg *arg)
{
	return arg;
}
#else
typedef struct crypto_async_request wct_done_arg;
static inline void *wct_done_data(wct_done_arg *arg)
{
	return arg->data;
}
#endif

#endif /* _WCT_COMPAT_H */
