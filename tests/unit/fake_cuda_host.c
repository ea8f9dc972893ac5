// SPDX-License-Identifier: GPL-2.0-only
/* Memory of the host that the emulated GPU can use, and its use: fake_cuda_calls.h. */
#include <linux/mempolicy.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/unit/fake_cuda_calls.h"

#define PINNED_MAX	512

/* Memory of the host. */
static struct pinned {
	uint8_t *at;	/* its address; NULL: none */
	size_t len;	/* bytes */
	int gpu;	/* the GPU that it is pinned for, or NO_GPU: all of them */
	bool mapped;	/* kernels can use it */
	bool ours;	/* the library has allocated it */
} pinned[PINNED_MAX];

static const uint8_t *watched;
static size_t watched_len;

/* See fake_cuda_watch_fn. */
const struct fake_cuda_seen *fake_cuda_watch(const void *base, size_t len);
const struct fake_cuda_seen *fake_cuda_watch(const void *base, size_t len)
{
	pthread_mutex_lock(&fake_lock);
	watched = base;
	watched_len = len;
	memset(&fake_seen, 0, sizeof(fake_seen));
	pthread_mutex_unlock(&fake_lock);
	return &fake_seen;
}

/* How many bytes of what cuMemHostAlloc() has returned are not 0. */
size_t fake_cuda_host_bytes(void);
size_t fake_cuda_host_bytes(void)
{
	size_t n = 0, j;
	int i;

	pthread_mutex_lock(&fake_lock);
	for (i = 0; i < PINNED_MAX; i++)
		for (j = 0; pinned[i].at && pinned[i].ours && j < pinned[i].len; j++)
			n += !!pinned[i].at[j];
	pthread_mutex_unlock(&fake_lock);
	return n;
}

/* What is pinned of some memory, or NULL. Locked. */
static struct pinned *find_pinned(const void *at, size_t len)
{
	const uint8_t *first = at;
	int i;

	for (i = 0; i < PINNED_MAX; i++)
		if (pinned[i].at && first < pinned[i].at + pinned[i].len &&
		    pinned[i].at < first + len)
			return &pinned[i];
	return NULL;
}

static CUresult pin(void *at, size_t len, bool for_all, bool mapped, bool ours)
{
	CUresult r = CUDA_SUCCESS;
	int i;

	pthread_mutex_lock(&fake_lock);
	for (i = 0; i < PINNED_MAX && pinned[i].at; i++)
		;
	if (find_pinned(at, len))
		r = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
	else if (i == PINNED_MAX)
		fake_die("more pinned memory than this can keep");
	else
		pinned[i] = (struct pinned){
			at, len, for_all ? NO_GPU : fake_current_gpu(), mapped, ours
		};
	pthread_mutex_unlock(&fake_lock);
	return r;
}

static CUresult unpin(const void *at)
{
	CUresult r = CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
	struct pinned *p;

	pthread_mutex_lock(&fake_lock);
	p = find_pinned(at, 1);
	if (p && p->at == at) {
		p->at = NULL;
		r = CUDA_SUCCESS;
	}
	pthread_mutex_unlock(&fake_lock);
	return r;
}

/* Count a copy. It cannot begin in one piece of pinned memory and end in another. */
CUresult fake_see_copy(const void *at, size_t len, bool in)
{
	const uint8_t *first = at;
	const struct pinned *p;
	CUresult r = CUDA_SUCCESS;

	pthread_mutex_lock(&fake_lock);
	p = find_pinned(at, len);
	if (p && p->gpu != NO_GPU && p->gpu != fake_current_gpu())
		p = NULL;
	fake_seen.pageable += !p;
	if (p && (first < p->at || first + len > p->at + p->len))
		r = CUDA_ERROR_INVALID_VALUE;
	if (watched && first >= watched && first + len <= watched + watched_len) {
		*(in ? &fake_seen.in : &fake_seen.out) += 1;
		*(in ? &fake_seen.in_bytes : &fake_seen.out_bytes) += len;
	} else {
		*(in ? &fake_seen.other_in : &fake_seen.other_out) += len;
	}
	pthread_mutex_unlock(&fake_lock);
	return r;
}

CUresult CUDAAPI cuMemHostAlloc(void **at, size_t len, unsigned int flags)
{
	IN_CONTEXT();
	len = (len + 127) & ~(size_t)127;
	*at = aligned_alloc(128, len);
	if (!*at)
		return CUDA_ERROR_OUT_OF_MEMORY;
	memset(*at, 0, len);
	return pin(*at, len, flags & CU_MEMHOSTALLOC_PORTABLE,
		   flags & CU_MEMHOSTALLOC_DEVICEMAP, true);
}

CUresult CUDAAPI cuMemFreeHost(void *at)
{
	CUresult r;

	IN_CONTEXT();
	r = unpin(at);
	if (!r)
		free(at);
	return r;
}

/* Is memory wanted on the GPU's node? Every machine has node 0. */
static void count_near(void *at)
{
	int mode;

	if (!syscall(SYS_get_mempolicy, &mode, NULL, 0, at, MPOL_F_ADDR) &&
	    mode == MPOL_PREFERRED)
		fake_control->near++;
}

CUresult CUDAAPI cuMemHostRegister(void *at, size_t len, unsigned int flags)
{
	IN_CONTEXT();
	if (!(flags & CU_MEMHOSTREGISTER_PORTABLE))
		count_near(at);
	return at && len ? pin(at, len, flags & CU_MEMHOSTREGISTER_PORTABLE,
			       flags & CU_MEMHOSTREGISTER_DEVICEMAP, false) :
			   CUDA_ERROR_INVALID_VALUE;
}

/* Can kernels of the current GPU use it? */
bool fake_is_mapped(const void *at)
{
	const struct pinned *p;
	bool mapped;

	pthread_mutex_lock(&fake_lock);
	p = find_pinned(at, 1);
	mapped = p && p->mapped && (p->gpu == NO_GPU || p->gpu == fake_current_gpu());
	pthread_mutex_unlock(&fake_lock);
	return mapped;
}

/* Mapped memory has the same address on the device. */
CUresult CUDAAPI cuMemHostGetDevicePointer(CUdeviceptr *device, void *at,
					   unsigned int flags)
{
	IN_CONTEXT();
	*device = (uintptr_t)at;
	return fake_is_mapped(at) && !flags ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuMemHostUnregister(void *at)
{
	IN_CONTEXT();
	return unpin(at);
}
