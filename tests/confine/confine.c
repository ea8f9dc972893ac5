// SPDX-License-Identifier: GPL-2.0-only
/*
 * confine: runs a program with the restrictions of warpcryptd.service, where there is no
 * systemd. See usage(). To find out what CUDA needs, in containers with a GPU.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/keyctl.h>
#include <pwd.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/confine/filters.h"
#include "tests/confine/places.h"

/* As env(1) does it: no exit status of the program. */
#define CANNOT		125

#define SETTINGS_MAX	128
#define LINE		1024

static void usage(FILE *to)
{
	fputs("Usage: confine [OPTION...] -- PROGRAM [ARGUMENT...]\n"
	      "\n"
	      "Runs PROGRAM with the restrictions of a unit of systemd, as root; prints for each what became of it.\n"
	      "\n"
	      "  --unit=FILE        the unit                  (default: packaging/warpcryptd.service.in)\n"
	      "  --user=NAME        in place of the unit's    (default: nobody)\n"
	      "  --without=SETTING  leave out this one; can be repeated\n"
	      "\n"
	      "Settings that would hide the current directory are left out. Exit status: PROGRAM's; 125 if it did not run.\n",
	      to);
}

static const char *unit = "packaging/warpcryptd.service.in", *user = "nobody";
static const char *without[SETTINGS_MAX];
static int withouts;

static struct {
	char name[LINE];
	char value[LINE];
} settings[SETTINGS_MAX];
static int count;

static void cannot(const char *what, const char *which)
{
	fprintf(stderr, "confine: %s: %s\n", what, which);
	exit(CANNOT);
}

/* --- what a setting does: 0 or a negative errno */

static int set_limit(int which, const char *value)
{
	rlim_t n = strcmp(value, "infinity") ? strtoul(value, NULL, 10) : RLIM_INFINITY;
	struct rlimit limit = { n, n };

	return setrlimit(which, &limit) ? -errno : 0;
}

static int limit_memlock(const char *value) { return set_limit(RLIMIT_MEMLOCK, value); }
static int limit_core(const char *value) { return set_limit(RLIMIT_CORE, value); }

static int set_oom(const char *value)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		ret = -errno;
	if (fd >= 0)
		close(fd);
	return ret;
}

static int set_umask(const char *value)
{
	umask((mode_t)strtoul(value, NULL, 8));
	return 0;
}

static int new_keyring(const char *value)
{
	(void)value;
	return syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0 ? -errno : 0;
}

static int no_network(const char *value)
{
	(void)value;
	return unshare(CLONE_NEWNET) ? -errno : 0;
}

/* Is @cap in a list such as "CAP_SYS_ADMIN CAP_IPC_LOCK"? */
static bool listed(const char *list, cap_value_t cap)
{
	char copy[LINE], *word, *rest = copy;
	cap_value_t one;

	snprintf(copy, sizeof(copy), "%s", list);
	while ((word = strsep(&rest, " ")))
		if (!cap_from_name(word, &one) && one == cap)
			return true;
	return false;
}

static int bound_capabilities(const char *value)
{
	cap_value_t cap;

	for (cap = 0; cap < cap_max_bits(); cap++)
		if (!listed(value, cap) && cap_get_bound(cap) > 0 && cap_drop_bound(cap))
			return -errno;
	return 0;
}

static int become_user(const char *value)
{
	const struct passwd *p = getpwnam(user);

	(void)value;
	if (!p)
		return -ENOENT;
	if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) || setgroups(0, NULL) ||
	    setresgid(p->pw_gid, p->pw_gid, p->pw_gid) ||
	    setresuid(p->pw_uid, p->pw_uid, p->pw_uid))
		return -errno;
	return 0;
}

/* Those, as far as this process has them, and no others; the program keeps them. */
static int keep_capabilities(const char *value)
{
	cap_t had = cap_get_proc(), caps = cap_init();
	cap_flag_value_t has;
	cap_value_t cap;
	int ret = 0;

	for (cap = 0; cap < cap_max_bits(); cap++) {
		if (!listed(value, cap))
			continue;
		if (cap_get_flag(had, cap, CAP_PERMITTED, &has) || !has) {
			ret = -EPERM;
			continue;
		}
		cap_set_flag(caps, CAP_PERMITTED, 1, &cap, CAP_SET);
		cap_set_flag(caps, CAP_INHERITABLE, 1, &cap, CAP_SET);
		cap_set_flag(caps, CAP_EFFECTIVE, 1, &cap, CAP_SET);
	}
	if (cap_set_proc(caps))
		ret = -errno;
	for (cap = 0; cap < cap_max_bits(); cap++)
		if (!cap_get_flag(caps, cap, CAP_PERMITTED, &has) && has &&
		    cap_set_ambient(cap, CAP_SET))
			ret = -errno;
	cap_free(caps);
	cap_free(had);
	return ret;
}

static int no_new_privileges(const char *value)
{
	(void)value;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? -errno : 0;
}

/*
 * In this order. Without a function: filters.c or places.c does it. What one forbids, no
 * later one may need; and what is empty is to stay writable.
 */
static const struct {
	const char *name;
	int (*apply)(const char *value);
} order[] = {
	{ "OOMScoreAdjust", set_oom },
	{ "LimitMEMLOCK", limit_memlock },
	{ "LimitCORE", limit_core },
	{ "UMask", set_umask },
	{ "KeyringMode", new_keyring },
	{ "PrivateNetwork", no_network },
	{ "ProtectProc", NULL },
	{ "ProtectSystem", NULL },
	{ "TemporaryFileSystem", NULL },
	{ "ProtectHome", NULL },
	{ "ProtectKernelTunables", NULL },
	{ "ProtectControlGroups", NULL },
	{ "CapabilityBoundingSet", bound_capabilities },
	{ "User", become_user },
	{ "AmbientCapabilities", keep_capabilities },
	{ "NoNewPrivileges", no_new_privileges },
	{ "ProtectHostname", NULL },
	{ "ProtectKernelModules", NULL },
	{ "ProtectKernelLogs", NULL },
	{ "RestrictAddressFamilies", NULL },
	{ "RestrictNamespaces", NULL },
	{ "RestrictRealtime", NULL },
	{ "RestrictSUIDSGID", NULL },
	{ "LockPersonality", NULL },
	{ "MemoryDenyWriteExecute", NULL },
	{ "SystemCallFilter", NULL },
};

#define ORDER	(sizeof(order) / sizeof(order[0]))

/*
 * Settings of the unit that restrict nothing, or are part of others here: filters are for
 * native calls and say EPERM; without a network, addresses do not matter.
 */
static const char *const others[] = {
	"Type", "NotifyAccess", "KillMode", "TimeoutStopSec", "WatchdogSec", "EnvironmentFile",
	"ExecStartPre", "ExecStart", "Restart", "RestartSec", "RestartPreventExitStatus",
	"RuntimeDirectory", "RuntimeDirectoryMode", "Group", "RemoveIPC", "IPAddressDeny",
	"SystemCallArchitectures", "SystemCallErrorNumber",
};

#define OTHERS	(sizeof(others) / sizeof(others[0]))

static bool is_known(const char *name)
{
	size_t i;

	for (i = 0; i < ORDER; i++)
		if (!strcmp(order[i].name, name))
			return true;
	for (i = 0; i < OTHERS; i++)
		if (!strcmp(others[i], name))
			return true;
	return false;
}

/* The settings of [Service]. */
static void read_unit(void)
{
	FILE *f = fopen(unit, "re");
	bool service = false;
	char line[LINE], *equals;

	if (!f)
		cannot(unit, strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = 0;
		if (line[0] == '[')
			service = !strcmp(line, "[Service]");
		equals = strchr(line, '=');
		if (!service || !equals || line[0] == '#' || count == SETTINGS_MAX)
			continue;
		*equals = 0;
		if (!is_known(line))
			cannot("a setting that it does not know", line);
		snprintf(settings[count].name, LINE, "%s", line);
		snprintf(settings[count++].value, LINE, "%s", equals + 1);
	}
	fclose(f);
}

/* Its last value; NULL: the unit has none. */
static const char *value_of(const char *name)
{
	const char *value = NULL;
	int i;

	for (i = 0; i < count; i++)
		if (!strcmp(settings[i].name, name))
			value = settings[i].value;
	return value && strcmp(value, "no") ? value : NULL;
}

static bool is_left_out(const char *name)
{
	int i;

	for (i = 0; i < withouts; i++)
		if (!strcmp(without[i], name))
			return true;
	return false;
}

static int apply(size_t i, const char *value)
{
	if (order[i].apply)
		return order[i].apply(value);
	return places_know(order[i].name) ? places_apply(order[i].name) :
					    filters_apply(order[i].name);
}

static void try_setting(size_t i)
{
	const char *name = order[i].name, *value = value_of(name);
	int ret;

	if (!value)
		return;
	if (is_left_out(name)) {
		fprintf(stderr, "confine: %-24s left out\n", name);
		return;
	}
	ret = apply(i, value);
	if (ret == -EBUSY)
		fprintf(stderr, "confine: %-24s left out: the current directory is there\n", name);
	else
		fprintf(stderr, "confine: %-24s %s%s\n", name, ret ? "not here: " : "applied",
			ret ? strerror(-ret) : "");
}

/* Returns the index of the program's name. */
static int parse(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (!strcmp(argv[i], "--help")) {
			usage(stdout);
			exit(0);
		}
		if (!strncmp(argv[i], "--unit=", 7))
			unit = argv[i] + 7;
		else if (!strncmp(argv[i], "--user=", 7))
			user = argv[i] + 7;
		else if (!strncmp(argv[i], "--without=", 10) && is_known(argv[i] + 10) &&
			 withouts < SETTINGS_MAX)
			without[withouts++] = argv[i] + 10;
		else
			cannot("no such option or setting; --help lists options", argv[i]);
	}
	if (i + 1 >= argc)
		cannot("no program", "give -- PROGRAM");
	return i + 1;
}

int main(int argc, char **argv)
{
	int program = parse(argc, argv);
	size_t i;

	read_unit();
	for (i = 0; i < ORDER; i++)
		try_setting(i);
	execvp(argv[program], argv + program);
	cannot(argv[program], strerror(errno));
}
