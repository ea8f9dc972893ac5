// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/cuda_copy.h"

/* Bytes of a scalar, a point or a result. */
#define ELEMENT		(WC_UNIT_BYTES / 2)

static uint32_t align_up(uint32_t offset)
{
	return (offset + WARPCRYPT_PAYLOAD_ALIGN - 1) &
	       ~(WARPCRYPT_PAYLOAD_ALIGN - 1);
}

/**
 * struct part - a part of a frame that is copied at once
 * @run: where it is; NULL: in the frame
 * @offset: its place in the frame and in the device's buffers
 * @len: bytes
 */
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

	*at = align_up(*at);
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

/* The job of a run of 25519, on the device: such payloads are not cut. */
static CUdeviceptr job_of(const struct wc_cuda_copy *c, const struct wc_run *run)
{
	uint32_t i = 0;

	while (c->batch->jobs[i].offset != run->offset)
		i++;
	return c->jobs + (size_t)i * sizeof(struct wc_job);
}

static CUresult repack(const struct wc_cuda_copy *c, const struct wc_run *run,
		       unsigned int kind)
{
	const struct wc_cuda_args args = {
		.jobs = job_of(c, run),
		.count = run->points ? 2 : 1,
		.threads = run->len / WC_UNIT_BYTES,
		/* From the one buffer into the other, against the usual. */
		.in = c->out,
		.out = c->in,
	};

	return wc_cuda_launch(c->dev, c->stream, WC_GPU_25519, kind, &args);
}

/* Scalars and points, and units of them: kernels/gpu/25519_pack.cu. */
static CUresult units_in(const struct wc_cuda_copy *c, const struct wc_run *run)
{
	const struct wc_cuda *api = &c->dev->api;
	size_t bytes = run->len / WC_UNIT_BYTES * ELEMENT;
	CUdeviceptr to = c->out + run->offset;
	CUresult r;

	r = api->cuMemcpyHtoDAsync(to, run->src, bytes, c->stream);
	if (!r && run->points)
		r = api->cuMemcpyHtoDAsync(to + bytes, run->points, bytes,
					   c->stream);
	return r ? r : repack(c, run, WC_SPREAD);
}

static CUresult units_out(const struct wc_cuda_copy *c, const struct wc_run *run)
{
	const struct wc_cuda *api = &c->dev->api;
	size_t units = run->len / WC_UNIT_BYTES;
	CUdeviceptr from = c->in + run->offset;
	CUresult r;

	r = repack(c, run, WC_GATHER);
	if (!r)
		r = api->cuMemcpyDtoHAsync(run->dst, from, units * ELEMENT,
					   c->stream);
	if (!r && run->status)
		r = api->cuMemcpyDtoHAsync(run->status, from + units * ELEMENT,
					   units, c->stream);
	return r;
}

/**
 * wc_cuda_copy_in() - copy payloads to the device
 * @c: what and where; the jobs are copied before
 *
 * Those of the frame are left out if no launch reads them.
 *
 * Return: the first error of the driver
 */
CUresult wc_cuda_copy_in(const struct wc_cuda_copy *c)
{
	const struct wc_cuda *api = &c->dev->api;
	uint32_t at = 0, next = 0;
	struct part part;
	CUresult r = CUDA_SUCCESS;

	while (!r && next_part(c->frame, &at, &next, &part)) {
		const void *from = part.run ? part.run->src :
					      c->frame->base + part.offset;

		if (part.run && part.run->units)
			r = units_in(c, part.run);
		else if (part.run || c->batch->reads_input)
			r = api->cuMemcpyHtoDAsync(c->in + part.offset, from,
						   part.len, c->stream);
	}
	return r;
}

/**
 * wc_cuda_copy_out() - copy results from the device
 * @c: what and where
 *
 * Return: the first error of the driver
 */
CUresult wc_cuda_copy_out(const struct wc_cuda_copy *c)
{
	const struct wc_cuda *api = &c->dev->api;
	uint32_t at = 0, next = 0;
	struct part part;
	CUresult r = CUDA_SUCCESS;

	while (!r && next_part(c->frame, &at, &next, &part)) {
		void *to = part.run ? part.run->dst :
				      c->frame->base + part.offset;

		if (part.run && part.run->units)
			r = units_out(c, part.run);
		else
			r = api->cuMemcpyDtoHAsync(to, c->out + part.offset,
						   part.len, c->stream);
	}
	return r;
}
