// SPDX-License-Identifier: GPL-2.0-only
/*
 * The module's counters, read from debugfs.
 */
#include "tools/ctl/counters.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int counters_add(struct counters *counters, const struct counter *new)
{
	struct counter *all = reallocarray(counters->all, counters->count + 1,
					   sizeof(*all));

	if (!all)
		return -ENOMEM;
	counters->all = all;
	all[counters->count++] = *new;
	return 0;
}

int counters_read(struct counters *counters, const char *path)
{
	struct counter new;
	FILE *file;
	int err = 0;

	memset(counters, 0, sizeof(*counters));
	file = fopen(path, "r");
	if (!file)
		return -errno;
	while (!err && fscanf(file, "%95s %" SCNu64, new.name, &new.value) == 2)
		err = counters_add(counters, &new);
	fclose(file);
	return err;
}

void counters_free(struct counters *counters)
{
	free(counters->all);
	memset(counters, 0, sizeof(*counters));
}

uint64_t counters_get(const struct counters *counters, const char *fmt, ...)
{
	char name[COUNTER_NAME_MAX];
	va_list args;
	size_t i;

	va_start(args, fmt);
	vsnprintf(name, sizeof(name), fmt, args);
	va_end(args);
	for (i = 0; i < counters->count; i++)
		if (!strcmp(counters->all[i].name, name))
			return counters->all[i].value;
	return 0;
}
