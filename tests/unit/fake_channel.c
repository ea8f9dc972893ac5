// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/fake_channel.h"

#include <errno.h>
#include <string.h>
#include <time.h>

struct fake fake;
pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;

/* Signalled when a member of it changes. */
static pthread_cond_t change;

/* Waits on it end by the clock that is never set. */
static void __attribute__((constructor)) make_change(void)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&change, &attr);
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
	memset(&fake, 0, sizeof(fake));
}

/* The next ENTER that fetches gets this frame. */
void fake_offer(const struct warpcrypt_frame *frame)
{
	pthread_mutex_lock(&fake_lock);
	fake.frame[frame->index] = *frame;
	fake.frame[frame->index].id = 1000 + frame->index;
	fake.ready[frame->index] = true;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&fake_lock);
}

/* Wait until @count, a member of fake, is @least or more; false: after two minutes it is not. */
bool fake_wait(const unsigned int *count, unsigned int least)
{
	struct timespec end = soon(120000000000ll);
	int ret = 0;

	pthread_mutex_lock(&fake_lock);
	while (*count < least && !ret)
		ret = pthread_cond_timedwait(&change, &fake_lock, &end);
	pthread_mutex_unlock(&fake_lock);
	return !ret;
}

/* Keys have lost their slots; the helper does not know yet. */
void fake_release(void)
{
	pthread_mutex_lock(&fake_lock);
	fake.releases++;
	fake.knowing = 0;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&fake_lock);
}

/* The attachment ends. */
void fake_die(void)
{
	pthread_mutex_lock(&fake_lock);
	fake.dead = true;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&fake_lock);
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
		fake.held[index] = 0;
		fake.status[index] = c[i].status;
		fake.commits[index]++;
		e->committed++;
	}
	pthread_cond_broadcast(&change);
}

static bool hand_out(struct warpcrypt_enter *e)
{
	struct warpcrypt_frame *f = (void *)(uintptr_t)e->fetch_addr;
	int i;

	for (i = 0; i < FAKE_FRAMES; i++) {
		if (!fake.ready[i])
			continue;
		fake.ready[i] = false;
		fake.held[i] = 1;
		*f = fake.frame[i];
		e->fetched = 1;
		pthread_cond_broadcast(&change);
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
	pthread_cond_broadcast(&change);
	if (fake.dead)
		return -ESHUTDOWN;
	fake.fetches += !!e->fetch_max;
	fake.fills += !!e->fill;
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
		pthread_cond_broadcast(&change);
	}
	while (e->fetch_max && !fake.dead && !hand_out(e) && !ret &&
	       !(e->flags & WARPCRYPT_ENTER_RELEASES &&
		 e->releases != fake.releases))
		ret = pthread_cond_timedwait(&change, &fake_lock, &end);
	fake.pauses += e->fetch_max && !e->fetched;
	return fake.dead && !e->fetched ? -ESHUTDOWN : 0;
}

int wc_channel_enter(struct wc_channel *channel, struct warpcrypt_enter *enter)
{
	int ret;

	(void)channel;
	pthread_mutex_lock(&fake_lock);
	ret = enter_locked(enter);
	enter->releases = fake.releases;
	pthread_mutex_unlock(&fake_lock);
	return ret;
}
