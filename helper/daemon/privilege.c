// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nothing here is fatal. What the kernel refuses makes the helper less robust,
 * but not wrong; each refusal is one warning.
 */
#include "helper/daemon/privilege.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "helper/daemon/log.h"

#ifndef PR_SET_IO_FLUSHER
#define PR_SET_IO_FLUSHER	57
#endif

/* To open the device and to pin the arena. */
static const cap_value_t kept[] = { CAP_SYS_ADMIN, CAP_IPC_LOCK };

#define KEPT	((int)(sizeof(kept) / sizeof(kept[0])))

/* What the kernel refused to wc_harden(), for wc_harden_report(). */
static struct {
	const char *what;
	int error;
} refusals[4];
static unsigned int refused;

static void refuse(const char *what)
{
	refusals[refused].what = what;
	refusals[refused++].error = errno;
}

static void exempt_from_oom(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "-1000", 5) != 5)
		refuse("not exempt from the OOM killer: run with CAP_SYS_RESOURCE");
	if (fd >= 0)
		close(fd);
}

/**
 * wc_harden() - prepare the supervisor, before there are other processes
 *
 * IO flusher: when the kernel allocates memory for this process, it does not
 * wait for IO, because the IO may wait for this process. No core dumps and no
 * ptrace by other users: keys and plaintext are in an engine's memory. Threads and
 * processes inherit all of this. Called once.
 */
void wc_harden(void)
{
	struct rlimit no_core = { 0, 0 };
	struct rlimit memlock = { RLIM_INFINITY, RLIM_INFINITY };

	if (prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0))
		refuse("not an IO flusher, swap through warpcrypt may hang: run with CAP_SYS_RESOURCE");
	exempt_from_oom();
	if (setrlimit(RLIMIT_CORE, &no_core) ||
	    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
		refuse("core dumps may hold keys");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		refuse("no_new_privs refused");
	/* No warning: with CAP_IPC_LOCK the limit does not apply. */
	if (setrlimit(RLIMIT_MEMLOCK, &memlock))
		wc_log(WC_LOG_DEBUG, "RLIMIT_MEMLOCK stays as it is (%s)",
		       strerror(errno));
}

/*
 * One warning for each refusal in wc_harden(). Called when an engine is live: if that fails, its
 * error is the only message.
 */
void wc_harden_report(void)
{
	unsigned int i;

	for (i = 0; i < refused; i++)
		wc_log(WC_LOG_WARNING, "%s (%s)", refusals[i].what,
		       strerror(refusals[i].error));
}

/* Stacks of threads are mapped without CAP_IPC_LOCK: the limit applies. */
static bool may_lock_all(void)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_MEMLOCK, &limit) &&
	       limit.rlim_cur == RLIM_INFINITY;
}

/**
 * wc_lock_memory() - lock the process into memory
 * @on_fault: lock what is mapped later page by page, as it is used, and not all
 *	of it at once. For CUDA, whose driver reserves address space that must
 *	not be populated
 *
 * Later mappings stay unlocked if wc_harden() could not raise the limit.
 */
void wc_lock_memory(bool on_fault)
{
	int future = may_lock_all() ? MCL_FUTURE : 0;

	if (mlockall(MCL_CURRENT | (on_fault ? 0 : future)) ||
	    (on_fault && future && mlockall(MCL_FUTURE | MCL_ONFAULT)))
		wc_log(WC_LOG_WARNING,
		       "memory is not locked: raise RLIMIT_MEMLOCK or run with CAP_IPC_LOCK (%s)",
		       strerror(errno));
}

static void keep_as_is(int ret)
{
	if (ret)
		wc_log(WC_LOG_DEBUG, "capabilities stay as they are (%s)",
		       strerror(errno));
}

/*
 * Make all permitted capabilities effective, for a process that is about to open an engine; or
 * none, for the supervisor, which only hands them on to its processes.
 */
void wc_caps_effective(bool on)
{
	cap_t caps = cap_get_proc();
	cap_flag_value_t has;
	cap_value_t cap;
	int ret = 0;

	if (!caps) {
		keep_as_is(-1);
		return;
	}
	cap_clear_flag(caps, CAP_EFFECTIVE);
	for (cap = 0; on && cap < cap_max_bits(); cap++)
		if (!cap_get_flag(caps, cap, CAP_PERMITTED, &has) && has)
			ret |= cap_set_flag(caps, CAP_EFFECTIVE, 1, &cap,
					    CAP_SET);
	if (!ret)
		ret = cap_set_proc(caps);
	keep_as_is(ret);
	cap_free(caps);
}

/* Have no capabilities but these, permitted and effective. */
static int set_caps(const cap_value_t *caps, int count)
{
	cap_t set = cap_init();
	int ret = -1;

	if (!set)
		return -1;
	if (!count ||
	    (!cap_set_flag(set, CAP_PERMITTED, count, caps, CAP_SET) &&
	     !cap_set_flag(set, CAP_EFFECTIVE, count, caps, CAP_SET)))
		ret = cap_set_proc(set);
	cap_free(set);
	return ret;
}

/*
 * Drop all capabilities but the two that attaching needs, from the bounding set as well. Called
 * once, when the engine is open and before there are workers.
 */
void wc_caps_limit(void)
{
	cap_value_t cap;

	for (cap = 0; cap < cap_max_bits(); cap++) {
		if (cap == kept[0] || cap == kept[1])
			continue;
		/* Without CAP_SETPCAP the process has few capabilities. */
		if (cap_drop_bound(cap))
			break;
	}
	keep_as_is(set_caps(kept, KEPT));
}

/* Drop the last two, for ever. Called when attached, before there are workers. */
void wc_caps_drop(void)
{
	keep_as_is(set_caps(NULL, 0));
}
