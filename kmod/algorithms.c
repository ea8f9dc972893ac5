// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registering the algorithms of all types with the crypto API.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "algorithms.h"

#include <linux/crypto.h>
#include <linux/kernel.h>
#include <linux/mutex.h>

#include "kpp.h"
#include "skcipher.h"

static const struct wc_algorithms *const wc_types[] = {
	&wc_skcipher_algorithms,
	&wc_kpp_algorithms,
};

/* Of each type, how many algorithms are registered: the first ones. */
static unsigned int wc_registered[ARRAY_SIZE(wc_types)];
static DEFINE_MUTEX(wc_registered_mutex);

/* Registers the algorithms of a type that are not yet. After an error some are. */
static int wc_register_type(unsigned int type)
{
	const struct wc_algorithms *algs = wc_types[type];
	unsigned int *done = &wc_registered[type];
	int err;

	for (; *done < algs->count; ++*done) {
		const char *name = algs->name(*done);

		err = algs->add(*done);
		if (err) {
			pr_err("cannot register %s: error %d\n", name, err);
			return err;
		}
		/*
		 * Waits until testmgr has tested the algorithm. Since 6.2
		 * registering does not wait, but looking the algorithm up does.
		 */
		crypto_has_alg(name, 0, 0);
	}
	return 0;
}

static void wc_unregister_all(void)
{
	unsigned int type = ARRAY_SIZE(wc_types);

	while (type--)
		while (wc_registered[type])
			wc_types[type]->remove(--wc_registered[type]);
}

/**
 * wc_algorithms_register() - register all algorithms that are not registered yet
 *
 * Waits until testmgr has tested them.
 *
 * Context: may sleep.
 * Return: 0, or an error of the crypto API; no algorithm is registered then.
 */
int wc_algorithms_register(void)
{
	unsigned int type;
	int err = 0;

	mutex_lock(&wc_registered_mutex);
	for (type = 0; !err && type < ARRAY_SIZE(wc_types); type++)
		err = wc_register_type(type);
	if (err)
		wc_unregister_all();
	mutex_unlock(&wc_registered_mutex);
	return err;
}

/**
 * wc_algorithms_unregister() - unregister all algorithms that are registered
 *
 * Context: may sleep; no tfm uses the algorithms.
 */
void wc_algorithms_unregister(void)
{
	mutex_lock(&wc_registered_mutex);
	wc_unregister_all();
	mutex_unlock(&wc_registered_mutex);
}
