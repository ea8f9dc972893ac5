// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening: what somebody gets who asks for a mode by its common name and may
 * be the first to do so.
 */

#include <linux/err.h>
#include <linux/kernel.h>

#include "wct.h"

/* By the common name, among those that answer at once. */
static void wct_sync(struct wct_run *run)
{
	const struct wct_mode *mode;

	wct_for_each_mode(run, mode) {
		char name[CRYPTO_MAX_ALG_NAME], want[CRYPTO_MAX_ALG_NAME];
		struct crypto_skcipher *tfm;
		const char *got = "nothing";

		snprintf(name, sizeof(name), "%s(%s)", mode->name,
			 run->args.cipher);
		snprintf(want, sizeof(want), "%s-%s-%s", mode->name,
			 run->args.cipher, run->args.suffix);
		tfm = crypto_alloc_skcipher(name, 0, CRYPTO_ALG_ASYNC);
		if (!IS_ERR(tfm))
			got = crypto_skcipher_driver_name(tfm);
		wct_ok(run, !strcmp(got, want), "%s is %s", name, got);
		if (!IS_ERR(tfm))
			crypto_free_skcipher(tfm);
	}
}

const struct wct_case wct_open_cases[] = {
	{ "sync", wct_sync },
	{ }
};
