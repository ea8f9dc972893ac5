// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/crypto.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ctl/root.h"

/* What stands after the colon of "field : value"; NULL: it is no such line. */
static const char *value_of(const char *line, const char *field)
{
	size_t len = strlen(field);
	const char *at = line + len;

	if (strncmp(line, field, len))
		return NULL;
	at += strspn(at, " \t");
	if (*at++ != ':')
		return NULL;
	return at + strspn(at, " \t");
}

static void take_line(struct crypto_alg *alg, const char *line)
{
	const char *v;

	if ((v = value_of(line, "name")))
		snprintf(alg->name, sizeof(alg->name), "%s", v);
	else if ((v = value_of(line, "driver")))
		snprintf(alg->driver, sizeof(alg->driver), "%s", v);
	else if ((v = value_of(line, "module")))
		snprintf(alg->module, sizeof(alg->module), "%s", v);
	else if ((v = value_of(line, "type")))
		snprintf(alg->type, sizeof(alg->type), "%s", v);
	else if ((v = value_of(line, "selftest")))
		snprintf(alg->selftest, sizeof(alg->selftest), "%s", v);
	else if ((v = value_of(line, "priority")))
		alg->priority = atoi(v);
	else if ((v = value_of(line, "async")))
		alg->async = !strcmp(v, "yes");
	else if ((v = value_of(line, "internal")))
		alg->internal = !strcmp(v, "yes");
}

static int by_priority(const void *a, const void *b)
{
	const struct crypto_alg *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	if (order)
		return order;
	if (x->priority != y->priority)
		return x->priority < y->priority ? 1 : -1;
	return strcmp(x->driver, y->driver);
}

static int add(struct crypto_algs *algs, const struct crypto_alg *alg)
{
	struct crypto_alg *all = reallocarray(algs->all, algs->count + 1,
					      sizeof(*all));

	if (!all)
		return -ENOMEM;
	algs->all = all;
	all[algs->count++] = *alg;
	return 0;
}

/* Read /proc/crypto; call crypto_free() in any case. Returns 0 or a negative errno. */
int crypto_read(struct crypto_algs *algs)
{
	struct crypto_alg alg = { 0 };
	char *text, *at, *line;
	int err = 0;

	memset(algs, 0, sizeof(*algs));
	text = root_text("/proc/crypto");
	if (!text)
		return -errno;
	/* An empty line ends an entry, and the end of the file the last one. */
	for (at = text; !err && (line = strsep(&at, "\n"));) {
		take_line(&alg, line);
		if ((*line && at) || !*alg.name)
			continue;
		err = add(algs, &alg);
		memset(&alg, 0, sizeof(alg));
	}
	free(text);
	if (algs->count)
		qsort(algs->all, algs->count, sizeof(*algs->all), by_priority);
	return err;
}

/* Free what crypto_read() has read. */
void crypto_free(struct crypto_algs *algs)
{
	free(algs->all);
	memset(algs, 0, sizeof(*algs));
}

/* Is it an implementation of the module warpcrypt? */
bool crypto_is_ours(const struct crypto_alg *alg)
{
	return !strcmp(alg->module, "warpcrypt");
}

/* Can a user who asks for a name, of an algorithm or a driver, get this implementation? */
static bool answers(const struct crypto_alg *alg, const char *name)
{
	return !alg->internal &&
	       (!strcmp(alg->name, name) || !strcmp(alg->driver, name));
}

/* What a user who asks for an algorithm or a driver gets of what is registered, or NULL. */
const struct crypto_alg *crypto_best(const struct crypto_algs *algs,
				     const char *name, bool may_be_async)
{
	const struct crypto_alg *best = NULL;
	size_t i;

	for (i = 0; i < algs->count; i++) {
		const struct crypto_alg *alg = &algs->all[i];

		if (!answers(alg, name) || (alg->async && !may_be_async))
			continue;
		if (!strcmp(alg->driver, name))
			return alg;
		if (!best || alg->priority > best->priority)
			best = alg;
	}
	return best;
}
