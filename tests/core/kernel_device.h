/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of kernel.h: the device, tracepoints. */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_DEVICE_H
#define WARPCRYPT_TESTS_CORE_KERNEL_DEVICE_H

/* --- the device and its users' memory, which is ours */

struct inode;
struct attribute_group;
struct module;
struct mm_struct;
struct page;
struct file {
	void *private_data;
};

struct file_operations {
	void *owner;
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
	long (*unlocked_ioctl)(struct file *file, unsigned int cmd,
			       unsigned long arg);
	long (*compat_ioctl)(struct file *file, unsigned int cmd,
			     unsigned long arg);
};

struct miscdevice {
	int minor;
	const char *name;
	const struct file_operations *fops;
	int mode;
	const struct attribute_group **groups;
};

/* What misc_register() was given. */
extern const struct file_operations *sim_fops;

int misc_register(struct miscdevice *misc);
void misc_deregister(struct miscdevice *misc);

/* Copies that fail for addresses of the first page. */
unsigned long copy_from_user(void *to, const void *from, unsigned long n);
unsigned long copy_to_user(void *to, const void *from, unsigned long n);

#define MISC_DYNAMIC_MINOR	255
#define CAP_SYS_ADMIN		21
#define LOCKDOWN_XFRM_SECRET	1
#define capable(cap)		true
#define security_locked_down(what) 0
#define nonseekable_open(i, f)	0
#define compat_ptr_ioctl	NULL
#define u64_to_user_ptr(x)	((void *)(uintptr_t)(x))
void *memdup_user(const void *from, size_t n);
#define put_user(x, p) ({						\
	__typeof__(*(p)) put_ = (x);					\
	copy_to_user(p, &put_, sizeof(put_)) ? -EFAULT : 0;		\
})

/* --- tracepoints, all off */

#define trace_warpcrypt_submit(...)	do { } while (0)
#define trace_warpcrypt_complete(...)	do { } while (0)
#define trace_warpcrypt_software(...)	do { } while (0)
#define trace_warpcrypt_fetch(...)	do { } while (0)
#define trace_warpcrypt_commit(...)	do { } while (0)
#define trace_warpcrypt_link(...)	do { } while (0)

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_DEVICE_H */
