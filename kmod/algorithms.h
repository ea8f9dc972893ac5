/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All our algorithms, of whatever type.
 */
#ifndef _WC_ALGORITHMS_H
#define _WC_ALGORITHMS_H

#include <linux/types.h>

u16 wc_algorithms_modes(unsigned int cipher);
int wc_algorithms_register(void);
void wc_algorithms_unregister(void);

#endif /* _WC_ALGORITHMS_H */
