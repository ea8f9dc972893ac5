// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt: crypto API algorithms whose engine is a process.
 *
 * Start reading here, then skcipher.c (what comes in), submit.c and frame.c
 * (how it gathers), device.c and commit.c (how it gets out to the helper and
 * back), link.c (what happens when a helper comes or goes).
 * Documentation/architecture.rst has the whole picture.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "algorithms.h"
#include "device.h"
#include "kpp.h"
#include "link.h"
#include "params.h"
#include "pm.h"
#include "stats.h"
#include "verify.h"

uint wc_param_min_bytes = 512;
static int wc_min_bytes_set(const char *val, const struct kernel_param *kp);
static bool wc_min_bytes_given;
static const struct kernel_param_ops wc_min_bytes_ops = {
	.set = wc_min_bytes_set,
	.get = param_get_uint,
};
module_param_cb(min_bytes, &wc_min_bytes_ops, &wc_param_min_bytes, 0644);
MODULE_PARM_DESC(min_bytes, "Requests shorter than this are done in software (bytes, default 512; 0 with register=attach)");

uint wc_param_deadline_ms = 5000;
static int wc_deadline_set(const char *val, const struct kernel_param *kp);
static const struct kernel_param_ops wc_deadline_ops = {
	.set = wc_deadline_set,
	.get = param_get_uint,
};
module_param_cb(deadline_ms, &wc_deadline_ops, &wc_param_deadline_ms, 0644);
MODULE_PARM_DESC(deadline_ms, "How long a helper may take for a frame before it is out of service (10 to 600000 ms, default 5000)");

uint wc_param_verify;
static int wc_verify_set(const char *val, const struct kernel_param *kp);
static const struct kernel_param_ops wc_verify_ops = {
	.set = wc_verify_set,
	.get = param_get_uint,
};
module_param_cb(verify, &wc_verify_ops, &wc_param_verify, 0644);
MODULE_PARM_DESC(verify, "Do one offloaded request in this many in software too and compare (default 0: none)");

bool wc_param_kat = true;
module_param_named(kat, wc_param_kat, bool, 0644);
MODULE_PARM_DESC(kat, "Ask an attaching helper known answers (default 1); 0 is for transport benchmarks only");

uint wc_param_aes_priority = 90;
module_param_named(aes_priority, wc_param_aes_priority, uint, 0444);
MODULE_PARM_DESC(aes_priority, "cra_priority of the AES algorithms (default 90: only used when named by driver name)");

uint wc_param_priority = 1000;
module_param_named(priority, wc_param_priority, uint, 0444);
MODULE_PARM_DESC(priority, "cra_priority of all other algorithms (default 1000: above all software)");

static char *wc_param_register = "load";
module_param_named(register, wc_param_register, charp, 0444);
MODULE_PARM_DESC(register, "When the algorithms are registered: load (default), or attach: when the first helper is live");

static int wc_min_bytes_set(const char *val, const struct kernel_param *kp)
{
	wc_min_bytes_given = true;
	return param_set_uint(val, kp);
}

static int wc_deadline_set(const char *val, const struct kernel_param *kp)
{
	return param_set_uint_minmax(val, kp, 10, 600000);
}

/* Set once wc_init() is under way. */
static bool wc_ready;

static int wc_verify_set(const char *val, const struct kernel_param *kp)
{
	uint every;
	int err;

	err = kstrtouint(val, 0, &every);
	/* While the module is loading, a later parameter may yet be wrong. */
	if (!err && every && wc_ready)
		err = wc_verify_prepare();
	return err ?: param_set_uint(val, kp);
}

static int __init wc_register_on_load(void)
{
	if (!strcmp(wc_param_register, "load"))
		return wc_algorithms_register();
	if (!strcmp(wc_param_register, "attach")) {
		/* So that testmgr's short requests take the device path. */
		if (!wc_min_bytes_given)
			wc_param_min_bytes = 0;
		return 0;
	}
	pr_err("register=%s: must be load or attach\n", wc_param_register);
	return -EINVAL;
}

static int __init wc_init(void)
{
	int err;

	wc_ready = true;
	err = wc_param_verify ? wc_verify_prepare() : 0;
	if (err)
		return err;
	err = wc_stats_init();
	if (err)
		goto exit_verify;
	err = wc_link_init();
	if (err)
		goto exit_stats;
	err = wc_pm_init();
	if (err)
		goto exit_link;
	err = wc_kpp_init();
	if (err)
		goto exit_pm;
	err = wc_register_on_load();
	if (err)
		goto exit_kpp;
	/* Last: once there is a device, it may be opened. */
	err = wc_device_init();
	if (err)
		goto unregister;
	return 0;

unregister:
	wc_algorithms_unregister();
exit_kpp:
	wc_kpp_exit();
exit_pm:
	wc_pm_exit();
exit_link:
	wc_link_exit();
exit_stats:
	wc_stats_exit();
exit_verify:
	wc_verify_exit();
	return err;
}

static void __exit wc_exit(void)
{
	wc_device_exit();
	wc_pm_exit();
	/* No file is open; a start work may still be about to register. */
	wc_link_exit();
	wc_algorithms_unregister();
	wc_kpp_exit();
	wc_stats_exit();
	wc_verify_exit();
}

module_init(wc_init);
module_exit(wc_exit);

MODULE_DESCRIPTION("Crypto API algorithms offloaded to a GPU through a helper process");
MODULE_LICENSE("GPL");
