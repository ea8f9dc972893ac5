// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cuda_memory.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* New keys that are copied together; a frame with more needs several copies. */
#define FRESH_MAX	16384u
/* GPU threads store whole blocks: up to 15 bytes past a payload's end. */
#define SLACK		64u
/* Of what lies in WC_CUDA_FRAME. */
#define ALIGN		256u
/* Bytes of a scalar, a point or a result. */
#define ELEMENT		(WC_UNIT_BYTES / 2)

static size_t align_up(size_t len)
{
	return (len + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

/* Like the arena: pinned, and not in core dumps or children. */
static CUresult alloc_fresh(struct wc_cuda_memory *m)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t len = (m->len[WC_CUDA_FRESH] + page - 1) & ~(page - 1);
	void *at;
	CUresult r;

	at = mmap(NULL, len, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return CUDA_ERROR_OUT_OF_MEMORY;
	madvise(at, len, MADV_DONTDUMP);
	madvise(at, len, MADV_DONTFORK);
	r = m->dev->api.cuMemHostRegister(at, len, 0);
	if (r) {
		munmap(at, len);
		return r;
	}
	m->fresh = at;
	m->fresh_len = len;
	return CUDA_SUCCESS;
}

static CUresult alloc_jobs(struct wc_cuda_memory *m)
{
	const struct wc_cuda *api = &m->dev->api;
	void *jobs = NULL;
	CUresult r;

	r = api->cuMemHostAlloc(&jobs, m->len[WC_CUDA_JOBS],
				CU_MEMHOSTALLOC_DEVICEMAP);
	if (r)
		return r;
	m->jobs = jobs;
	return api->cuMemHostGetDevicePointer(&m->mapped_jobs, jobs, 0);
}

static size_t group_bytes(enum wc_gpu_cipher group, uint32_t payload)
{
	return align_up(wc_unit_tables(group) + wc_most_scratch(group, payload));
}

static void set_lengths(struct wc_cuda_memory *m, const struct wc_geometry *geo)
{
	m->jobs_max = wc_batch_max(geo->frame_size);
	m->fresh_max = geo->key_slots < FRESH_MAX ? geo->key_slots : FRESH_MAX;
	m->len[WC_CUDA_JOBS] = m->jobs_max * sizeof(struct wc_job);
	m->len[WC_CUDA_FRESH] = m->fresh_max * sizeof(struct wc_fresh);
	m->len[WC_CUDA_SLOTS] = (size_t)geo->key_slots * WC_SLOT_BYTES;
	m->len[WC_CUDA_FRAME] = group_bytes(WC_GPU_25519, geo->frame_size) +
				2 * align_up(geo->frame_size + SLACK);
	m->len[WC_CUDA_P256] = group_bytes(WC_GPU_P256, geo->frame_size);
}

/*
 * Allocate a worker's memory, in the GPU's context: @m is zeroed, and filled in as far as
 * it succeeds. Returns the first error of the driver. Also then wc_cuda_memory_free() is
 * called.
 */
CUresult wc_cuda_memory_alloc(struct wc_cuda_memory *m,
			      const struct wc_cuda_device *dev,
			      const struct wc_cuda_frames *frames,
			      const struct wc_geometry *geo)
{
	CUresult r = CUDA_SUCCESS;
	int i;

	m->dev = dev;
	m->frames = frames;
	set_lengths(m, geo);
	for (i = 0; i < WC_CUDA_BUFFERS && !r; i++)
		r = dev->api.cuMemAlloc(&m->buffer[i], m->len[i]);
	if (!r)
		r = alloc_jobs(m);
	return r ? r : alloc_fresh(m);
}

/* Have @stream wipe what there is of the buffers on the device. */
CUresult wc_cuda_memory_wipe(const struct wc_cuda_memory *m, CUstream stream)
{
	CUresult r = CUDA_SUCCESS;
	int i;

	for (i = 0; i < WC_CUDA_BUFFERS && !r; i++)
		if (m->buffer[i])
			r = m->dev->api.cuMemsetD8Async(m->buffer[i], 0,
							m->len[i], stream);
	return r;
}

/*
 * Free what there is of a worker's memory. @wiped: that on the device has been wiped; if not, it
 * is freed with the context, not for others before. In pinned memory are keys, and in jobs XTS's
 * tweaks.
 */
void wc_cuda_memory_free(struct wc_cuda_memory *m, bool wiped)
{
	const struct wc_cuda *api = &m->dev->api;
	int i;

	for (i = 0; i < WC_CUDA_BUFFERS && wiped; i++)
		if (m->buffer[i])
			api->cuMemFree(m->buffer[i]);
	if (m->jobs) {
		explicit_bzero(m->jobs, m->len[WC_CUDA_JOBS]);
		api->cuMemFreeHost(m->jobs);
	}
	if (m->fresh) {
		api->cuMemHostUnregister(m->fresh);
		explicit_bzero(m->fresh, m->fresh_len);
		munmap(m->fresh, m->fresh_len);
	}
}

/* What kernels get as slots: expanded keys, or a group's tables and scratch memory. */
CUdeviceptr wc_cuda_memory_slots(const struct wc_cuda_memory *m,
				 uint32_t cipher)
{
	switch (cipher) {
	case WC_GPU_25519:
		return m->buffer[WC_CUDA_FRAME];
	case WC_GPU_P256:
		return m->buffer[WC_CUDA_P256];
	default:
		return m->buffer[WC_CUDA_SLOTS];
	}
}

/* The most scratch memory that a launch of the batch needs. */
static size_t most_scratch(const struct wc_batch *batch,
			   enum wc_gpu_cipher group)
{
	uint64_t most = 0, bytes;
	unsigned int kind;

	for (kind = 0; kind < WC_FINISH; kind++) {
		bytes = wc_unit_scratch(group, kind,
					batch->launch[group][kind].threads);
		if (bytes > most)
			most = bytes;
	}
	return most;
}

static CUdeviceptr scratch_of(const struct wc_cuda_memory *m,
			      enum wc_gpu_cipher group)
{
	return wc_cuda_memory_slots(m, group) + wc_unit_tables(group);
}

/* Reading over the bus takes no longer than the copies that it saves. */
static bool is_small(const struct wc_cuda_memory *m,
		     const struct wc_view *frame)
{
	const struct wc_cuda_frames *frames = m->frames;

	return frames->device && frame->payload <= m->dev->small &&
	       !(frame->runs && frame->runs->count) &&
	       frame->base >= frames->host &&
	       frame->base < frames->host + frames->len;
}

/* Fill in where the launches of a frame, with the jobs of @batch, find what they need. */
void wc_cuda_memory_place(const struct wc_cuda_memory *m,
			  const struct wc_view *frame,
			  const struct wc_batch *batch,
			  struct wc_cuda_place *place)
{
	CUdeviceptr at = m->buffer[WC_CUDA_FRAME] +
			 align_up(wc_unit_tables(WC_GPU_25519) +
				  most_scratch(batch, WC_GPU_25519));

	place->mapped = is_small(m, frame);
	place->in_place = place->mapped && !batch->apart;
	place->jobs = place->mapped ? m->mapped_jobs : m->buffer[WC_CUDA_JOBS];
	place->in = at;
	if (place->mapped)
		place->in = m->frames->device +
			    (size_t)(frame->base - m->frames->host);
	else
		at += align_up(frame->payload + SLACK);
	place->out = place->in_place ? place->in : at;
	place->end = place->in_place ? at : at + frame->payload;
}

/* Have @stream wipe a frame's scalars, shared secrets and intermediate values. */
CUresult wc_cuda_memory_wipe_units(const struct wc_cuda_memory *m,
				   const struct wc_cuda_place *place,
				   const struct wc_batch *batch, CUstream stream)
{
	const struct wc_cuda *api = &m->dev->api;
	CUdeviceptr from = scratch_of(m, WC_GPU_25519);
	size_t p256 = most_scratch(batch, WC_GPU_P256);
	CUresult r = CUDA_SUCCESS;

	if (place->end > from)
		r = api->cuMemsetD8Async(from, 0, place->end - from, stream);
	if (!r && p256)
		r = api->cuMemsetD8Async(scratch_of(m, WC_GPU_P256), 0, p256,
					 stream);
	return r;
}

static uint32_t next_payload(uint32_t offset)
{
	return (offset + WARPCRYPT_PAYLOAD_ALIGN - 1) &
	       ~(WARPCRYPT_PAYLOAD_ALIGN - 1);
}

/* A part of a frame that is copied at once; @run is NULL: it is in the frame. */
struct part {
	const struct wc_run *run;
	uint32_t offset;
	uint32_t len;
};

/*
 * The part that begins at @*at, or later if there is only padding; moves @*at behind
 * it. @*next is the index of the next run. False: there is none.
 */
static bool next_part(const struct wc_view *frame, uint32_t *at, uint32_t *next,
		      struct part *part)
{
	const struct wc_runs *runs = frame->runs;
	const struct wc_run *run = NULL;
	uint32_t end = frame->payload;

	*at = next_payload(*at);
	if (runs && *next < runs->count)
		run = &runs->run[*next];
	if (run && run->offset <= *at) {
		*part = (struct part){ run, run->offset, run->len };
		*at = run->offset + run->len;
		(*next)++;
		return true;
	}
	if (run)
		end = run->offset;
	if (*at >= end)
		return false;
	*part = (struct part){ NULL, *at, end - *at };
	*at = end;
	return true;
}

/* Scalars and points: WC_JOB_ARRAYS. */
static CUresult arrays_in(const struct wc_cuda_copy *c, const struct wc_run *run)
{
	const struct wc_cuda *api = &c->dev->api;
	size_t bytes = run->len / WC_UNIT_BYTES * ELEMENT;
	CUdeviceptr to = c->place->in + run->offset;
	CUresult r;

	r = api->cuMemcpyHtoDAsync(to, run->src, bytes, c->stream);
	if (!r && run->points)
		r = api->cuMemcpyHtoDAsync(to + bytes, run->points, bytes,
					   c->stream);
	return r;
}

static CUresult arrays_out(const struct wc_cuda_copy *c,
			   const struct wc_run *run)
{
	const struct wc_cuda *api = &c->dev->api;
	CUdeviceptr from = c->place->out + run->offset;
	size_t units = run->len / WC_UNIT_BYTES;
	CUresult r;

	r = api->cuMemcpyDtoHAsync(run->dst, from, units * ELEMENT, c->stream);
	if (!r && run->status)
		r = api->cuMemcpyDtoHAsync(run->status, from + units * ELEMENT,
					   units, c->stream);
	return r;
}

/* One part, in or out. Payloads of the frame stay there if no launch reads them. */
static CUresult copy_part(const struct wc_cuda_copy *c, const struct part *part, bool in)
{
	const struct wc_cuda *api = &c->dev->api;
	const struct wc_run *run = part->run;
	uint8_t *at = c->frame->base + part->offset;

	if (run && run->units)
		return in ? arrays_in(c, run) : arrays_out(c, run);
	if (!in)
		return api->cuMemcpyDtoHAsync(run ? run->dst : at,
					      c->place->out + part->offset,
					      part->len, c->stream);
	if (!run && !c->batch->reads_input)
		return CUDA_SUCCESS;
	return api->cuMemcpyHtoDAsync(c->place->in + part->offset,
				      run ? run->src : at, part->len, c->stream);
}

/* Copy payloads to the device, after the jobs, or (not @in) results from it. */
CUresult wc_cuda_copy(const struct wc_cuda_copy *c, bool in)
{
	uint32_t at = 0, next = 0;
	CUresult r = CUDA_SUCCESS;
	struct part part;

	while (!r && next_part(c->frame, &at, &next, &part))
		r = copy_part(c, &part, in);
	return r;
}
