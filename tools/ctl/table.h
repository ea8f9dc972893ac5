/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters as a person reads them.
 */
#ifndef WARPCRYPT_CTL_TABLE_H
#define WARPCRYPT_CTL_TABLE_H

#include "tools/ctl/counters.h"

/* Prints what went where, an algorithm a line, and why not to the device. */
void table_print(const struct counters *counters);

#endif /* WARPCRYPT_CTL_TABLE_H */
