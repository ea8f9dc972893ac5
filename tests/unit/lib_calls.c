// SPDX-License-Identifier: GPL-2.0-only
/*
 * The calls of one thread in a sequence, and what each may return.
 *
 * Only this finds what takes several calls in an order that no other test has.
 */
#define _GNU_SOURCE
#include "tests/unit/lib_calls.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kmod/uapi/warpcrypt.h"
#include "tests/unit/fake_engine.h"
#include "tests/unit/fork_child.h"
#include "tests/unit/lib_sample.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

#define KEYS		(LIB_CALLS_KEYS / 2)
#define BATCHES		5
#define REQUESTS	4
#define STEPS		40
#define PLACES		2
#define PLACE_BYTES	(LIB_CALLS_MEMORY / PLACES)

/* A key, and one that was freed. */
struct one_key {
	struct test_key test;	/* as last made */
	bool live;		/* it has not been freed */
	struct warpcrypt_cipher_key *stale;	/* a handle that was freed, or NULL */
};

/* A batch, or none. */
struct one {
	struct warpcrypt_batch *handle;	/* NULL: there is none */
	size_t count;			/* its requests */
	struct warpcrypt_request request[REQUESTS];	/* as they were given */
	struct sample sample[REQUESTS];	/* what they are to become */
	bool made[REQUESTS];		/* @sample is filled in */
	bool wrong[REQUESTS];		/* the library must refuse it */
	struct one_key *key[REQUESTS];	/* of each */
	bool cancelled;
	atomic_int calls;		/* how often its callback was called */
	bool called;			/* it has one */
};

/* What a thread has. */
struct caller {
	struct lib_calls *c;	/* what it is to do */
	struct warpcrypt *w;	/* others use it, too */
	struct test_rand r;	/* of the step in progress */
	struct warpcrypt_queue *queue;
	struct one_key key[KEYS];
	struct one batch[BATCHES];
	uint8_t *place[PLACES];	/* memory that may be registered */
	bool registered[PLACES];	/* whether it is */
	bool told;		/* the engine was told to fail */
	bool failed;		/* it may have failed */
};

static void count_call(struct warpcrypt_batch *batch, void *data)
{
	struct one *b = data;

	(void)batch;
	b->calls++;
}

/* Does a batch that was not waited for use the key? @begun: only those that are not done count. */
static bool in_use(const struct caller *p, const struct one_key *k, bool begun)
{
	size_t i, j;

	for (i = 0; i < BATCHES; i++)
		for (j = 0; p->batch[i].handle && j < p->batch[i].count; j++)
			if (p->batch[i].key[j] == k &&
			    !(begun && warpcrypt_poll(p->batch[i].handle)))
				return true;
	return false;
}

static void make_key(struct caller *p)
{
	struct one_key *k = &p->key[rand_below(&p->r, KEYS)];
	static const uint8_t modes[] = {
		WARPCRYPT_MODE_ECB, WARPCRYPT_MODE_CTR, WARPCRYPT_MODE_CBC,
		WARPCRYPT_MODE_XTS,
	};

	if (k->live || in_use(p, k, false))
		return;
	sample_key(p->w, &k->test, &p->r, WARPCRYPT_CIPHER_AES,
		   modes[rand_below(&p->r, 4)], 16);
	MUST(k->test.ours != k->stale);
	k->live = true;
}

static void free_key(struct caller *p)
{
	struct one_key *k = &p->key[rand_below(&p->r, KEYS)];
	bool used;
	int ret;

	if (k->stale && rand_below(&p->r, 2))
		MUST(warpcrypt_key_free(p->w, k->stale) == -EINVAL);
	if (!k->live)
		return;
	used = in_use(p, k, true);
	ret = warpcrypt_key_free(p->w, k->test.ours);
	MUST(!ret || (ret == -EBUSY && used));
	if (ret)
		return;
	k->live = false;
	k->stale = k->test.ours;
	MUST(warpcrypt_key_free(p->w, k->stale) == -EINVAL);
}

/* Move a request, with its source, to memory that may be registered. */
static void move(struct caller *p, struct one *b, size_t i)
{
	size_t place = rand_below(&p->r, PLACES);
	struct warpcrypt_request *q = &b->request[i];
	uint8_t *to = p->place[place] + (b - p->batch) * (PLACE_BYTES / BATCHES);
	bool in_place = q->src == q->dst;

	/* One request of a batch, and short: two do not overlap. */
	if (i || 2 * q->len > PLACE_BYTES / BATCHES)
		return;
	memcpy(to, q->src, q->len);
	q->src = to;
	q->dst = in_place ? to : to + q->len;
	if (p->registered[place] && rand_below(&p->r, 2))
		q->flags = WARPCRYPT_REGISTERED;
}

static void fill(struct caller *p, struct one *b, size_t i)
{
	static const size_t lengths[] = {
		SIZE_MAX - 4095, SIZE_MAX / 2 + 1, SIZE_MAX / 2 - 2047,
		WARPCRYPT_LENGTH_MAX + 16,
	};
	struct one_key *k = &p->key[rand_below(&p->r, KEYS)];
	size_t most = rand_below(&p->r, 64) ? 2000 : 150000, len;
	struct warpcrypt_request *q = &b->request[i];

	b->wrong[i] = b->made[i] = false;
	b->key[i] = NULL;
	if (!k->live) {
		static uint8_t nothing[16];

		*q = (struct warpcrypt_request){
			.size = sizeof(*q), .key = k->stale, .src = nothing,
			.dst = nothing, .len = 16,
		};
		b->wrong[i] = true;
		return;
	}
	len = sample_length(&k->test, rand_below(&p->r, most));
	sample_init(&b->sample[i], &k->test, &p->r, rand_below(&p->r, 2), len);
	*q = b->sample[i].request;
	b->made[i] = true;
	b->key[i] = k;
	switch (rand_below(&p->r, 12)) {
	case 0:
		b->wrong[i] = true;
		q->len = lengths[rand_below(&p->r, 4)];
		break;
	case 1:
		b->wrong[i] = k->stale;
		if (k->stale)
			q->key = k->stale;
		break;
	case 2:
		b->wrong[i] = true;
		if (q->len > 1)
			q->dst = (uint8_t *)q->src + 1;
		else
			q->flags = 4;
		break;
	case 3:
	case 4:
		move(p, b, i);
		break;
	default:
		break;
	}
}

static void drop(struct one *b)
{
	size_t i;

	for (i = 0; i < b->count; i++)
		if (b->made[i]) {
			free(b->sample[i].mem);
			free(b->sample[i].want);
		}
	memset(b, 0, sizeof(*b));
}

/* What a batch that was waited for says is so. */
static void judge(struct caller *p, struct one *b, int ret)
{
	int worst = 0;
	size_t i;

	for (i = 0; i < b->count; i++) {
		const struct warpcrypt_request *q = &b->request[i];

		worst |= q->status;
		if (b->wrong[i]) {
			MUST(q->status == -EINVAL);
			continue;
		}
		MUST(!q->status || (q->status == -ECANCELED && b->cancelled) ||
		     (q->status == -EIO && p->failed));
		p->c->failures += q->status == -EIO;
		p->c->cancelled += q->status == -ECANCELED;
		if (q->status)
			continue;
		MUST(!memcmp(q->dst, b->sample[i].want, q->len));
		p->c->bytes += q->len;
		p->c->requests++;
	}
	MUST(!worst == !ret);
	MUST(b->calls == b->called);
	b->handle = NULL;
	drop(b);
}

/* A call that waits. */
static void run(struct caller *p, struct one *b)
{
	int ret = warpcrypt_run(p->w, b->request, b->count);

	if (p->failed && ret == -EIO)
		drop(b);
	else
		judge(p, b, ret);
}

static void begin(struct caller *p)
{
	struct one *b = &p->batch[rand_below(&p->r, BATCHES)];
	struct warpcrypt_work work = { .size = sizeof(work) };
	struct warpcrypt_batch *handle = NULL;
	size_t i;
	int ret;

	if (b->handle)
		return;
	b->count = rand_below(&p->r, REQUESTS + 1);
	for (i = 0; i < b->count; i++)
		fill(p, b, i);
	work.requests = b->request;
	work.count = b->count;
	switch (rand_below(&p->r, 4)) {
	case 0:
		work.queue = p->queue;
		break;
	case 2:
		run(p, b);
		return;
	case 1:
		work.done = count_call;
		work.data = b;
		b->called = true;
		break;
	default:
		break;
	}
	ret = warpcrypt_begin(p->w, &work, &handle);
	b->handle = handle;
	MUST(!ret || (p->failed && ret == -EIO));
	if (!ret)
		return;
	for (i = 0; i < b->count; i++)
		MUST(b->request[i].status == ret);
	b->handle = NULL;
	drop(b);
}

static void wait_for(struct caller *p, struct one *b, int64_t ns)
{
	int ret = warpcrypt_wait_for(b->handle, ns);

	if (ret == -ETIMEDOUT && ns >= 0)
		return;
	judge(p, b, ret);
}

static void use_batch(struct caller *p)
{
	struct one *b = &p->batch[rand_below(&p->r, BATCHES)];
	struct warpcrypt_batch *next;
	size_t i, n;

	if (!b->handle)
		return;
	switch (rand_below(&p->r, 6)) {
	case 0:
		MUST(warpcrypt_data(b->handle) == (b->called ? b : NULL));
		if (warpcrypt_poll(b->handle))
			wait_for(p, b, 0);
		break;
	case 1:
		wait_for(p, b, 0);
		break;
	case 2:
		n = warpcrypt_cancel(b->handle);
		MUST(n <= b->count);
		b->cancelled |= n;
		break;
	case 3:
		next = warpcrypt_queue_next(p->queue);
		for (i = 0; next && i < BATCHES; i++)
			if (p->batch[i].handle == next)
				wait_for(p, &p->batch[i], 0);
		break;
	default:
		wait_for(p, b, -1);
		break;
	}
}

static void use_memory(struct caller *p, size_t i)
{
	size_t j, k;
	bool used = false;
	int ret;

	for (j = 0; j < BATCHES; j++)
		for (k = 0; p->batch[j].handle && k < p->batch[j].count; k++)
			used |= (uintptr_t)p->batch[j].request[k].src -
				(uintptr_t)p->place[i] < PLACE_BYTES &&
				!warpcrypt_poll(p->batch[j].handle);
	if (p->registered[i]) {
		ret = warpcrypt_unregister(p->w, p->place[i]);
		MUST(!ret || (ret == -EBUSY && used) ||
		     (ret == -EIO && p->failed));
		if (ret != -EBUSY)
			p->registered[i] = false;
		return;
	}
	ret = warpcrypt_register(p->w, p->place[i], PLACE_BYTES);
	MUST(!ret || (ret == -EIO && p->failed));
	p->registered[i] = !ret;
}

/* AES-128 in ECB, of zeros with a key of zeros (AESAVS, appendix B). */
static bool does_zeros(struct warpcrypt *w)
{
	static const uint8_t zeros[16], expected[16] = {
		0x66, 0xe9, 0x4b, 0xd4, 0xef, 0x8a, 0x2c, 0x3b,
		0x88, 0x4c, 0xfa, 0x59, 0xca, 0x34, 0x2b, 0x2e,
	};
	uint8_t out[16];
	struct warpcrypt_request q = {
		.size = sizeof(q), .src = zeros, .dst = out, .len = 16,
	};
	struct warpcrypt_cipher_key *key;

	if (warpcrypt_key(w, &key, "aes", "ecb", zeros, 16))
		return false;
	q.key = key;
	return !warpcrypt_run(w, &q, 1) && !memcmp(out, expected, 16);
}

/* A child process opens an engine of its own, whatever its parent's is doing. */
static void fork_off(struct caller *p)
{
	const struct warpcrypt_options o = {
		.size = sizeof(o), .backend = "cpu", .threads = 1,
		.memory = 1 << 16, .keys = 1,
	};
	struct warpcrypt *w;
	int status;
	pid_t pid;

	/* ThreadSanitizer lets no child of several threads start one. */
#if defined(__SANITIZE_THREAD__)
	return;
#endif
	if (p->c->two || rand_below(&p->r, 1024))
		return;
	pid = fork_child();
	MUST(pid >= 0);
	if (!pid) {
		if (warpcrypt_open(&w, &o) || !does_zeros(w))
			_exit(1);
		warpcrypt_close(w);
		_exit(0);
	}
	MUST(waitpid(pid, &status, 0) == pid && !status);
}

/* Results over scalars that are still to be read; signatures with unchecked verdicts. */
static void use_groups(struct caller *p)
{
	static const struct warpcrypt_message messages[2];
	static const uint8_t bytes[2][64] = { { 90, 91, 92 }, { 93, 94 } };
	uint8_t both[2][32] = { { 1 } }, status[2] = { 0 };
	struct warpcrypt_points points = {
		.size = sizeof(points), .curve = WARPCRYPT_P256, .count = 2,
		.scalars = (const uint8_t (*)[32])both, .results = both,
		.status = status,
	};
	struct warpcrypt_signatures s = {
		.size = sizeof(s), .scheme = WARPCRYPT_ED25519, .count = 2,
		.keys = bytes[0], .signatures = bytes, .messages = messages,
		.status = status,
	};

	MUST(warpcrypt_run_points(p->w, &points) == -EINVAL);
	MUST(status[0] == 2 && status[1] == 2);
	/* They take as long as some hundred requests. */
	if (rand_below(&p->r, 32))
		return;
	memset(status, 0, sizeof(status));
	if (warpcrypt_run_signatures(p->w, &s))
		MUST(status[0] == 2 && status[1] == 2);
	else
		MUST(status[0] == 1 && status[1] == 1);
}

static void fail_engine(struct caller *p)
{
	if (p->c->fault == LIB_CALLS_NO_FAULT || p->told || rand_below(&p->r, 3))
		return;
	p->told = p->failed = true;
	/* What hangs takes a deadline to be noticed. */
	if (p->c->fault == LIB_CALLS_HANGS)
		fake_engine_hangs = 7;
	else
		fake_engine_broken = 7;
}

static void step(struct caller *p)
{
	switch (rand_below(&p->r, 13)) {
	case 0:
	case 1:
		make_key(p);
		break;
	case 2:
		free_key(p);
		break;
	case 3:
		use_memory(p, rand_below(&p->r, PLACES));
		break;
	case 4:
		use_groups(p);
		break;
	case 5:
		fail_engine(p);
		break;
	case 6:
	case 7:
	case 8:
		use_batch(p);
		break;
	case 12:
		fork_off(p);
		break;
	default:
		begin(p);
		break;
	}
}

static void undo(struct caller *p)
{
	size_t i;

	for (i = 0; i < KEYS; i++)
		if (p->key[i].live)
			MUST(!warpcrypt_key_free(p->w, p->key[i].test.ours));
	for (i = 0; i < PLACES; i++)
		if (p->registered[i])
			use_memory(p, i);
}

void *lib_calls_play(void *calls)
{
	struct lib_calls *c = calls;
	struct test_rand steps = { c->seed };
	/* Its deadline is short: the engine may fail before it is told to. */
	struct caller p = { .c = c, .w = c->w, .failed = c->fault == LIB_CALLS_HANGS };
	size_t i;

	MUST(!warpcrypt_queue(p.w, &p.queue));
	for (i = 0; i < PLACES; i++)
		p.place[i] = c->memory + i * PLACE_BYTES;
	for (i = 0; i < STEPS; i++) {
		/* What a step has found out does not change what the next one tries. */
		p.r.state = rand_u64(&steps);
		step(&p);
	}
	for (i = 0; i < BATCHES; i++)
		if (p.batch[i].handle)
			wait_for(&p, &p.batch[i], -1);
	MUST(!warpcrypt_queue_free(p.queue));
	if (!c->leaves)
		undo(&p);
	return NULL;
}
