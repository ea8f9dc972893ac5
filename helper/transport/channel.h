/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A channel: the helper's end of /dev/warpcrypt, or of something that takes
 * its place. No threads and no global state: warpcryptd, the library and tests
 * each have their own struct wc_channel.
 *
 * The life of a channel: wc_channel_open(), wc_channel_attach(), any number of
 * wc_channel_enter() from any threads, and when all of them have returned
 * wc_channel_close(). After -ESHUTDOWN it is closed and opened again, with an
 * arena that no earlier engine or DMA still writes to.
 */
#ifndef WARPCRYPT_HELPER_TRANSPORT_CHANNEL_H
#define WARPCRYPT_HELPER_TRANSPORT_CHANNEL_H

#include "helper/transport/error.h"
#include "helper/transport/mapping.h"
#include "kmod/uapi/warpcrypt.h"

/**
 * struct wc_channel_ops - a channel that does not use this kernel's device
 * @attach: as WARPCRYPT_IOC_ATTACH
 * @enter: as WARPCRYPT_IOC_ENTER; called from any threads
 * @rates: as WARPCRYPT_IOC_RATES; NULL: rates are not sent
 * @retire: as WARPCRYPT_IOC_RETIRE; NULL: that cannot be done
 * @close: detach, if attached, and free @remote
 * @kick: make every @enter that waits return soon; NULL: a signal to the
 *	waiting thread does that
 *
 * All but @close and @kick return 0 or a negative errno.
 */
struct wc_channel_ops {
	int (*attach)(void *remote, struct warpcrypt_attach *attach);
	int (*enter)(void *remote, struct warpcrypt_enter *enter);
	int (*rates)(void *remote, const struct warpcrypt_rates *rates);
	int (*retire)(void *remote, const struct warpcrypt_retire *retire);
	void (*close)(void *remote);
	void (*kick)(void *remote);
};

/**
 * struct wc_channel - one open file of the device
 * @fd: the file, -1 when closed
 * @generation: the module's number for this attachment, 0 before ATTACH
 * @path: what was opened, for messages; the caller's string
 * @ops: used instead of @fd, unless NULL
 * @remote: argument of @ops; the channel owns it until it is closed
 */
struct wc_channel {
	int fd;
	uint32_t generation;
	const char *path;
	const struct wc_channel_ops *ops;
	void *remote;
};

int wc_channel_open(struct wc_channel *channel, const char *path,
		    struct wc_error *err);
void wc_channel_open_remote(struct wc_channel *channel, const char *path,
			    const struct wc_channel_ops *ops, void *remote);
int wc_channel_attach(struct wc_channel *channel,
		      const struct wc_mapping *arena,
		      const struct warpcrypt_engine *engines, unsigned int count,
		      struct wc_error *err);
int wc_channel_enter(struct wc_channel *channel,
		     struct warpcrypt_enter *enter);
int wc_channel_rates(struct wc_channel *channel,
		     const struct warpcrypt_rate *rates, unsigned int count);
int wc_channel_retire(struct wc_channel *channel, unsigned int engine);
void wc_channel_close(struct wc_channel *channel);

/*
 * Make every wc_channel_enter() that waits return soon. False: only a signal to them does
 * that.
 */
static inline bool wc_channel_kick(struct wc_channel *channel)
{
	if (!channel->ops || !channel->ops->kick)
		return false;
	channel->ops->kick(channel->remote);
	return true;
}

#endif /* WARPCRYPT_HELPER_TRANSPORT_CHANNEL_H */
