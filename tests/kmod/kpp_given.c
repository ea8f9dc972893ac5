// SPDX-License-Identifier: GPL-2.0-only
/*
 * Secrets, points and results for the cases of key agreement, which a program
 * writes into debugfs files: tests/kpp.c, which has them from OpenSSL and from
 * tests/reference. The kernel has no other edwards25519, and its X25519 is the one
 * that the module falls back to.
 *
 *   /sys/kernel/debug/warpcrypt_test/curve25519
 *   /sys/kernel/debug/warpcrypt_test/edwards25519
 *   /sys/kernel/debug/warpcrypt_test/ecdh-nist-p256	WCT_KPP_VECTORS
 *	struct wct_kpp_given, in one write
 */

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "wct.h"

/* What was given for a group. */
struct wct_kpp_set {
	struct wct_kpp_group group;	/* the group; its name is the file's */
	bool there;			/* @vectors were written */
	struct wct_kpp_given vectors[WCT_KPP_VECTORS];
};

static struct wct_kpp_set wct_kpp_sets[] = {
	{ .group = { "curve25519", 32, 32 } },
	{ .group = { "edwards25519", 32, 32 } },
	{ .group = { "ecdh-nist-p256", 64, 32, .ecdh = true } },
};

/* Protects wct_kpp_sets. */
static DEFINE_MUTEX(wct_kpp_lock);

static ssize_t wct_kpp_write(struct file *filp, const char __user *from,
			     size_t len, loff_t *pos)
{
	struct wct_kpp_set *set = filp->private_data;
	ssize_t ret = len;

	if (len != sizeof(set->vectors))
		return -EINVAL;
	mutex_lock(&wct_kpp_lock);
	set->there = !copy_from_user(set->vectors, from, len);
	if (!set->there)
		ret = -EFAULT;
	mutex_unlock(&wct_kpp_lock);
	return ret;
}

static const struct file_operations wct_kpp_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = wct_kpp_write,
};

/* A group by its name; NULL: there is none. */
const struct wct_kpp_group *wct_kpp_group(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wct_kpp_sets); i++)
		if (!strcmp(wct_kpp_sets[i].group.name, name))
			return &wct_kpp_sets[i].group;
	return NULL;
}

/*
 * Fill in a secret that was given, with its results, of WCT_KPP_VECTORS; 0, -EINVAL: there is
 * no such group, -ENODATA: none were given. Sleeps.
 */
int wct_kpp_take(const char *group, unsigned int index,
		 struct wct_kpp_given *given)
{
	int ret = -EINVAL;
	unsigned int i;

	mutex_lock(&wct_kpp_lock);
	for (i = 0; i < ARRAY_SIZE(wct_kpp_sets); i++) {
		if (strcmp(wct_kpp_sets[i].group.name, group))
			continue;
		ret = wct_kpp_sets[i].there ? 0 : -ENODATA;
		*given = wct_kpp_sets[i].vectors[index];
	}
	mutex_unlock(&wct_kpp_lock);
	return ret;
}

/* Make the files. */
void wct_kpp_files(struct dentry *dir)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wct_kpp_sets); i++)
		debugfs_create_file(wct_kpp_sets[i].group.name, 0200, dir,
				    &wct_kpp_sets[i], &wct_kpp_fops);
}
