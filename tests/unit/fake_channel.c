// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/fake_channel.h"

#include <errno.h>
#include <string.h>
#include <time.h>

struct fake fake = {
	.lock = PTHREAD_MUTEX_INITIALIZER,
};

/* Waits on it end by the clock that is never set. */
static void __attribute__((constructor)) make_change(void)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&fake.change, &attr);
	pthread_condattr_destroy(&attr);
}

static struct timespec soon(long long ns)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	ns += t.tv_nsec;
	t.tv_sec += ns / 1000000000;
	t.tv_nsec = ns % 1000000000;
	return t;
}

/* As at the beginning: no threads are in here. */
void fake_reset(void)
{
	memset(fake.ready, 0, sizeof(fake.ready));
	memset(fake.held, 0, sizeof(fake.held));
	memset(fake.commits, 0, sizeof(fake.commits));
	fake.refuse = 0;
	fake.interrupt = 0;
	fake.dead = false;
	fake.fills = 0;
	fake.idles = 0;
	fake.enters = 0;
	fake.queues = 0;
	fake.pauses = 0;
	fake.releases = 0;
	fake.knowing = 0;
}

/* The next ENTER that fetches gets this frame. */
void fake_offer(const struct warpcrypt_frame *frame)
{
	pthread_mutex_lock(&fake.lock);
	fake.frame[frame->index] = *frame;
	fake.frame[frame->index].id = 1000 + frame->index;
	fake.ready[frame->index] = true;
	pthread_cond_broadcast(&fake.change);
	pthread_mutex_unlock(&fake.lock);
}

static bool came_back(uint32_t index, unsigned int commits)
{
	return fake.commits[index] >= commits;
}

static bool is_held(uint32_t index, unsigned int unused)
{
	(void)unused;
	return fake.held[index];
}

static bool asked_for_fill(uint32_t unused, unsigned int fills)
{
	(void)unused;
	return fake.fills >= fills;
}

static bool named_queues(uint32_t unused, unsigned int queues)
{
	(void)unused;
	return fake.queues == queues;
}

/* Until it is so; false after two minutes. */
static bool wait_until(bool (*is_so)(uint32_t index, unsigned int count),
		       uint32_t index, unsigned int count)
{
	struct timespec end = soon(120000000000ll);
	int ret = 0;

	pthread_mutex_lock(&fake.lock);
	while (!is_so(index, count) && !ret)
		ret = pthread_cond_timedwait(&fake.change, &fake.lock, &end);
	pthread_mutex_unlock(&fake.lock);
	return !ret;
}

/* Wait until a frame was committed @commits times. */
bool fake_wait(uint32_t index, unsigned int commits)
{
	return wait_until(came_back, index, commits);
}

/* Wait until the helper has a frame. */
bool fake_wait_held(uint32_t index)
{
	return wait_until(is_held, index, 0);
}

/* Wait until ENTER was called with a fill @fills times. */
bool fake_wait_fills(unsigned int fills)
{
	return wait_until(asked_for_fill, 0, fills);
}

/* Wait until ENTER was called for exactly these queues, a bit for each. */
bool fake_wait_queues(unsigned int queues)
{
	return wait_until(named_queues, 0, queues);
}

static bool knows(uint32_t unused, unsigned int calls)
{
	(void)unused;
	return fake.knowing >= calls;
}

/* Keys have lost their slots; the helper does not know yet. */
void fake_release(void)
{
	pthread_mutex_lock(&fake.lock);
	fake.releases++;
	fake.knowing = 0;
	pthread_cond_broadcast(&fake.change);
	pthread_mutex_unlock(&fake.lock);
}

/* Wait until ENTER was called so often with the last number of releases. */
bool fake_wait_knowing(unsigned int calls)
{
	return wait_until(knows, 0, calls);
}

/* The attachment ends. */
void fake_die(void)
{
	pthread_mutex_lock(&fake.lock);
	fake.dead = true;
	pthread_cond_broadcast(&fake.change);
	pthread_mutex_unlock(&fake.lock);
}

static void take_commits(struct warpcrypt_enter *e)
{
	const struct warpcrypt_commit *c = (void *)(uintptr_t)e->commit_addr;
	uint32_t i;

	for (i = 0; i < e->commit_count; i++) {
		uint64_t index = c[i].id - 1000;

		if (index >= FAKE_FRAMES || !fake.held[index] || fake.refuse) {
			fake.refuse -= !!fake.refuse;
			e->refused++;
			continue;
		}
		fake.held[index] = false;
		fake.status[index] = c[i].status;
		fake.commits[index]++;
		e->committed++;
	}
	pthread_cond_broadcast(&fake.change);
}

static bool hand_out(struct warpcrypt_enter *e)
{
	struct warpcrypt_frame *f = (void *)(uintptr_t)e->fetch_addr;
	int i;

	for (i = 0; i < FAKE_FRAMES; i++) {
		if (!fake.ready[i])
			continue;
		fake.ready[i] = false;
		fake.held[i] = true;
		*f = fake.frame[i];
		e->fetched = 1;
		pthread_cond_broadcast(&fake.change);
		return true;
	}
	return false;
}

/* Signals do not end a wait in here: so waits are short. */
#define WAIT_MAX_NS	200000000ll

static int enter_locked(struct warpcrypt_enter *e)
{
	struct timespec end = soon(e->timeout_ns < WAIT_MAX_NS ?
				   e->timeout_ns : WAIT_MAX_NS);
	int ret = 0;

	fake.enters++;
	fake.queues |= 1u << e->queue;
	pthread_cond_broadcast(&fake.change);
	if (fake.dead)
		return -ESHUTDOWN;
	if (e->fetch_max) {
		fake.fills += !!e->fill;
		fake.idles += !e->fill;
	}
	take_commits(e);
	if (e->refused)
		return -ESTALE;
	if (fake.interrupt && e->fetch_max) {
		fake.interrupt--;
		return -EINTR;
	}
	if (e->flags & WARPCRYPT_ENTER_RELEASES &&
	    e->releases == fake.releases) {
		fake.knowing++;
		pthread_cond_broadcast(&fake.change);
	}
	while (e->fetch_max && !fake.dead && !hand_out(e) && !ret &&
	       !(e->flags & WARPCRYPT_ENTER_RELEASES &&
		 e->releases != fake.releases))
		ret = pthread_cond_timedwait(&fake.change, &fake.lock, &end);
	fake.pauses += e->fetch_max && !e->fetched;
	return fake.dead && !e->fetched ? -ESHUTDOWN : 0;
}

int wc_channel_enter(struct wc_channel *channel, struct warpcrypt_enter *enter)
{
	int ret;

	(void)channel;
	pthread_mutex_lock(&fake.lock);
	ret = enter_locked(enter);
	enter->releases = fake.releases;
	pthread_mutex_unlock(&fake.lock);
	return ret;
}
