/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Copies between scatterlists and frames, in parts.
 */
#ifndef _WC_SG_H
#define _WC_SG_H

#include <crypto/scatterwalk.h>

#include "arena.h"

void wc_sg_read(struct scatter_walk *walk, u8 __arena *to, u32 len);
void wc_sg_write(struct scatter_walk *walk, const u8 __arena *from, u32 len);
void wc_sg_xor(struct scatter_walk *in, struct scatter_walk *out,
	       const u8 __arena *stream, u32 len);

#endif /* _WC_SG_H */
