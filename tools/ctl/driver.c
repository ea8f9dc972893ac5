// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/driver.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ctl/commands.h"
#include "tools/ctl/root.h"

#define HELPER		"warpcryptd"
#define CAP_IPC_LOCK	14

/* The file has a line for each: name, kind, state. */
static void read_engines(struct driver *driver)
{
	char *text = root_text(ROOT_DEVICE "/link/engines"), *at = text, *line;

	while (text && (line = strsep(&at, "\n"))) {
		struct driver_engine *e = &driver->engines[driver->engine_count];

		if (driver->engine_count < DRIVER_ENGINES_MAX &&
		    sscanf(line, "%63s %15s %15s", e->name, e->kind,
			   e->state) == 3)
			driver->engine_count++;
	}
	free(text);
}

/*
 * Read the module's state, all zero if it is not loaded. Returns 0, then too, or a negative errno.
 */
int driver_read(struct driver *driver)
{
	const struct {
		const char *name;
		uint64_t *value;
	} numbers[] = {
		{ "generation", &driver->generation },
		{ "frames", &driver->frames },
		{ "frames_busy", &driver->frames_busy },
		{ "frame_size", &driver->frame_size },
		{ "key_slots", &driver->key_slots },
		{ "queues", &driver->queues },
	};
	size_t i;
	int err = 0;

	memset(driver, 0, sizeof(*driver));
	driver->loaded = root_exists(ROOT_MODULE);
	if (!driver->loaded)
		return 0;
	err = root_word(driver->state, sizeof(driver->state),
			ROOT_DEVICE "/state");
	for (i = 0; !err && i < sizeof(numbers) / sizeof(numbers[0]); i++)
		err = root_number(numbers[i].value, ROOT_DEVICE "/link/%s",
				  numbers[i].name);
	read_engines(driver);
	return err;
}

/* As driver_read(), and a module that is not loaded is an error; prints it. Returns an exit status. */
int driver_must_read(struct driver *driver)
{
	int err = driver_read(driver);

	if (!err && !driver->loaded)
		err = -ENOENT;
	return err ? root_fail("the module's state", err) : CTL_OK;
}

/* Are requests offloaded? */
bool driver_is_live(const struct driver *driver)
{
	return !strcmp(driver->state, "live") ||
	       !strcmp(driver->state, "registering");
}

/* Is a GPU among the engines? */
bool driver_has_gpu(const struct driver *driver)
{
	size_t i;

	for (i = 0; i < driver->engine_count; i++)
		if (!strcmp(driver->engines[i].kind, "gpu") &&
		    strcmp(driver->engines[i].state, "retired"))
			return true;
	return false;
}

/* A module parameter; empty if that fails. Returns 0 or a negative errno. */
int driver_param(char *value, size_t size, const char *name)
{
	return root_word(value, size, ROOT_MODULE "/parameters/%s", name);
}

/* The numbers of a process; false if it has ended. */
static bool read_process(struct process *p)
{
	char *status = root_text("/proc/%d/status", p->pid);
	char *limits = root_text("/proc/%d/limits", p->pid);
	bool runs = status;
	const char *at;

	p->memlock = UINT64_MAX;
	if (status && (at = strstr(status, "\nPPid:")))
		p->parent = atoi(at + strlen("\nPPid:"));
	if (status && (at = strstr(status, "\nCapPrm:")))
		p->may_lock = strtoull(at + strlen("\nCapPrm:"), NULL, 16) >>
			      CAP_IPC_LOCK & 1;
	if (limits && (at = strstr(limits, "Max locked memory"))) {
		at += strlen("Max locked memory");
		at += strspn(at, " ");
		if (isdigit((unsigned char)*at))
			p->memlock = strtoull(at, NULL, 10);
	}
	free(limits);
	free(status);
	return runs;
}

/* The processes of warpcryptd's. Returns how many there are. */
size_t driver_processes(struct process processes[DRIVER_PROCESSES_MAX])
{
	DIR *d = root_dir("/proc");
	struct dirent *e;
	size_t count = 0;
	char name[32];

	while (d && count < DRIVER_PROCESSES_MAX && (e = readdir(d))) {
		struct process p = { .pid = atoi(e->d_name) };

		if (p.pid <= 0 ||
		    root_word(name, sizeof(name), "/proc/%d/comm", p.pid) ||
		    strcmp(name, HELPER) || !read_process(&p))
			continue;
		processes[count++] = p;
	}
	if (d)
		closedir(d);
	return count;
}

/*
 * The id of the process that was started, the supervisor, whose parent is no warpcryptd; 0: none.
 */
int driver_helper(const struct process *processes, size_t count)
{
	size_t i, j;

	for (i = 0; i < count; i++) {
		for (j = 0; j < count; j++)
			if (processes[j].pid == processes[i].parent)
				break;
		if (j == count)
			return processes[i].pid;
	}
	return 0;
}
