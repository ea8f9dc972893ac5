/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcryptd as a process of a test's, serving the module of shared_module.h. The
 * test takes the place of the process that started it, and of the module's users.
 */
#ifndef WARPCRYPT_TESTS_UNIT_DAEMON_RUN_H
#define WARPCRYPT_TESTS_UNIT_DAEMON_RUN_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/unit/shared_module.h"

/* What became of the frames. */
struct daemon_tally {
	unsigned int done;	/* the helper did them */
	unsigned int software;	/* the helper did not */
};

extern struct daemon_tally daemon_tally;
/* warpcryptd's messages, as far as they were read. */
extern char daemon_log[1 << 16];

void daemon_setup(const struct wc_geometry *geo);
void daemon_start(const char *const *args);
bool daemon_until(bool (*is_so)(void));
bool daemon_ticks(unsigned int n);
bool daemon_has_said(const char *what);
bool daemon_says(const char *what);
bool daemon_serves(void);
bool daemon_serves_on(const char *engine);
int daemon_wait(void);
int daemon_stop(void);
pid_t daemon_pid(void);
long long daemon_stat(const char *name);
void daemon_clean_up(void);

#endif /* WARPCRYPT_TESTS_UNIT_DAEMON_RUN_H */
