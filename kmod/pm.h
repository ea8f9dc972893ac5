/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Suspend: offloading stops before user space is frozen.
 */
#ifndef _WC_PM_H
#define _WC_PM_H

int wc_pm_init(void);
void wc_pm_exit(void);

#endif /* _WC_PM_H */
