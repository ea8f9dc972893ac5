// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/engine/backend.h"

#include <sched.h>
#include <unistd.h>

static const struct wc_backend_ops *const backends[] = {
	&wc_backend_cuda,
	&wc_backend_cpu,
	&wc_backend_null,
};

/* How many CPUs this process may use, at least 1. */
unsigned int wc_backend_cpus(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
	return (unsigned int)CPU_COUNT(&set);
}

static unsigned int default_threads(const struct wc_backend_ops *ops, unsigned int cpus)
{
	return ops->default_threads ? ops->default_threads(cpus) : cpus;
}

/* The default number of workers on this machine, at least 1. */
unsigned int wc_backend_threads(const struct wc_backend *backend)
{
	return default_threads(backend->ops, wc_backend_cpus());
}

/*
 * How many frames a thread has in progress at a time, 1 or WC_DEPTH_MAX: while a GPU has
 * one, the thread makes the results of another known, or begins it.
 */
unsigned int wc_backend_depth(const struct wc_backend *backend)
{
	return backend->ops->begin ? WC_DEPTH_MAX : 1;
}

/* The most workers that any engine has by default, at least 1. */
unsigned int wc_backend_threads_max(void)
{
	unsigned int cpus = wc_backend_cpus(), most = 1, n;
	size_t i;

	for (i = 0; i < sizeof(backends) / sizeof(backends[0]); i++) {
		if (!wc_backend_is_built_in(backends[i]))
			continue;
		n = default_threads(backends[i], cpus);
		most = n > most ? n : most;
	}
	return most;
}

/* Can this program have such an engine at all? */
bool wc_backend_is_built_in(const struct wc_backend_ops *ops)
{
	return ops->process;
}
