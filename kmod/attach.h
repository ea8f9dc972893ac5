/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Attaching and detaching a helper.
 */
#ifndef _WC_ATTACH_H
#define _WC_ATTACH_H

struct warpcrypt_attach;
struct wc_link;

struct wc_link *wc_link_attach(const struct warpcrypt_attach *attach);
void wc_link_detach(struct wc_link *link);

#endif /* _WC_ATTACH_H */
