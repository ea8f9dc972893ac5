/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The library in the kernel module's place: a channel by which the threads of
 * the helper's scheduler fetch frames and commit them.
 */
#ifndef WARPCRYPT_HELPER_LIB_CHANNEL_H
#define WARPCRYPT_HELPER_LIB_CHANNEL_H

#include "helper/lib/lib_types.h"

void lib_channel_open(struct lib_port *port);

#endif /* WARPCRYPT_HELPER_LIB_CHANNEL_H */
