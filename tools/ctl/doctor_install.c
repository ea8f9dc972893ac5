// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor's checks of what is installed: modules, the device, algorithms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "kmod/uapi/warpcrypt_ciphers.h"
#include "tools/ctl/af_alg.h"
#include "tools/ctl/checks.h"
#include "tools/ctl/modules.h"
#include "tools/ctl/root.h"

#define LOCKDOWN	"/sys/kernel/security/lockdown"

/* Is the kernel locked down as far as @how? */
static bool locked_down(const char *how)
{
	char line[128], chosen[32];

	snprintf(chosen, sizeof(chosen), "[%s]", how);
	return !root_word(line, sizeof(line), LOCKDOWN) && strstr(line, chosen);
}

/* Is the module loaded, or could it be? */
void doctor_check_module(struct doctor *d)
{
	char others[256];

	if (d->driver.loaded)
		doctor_fine(d, "module", "the module is loaded");
	else if (modules_installed(d->release, "warpcrypt"))
		doctor_problem(d, "module-not-loaded",
			       "modprobe warpcrypt; if that fails, dmesg says why. To have it loaded at boot: /etc/modules-load.d",
			       "the module is installed for this kernel (%s), but not loaded",
			       d->release);
	else if (modules_elsewhere(d->release, "warpcrypt", false, others, sizeof(others)))
		doctor_problem(d, "module-for-another-kernel",
			       "build it for this kernel: dkms autoinstall (this needs the kernel's header package), or make modules KDIR=; or boot the other kernel",
			       "the module is installed for %s, but not for the running kernel, %s",
			       others, d->release);
	else
		doctor_problem(d, "module-missing",
			       "install the package warpcrypt-dkms, or build and install the module from its source",
			       "the module warpcrypt is installed for no kernel");
}

/* Does lockdown forbid what is needed? */
void doctor_check_lockdown(struct doctor *d)
{
	bool all = locked_down("confidentiality");

	if (all && !driver_is_live(&d->driver))
		doctor_problem(d, "lockdown",
			       "boot without lockdown=confidentiality, or go on without a helper: all is done in software",
			       "the kernel is locked down (confidentiality): no process may see keys, so no helper can attach");
	else if ((all || locked_down("integrity")) && !d->driver.loaded)
		doctor_problem(d, "lockdown-modules",
			       "sign the module and enrol its key: mokutil --import; dkms signs with its own key",
			       "the kernel is locked down: it loads only signed modules");
	else
		doctor_fine(d, "lockdown", "lockdown is not in the way");
}

/* Does user @uid have a helper's name, as the packages make it? */
static bool is_helpers_user(uid_t uid)
{
	char *text = root_text("/etc/passwd"), *rest = text, *line;
	unsigned int number;
	bool found = false;

	while (!found && (line = strsep(&rest, "\n")))
		found = sscanf(line, "warpcrypt:%*[^:]:%u:", &number) == 1 && number == uid;
	free(text);
	return found;
}

/* Is /dev/warpcrypt what it should be? */
void doctor_check_device(struct doctor *d)
{
	unsigned int major, minor;
	char number[32];
	struct stat st;

	if (root_word(number, sizeof(number), ROOT_DEVICE "/dev") ||
	    sscanf(number, "%u:%u", &major, &minor) != 2)
		return;
	if (root_stat(&st, "/dev/warpcrypt"))
		doctor_problem(d, "device-missing",
			       "is devtmpfs mounted at /dev, and does udev run? By hand: mknod -m 600 /dev/warpcrypt c with these numbers",
			       "/dev/warpcrypt is missing; it is device %s", number);
	else if (!S_ISCHR(st.st_mode) || st.st_rdev != makedev(major, minor))
		doctor_problem(d, "device-wrong",
			       "remove it and load the module again, or make it by mknod -m 600 with these numbers",
			       "/dev/warpcrypt is not device %s", number);
	else if (st.st_mode & 0077 || (st.st_uid && !is_helpers_user(st.st_uid)))
		doctor_problem(d, "device-open-to-others",
			       "chmod 600 /dev/warpcrypt; chown it to root, or to the service's user warpcrypt; look for a udev rule that changes it",
			       "/dev/warpcrypt has mode %o and owner %u: it should be root's or the service's alone",
			       st.st_mode & 0777, st.st_uid);
	else
		doctor_fine(d, "device", "/dev/warpcrypt is there, for %s alone",
			    st.st_uid ? "the service" : "root");
}

/* Can the kernel's own software do a cipher, or can ours be loaded? */
static bool has_software(const struct doctor *d, const char *cipher)
{
	char name[64], module[64];
	size_t i;

	snprintf(name, sizeof(name), "ecb(%s)", cipher);
	for (i = 0; i < d->algs.count; i++)
		if (!strcmp(d->algs.all[i].name, name) &&
		    !crypto_is_ours(&d->algs.all[i]))
			return true;
	snprintf(module, sizeof(module), "%s_ct", cipher);
	return root_exists("/sys/module/%s", module) || modules_installed(d->release, module);
}

/* Is there software for each cipher? AES is the kernel's own. */
void doctor_check_software(struct doctor *d)
{
#define NAME(_NAME, _name, ...) #_name,
	static const char *const ciphers[] = { WARPCRYPT_CIPHERS(NAME) };
#undef NAME
	char missing[256] = "";
	size_t i, len = 0;

	for (i = 0; i < sizeof(ciphers) / sizeof(ciphers[0]); i++)
		if (strcmp(ciphers[i], "aes") && !has_software(d, ciphers[i]))
			len += snprintf(missing + len, sizeof(missing) - len,
					" %s_ct", ciphers[i]);
	if (!len)
		doctor_fine(d, "software", "there is software for every cipher");
	else
		doctor_problem(d, "software-missing",
			       "install the package warpcrypt-dkms or warpcrypt-ct-dkms for this kernel; then depmod -a",
			       "modules with the ciphers in software are missing:%s; volumes in these ciphers cannot be opened",
			       missing);
}

/*
 * Do other kernels have the ciphers in software? Only of machines on which the running kernel
 * has them.
 */
void doctor_check_kernels(struct doctor *d)
{
	char others[256];

	if (!modules_installed(d->release, "warpcrypt_ct"))
		return;
	if (modules_elsewhere(d->release, "warpcrypt_ct", true, others, sizeof(others)))
		doctor_problem(d, "kernel-without-modules",
			       "do not boot it if volumes need them; dkms install -k with its version says why they are missing",
			       "kernels without the modules with the ciphers in software: %s",
			       others);
	else
		doctor_fine(d, "kernels", "every installed kernel has the ciphers in software");
}

/*
 * What can programs have through AF_ALG? A restriction is the administrator's choice, or the
 * kernel's, and no problem.
 */
void doctor_check_af_alg(struct doctor *d)
{
	static const char lift[] = "To lift it: sysctl " AF_ALG_LEVEL
		"=0; share/warpcrypt/warpcrypt-af-alg.conf says how to keep it so";

	switch (af_alg_level(d->release)) {
	case AF_ALG_NO_LEVEL:
		break;
	case AF_ALG_OPEN:
		doctor_fine(d, "af-alg", "AF_ALG takes every name (" AF_ALG_LEVEL " is 0)");
		break;
	case AF_ALG_LISTED:
		doctor_fine(d, "af-alg",
			    "AF_ALG takes few names, of ours only AES (" AF_ALG_LEVEL
			    " is 1): kcapi-enc, cryptsetup benchmark and cryptsetup with VeraCrypt's volumes do not get the other ciphers; dm-crypt and sockets for key agreement work, and warpcryptctl tcrypt opens such volumes. %s",
			    lift);
		break;
	case AF_ALG_OFF:
		doctor_fine(d, "af-alg",
			    "AF_ALG is off (" AF_ALG_LEVEL
			    " is 2): kcapi-enc, cryptsetup benchmark and sockets for key agreement fail; dm-crypt works, and warpcryptctl tcrypt opens VeraCrypt's volumes. %s",
			    lift);
		break;
	}
}

/* Are the algorithms registered, and tested? */
void doctor_check_algorithms(struct doctor *d)
{
	unsigned int count = 0, failed = 0;
	const char *first = NULL;
	size_t i;

	for (i = 0; i < d->algs.count; i++) {
		if (!crypto_is_ours(&d->algs.all[i]))
			continue;
		count++;
		if (!strcmp(d->algs.all[i].selftest, "passed"))
			continue;
		failed++;
		first = first ? first : d->algs.all[i].driver;
	}
	if (failed)
		doctor_problem(d, "self-tests",
			       "dmesg says which test failed; report it. The software is used by its driver name: xts-kuznyechik-ct",
			       "%u of %u algorithms have not passed the kernel's self-tests: %s",
			       failed, count, first);
	else if (!count)
		doctor_problem(d, "not-registered",
			       "with register=attach they come with the first helper; otherwise dmesg says why not",
			       "the module has registered no algorithm");
	else
		doctor_fine(d, "algorithms", "%u algorithms are registered and tested",
			    count);
}
