// SPDX-License-Identifier: GPL-2.0-only
/*
 * All our algorithms, of whatever type.
 */
#include "algorithms.h"

#include "kpp.h"
#include "skcipher.h"

/**
 * wc_algorithms_modes() - what there is of a cipher or group
 * @cipher: enum warpcrypt_cipher, or a number below WARPCRYPT_CIPHER_COUNT
 *
 * Context: any.
 * Return: a WARPCRYPT_MODE_BIT() for each of its modes.
 */
u16 wc_algorithms_modes(unsigned int cipher)
{
	return wc_skcipher_modes[cipher] | wc_kpp_modes[cipher];
}

/**
 * wc_algorithms_register() - register all algorithms, if they are not yet
 *
 * Waits until testmgr has tested them.
 *
 * Context: may sleep.
 * Return: 0 or what the crypto API gave; none is registered then.
 */
int wc_algorithms_register(void)
{
	int err;

	err = wc_skcipher_register();
	if (err)
		return err;
	err = wc_kpp_register();
	if (err)
		wc_skcipher_unregister();
	return err;
}

/**
 * wc_algorithms_unregister() - unregister what is registered
 *
 * Context: may sleep; nobody uses the algorithms.
 */
void wc_algorithms_unregister(void)
{
	wc_kpp_unregister();
	wc_skcipher_unregister();
}
