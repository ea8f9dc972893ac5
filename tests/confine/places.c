// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/confine/places.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* <sys/mount.h> cannot be included beside <linux/mount.h>. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
	  const void *data);

/* What happens to a directory or file. */
struct place {
	const char *setting;	/* by which setting */
	const char *path;	/* the directory or file; one that is not there is passed over */
	/*
	 * READ_ONLY with all below it, or WRITABLE again; EMPTY: a file system in memory; CLOSED:
	 * an empty one that no user may enter; NEW_PROC: other users' processes are not seen.
	 */
	enum { READ_ONLY, WRITABLE, EMPTY, CLOSED, NEW_PROC } how;
};

static const struct place places[] = {
	{ "ProtectProc", "/proc", NEW_PROC },
	{ "ProtectSystem", "/", READ_ONLY },
	{ "ProtectSystem", "/dev", WRITABLE },
	{ "ProtectSystem", "/proc", WRITABLE },
	{ "ProtectSystem", "/sys", WRITABLE },
	{ "ProtectHome", "/home", CLOSED },
	{ "ProtectHome", "/root", CLOSED },
	{ "ProtectHome", "/run/user", CLOSED },
	{ "TemporaryFileSystem", "/tmp", EMPTY },
	{ "TemporaryFileSystem", "/var/tmp", EMPTY },
	{ "ProtectKernelTunables", "/proc/sys", READ_ONLY },
	{ "ProtectKernelTunables", "/proc/sysrq-trigger", READ_ONLY },
	{ "ProtectKernelTunables", "/proc/irq", READ_ONLY },
	{ "ProtectKernelTunables", "/proc/bus", READ_ONLY },
	{ "ProtectKernelTunables", "/proc/fs", READ_ONLY },
	{ "ProtectKernelTunables", "/sys", READ_ONLY },
	{ "ProtectControlGroups", "/sys/fs/cgroup", READ_ONLY },
};

#define PLACES	(sizeof(places) / sizeof(places[0]))

/* The programs are there, which must be reached. */
static bool is_needed(const char *path)
{
	char here[PATH_MAX];
	size_t len = strlen(path);

	return getcwd(here, sizeof(here)) && !strncmp(here, path, len) &&
	       (here[len] == '/' || !here[len]);
}

static int set_read_only(const char *path, bool on)
{
	struct mount_attr attr = {
		.attr_set = on ? MOUNT_ATTR_RDONLY : 0,
		.attr_clr = on ? 0 : MOUNT_ATTR_RDONLY,
	};

	/* A mount of its own; where it is one already, that does no harm. */
	if (on && strcmp(path, "/") && mount(path, path, NULL, MS_BIND | MS_REC, NULL))
		return -errno;
	return syscall(SYS_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &attr, sizeof(attr)) ?
		-errno : 0;
}

static int apply(const struct place *p)
{
	if (access(p->path, F_OK))
		return 0;
	if ((p->how == EMPTY || p->how == CLOSED) && is_needed(p->path))
		return -EBUSY;
	switch (p->how) {
	case READ_ONLY:
	case WRITABLE:
		return set_read_only(p->path, p->how == READ_ONLY);
	case NEW_PROC:
		return mount("proc", p->path, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
			     "hidepid=invisible") ? -errno : 0;
	default:
		return mount("tmpfs", p->path, "tmpfs", MS_NOSUID | MS_NODEV,
			     p->how == EMPTY ? "mode=1777" : "mode=0") ? -errno : 0;
	}
}

/* Mounts do not come back to the namespace that this one is a copy of. */
static int keep_mounts_here(void)
{
	return mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) ? -errno : 0;
}

/*
 * In a chroot "/" is a directory of a mount that cannot be named there, so it can neither be
 * kept here nor be made read-only. setns() leaves the chroot; then the directory is mounted on
 * itself, and is entered again.
 */
static int mount_own_root(void)
{
	int root = open("/", O_PATH | O_CLOEXEC);
	int namespace = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
	char here[PATH_MAX];
	int tree, ret;

	if (root < 0 || namespace < 0 || !getcwd(here, sizeof(here)) ||
	    setns(namespace, CLONE_NEWNS))
		return -errno;
	ret = keep_mounts_here();
	if (ret)
		return ret;
	tree = (int)syscall(SYS_open_tree, root, "",
			    AT_EMPTY_PATH | AT_RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
	if (tree < 0 ||
	    syscall(SYS_move_mount, tree, "", root, "",
		    MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) ||
	    fchdir(tree) || chroot(".") || chdir(here))
		return -errno;
	close(tree);
	close(namespace);
	close(root);
	return 0;
}

/* Once: what is mounted from now on, only this process and its children see. */
static int own_namespace(void)
{
	static bool done;
	int ret = 0;

	if (done)
		return 0;
	if (unshare(CLONE_NEWNS))
		return -errno;
	ret = keep_mounts_here();
	/* No mount. */
	if (ret == -EINVAL)
		ret = mount_own_root();
	done = !ret;
	return ret;
}

/* Is a setting about what is seen? */
bool places_know(const char *setting)
{
	size_t i;

	for (i = 0; i < PLACES; i++)
		if (!strcmp(places[i].setting, setting))
			return true;
	return false;
}

/*
 * Hide what a setting that places_know() knows hides, from this process and its children: 0 or
 * a negative errno; -EBUSY: the current directory would be hidden.
 */
int places_apply(const char *setting)
{
	int ret = own_namespace();
	size_t i;

	for (i = 0; i < PLACES && !ret; i++)
		if (!strcmp(places[i].setting, setting))
			ret = apply(&places[i]);
	return ret;
}
