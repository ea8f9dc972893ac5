// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/confine/filters.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE	AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE	AUDIT_ARCH_AARCH64
#else
#error "name this architecture"
#endif

#define NAMESPACES	(CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWNS | \
			 CLONE_NEWPID | CLONE_NEWUSER | CLONE_NEWUTS)

/* What SystemCallFilter= allows: made by tests/confine/allowed. */
static const int allowed[] = {
#include "allowed-calls.h"
};

/* When a system call fails. */
struct rule {
	const char *setting;	/* whose rule it is */
	int call;		/* the system call */
	int arg;		/* which of its arguments decides; -1: none, it always fails */
	unsigned int mask;	/* those bits of it */
	unsigned int value;	/* what they must be; 0: any of @mask */
	bool not;		/* fails if they are not @value */
	int error;		/* errno */
};

#define ALWAYS(setting, call, error)	{ setting, call, -1, 0, 0, false, error }
#define SUID	(S_ISUID | S_ISGID)

static const struct rule rules[] = {
	{ "MemoryDenyWriteExecute", __NR_mmap, 2, PROT_WRITE | PROT_EXEC, PROT_WRITE | PROT_EXEC,
	  false, EPERM },
	{ "MemoryDenyWriteExecute", __NR_mprotect, 2, PROT_EXEC, PROT_EXEC, false, EPERM },
	{ "MemoryDenyWriteExecute", __NR_pkey_mprotect, 2, PROT_EXEC, PROT_EXEC, false, EPERM },
	{ "MemoryDenyWriteExecute", __NR_shmat, 2, SHM_EXEC, SHM_EXEC, false, EPERM },
	{ "RestrictAddressFamilies", __NR_socket, 0, ~0u, AF_UNIX, true, EAFNOSUPPORT },
	{ "RestrictNamespaces", __NR_unshare, 0, NAMESPACES, 0, false, EPERM },
	{ "RestrictNamespaces", __NR_clone, 0, NAMESPACES, 0, false, EPERM },
	ALWAYS("RestrictNamespaces", __NR_setns, EPERM),
	/* Its flags are in memory. The C library uses clone() then. */
	ALWAYS("RestrictNamespaces", __NR_clone3, ENOSYS),
	{ "RestrictRealtime", __NR_sched_setscheduler, 1, ~0u, SCHED_FIFO, false, EPERM },
	{ "RestrictRealtime", __NR_sched_setscheduler, 1, ~0u, SCHED_RR, false, EPERM },
	{ "RestrictRealtime", __NR_sched_setscheduler, 1, ~0u, 6 /* DEADLINE */, false, EPERM },
	{ "RestrictSUIDSGID", __NR_fchmod, 1, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_fchmodat, 2, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_mkdirat, 2, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_mknodat, 2, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_openat, 3, SUID, 0, false, EPERM },
	ALWAYS("RestrictSUIDSGID", __NR_openat2, ENOSYS),
#ifdef __NR_open
	{ "RestrictSUIDSGID", __NR_chmod, 1, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_creat, 1, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_mkdir, 1, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_mknod, 1, SUID, 0, false, EPERM },
	{ "RestrictSUIDSGID", __NR_open, 2, SUID, 0, false, EPERM },
#endif
	{ "LockPersonality", __NR_personality, 0, ~0u, 0, true, EPERM },
	ALWAYS("ProtectHostname", __NR_sethostname, EPERM),
	ALWAYS("ProtectHostname", __NR_setdomainname, EPERM),
	ALWAYS("ProtectKernelModules", __NR_init_module, EPERM),
	ALWAYS("ProtectKernelModules", __NR_finit_module, EPERM),
	ALWAYS("ProtectKernelModules", __NR_delete_module, EPERM),
	ALWAYS("ProtectKernelLogs", __NR_syslog, EPERM),
};

#define RULES	(sizeof(rules) / sizeof(rules[0]))

static struct sock_filter code[4096];
static unsigned short length;

static void put(struct sock_filter instruction)
{
	code[length++] = instruction;
}

static void load(size_t offset)
{
	put((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned int)offset));
}

static void result(unsigned int what)
{
	put((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* Skip @yes instructions if what was loaded is @value, else @no. */
static void jump(unsigned int value, unsigned char yes, unsigned char no)
{
	put((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no));
}

/* Calls of other architectures fail. */
static void begin(void)
{
	length = 0;
	load(offsetof(struct seccomp_data, arch));
	jump(NATIVE, 1, 0);
	result(SECCOMP_RET_ERRNO | EPERM);
}

static int install(void)
{
	const struct sock_fprog program = { length, code };

	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) ? -errno : 0;
}

/* Of an argument's lower half: little-endian. */
static void put_rule(const struct rule *r)
{
	load(offsetof(struct seccomp_data, nr));
	if (r->arg < 0) {
		jump((unsigned int)r->call, 0, 1);
	} else {
		jump((unsigned int)r->call, 0, 4);
		load(offsetof(struct seccomp_data, args) + 8 * (size_t)r->arg);
		put((struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, r->mask));
		/* Without a value: not zero. */
		if (r->not || !r->value)
			jump(r->value, 1, 0);
		else
			jump(r->value, 0, 1);
	}
	result(SECCOMP_RET_ERRNO | (unsigned int)r->error);
}

static void put_allowed(void)
{
	size_t i;

	load(offsetof(struct seccomp_data, nr));
	for (i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
		jump((unsigned int)allowed[i], 0, 1);
		result(SECCOMP_RET_ALLOW);
	}
	/* SystemCallErrorNumber= */
	result(SECCOMP_RET_ERRNO | EPERM);
}

/*
 * Forbid what a setting forbids, to this process for ever: 0 or a negative errno.
 * SystemCallFilter must be the last: it forbids seccomp().
 */
int filters_apply(const char *setting)
{
	size_t i;

	begin();
	if (!strcmp(setting, "SystemCallFilter")) {
		put_allowed();
		return install();
	}
	for (i = 0; i < RULES; i++)
		if (!strcmp(rules[i].setting, setting))
			put_rule(&rules[i]);
	result(SECCOMP_RET_ALLOW);
	return install();
}
