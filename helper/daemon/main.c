// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptd: the process that does the warpcrypt module's work.
 */
#include "helper/daemon/daemon.h"

int main(int argc, char **argv)
{
	return wc_daemon(argc, argv, &wc_kernel_device);
}
