// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/warpcrypt-bench: the device of warpcrypt-bench.
 */
#include <linux/capability.h>
#include <linux/fs.h>
#include <linux/log2.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "load.h"

static int bench_open(struct inode *inode, struct file *filp)
{
	struct wcb_file *file;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	file = kvzalloc(sizeof(*file), GFP_KERNEL);
	if (!file)
		return -ENOMEM;
	mutex_init(&file->lock);
	filp->private_data = file;
	return nonseekable_open(inode, filp);
}

static int bench_release(struct inode *inode, struct file *filp)
{
	struct wcb_file *file = filp->private_data;

	wcb_buffer_free(&file->src);
	wcb_buffer_free(&file->dst);
	kvfree(file);
	return 0;
}

static int make_buffers(struct wcb_file *file, const struct wcb_buffers *arg)
{
	int ret;

	if (arg->bytes < 1u << 20 || arg->bytes > 1ull << 34 ||
	    !is_power_of_2(arg->chunk) || arg->chunk < PAGE_SIZE ||
	    arg->chunk > 1u << 20 || arg->bytes % arg->chunk || arg->reserved)
		return -EINVAL;

	wcb_buffer_free(&file->src);
	wcb_buffer_free(&file->dst);
	ret = wcb_buffer_alloc(&file->src, arg->bytes, arg->chunk);
	if (ret)
		return ret;
	ret = wcb_buffer_alloc(&file->dst, arg->bytes, arg->chunk);
	if (!ret)
		ret = wcb_buffer_fill(&file->src, true);
	if (!ret)
		ret = wcb_buffer_fill(&file->dst, false);
	if (ret) {
		wcb_buffer_free(&file->src);
		wcb_buffer_free(&file->dst);
	}
	return ret;
}

static bool valid(const struct wcb_file *file, const struct wcb_job *job)
{
	if (!job->size || job->size > WCB_SIZE_MAX ||
	    job->size > file->dst.bytes)
		return false;
	if (!job->depth || job->depth > WCB_DEPTH_MAX)
		return false;
	if (!job->max_ns && !job->max_bytes)
		return false;
	if (job->flags & ~WCB_FLAGS || job->key_len > WCB_KEY_MAX)
		return false;
	if (job->submitters > WCB_SUBMITTERS_MAX)
		return false;
	return strnlen(job->alg, WCB_ALG_MAX) < WCB_ALG_MAX;
}

static int run(struct wcb_file *file, struct wcb_job *job)
{
	int ret;

	if (!file->dst.bytes)
		return -ENODATA;
	if (!valid(file, job))
		return -EINVAL;
	if (job->flags & WCB_CLEAR) {
		ret = wcb_buffer_fill(&file->dst, false);
		if (ret)
			return ret;
	}

	switch (job->kind) {
	case WCB_SKCIPHER:
		return wcb_run_job(file, job, &wcb_cipher_api);
	case WCB_KPP:
		return wcb_run_job(file, job, &wcb_kpp_api);
	case WCB_LOOP:
		return wcb_run_job(file, job, NULL);
	}
	return -EINVAL;
}

static int ioctl_buffers(struct wcb_file *file, void __user *argp)
{
	struct wcb_buffers arg;

	if (copy_from_user(&arg, argp, sizeof(arg)))
		return -EFAULT;
	return make_buffers(file, &arg);
}

static int ioctl_run(struct wcb_file *file, void __user *argp)
{
	struct wcb_job *job = memdup_user(argp, sizeof(*job));
	int ret;

	if (IS_ERR(job))
		return PTR_ERR(job);
	ret = run(file, job);
	if (!ret && copy_to_user(argp, job, sizeof(*job)))
		ret = -EFAULT;
	kfree_sensitive(job);
	return ret;
}

static int ioctl_sum(struct wcb_file *file, void __user *argp)
{
	struct wcb_sum arg;
	int ret;

	if (copy_from_user(&arg, argp, sizeof(arg)))
		return -EFAULT;
	ret = wcb_buffer_sum(file, &arg);
	if (!ret && copy_to_user(argp, &arg, sizeof(arg)))
		ret = -EFAULT;
	return ret;
}

static long bench_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	struct wcb_file *file = filp->private_data;
	void __user *argp = (void __user *)arg;
	int ret;

	if (mutex_lock_interruptible(&file->lock))
		return -EINTR;
	switch (cmd) {
	case WCB_IOC_BUFFERS:
		ret = ioctl_buffers(file, argp);
		break;
	case WCB_IOC_RUN:
		ret = ioctl_run(file, argp);
		break;
	case WCB_IOC_SUM:
		ret = ioctl_sum(file, argp);
		break;
	default:
		ret = -ENOTTY;
	}
	mutex_unlock(&file->lock);
	return ret;
}

static const struct file_operations bench_fops = {
	.owner		= THIS_MODULE,
	.open		= bench_open,
	.release	= bench_release,
	.unlocked_ioctl	= bench_ioctl,
};

static struct miscdevice bench_device = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "warpcrypt-bench",
	.fops	= &bench_fops,
	.mode	= 0600,
};
module_misc_device(bench_device);

MODULE_DESCRIPTION("Sends crypto requests from inside the kernel, to measure them");
MODULE_LICENSE("GPL");
