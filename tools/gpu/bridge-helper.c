// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptd-bridge: warpcryptd on a guest's host, serving the module in the
 * guest. Started by bridge-host.
 */
#include "tools/gpu/bridge_device.h"

int main(int argc, char **argv)
{
	return wc_daemon(argc, argv, &bridge_device);
}
