/* SPDX-License-Identifier: GPL-2.0-only */
/* What the module's counters count. */
#ifndef WARPCRYPT_CTL_METRICS_HELP_H
#define WARPCRYPT_CTL_METRICS_HELP_H

const char *metrics_help(const char *name);

#endif /* WARPCRYPT_CTL_METRICS_HELP_H */
