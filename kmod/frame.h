/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Frames: where requests gather, and the unit that a helper works on.
 */
#ifndef _WC_FRAME_H
#define _WC_FRAME_H

#include <linux/list.h>
#include <linux/types.h>

#include "arena.h"
#include "request.h"

struct wc_link;

/**
 * enum wc_frame_state - who owns a frame
 * @WC_FRAME_FREE: nobody; on the link's free list
 * @WC_FRAME_OPEN: the link; takes requests. At most one
 * @WC_FRAME_SEALED: the link; takes no more, waits to be fetched
 * @WC_FRAME_HELPER: the helper
 * @WC_FRAME_WAITING: a request longer than a frame, some of whose other
 *	pieces are not back yet
 * @WC_FRAME_COMPLETING: the thread that committed it, alone
 * @WC_FRAME_DEAD: the link died while somebody was still copying into it; the
 *	last of them frees it
 *
 * Every change is made under the link's lock, and the change out of HELPER is
 * made once: by a commit that names the frame's present id, or by the link's
 * death, whichever gets the lock first. So nothing is ever completed twice.
 */
enum wc_frame_state {
	WC_FRAME_FREE,
	WC_FRAME_OPEN,
	WC_FRAME_SEALED,
	WC_FRAME_HELPER,
	WC_FRAME_WAITING,
	WC_FRAME_COMPLETING,
	WC_FRAME_DEAD,
};

/**
 * struct wc_frame - one frame of a link's arena
 * @data: its memory
 * @node: on the link's free or sealed list
 * @requests: what lies in it (short requests), in order of arrival
 * @whole: or the long request that it holds a piece of, else NULL
 * @next: the frame with that request's next piece
 * @id: names it at this hand-out, 0 before it
 * @since: jiffies when it got its first request
 * @index: its place in the arena
 * @state: who owns it
 * @used: bytes of payload, from the start, gaps included
 * @bytes: bytes of payload, gaps not included
 * @count: descriptors, from the end
 * @copying: requests whose source is still being copied in
 *
 * All under the link's lock, except @requests, which belongs to the
 * committing thread in COMPLETING.
 */
struct wc_frame {
	u8 __arena *data;
	struct list_head node;
	struct list_head requests;
	struct wc_request *whole;
	struct wc_frame *next;
	u64 id;
	unsigned long since;
	u32 index;
	enum wc_frame_state state;
	u32 used;
	u32 bytes;
	u32 count;
	u32 copying;
};

/* Bytes that one more descriptor takes. */
#define WC_DESC_SIZE	((u32)sizeof(struct warpcrypt_desc))

int wc_frames_init(struct wc_link *link);
void wc_frames_free(struct wc_link *link);

u32 wc_frame_capacity(const struct wc_link *link);
u32 wc_frame_pieces(const struct wc_link *link, u32 len);

bool wc_frame_reserve(struct wc_link *link, struct wc_request *rq);
void wc_frame_fill(struct wc_link *link, struct wc_request *rq);
u32 wc_frame_fetch(struct wc_link *link, struct warpcrypt_frame *out, u32 max,
		   u32 fill, bool wait);
void wc_frame_unfetch(struct wc_link *link, const struct warpcrypt_frame *in,
		      u32 count);
void wc_frame_release(struct wc_link *link, struct wc_frame *frame);
void wc_frame_wipe(struct wc_request *rq);
void wc_frame_lose(struct list_head *lost, enum wc_reason reason);
void wc_frames_abandon(struct wc_link *link, struct list_head *lost);
bool wc_frame_overdue(struct wc_link *link, unsigned long limit);

#endif /* _WC_FRAME_H */
