// SPDX-License-Identifier: GPL-2.0-only
/*
 * One attachment of a helper that injects faults. One thread fetches a few
 * frames, processes them with the CPU backend, and injects faults into them. A
 * second thread scribbles (--scribble), and other processes flip (--flip).
 *
 * In a kernel, only this shows requests that end wrongly because the module believes a
 * helper: ids that are stale or foreign, any rates, an arena that changes.
 */
#include "tests/hostile/faults.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "helper/transport/mapping.h"
#include "helper/engine/backend.h"
#include "helper/transport/view.h"
#include "helper/transport/channel.h"
#include "tests/fail_nth.h"
#include "tests/splitmix.h"

#define STATE	"/sys/class/misc/warpcrypt/state"
#define BATCH	8u
/* No process has memory here. */
#define BAD_ADDRESS	64u
/* How many committed ids are kept for --stale-ids. */
#define OLD_IDS	64u

struct server {
	const struct faults *faults;
	struct wc_channel channel;
	struct wc_mapping arena;
	struct wc_backend *backend;
	struct wc_worker *worker;
	struct flip *flip;
	struct warpcrypt_engine engines[WARPCRYPT_ENGINES_MAX];
	unsigned int turn;	/* the engine that is served */
	unsigned int out;	/* those that are out of service, bits */
	bool live;
	bool scribbling;
	bool lied;
	bool unmapped;
	unsigned long count;	/* frames since the faults began */
	unsigned long full;	/* full-frame pieces in a row, of one key */
	uint32_t full_slot;
	bool dropped;
	uint64_t old[OLD_IDS];
	unsigned long old_count;
	uint64_t random;
	struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX];
	unsigned int commit_count;
};

static uint64_t draw(struct server *s)
{
	return splitmix64(&s->random);
}

static void sleep_ms(unsigned long ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&ts, &ts) && errno == EINTR)
		;
}

static bool is_live(void)
{
	char state[16] = "";
	FILE *file = fopen(STATE, "r");

	if (file) {
		if (!fgets(state, sizeof(state), file))
			state[0] = 0;
		fclose(file);
	}
	return !strncmp(state, "live", 4) || !strncmp(state, "registering", 11);
}

static void *scribble(void *data)
{
	struct server *s = data;
	uint64_t x = s->faults->seed * 0x9e3779b97f4a7c15u + 1;
	unsigned int i;

	for (;;) {
		for (i = 0; i < 4096; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			*(volatile uint64_t *)(s->arena.base +
				x % (s->arena.len / 8) * 8) = x;
		}
		count_faults(COUNT_scribbled, 4096);
		/* On a single CPU let other threads run. */
		sleep_ms(1);
	}
	return NULL;
}

/* Start the faults that begin when the device is live. */
static void go_wrong(struct server *s)
{
	pthread_t thread;

	s->live = true;
	if (s->faults->scribble && !s->scribbling)
		s->scribbling = !pthread_create(&thread, NULL, scribble, s);
	if (s->flip)
		flip_go(s->flip);
}

/* Is this frame the piece that --drop-piece does not commit? */
static bool is_dropped_piece(struct server *s, const struct wc_view *frame)
{
	struct warpcrypt_desc desc;

	if (!s->faults->drop_piece || s->dropped)
		return false;
	if (frame->requests != 1 || wc_view_desc(frame, 0, &desc) ||
	    desc.len < s->faults->frame_size - 2 * sizeof(desc)) {
		s->full = 0;
		return false;
	}
	if (s->full && s->full_slot != desc.key_slot)
		s->full = 0;
	s->full_slot = desc.key_slot;
	return ++s->full == s->faults->drop_piece;
}

/* Whether a fault of every @n frames is due. */
static bool every(const struct server *s, unsigned long n)
{
	if (!n || !s->live)
		return false;
	return s->faults->once ? s->count == n : s->count % n == 0;
}

static bool after(const struct server *s, unsigned long n)
{
	return n && s->live && s->count >= n;
}

static void give_back(struct server *s, uint64_t id, int status)
{
	if (s->commit_count == WARPCRYPT_ENTER_MAX)
		return;
	s->commits[s->commit_count].id = id;
	s->commits[s->commit_count].status = status;
	s->commits[s->commit_count++].reserved = 0;
}

/* Flips a bit of a payload, not of the gaps between payloads. */
static void flip_bit(struct server *s, const struct wc_view *frame)
{
	struct warpcrypt_desc desc;

	if (wc_view_desc(frame, draw(s) % frame->requests, &desc))
		return;
	frame->base[desc.offset + draw(s) % desc.len] ^= 1 << draw(s) % 8;
	count_faults(COUNT_wrong, 1);
}

static void serve_frame(struct server *s, const struct warpcrypt_frame *handed)
{
	const struct faults *f = s->faults;
	struct wc_view frame;
	int status = -EINVAL;

	if (s->live) {
		s->count++;
		count_faults(COUNT_served, 1);
	}
	if (!s->unmapped && !wc_view_open(&frame, &s->arena, handed)) {
		if (s->live && is_dropped_piece(s, &frame)) {
			s->dropped = true;
			count_faults(COUNT_dropped, 1);
			return;
		}
		trace_frame(&frame);
		status = s->backend->ops->process(s->worker, &frame);
		if (every(s, f->wrong_every))
			flip_bit(s, &frame);
	} else if (s->unmapped) {
		status = 0;
	}
	if (every(s, f->drop_every)) {
		count_faults(COUNT_dropped, 1);
		return;
	}
	if (every(s, f->fail_every)) {
		count_faults(COUNT_failed, 1);
		status = -EIO;
	}
	if (s->live && f->lie && draw(s) % 8 == 0) {
		count_faults(COUNT_garbage, 1);
		status = (int)draw(s);
	}
	give_back(s, handed->id, status);
	if (s->live && f->commit_twice) {
		count_faults(COUNT_twice, 1);
		give_back(s, handed->id, 0);
	}
	s->old[s->old_count++ % OLD_IDS] = handed->id;
}

static void add_wrong_ids(struct server *s)
{
	if (!s->live)
		return;
	if (s->faults->stale_ids && s->old_count > OLD_IDS) {
		count_faults(COUNT_stale, 1);
		give_back(s, s->old[draw(s) % OLD_IDS], 0);
	}
	if (s->faults->foreign_ids) {
		count_faults(COUNT_foreign, 1);
		give_back(s, draw(s) >> draw(s) % 64, 0);
	}
}

/* The rates of an engine in all modes, its own or any. Returns their number. */
static unsigned int make_rates(struct server *s, unsigned int index,
			       struct warpcrypt_rate *to)
{
	const struct engine *e = &s->faults->engine[index];
	unsigned int cipher, mode, n = 0;

	for (cipher = 0; cipher < WARPCRYPT_CIPHER_COUNT; cipher++) {
		for (mode = 0; mode < WARPCRYPT_MODE_COUNT; mode++) {
			if (!(s->engines[index].modes[cipher] &
			      WARPCRYPT_MODE_BIT(mode)))
				continue;
			to[n] = (struct warpcrypt_rate){
				.engine = (uint8_t)index,
				.cipher = (uint8_t)cipher,
				.mode = (uint8_t)mode,
				.lone_ns = e->lone_ns,
				.bytes_per_s = e->bytes_per_s,
			};
			if (s->faults->any_rates) {
				to[n].lone_ns = 1 + (uint32_t)(draw(s) % 1000000);
				to[n].bytes_per_s = WARPCRYPT_RATE_BYTES_MIN
						    << draw(s) % 30;
			}
			to[n + 1] = to[n];
			if (mode != WARPCRYPT_MODE_CTR &&
			    !wc_is_group(cipher))
				to[++n].flags = WARPCRYPT_RATE_DECRYPT;
			if (mode == WARPCRYPT_MODE_CBC && !wc_is_group(cipher))
				to[n - 1].chain_ns = e->chain_ns;
			n++;
		}
	}
	return n;
}

static int tell_rates(struct server *s)
{
	static struct warpcrypt_rate rates[WARPCRYPT_RATES_MAX];
	unsigned int i, n = 0;

	for (i = 0; i < s->faults->engines; i++)
		if (s->faults->any_rates ? draw(s) % 4 != 0 :
					   s->faults->engine[i].lone_ns != 0)
			n += make_rates(s, i, rates + n);
	if (!n && !s->faults->any_rates)
		return 0;
	count_faults(COUNT_rated, 1);
	return wc_channel_rates(&s->channel, rates, n);
}

/* Any engine that is in service, if another is. */
static void retire_one(struct server *s)
{
	unsigned int engine = (unsigned int)(draw(s) % s->faults->engines);
	unsigned int left = ~s->out & ((1u << s->faults->engines) - 1);

	if (!(left & 1u << engine) || left == 1u << engine)
		return;
	if (!wc_channel_retire(&s->channel, engine))
		count_faults(COUNT_retired, 1);
}

static void before_commit(struct server *s)
{
	const struct faults *f = s->faults;

	if (!s->live)
		return;
	if (f->delay_ms || f->jitter_ms) {
		count_faults(COUNT_late, 1);
		sleep_ms(f->delay_ms +
			 (f->jitter_ms ? draw(s) % f->jitter_ms : 0));
	}
	/* Its lies may end it after a few commits, but not before the first. */
	if (f->lie && (!s->lied || draw(s) % 4 == 0)) {
		s->lied = true;
		count_faults(COUNT_lied, 1);
		lie(s->channel.fd, &s->random);
	}
	if (after(s, f->die_after)) {
		count_faults(COUNT_died, 1);
		raise(SIGKILL);
	}
	if (after(s, f->fork_after)) {
		count_faults(COUNT_forked, 1);
		if (!fork()) {
			sleep_ms(20000);
			_exit(0);
		}
		raise(SIGKILL);
	}
	if (after(s, f->unmap_after) && !s->unmapped && !s->scribbling) {
		munmap(s->arena.base, s->arena.len);
		s->unmapped = true;
		count_faults(COUNT_unmapped, 1);
	}
	if (after(s, f->hold_after)) {
		count_faults(COUNT_held, s->commit_count);
		s->commit_count = 0;
	}
}

/* With --nth-fault the kernel runs into a fault, seldom enough that work gets done. */
static int enter(struct server *s, struct warpcrypt_enter *enter)
{
	int ret;

	if (s->faults->nth_fault)
		fail_nth_on(draw(s) % 16 ? 0 : 1 + draw(s) % 8);
	ret = wc_channel_enter(&s->channel, enter);
	if (s->faults->nth_fault && fail_nth_off())
		count_faults(COUNT_nth_fault, 1);
	return ret;
}

/* The next engine in service. */
static unsigned int next_engine(struct server *s)
{
	do {
		s->turn = (s->turn + 1) % s->faults->engines;
	} while (s->out & 1u << s->turn);
	return s->turn;
}

/* Serve until the attachment ends; returns the errno of its end. */
static int loop(struct server *s)
{
	struct warpcrypt_frame frames[BATCH];
	unsigned int i;
	int ret;

	for (;;) {
		struct warpcrypt_enter request = {
			.commit_addr = (uintptr_t)s->commits,
			.commit_count = s->commit_count,
			.fetch_addr = s->faults->bounce ? BAD_ADDRESS : (uintptr_t)frames,
			/* With several queues one frame, so that the queue served has more. */
			.fetch_max = s->faults->queues > 1 ? 1 : BATCH,
			.queue = next_engine(s) * s->faults->queues,
			.fill = (uint32_t)s->faults->fill,
			/* One thread for all engines. */
			.timeout_ns = s->faults->fill ? -1 : s->faults->engines > 1 ?
				      500 * 1000 : 100 * 1000 * 1000,
		};

		ret = enter(s, &request);
		s->commit_count = 0;
		if (ret == -ESHUTDOWN || ret == -EBADMSG || ret == -ENOTCONN ||
		    ret == -EBADF)
			return ret;
		if (!s->live && (s->faults->from_start || is_live()))
			go_wrong(s);
		if (ret && ret != -ESTALE && ret != -EINTR && ret != -ENODEV &&
		    !(s->faults->bounce && ret == -EFAULT))
			return ret;
		if (ret == -ENODEV)
			s->out |= 1u << s->turn;
		/* The module has retired the last one, and is about to say so. */
		if (s->out == (1u << s->faults->engines) - 1)
			return -ESHUTDOWN;
		if (ret)
			continue;
		if (s->live && s->faults->any_rates)
			tell_rates(s);
		for (i = 0; i < request.fetched; i++) {
			serve_frame(s, &frames[i]);
			if (every(s, s->faults->retire_every))
				retire_one(s);
		}
		add_wrong_ids(s);
		before_commit(s);
		if (after(s, s->faults->close_after)) {
			count_faults(COUNT_closed, 1);
			wc_channel_close(&s->channel);
			return -EBADF;
		}
	}
}

/* With --flip the arena is shared with its processes. */
static int make_arena(struct server *s, const struct wc_geometry *geo,
		      struct wc_error *err)
{
	size_t len = wc_mapping_len(geo);
	void *base;

	if (!s->faults->flip)
		return wc_mapping_alloc(&s->arena, geo, err);
	s->flip = flip_start(s->faults, len, &base);
	if (!s->flip)
		return wc_fail(err, -ENOMEM, "no processes for --flip: %s",
			       strerror(errno));
	return wc_mapping_use(&s->arena, geo, base, len, err);
}

static int set_up(struct server *s, struct wc_error *err)
{
	struct wc_geometry geo = {
		.frame_size = s->faults->frame_size,
		.frame_count = s->faults->frames,
		.key_slots = s->faults->key_slots,
	};
	const struct wc_part all = { 0, s->faults->frames };
	unsigned int i;
	int ret;

	ret = make_arena(s, &geo, err);
	if (!ret)
		ret = wc_backend_cpu.open(&s->backend, 0, err);
	if (!ret)
		ret = s->backend->ops->arena_add(s->backend, &s->arena, all,
						 err);
	if (!ret)
		ret = s->backend->ops->worker_start(s->backend, &s->worker, err);
	if (ret)
		return ret;
	for (i = 0; i < s->faults->engines; i++) {
		struct warpcrypt_engine *e = &s->engines[i];

		snprintf(e->name, sizeof(e->name), "hostile%u", i);
		e->kind = s->faults->engine[i].kind;
		e->queues = (uint32_t)s->faults->queues;
		s->backend->ops->modes(e->modes);
	}
	ret = wc_channel_open(&s->channel, WARPCRYPT_DEVICE, err);
	if (ret)
		return ret;
	if (s->faults->nth_fault && !fail_nth_open())
		return wc_fail(err, -ENOSYS, "this kernel has no fail-nth");
	if (s->faults->lie)
		lie_first(&s->random);
	ret = wc_channel_attach(&s->channel, &s->arena, s->engines,
				s->faults->engines, err);
	return ret ?: tell_rates(s);
}

/*
 * Attach once and serve until the attachment ends; nothing is freed: the process ends next. 1:
 * could not attach (a message was printed); 3: the module ended the attachment; 0: this process
 * ended it.
 */
int serve(const struct faults *faults)
{
	static struct server s;
	struct wc_error err;
	int ret;

	s.faults = faults;
	s.random = faults->seed * 0x9e3779b97f4a7c15u + getpid();
	ret = set_up(&s, &err);
	if (ret) {
		fprintf(stderr, "hostile-helper: %s\n", err.text);
		return 1;
	}
	ret = loop(&s);
	fprintf(stderr, "hostile-helper: detached after %lu frames: %s\n",
		s.count, strerror(-ret));
	return ret == -EBADF ? 0 : 3;
}
