// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/counters.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ctl/root.h"

static int add(struct counters *counters, const struct counter *new)
{
	struct counter *all = counters->all;

	/* Room for 64 more at a time. */
	if (counters->count % 64 == 0) {
		all = reallocarray(all, counters->count + 64, sizeof(*all));
		if (!all)
			return -ENOMEM;
		counters->all = all;
	}
	all[counters->count++] = *new;
	return 0;
}

/* Reads the files of a directory. Their names follow @prefix. */
static int read_dir(struct counters *counters, const char *dir,
		    const char *prefix)
{
	DIR *d = root_dir(ROOT_DEVICE "/%s", dir);
	struct counter new;
	struct dirent *e;
	int err = 0;

	if (!d)
		return -errno;
	while (!err && (e = readdir(d))) {
		/* What cannot be read is no counter: reset, and . and .. */
		if (*e->d_name == '.' || !strcmp(e->d_name, "reset"))
			continue;
		if (snprintf(new.name, sizeof(new.name), "%s%s", prefix,
			     e->d_name) >= (int)sizeof(new.name))
			continue;
		err = root_number(&new.value, ROOT_DEVICE "/%s/%s", dir,
				  e->d_name);
		if (!err)
			err = add(counters, &new);
	}
	closedir(d);
	return err;
}

static int read_algs(struct counters *counters)
{
	char prefix[COUNTER_NAME_MAX];
	DIR *d = root_dir(ROOT_DEVICE);
	struct dirent *e;
	int err = 0;

	if (!d)
		return -errno;
	while (!err && (e = readdir(d))) {
		if (strncmp(e->d_name, "alg.", 4))
			continue;
		snprintf(prefix, sizeof(prefix), "%.60s.", e->d_name);
		err = read_dir(counters, e->d_name, prefix);
	}
	closedir(d);
	return err;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct counter *)a)->name,
		      ((const struct counter *)b)->name);
}

/*
 * Read all counters; call counters_free() in any case. Returns 0 or a negative errno: -EACCES
 * unless root asks.
 */
int counters_read(struct counters *counters)
{
	int err;

	memset(counters, 0, sizeof(*counters));
	err = read_dir(counters, "counters", "");
	if (!err)
		err = read_algs(counters);
	if (counters->count)
		qsort(counters->all, counters->count, sizeof(*counters->all),
		      by_name);
	return err;
}

/* Free what counters_read() has read. */
void counters_free(struct counters *counters)
{
	free(counters->all);
	memset(counters, 0, sizeof(*counters));
}

/* A counter's value; 0 if there is no counter of that name. */
uint64_t counters_get(const struct counters *counters, const char *fmt, ...)
{
	struct counter key, *found;
	va_list args;

	va_start(args, fmt);
	vsnprintf(key.name, sizeof(key.name), fmt, args);
	va_end(args);
	if (!counters->count)
		return 0;
	found = bsearch(&key, counters->all, counters->count,
			sizeof(*counters->all), by_name);
	return found ? found->value : 0;
}

/* Is @name "fallback.REASON" and then @end? Copies the reason. */
static bool is_reason(const char *name, const char *end,
		      char reason[COUNTER_NAME_MAX])
{
	size_t len = strlen(name), n = strlen(end), skip = strlen("fallback.");

	if (strncmp(name, "fallback.", skip) || len <= skip + n ||
	    strcmp(name + len - n, end))
		return false;
	snprintf(reason, COUNTER_NAME_MAX, "%.*s", (int)(len - n - skip),
		 name + skip);
	return true;
}

static void take(struct alg_counts *alg, const char *name, uint64_t value)
{
	struct reason *r = &alg->reasons[alg->reason_count];

	if (!strcmp(name, "offload_requests"))
		alg->requests = value;
	else if (!strcmp(name, "offload_bytes"))
		alg->bytes = value;
	else if (!strcmp(name, "fallback_requests"))
		alg->software_requests = value;
	else if (!strcmp(name, "fallback_bytes"))
		alg->software_bytes = value;
	else if (alg->reason_count == COUNTERS_REASONS_MAX)
		return;
	/* By name, a reason's bytes come before its requests. */
	else if (is_reason(name, "_bytes", r->name))
		r->bytes = value;
	else if (is_reason(name, "_requests", r->name)) {
		r->requests = value;
		alg->reason_count++;
	}
}

/*
 * The counters of the next algorithm; @from: 0, then what the last call returned. Returns 0 if
 * there is no algorithm any more.
 */
size_t counters_next_alg(const struct counters *counters, size_t from,
			 struct alg_counts *alg)
{
	const char *name, *dot;
	size_t i, len;

	memset(alg, 0, sizeof(*alg));
	for (i = from; i < counters->count; i++)
		if (!strncmp(counters->all[i].name, "alg.", 4))
			break;
	if (i == counters->count)
		return 0;
	name = counters->all[i].name;
	dot = strchr(name + 4, '.');
	if (!dot)
		return 0;
	len = dot + 1 - name;
	snprintf(alg->name, sizeof(alg->name), "%.*s", (int)(len - 5), name + 4);
	for (; i < counters->count; i++) {
		if (strncmp(counters->all[i].name, name, len))
			break;
		take(alg, counters->all[i].name + len, counters->all[i].value);
	}
	return i;
}

/*
 * How much counters have grown; of one that was reset meanwhile its value. @grown is for
 * counters_free(). Returns 0 or a negative errno.
 */
int counters_grown(struct counters *grown, const struct counters *now,
		   const struct counters *before)
{
	struct counter new;
	size_t i;
	int err = 0;

	memset(grown, 0, sizeof(*grown));
	for (i = 0; !err && i < now->count; i++) {
		uint64_t was = counters_get(before, "%s", now->all[i].name);

		new = now->all[i];
		if (new.value >= was)
			new.value -= was;
		err = add(grown, &new);
	}
	return err;
}

/*
 * How many frames the helper has at the moment; nearly so, as counters are not read at one moment.
 */
uint64_t counters_at_helper(const struct counters *counters)
{
	uint64_t fetched = counters_get(counters, "frames.fetched");
	uint64_t back = counters_get(counters, "frames.committed") +
			counters_get(counters, "frames.failed") +
			counters_get(counters, "frames.lost");

	return fetched > back ? fetched - back : 0;
}
