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

static int attach_error(const struct wc_link *link,
			const struct warpcrypt_attach *a, int code,
			struct wc_error *err)
{
	switch (code) {
	case -EBUSY:
		return wc_fail(err, code,
			       "%s: another helper is attached: stop it first",
			       link->path);
	case -ENOMEM:
		return wc_fail(err, code,
			       "%s: cannot pin %llu MiB: raise RLIMIT_MEMLOCK (ulimit -l), run with CAP_IPC_LOCK, or give fewer frames",
			       link->path,
			       (unsigned long long)a->arena_len >> 20);
	case -EPROTONOSUPPORT:
		return wc_fail(err, code,
			       "%s: the module does not speak ABI version %u: take helper and module from one release",
			       link->path, a->version);
	case -EOPNOTSUPP:
		return wc_fail(err, code,
			       "%s: the module does not know any cipher of this helper: take both from one release",
			       link->path);
	case -EINVAL:
		return wc_fail(err, code,
			       "%s: the module refuses an arena of %u frames of %u bytes and %u key slots; the kernel log says why",
			       link->path, a->frame_count, a->frame_size,
			       a->key_slots);
	case -ENOTTY:
		return wc_fail(err, code,
			       "%s is not the warpcrypt device: give another --device",
			       link->path);
	default:
		return wc_fail(err, code, "%s: cannot attach: %s", link->path,
			       strerror(-code));
	}
}

/**
 * wc_link_open() - open the device
 * @link: filled in; needs no earlier state
 * @path: the device, normally WARPCRYPT_DEVICE; must outlive @link
 * @err: what is wrong and how to mend it
 *
 * Return: 0 or a negative errno
 */
int wc_link_open(struct wc_link *link, const char *path, struct wc_error *err)
{
	memset(link, 0, sizeof(*link));
	link->path = path;
	link->fd = open(path, O_RDWR | O_CLOEXEC);
	if (link->fd < 0)
		return open_error(path, -errno, err);
	return 0;
}

/**
 * wc_link_open_remote() - have a link to a module that is not this kernel's
 * @link: filled in; needs no earlier state
 * @path: what messages shall call it; must outlive @link
 * @ops: how to reach the module
 * @remote: handed to @ops, open; belongs to @link from now on
 */
void wc_link_open_remote(struct wc_link *link, const char *path,
			 const struct wc_link_ops *ops, void *remote)
{
	memset(link, 0, sizeof(*link));
	link->path = path;
	link->fd = -1;
	link->ops = ops;
	link->remote = remote;
}

/**
 * wc_link_attach_raw() - ATTACH exactly as the caller says
 * @link: an open link
 * @attach: given to the module as it is, so tests may lie in any field
 *
 * Return: 0 or the module's negative errno
 */
int wc_link_attach_raw(struct wc_link *link, struct warpcrypt_attach *attach)
{
	int ret;

	if (link->ops)
		ret = link->ops->attach(link->remote, attach);
	else
		ret = ioctl(link->fd, WARPCRYPT_IOC_ATTACH, attach) ? -errno : 0;
	if (!ret)
		link->generation = attach->generation;
	return ret;
}

/* Returns whether any cipher is left. */
static bool drop_last_cipher(uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	bool dropped = false;
	int c;

	for (c = WARPCRYPT_CIPHER_COUNT - 1; c >= 0; c--) {
		if (modes[c] && dropped)
			return true;
		dropped |= modes[c];
		modes[c] = 0;
	}
	return false;
}

/**
 * wc_link_attach() - give the module an arena
 * @link: an open link that has not attached
 * @arena: the arena; stays the caller's and must stay mapped until the link
 *	is closed
 * @modes: WARPCRYPT_MODE_BIT()s for each cipher
 * @err: what is wrong and how to mend it
 *
 * A module that is older than this helper may not know all of @modes: then the
 * ciphers with the highest numbers, which are the newest, are not offered.
 *
 * Known answers follow at once: be ready to wc_link_enter().
 *
 * Return: 0 or a negative errno
 */
int wc_link_attach(struct wc_link *link, const struct wc_arena *arena,
		   const uint16_t modes[WARPCRYPT_CIPHER_COUNT],
		   struct wc_error *err)
{
	struct warpcrypt_attach attach = {
		.version = WARPCRYPT_ABI_VERSION,
		.arena_addr = (uintptr_t)arena->base,
		.arena_len = arena->len,
		.frame_size = arena->geo.frame_size,
		.frame_count = arena->geo.frame_count,
		.key_slots = arena->geo.key_slots,
	};
	int ret;

	memcpy(attach.modes, modes, sizeof(attach.modes));
	do {
		ret = wc_link_attach_raw(link, &attach);
	} while (ret == -EOPNOTSUPP && drop_last_cipher(attach.modes));
	return ret ? attach_error(link, &attach, ret, err) : 0;
}

/**
 * wc_link_enter() - commit frames and fetch frames in one call
 * @link: an attached link
 * @enter: see struct warpcrypt_enter
 *
 * May be called from several threads at once. Never retries by itself.
 *
 * Return: 0 or the module's negative errno (struct warpcrypt_enter lists them)
 */
int wc_link_enter(struct wc_link *link, struct warpcrypt_enter *enter)
{
	if (link->ops)
		return link->ops->enter(link->remote, enter);
	return ioctl(link->fd, WARPCRYPT_IOC_ENTER, enter) ? -errno : 0;
}

/**
 * wc_link_close() - detach, if attached, and close
 * @link: an open link, or a closed or zeroed one; nobody is in
 *	wc_link_enter() any more
 */
void wc_link_close(struct wc_link *link)
{
	if (link->path && link->ops)
		link->ops->close(link->remote);
	else if (link->path && link->fd >= 0)
		close(link->fd);
	link->fd = -1;
	link->ops = NULL;
	link->remote = NULL;
	link->path = NULL;
	link->generation = 0;
}
