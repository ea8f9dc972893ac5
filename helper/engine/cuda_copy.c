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

/**
 * wc_cuda_copy() - copy payloads to the device, or results from it
 * @c: what and where; the jobs are copied before
 * @in: to the device
 *
 * Return: the first error of the driver
 */
CUresult wc_cuda_copy(const struct wc_cuda_copy *c, bool in)
{
	uint32_t at = 0, next = 0;
	CUresult r = CUDA_SUCCESS;
	struct part part;

	while (!r && next_part(c->frame, &at, &next, &part))
		r = copy_part(c, &part, in);
	return r;
}
