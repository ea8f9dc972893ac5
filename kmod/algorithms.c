// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registering the algorithms of all types with the crypto API.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "module.h"

#include <linux/bitmap.h>
#include <linux/crypto.h>
#include <linux/kernel.h>
#include <linux/mutex.h>

static const struct wc_algorithms *const wc_types[] = {
	&wc_skcipher_algorithms,
	&wc_kpp_algorithms,
};

/* Of each type, which algorithms are registered. */
static DECLARE_BITMAP(wc_registered[ARRAY_SIZE(wc_types)], WC_ALGORITHMS_MAX);
static DEFINE_MUTEX(wc_registered_mutex);

static int wc_register_one(const struct wc_algorithms *algs, unsigned int i)
{
	const char *name = algs->name(i);
	int err = algs->add(i);

	if (err) {
		pr_err("cannot register %s: error %d\n", name, err);
		return err;
	}
	/*
	 * Waits until testmgr has tested the algorithm. Since 6.2 registering
	 * does not wait, but looking the algorithm up does.
	 */
	crypto_has_alg(name, 0, 0);
	return 0;
}

/*
 * Registers all algorithms that are not registered yet. Waits until testmgr has tested them.
 * One that cannot be registered, because another module has its name, is reported in the log,
 * and does not keep the others from it: they may be in use by the time that it fails, so they
 * stay. The next call tries it again. Returns 0, or the first error of the crypto API.
 */
int wc_algorithms_register(void)
{
	unsigned int type, i;
	int first = 0, err;

	mutex_lock(&wc_registered_mutex);
	for (type = 0; type < ARRAY_SIZE(wc_types); type++) {
		for (i = 0; i < wc_types[type]->count; i++) {
			if (test_bit(i, wc_registered[type]))
				continue;
			err = wc_register_one(wc_types[type], i);
			if (!err)
				__set_bit(i, wc_registered[type]);
			first = first ?: err;
		}
	}
	mutex_unlock(&wc_registered_mutex);
	return first;
}

/* Unregisters all algorithms that are registered. No tfm uses them. */
void wc_algorithms_unregister(void)
{
	unsigned int type = ARRAY_SIZE(wc_types), i;

	mutex_lock(&wc_registered_mutex);
	while (type--) {
		for (i = wc_types[type]->count; i--;)
			if (__test_and_clear_bit(i, wc_registered[type]))
				wc_types[type]->remove(i);
	}
	mutex_unlock(&wc_registered_mutex);
}
