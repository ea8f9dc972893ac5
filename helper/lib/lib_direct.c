// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <string.h>

#define POINT	32u

/**
 * struct open_run - a run that may still grow
 * @run: it
 * @first: the index of its first piece
 * @src: the region of its sources; NULL: there is no run
 * @dst: the region of its destinations
 */
struct open_run {
	struct wc_run run;
	uint32_t first;
	const struct lib_region *src;
	const struct lib_region *dst;
};

/* How many runs a frame of @frame_size bytes can have, at least 1. */
size_t lib_direct_room(const struct wc_backend_ops *ops, uint32_t frame_size)
{
	uint32_t least = ops->direct_min;

	if (least < WARPCRYPT_PAYLOAD_ALIGN)
		least = WARPCRYPT_PAYLOAD_ALIGN;
	return frame_size / least + 1;
}

/* A piece of requests as a run of its own; false: it must be copied. */
static bool blocks_run(struct open_run *o, const struct lib_piece *p)
{
	const struct lib_holds *holds = &p->batch->holds;

	o->src = lib_holds_find(holds, p->src, o->run.len);
	o->dst = o->src ? lib_holds_find(holds, p->dst, o->run.len) : NULL;
	o->run.src = p->src;
	o->run.dst = p->dst;
	return o->dst;
}

/* The same of 25519's multiplications; no two of them are one run. */
static bool units_run(struct open_run *o, const struct lib_piece *p)
{
	const struct lib_holds *holds = &p->batch->holds;
	const struct warpcrypt_points *all = p->points;
	size_t n = o->run.len / WARPCRYPT_KPP_UNIT;

	o->run.units = true;
	o->run.src = all->scalars[p->request];
	o->run.dst = all->results[p->request];
	o->run.points = all->points ? all->points[p->request] : NULL;
	o->run.status = all->status ? all->status + p->request : NULL;
	o->src = lib_holds_find(holds, o->run.src, n * POINT);
	o->dst = lib_holds_find(holds, o->run.dst, n * POINT);
	return o->src && o->dst &&
	       (!o->run.points ||
		lib_holds_find(holds, o->run.points, n * POINT)) &&
	       (!o->run.status || lib_holds_find(holds, o->run.status, n));
}

static bool make_run(struct open_run *o, const struct lib_frame *frame,
		     uint32_t i, bool units)
{
	const struct warpcrypt_desc *desc = lib_frame_desc(frame, i);
	const struct lib_piece *p = &frame->piece[i];

	memset(o, 0, sizeof(*o));
	o->first = i;
	o->run.offset = desc->offset;
	o->run.len = desc->len;
	if (!p->batch->holds.count || (p->points && !units))
		return false;
	if (p->points && !lib_direct_has(desc->cipher))
		return false;
	return p->points ? units_run(o, p) : blocks_run(o, p);
}

/* Does @next follow, in the frame and in memory, at both ends? */
static bool continues(const struct open_run *o, const struct open_run *next,
		      bool units)
{
	return o->src && !units && o->src == next->src && o->dst == next->dst &&
	       next->run.offset == o->run.offset + o->run.len &&
	       next->run.src == o->run.src + o->run.len &&
	       next->run.dst == o->run.dst + o->run.len;
}

/* The run ends before piece @end. */
static void close_run(struct lib_frame *frame, struct open_run *o, uint32_t end,
		      uint32_t least)
{
	uint32_t i;

	if (!o->src || o->run.len < least)
		return;
	for (i = o->first; i < end; i++)
		frame->piece[i].direct = true;
	frame->runs->run[frame->runs->count++] = o->run;
}

/* Find out which pieces of a frame are direct, and their runs. */
static void find_runs(struct lib_frame *frame, const struct wc_backend_ops *ops)
{
	struct open_run open = { .src = NULL }, next;
	bool units = false, ok;
	uint32_t i;

	frame->runs->count = 0;
	for (i = 0; i < frame->count; i++) {
		frame->piece[i].direct = false;
		ok = ops->direct_min && make_run(&next, frame, i,
						 ops->direct_units);
		units |= frame->piece[i].points != NULL;
		if (ok && continues(&open, &next, units)) {
			open.run.len += next.run.len;
			continue;
		}
		close_run(frame, &open, i, ops->direct_min);
		units = frame->piece[i].points;
		open = next;
		if (!ok)
			open.src = NULL;
	}
	close_run(frame, &open, i, ops->direct_min);
}

/**
 * lib_direct_fill() - find a frame's runs, and copy the data of all other pieces into it
 * @frame: a frame with its pieces; its @status is set
 * @ops: the engine's
 *
 * Return: the frame as ENTER hands it out; its id is its index and 1
 */
struct warpcrypt_frame lib_direct_fill(struct lib_frame *frame,
				       const struct wc_backend_ops *ops)
{
	find_runs(frame, ops);
	lib_frame_fill(frame);
	return (struct warpcrypt_frame){
		.id = frame->index + 1,
		.index = frame->index,
		.requests = frame->count,
		.payload = frame->used,
	};
}
