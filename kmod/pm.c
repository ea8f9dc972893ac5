// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suspend: offloading stops before user space is frozen, and the helper attaches
 * anew after it.
 *
 * Otherwise requests that are submitted after that (the last writes to an
 * encrypted disk, a hibernation image) would wait for a helper that is frozen.
 * And a GPU's memory need not survive suspend: the helper would go on with
 * expanded keys, tables and code that are not there any more. A new attachment
 * loads everything again and is asked the known answers.
 */
#include "pm.h"

#include <linux/notifier.h>
#include <linux/suspend.h>

#include "kill.h"
#include "link.h"

/* Killed first: a request must not be offloaded to it once more. */
static void wc_pm_resume(void)
{
	struct wc_link *link = wc_link_get_attached();

	if (link) {
		wc_link_kill(link, WC_SUSPENDED);
		wc_link_put(link);
	}
	wc_link_resume();
}

static int wc_pm_notify(struct notifier_block *nb, unsigned long event,
			void *data)
{
	switch (event) {
	case PM_SUSPEND_PREPARE:
	case PM_HIBERNATION_PREPARE:
	case PM_RESTORE_PREPARE:
		wc_link_suspend();
		break;
	case PM_POST_SUSPEND:
	case PM_POST_HIBERNATION:
	case PM_POST_RESTORE:
		wc_pm_resume();
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block wc_pm_notifier = {
	.notifier_call = wc_pm_notify,
};

/**
 * wc_pm_init() - register the PM notifier
 *
 * Return: 0 or the error of register_pm_notifier().
 */
int wc_pm_init(void)
{
	return register_pm_notifier(&wc_pm_notifier);
}

/**
 * wc_pm_exit() - unregister the PM notifier
 */
void wc_pm_exit(void)
{
	unregister_pm_notifier(&wc_pm_notifier);
}
