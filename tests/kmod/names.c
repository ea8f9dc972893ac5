// SPDX-License-Identifier: GPL-2.0-only
/* The ciphers and modes: their names, and the lengths that they take. */

#include <linux/err.h>
#include <linux/kernel.h>

#include "kmod/module.h"
#include "wct.h"

#define WCT_CIPHER(_NAME, _name, _number, _min, _max, _step)	\
	{ .name = #_name, .key_min = _min, .key_max = _max,	\
	  .key_step = _step,					\
	  .reference = WC_KERNEL_HAS(_NAME) ? #_name "-generic" : \
					      #_name "-reference", \
	  .renamed = WC_KERNEL_HAS(_NAME) ? #_name "-lib" : NULL },

static const struct wct_cipher wct_ciphers[] = {
	WARPCRYPT_CIPHERS(WCT_CIPHER)
};

#define WCT_COUNT_MODE(...)	+ 1

static const struct wct_mode wct_modes[] = {
	{ .name = "ecb", .reference = "ecb(%s)", .granule = 16, .keys = 1 },
	{ .name = "cbc", .reference = "cbc(%s)", .granule = 16, .keys = 1,
	  .ivsize = 16, .chains = true },
	{ .name = "ctr", .reference = "ctr(%s)", .granule = 1, .keys = 1,
	  .ivsize = 16, .chains = true },
	{ .name = "xts", .reference = "xts(ecb(%s))", .granule = 1, .keys = 2,
	  .ivsize = 16, .least = 16 },
	{ .name = "xts-gb", .cipher = "sm4",
	  .reference = "xts-gb(sm4-reference)", .granule = 1, .keys = 2,
	  .ivsize = 16, .least = 16 },
};

static_assert(ARRAY_SIZE(wct_modes) ==
	      (0 WARPCRYPT_MODES(WCT_COUNT_MODE)
		 WARPCRYPT_OWN_MODES(WCT_COUNT_MODE)));

/* The next mode that the arguments select; NULL: before the first, after the last. */
const struct wct_mode *wct_next_mode(const struct wct_run *run,
				     const struct wct_mode *mode)
{
	for (mode = mode ? mode + 1 : wct_modes;
	     mode < wct_modes + ARRAY_SIZE(wct_modes); mode++)
		if ((!run->args.mode[0] ||
		     !strcmp(run->args.mode, mode->name)) &&
		    (!mode->cipher || !strcmp(run->args.cipher, mode->cipher)))
			return mode;
	return NULL;
}

/* The default of &wct_args.reference for a cipher. */
static const char *wct_reference(const struct wct_cipher *cipher)
{
	if (cipher->renamed && !crypto_has_alg(cipher->reference, 0, 0))
		return cipher->renamed;
	return cipher->reference;
}

/* Find the cipher that the arguments name, and its reference if they name none; or -EINVAL. */
int wct_choose_cipher(struct wct_run *run)
{
	struct wct_args *args = &run->args;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wct_ciphers); i++) {
		if (strcmp(wct_ciphers[i].name, args->cipher))
			continue;
		run->cipher = &wct_ciphers[i];
		if (!args->reference[0])
			strscpy(args->reference, wct_reference(run->cipher),
				sizeof(args->reference));
		return 0;
	}
	return -EINVAL;
}

/* Select a cipher by number, modulo how many there are, with its default reference. */
void wct_next_cipher(struct wct_run *run, unsigned int index)
{
	run->cipher = &wct_ciphers[index % ARRAY_SIZE(wct_ciphers)];
	strscpy(run->args.cipher, run->cipher->name, sizeof(run->args.cipher));
	strscpy(run->args.reference, wct_reference(run->cipher),
		sizeof(run->args.reference));
}

/* By number, modulo how many there are: a length of the cipher's key that the arguments select. */
unsigned int wct_keylen(const struct wct_run *run, unsigned int index)
{
	const struct wct_cipher *cipher = run->cipher;
	unsigned int count =
		(cipher->key_max - cipher->key_min) / cipher->key_step + 1;

	if (run->args.keylen)
		return run->args.keylen;
	return cipher->key_min + index % count * cipher->key_step;
}

/* The next of these lengths; 0: before the first, after the last. */
unsigned int wct_next_keylen(const struct wct_run *run, unsigned int bytes)
{
	unsigned int i = 0;

	if (!bytes)
		return wct_keylen(run, 0);
	while (wct_keylen(run, i) != bytes)
		i++;
	/* Lengths grow; after the last one comes the first again. */
	return wct_keylen(run, i + 1) > bytes ? wct_keylen(run, i + 1) : 0;
}

/* Round a length down to one that a mode takes; below the shortest: that. */
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

/* Open the algorithm under test: the tfm, or an error pointer and a note. Sleeps. */
struct crypto_skcipher *wct_open_driver(struct wct_run *run,
					const struct wct_mode *mode)
{
	char name[CRYPTO_MAX_ALG_NAME];

	snprintf(name, sizeof(name), "%s-%s-%s", mode->name,
		 run->args.cipher, run->args.suffix);
	return wct_open(run, name);
}

/* Open the implementation to compare with: the tfm, or an error pointer and a note. Sleeps. */
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
