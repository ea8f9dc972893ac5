/* SPDX-License-Identifier: GPL-2.0-only */
/* What warpcryptd's processes have given up, and what they are exempt from. */
#ifndef WARPCRYPT_TESTS_UNIT_DAEMON_HARDENED_H
#define WARPCRYPT_TESTS_UNIT_DAEMON_HARDENED_H

#include <sys/types.h>

unsigned long long daemon_status(pid_t pid, const char *name);
void daemon_must_be_hardened(pid_t pid);

#endif /* WARPCRYPT_TESTS_UNIT_DAEMON_HARDENED_H */
