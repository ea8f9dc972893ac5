// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tools/gpu/guest_slots.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/gpu/guest_keeper.h"

/* Interrupts an ENTER that is being cancelled. */
#define CANCEL_SIGNAL	SIGRTMIN

static int open_device(struct guest_slots *slots)
{
	if (*slots->device >= 0)
		return -EBUSY;
	*slots->device = open(slots->path, O_RDWR | O_CLOEXEC);
	return *slots->device < 0 ? -errno : 0;
}

static int close_device(struct guest_slots *slots)
{
	if (*slots->device >= 0)
		close(*slots->device);
	*slots->device = -1;
	return 0;
}

static int attach(struct guest_slots *slots, struct bridge_slot *slot)
{
	struct warpcrypt_attach attach = slot->attach;
	int ret;

	if (*slots->device < 0)
		return -ENOTCONN;
	if (!slots->mem->arena || attach.arena_len != slots->mem->arena_len)
		return -EINVAL;
	attach.arena_addr = (uintptr_t)slots->mem->arena;
	if (ioctl(*slots->device, WARPCRYPT_IOC_ATTACH, &attach))
		return -errno;
	slot->attach = attach;
	/* The pages are pinned now: a page that moved did so before. */
	ret = guest_arena_check(slots->mem);
	if (ret)
		close_device(slots);
	return ret;
}

static int enter(struct guest_slots *slots, struct bridge_slot *slot)
{
	struct warpcrypt_enter enter = slot->enter;
	int ret;

	if (*slots->device < 0)
		return -ENOTCONN;
	enter.commit_addr = (uintptr_t)slot->commits;
	enter.fetch_addr = (uintptr_t)slot->frames;
	ret = ioctl(*slots->device, WARPCRYPT_IOC_ENTER, &enter) ? -errno : 0;
	slot->enter = enter;
	return ret;
}

static int set_rates(struct guest_slots *slots, struct bridge_slot *slot)
{
	struct warpcrypt_rates rates = slot->rates;

	if (*slots->device < 0)
		return -ENOTCONN;
	if (rates.count > BRIDGE_RATES_MAX)
		return -EINVAL;
	rates.addr = (uintptr_t)slot->rate;
	return ioctl(*slots->device, WARPCRYPT_IOC_RATES, &rates) ? -errno : 0;
}

static int retire(struct guest_slots *slots, const struct bridge_slot *slot)
{
	struct warpcrypt_retire arg = slot->retire;

	if (*slots->device < 0)
		return -ENOTCONN;
	return ioctl(*slots->device, WARPCRYPT_IOC_RETIRE, &arg) ? -errno : 0;
}

/* A module without a state file is taken to be live. */
static int live(const struct guest_slots *slots)
{
	const char *name = strrchr(slots->path, '/');
	char path[256], state[32] = "";
	FILE *file;
	bool said;

	snprintf(path, sizeof(path), "/sys/class/misc/%s/state",
		 name ? name + 1 : slots->path);
	file = fopen(path, "re");
	if (!file)
		return 1;
	said = fgets(state, sizeof(state), file);
	fclose(file);
	return said && !strncmp(state, "live", 4);
}

static int serve(struct guest_slots *slots, struct bridge_slot *slot)
{
	switch (slot->op) {
	case BRIDGE_OP_OPEN:
		return open_device(slots);
	case BRIDGE_OP_ARENA:
		return guest_arena(slots->mem, slots->mem->shared->directory.arena_len);
	case BRIDGE_OP_ATTACH:
		return attach(slots, slot);
	case BRIDGE_OP_ENTER:
		return enter(slots, slot);
	case BRIDGE_OP_CLOSE:
		return close_device(slots);
	case BRIDGE_OP_LIVE:
		return live(slots);
	case BRIDGE_OP_RATES:
		return set_rates(slots, slot);
	case BRIDGE_OP_RETIRE:
		return retire(slots, slot);
	}
	return -ENOSYS;
}

/* Sleeps until a doorbell, which may be spurious. */
static void wait_for_doorbell(int line)
{
	char bytes[64];

	if (read(line, bytes, sizeof(bytes)) <= 0 && errno != EINTR)
		sleep(1);	/* the line is broken: do not spin */
}

static void serve_slot(struct guest_slot *self)
{
	const char doorbell = BRIDGE_DOORBELL;
	struct bridge_slot *slot = self->slot;
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, CANCEL_SIGNAL);
	pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
	for (;;) {
		bridge_store(&slot->guest_sleeps, 1);
		if (bridge_load(&slot->state) != BRIDGE_SLOT_CALLED) {
			wait_for_doorbell(self->line);
			continue;
		}
		bridge_store(&slot->guest_sleeps, 0);
		slot->result = serve(self->all, slot);
		bridge_store(&slot->state, BRIDGE_SLOT_DONE);
		if (bridge_load(&slot->helper_sleeps) &&
		    write(self->line, &doorbell, 1) != 1)
			continue;	/* the helper checks again after SLEEP_MS */
	}
}

static void *slot_thread(void *arg)
{
	serve_slot(arg);
	return NULL;
}

/*
 * A process that shares the open files: the device is opened later. It ends with the
 * bridge.
 */
static int start_process(struct guest_slot *slot, pid_t parent)
{
	slot->process = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, NULL,
				       NULL, NULL, NULL);
	if (slot->process < 0)
		return -errno;
	if (slot->process)
		return 0;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	guest_rename("bridge-slot");
	if (getppid() == parent)
		serve_slot(slot);
	_exit(0);
}

static int start_slot(struct guest_slot *slot, int number)
{
	if (number == BRIDGE_SLOT_CONTROL)
		return -pthread_create(&slot->thread, NULL, slot_thread, slot);
	return start_process(slot, getpid());
}

static void do_nothing(int signal)
{
	(void)signal;
}

/*
 * Start the thread and the processes, which run until the process ends. The caller has all signals
 * blocked, and no other thread; @path stays the caller's, @lines are open and raw. 0 or a negative
 * errno.
 */
int guest_slots_start(struct guest_slots *slots, struct guest_memory *mem,
		      const char *path, const int lines[BRIDGE_SLOTS])
{
	struct sigaction action = { .sa_handler = do_nothing };
	struct guest_slot *slot;
	int i;
	int ret;

	slots->mem = mem;
	slots->path = path;
	slots->device = mmap(NULL, sizeof(*slots->device), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (slots->device == MAP_FAILED)
		return -errno;
	*slots->device = -1;
	/* Without SA_RESTART: the signal must interrupt a system call. */
	if (sigaction(CANCEL_SIGNAL, &action, NULL))
		return -errno;
	/* The thread last: a process is a copy of one that has none. */
	for (i = BRIDGE_SLOTS - 1; i >= 0; i--) {
		slot = &slots->slot[i];
		slot->all = slots;
		slot->slot = &mem->shared->slots[i];
		slot->line = lines[i];
		ret = start_slot(slot, i);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Interrupt the calls that the helper cancels. What has not entered the system call yet is not
 * interrupted; the helper asks again.
 */
void guest_slots_cancel(struct guest_slots *slots)
{
	struct guest_slot *slot;

	for (slot = slots->slot; slot < slots->slot + BRIDGE_SLOTS; slot++) {
		if (!bridge_load(&slot->slot->cancel) ||
		    bridge_load(&slot->slot->state) != BRIDGE_SLOT_CALLED)
			continue;
		if (slot->process)
			kill(slot->process, CANCEL_SIGNAL);
		else
			pthread_kill(slot->thread, CANCEL_SIGNAL);
	}
}
