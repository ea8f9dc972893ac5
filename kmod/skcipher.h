/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The skcipher algorithms: what the rest of the kernel sees of the module.
 */
#ifndef _WC_SKCIPHER_H
#define _WC_SKCIPHER_H

struct wc_algorithms;

extern const struct wc_algorithms wc_skcipher_algorithms;

#endif /* _WC_SKCIPHER_H */
