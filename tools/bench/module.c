// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/module.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define CHOICE	"/sys/module/warpcrypt/parameters/choice"
#define STATS	"/sys/kernel/debug/warpcrypt/stats"

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && !strcmp(text + n - m, end);
}

static void take(struct module_counts *c, const char *name, uint64_t value)
{
	if (!strcmp(name, "frames.committed"))
		c->frames = value;
	else if (!strcmp(name, "requests.committed"))
		c->requests = value;
	else if (strncmp(name, "alg.", 4))
		return;
	else if (ends_with(name, ".offload_bytes"))
		c->offload_bytes += value;
	else if (ends_with(name, ".fallback_bytes"))
		c->fallback_bytes += value;
}

/* Read the counters; not valid when the module is not there. */
void module_counts_read(struct module_counts *c)
{
	unsigned long long value;
	char name[128];
	FILE *f;

	memset(c, 0, sizeof(*c));
	f = fopen(STATS, "re");
	if (!f)
		return;
	c->valid = true;
	while (fscanf(f, "%127s %llu", name, &value) == 2)
		take(c, name, value);
	fclose(f);
}

/* Add the difference since an earlier reading to @sum, which is zero at first. */
void module_counts_add_since(struct module_counts *sum,
			     const struct module_counts *before)
{
	struct module_counts now;

	module_counts_read(&now);
	if (!now.valid || !before->valid)
		return;
	sum->valid = true;
	sum->offload_bytes += now.offload_bytes - before->offload_bytes;
	sum->fallback_bytes += now.fallback_bytes - before->fallback_bytes;
	sum->frames += now.frames - before->frames;
	sum->requests += now.requests - before->requests;
}

/* The share of the bytes that was offloaded: 0 to 1, or -1 if the driver did nothing. */
double module_counts_offloaded(const struct module_counts *c)
{
	uint64_t all = c->offload_bytes + c->fallback_bytes;

	return c->valid && all ? (double)c->offload_bytes / all : -1;
}

/* The average number of requests in a frame: 1 or more, or -1 when there were no frames. */
double module_counts_per_frame(const struct module_counts *c)
{
	return c->valid && c->frames ? (double)c->requests / c->frames : -1;
}

/* Adds both to an object of a report. */
void module_counts_put(struct json_object *o, const struct module_counts *c)
{
	put_real(o, "offloaded", module_counts_offloaded(c));
	put_real(o, "requests_per_frame", module_counts_per_frame(c));
}

/* Exits with a message if that cannot be set. */
static void set(const char *parameter, const char *value)
{
	ssize_t len = strlen(value);
	int fd = open(parameter, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, value, len) != len)
		die("cannot write %s to %s: %s%s", value, parameter,
		    strerror(errno), errno == ENOENT ? "; load warpcrypt.ko" : "");
	close(fd);
}

static char choice_before[32];

/* At exit, so also after die(). */
static void restore_choice(void)
{
	int fd = open(CHOICE, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, choice_before, strlen(choice_before)) < 0)
		progress("%s stays what it is: %s", CHOICE, strerror(errno));
	close(fd);
}

/*
 * Set the parameter that says who does requests: "auto", "software", "offload"; NULL:
 * what it was at the start, as at exit, also after a signal (device_run() ends then). Exits with a
 * message if it cannot be set.
 */
void module_set_choice(const char *choice)
{
	if (!*choice_before) {
		if (!choice)
			return;
		if (!read_line(CHOICE, choice_before, sizeof(choice_before)))
			die("cannot read %s; load warpcrypt.ko", CHOICE);
		atexit(restore_choice);
		catch_signals();
	}
	set(CHOICE, choice ? choice : choice_before);
}
