/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libwarpcrypt: the helper's end of /dev/warpcrypt. No threads and nothing
 * global: warpcryptd, tests and bridges each keep their own struct wc_link.
 *
 * The order of a link's life: wc_link_open(), wc_link_attach(), any number of
 * wc_link_enter() from any threads, and when all of them have returned
 * wc_link_close(). After -ESHUTDOWN the same again from the beginning, with
 * memory that nothing from before still writes to.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_LINK_H
#define WARPCRYPT_HELPER_TRANSPORT_LINK_H

#include "helper/transport/mapping.h"
#include "helper/transport/error.h"
#include "kmod/uapi/warpcrypt.h"

/**
 * struct wc_link_ops - another way to a module than this kernel's own device
 * @attach: as WARPCRYPT_IOC_ATTACH
 * @enter: as WARPCRYPT_IOC_ENTER; from any threads
 * @close: detach, if attached, and free @remote
 * @kick: whoever waits in @enter shall return soon; NULL: a signal does that
 *
 * Each returns 0 or a negative errno, as wc_link_attach_raw() and so on.
 */
struct wc_link_ops {
	int (*attach)(void *remote, struct warpcrypt_attach *attach);
	int (*enter)(void *remote, struct warpcrypt_enter *enter);
	void (*close)(void *remote);
	void (*kick)(void *remote);
};

/**
 * struct wc_link - one open file of the device
 * @fd: the file, -1 when closed
 * @generation: the module's number for this attachment, 0 before ATTACH
 * @path: what was opened, for messages; the caller's string
 * @ops: how to reach the module, NULL: by @fd
 * @remote: for @ops; the link's own until it is closed
 */
struct wc_link {
	int fd;
	uint32_t generation;
	const char *path;
	const struct wc_link_ops *ops;
	void *remote;
};

int wc_link_open(struct wc_link *link, const char *path, struct wc_error *err);
void wc_link_open_remote(struct wc_link *link, const char *path,
			 const struct wc_link_ops *ops, void *remote);
int wc_link_attach(struct wc_link *link, const struct wc_arena *arena,
		   const uint16_t modes[WARPCRYPT_CIPHER_COUNT],
		   struct wc_error *err);
int wc_link_attach_raw(struct wc_link *link, struct warpcrypt_attach *attach);
int wc_link_enter(struct wc_link *link, struct warpcrypt_enter *enter);
void wc_link_close(struct wc_link *link);

/**
 * wc_link_kick() - make those who wait in wc_link_enter() return soon
 * @link: an attached link
 *
 * Return: false if only a signal to the waiting threads does that
 */
static inline bool wc_link_kick(struct wc_link *link)
{
	if (!link->ops || !link->ops->kick)
		return false;
	link->ops->kick(link->remote);
	return true;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_LINK_H */
