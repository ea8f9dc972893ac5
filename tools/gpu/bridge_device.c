// SPDX-License-Identifier: GPL-2.0-only
#include "tools/gpu/bridge_device.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tools/gpu/bridge.h"
#include "tools/gpu/ram.h"

/*
 * The longest sleep before the slot is checked without a doorbell (ms); the
 * second one while a call is being cancelled, when each check rings again.
 */
#define SLEEP_MS	1000
#define CANCEL_MS	10
/* How long to poll a slot before sleeping, if there are CPUs for the guest and its users, too. */
#define SPIN_NS		200000u
#define SPIN_CPUS	4
/* With more threads than slots some would wait for a slot. */
#define THREADS_MAX	(BRIDGE_SLOTS - 1)

/* A helper's channel through the bridge. */
struct bridge {
	struct ram ram;			/* the guest's RAM; inherited, stays open */
	struct bridge_memory *memory;	/* what the guest shares */
	int lines[BRIDGE_SLOTS];	/* the line of each slot, a socket; inherited, stays open */
	int control;	/* the control line, for doorbells that ask to cancel a call */
	uint64_t spin_ns;		/* how long to poll a slot before sleeping */
	void *arena;			/* the mapped arena, or NULL */
	size_t arena_len;		/* bytes */
	pthread_mutex_t control_lock;	/* protects slot BRIDGE_SLOT_CONTROL */
	pthread_mutex_t lock;		/* protects @free_slots and @free_count */
	pthread_cond_t freed;		/* signalled when a slot becomes free */
	/* A stack of the slots for ENTER that no thread uses. */
	uint32_t free_slots[BRIDGE_SLOTS];
	uint32_t free_count;
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void ring(int line)
{
	const char doorbell = BRIDGE_DOORBELL;

	/* A full socket has doorbells that the guest will read. */
	while (send(line, &doorbell, 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 &&
	       errno == EINTR)
		;
}

/* Tells the processor that this is a polling loop. */
static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield" ::: "memory");
#endif
}

/* Polls a slot for @spin_ns. Returns whether its call is done. */
static bool spin(const struct bridge *bridge, const struct bridge_slot *slot)
{
	uint64_t end = now_ns() + bridge->spin_ns;
	int i;

	do {
		for (i = 0; i < 64; i++) {
			if (bridge_load(&slot->state) == BRIDGE_SLOT_DONE)
				return true;
			relax();
		}
	} while (now_ns() < end);
	return false;
}

/* Sleeps until a slot's call is done. A signal cancels the call. */
static int sleep_for(const struct bridge *bridge, struct bridge_slot *slot,
		     int line)
{
	struct pollfd wait = { .fd = line, .events = POLLIN };
	bool cancel = false;
	char bytes[64];
	int n;

	bridge_store(&slot->helper_sleeps, 1);
	while (bridge_load(&slot->state) != BRIDGE_SLOT_DONE) {
		if (cancel) {
			bridge_store(&slot->cancel, 1);
			ring(bridge->control);
		}
		n = poll(&wait, 1, cancel ? CANCEL_MS : SLEEP_MS);
		if (n < 0 && errno == EINTR)
			cancel = true;
		if (n > 0 && !recv(line, bytes, sizeof(bytes), MSG_DONTWAIT))
			return -ESHUTDOWN;	/* the guest has ended */
	}
	bridge_store(&slot->helper_sleeps, 0);
	return 0;
}

/* Calls @op in the guest, with the arguments in slot @i, which the caller owns. */
static int call(struct bridge *bridge, uint32_t i, enum bridge_op op)
{
	struct bridge_slot *slot = &bridge->memory->slots[i];
	int ret;

	slot->op = op;
	bridge_store(&slot->cancel, 0);
	bridge_store(&slot->state, BRIDGE_SLOT_CALLED);
	if (bridge_load(&slot->guest_sleeps))
		ring(bridge->lines[i]);
	if (!spin(bridge, slot)) {
		ret = sleep_for(bridge, slot, bridge->lines[i]);
		if (ret)
			return ret;
	}
	return slot->result;
}

static uint32_t take_slot(struct bridge *bridge)
{
	uint32_t slot;

	pthread_mutex_lock(&bridge->lock);
	while (!bridge->free_count)
		pthread_cond_wait(&bridge->freed, &bridge->lock);
	slot = bridge->free_slots[--bridge->free_count];
	pthread_mutex_unlock(&bridge->lock);
	return slot;
}

static void give_slot(struct bridge *bridge, uint32_t slot)
{
	pthread_mutex_lock(&bridge->lock);
	bridge->free_slots[bridge->free_count++] = slot;
	pthread_cond_signal(&bridge->freed);
	pthread_mutex_unlock(&bridge->lock);
}

/* The slot for everything but ENTER, until give_control(). */
static struct bridge_slot *take_control(struct bridge *bridge)
{
	pthread_mutex_lock(&bridge->control_lock);
	return &bridge->memory->slots[BRIDGE_SLOT_CONTROL];
}

static void give_control(struct bridge *bridge)
{
	pthread_mutex_unlock(&bridge->control_lock);
}

/*
 * wc_channel_ops.enter. If more than BRIDGE_SLOTS threads call, some wait for a
 * slot. A signal to a thread that sleeps here cancels the call.
 */
static int bridge_enter(void *remote, struct warpcrypt_enter *enter)
{
	const __u64 commit_addr = enter->commit_addr;
	const __u64 fetch_addr = enter->fetch_addr;
	struct bridge *bridge = remote;
	struct bridge_slot *slot;
	uint32_t i;
	int ret;

	if (enter->commit_count > WARPCRYPT_ENTER_MAX ||
	    enter->fetch_max > WARPCRYPT_ENTER_MAX)
		return -EINVAL;
	i = take_slot(bridge);
	slot = &bridge->memory->slots[i];
	slot->enter = *enter;
	if (enter->commit_count)
		memcpy(slot->commits, (const void *)(uintptr_t)commit_addr,
		       enter->commit_count * sizeof(slot->commits[0]));
	ret = call(bridge, i, BRIDGE_OP_ENTER);
	*enter = slot->enter;
	enter->commit_addr = commit_addr;
	enter->fetch_addr = fetch_addr;
	if (enter->fetched > enter->fetch_max) {
		enter->fetched = 0;
		ret = -ESHUTDOWN;
	}
	if (enter->fetched)
		memcpy((void *)(uintptr_t)fetch_addr, slot->frames,
		       enter->fetched * sizeof(slot->frames[0]));
	give_slot(bridge, i);
	return ret;
}

/*
 * wc_channel_ops.attach. The guest replaces the arena's address by its own.
 * -EXDEV: pages of the arena moved in the guest before they were pinned.
 */
static int bridge_attach(void *remote, struct warpcrypt_attach *attach)
{
	const __u64 address = attach->arena_addr;
	struct bridge *bridge = remote;
	struct bridge_slot *slot = take_control(bridge);
	int ret;

	slot->attach = *attach;
	ret = call(bridge, BRIDGE_SLOT_CONTROL, BRIDGE_OP_ATTACH);
	*attach = slot->attach;
	attach->arena_addr = address;
	give_control(bridge);
	return ret;
}

/* wc_channel_ops.rates: the first ones, as many as fit. */
static int bridge_rates(void *remote, const struct warpcrypt_rates *rates)
{
	const struct warpcrypt_rate *from = (void *)(uintptr_t)rates->addr;
	struct bridge *bridge = remote;
	struct bridge_slot *slot = take_control(bridge);
	int ret;

	slot->rates = *rates;
	if (slot->rates.count > BRIDGE_RATES_MAX)
		slot->rates.count = BRIDGE_RATES_MAX;
	memcpy(slot->rate, from, slot->rates.count * sizeof(*from));
	ret = call(bridge, BRIDGE_SLOT_CONTROL, BRIDGE_OP_RATES);
	give_control(bridge);
	return ret;
}

/* wc_channel_ops.retire */
static int bridge_retire(void *remote, const struct warpcrypt_retire *retire)
{
	struct bridge *bridge = remote;
	int ret;

	take_control(bridge)->retire = *retire;
	ret = call(bridge, BRIDGE_SLOT_CONTROL, BRIDGE_OP_RETIRE);
	give_control(bridge);
	return ret;
}

static int simple_call(struct bridge *bridge, enum bridge_op op)
{
	int ret;

	take_control(bridge);
	ret = call(bridge, BRIDGE_SLOT_CONTROL, op);
	give_control(bridge);
	return ret;
}

/* wc_device_kind.live */
static bool bridge_live(const struct wc_channel *channel)
{
	return simple_call(channel->remote, BRIDGE_OP_LIVE) == 1;
}

/* Maps @len bytes of the guest: the pages that it will give to its module. */
static int map_arena(struct bridge *bridge, size_t len, struct wc_error *err)
{
	size_t pages_len = len / BRIDGE_PAGE * sizeof(*bridge->memory->list);
	uint32_t *pages;
	int ret;

	if (len > BRIDGE_ARENA_MAX)
		return wc_fail(err, -EINVAL,
			       "an arena of %zu MiB cannot go over the bridge: give fewer or smaller frames, for %llu MiB at most",
			       len >> 20, BRIDGE_ARENA_MAX >> 20);
	bridge->memory->directory.arena_len = len;
	ret = simple_call(bridge, BRIDGE_OP_ARENA);
	if (ret)
		return wc_fail(err, ret,
			       "the guest has no %zu MiB for the arena: give fewer or smaller frames, or the guest more memory (%s)",
			       len >> 20, strerror(-ret));
	/* The guest can change its list between a check and a use. */
	pages = malloc(pages_len);
	if (!pages)
		return wc_fail(err, -ENOMEM, "out of memory");
	memcpy(pages, bridge->memory->list, pages_len);
	bridge->arena = ram_map_pages(&bridge->ram, pages, len / BRIDGE_PAGE, err);
	ret = bridge->arena ? 0 : -errno;
	free(pages);
	bridge->arena_len = len;
	return ret;
}

/*
 * wc_device_kind.arena. The pages that are mapped here are those that the guest
 * gives to its module. wc_channel_close() unmaps them here.
 */
static int bridge_arena(struct wc_channel *channel,
			const struct wc_geometry *geo,
			struct wc_mapping *arena, struct wc_error *err)
{
	struct bridge *bridge = channel->remote;
	size_t len;
	int ret;

	memset(arena, 0, sizeof(*arena));
	ret = wc_geometry_check(geo, err);
	if (ret)
		return ret;
	len = wc_mapping_len(geo);
	ret = map_arena(bridge, len, err);
	if (ret)
		return ret;
	return wc_mapping_use(arena, geo, bridge->arena, len, err);
}

/* Reads DIR/session, which bridge-host has written. */
static int read_session(struct bridge *bridge, uint32_t *directory,
			uint64_t *cookie, const char *dir, struct wc_error *err)
{
	char path[4096];
	FILE *file;
	int i, n;

	snprintf(path, sizeof(path), "%s/session", dir);
	file = fopen(path, "r");
	if (!file)
		return wc_fail(err, -errno,
			       "cannot read %s: %s; warpcryptd-bridge is for tools/vm/gpu-run, which starts it",
			       path, strerror(errno));
	n = fscanf(file,
		   "ram %d directory %" SCNx32 " cookie %" SCNx64
		   " control %d slots",
		   &bridge->ram.fd, directory, cookie, &bridge->control);
	for (i = 0; n == 4 && i < BRIDGE_SLOTS; i++)
		if (fscanf(file, "%d", &bridge->lines[i]) != 1)
			n = 0;
	fclose(file);
	if (n != 4)
		return wc_fail(err, -EPROTO, "%s is not a bridge's session",
			       path);
	return 0;
}

static void unmap_all(struct bridge *bridge)
{
	if (bridge->arena)
		munmap(bridge->arena, bridge->arena_len);
	ram_unmap_memory(bridge->memory);
	pthread_cond_destroy(&bridge->freed);
	pthread_mutex_destroy(&bridge->lock);
	pthread_mutex_destroy(&bridge->control_lock);
	free(bridge);
}

static int open_error(int code, struct wc_error *err)
{
	if (code == -ENOENT || code == -ENXIO || code == -ENODEV)
		return wc_fail(err, code,
			       "the device is not there in the guest: load the module (modprobe warpcrypt)");
	return wc_fail(err, code, "the guest cannot open the device: %s",
		       strerror(-code));
}

static int open_session(struct bridge *bridge, const char *dir,
			struct wc_error *err)
{
	uint32_t directory;
	uint64_t cookie;
	int i, ret;

	ret = read_session(bridge, &directory, &cookie, dir, err);
	if (!ret)
		ret = ram_use(&bridge->ram, bridge->ram.fd, err);
	if (ret)
		return ret;
	bridge->memory = ram_map_memory(&bridge->ram, directory, cookie, err);
	if (!bridge->memory)
		return -errno;
	for (i = 0; i < BRIDGE_SLOTS; i++) {
		if (i != BRIDGE_SLOT_CONTROL)
			bridge->free_slots[bridge->free_count++] = i;
		fcntl(bridge->lines[i], F_SETFD, FD_CLOEXEC);
	}
	fcntl(bridge->control, F_SETFD, FD_CLOEXEC);
	fcntl(bridge->ram.fd, F_SETFD, FD_CLOEXEC);
	bridge->spin_ns = sysconf(_SC_NPROCESSORS_ONLN) >= SPIN_CPUS ? SPIN_NS : 0;
	ret = simple_call(bridge, BRIDGE_OP_OPEN);
	return ret ? open_error(ret, err) : 0;
}

/* wc_channel_ops.close. No thread is in a call, and no engine uses the arena. */
static void bridge_close(void *remote)
{
	struct bridge *bridge = remote;

	simple_call(bridge, BRIDGE_OP_CLOSE);
	unmap_all(bridge);
}

static const struct wc_channel_ops bridge_ops = {
	.attach = bridge_attach,
	.enter = bridge_enter,
	.rates = bridge_rates,
	.retire = bridge_retire,
	.close = bridge_close,
};

/*
 * wc_device_kind.open, of the directory with the session that bridge-host has
 * made. After wc_channel_close() it may be opened again.
 */
static int bridge_open(struct wc_channel *channel, const char *dir,
		       struct wc_error *err)
{
	struct bridge *bridge = calloc(1, sizeof(*bridge));
	int ret;

	memset(channel, 0, sizeof(*channel));
	if (!bridge)
		return wc_fail(err, -ENOMEM, "no memory");
	pthread_mutex_init(&bridge->control_lock, NULL);
	pthread_mutex_init(&bridge->lock, NULL);
	pthread_cond_init(&bridge->freed, NULL);
	ret = open_session(bridge, dir, err);
	if (ret)
		unmap_all(bridge);
	else
		wc_channel_open_remote(channel, dir, &bridge_ops, bridge);
	return ret;
}

const struct wc_device_kind bridge_device = {
	.threads_max = THREADS_MAX,
	.open = bridge_open,
	.arena = bridge_arena,
	.live = bridge_live,
};
