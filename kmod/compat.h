/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that differs between the kernels we build for (6.1 to 6.12), for the
 * drivers and for the modules that test and measure them.
 */
#ifndef _WC_COMPAT_H
#define _WC_COMPAT_H

#include <linux/crypto.h>
#include <linux/version.h>

/* Moved in 6.12. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
#include <asm/unaligned.h>
#else
#include <linux/unaligned.h>
#endif

/*
 * Completion callbacks took the async request until 6.3, and take the data
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
 * Sockets had an operation of their own for spliced pages until 6.5; since then
 * such pages come by sendmsg(). WC_SENDPAGE is a line of struct proto_ops.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
#define WC_HAVE_SENDPAGE 1
#define WC_SENDPAGE(op)	.sendpage = (op),
#else
#define WC_HAVE_SENDPAGE 0
#define WC_SENDPAGE(op)
#endif

#endif /* _WC_COMPAT_H */
