// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mappings of a volume: dm-crypt devices one on the other, as cryptsetup makes them. NAME has
 * the plaintext; NAME_1 and NAME_2 are below it, for the second and third cipher of a cascade.
 */
#include <errno.h>
#include <inttypes.h>
#include <libdevmapper.h>
#include <linux/dm-ioctl.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "tools/ctl/tcrypt.h"

/* What cryptsetup, too, knows them by. */
#define UUID_PREFIX	"CRYPT-TCRYPT-"
/* What cryptsetup 2.8 names those below. */
#define SUBDEV_PREFIX	"CRYPT-SUBDEV-"

/* A key in hexadecimal digits, the cipher's name, numbers. */
#define TABLE_SIZE	(4 * TCRYPT_CIPHER_KEY + 128)

#define NO_UDEV_RULES	(DM_UDEV_DISABLE_SUBSYSTEM_RULES_FLAG | \
			 DM_UDEV_DISABLE_DISK_RULES_FLAG | DM_UDEV_DISABLE_OTHER_RULES_FLAG)

/* libdevmapper's own lines are for those who know its calls. */
static void no_log(int level, const char *file, int line, int err, const char *fmt, ...)
{
	(void)level;
	(void)file;
	(void)line;
	(void)err;
	(void)fmt;
}

static struct dm_task *task_for(int type, const char *name)
{
	struct dm_task *task;

	dm_log_with_errno_init(no_log);
	task = dm_task_create(type);
	if (task && !dm_task_set_name(task, name)) {
		dm_task_destroy(task);
		task = NULL;
	}
	return task;
}

/* Runs a task that udev is told of. Returns 0 or a negative errno. */
static int run(struct dm_task *task, uint16_t udev_flags)
{
	bool sync = dm_udev_get_sync_support();
	uint32_t cookie = 0;
	int err = 0;

	if (sync && !dm_task_set_cookie(task, &cookie, udev_flags))
		return -EIO;
	if (!dm_task_run(task))
		err = dm_task_get_errno(task) ? -dm_task_get_errno(task) : -EIO;
	if (sync)
		dm_udev_wait(cookie);
	return err;
}

/* Whether there is a mapping; its UUID and number. A negative errno if it cannot be known. */
static int look(const char *name, char *uuid, size_t size, dev_t *device)
{
	struct dm_task *task = task_for(DM_DEVICE_INFO, name);
	struct dm_info info;
	const char *text;
	int ret = -EIO;

	if (task && dm_task_run(task) && dm_task_get_info(task, &info)) {
		text = dm_task_get_uuid(task);
		snprintf(uuid, size, "%s", text ? text : "");
		*device = makedev(info.major, info.minor);
		ret = info.exists;
	}
	if (task)
		dm_task_destroy(task);
	return ret;
}

static void layer_name(char *text, size_t size, const char *name, unsigned int layer)
{
	if (layer)
		snprintf(text, size, "%.*s_%u", TCRYPT_NAME_MAX, name, layer);
	else
		snprintf(text, size, "%s", name);
}

static int no_device_mapper(void)
{
	return tcrypt_fail("the device mapper does not answer: modprobe dm_mod; is /dev/mapper/control there?");
}

/* Is there no mapping with a name that open needs for @count mappings? */
int tcrypt_names_are_free(const char *name, unsigned int count)
{
	char text[DM_NAME_LEN], uuid[DM_UUID_LEN];
	unsigned int layer;
	dev_t device;
	int ret;

	for (layer = 0; layer < count; layer++) {
		layer_name(text, sizeof(text), name, layer);
		ret = look(text, uuid, sizeof(uuid), &device);
		if (ret < 0)
			return no_device_mapper();
		if (ret && !strncmp(uuid, UUID_PREFIX, strlen(UUID_PREFIX)))
			return tcrypt_fail("there is a mapping %s, of a volume: warpcryptctl tcrypt close %s, or take another name",
					   text, name);
		if (ret)
			return tcrypt_fail("there is a mapping %s: take another name", text);
	}
	return CTL_OK;
}

static bool has_target(void)
{
	struct dm_task *task = dm_task_create(DM_DEVICE_LIST_VERSIONS);
	struct dm_versions *target;
	bool found = false;
	uint32_t next;

	if (task && dm_task_run(task)) {
		target = dm_task_get_versions(task);
		do {
			found |= !strcmp(target->name, "crypt");
			next = target->next;
			target = (struct dm_versions *)((char *)target + next);
		} while (next);
	}
	if (task)
		dm_task_destroy(task);
	return found;
}

static int say_why(const char *name, const char *cipher, int err)
{
	if (!has_target())
		return tcrypt_fail("this kernel has no dm-crypt: modprobe dm_crypt");
	if ((err == -ENOENT || err == -ELIBBAD) && !strcmp(cipher, "kuznyechik"))
		return tcrypt_fail("this kernel has no xts(kuznyechik): modprobe warpcrypt; warpcryptctl doctor says what is missing");
	if (err == -ENOENT || err == -ELIBBAD)
		return tcrypt_fail("this kernel has no xts(%s): modprobe %s", cipher, cipher);
	if (err == -EBUSY)
		return tcrypt_fail("the device, or the name %s, has just been taken by something else: lsblk shows it",
				   name);
	return tcrypt_fail("mapping %s: %s; dmesg may say why", name, strerror(-err));
}

/* The table of a layer; on the first one there are @offset and the device's own size. */
static void write_table(char *table, const struct tcrypt_volume *v, unsigned int layer, dev_t below,
			uint64_t offset)
{
	uint8_t key[2 * TCRYPT_CIPHER_KEY];
	size_t i;
	int at;

	tcrypt_layer_key(v->cascade, layer, tcrypt_master_keys(v), key);
	at = snprintf(table, TABLE_SIZE, "%s-xts-plain64 ", v->cascade->ciphers[layer]);
	for (i = 0; i < sizeof(key); i++)
		at += snprintf(table + at, TABLE_SIZE - at, "%02x", key[i]);
	explicit_bzero(key, sizeof(key));
	snprintf(table + at, TABLE_SIZE - at, " %" PRIu64 " %u:%u %" PRIu64,
		 v->offset / TCRYPT_SECTOR, major(below), minor(below), offset / TCRYPT_SECTOR);
}

/*
 * Three tasks, because libdevmapper's one for all of it does not tell the error of the second.
 * Returns 0 or a negative errno.
 */
static int create(const char *name)
{
	struct dm_task *task = task_for(DM_DEVICE_CREATE, name);
	char uuid[DM_UUID_LEN];
	int err = -ENOMEM;

	snprintf(uuid, sizeof(uuid), UUID_PREFIX "%.*s", TCRYPT_NAME_MAX + 2, name);
	if (task && dm_task_set_uuid(task, uuid))
		err = dm_task_run(task) ? 0 : -dm_task_get_errno(task);
	if (task)
		dm_task_destroy(task);
	return err;
}

static int load(const char *name, uint64_t sectors, const char *table, bool readonly)
{
	struct dm_task *task = task_for(DM_DEVICE_RELOAD, name);
	int err = -ENOMEM;

	if (task && dm_task_secure_data(task) && (!readonly || dm_task_set_ro(task)) &&
	    dm_task_add_target(task, 0, sectors, "crypt", table))
		err = dm_task_run(task) ? 0 : -dm_task_get_errno(task);
	/* This wipes its copies of the table, too. */
	if (task)
		dm_task_destroy(task);
	return err;
}

static int resume(const char *name, uint16_t udev_flags, dev_t *device)
{
	struct dm_task *task = task_for(DM_DEVICE_RESUME, name);
	struct dm_info info;
	int err = -ENOMEM;

	if (task)
		err = run(task, udev_flags);
	if (!err && dm_task_get_info(task, &info))
		*device = makedev(info.major, info.minor);
	if (task)
		dm_task_destroy(task);
	dm_task_update_nodes();
	return err;
}

static int remove_one(const char *name)
{
	struct dm_task *task = task_for(DM_DEVICE_REMOVE, name);
	int err = -ENOMEM;

	/* udev may be looking at it for a moment. */
	if (task && dm_task_retry_remove(task))
		err = run(task, 0);
	if (task)
		dm_task_destroy(task);
	dm_task_update_nodes();
	return err;
}

/* Maps a layer on @device, which it changes to the mapping's; or nothing stays of it. */
static int map_layer(const struct tcrypt_volume *v, const char *name, unsigned int layer,
		     dev_t *device, bool readonly)
{
	bool first = layer == v->cascade->count - 1;
	char *table = tcrypt_secret(TABLE_SIZE);
	char text[DM_NAME_LEN];
	int err;

	if (!table)
		return CTL_FAILED;
	layer_name(text, sizeof(text), name, layer);
	write_table(table, v, layer, *device, first ? v->offset : 0);
	err = create(text);
	if (!err) {
		err = load(text, v->size / TCRYPT_SECTOR, table, readonly);
		if (!err)
			err = resume(text, DM_UDEV_DISABLE_LIBRARY_FALLBACK |
				     (layer ? NO_UDEV_RULES : 0), device);
		if (err)
			remove_one(text);
	}
	tcrypt_free_secret(table);
	return err ? say_why(text, v->cascade->ciphers[layer], err) : CTL_OK;
}

/*
 * Map a volume of a block device. All mappings are made, or none. A signal that comes meanwhile
 * ends the process, and nothing is mapped.
 */
int tcrypt_map(const struct tcrypt_volume *v, const char *name, dev_t device, bool readonly)
{
	unsigned int layer = v->cascade->count;
	char text[DM_NAME_LEN];
	int ret = tcrypt_names_are_free(name, v->cascade->count);

	if (ret != CTL_OK)
		return ret;
	tcrypt_hold_signals();
	while (layer && ret == CTL_OK) {
		ret = map_layer(v, name, layer - 1, &device, readonly);
		layer -= ret == CTL_OK;
	}
	if (ret == CTL_OK && !tcrypt_interrupted())
		return CTL_OK;
	for (; layer < v->cascade->count; layer++) {
		layer_name(text, sizeof(text), name, layer);
		if (remove_one(text))
			ret = tcrypt_fail("%s stays mapped: dmsetup remove %s", text, text);
	}
	tcrypt_let_signals();
	return ret;
}

static bool rests_on(const char *name, dev_t below)
{
	struct dm_task *task = task_for(DM_DEVICE_DEPS, name);
	struct dm_deps *deps = NULL;
	bool found = false;
	uint32_t i;

	if (task && dm_task_run(task))
		deps = dm_task_get_deps(task);
	for (i = 0; deps && i < deps->count; i++)
		found |= major(deps->device[i]) == major(below) &&
			 minor(deps->device[i]) == minor(below);
	if (task)
		dm_task_destroy(task);
	return found;
}

/* How many mappings the volume has: NAME_1 may be another volume of that name. */
static unsigned int layers_of(const char *name)
{
	char above[DM_NAME_LEN], text[DM_NAME_LEN], uuid[DM_UUID_LEN];
	unsigned int layers = 1;
	dev_t device;

	for (; layers < TCRYPT_LAYERS_MAX; layers++) {
		layer_name(above, sizeof(above), name, layers - 1);
		layer_name(text, sizeof(text), name, layers);
		if (look(text, uuid, sizeof(uuid), &device) != 1 || !rests_on(above, device) ||
		    (strncmp(uuid, UUID_PREFIX, strlen(UUID_PREFIX)) &&
		     strncmp(uuid, SUBDEV_PREFIX, strlen(SUBDEV_PREFIX))))
			break;
	}
	return layers;
}

/* Remove the mappings of a volume. */
int tcrypt_unmap(const char *name)
{
	char text[DM_NAME_LEN], uuid[DM_UUID_LEN];
	unsigned int layer, layers;
	dev_t device;
	int ret;

	ret = look(name, uuid, sizeof(uuid), &device);
	if (ret < 0)
		return no_device_mapper();
	if (!ret)
		return tcrypt_fail("there is no mapping %s: dmsetup ls shows those that there are", name);
	if (strncmp(uuid, UUID_PREFIX, strlen(UUID_PREFIX)))
		return tcrypt_fail("%s is a mapping of something else; nothing was done", name);
	layers = layers_of(name);
	for (layer = 0, ret = 0; !ret && layer < layers; layer++) {
		layer_name(text, sizeof(text), name, layer);
		ret = remove_one(text);
	}
	if (ret == -EBUSY && layer == 1)
		return tcrypt_fail("%s is in use: umount it; lsblk shows what uses it", name);
	return ret ? tcrypt_fail("removing %s: %s", text, strerror(-ret)) : CTL_OK;
}
