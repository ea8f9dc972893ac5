// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ciphers and modes: what they are called and which lengths they take.
 */

#include <linux/err.h>
#include <linux/kernel.h>

#include "wct.h"

static const struct wct_cipher wct_ciphers[] = {
	{ .name = "aes", .reference = "aes-generic", .renamed = "aes-lib",
	  .keylens = { 16, 24, 32 } },
	{ .name = "skinny", .reference = "-ct", .keylens = { 16, 32, 48 } },
	{ .name = "kuznyechik", .reference = "-ct", .keylens = { 32 } },
	{ .name = "sm4", .reference = "-ct", .keylens = { 16 } },
};

static const struct wct_mode wct_modes[WCT_MODES] = {
	{ .name = "ecb", .reference = "ecb(%s)", .granule = 16, .keys = 1 },
	{ .name = "cbc", .reference = "cbc(%s)", .granule = 16, .keys = 1,
	  .ivsize = 16, .chains = true },
	{ .name = "ctr", .reference = "ctr(%s)", .granule = 1, .keys = 1,
	  .ivsize = 16, .chains = true },
	{ .name = "xts", .reference = "xts(ecb(%s))", .granule = 1, .keys = 2,
	  .ivsize = 16, .least = 16 },
};

/**
 * wct_next_mode() - the next mode that the arguments ask for
 * @run: the run
 * @mode: a mode; NULL: before the first
 *
 * Return: the mode, or NULL after the last
 */
const struct wct_mode *wct_next_mode(const struct wct_run *run,
				     const struct wct_mode *mode)
{
	for (mode = mode ? mode + 1 : wct_modes;
	     mode < wct_modes + ARRAY_SIZE(wct_modes); mode++)
		if (!run->args.mode[0] || !strcmp(run->args.mode, mode->name))
			return mode;
	return NULL;
}

/**
 * wct_find_cipher() - what the tests know of a cipher
 * @name: as in the algorithms' names
 *
 * Return: the cipher, or NULL if they know none of that name
 */
const struct wct_cipher *wct_find_cipher(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wct_ciphers); i++)
		if (!strcmp(wct_ciphers[i].name, name))
			return &wct_ciphers[i];
	return NULL;
}

/**
 * wct_reference() - what a cipher is compared with
 * @cipher: the cipher
 *
 * Return: as struct wct_args has it. Sleeps.
 */
const char *wct_reference(const struct wct_cipher *cipher)
{
	if (cipher->renamed && !crypto_has_alg(cipher->reference, 0, 0))
		return cipher->renamed;
	return cipher->reference;
}

/**
 * wct_keylen() - one of the key lengths that the arguments ask for
 * @run: the run
 * @index: which; a cipher that has fewer starts anew with its shortest
 *
 * Return: bytes of a cipher's key
 */
unsigned int wct_keylen(const struct wct_run *run, unsigned int index)
{
	const u8 *keylens = run->cipher->keylens;
	unsigned int count = 0;

	if (run->args.keylen)
		return run->args.keylen;
	while (count < WCT_KEYLENS && keylens[count])
		count++;
	return keylens[index % count];
}

/**
 * wct_next_keylen() - the next key length that the arguments ask for
 * @run: the run
 * @bytes: of a cipher's key; 0: before the first
 *
 * Return: bytes of a cipher's key, or 0 after the last
 */
unsigned int wct_next_keylen(const struct wct_run *run, unsigned int bytes)
{
	unsigned int i = 0;

	if (!bytes)
		return wct_keylen(run, 0);
	while (wct_keylen(run, i) != bytes)
		i++;
	/* Lengths grow; behind the last one it starts anew, or is the same. */
	return wct_keylen(run, i + 1) > bytes ? wct_keylen(run, i + 1) : 0;
}

/**
 * wct_fit() - make a length one that the mode takes
 * @mode: the mode
 * @len: bytes
 *
 * Return: the nearest such length that is not longer; the shortest there is
 * if there is none
 */
size_t wct_fit(const struct wct_mode *mode, size_t len)
{
	if (len && len < mode->least)
		return mode->least;
	return len - len % mode->granule;
}

static struct crypto_skcipher *wct_open(struct wct_run *run, const char *name)
{
	struct crypto_skcipher *tfm = crypto_alloc_skcipher(name, 0, 0);

	if (IS_ERR(tfm))
		wct_note(run, "no %s: error %ld", name, PTR_ERR(tfm));
	return tfm;
}

/**
 * wct_open_driver() - open the algorithm under test
 * @run: says which cipher; a failure is noted there
 * @mode: its mode
 *
 * Return: the tfm or an error pointer. Sleeps.
 */
struct crypto_skcipher *wct_open_driver(struct wct_run *run,
					const struct wct_mode *mode)
{
	char name[CRYPTO_MAX_ALG_NAME];

	snprintf(name, sizeof(name), "%s-%s-%s", mode->name,
		 run->args.cipher, run->args.suffix);
	return wct_open(run, name);
}

/**
 * wct_open_generic() - open the implementation to compare with
 * @run: says which cipher; a failure is noted there
 * @mode: its mode
 *
 * Return: the tfm or an error pointer. Sleeps.
 */
struct crypto_skcipher *wct_open_generic(struct wct_run *run,
					 const struct wct_mode *mode)
{
	char name[CRYPTO_MAX_ALG_NAME];

	if (run->args.reference[0] == '-')
		snprintf(name, sizeof(name), "%s-%s%s", mode->name,
			 run->args.cipher, run->args.reference);
	else
		snprintf(name, sizeof(name), mode->reference,
			 run->args.reference);
	return wct_open(run, name);
}
