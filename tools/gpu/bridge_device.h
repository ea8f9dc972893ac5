/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device of a guest, over the bridge, for the daemon that bridge-host starts
 * with the lines it inherits. The value of --device is bridge-host's directory.
 */
#ifndef WARPCRYPT_GPU_BRIDGE_DEVICE_H
#define WARPCRYPT_GPU_BRIDGE_DEVICE_H

#include "helper/daemon/device.h"

extern const struct wc_device_kind bridge_device;

#endif /* WARPCRYPT_GPU_BRIDGE_DEVICE_H */
