/* SPDX-License-Identifier: GPL-2.0-only */
/* Starts and stops warpcryptd for a measurement. */
#ifndef WARPCRYPT_BENCH_DAEMON_H
#define WARPCRYPT_BENCH_DAEMON_H

#include <stdbool.h>

#include "tools/bench/device.h"

void daemon_start(const char *path, const char *backend,
		  const struct geometry *geo, bool known_answers);
void daemon_stop(void);

#endif /* WARPCRYPT_BENCH_DAEMON_H */
