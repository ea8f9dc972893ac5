/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Verification: one request in N is done in software as well.
 */
#ifndef _WC_VERIFY_H
#define _WC_VERIFY_H

#include <linux/types.h>

#include "arena.h"

struct wc_skcipher_req;
struct wc_verify;

bool wc_verify_turn(void);
struct wc_verify *wc_verify_begin(struct wc_skcipher_req *ctx);
const u8 *wc_verify_iv(const struct wc_verify *v);
const u8 *wc_verify_source(const struct wc_verify *v);
void wc_verify_take(struct wc_verify *v, const u8 __arena *from, u32 pos,
		    u32 len, bool stream);
void wc_verify_later(struct wc_skcipher_req *ctx);
int wc_verify_sync(struct wc_skcipher_req *ctx);
void wc_verify_drop(struct wc_skcipher_req *ctx);

int wc_verify_init(void);
void wc_verify_exit(void);

#endif /* _WC_VERIFY_H */
