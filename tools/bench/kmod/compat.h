/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What differs between the kernels that this is built for, 6.1 and later.
 */
#ifndef _WARPCRYPT_BENCH_COMPAT_H
#define _WARPCRYPT_BENCH_COMPAT_H

#include <linux/crypto.h>
#include <linux/version.h>

/* Before 6.3 completion callbacks got the request, since then its data. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
typedef void *wcb_callback_arg;

static inline void *wcb_callback_data(wcb_callback_arg arg)
{
	return arg;
}
#else
typedef struct crypto_async_request *wcb_callback_arg;

static inline void *wcb_callback_data(wcb_callback_arg arg)
{
	return arg->data;
}
#endif

#endif /* _WARPCRYPT_BENCH_COMPAT_H */
