// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suspend: offloading ends before the helper is frozen.
 *
 * Without this, requests that are made after userspace is frozen (the last
 * writes to an encrypted disk, a hibernation image) would wait for a helper
 * that does not run.
 */
#include "pm.h"

#include <linux/notifier.h>
#include <linux/suspend.h>

#include "link.h"

static int wc_pm_notify(struct notifier_block *nb, unsigned long event,
			void *data)
{
	switch (event) {
	case PM_SUSPEND_PREPARE:
	case PM_HIBERNATION_PREPARE:
	case PM_RESTORE_PREPARE:
		wc_link_suspend(true);
		break;
	case PM_POST_SUSPEND:
	case PM_POST_HIBERNATION:
	case PM_POST_RESTORE:
		wc_link_suspend(false);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block wc_pm_notifier = {
	.notifier_call = wc_pm_notify,
};

/**
 * wc_pm_init() - be told of suspend
 *
 * Return: 0 or what register_pm_notifier() gave.
 */
int wc_pm_init(void)
{
	return register_pm_notifier(&wc_pm_notifier);
}

/**
 * wc_pm_exit() - no longer be told
 */
void wc_pm_exit(void)
{
	unregister_pm_notifier(&wc_pm_notifier);
}
