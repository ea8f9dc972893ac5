// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt_test: named test cases behind debugfs files.
 *
 *   /sys/kernel/debug/warpcrypt_test/list   the names, one a line
 *   /sys/kernel/debug/warpcrypt_test/run    write "NAME [ARG=VALUE...]": the
 *	case runs before write returns; reading the same open file then gives
 *	its KTAP lines. Each open file is a separate run, so that cases can run
 *	at the same time. See struct wct_args for the arguments.
 *   /sys/kernel/debug/warpcrypt_test/stop   write 1: ends the loads with count=0
 *   and what kpp_given.c makes
 */

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "wct.h"

static const struct wct_case *const wct_files[] = {
	wct_length_cases, wct_error_cases, wct_tfm_cases, wct_load_cases,
	wct_open_cases, wct_kpp_cases, wct_race_cases, wct_context_cases,
	wct_nested_cases,
};

/* Characters between words. */
#define WCT_SPACE "\n "

#define WCT_STRING(arg) \
	{ #arg, offsetof(struct wct_args, arg), \
	  sizeof_field(struct wct_args, arg) }
#define WCT_NUMBER(arg) { #arg, offsetof(struct wct_args, arg), 0 }

static const struct wct_arg {
	const char *name;
	size_t offset;
	size_t room;
} wct_arg_list[] = {
	WCT_STRING(mode), WCT_STRING(cipher), WCT_STRING(suffix),
	WCT_STRING(reference), WCT_STRING(group),
	WCT_NUMBER(keylen), WCT_NUMBER(frame), WCT_NUMBER(arena),
	WCT_NUMBER(size), WCT_NUMBER(exact), WCT_NUMBER(count), WCT_NUMBER(depth),
	WCT_NUMBER(threads), WCT_NUMBER(seed), WCT_NUMBER(backlog),
	WCT_NUMBER(sleep), WCT_NUMBER(check), WCT_NUMBER(again),
	WCT_NUMBER(bind), WCT_NUMBER(mix), WCT_NUMBER(refused),
};

static const struct wct_args wct_defaults = {
	.cipher = "aes", .suffix = "warpcrypt", .group = "curve25519",
	.frame = 64 << 10, .arena = 1 << 20, .size = 4096, .count = 1,
	.depth = 1, .threads = 1, .seed = 1, .backlog = 1, .check = 1,
};

struct wct_file {
	struct mutex lock; /* held while a case runs, and by readers */
	struct wct_run *run;
	char head[64];
	size_t head_len;
};

static int wct_parse_one(struct wct_args *args, char *text)
{
	char *name = strsep(&text, "=");
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wct_arg_list); i++) {
		const struct wct_arg *arg = &wct_arg_list[i];
		void *value = (void *)args + arg->offset;

		if (!text || strcmp(name, arg->name))
			continue;
		if (!arg->room)
			return kstrtoul(text, 0, value);
		return strscpy(value, text, arg->room) < 0 ? -EINVAL : 0;
	}
	return -EINVAL;
}

/* Parses @text, which is overwritten. */
static int wct_parse(struct wct_args *args, char *text)
{
	char *word;
	int ret = 0;

	while (!ret && (word = strsep(&text, WCT_SPACE)))
		if (*word)
			ret = wct_parse_one(args, word);
	return ret;
}

static const struct wct_case *wct_find(const char *name)
{
	const struct wct_case *test;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wct_files); i++)
		for (test = wct_files[i]; test->name; test++)
			if (!strcmp(test->name, name))
				return test;
	return NULL;
}

/* Limits, so that a mistyped argument does not use up all memory. */
static bool wct_sane(const struct wct_args *args)
{
	return args->depth && args->depth <= 65536 && args->threads &&
	       args->threads <= 256 && args->size >= 16 &&
	       args->size <= 64 << 20 && args->count <= 1 << 20 &&
	       args->frame >= 4096 && args->frame <= 64 << 20 &&
	       args->arena >= 2 * args->frame && args->arena <= 1 << 30;
}

static int wct_start(struct wct_file *file, char *text)
{
	char *name = strsep(&text, WCT_SPACE);
	const struct wct_case *test = wct_find(name);
	char *defaults = NULL;
	struct wct_run *run;
	int ret;

	if (!test)
		return -ENOENT;
	run = wct_run_alloc();
	if (!run)
		return -ENOMEM;
	wct_run_free(file->run);
	file->run = run;
	run->args = wct_defaults;
	if (test->defaults) {
		defaults = kstrdup(test->defaults, GFP_KERNEL);
		if (!defaults)
			return -ENOMEM;
	}
	ret = wct_parse(&run->args, defaults);
	kfree(defaults);
	if (!ret)
		ret = wct_parse(&run->args, text);
	if (!ret && !wct_sane(&run->args))
		ret = -ERANGE;
	if (!ret)
		ret = wct_choose_cipher(run);
	if (ret)
		return ret;
	prandom_seed_state(&run->rnd, run->args.seed);
	if (test->pair)
		wct_each_pair(run, test);
	else
		test->run(run);
	file->head_len = scnprintf(file->head, sizeof(file->head),
				   "KTAP version 1\n1..%u\n", run->tests);
	return 0;
}

static ssize_t wct_write(struct file *filp, const char __user *from,
			 size_t len, loff_t *pos)
{
	struct wct_file *file = filp->private_data;
	char *text;
	int ret;

	if (len > PAGE_SIZE)
		return -E2BIG;
	text = memdup_user_nul(from, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	mutex_lock(&file->lock);
	ret = wct_start(file, text);
	mutex_unlock(&file->lock);
	kfree(text);
	return ret ?: len;
}

/* Reading starts at the beginning of the text; writing does not move the position. */
static ssize_t wct_read(struct file *filp, char __user *to, size_t len,
			loff_t *pos)
{
	struct wct_file *file = filp->private_data;
	ssize_t ret = 0;

	mutex_lock(&file->lock);
	if (file->run && *pos < file->head_len)
		ret = simple_read_from_buffer(to, len, pos, file->head,
					      file->head_len);
	else if (file->run) {
		loff_t at = *pos - file->head_len;

		ret = simple_read_from_buffer(to, len, &at, file->run->text,
					      file->run->used);
		*pos = at + file->head_len;
	}
	mutex_unlock(&file->lock);
	return ret;
}

static int wct_file_open(struct inode *inode, struct file *filp)
{
	struct wct_file *file = kzalloc(sizeof(*file), GFP_KERNEL);

	if (!file)
		return -ENOMEM;
	mutex_init(&file->lock);
	filp->private_data = file;
	return 0;
}

static int wct_file_release(struct inode *inode, struct file *filp)
{
	struct wct_file *file = filp->private_data;

	wct_run_free(file->run);
	mutex_destroy(&file->lock);
	kfree(file);
	return 0;
}

static const struct file_operations wct_run_ops = {
	.owner = THIS_MODULE,
	.open = wct_file_open,
	.release = wct_file_release,
	.read = wct_read,
	.write = wct_write,
	.llseek = default_llseek,
};

static int wct_list_show(struct seq_file *seq, void *unused)
{
	const struct wct_case *test;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wct_files); i++)
		for (test = wct_files[i]; test->name; test++)
			seq_printf(seq, "%s %s\n", test->name,
				   test->defaults ?: "");
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(wct_list);

static int wct_stop_set(void *unused, u64 value)
{
	wct_load_stop();
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(wct_stop_fops, NULL, wct_stop_set, "%llu\n");

static struct dentry *wct_dir;

static int __init wct_init(void)
{
	wct_dir = debugfs_create_dir("warpcrypt_test", NULL);
	debugfs_create_file("list", 0400, wct_dir, NULL, &wct_list_fops);
	debugfs_create_file("run", 0600, wct_dir, NULL, &wct_run_ops);
	debugfs_create_file("stop", 0200, wct_dir, NULL, &wct_stop_fops);
	wct_kpp_files(wct_dir);
	return PTR_ERR_OR_ZERO(wct_dir);
}

static void __exit wct_exit(void)
{
	debugfs_remove(wct_dir);
}

module_init(wct_init);
module_exit(wct_exit);

MODULE_DESCRIPTION("Tests of warpcrypt that run inside the kernel");
MODULE_LICENSE("GPL");
