// SPDX-License-Identifier: GPL-2.0-only
/*
 * /dev/warpcrypt: the system calls of a helper.
 *
 * Everything from user space is copied once here and checked. The only
 * user pointer that other files see is the address of the arena.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "path.h"

#include <linux/capability.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/nospec.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

/*
 * --- Checks of what the helper passes to /dev/warpcrypt. What is refused gets a line in
 * the log that says why.
 *
 * The arguments are copies in the kernel's memory: nothing changes between check and
 * use.
 */

/* Has @mode of @cipher a second direction? */
static bool wc_check_can_decrypt(u8 cipher, u8 mode)
{
	return !wc_ciphers[cipher].unit && mode != WARPCRYPT_MODE_CTR;
}

/* Is a name printable, and all NULs after it? */
static bool wc_check_name(const char name[WARPCRYPT_ENGINE_NAME])
{
	size_t len = strnlen(name, WARPCRYPT_ENGINE_NAME), i;

	if (!len || len == WARPCRYPT_ENGINE_NAME ||
	    memchr_inv(name + len, 0, WARPCRYPT_ENGINE_NAME - len))
		return false;
	for (i = 0; i < len; i++)
		if (!isascii(name[i]) || !isgraph(name[i]))
			return false;
	return true;
}

static int wc_check_modes(const struct warpcrypt_engine *engine, u32 number)
{
	bool any = false;
	int i;

	for (i = 0; i < WARPCRYPT_CIPHER_COUNT; i++) {
		if (engine->modes[i] & ~wc_ciphers[i].bits)
			return wc_refuse(-EOPNOTSUPP,
					 "ATTACH: engine %u, cipher %d, modes %#x: unknown to the module",
					 number, i, engine->modes[i]);
		any |= engine->modes[i];
	}
	if (!any)
		return wc_refuse(-EINVAL, "ATTACH: engine %u offers no algorithm", number);
	return 0;
}

static int wc_check_engine(const struct warpcrypt_attach *a, u32 number)
{
	const struct warpcrypt_engine *engine = &a->engines[number];
	u32 i;

	if (!wc_check_name(engine->name))
		return wc_refuse(-EINVAL,
				 "ATTACH: engine %u: no name of 1 to %u printable characters, NULs",
				 number, WARPCRYPT_ENGINE_NAME - 1);
	for (i = 0; i < number; i++) {
		if (!strcmp(a->engines[i].name, engine->name))
			return wc_refuse(-EINVAL, "ATTACH: engines %u and %u are both named %s",
					 i, number, engine->name);
	}
	if (engine->kind != WARPCRYPT_ENGINE_CPU &&
	    engine->kind != WARPCRYPT_ENGINE_GPU)
		return wc_refuse(-EINVAL, "ATTACH: engine %u is of the unknown kind %u",
				 number, engine->kind);
	if (engine->reserved0 ||
	    memchr_inv(engine->reserved, 0, sizeof(engine->reserved)))
		return wc_refuse(-EINVAL, "ATTACH: reserved fields of engine %u are not zero",
				 number);
	return wc_check_modes(engine, number);
}

/* Are there enough frames for the queues of all engines? */
static int wc_check_queues(const struct warpcrypt_attach *a)
{
	u32 most = min(WARPCRYPT_QUEUES_MAX, a->frame_count / 2), sum = 0, i;

	for (i = 0; i < a->engine_count; i++) {
		if (!a->engines[i].queues ||
		    a->engines[i].queues > most - sum)
			return wc_refuse(-EINVAL,
					 "ATTACH: engine %u: %u queues: none, or too many (%u, %u frames)",
					 i, a->engines[i].queues, WARPCRYPT_QUEUES_MAX,
					 a->frame_count);
		sum += a->engines[i].queues;
	}
	return 0;
}

static int wc_check_engines(const struct warpcrypt_attach *a)
{
	u32 i;
	int err;

	if (!a->engine_count || a->engine_count > WARPCRYPT_ENGINES_MAX)
		return wc_refuse(-EINVAL, "ATTACH: %u engines: not between 1 and %u",
				 a->engine_count, WARPCRYPT_ENGINES_MAX);
	for (i = 0; i < a->engine_count; i++) {
		err = wc_check_engine(a, i);
		if (err)
			return err;
	}
	if (memchr_inv(&a->engines[i], 0, (WARPCRYPT_ENGINES_MAX - i) *
					  sizeof(*a->engines)))
		return wc_refuse(-EINVAL, "ATTACH: engine entries not in use are not zero");
	return 0;
}

static int wc_check_sizes(const struct warpcrypt_attach *a)
{
	u64 len;

	if (a->frame_size < WARPCRYPT_FRAME_SIZE_MIN ||
	    a->frame_size > WARPCRYPT_FRAME_SIZE_MAX ||
	    !PAGE_ALIGNED(a->frame_size))
		return wc_refuse(-EINVAL,
				 "ATTACH: frame size %u: not whole pages between %u and %u",
				 a->frame_size, WARPCRYPT_FRAME_SIZE_MIN,
				 WARPCRYPT_FRAME_SIZE_MAX);
	if (a->frame_count < WARPCRYPT_FRAME_COUNT_MIN ||
	    a->frame_count > WARPCRYPT_FRAME_COUNT_MAX)
		return wc_refuse(-EINVAL, "ATTACH: %u frames: not between %u and %u",
				 a->frame_count, WARPCRYPT_FRAME_COUNT_MIN,
				 WARPCRYPT_FRAME_COUNT_MAX);
	if (a->key_slots < WARPCRYPT_KEY_SLOTS_MIN ||
	    a->key_slots > WARPCRYPT_KEY_SLOTS_MAX)
		return wc_refuse(-EINVAL, "ATTACH: %u key slots: not between %u and %u",
				 a->key_slots, WARPCRYPT_KEY_SLOTS_MIN, WARPCRYPT_KEY_SLOTS_MAX);
	len = (u64)a->frame_size * a->frame_count +
	      PAGE_ALIGN((u64)a->key_slots * sizeof(struct warpcrypt_key));
	if (a->arena_len != len)
		return wc_refuse(-EINVAL,
				 "ATTACH: arena of %llu bytes: these frames and key slots need %llu",
				 a->arena_len, len);
	if (!PAGE_ALIGNED(a->arena_addr))
		return wc_refuse(-EINVAL, "ATTACH: arena address %#llx: not page-aligned",
				 a->arena_addr);
	return 0;
}

/*
 * Checks the argument of ATTACH, all but the arena. These functions return 0 or the errno that
 * the call returns.
 */
static int wc_check_attach(const struct warpcrypt_attach *a)
{
	int err;

	if (a->version != WARPCRYPT_ABI_VERSION)
		return wc_refuse(-EPROTONOSUPPORT, "ATTACH: ABI version %u, the module has %u",
				 a->version, WARPCRYPT_ABI_VERSION);
	if (a->flags || a->features)
		return wc_refuse(-EOPNOTSUPP, "ATTACH: unknown flags %#x or features %#llx",
				 a->flags, a->features);
	if (a->reserved0 || memchr_inv(a->reserved, 0, sizeof(a->reserved)))
		return wc_refuse(-EINVAL, "ATTACH: reserved fields are not zero");
	err = wc_check_engines(a);
	err = err ?: wc_check_sizes(a);
	return err ?: wc_check_queues(a);
}

/* @link: NULL before ATTACH. */
static int wc_check_attached(const struct wc_link *link, const char *call)
{
	return link ? 0 : wc_refuse(-ENOTCONN, "%s before ATTACH", call);
}

/* The commits are not checked here. */
static int wc_check_enter(const struct wc_link *link,
			  const struct warpcrypt_enter *e)
{
	if (e->flags & ~(WARPCRYPT_ENTER_SPIN | WARPCRYPT_ENTER_RELEASES))
		return wc_refuse(-EOPNOTSUPP, "ENTER: unknown flags %#x", e->flags);
	if (e->commit_count > WARPCRYPT_ENTER_MAX ||
	    e->fetch_max > WARPCRYPT_ENTER_MAX)
		return wc_refuse(-EINVAL, "ENTER: more than %u entries", WARPCRYPT_ENTER_MAX);
	if (e->queue >= link->queue_count)
		return wc_refuse(-EINVAL, "ENTER: queue %u: there are %u",
				 e->queue, link->queue_count);
	if (e->reserved)
		return wc_refuse(-EINVAL, "ENTER: the reserved field is not zero");
	return 0;
}

/* Not yet the entries. */
static int wc_check_rates(const struct warpcrypt_rates *r)
{
	if (r->count > WARPCRYPT_RATES_MAX)
		return wc_refuse(-EINVAL, "RATES: %u entries, more than %u",
				 r->count, WARPCRYPT_RATES_MAX);
	if (r->reserved)
		return wc_refuse(-EINVAL, "RATES: the reserved field is not zero");
	return 0;
}

static bool wc_check_offered(const struct wc_link *link,
			     const struct warpcrypt_rate *r)
{
	u32 engine;

	if (r->engine >= link->engine_count ||
	    r->cipher >= WARPCRYPT_CIPHER_COUNT ||
	    r->mode >= WARPCRYPT_MODE_COUNT)
		return false;
	/* The helper chose it: no speculative access beyond the array. */
	engine = array_index_nospec(r->engine, link->engine_count);
	return wc_engine_does(&link->engines[engine],
			      array_index_nospec(r->cipher,
						 WARPCRYPT_CIPHER_COUNT),
			      r->mode);
}

static bool wc_check_is_chain(const struct warpcrypt_rate *r)
{
	return !wc_ciphers[r->cipher].unit &&
	       r->mode == WARPCRYPT_MODE_CBC &&
	       !(r->flags & WARPCRYPT_RATE_DECRYPT);
}

static int wc_check_rate(const struct wc_link *link,
			 const struct warpcrypt_rate *r)
{
	if (!wc_check_offered(link, r))
		return wc_refuse(-EINVAL, "RATES: no engine %u that offers cipher %u, mode %u",
				 r->engine, r->cipher, r->mode);
	if (r->flags & ~(wc_check_can_decrypt(r->cipher, r->mode) ?
			 WARPCRYPT_RATE_DECRYPT : 0))
		return wc_refuse(-EOPNOTSUPP, "RATES: unknown flags %#x of cipher %u, mode %u",
				 r->flags, r->cipher, r->mode);
	if (!r->lone_ns || r->lone_ns > WARPCRYPT_RATE_LONE_MAX ||
	    r->bytes_per_s < WARPCRYPT_RATE_BYTES_MIN ||
	    r->bytes_per_s > WARPCRYPT_RATE_BYTES_MAX ||
	    r->chain_ns > (wc_check_is_chain(r) ? WARPCRYPT_RATE_CHAIN_MAX : 0))
		return wc_refuse(-EINVAL,
				 "RATES: cipher %u, mode %u: out of range: %u ns, %llu bytes/s, %u ns",
				 r->cipher, r->mode, r->lone_ns, r->bytes_per_s, r->chain_ns);
	if (r->reserved)
		return wc_refuse(-EINVAL, "RATES: the reserved field of an entry is not zero");
	return 0;
}

static int wc_check_retire(const struct wc_link *link,
			   const struct warpcrypt_retire *r)
{
	if (r->reserved)
		return wc_refuse(-EINVAL, "RETIRE: the reserved field is not zero");
	if (r->engine >= link->engine_count)
		return wc_refuse(-EINVAL, "RETIRE: engine %u: there are %u",
				 r->engine, link->engine_count);
	return 0;
}

/* --- the calls */

/**
 * struct wc_file - an open file of the device
 * @mutex: taken by ATTACH and RATES
 * @link: the link that ATTACH made, NULL before; does not change after that
 */
struct wc_file {
	struct mutex mutex; /* see above */
	struct wc_link *link;
};

static int wc_device_open(struct inode *inode, struct file *file)
{
	struct wc_file *wf;
	int err;

	/* A process with the device open can see keys of the whole kernel. */
	if (!capable(CAP_SYS_ADMIN))
		return wc_refuse(-EPERM, "opening the device requires CAP_SYS_ADMIN");
	/* The lockdown reason that is about keys of the crypto API. */
	err = security_locked_down(LOCKDOWN_XFRM_SECRET);
	if (err)
		return wc_refuse(err,
				 "no helper under lockdown=confidentiality: it would see keys");

	wf = kzalloc(sizeof(*wf), GFP_KERNEL);
	if (!wf)
		return -ENOMEM;
	mutex_init(&wf->mutex);
	file->private_data = wf;
	return nonseekable_open(inode, file);
}

static int wc_device_release(struct inode *inode, struct file *file)
{
	struct wc_file *wf = file->private_data;

	if (wf->link)
		wc_link_detach(wf->link);
	kfree(wf);
	return 0;
}

static const char *wc_attach_error(int err)
{
	switch (err) {
	case -EBUSY:
		return "a helper is attached, this file was before, or the system goes to sleep";
	case -ENOMEM:
		return "no memory, or over RLIMIT_MEMLOCK";
	case -EINVAL:
		return "fork() would copy the arena: give it madvise(MADV_DONTFORK)";
	default:
		return "the arena is not readable and writable memory";
	}
}

static struct wc_link *wc_device_link(struct wc_file *wf,
				      const struct warpcrypt_attach *a)
{
	struct wc_link *link;

	mutex_lock(&wf->mutex);
	link = wf->link ? ERR_PTR(-EBUSY) : wc_link_attach(a);
	if (!IS_ERR(link))
		/* Another thread may call ENTER as soon as it sees the link. */
		smp_store_release(&wf->link, link);
	mutex_unlock(&wf->mutex);
	return link;
}

static long wc_device_attach(struct wc_file *wf,
			     struct warpcrypt_attach __user *arg)
{
	struct warpcrypt_attach *a;
	struct wc_link *link;
	long err;

	a = memdup_user(arg, sizeof(*a));
	if (IS_ERR(a))
		return PTR_ERR(a);
	err = wc_check_attach(a);
	if (err)
		goto free;
	link = wc_device_link(wf, a);
	if (IS_ERR(link)) {
		err = PTR_ERR(link);
		wc_refuse(err, "ATTACH: %s (error %ld)", wc_attach_error(err), err);
		goto free;
	}
	/* On -EFAULT the link stays attached until the file is closed. */
	err = put_user(link->generation, &arg->generation);
free:
	kfree(a);
	return err;
}

static long wc_device_enter(struct wc_file *wf,
			    struct warpcrypt_enter __user *arg)
{
	/* Pairs with the release in ATTACH: the link is complete. */
	struct wc_link *link = smp_load_acquire(&wf->link);
	struct warpcrypt_enter e;
	int err;

	if (copy_from_user(&e, arg, sizeof(e)))
		return -EFAULT;
	err = wc_check_attached(link, "ENTER") ?: wc_check_enter(link, &e);
	if (err)
		return err;
	e.committed = 0;
	e.refused = 0;
	e.fetched = 0;
	wc_count(WC_ENTER_CALLS, 1);
	/* The helper chose the queue: no speculative access beyond the array. */
	e.queue = array_index_nospec(e.queue, link->queue_count);
	err = wc_enter(&link->queues[e.queue], &e);
	e.releases = wc_key_slots_released_sync(&link->keys);

	if (put_user(e.committed, &arg->committed) ||
	    put_user(e.refused, &arg->refused) ||
	    put_user(e.fetched, &arg->fetched) ||
	    put_user(e.releases, &arg->releases))
		return -EFAULT;
	return err;
}

/* Checks all entries, then stores them. */
static int wc_device_set_rates(struct wc_link *link,
			       const struct warpcrypt_rate *rates, u32 count)
{
	u32 i;
	int err;

	for (i = 0; i < count; i++) {
		err = wc_check_rate(link, &rates[i]);
		if (err)
			return err;
	}
	wc_engines_set_rates(link, rates, count);
	return 0;
}

static long wc_device_rates(struct wc_file *wf,
			    struct warpcrypt_rates __user *arg)
{
	/* Pairs with the release in ATTACH: the link is complete. */
	struct wc_link *link = smp_load_acquire(&wf->link);
	struct warpcrypt_rate *rates = NULL;
	struct warpcrypt_rates r;
	int err;

	if (copy_from_user(&r, arg, sizeof(r)))
		return -EFAULT;
	err = wc_check_attached(link, "RATES") ?: wc_check_rates(&r);
	if (err)
		return err;
	if (r.count) {
		rates = memdup_user(u64_to_user_ptr(r.addr),
				    r.count * sizeof(*rates));
		if (IS_ERR(rates))
			return PTR_ERR(rates);
	}
	mutex_lock(&wf->mutex);
	err = wc_device_set_rates(link, rates, r.count);
	mutex_unlock(&wf->mutex);
	kfree(rates);
	return err;
}

static long wc_device_retire(struct wc_file *wf,
			     struct warpcrypt_retire __user *arg)
{
	/* Pairs with the release in ATTACH: the link is complete. */
	struct wc_link *link = smp_load_acquire(&wf->link);
	struct warpcrypt_retire r;
	int err;

	if (copy_from_user(&r, arg, sizeof(r)))
		return -EFAULT;
	err = wc_check_attached(link, "RETIRE") ?: wc_check_retire(link, &r);
	if (err)
		return err;
	/* The helper chose it: no speculative access beyond the array. */
	r.engine = array_index_nospec(r.engine, link->engine_count);
	wc_link_retire(&link->engines[r.engine], WC_RETIRED);
	return 0;
}

static long wc_device_ioctl(struct file *file, unsigned int cmd,
			    unsigned long arg)
{
	struct wc_file *wf = file->private_data;
	void __user *user = (void __user *)arg;
	long err;

	switch (cmd) {
	case WARPCRYPT_IOC_ATTACH:
		err = wc_device_attach(wf, user);
		if (err)
			wc_count(WC_ATTACH_REFUSED, 1);
		return err;
	case WARPCRYPT_IOC_ENTER:
		return wc_device_enter(wf, user);
	case WARPCRYPT_IOC_RATES:
		return wc_device_rates(wf, user);
	case WARPCRYPT_IOC_RETIRE:
		return wc_device_retire(wf, user);
	default:
		return -ENOTTY;
	}
}

static const struct file_operations wc_device_fops = {
	.owner = THIS_MODULE,
	.open = wc_device_open,
	.release = wc_device_release,
	.unlocked_ioctl = wc_device_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice wc_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "warpcrypt",
	.fops = &wc_device_fops,
	.mode = 0600,
};

int wc_device_init(void)
{
	int err;

	wc_device.groups = wc_sysfs_init();
	if (!wc_device.groups)
		return -ENOMEM;
	err = misc_register(&wc_device);
	if (err)
		wc_sysfs_exit();
	return err;
}

void wc_device_exit(void)
{
	misc_deregister(&wc_device);
	wc_sysfs_exit();
}
