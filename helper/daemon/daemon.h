/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All of warpcryptd but main(), so that a test program can be the same daemon
 * for another kind of device.
 */
#ifndef WARPCRYPT_HELPER_DAEMON_DAEMON_H
#define WARPCRYPT_HELPER_DAEMON_DAEMON_H

#include "helper/daemon/device.h"

int wc_daemon(int argc, char **argv, const struct wc_device_kind *device);

#endif /* WARPCRYPT_HELPER_DAEMON_DAEMON_H */
