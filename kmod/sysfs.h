/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What /sys/class/misc/warpcrypt shows.
 */
#ifndef _WC_SYSFS_H
#define _WC_SYSFS_H

struct attribute_group;

const struct attribute_group **wc_sysfs_init(void);
void wc_sysfs_exit(void);

#endif /* _WC_SYSFS_H */
