// SPDX-License-Identifier: GPL-2.0-only
#include "helper/transport/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int open_error(const char *path, int code, struct wc_error *err)
{
	switch (code) {
	case -ENOENT:
	case -ENXIO:
	case -ENODEV:
		return wc_fail(err, code,
			       "%s is not there: load the module (modprobe warpcrypt)",
			       path);
	case -EACCES:
		return wc_fail(err, code, "%s: no permission: run as root",
			       path);
	case -EPERM:
		return wc_fail(err, code,
			       "%s: refused: run with CAP_SYS_ADMIN, and on a kernel that is not locked down to confidentiality",
			       path);
	default:
		return wc_fail(err, code, "cannot open %s: %s", path,
			       strerror(-code));
	}
}

static unsigned int count_queues(const struct warpcrypt_attach *a)
{
	unsigned int n = 0, i;

	for (i = 0; i < a->engine_count; i++)
		n += a->engines[i].queues;
	return n;
}

static int attach_error(const struct wc_channel *channel,
			const struct warpcrypt_attach *a, int code,
			struct wc_error *err)
{
	switch (code) {
	case -EBUSY:
		return wc_fail(err, code,
			       "%s: another helper is attached: stop it first",
			       channel->path);
	case -ENOMEM:
		return wc_fail(err, code,
			       "%s: cannot pin %llu MiB: raise RLIMIT_MEMLOCK (ulimit -l), run with CAP_IPC_LOCK, or give fewer frames",
			       channel->path,
			       (unsigned long long)a->arena_len >> 20);
	case -EPROTONOSUPPORT:
		return wc_fail(err, code,
			       "%s: the module does not speak ABI version %u: take helper and module from one release",
			       channel->path, a->version);
	case -EOPNOTSUPP:
		return wc_fail(err, code,
			       "%s: the module does not know any cipher of this helper: take both from one release",
			       channel->path);
	case -EINVAL:
		return wc_fail(err, code,
			       "%s: the module refuses an arena of %u frames of %u bytes in %u queues and %u key slots; the kernel log says why",
			       channel->path, a->frame_count, a->frame_size,
			       count_queues(a), a->key_slots);
	case -ENOTTY:
		return wc_fail(err, code,
			       "%s is not the warpcrypt device: name another",
			       channel->path);
	default:
		return wc_fail(err, code, "%s: cannot attach: %s",
			       channel->path, strerror(-code));
	}
}

/**
 * wc_channel_open() - open the device
 * @channel: filled in; may be uninitialised
 * @path: the device, normally WARPCRYPT_DEVICE; must outlive @channel
 * @err: why it failed and what to do about it
 *
 * Return: 0 or a negative errno
 */
int wc_channel_open(struct wc_channel *channel, const char *path,
		    struct wc_error *err)
{
	memset(channel, 0, sizeof(*channel));
	channel->path = path;
	channel->fd = open(path, O_RDWR | O_CLOEXEC);
	if (channel->fd < 0)
		return open_error(path, -errno, err);
	return 0;
}

/**
 * wc_channel_open_remote() - open a channel that does not use this kernel's
 * device
 * @channel: filled in; may be uninitialised
 * @path: its name in messages; must outlive @channel
 * @ops: its functions
 * @remote: argument of @ops, open; @channel owns it from now on
 */
void wc_channel_open_remote(struct wc_channel *channel, const char *path,
			    const struct wc_channel_ops *ops, void *remote)
{
	memset(channel, 0, sizeof(*channel));
	channel->path = path;
	channel->fd = -1;
	channel->ops = ops;
	channel->remote = remote;
}

/* Returns 0 or the module's negative errno. */
static int attach_once(struct wc_channel *channel, struct warpcrypt_attach *attach)
{
	int ret;

	if (channel->ops)
		ret = channel->ops->attach(channel->remote, attach);
	else
		ret = ioctl(channel->fd, WARPCRYPT_IOC_ATTACH, attach) ?
		      -errno : 0;
	if (!ret)
		channel->generation = attach->generation;
	return ret;
}

/* Takes the modes that one cipher alone has, which are newer than all ciphers. */
static bool drop_own_modes(struct warpcrypt_attach *a)
{
	bool dropped = false;
	unsigned int i;

	for (i = 0; i < a->engine_count; i++) {
#define DROP(NAME, name, number, CIPHER, cipher, of, ...)	\
		dropped |= a->engines[i].modes[of] & WARPCRYPT_MODE_BIT(number); \
		a->engines[i].modes[of] &= (__u16)~WARPCRYPT_MODE_BIT(number);
		WARPCRYPT_OWN_MODES(DROP)
	}
	return dropped;
}

/* Takes the cipher with the highest number from the engines that have it. */
static bool drop_last_cipher(struct warpcrypt_attach *a)
{
	bool dropped = false, left = true;
	unsigned int i;
	int c;

	for (c = WARPCRYPT_CIPHER_COUNT - 1; c >= 0 && !dropped; c--) {
		for (i = 0; i < a->engine_count; i++) {
			dropped |= a->engines[i].modes[c];
			a->engines[i].modes[c] = 0;
		}
	}
	for (i = 0; i < a->engine_count; i++) {
		bool any = false;

		for (c = 0; c < WARPCRYPT_CIPHER_COUNT; c++)
			any |= a->engines[i].modes[c];
		left &= any;
	}
	return dropped && left;
}

/**
 * wc_channel_attach() - give the module an arena
 * @channel: an open channel that has not attached
 * @arena: the arena; the caller keeps it mapped until the channel is closed
 * @engines: the engines
 * @count: how many, 1 to WARPCRYPT_ENGINES_MAX
 * @err: why it failed and what to do about it
 *
 * A module that is older than this helper may not know all of the engines' modes.
 * Then ATTACH is tried again without the modes that one cipher alone has, and then without
 * the cipher with the highest number, the newest, as long as each engine has one left.
 *
 * The module sends its known answers at once: the caller must call
 * wc_channel_enter() next.
 *
 * Return: 0 or a negative errno
 */
int wc_channel_attach(struct wc_channel *channel,
		      const struct wc_mapping *arena,
		      const struct warpcrypt_engine *engines, unsigned int count,
		      struct wc_error *err)
{
	struct warpcrypt_attach attach = {
		.version = WARPCRYPT_ABI_VERSION,
		.arena_addr = (uintptr_t)arena->base,
		.arena_len = arena->len,
		.frame_size = arena->geo.frame_size,
		.frame_count = arena->geo.frame_count,
		.key_slots = arena->geo.key_slots,
		.engine_count = count,
	};
	int ret;

	memcpy(attach.engines, engines, count * sizeof(*engines));
	do {
		ret = attach_once(channel, &attach);
	} while (ret == -EOPNOTSUPP &&
		 (drop_own_modes(&attach) || drop_last_cipher(&attach)));
	return ret ? attach_error(channel, &attach, ret, err) : 0;
}

/*
 * Commit frames and fetch frames in one call, from any thread. Does not retry. Returns 0
 * or the module's negative errno (struct warpcrypt_enter lists them).
 */
int wc_channel_enter(struct wc_channel *channel, struct warpcrypt_enter *enter)
{
	if (channel->ops)
		return channel->ops->enter(channel->remote, enter);
	return ioctl(channel->fd, WARPCRYPT_IOC_ENTER, enter) ? -errno : 0;
}

/*
 * Tell the module how fast the engines are, in place of what it was told before. Returns 0
 * or its negative errno.
 */
int wc_channel_rates(struct wc_channel *channel,
		     const struct warpcrypt_rate *rates, unsigned int count)
{
	const struct warpcrypt_rates arg = {
		.addr = (uintptr_t)rates,
		.count = count,
	};

	if (channel->ops && !channel->ops->rates)
		return 0;
	if (channel->ops)
		return channel->ops->rates(channel->remote, &arg);
	return ioctl(channel->fd, WARPCRYPT_IOC_RATES, &arg) ? -errno : 0;
}

/**
 * wc_channel_retire() - tell the module that an engine is out of service
 * @channel: an attached channel
 * @engine: its index in what wc_channel_attach() was given
 *
 * The module takes its frames back, and others do them. Threads that serve its queues
 * get -ENODEV from wc_channel_enter().
 *
 * Return: 0, -EOPNOTSUPP, or the module's negative errno
 */
int wc_channel_retire(struct wc_channel *channel, unsigned int engine)
{
	const struct warpcrypt_retire arg = { .engine = engine };

	if (channel->ops && !channel->ops->retire)
		return -EOPNOTSUPP;
	if (channel->ops)
		return channel->ops->retire(channel->remote, &arg);
	return ioctl(channel->fd, WARPCRYPT_IOC_RETIRE, &arg) ? -errno : 0;
}

/**
 * wc_channel_close() - detach, if attached, and close
 * @channel: an open channel, or a closed or zeroed one; no thread is in
 *	wc_channel_enter()
 */
void wc_channel_close(struct wc_channel *channel)
{
	if (channel->path && channel->ops)
		channel->ops->close(channel->remote);
	else if (channel->path && channel->fd >= 0)
		close(channel->fd);
	memset(channel, 0, sizeof(*channel));
	channel->fd = -1;
}
