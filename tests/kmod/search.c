// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt_search: looks for bytes in all of this machine's memory, the
 * kernel's and that of all processes (tests/key-traces.sh).
 *
 *   /sys/kernel/debug/warpcrypt_search: write lines "LABEL HEX", 16 to 128
 *	bytes each, XORed with WCS_MASK, so that no copy of what is looked for
 *	comes into being; then read the same open file: it searches, and gives
 *	"LABEL: N times" for what was found, and last "F of P patterns in M MiB".
 *
 * It searches every page that the kernel may give to a user, free ones too.
 */

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "../../kmod/compat.h"

#define WCS_MASK	0xa5
#define WCS_MIN		16
#define WCS_MAX		128
#define WCS_PATTERNS	8192
/* Values of two bytes, by which patterns are found. */
#define WCS_STARTS	65536

/* Bytes to look for. */
struct wcs_pattern {
	char label[24];	/* what they are */
	u8 masked[WCS_MAX];	/* the bytes, masked */
	u16 len;
	u16 anchor;	/* where in it the two bytes are by which it is found */
	u16 next;	/* 1 + index of another pattern that is found by the same two; 0: none */
	u32 found;	/* how often it was found */
};

/* An open file. */
struct wcs_search {
	struct mutex lock;	/* held by a read or a write */
	char line[320];		/* the line that is being written */
	size_t used;
	u32 count;		/* number of patterns */
	u16 first[WCS_STARTS];	/* 1 + index of a pattern, by its two bytes as they are in memory */
	struct wcs_pattern patterns[WCS_PATTERNS];
	char text[4096];	/* the result, after the first read */
	size_t text_len;
};

static u16 wcs_pair(const u8 *bytes)
{
	return bytes[0] | bytes[1] << 8;
}

/*
 * The first two bytes that differ, from the 8th on: memory is full of bytes that
 * are all alike, and so are parts of bitsliced keys.
 */
static u16 wcs_anchor(const struct wcs_pattern *p)
{
	u16 i;

	for (i = min(8, p->len / 2); i + 2 < p->len; i++)
		if (p->masked[i] != p->masked[i + 1])
			break;
	return i;
}

static int wcs_add(struct wcs_search *s)
{
	struct wcs_pattern *p = &s->patterns[s->count];
	char *hex = s->line, *label = strsep(&hex, " ");
	size_t len = hex ? strlen(hex) / 2 : 0;
	u16 pair;

	if (s->count == WCS_PATTERNS)
		return -ENOSPC;
	if (len < WCS_MIN || len > WCS_MAX || hex2bin(p->masked, hex, len))
		return -EINVAL;
	p->len = len;
	strscpy(p->label, label, sizeof(p->label));
	p->anchor = wcs_anchor(p);
	pair = wcs_pair(p->masked + p->anchor) ^ (WCS_MASK | WCS_MASK << 8);
	p->next = s->first[pair];
	s->first[pair] = ++s->count;
	return 0;
}

static int wcs_put_char(struct wcs_search *s, char c)
{
	if (c != '\n') {
		if (s->used == sizeof(s->line) - 1)
			return -EINVAL;
		s->line[s->used++] = c;
		return 0;
	}
	s->line[s->used] = 0;
	s->used = 0;
	return wcs_add(s);
}

static ssize_t wcs_write(struct file *filp, const char __user *from, size_t len,
			 loff_t *pos)
{
	struct wcs_search *s = filp->private_data;
	size_t i;
	int ret = 0;
	char c;

	mutex_lock(&s->lock);
	for (i = 0; i < len && !ret; i++)
		ret = get_user(c, from + i) ? -EFAULT : wcs_put_char(s, c);
	mutex_unlock(&s->lock);
	return ret ?: len;
}

static bool wcs_matches(const struct wcs_pattern *p, const u8 *at)
{
	u32 i;

	for (i = 0; i < p->len; i++)
		if ((at[i] ^ WCS_MASK) != p->masked[i])
			return false;
	return true;
}

/* Not memchr_inv(), which KASAN checks. */
static bool wcs_all_zero(const u64 *page)
{
	size_t i;

	for (i = 0; i < PAGE_SIZE / sizeof(*page); i++)
		if (page[i])
			return false;
	return true;
}

/* Pages are searched one by one: what lies across a border is not found. */
static void wcs_search_page(struct wcs_search *s, const u8 *page)
{
	u32 pos, i;

	if (wcs_all_zero((const u64 *)page))
		return;
	for (pos = 0; pos + 2 <= PAGE_SIZE; pos++)
		for (i = s->first[wcs_pair(page + pos)]; i;
		     i = s->patterns[i - 1].next) {
			struct wcs_pattern *p = &s->patterns[i - 1];

			if (pos >= p->anchor &&
			    pos - p->anchor + p->len <= PAGE_SIZE)
				p->found += wcs_matches(p, page + pos - p->anchor);
		}
}

/* The kernel's image and holes are reserved. */
static struct page *wcs_page(unsigned long pfn)
{
	struct page *page;

	if (!pfn_valid(pfn))
		return NULL;
	page = pfn_to_page(pfn);
	return PageReserved(page) || PageOffline(page) ? NULL : page;
}

/* Returns how many pages of a node there are. */
static unsigned long wcs_search_node(struct wcs_search *s, int node)
{
	unsigned long pfn, pages = 0;

	for (pfn = node_start_pfn(node); pfn < node_end_pfn(node); pfn++) {
		struct page *page = wcs_page(pfn);
		void *at;

		if (page) {
			at = kmap_local_page(page);
			wcs_search_page(s, at);
			kunmap_local(at);
			pages++;
		}
		if (pfn % 256 == 0)
			cond_resched();
	}
	return pages;
}

static unsigned long wcs_search_all(struct wcs_search *s)
{
	unsigned long pages = 0;
	int node;

	for_each_online_node(node)
		pages += wcs_search_node(s, node);
	return pages;
}

static void wcs_report(struct wcs_search *s, unsigned long pages)
{
	u32 i, found = 0;

	for (i = 0; i < s->count; i++) {
		struct wcs_pattern *p = &s->patterns[i];

		if (p->found && found++ < 32)
			s->text_len += scnprintf(s->text + s->text_len,
						 sizeof(s->text) - s->text_len,
						 "%s: %u times\n", p->label,
						 p->found);
	}
	s->text_len += scnprintf(s->text + s->text_len,
				 sizeof(s->text) - s->text_len,
				 "%u of %u patterns in %lu MiB\n", found,
				 s->count, pages >> (20 - PAGE_SHIFT));
}

static ssize_t wcs_read(struct file *filp, char __user *to, size_t len,
			loff_t *pos)
{
	struct wcs_search *s = filp->private_data;
	ssize_t ret;

	mutex_lock(&s->lock);
	if (!s->text_len)
		wcs_report(s, wcs_search_all(s));
	ret = simple_read_from_buffer(to, len, pos, s->text, s->text_len);
	mutex_unlock(&s->lock);
	return ret;
}

static int wcs_open(struct inode *inode, struct file *filp)
{
	struct wcs_search *s = vzalloc(sizeof(*s));

	if (!s)
		return -ENOMEM;
	mutex_init(&s->lock);
	filp->private_data = s;
	return 0;
}

static int wcs_release(struct inode *inode, struct file *filp)
{
	vfree(filp->private_data);
	return 0;
}

static const struct file_operations wcs_fops = {
	.owner = THIS_MODULE,
	.open = wcs_open,
	.release = wcs_release,
	.read = wcs_read,
	.write = wcs_write,
	.llseek = default_llseek,
};

static struct dentry *wcs_file;

static int __init wcs_init(void)
{
	wcs_file = debugfs_create_file("warpcrypt_search", 0600, NULL, NULL,
				       &wcs_fops);
	return PTR_ERR_OR_ZERO(wcs_file);
}

static void __exit wcs_exit(void)
{
	debugfs_remove(wcs_file);
}

module_init(wcs_init);
module_exit(wcs_exit);

MODULE_DESCRIPTION("Searches memory for keys that should be gone");
MODULE_LICENSE("GPL");
