// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcrypt: crypto API algorithms whose engine is a process.
 *
 * Start reading here, then skcipher.c (what comes in), submit.c and frame.c
 * (how requests gather in frames), device.c and enter.c (how frames get to the
 * helper and back), attach.c and kill.c (what happens when a helper comes or
 * goes). Documentation/architecture.rst has the whole picture.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "cipher.h"

static char *wc_param_register = "load";
module_param_named(register, wc_param_register, charp, 0444);
MODULE_PARM_DESC(register, "When the algorithms are registered: load (default), or attach: when the first helper is live");

/* Looks at the parameter; sets @now if it says that loading registers the algorithms. */
static int __init wc_register_parse(bool *now)
{
	*now = !strcmp(wc_param_register, "load");
	if (*now)
		return 0;
	if (!strcmp(wc_param_register, "attach")) {
		/* So that testmgr's short requests take the device path. */
		if (!wc_param_min_bytes_given)
			wc_param_min_bytes = 0;
		if (!wc_param_choice_given)
			wc_param_choice = WC_CHOOSE_OFFLOAD;
		return 0;
	}
	pr_err("register=%s: must be load or attach\n", wc_param_register);
	return -EINVAL;
}

static int __init wc_init(void)
{
	bool now;
	int err;

	err = wc_register_parse(&now);
	if (err)
		return err;
	err = wc_verify_init();
	if (err)
		return err;
	err = wc_stats_init();
	if (err)
		goto exit_verify;
	wc_redo_init();
	err = wc_route_init();
	if (err)
		goto exit_stats;
	err = wc_link_init();
	if (err)
		goto exit_route;
	err = wc_pm_init();
	if (err)
		goto exit_link;
	err = wc_kpp_init();
	if (err)
		goto exit_pm;
	/* Nothing after it may fail: once there is a device, it may be opened. */
	err = wc_device_init();
	if (err)
		goto exit_kpp;
	/*
	 * Nor may this: an algorithm may have users as soon as it is registered, also if
	 * the next one cannot be. What failed is in the log; the next helper's attachment
	 * tries it again.
	 */
	if (now && wc_algorithms_register())
		pr_err("some algorithms are not registered; the others work\n");
	return 0;

exit_kpp:
	wc_kpp_exit();
exit_pm:
	wc_pm_exit();
exit_link:
	wc_link_exit();
exit_route:
	wc_route_exit();
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
	wc_route_exit();
	wc_stats_exit();
	wc_verify_exit();
}

module_init(wc_init);
module_exit(wc_exit);

MODULE_DESCRIPTION("Crypto API algorithms offloaded to a GPU through a helper process");
MODULE_LICENSE("GPL");
