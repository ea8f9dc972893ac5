/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For benchmarks: the clock that a GPU really had. A thread reads it every few
 * milliseconds, through the driver's own library (NVML), which is loaded at run
 * time. C and C++.
 */
#ifndef WARPCRYPT_GPU_CLOCK_H
#define WARPCRYPT_GPU_CLOCK_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GPU_CLOCK_LIBRARY	"libnvidia-ml.so.1"
#define GPU_CLOCK_SM		1	/* NVML_CLOCK_SM */
#define GPU_CLOCK_US		5000
/* Clocks go in steps of 15 MHz. */
#define GPU_CLOCK_MHZ_MAX	4096

/* The clock while something runs, MHz; a median of 0: it could not be read. */
struct gpu_clock {
	unsigned int lowest;
	unsigned int median;
	unsigned int highest;
	unsigned int samples;
};

/**
 * struct gpu_clock_reader - the thread that reads
 * @thread: it
 * @running: whether there is one
 * @stop: it shall end
 * @seen: how often each clock was read
 * @name: the GPU's
 * @driver: its version
 * @device: NVML's handle
 * @read: nvmlDeviceGetClockInfo()
 */
struct gpu_clock_reader {
	pthread_t thread;
	int running;
	int stop;
	unsigned int seen[GPU_CLOCK_MHZ_MAX];
	char name[96];
	char driver[80];
	void *device;
	int (*read)(void *device, int clock, unsigned int *mhz);
};

static inline void *gpu_clock_thread(void *arg)
{
	struct gpu_clock_reader *r = (struct gpu_clock_reader *)arg;
	unsigned int mhz;

	while (!__atomic_load_n(&r->stop, __ATOMIC_RELAXED)) {
		if (!r->read(r->device, GPU_CLOCK_SM, &mhz) &&
		    mhz < GPU_CLOCK_MHZ_MAX)
			r->seen[mhz]++;
		usleep(GPU_CLOCK_US);
	}
	return NULL;
}

/* Begin to read the first GPU's clock. Without NVML nothing is read. */
static inline void gpu_clock_start(struct gpu_clock_reader *r)
{
	void *library = dlopen(GPU_CLOCK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
	int (*handle)(unsigned int index, void **device);
	int (*name)(void *device, char *name, unsigned int size);
	int (*driver)(char *version, unsigned int size);
	int (*init)(void);
	void *at;

	memset(r, 0, sizeof(*r));
	if (!library)
		return;
	at = dlsym(library, "nvmlInit_v2");
	memcpy(&init, &at, sizeof(init));
	at = dlsym(library, "nvmlDeviceGetHandleByIndex_v2");
	memcpy(&handle, &at, sizeof(handle));
	at = dlsym(library, "nvmlDeviceGetClockInfo");
	memcpy(&r->read, &at, sizeof(r->read));
	at = dlsym(library, "nvmlDeviceGetName");
	memcpy(&name, &at, sizeof(name));
	at = dlsym(library, "nvmlSystemGetDriverVersion");
	memcpy(&driver, &at, sizeof(driver));
	if (!init || !handle || !r->read || !name || !driver || init() ||
	    handle(0, &r->device))
		return;
	name(r->device, r->name, sizeof(r->name));
	driver(r->driver, sizeof(r->driver));
	r->running = !pthread_create(&r->thread, NULL, gpu_clock_thread, r);
}

/* What the clock was since gpu_clock_start(). */
static inline struct gpu_clock gpu_clock_stop(struct gpu_clock_reader *r)
{
	struct gpu_clock c = { 0, 0, 0, 0 };
	unsigned int mhz, before = 0;

	if (!r->running)
		return c;
	__atomic_store_n(&r->stop, 1, __ATOMIC_RELAXED);
	pthread_join(r->thread, NULL);
	r->running = 0;
	for (mhz = 0; mhz < GPU_CLOCK_MHZ_MAX; mhz++)
		c.samples += r->seen[mhz];
	for (mhz = 0; mhz < GPU_CLOCK_MHZ_MAX; mhz++) {
		if (!r->seen[mhz])
			continue;
		if (!before)
			c.lowest = mhz;
		if (2 * before <= c.samples)
			c.median = mhz;
		c.highest = mhz;
		before += r->seen[mhz];
	}
	return c;
}

#endif /* WARPCRYPT_GPU_CLOCK_H */
