/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counters as a table.
 */
#ifndef WARPCRYPT_CTL_TABLE_H
#define WARPCRYPT_CTL_TABLE_H

#include "tools/ctl/counters.h"

/* Prints a line for each algorithm: offloaded, in software, and why. */
void table_print(const struct counters *counters);

#endif /* WARPCRYPT_CTL_TABLE_H */
