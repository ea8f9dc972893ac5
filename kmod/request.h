/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A request as frames and links see it: a number of bytes, and functions that
 * copy the source in and the result out.
 *
 * Ownership: the submitter owns a request until wc_submit() takes it (returns
 * -EINPROGRESS or -EBUSY). Then the link owns it, until it gives the request back
 * by calling exactly one of ops->done and ops->lost.
 */
#ifndef _WC_REQUEST_H
#define _WC_REQUEST_H

#include <linux/list.h>
#include <linux/types.h>

#include "arena.h"
#include "keys.h"
#include "stats.h"
#include "uapi/warpcrypt.h"

struct wc_account;
struct wc_frame;
struct wc_queue;
struct wc_request;
struct wc_soft;

/**
 * struct wc_request_ops - functions of a request's owner, called by the link
 * @describe: fill in the flags, block and iv of a descriptor, for bytes @pos to
 *	@pos + @len. @desc is the kernel's own memory, and is copied into the
 *	frame afterwards. BH off
 * @fill: copy bytes @pos to @pos + @len of the source to @to. Called in order
 *	of @pos. BH off; @len at most WC_COPY_MAX
 * @drain: copy bytes @pos to @pos + @len of the result from @from. Called in
 *	order of @pos, after the last piece came back. BH off; @len at most
 *	WC_COPY_MAX
 * @done: all of the result was drained; the owner has the request again. BH off
 * @lost: the device did not do it, and nothing was drained; the owner has the
 *	request again. BH off or process context; must not call the completion
 *	callback, because the caller may be under RCU or far down a stack
 * @started: the request has left the backlog (wc_submit() returned -EBUSY);
 *	called before @fill. BH off
 * @redo: do it in software, after wc_redo_later(); process context. NULL if the
 *	owner does not call that
 * @waits: a thread sleeps until it is back, and calls wc_route_end() when it has woken
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
	void (*redo)(struct wc_request *rq);
	bool waits;
};

/*
 * The most bytes that are copied with BH off at a time. A longer request is a long one: it
 * shares no frame with others.
 */
#define WC_COPY_MAX		(64u << 10)

/**
 * struct wc_request - a request in a link
 * @node: in &wc_frame.requests, in the backlog, or in a list of the owner
 * @ops: its owner's functions
 * @key: its key; NULL for a request of a group
 * @cipher: enum warpcrypt_cipher
 * @mode: enum warpcrypt_mode or enum warpcrypt_kpp
 * @len: bytes, at least 1
 * @born: jiffies when its user made it. Set by its owner, once: a request that is
 *	submitted again has its age
 * @limited: its user is not root: it belongs to the share of all such (struct wc_share)
 * @splittable: it may be longer than a frame (CBC encryption may not)
 * @secret: its payload holds a secret scalar, and is wiped when the frame comes
 *	back or is lost; never with @splittable
 * @backlogged: wc_submit() returned -EBUSY, and @ops->started was not called yet
 * @failed: a piece came back with an error
 * @filled: short: its descriptor and source were copied in; written without the lock
 * @patient: when there is no room, it waits for that, even if its caller does not
 *	ask for it
 * @slow: its blocks are computed one after the other, which takes long
 * @engine: number of the engine that is to do it, in the link @link
 * @soft_ns: software's time for it, if it has an account
 * @account: the account of the CPU that submitted it, or NULL
 * @soft: where software's time is to be noted, or NULL
 * @frame: its frame, NULL before it has room. Longer than a frame: the first of
 *	its frames, which are chained by &wc_frame.next
 * @offset: where it starts in its frame, bytes
 * @slot: index of its descriptor in its frame
 * @held: the hold on its key's slot, if it has a key: from its admission until
 *	its frame is committed, or it is lost
 * @holds: the hold is its own, and dropped when it is delivered or lost;
 *	else that of a request before it in the same frame
 * @link: generation of the link that it was, or is to be, submitted to
 * @queue: the queue in whose backlog it is, or was
 * @pieces: longer than a frame: pieces that are not committed yet
 * @frames: longer than a frame: frames that a dead link has not freed yet
 *
 * The queue's lock protects @frame and what follows, but for @held and @holds.
 */
struct wc_request {
	struct list_head node;
	const struct wc_request_ops *ops;
	struct wc_key *key;
	u8 cipher;
	u8 mode;
	u32 len;
	unsigned long born;
	bool limited;
	bool splittable;
	bool secret;
	bool backlogged;
	bool failed;
	bool filled;
	bool patient;
	bool slow;
	u8 engine;
	u32 soft_ns;
	struct wc_account *account;
	struct wc_soft *soft;

	struct wc_frame *frame;
	u32 offset;
	u32 slot;
	struct wc_key_ref held;
	bool holds;
	u32 link;
	struct wc_queue *queue;
	u32 pieces;
	u32 frames;
};

#endif /* _WC_REQUEST_H */
