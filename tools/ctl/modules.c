// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ctl/root.h"

/**
 * modules_kernel() - the version of the running kernel
 * @release: filled in
 * @size: bytes of @release
 *
 * Return: 0 or a negative errno
 */
int modules_kernel(char *release, size_t size)
{
	return root_word(release, size, "/proc/sys/kernel/osrelease");
}

/**
 * modules_loaded() - is a module loaded, or built in?
 * @name: as lsmod shows it
 */
bool modules_loaded(const char *name)
{
	return root_exists("/sys/module/%s", name);
}

/* Has modules.dep or modules.builtin of @release a file of this name? */
static bool listed(const char *release, const char *list, const char *name)
{
	char *text = root_text("/lib/modules/%s/%s", release, list);
	char pattern[80];
	bool found;

	if (!text)
		return false;
	snprintf(pattern, sizeof(pattern), "/%.60s.ko", name);
	found = strstr(text, pattern);
	free(text);
	return found;
}

/**
 * modules_installed() - does modprobe find a module?
 * @release: for this version of the kernel
 * @name: as lsmod shows it; ours have the same file names
 */
bool modules_installed(const char *release, const char *name)
{
	return listed(release, "modules.dep", name) ||
	       listed(release, "modules.builtin", name);
}

/* Has the kernel @release a package of its own, or is it gone but for ours? */
static bool kernel_installed(const char *release)
{
	return root_exists("/lib/modules/%s/modules.builtin", release);
}

/*
 * Lists in @others kernels but for @release: those that have the module @name,
 * or installed ones that do not (@lacking).
 */
static bool list_kernels(const char *release, const char *name, bool lacking,
			 char *others, size_t size)
{
	DIR *d = root_dir("/lib/modules");
	size_t len = 0;
	struct dirent *e;

	*others = '\0';
	if (!d)
		return false;
	while ((e = readdir(d))) {
		if (*e->d_name == '.' || !strcmp(e->d_name, release) ||
		    modules_installed(e->d_name, name) == lacking ||
		    (lacking && !kernel_installed(e->d_name)))
			continue;
		if (len + strlen(e->d_name) + 2 > size)
			break;
		len += snprintf(others + len, size - len, "%s%s",
				len ? " " : "", e->d_name);
	}
	closedir(d);
	return len;
}

/**
 * modules_elsewhere() - is a module installed for other kernels?
 * @release: not for this one
 * @name: as lsmod shows it
 * @others: their versions, with spaces between them
 * @size: bytes of @others
 */
bool modules_elsewhere(const char *release, const char *name, char *others,
		       size_t size)
{
	return list_kernels(release, name, false, others, size);
}

/**
 * modules_lacking() - are kernels installed that do not have a module?
 * @name: as lsmod shows it
 * @others: their versions, with spaces between them
 * @size: bytes of @others
 */
bool modules_lacking(const char *name, char *others, size_t size)
{
	return list_kernels("", name, true, others, size);
}
