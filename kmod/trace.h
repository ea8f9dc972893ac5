/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tracepoints: what happens to requests, frames and links
 * (Documentation/operations.rst). Never keys, IVs or data. One that is off is a
 * jump that is patched out.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM warpcrypt

#if !defined(_TRACE_WARPCRYPT_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_WARPCRYPT_H

#include <linux/string.h>
#include <linux/tracepoint.h>

#include "types.h"

/* Bytes of the names in events. */
#define WC_TRACE_NAME	16

/* A request is offered to a link. */
TRACE_EVENT(warpcrypt_submit,
	    TP_PROTO(const struct wc_request *rq, const struct wc_queue *queue),
	    TP_ARGS(rq, queue),
	    TP_STRUCT__entry(__field(const void *, rq)
			     __array(char, cipher, WC_TRACE_NAME)
			     __array(char, mode, WC_TRACE_NAME)
			     __field(u32, len)
			     __field(u32, queue)),
	    TP_fast_assign(__entry->rq = rq;
			   strscpy_pad(__entry->cipher, wc_ciphers[rq->cipher].name,
				       WC_TRACE_NAME);
			   strscpy_pad(__entry->mode,
				       wc_ciphers[rq->cipher].modes[rq->mode],
				       WC_TRACE_NAME);
			   __entry->len = rq->len;
			   __entry->queue = queue->index;),
	    TP_printk("rq=%p cipher=%s mode=%s len=%u queue=%u", __entry->rq,
		      __entry->cipher, __entry->mode, __entry->len, __entry->queue));

/* The device has done a request; its result has been copied out. */
TRACE_EVENT(warpcrypt_complete,
	    TP_PROTO(const struct wc_request *rq),
	    TP_ARGS(rq),
	    TP_STRUCT__entry(__field(const void *, rq)
			     __array(char, cipher, WC_TRACE_NAME)
			     __array(char, mode, WC_TRACE_NAME)
			     __field(u32, len)),
	    TP_fast_assign(__entry->rq = rq;
			   strscpy_pad(__entry->cipher, wc_ciphers[rq->cipher].name,
				       WC_TRACE_NAME);
			   strscpy_pad(__entry->mode,
				       wc_ciphers[rq->cipher].modes[rq->mode],
				       WC_TRACE_NAME);
			   __entry->len = rq->len;),
	    TP_printk("rq=%p cipher=%s mode=%s len=%u", __entry->rq,
		      __entry->cipher, __entry->mode, __entry->len));

/* Software begins to do a request; @rq need not have been offered to a link. */
TRACE_EVENT(warpcrypt_software,
	    TP_PROTO(const struct wc_request *rq, enum wc_reason reason),
	    TP_ARGS(rq, reason),
	    TP_STRUCT__entry(__field(const void *, rq)
			     __array(char, cipher, WC_TRACE_NAME)
			     __array(char, mode, WC_TRACE_NAME)
			     __field(u32, len)
			     __array(char, reason, WC_TRACE_NAME)),
	    TP_fast_assign(__entry->rq = rq;
			   strscpy_pad(__entry->cipher, wc_ciphers[rq->cipher].name,
				       WC_TRACE_NAME);
			   strscpy_pad(__entry->mode,
				       wc_ciphers[rq->cipher].modes[rq->mode],
				       WC_TRACE_NAME);
			   __entry->len = rq->len;
			   strscpy_pad(__entry->reason, wc_reason_name(reason),
				       WC_TRACE_NAME);),
	    TP_printk("rq=%p cipher=%s mode=%s len=%u reason=%s", __entry->rq,
		      __entry->cipher, __entry->mode, __entry->len, __entry->reason));

/* A frame is handed to the helper. */
TRACE_EVENT(warpcrypt_fetch,
	    TP_PROTO(const struct wc_frame *frame),
	    TP_ARGS(frame),
	    TP_STRUCT__entry(__field(u64, id)
			     __field(u32, queue)
			     __field(u32, requests)
			     __field(u32, bytes)),
	    TP_fast_assign(__entry->id = frame->id;
			   __entry->queue = frame->queue->index;
			   __entry->requests = frame->count;
			   __entry->bytes = frame->bytes;),
	    TP_printk("frame=%#llx queue=%u requests=%u bytes=%u", __entry->id,
		      __entry->queue, __entry->requests, __entry->bytes));

/* The helper gives a frame back; @status is 0 if there are results. */
TRACE_EVENT(warpcrypt_commit,
	    TP_PROTO(const struct wc_frame *frame, int status),
	    TP_ARGS(frame, status),
	    TP_STRUCT__entry(__field(u64, id)
			     __field(u32, queue)
			     __field(u32, requests)
			     __field(u32, bytes)
			     __field(int, status)),
	    TP_fast_assign(__entry->id = frame->id;
			   __entry->queue = frame->queue->index;
			   __entry->requests = frame->count;
			   __entry->bytes = frame->bytes;
			   __entry->status = status;),
	    TP_printk("frame=%#llx queue=%u requests=%u bytes=%u status=%d",
		      __entry->id, __entry->queue, __entry->requests,
		      __entry->bytes, __entry->status));

/* A link has changed its state; @why: for "dead", else empty. */
TRACE_EVENT(warpcrypt_link,
	    TP_PROTO(const struct wc_link *link, const char *state, const char *why),
	    TP_ARGS(link, state, why),
	    TP_STRUCT__entry(__field(u32, generation)
			     __array(char, state, WC_TRACE_NAME)
			     __array(char, why, WC_TRACE_NAME)),
	    TP_fast_assign(__entry->generation = link->generation;
			   strscpy_pad(__entry->state, state, WC_TRACE_NAME);
			   strscpy_pad(__entry->why, why, WC_TRACE_NAME);),
	    TP_printk("generation=%u state=%s why=%s", __entry->generation,
		      __entry->state, __entry->why));

#endif /* _TRACE_WARPCRYPT_H */

/* Where trace/define_trace.h finds this file. */
#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
