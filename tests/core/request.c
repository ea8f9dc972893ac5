// SPDX-License-Identifier: GPL-2.0-only
/*
 * Submitters, and requests that notice everything that a link must not do to
 * them: come back twice or never, be touched afterwards, be filled before they
 * have room, be drained before all is there, be done with the wrong key.
 *
 * Only these find such a call when the link makes it, in any order of events.
 */
#include "kmod/path.h"

#include "tests/core/request.h"

#define DEPTH_MAX	12u
/*
 * So many that three submitters have more than there are slots, and so few of
 * users other than root that there is always a slot for each of four submitters'.
 */
#define KEYS_MAX	40u
#define LIMITED_MAX	(WARPCRYPT_KEY_SLOTS_MIN / 2 / 4)
#define LEN_MAX		(200u << 10)

/* Where a request is. */
enum request_state {
	IN,	/* the link has it */
	DONE,	/* back, done */
	LOST,	/* back, lost */
};

struct submitter;

struct test_key {
	struct wc_key key;	/* as links see it */
	int used;		/* requests with it that are not back */
};

struct test_request {
	struct wc_request rq;	/* as links see it */
	struct submitter *from;
	struct test_key *key;
	u64 id;		/* names it, in its IV */
	enum request_state state;
	int started;	/* it waited and got its room */
	int result;	/* what its submission returned */
	u32 filled;	/* bytes that were copied in */
	u32 drained;	/* bytes that came out */
	u64 began;	/* when it was submitted: the number of the event */
	struct list_head live;	/* in the list of requests that are not back, the oldest first */
	/* It was told to wait, in the event @since, and has no room that we know of. */
	bool waits;
	u64 since;
	struct list_head node;	/* in the list of all that wait */
	int refs;	/* the link's and, until its submission has returned, the submitter's */
	u8 data[];	/* the source, then the result */
};

struct submitter {
	struct test_key key[KEYS_MAX];
	int out;			/* requests that are not back */
	wait_queue_head_t back;		/* woken when one comes back */
	struct wc_redo_queue redo;	/* those that were lost and wait for their turn */
	bool routes;			/* its requests are routed before they are submitted */
};

static u64 ids, events;
static u32 cpus;
static LIST_HEAD(waiting);
static LIST_HEAD(living);

static struct test_request *test_request(struct wc_request *rq)
{
	return container_of(rq, struct test_request, rq);
}

static u8 source_byte(u64 id, u64 pos)
{
	return (u8)((id * 0x9e3779b97f4a7c15ull + pos * 0x100000001b3ull) >> 29);
}

/*
 * No request is in the module for longer than that, ms of simulated time: four deadlines
 * (uapi.rst); and what the watchdog and others take for their steps, which here are
 * held up in some stories.
 */
static u32 longest_ms(void)
{
	return 4 * wc_param_deadline_ms + (sim_stalls ? 3000 : 30);
}

/* After each step of each order. */
void requests_check(void)
{
	struct test_request *oldest;

	if (list_empty(&living))
		return;
	oldest = list_first_entry(&living, struct test_request, live);
	if (jiffies - oldest->rq.born > longest_ms())
		broken("request %llu: not back after %lu ms, the deadline is %u",
		       oldest->id, jiffies - oldest->rq.born,
		       wc_param_deadline_ms);
}

/* From IN to @to, once. */
static void leave(struct test_request *t, enum request_state to)
{
	enum request_state was = __atomic_exchange_n(&t->state, to,
						     __ATOMIC_SEQ_CST);

	if (was != IN)
		broken("request %llu: comes back a second time (%d, %d)",
		       t->id, was, to);
	sim_enter();
	list_del(&t->live);
	sim_leave();
}

static void waits_no_longer(struct test_request *t)
{
	sim_enter();
	if (t->waits)
		list_del(&t->node);
	t->waits = false;
	sim_leave();
}

/* Its submission has returned -EBUSY. */
static void starts_to_wait(struct test_request *t)
{
	sim_enter();
	if (!t->started && __atomic_load_n(&t->state, __ATOMIC_SEQ_CST) == IN) {
		t->waits = true;
		t->since = ++events;
		list_add_tail(&t->node, &waiting);
	}
	sim_leave();
}

/*
 * @t has room. No request of its share that was told to wait before @t was submitted, and
 * has not expired, may still wait in that queue.
 * (Threads cannot look at other requests' frames.)
 */
static void must_be_next(struct test_request *t)
{
	struct test_request *other;

	if (!sim_time_is_ours)
		return;
	list_for_each_entry(other, &waiting, node)
		if (other->since < t->began && !other->rq.frame &&
		    other->rq.link_gen == t->rq.link_gen &&
		    other->rq.limited == t->rq.limited &&
		    jiffies - other->rq.born <= wc_param_deadline_ms &&
		    other->rq.queue == t->rq.frame->queue)
			broken("request %llu: overtakes request %llu, which waits",
			       t->id, other->id);
}

static void must_be_in(struct test_request *t, const char *what)
{
	if (__atomic_load_n(&t->state, __ATOMIC_SEQ_CST) != IN)
		broken("request %llu: %s in state %d", t->id, what, t->state);
}

/* Both sides have let go of it. */
static void request_end(struct test_request *t)
{
	if (t->started != (t->result == -EBUSY) &&
	    !(t->state == LOST && !t->started && !t->filled))
		broken("request %llu: wc_submit: %d, told %d times that it has room",
		       t->id, t->result, t->started);
	free(t);
}

static void request_put(struct test_request *t)
{
	if (!__atomic_sub_fetch(&t->refs, 1, __ATOMIC_SEQ_CST))
		request_end(t);
}

/* Everything of it is the submitter's again, which may be gone after this. */
static void come_back(struct test_request *t)
{
	struct submitter *s = t->from;
	struct wait_queue_entry *wait, *next;

	__atomic_sub_fetch(&t->key->used, 1, __ATOMIC_SEQ_CST);
	request_put(t);
	/* Under the sim's lock, so that @s stays until it was woken. */
	sim_enter();
	s->out--;
	list_for_each_entry_safe(wait, next, &s->back.entries, node) {
		list_del_init(&wait->node);
		sim_wake(wait->task);
	}
	sim_leave();
}

/* @t has room, in a frame of an engine that can do it. */
static void must_be_able(struct test_request *t)
{
	const struct wc_engine *engine = t->rq.frame->queue->engine;

	if (!wc_engine_does(engine, t->rq.cipher, t->rq.mode))
		broken("request %llu: in a frame of engine %s", t->id,
		       engine->name);
	tally_add(elsewhere, engine->index && !t->filled);
}

static void test_describe(struct wc_request *rq, struct warpcrypt_desc *desc,
			  u32 pos, u32 len)
{
	struct test_request *t = test_request(rq);

	must_be_in(t, "described");
	memcpy(desc->iv, &t->id, sizeof(t->id));
	desc->block = pos;
}

static void test_fill(struct wc_request *rq, u8 *to, u32 pos, u32 len)
{
	struct test_request *t = test_request(rq);

	must_be_in(t, "filled");
	must_be_next(t);
	must_be_able(t);
	if (pos != t->filled || len > WC_COPY_MAX || pos + len > rq->len)
		broken("request %llu: filled at %u by %u, has %u of %u", t->id,
		       pos, len, t->filled, rq->len);
	t->filled += len;
	wc_arena_copy_in(to, t->data + pos, len);
}

static void test_drain(struct wc_request *rq, const u8 *from, u32 pos, u32 len)
{
	struct test_request *t = test_request(rq);

	must_be_in(t, "drained");
	if (t->filled != rq->len || pos != t->drained || len > WC_COPY_MAX ||
	    pos + len > rq->len)
		broken("request %llu: drained at %u by %u, has %u of %u, filled %u",
		       t->id, pos, len, t->drained, rq->len, t->filled);
	t->drained += len;
	wc_arena_copy_out(t->data + pos, from, len);
}

static void test_done(struct wc_request *rq)
{
	struct test_request *t = test_request(rq);
	u8 iv[16] = { 0 };
	u32 i;

	leave(t, DONE);
	if (t->drained != rq->len)
		broken("request %llu: done with %u of %u bytes", t->id,
		       t->drained, rq->len);
	memcpy(iv, &t->id, sizeof(t->id));
	model_transform(t->data, rq->len, t->key->key.bytes, iv, 0);
	for (i = 0; i < rq->len; i++)
		if (!model_faithless && t->data[i] != source_byte(t->id, i))
			broken("request %llu: byte %u of %u is wrong", t->id, i,
			       rq->len);
	tally_add(done, 1);
	wc_route_end(rq);
	come_back(t);
}

/* In a calm story: because of an engine, and others go on; or of its age. */
static bool may_be_lost(enum wc_reason reason)
{
	return (reason == WC_RETIRED && (model_retires || model_sick)) ||
	       (reason == WC_FRAME_ERROR && model_sick) || reason == WC_EXPIRED;
}

static void test_lost(struct wc_request *rq, enum wc_reason reason)
{
	struct test_request *t = test_request(rq);

	leave(t, LOST);
	waits_no_longer(t);
	if (calm && !may_be_lost(reason))
		broken("request %llu: lost (%s), though nothing went wrong",
		       t->id, wc_reason_name(reason));
	tally_add(expired, reason == WC_EXPIRED);
	if (t->drained)
		broken("request %llu: lost (%s), of %u bytes %u were drained",
		       t->id, wc_reason_name(reason), rq->len, t->drained);
	tally_add(lost, 1);
	wc_route_end(rq);
	if (t->id % 2)
		wc_redo_later(&t->from->redo, rq, t->id / 2 % WC_REDO_CLASSES);
	else
		come_back(t);
}

static void test_redo(struct wc_request *rq)
{
	tally_add(redone, 1);
	come_back(test_request(rq));
}

static void test_started(struct wc_request *rq)
{
	struct test_request *t = test_request(rq);
	bool again;

	must_be_in(t, "started");
	/* starts_to_wait() looks at it. */
	sim_enter();
	again = t->started++ || t->filled;
	sim_leave();
	if (again)
		broken("request %llu: started again, or late", t->id);
	waits_no_longer(t);
}

static const struct wc_request_ops test_ops = {
	.describe = test_describe,
	.fill = test_fill,
	.drain = test_drain,
	.done = test_done,
	.lost = test_lost,
	.started = test_started,
	.redo = test_redo,
};

static u32 random_length(void)
{
	switch (sim_random(8)) {
	case 0:
		return 1 + sim_random(LEN_MAX);
	case 1:
		return 1 + sim_random(64u << 10);
	default:
		return 1 + sim_random(4096);
	}
}

static struct test_request *new_request(struct submitter *s)
{
	u32 len = random_length(), i;
	struct test_request *t = calloc(1, sizeof(*t) + len);

	t->from = s;
	t->key = &s->key[sim_random(KEYS_MAX)];
	t->id = __atomic_add_fetch(&ids, 1, __ATOMIC_RELAXED);
	t->refs = 2;
	for (i = 0; i < len; i++)
		t->data[i] = source_byte(t->id, i);
	t->rq.ops = &test_ops;
	t->rq.key = &t->key->key;
	t->rq.limited = t->key->key.limited;
	t->rq.cipher = WARPCRYPT_CIPHER_AES;
	t->rq.mode = WARPCRYPT_MODE_ECB;
	t->rq.len = len;
	t->rq.splittable = sim_random(4);
	t->rq.slow = !sim_random(16);
	return t;
}

/* By the choice of the module. Software takes any time. */
static int offload(struct test_request *t, bool wait)
{
	bool here = sim_random(4);
	enum wc_reason why;
	int err;

	err = wc_offload(&t->rq, false, here, wait, &why);
	if (err != -EAGAIN)
		return err;
	if (t->rq.account)
		broken("request %llu: in software, and in an account", t->id);
	if (t->rq.soft)
		wc_soft_learn(t->rq.soft, t->rq.len,
			      500 + sim_random(4 * t->rq.len));
	tally_add(software, t->rq.soft || why == WC_FASTER);
	return err;
}

static void submit_one(struct submitter *s)
{
	struct test_request *t = new_request(s);
	u32 slept = __atomic_load_n(&model_sleep, __ATOMIC_SEQ_CST);
	bool wait = sim_random(2);
	enum wc_reason why;

	tally_add(submitted, 1);
	__atomic_add_fetch(&t->key->used, 1, __ATOMIC_SEQ_CST);
	sim_enter();
	s->out++;
	t->began = ++events;
	t->rq.born = jiffies;
	list_add_tail(&t->live, &living);
	sim_leave();
	/* It may come back before this returns; our reference keeps it. */
	t->result = s->routes ? offload(t, wait) :
				submit_live(&t->rq, wait, &why);
	if (t->result != -EAGAIN && slept % 2 &&
	    slept == __atomic_load_n(&model_sleep, __ATOMIC_SEQ_CST))
		broken("request %llu: accepted while the machine sleeps",
		       t->id);
	switch (t->result) {
	case -EINPROGRESS:
		break;
	case -EBUSY:
		if (!wait)
			broken("request %llu: waits unasked", t->id);
		tally_add(backlogged, 1);
		starts_to_wait(t);
		break;
	case -EAGAIN:
		tally_add(refused, 1);
		sim_enter();
		list_del(&t->live);
		sim_leave();
		come_back(t);
		break;
	default:
		broken("submitted: %d", t->result);
	}
	request_put(t);
}

static bool few_out(struct submitter *s, int most)
{
	bool few;

	sim_enter();
	few = s->out <= most;
	sim_leave();
	return few;
}

static void new_key(struct test_key *k, bool limited)
{
	u32 i;

	if (__atomic_load_n(&k->used, __ATOMIC_SEQ_CST))
		return;
	wc_link_forget_key(&k->key);
	for (i = 0; i < 16; i++)
		k->key.bytes[i] = (u8)sim_random(256);
	k->key.len = 16;
	k->key.cipher = WARPCRYPT_CIPHER_AES;
	k->key.mode = WARPCRYPT_MODE_ECB;
	k->key.limited = limited;
}

void submitter(void *arg)
{
	struct submitter *s = calloc(1, sizeof(*s));
	u32 depth = 1 + sim_random(DEPTH_MAX), i, n;

	init_waitqueue_head(&s->back);
	wc_redo_queue_init(&s->redo);
	s->routes = sim_random(2);
	sim_current()->cpu = __atomic_add_fetch(&cpus, 1, __ATOMIC_RELAXED) %
			     SIM_CPUS;
	while (calm && wc_link_state_name()[0] != 'l')
		nap_ms(1);
	for (i = 0; i < KEYS_MAX; i++)
		new_key(&s->key[i], i < LIMITED_MAX);
	for (n = (uintptr_t)arg; n; n--) {
		wait_event(s->back, few_out(s, depth - 1));
		/* While no helper is live, requests may come seldom. */
		if (!sim_random(wc_link_state_name()[0] == 'l' ? 16 : 2))
			nap_ms(sim_random(8));
		i = sim_random(KEYS_MAX);
		if (!sim_random(2))
			new_key(&s->key[i], i < LIMITED_MAX);
		submit_one(s);
	}
	wait_event(s->back, few_out(s, 0));
	for (i = 0; i < KEYS_MAX; i++)
		wc_link_forget_key(&s->key[i].key);
	free(s);
	__atomic_sub_fetch(&submitters_left, 1, __ATOMIC_SEQ_CST);
}
