// SPDX-License-Identifier: GPL-2.0-only
/*
 * list: the module's algorithms, and which of them users get.
 */
#include <stdio.h>

#include "tools/ctl/commands.h"
#include "tools/ctl/crypto.h"
#include "tools/ctl/json.h"
#include "tools/ctl/root.h"

static bool is_default(const struct crypto_algs *algs,
		       const struct crypto_alg *alg)
{
	return crypto_best(algs, alg->name, true) == alg;
}

static int print_json(const struct crypto_algs *algs)
{
	struct json_object *o = json_object_new_object(), *one;
	struct json_object *list = put_list(o, "algorithms");
	size_t i;

	for (i = 0; i < algs->count; i++) {
		const struct crypto_alg *alg = &algs->all[i];

		if (!crypto_is_ours(alg))
			continue;
		one = json_object_new_object();
		put_text(one, "name", alg->name);
		put_text(one, "driver", alg->driver);
		put_int(one, "priority", alg->priority);
		put_bool(one, "async", alg->async);
		put_text(one, "selftest", alg->selftest);
		put_bool(one, "default", is_default(algs, alg));
		json_object_array_add(list, one);
	}
	return json_out(o, false) ? CTL_FAILED : CTL_OK;
}

static int print_text(const struct crypto_algs *algs)
{
	size_t i, n = 0;

	for (i = 0; i < algs->count; i++) {
		const struct crypto_alg *alg = &algs->all[i];

		if (!crypto_is_ours(alg))
			continue;
		if (!n++)
			printf("%-20s %-32s %8s  %-5s  %-8s  %s\n", "algorithm",
			       "driver", "priority", "kind", "selftest",
			       "who gets it");
		printf("%-20s %-32s %8d  %-5s  %-8s  %s\n", alg->name,
		       alg->driver, alg->priority, alg->async ? "async" : "sync",
		       alg->selftest, is_default(algs, alg) ?
		       "all who ask for the algorithm" :
		       crypto_best(algs, alg->name, false) == alg ?
		       "who accepts no asynchronous one" :
		       "who asks for the driver");
	}
	if (n)
		return CTL_OK;
	fprintf(stderr, "warpcryptctl: no algorithm of warpcrypt is registered: warpcryptctl doctor says why\n");
	return CTL_FAILED;
}

int ctl_list(const struct ctl_options *options)
{
	struct crypto_algs algs;
	int ret, err = crypto_read(&algs);

	if (err)
		ret = root_fail("/proc/crypto", err);
	else
		ret = options->json ? print_json(&algs) : print_text(&algs);
	crypto_free(&algs);
	return ret;
}
