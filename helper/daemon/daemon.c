// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/daemon/device.h"

#include <stdlib.h>

#include "helper/daemon/engine.h"
#include "helper/daemon/log.h"
#include "helper/daemon/options.h"
#include "helper/daemon/privilege.h"
#include "helper/daemon/supervise.h"
#include "helper/transport/output.h"

#define EXIT_WRONG_OPTION	2

/**
 * wc_daemon() - warpcryptd, for a kind of device
 * @argc: as of main()
 * @argv: as of main()
 * @device: what to serve
 *
 * Return: the exit status of the program
 */
int wc_daemon(int argc, char **argv, const struct wc_device_kind *device)
{
	struct wc_options options;
	int ret;

	wc_output_check();
	ret = wc_options_parse(&options, argc, argv);
	if (ret)
		return ret < 0 ? EXIT_WRONG_OPTION : EXIT_SUCCESS;
	wc_log_setup(options.service, options.verbose);
	if (options.rates)
		return wc_show_rates(&options);
	wc_harden();
	return wc_supervise(&options, device);
}
