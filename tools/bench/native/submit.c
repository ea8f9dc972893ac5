// SPDX-License-Identifier: GPL-2.0-only
/*
 * Submitters: threads that use the crypto API as dm-crypt does. A request that is not
 * done at once comes back by its callback, in any thread; when all that a submitter may
 * have are in flight, it sleeps until one is back.
 */
#include "tools/bench/native/road.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "kmod/module.h"
#include "tools/bench/util.h"

struct submitter;

/* A request that can be in flight. */
struct slot {
	struct slot *first;	/* the first of its group */
	u32 left;		/* of the first of a group: how many of it are not back */
	struct slot *next;	/* another one that is back */
	struct submitter *from;
	s64 since;		/* when it was submitted, ns */
	u8 iv[16];
	struct skcipher_request *req;	/* the request, followed by its context */
};

struct submitter {
	const struct road_job *job;
	u32 index;			/* which it is, and its CPU's number */
	pthread_t thread;
	struct crypto_skcipher *tfm;	/* NULL: it copies */
	struct slot *slots;
	struct slot *free;		/* those that are not in flight */
	struct scatterlist *in;		/* of each request's place in the sources the pages */
	struct scatterlist *out;	/* the same of the destinations */
	u32 per;			/* how many pages that are */
	u8 *bounce;			/* where it copies to and from */
	size_t bounced;			/* where in that the next copy goes */
	u64 number;			/* of the next request */
	u64 place;			/* where its data lie, in requests */
	u64 places;			/* how many there are */
	u64 in_flight;			/* how many are not back */
	u64 requests;			/* how many are complete */
	u64 failed;			/* with an error */
	s64 cpu_ns;
	/*
	 * Those that have come back since it last looked; other threads write it. Looked at only
	 * when all are in flight: each look would take it from those who write.
	 */
	struct slot *back SIM_CACHELINE;
	u32 started;			/* how many of those that were told to wait have room */
	/*
	 * Initialized once: the thread that completed the last request may still wake the
	 * submitter by it when the next job begins.
	 */
	wait_queue_head_t wait;
} SIM_CACHELINE;

/* As large as a part of an arena that a CPU's queue has. */
#define BOUNCE_BYTES	(4u << 20)

static struct submitter submitters[ROAD_SUBMITTERS_MAX];
static pthread_barrier_t barrier;
static bool over;

/* --- one request */

static void done(void *arg, int err)
{
	struct slot *slot = arg;
	struct submitter *s = slot->from;
	struct slot *head = __atomic_load_n(&s->back, __ATOMIC_RELAXED);

	if (err == -EINPROGRESS) {
		__atomic_add_fetch(&s->started, 1, __ATOMIC_SEQ_CST);
		wake_up(&s->wait);
		return;
	}
	if (err)
		__atomic_add_fetch(&s->failed, 1, __ATOMIC_RELAXED);
	do
		slot->next = head;
	while (!__atomic_compare_exchange_n(&s->back, &head, slot, true,
					    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	/* It sleeps only while there is none. */
	if (!head)
		wake_up(&s->wait);
}

static void free_group(struct submitter *s, struct slot *first)
{
	u32 i;

	if (--first->left)
		return;
	first->left = s->job->group;
	for (i = s->job->group; i-- > 0;) {
		first[i].next = s->free;
		s->free = &first[i];
	}
}

/* A request is complete. Where latency is measured, one is in flight. */
static void finish(struct submitter *s, struct slot *slot)
{
	const struct road_job *job = s->job;

	if (job->latency && s->requests < job->latency_max)
		job->latency[s->requests] = (u32)(sim_now() - slot->since);
	free_group(s, slot->first);
	s->requests++;
	s->in_flight--;
}

static void collect(struct submitter *s)
{
	struct slot *slot = __atomic_exchange_n(&s->back, NULL, __ATOMIC_ACQUIRE);

	while (slot) {
		struct slot *next = slot->next;

		finish(s, slot);
		slot = next;
	}
}

static void wait_for_one(struct submitter *s)
{
	if (!READ_ONCE(s->back))
		wait_event(s->wait, READ_ONCE(s->back));
	collect(s);
}

/* Without a division, which takes as long as a short copy. */
static u64 next_place(struct submitter *s)
{
	u64 place = s->place;

	s->number++;
	s->place = place + 1 < s->places ? place + 1 : 0;
	return place;
}

static void submit(struct submitter *s)
{
	const struct road_job *job = s->job;
	u64 place = next_place(s);
	struct slot *slot = s->free;
	u32 room = READ_ONCE(s->started);
	int err;

	s->free = slot->next;
	s->in_flight++;
	memset(slot->iv, 0, sizeof(slot->iv));
	put_unaligned_le64(place, slot->iv);
	skcipher_request_set_callback(slot->req, CRYPTO_TFM_REQ_MAY_BACKLOG,
				      done, slot);
	skcipher_request_set_crypt(slot->req, &s->in[place * s->per],
				   &s->out[place * s->per], job->size, slot->iv);
	if (job->latency)
		slot->since = sim_now();
	err = job->decrypt ? crypto_skcipher_decrypt(slot->req) :
			     crypto_skcipher_encrypt(slot->req);
	if (err == -EBUSY)
		wait_event(s->wait, READ_ONCE(s->started) != room);
	if (err == -EBUSY || err == -EINPROGRESS)
		return;
	if (err)
		__atomic_add_fetch(&s->failed, 1, __ATOMIC_RELAXED);
	finish(s, slot);
}

/* The source goes to another place, and from there to the destination. */
static void copy(struct submitter *s)
{
	const struct road_job *job = s->job;
	u64 at = next_place(s) * job->size;
	u8 *between = s->bounce + s->bounced;

	s->bounced += job->size;
	if (s->bounced + job->size > BOUNCE_BYTES)
		s->bounced = 0;
	sim_copy(between, job->src[s->index] + at, job->size);
	sim_copy(job->dst[s->index] + at, between, job->size);
	s->requests++;
}

/* --- a submitter */

static bool goes_on(const struct submitter *s)
{
	if (s->job->count)
		return s->number < s->job->count;
	return !READ_ONCE(over);
}

static void bind(u32 index)
{
	cpu_set_t all, one;
	int n, cpu;

	if (pthread_getaffinity_np(pthread_self(), sizeof(all), &all))
		return;
	n = (int)index % CPU_COUNT(&all);
	for (cpu = 0; n || !CPU_ISSET(cpu, &all); cpu++)
		n -= CPU_ISSET(cpu, &all);
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	pthread_setaffinity_np(pthread_self(), sizeof(one), &one);
}

/* One request, however soon the time is over: nothing follows from none. */
static void *submitter_main(void *arg)
{
	struct submitter *s = arg;
	s64 since;

	sim_adopt(s->index);
	bind(s->index);
	pthread_barrier_wait(&barrier);
	since = sim_thread_ns();
	do {
		while (!s->free && s->job->way != ROAD_COPY)
			wait_for_one(s);
		if (s->job->way == ROAD_COPY)
			copy(s);
		else
			submit(s);
	} while (goes_on(s));
	if (s->job->burst)
		pthread_barrier_wait(&barrier);
	while (s->in_flight)
		wait_for_one(s);
	s->cpu_ns = sim_thread_ns() - since;
	pthread_barrier_wait(&barrier);
	return NULL;
}

/* --- all of them */

static void name_alg(const struct road_job *job, char *name, size_t len)
{
	snprintf(name, len, "%s-%s-%s", job->mode, job->cipher,
		 job->way == ROAD_MODULE ? "warpcrypt" : "ct");
}

uint64_t road_submitted(void)
{
	return wc_stats_read(offsetof(struct wc_stats, events[WC_CHOICE_FORCED]) /
			     sizeof(u64), 1);
}

/* The pages of a buffer: each request begins with a list of its own. */
static struct scatterlist *pages_of(u8 *at, size_t bytes, u32 size, u32 per)
{
	size_t n = bytes / size, i;
	struct scatterlist *all = kvcalloc(n * per, sizeof(*all), GFP_KERNEL);
	u32 j, pos, len;

	for (i = 0; all && i < n; i++) {
		for (j = 0, pos = 0; pos < size; j++, pos += len) {
			u8 *from = at + i * size + pos;

			len = min(size - pos, (u32)(PAGE_SIZE - (uintptr_t)from %
						    PAGE_SIZE));
			sg_set_buf(&all[i * per + j], from, len);
		}
	}
	return all;
}

static int prepare_requests(struct submitter *s)
{
	u32 size = (u32)sizeof(struct skcipher_request) +
		   crypto_skcipher_reqsize(s->tfm), i;

	s->slots = kvcalloc(s->job->depth, sizeof(*s->slots), GFP_KERNEL);
	if (!s->slots)
		return -ENOMEM;
	for (i = 0; i < s->job->depth; i++) {
		struct slot *slot = &s->slots[i];

		slot->from = s;
		slot->req = kzalloc(size, GFP_KERNEL);
		if (!slot->req)
			return -ENOMEM;
		skcipher_request_set_tfm(slot->req, s->tfm);
		slot->first = slot - i % s->job->group;
		slot->left = 1;
	}
	for (i = 0; i < s->job->depth; i += s->job->group)
		free_group(s, &s->slots[i]);
	return 0;
}

static int prepare(struct submitter *s, const struct road_job *job, u32 index)
{
	char name[64];

	if (!s->job)
		init_waitqueue_head(&s->wait);
	memset(s, 0, offsetof(struct submitter, wait));
	s->job = job;
	s->index = index;
	s->places = job->bytes / job->size;
	if (job->way == ROAD_COPY) {
		s->bounce = kzalloc(max(BOUNCE_BYTES, job->size), GFP_KERNEL);
		return s->bounce ? 0 : -ENOMEM;
	}
	s->per = job->size / PAGE_SIZE + 2;
	s->in = pages_of(job->src[index], job->bytes, job->size, s->per);
	s->out = pages_of(job->dst[index], job->bytes, job->size, s->per);
	if (!s->in || !s->out)
		return -ENOMEM;
	name_alg(job, name, sizeof(name));
	s->tfm = crypto_alloc_skcipher(name, 0, 0);
	if (IS_ERR(s->tfm)) {
		int err = (int)PTR_ERR(s->tfm);

		s->tfm = NULL;
		return err;
	}
	return crypto_skcipher_setkey(s->tfm, job->key, job->key_len) ?:
	       prepare_requests(s);
}

static void tidy_up(struct submitter *s)
{
	u32 i;

	for (i = 0; s->slots && i < s->job->depth; i++)
		kfree(s->slots[i].req);
	if (s->tfm)
		crypto_free_skcipher(s->tfm);
	kvfree(s->slots);
	kvfree(s->in);
	kvfree(s->out);
	kfree(s->bounce);
}

/* What is counted, before and after. */
struct counts {
	struct wc_stats stats;
	s64 process_ns, entered_ns, works_ns, tick_ns, mine_ns;
};

static void count(struct counts *c)
{
	u64 *to = (u64 *)&c->stats;
	size_t i;
	int cpu;

	memset(c, 0, sizeof(*c));
	for_each_possible_cpu(cpu) {
		const u64 *from = (const u64 *)per_cpu_ptr(wc_stats, cpu);

		for (i = 0; i < sizeof(c->stats) / sizeof(u64); i++)
			to[i] += READ_ONCE(from[i]);
	}
	c->entered_ns = road_entered_ns();
	c->works_ns = sim_works_ns();
	c->tick_ns = sim_tick_ns();
	c->mine_ns = sim_thread_ns();
	c->process_ns = (s64)cpu_ns();
}

static u64 sum_of(const void *a, size_t bytes)
{
	const u64 *at = a;
	u64 sum = 0;

	for (; bytes; bytes -= sizeof(*at))
		sum += *at++;
	return sum;
}

#define CHANGE(what)	(after->what - before->what)
#define SUM_CHANGE(what) (sum_of(&after->what, sizeof(after->what)) -	\
			  sum_of(&before->what, sizeof(before->what)))

static void judge(const struct counts *before, const struct counts *after,
		  struct road_result *r)
{
	r->offloaded = SUM_CHANGE(stats.offload_requests);
	r->software = SUM_CHANGE(stats.fallback_requests);
	r->frames = CHANGE(stats.events[WC_FRAMES_COMMITTED]);
	r->deliver_ns = CHANGE(entered_ns) + CHANGE(works_ns);
	r->helper_ns = CHANGE(process_ns) - r->submit_ns - r->deliver_ns -
		       CHANGE(tick_ns) - CHANGE(mine_ns);
	r->helper_ns = max(r->helper_ns, 0);
}

static void start(struct submitter *s)
{
	if (pthread_create(&s->thread, NULL, submitter_main, s)) {
		fprintf(stderr, "warpcrypt-bench: no thread\n");
		exit(1);
	}
}

static void run_all(const struct road_job *job, struct road_result *r)
{
	static struct counts before, after;
	struct timespec time = { (time_t)(job->ns / 1000000000),
				 (long)(job->ns % 1000000000) };
	s64 since;
	u32 i;

	over = false;
	pthread_barrier_init(&barrier, NULL, job->submitters + 1);
	for (i = 0; i < job->submitters; i++)
		start(&submitters[i]);
	if (job->burst)
		road_stop();
	count(&before);
	pthread_barrier_wait(&barrier);
	since = sim_now();
	if (job->burst) {
		pthread_barrier_wait(&barrier);
		road_continue();
	} else if (!job->count) {
		clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
		WRITE_ONCE(over, true);
	}
	pthread_barrier_wait(&barrier);
	r->ns = (u64)(sim_now() - since);
	count(&after);
	for (i = 0; i < job->submitters; i++) {
		struct submitter *s = &submitters[i];

		pthread_join(s->thread, NULL);
		r->requests += s->requests;
		r->failed += s->failed;
		r->submit_ns += s->cpu_ns;
	}
	pthread_barrier_destroy(&barrier);
	judge(&before, &after, r);
}

/*
 * Have submitters do what a job says. Returns 0; -ENOENT: there is no such algorithm; or another
 * negative errno.
 */
int road_run(const struct road_job *job, struct road_result *result)
{
	u32 n;
	int err = 0;

	memset(result, 0, sizeof(*result));
	for (n = 0; !err && n < job->submitters; n++)
		err = prepare(&submitters[n], job, n);
	if (!err)
		run_all(job, result);
	while (n--)
		tidy_up(&submitters[n]);
	return err;
}
