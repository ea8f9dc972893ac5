// SPDX-License-Identifier: GPL-2.0-only
/*
 * release.so, for LD_PRELOAD: uname() with a version of three numbers, in
 * programs that have libkcapi. (modprobe needs the version as it is.)
 *
 * libkcapi (1.4.0 and 1.5.1) wants three and refuses to work on a kernel that
 * is called 7.3-amd64, as Debian calls candidates for a release.
 */
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char kcapi_cipher_init[] __attribute__((weak));

int uname(struct utsname *name)
{
	int ret = syscall(SYS_uname, name), two = 0;
	char rest[sizeof(name->release)], *end;

	if (ret || !kcapi_cipher_init ||
	    sscanf(name->release, "%*u.%*u%n", &two) < 0 || !two ||
	    name->release[two] == '.')
		return ret;
	end = name->release + two;
	strcpy(rest, end);
	snprintf(end, sizeof(name->release) - two, ".0%s", rest);
	return 0;
}
