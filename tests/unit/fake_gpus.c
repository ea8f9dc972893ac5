// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/fake_gpus.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"

struct fake_cuda *gpus;

const char *const fake_gpus_faults[FAKE_CUDA_FAULTS] = {
	"out of memory", "out of resources", "launch failure", "device lost", "hang",
};

static char path[] = "/tmp/warpcrypt-fake-cuda.XXXXXX";

/* Is the driver library fake_cuda.c's? */
bool fake_gpus_are_used(void)
{
	void *lib = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	bool fake = lib && dlsym(lib, "emulated_kernel");

	if (lib)
		dlclose(lib);
	return fake;
}

/*
 * Make the file, once, before any process uses the library. And the tables of the curves, of
 * which each process that opens a GPU then has a copy: most of its time would be spent on
 * them.
 */
void fake_gpus_make(void)
{
	int fd = mkstemp(path);

	if (fd < 0 || ftruncate(fd, sizeof(*gpus)))
		abort();
	gpus = mmap(NULL, sizeof(*gpus), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		    0);
	if (gpus == MAP_FAILED)
		abort();
	close(fd);
	setenv(FAKE_CUDA_ENV, path, 1);
	if (!wc25519_gpu_tables() || !wcwei_p256.gpu_tables())
		abort();
}

/* No faults, nothing counted, and this many GPUs, 1 to FAKE_CUDA_GPUS; no process uses them. */
void fake_gpus_reset(unsigned int count)
{
	memset(gpus, 0, sizeof(*gpus));
	gpus->gpus = count;
}

/* Is there a process in which a call has hung? */
bool fake_gpus_hang(void)
{
	int pid = gpus->hung;

	return pid && !kill(pid, 0);
}

/* Once, at the end. */
void fake_gpus_clean_up(void)
{
	unlink(path);
}
