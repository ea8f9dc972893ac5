/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kpp algorithms: X25519, edwards25519 and ECDH on P-256.
 */
#ifndef _WC_KPP_H
#define _WC_KPP_H

struct wc_algorithms;

extern const struct wc_algorithms wc_kpp_algorithms;

int wc_kpp_init(void);
void wc_kpp_exit(void);

#endif /* _WC_KPP_H */
