// SPDX-License-Identifier: GPL-2.0-only
/*
 * explain: who does the requests of an algorithm at the moment, and why.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ctl/af_alg.h"
#include "tools/ctl/commands.h"
#include "tools/ctl/crypto.h"
#include "tools/ctl/json.h"
#include "tools/ctl/modules.h"
#include "tools/ctl/root.h"

#define OURS	"-warpcrypt"

/* What is known, and what is said. */
struct explain {
	const char *name;		/* what was asked for */
	struct crypto_algs algs;
	struct driver driver;
	struct counters counters;	/* empty if only root can read them */
	/*
	 * "device": the helper; "auto": the helper or software, whichever is faster; "software":
	 * warpcrypt's software; "other": another driver; "load": none, until a module is loaded;
	 * "none".
	 */
	const char *who;
	bool counted;			/* the three numbers below were read */
	uint64_t offloaded, software;	/* requests so far, by the helper and by software */
	struct reason reason;		/* why software did most of them */
	struct json_object *because;	/* the sentences */
};

static __attribute__((format(printf, 2, 3)))
void say(struct explain *e, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	json_object_array_add(e->because, json_text(text));
}

/* The module that modprobe loads for an alias; false if there is none. */
static bool alias(const char *release, const char *name, char *module,
		  size_t size)
{
	char *text = root_text("/lib/modules/%s/modules.alias", release);
	char *at = text, *line, pattern[160];
	bool found = false;

	snprintf(pattern, sizeof(pattern), "alias crypto-%s ", name);
	while (text && !found && (line = strsep(&at, "\n"))) {
		found = !strncmp(line, pattern, strlen(pattern));
		if (found)
			snprintf(module, size, "%s", line + strlen(pattern));
	}
	free(text);
	return found;
}

/* Nothing of that name is registered: will the first user find something? */
static void explain_absent(struct explain *e)
{
	char release[128], all[160], first[64], second[64];
	bool a, b;

	e->who = "none";
	say(e, "No implementation of '%s' is registered.", e->name);
	if (modules_kernel(release, sizeof(release)))
		return;
	snprintf(all, sizeof(all), "%.150s-all", e->name);
	a = alias(release, e->name, first, sizeof(first));
	b = alias(release, all, second, sizeof(second));
	if (!a && !b) {
		say(e, "No module has it either. Is the name right (warpcryptctl list, /proc/crypto)? The kernel may still make it of a template when it is first used.");
		return;
	}
	e->who = "load";
	say(e, "Its first user makes the kernel load %s%s%s. Try again when it is in use, or after modprobe %s.",
	    a ? first : "", a && b ? " and " : "", b ? second : "",
	    b ? second : first);
}

/* Our best implementation of an algorithm, or the best other one: what we fall back on. */
static const struct crypto_alg *best_of(const struct explain *e, const char *name, bool ours)
{
	size_t i;

	for (i = 0; i < e->algs.count; i++)
		if (!strcmp(e->algs.all[i].name, name) && !e->algs.all[i].internal &&
		    crypto_is_ours(&e->algs.all[i]) == ours)
			return &e->algs.all[i];
	return NULL;
}

/* How to get our implementation although another one comes first. */
static void say_by_name(struct explain *e, const struct crypto_alg *alg)
{
	char hint[192] = "";

	/* Of the others dm-crypt would make volumes that are not safe. */
	if (!strncmp(alg->name, "xts(", 4))
		snprintf(hint, sizeof(hint), " (dm-crypt: capi:%s-plain64)",
			 alg->driver);
	say(e, "warpcrypt's %s has priority %d, which is less. To use it, ask for it by that name%s, or load warpcrypt with a higher %s.",
	    alg->driver, alg->priority, hint,
	    strstr(alg->name, "aes") ? "aes_priority" : "priority");
}

/* Another driver comes first. */
static void explain_other(struct explain *e, const struct crypto_alg *best)
{
	const struct crypto_alg *alg = best_of(e, best->name, true);

	e->who = "other";
	if (!alg && !e->driver.loaded)
		say(e, "The module warpcrypt is not loaded: warpcryptctl doctor says why.");
	else if (!alg)
		say(e, "The module warpcrypt has no such algorithm registered: warpcryptctl list shows those that it has.");
	else if (strcmp(e->name, best->name))
		say(e, "'%s' is the name of a driver; who names one gets it, whatever the priorities.",
		    e->name);
	else
		say_by_name(e, alg);
}

static void say_software(struct explain *e, const struct crypto_alg *best)
{
	const struct crypto_alg *soft = NULL;

	/* For key agreement it has functions and no algorithm. */
	if (strcmp(best->type, "kpp"))
		soft = best_of(e, best->name, false);
	if (soft)
		say(e, "What software does is done by %s (module %s, priority %d).",
		    soft->driver, soft->module, soft->priority);
	else
		say(e, "What software does, warpcrypt does itself.");
}

/* What the parameters choice and min_bytes do. */
static void say_choice(struct explain *e, const struct crypto_alg *best)
{
	bool is_auto = !strcmp(e->who, "auto");
	char value[64];

	if (is_auto)
		say(e, "The module chooses for each request what is faster, by what engines and software have done for this CPU (parameter choice).");
	else if (!driver_param(value, sizeof(value), "choice"))
		say(e, "The parameter choice is '%s', whatever is faster.", value);
	/* Key agreement has no lengths. */
	if (!strcmp(e->who, "software") || !strcmp(best->type, "kpp") ||
	    driver_param(value, sizeof(value), "min_bytes") ||
	    !strcmp(value, "0"))
		return;
	say(e, "%sequests shorter than %s bytes are done in software (parameter min_bytes).",
	    is_auto ? "If the helper has not measured its engines (warpcryptd --measure=0), r" : "R",
	    value);
}

static void say_helper(struct explain *e, const struct crypto_alg *best)
{
	char value[64];
	size_t i;

	if (!driver_is_live(&e->driver)) {
		say(e, "The state is '%s', so software does all requests: no helper is in service. warpcryptctl doctor says why.",
		    e->driver.state);
		return;
	}
	say(e, "A helper is in service (the state is '%s').", e->driver.state);
	for (i = 0; i < e->driver.engine_count; i++)
		say(e, "Its engine %s (%s) is %s.", e->driver.engines[i].name,
		    e->driver.engines[i].kind, e->driver.engines[i].state);
	say_choice(e, best);
	if (!driver_param(value, sizeof(value), "verify") && strcmp(value, "0"))
		say(e, "One request in %s is done in software, too, and compared (parameter verify).",
		    value);
}

static void add_counts(struct explain *e, const struct alg_counts *alg)
{
	size_t i;

	say(e, "So far (%s): %" PRIu64 " requests by the device, %" PRIu64 " in software.",
	    alg->name, alg->requests, alg->software_requests);
	e->offloaded += alg->requests;
	e->software += alg->software_requests;
	for (i = 0; i < alg->reason_count; i++) {
		const struct reason *r = &alg->reasons[i];

		if (r->requests)
			say(e, "In software with the reason '%s': %" PRIu64 " requests.",
			    r->name, r->requests);
		if (r->requests > e->reason.requests)
			e->reason = *r;
	}
}

static void say_counts(struct explain *e, const char *counted)
{
	struct alg_counts alg;
	size_t at = 0;

	e->counted = true;
	while ((at = counters_next_alg(&e->counters, at, &alg))) {
		/* Groups have a counter for each operation: base-, point-. */
		const char *end = strstr(alg.name, counted);

		if (!end || strcmp(end, counted) ||
		    (end != alg.name && end[-1] != '-'))
			continue;
		if (alg.requests || alg.software_requests)
			add_counts(e, &alg);
	}
}

/* Ours comes first. */
static void explain_ours(struct explain *e, const struct crypto_alg *best)
{
	char counted[128], choice[16], *end;

	driver_param(choice, sizeof(choice), "choice");
	if (!driver_is_live(&e->driver) || !strcmp(choice, "software"))
		e->who = "software";
	else
		e->who = !strcmp(choice, "auto") ? "auto" : "device";
	say_helper(e, best);
	say_software(e, best);
	snprintf(counted, sizeof(counted), "%s", best->driver);
	end = strstr(counted, OURS);
	if (end)
		*end = '\0';
	if (e->counters.count)
		say_counts(e, counted);
	else
		say(e, "Only root can read the counters.");
}

/* Whether a program can have it through AF_ALG, where that is restricted. */
static void say_af_alg(struct explain *e, const struct crypto_alg *best)
{
	enum af_alg_level level;
	char release[128];

	if (modules_kernel(release, sizeof(release)))
		return;
	level = af_alg_level(release);
	if (level == AF_ALG_OFF)
		say(e, "No program gets it through AF_ALG: " AF_ALG_LEVEL " is 2. warpcryptctl tcrypt opens VeraCrypt's volumes.");
	/* Key agreement has sockets of our own, without a list. */
	if (level != AF_ALG_LISTED || (best && strcmp(best->type, "skcipher")))
		return;
	switch (af_alg_users(e->name)) {
	case AF_ALG_NOBODY:
		say(e, "No program gets it through AF_ALG: " AF_ALG_LEVEL " is 1, and the name is not in the kernel's list. dm-crypt gets it, and warpcryptctl tcrypt opens VeraCrypt's volumes. For programs: sysctl " AF_ALG_LEVEL "=0, or libwarpcrypt.");
		break;
	case AF_ALG_ADMINS:
		say(e, "Through AF_ALG it is for programs with CAP_NET_ADMIN or CAP_SYS_ADMIN: " AF_ALG_LEVEL " is 1.");
		break;
	case AF_ALG_ALL:
		say(e, "AF_ALG takes this name from every program, although " AF_ALG_LEVEL " is 1.");
		break;
	}
}

static void explain(struct explain *e)
{
	const struct crypto_alg *best = crypto_best(&e->algs, e->name, true);
	const struct crypto_alg *sync = crypto_best(&e->algs, e->name, false);

	if (!best) {
		explain_absent(e);
		if (strcmp(e->who, "none"))
			say_af_alg(e, best);
		return;
	}
	say(e, "'%s' is %s of module %s, priority %d%s.", e->name, best->driver,
	    best->module, best->priority, strcmp(best->driver, e->name) ?
	    ", the highest of that name" : "");
	if (strcmp(best->selftest, "passed"))
		say(e, "Its self-test: %s.", best->selftest);
	if (sync && sync != best)
		say(e, "Users who accept no asynchronous driver (AF_ALG since Linux 7.2) get %s, priority %d.",
		    sync->driver, sync->priority);
	say_af_alg(e, best);
	if (crypto_is_ours(best))
		explain_ours(e, best);
	else
		explain_other(e, best);
}

/* Who has really done it, up to now. */
static void print_counts(const struct explain *e)
{
	uint64_t all = e->offloaded + e->software;

	if (!all)
		printf("; no requests so far");
	else
		printf("; so far the helper did %" PRIu64 " of %" PRIu64 " requests (%.1f %%)",
		       e->offloaded, all, 100.0 * e->offloaded / all);
	if (e->reason.requests)
		printf(", software the others, most with the reason '%s'",
		       e->reason.name);
}

static int print(struct explain *e, bool json)
{
	static const struct {
		const char *who, *text;
	} texts[] = {
		{ "device", "the helper" },
		{ "auto", "the helper or software, whichever is faster" },
		{ "software", "software" },
		{ "other", "another driver" },
		{ "load", "no driver yet: a module must be loaded" },
		{ "none", "no driver" },
	};
	struct json_object *o;
	size_t i;

	if (json) {
		o = json_object_new_object();
		put_text(o, "name", e->name);
		put_text(o, "who", e->who);
		if (e->counted) {
			put_int(o, "offload_requests", e->offloaded);
			put_int(o, "software_requests", e->software);
		}
		json_object_object_add(o, "because", e->because);
		return json_out(o, false);
	}
	for (i = 0; strcmp(texts[i].who, e->who); i++)
		;
	printf("%s: %s", e->name, texts[i].text);
	if (e->counted)
		print_counts(e);
	putchar('\n');
	for (i = 0; i < json_object_array_length(e->because); i++)
		printf("  %s\n", json_object_get_string(
			json_object_array_get_idx(e->because, i)));
	json_object_put(e->because);
	return 0;
}

/* The command explain. */
int ctl_explain(const struct ctl_options *options, const char *name)
{
	struct explain e = { .name = name };
	const char *what = "/proc/crypto";
	int ret, err = crypto_read(&e.algs);

	if (!err) {
		what = "the module's state";
		err = driver_read(&e.driver);
	}
	if (err) {
		ret = root_fail(what, err);
	} else {
		e.because = json_object_new_array();
		/* Without them it explains the rest. */
		counters_read(&e.counters);
		explain(&e);
		ret = print(&e, options->json) ? CTL_FAILED : CTL_OK;
		if (!strcmp(e.who, "none"))
			ret = CTL_FAILED;
	}
	counters_free(&e.counters);
	crypto_free(&e.algs);
	return ret;
}
