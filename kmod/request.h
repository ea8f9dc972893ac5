/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A request, as frames and links see it: so many bytes in, as many out, and
 * somebody who knows where they come from and go to.
 *
 * Ownership: whoever submits a request owns it until wc_submit() takes
 * it (-EINPROGRESS or -EBUSY). From then on it belongs to the link, until the
 * link hands it back through exactly one of ops->done and ops->lost.
 */
#ifndef _WC_REQUEST_H
#define _WC_REQUEST_H

#include <linux/list.h>
#include <linux/types.h>

#include "arena.h"
#include "stats.h"
#include "uapi/warpcrypt.h"

struct wc_frame;
struct wc_key;
struct wc_request;

/**
 * struct wc_request_ops - what a link needs done with a request
 * @describe: fill in what depends on the request in the descriptor of its
 *	bytes @pos to @pos + @len: flags, block, iv. It is the kernel's own
 *	memory, and goes into the frame afterwards. BH off
 * @fill: copy bytes @pos to @pos + @len of the source to @to. Calls come in
 *	order of @pos. BH off; @len at most WC_COPY_MAX
 * @drain: take over bytes @pos to @pos + @len of the result from @from. Calls
 *	come in order of @pos, after all came back. BH off; @len at most
 *	WC_COPY_MAX
 * @done: all of the result was drained; the request is its owner's again.
 *	BH off
 * @lost: the device did not do it, nothing was drained; the request is its
 *	owner's again. BH off or process context; must not complete it from
 *	here, since the caller may hold RCU or be deep in another's stack
 * @started: it was waiting for room (wc_submit() gave -EBUSY) and waits
 *	no more; comes before @fill. BH off
 */
struct wc_request_ops {
	void (*describe)(struct wc_request *rq, struct warpcrypt_desc *desc,
			 u32 pos, u32 len);
	void (*fill)(struct wc_request *rq, u8 __arena *to, u32 pos, u32 len);
	void (*drain)(struct wc_request *rq, const u8 __arena *from, u32 pos,
		      u32 len);
	void (*done)(struct wc_request *rq);
	void (*lost)(struct wc_request *rq, enum wc_reason reason);
	void (*started)(struct wc_request *rq);
};

/* The most bytes that are copied with BH off in one go. */
#define WC_COPY_MAX		(64u << 10)

/**
 * struct wc_request - a request in a link
 * @node: in a frame's requests, in the backlog, or on the owner's list
 * @ops: its owner's functions
 * @key: its key, NULL for a group's: those have none
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode or enum warpcrypt_kpp
 * @len: bytes, at least 1
 * @splittable: may be longer than a frame (CBC encryption may not)
 * @secret: its payload holds a secret scalar, and is wiped when the frame comes
 *	back or is lost; never with @splittable
 * @backlogged: wc_submit() gave -EBUSY and @ops->started is still due
 * @failed: a piece came back with an error
 * @frame: the frame it lies in, NULL before, or the first of its frames when it is longer
 *	than one (they are chained by &wc_frame.next and hold nothing else)
 * @offset: where it starts in its frame, bytes
 * @slot: its descriptor's index there
 * @link: generation of the link that it went to
 * @pieces: longer than a frame: pieces that the helper has not given back
 * @frames: longer than a frame: frames not yet abandoned on a dead link
 *
 * @frame and what follows belong to the link's lock.
 */
struct wc_request {
	struct list_head node;
	const struct wc_request_ops *ops;
	struct wc_key *key;
	u8 cipher;
	u8 mode;
	u32 len;
	bool splittable;
	bool secret;
	bool backlogged;
	bool failed;

	struct wc_frame *frame;
	u32 offset;
	u32 slot;
	u32 link;
	u32 pieces;
	u32 frames;
};

#endif /* _WC_REQUEST_H */
