/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * /dev/warpcrypt: the system calls of a helper.
 */
#ifndef _WC_DEVICE_H
#define _WC_DEVICE_H

int wc_device_init(void);
void wc_device_exit(void);

#endif /* _WC_DEVICE_H */
