/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checks of what the helper passes to /dev/warpcrypt.
 */
#ifndef _WC_CHECK_H
#define _WC_CHECK_H

#include <linux/printk.h>
#include <linux/sched.h>

#include "uapi/warpcrypt.h"

struct wc_link;

/* Says in the log what is refused, in whose call. Needs pr_fmt(). */
#define wc_refuse(fmt, ...) \
	pr_warn_ratelimited("%s[%d]: " fmt "\n", current->comm, \
			    task_pid_nr(current), ##__VA_ARGS__)

int wc_check_attach(const struct warpcrypt_attach *a);
int wc_check_enter(const struct wc_link *link, const struct warpcrypt_enter *e);
int wc_check_rates(const struct wc_link *link, const struct warpcrypt_rates *r);
int wc_check_rate(const struct wc_link *link, const struct warpcrypt_rate *r);
int wc_check_retire(const struct wc_link *link,
		    const struct warpcrypt_retire *r);

#endif /* _WC_CHECK_H */
