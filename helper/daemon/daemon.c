// SPDX-License-Identifier: GPL-2.0-only
#include "helper/daemon/daemon.h"

#include <errno.h>
#include <stdlib.h>

#include "helper/daemon/log.h"
#include "helper/daemon/options.h"
#include "helper/daemon/privilege.h"
#include "helper/daemon/session.h"
#include "helper/engine/backend.h"
#include "helper/engine/scheduler.h"
#include "helper/engine/stats.h"

#define EXIT_WRONG_OPTION	2
#define EXIT_WRONG_RESULTS	3

static int open_backend(const char *name, struct wc_backend **backend)
{
	struct wc_error instead, err;
	int ret = wc_backend_open(name, backend, &instead, &err);

	if (instead.text[0])
		wc_log(WC_LOG_NOTICE, "backend cpu instead of cuda: %s",
		       instead.text);
	if (ret)
		wc_log(WC_LOG_ERROR, "%s", err.text);
	return ret;
}

static unsigned int count_threads(const struct wc_options *options,
				  const struct wc_device_kind *device,
				  const struct wc_backend *backend)
{
	unsigned int n = options->threads;

	if (!n)
		n = wc_backend_threads(backend);
	/* A thread without a frame would only wait. */
	if (n > options->geo.frame_count)
		n = options->geo.frame_count;
	if (device->threads_max && n > device->threads_max)
		n = device->threads_max;
	return n < WC_THREADS_MAX ? n : WC_THREADS_MAX;
}

static int serve(const struct wc_options *options,
		 const struct wc_device_kind *device, struct wc_backend *backend)
{
	uint16_t modes[WARPCRYPT_CIPHER_COUNT];
	struct wc_totals stats;
	int ret;

	backend->ops->modes(backend, modes);
	ret = wc_totals_init(&stats, backend->ops->name, modes,
			     count_threads(options, device, backend));
	if (ret) {
		wc_log(WC_LOG_ERROR, "out of memory");
		return ret;
	}
	wc_lock_memory(backend->ops != &wc_backend_cuda);
	wc_caps_limit();
	ret = wc_sessions_run(options, device, backend, &stats);
	wc_totals_free(&stats);
	return ret;
}

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
	struct wc_backend *backend;
	int ret;

	ret = wc_options_parse(&options, argc, argv);
	if (ret)
		return ret < 0 ? EXIT_WRONG_OPTION : EXIT_SUCCESS;
	wc_log_setup(options.service, options.verbose);
	wc_harden();
	wc_sessions_block_signals();
	if (open_backend(options.backend, &backend))
		return EXIT_FAILURE;
	wc_harden_report();
	wc_log(WC_LOG_NOTICE, "backend %s: %s", backend->ops->name,
	       backend->ops->describe(backend));
	ret = serve(&options, device, backend);
	backend->ops->close(backend);
	/* A service manager must not restart this one by itself. */
	if (ret == -EBADMSG)
		return EXIT_WRONG_RESULTS;
	return ret ? EXIT_FAILURE : EXIT_SUCCESS;
}
