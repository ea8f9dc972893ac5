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

/* To open the device and to pin the arena, for every attachment. */
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
 * wc_harden() - prepare the process, before the engine and the threads
 *
 * IO flusher: when the kernel allocates memory for this process, it does not
 * wait for IO, because the IO may wait for this process. No core dumps and no
 * ptrace by other users: keys and plaintext are in this memory. Threads inherit
 * all of this. Called once.
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

/**
 * wc_harden_report() - one warning for each refusal in wc_harden()
 *
 * A function of its own, called when the engine is open: if that fails, its
 * error is the only message.
 */
void wc_harden_report(void)
{
	unsigned int i;

	for (i = 0; i < refused; i++)
		wc_log(WC_LOG_WARNING, "%s (%s)", refusals[i].what,
		       strerror(refusals[i].error));
}

/**
 * wc_lock_memory() - lock the process into memory
 * @future: lock later mappings too. Must be false with CUDA, whose driver
 *	reserves address space that must not be populated. Ignored if wc_harden()
 *	could not raise the limit
 */
void wc_lock_memory(bool future)
{
	struct rlimit limit;

	/* Stacks of threads are mapped without CAP_IPC_LOCK: the limit applies. */
	if (getrlimit(RLIMIT_MEMLOCK, &limit) ||
	    limit.rlim_cur != RLIM_INFINITY)
		future = false;
	if (mlockall(MCL_CURRENT | (future ? MCL_FUTURE : 0)))
		wc_log(WC_LOG_WARNING,
		       "memory is not locked: raise RLIMIT_MEMLOCK or run with CAP_IPC_LOCK (%s)",
		       strerror(errno));
}

static int set_caps(bool effective)
{
	cap_t caps = cap_init();
	int ret = -1;

	if (!caps)
		return -1;
	if (!cap_set_flag(caps, CAP_PERMITTED, KEPT, kept, CAP_SET) &&
	    (!effective ||
	     !cap_set_flag(caps, CAP_EFFECTIVE, KEPT, kept, CAP_SET)))
		ret = cap_set_proc(caps);
	cap_free(caps);
	return ret;
}

/**
 * wc_caps_limit() - drop all capabilities but the two that attaching needs
 *
 * Drops them from the bounding set as well. Called once, when the engine is open
 * and before there are workers.
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
	if (set_caps(true))
		wc_log(WC_LOG_DEBUG, "capabilities stay as they are (%s)",
		       strerror(errno));
}

/**
 * wc_caps_raise() - make the two capabilities effective, or not
 * @on: true only while opening and attaching; threads that are started while
 *	they are not effective do not have them
 */
void wc_caps_raise(bool on)
{
	if (set_caps(on))
		wc_log(WC_LOG_DEBUG, "capabilities stay as they are (%s)",
		       strerror(errno));
}
