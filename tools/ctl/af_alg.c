// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/af_alg.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tools/ctl/modules.h"
#include "tools/ctl/root.h"

/* How far AF_ALG is restricted. The sysctl exists while af_alg is loaded, and is 1 from then on. */
enum af_alg_level af_alg_level(const char *release)
{
	unsigned int major = 0, minor = 0;
	uint64_t level;

	if (!root_number(&level, "/proc/sys/crypto/af_alg_restrict"))
		return level > AF_ALG_OFF ? AF_ALG_OFF : level;
	if (sscanf(release, "%u.%u", &major, &minor) != 2 || major < 7 ||
	    (major == 7 && minor < 3) || !modules_installed(release, "af_alg"))
		return AF_ALG_NO_LEVEL;
	return AF_ALG_LISTED;
}

/*
 * Who may ask for a symmetric cipher at AF_ALG_LISTED: the list of crypto/algif_skcipher.c in
 * Linux 7.3.
 */
enum af_alg_users af_alg_users(const char *name)
{
	static const char *const all[] = {
		"adiantum(xchacha12,aes)", "adiantum(xchacha20,aes)",
		"hctr2(aes)", "xts(aes)", "xts(camellia)", "xts(serpent)",
		"xts(twofish)",
	};
	static const char *const admins[] = {
		"cbc(aes)", "cbc(des)", "cbc(des3_ede)", "cbc(paes)",
		"ctr(aes)", "ecb(aes)", "ecb(des)",
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(name, all[i]))
			return AF_ALG_ALL;
	for (i = 0; i < sizeof(admins) / sizeof(admins[0]); i++)
		if (!strcmp(name, admins[i]))
			return AF_ALG_ADMINS;
	return AF_ALG_NOBODY;
}
