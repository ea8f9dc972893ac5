// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/modules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ctl/root.h"

/* The version of the running kernel. Returns 0 or a negative errno. */
int modules_kernel(char *release, size_t size)
{
	return root_word(release, size, "/proc/sys/kernel/osrelease");
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

/* Does modprobe find a module? @name: as lsmod shows it; ours have the same file names. */
bool modules_installed(const char *release, const char *name)
{
	return listed(release, "modules.dep", name) ||
	       listed(release, "modules.builtin", name);
}

/*
 * Are there kernels but for @release that have a module, with its name as lsmod shows it, or
 * installed ones that do not (@lacking)? Their versions are in @others, with spaces between them.
 */
bool modules_elsewhere(const char *release, const char *name, bool lacking, char *others,
		       size_t size)
{
	DIR *d = root_dir("/lib/modules");
	size_t len = 0;
	struct dirent *e;

	*others = '\0';
	if (!d)
		return false;
	while ((e = readdir(d))) {
		/* Without a package of its own a kernel is gone but for our modules. */
		if (*e->d_name == '.' || !strcmp(e->d_name, release) ||
		    modules_installed(e->d_name, name) == lacking ||
		    (lacking && !root_exists("/lib/modules/%s/modules.builtin", e->d_name)))
			continue;
		if (len + strlen(e->d_name) + 2 > size)
			break;
		len += snprintf(others + len, size - len, "%s%s",
				len ? " " : "", e->d_name);
	}
	closedir(d);
	return len;
}
