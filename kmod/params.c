// SPDX-License-Identifier: GPL-2.0-only
/*
 * Module parameters that more than one file reads. The others: register in
 * main.c, verify in verify.c.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "module.h"

#include <linux/moduleparam.h>
#include <linux/string.h>
#include <linux/sysfs.h>

static const char * const wc_choices[] = {
	[WC_CHOOSE_AUTO] = "auto",
	[WC_CHOOSE_SOFTWARE] = "software",
	[WC_CHOOSE_OFFLOAD] = "offload",
};

/* True when the user has set choice, even if to its default. */
bool wc_param_choice_given;

static int wc_choice_set(const char *val, const struct kernel_param *kp)
{
	int i = sysfs_match_string(wc_choices, val);

	if (i < 0) {
		pr_err("choice=%.*s: must be auto, software or offload\n",
		       (int)strcspn(val, "\n"), val);
		return i;
	}
	wc_param_choice_given = true;
	WRITE_ONCE(wc_param_choice, i);
	return 0;
}

static int wc_choice_get(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%s\n", wc_choices[READ_ONCE(wc_param_choice)]);
}

static const struct kernel_param_ops wc_choice_ops = {
	.set = wc_choice_set,
	.get = wc_choice_get,
};

uint wc_param_choice = WC_CHOOSE_AUTO;
module_param_cb(choice, &wc_choice_ops, NULL, 0644);
MODULE_PARM_DESC(choice, "Who does requests: auto (default), software or offload");

/* True when the user has set min_bytes, even if to its default. */
bool wc_param_min_bytes_given;

static int wc_min_bytes_set(const char *val, const struct kernel_param *kp)
{
	wc_param_min_bytes_given = true;
	return param_set_uint(val, kp);
}

static const struct kernel_param_ops wc_min_bytes_ops = {
	.set = wc_min_bytes_set,
	.get = param_get_uint,
};

uint wc_param_min_bytes = 512;
module_param_cb(min_bytes, &wc_min_bytes_ops, &wc_param_min_bytes, 0644);
MODULE_PARM_DESC(min_bytes, "Requests shorter than this are done in software (bytes, default 512; 0 with register=attach)");

static int wc_deadline_set(const char *val, const struct kernel_param *kp)
{
	return param_set_uint_minmax(val, kp, 10, 600000);
}

static const struct kernel_param_ops wc_deadline_ops = {
	.set = wc_deadline_set,
	.get = param_get_uint,
};

uint wc_param_deadline_ms = 5000;
module_param_cb(deadline_ms, &wc_deadline_ops, &wc_param_deadline_ms, 0644);
MODULE_PARM_DESC(deadline_ms, "How long a helper may take for a frame before it is out of service (10 to 600000 ms, default 5000)");

static int wc_deliver_set(const char *val, const struct kernel_param *kp)
{
	return param_set_uint_minmax(val, kp, WC_DELIVER_COMMITTER,
				     WC_DELIVER_ANY);
}

static const struct kernel_param_ops wc_deliver_ops = {
	.set = wc_deliver_set,
	.get = param_get_uint,
};

uint wc_param_deliver = WC_DELIVER_COMMITTER;
module_param_cb(deliver, &wc_deliver_ops, &wc_param_deliver, 0644);
MODULE_PARM_DESC(deliver, "Who copies results out: 0: the helper's thread (default), 1: the CPU that submitted, 2: any CPU");

bool wc_param_kat = true;
module_param_named(kat, wc_param_kat, bool, 0644);
MODULE_PARM_DESC(kat, "Test an attaching helper with known answers (default 1); 0 is for transport benchmarks only");

uint wc_param_aes_priority = 90;
module_param_named(aes_priority, wc_param_aes_priority, uint, 0444);
MODULE_PARM_DESC(aes_priority, "cra_priority of the AES algorithms (default 90: only used when named by driver name)");

uint wc_param_priority = 1000;
module_param_named(priority, wc_param_priority, uint, 0444);
MODULE_PARM_DESC(priority, "cra_priority of all other algorithms (default 1000: above all software)");
