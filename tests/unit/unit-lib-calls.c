// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any sequence of libwarpcrypt's calls: keys made, freed, freed twice and used after that;
 * batches with and without callbacks and queues, begun, waited for, polled, cancelled;
 * memory registered and not; an engine closed with work done; GPUs that fail and hang;
 * two threads with one engine; processes that fork. What a request says must be what was
 * done for it: 0 and the model's bytes, or an error that something has happened for.
 *
 * Sequences share engines: each undoes what it has done, and nothing may be left of it.
 * Those with faults, and some others, have an engine of their own.
 *
 * WARPCRYPT_SEQUENCES: how many; WARPCRYPT_FIRST: the number of the first. A sequence's
 * number says what it does. If the program aborts, is terminated or crashes, it says which
 * sequence that was, and how it is played again. tests/unit/sequences plays many.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/fake_engine.h"
#include "tests/unit/lib_calls.h"
#include "tests/unit/lib_idle.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"

/* Sequences whose numbers differ only below this share engines. */
#define LIFE		1024u
#define SEQUENCES	8192u
/* One sequence of so many has an engine of its own; one of so many with faults hangs. */
#define OWN		128
#define HANGS		8
/* What hangs is found out after so long. */
#define HANG_MS		100

/* The CPUs; an emulated GPU; it, and the CPUs stand by. */
enum kind { CPU, GPU, BOTH, KINDS };

/* An engine that sequences share. */
static struct shared {
	struct warpcrypt *w;	/* NULL: it is not open */
	uint64_t bytes;		/* of all requests that were done */
} shared[KINDS];

static uint8_t *memory;
static unsigned long sequence;
static struct lib_calls sum;

static void say_sequence(int number)
{
	unsigned long first = sequence / LIFE * LIFE;
	char line[256];
	int len;

	/* (printf() may wait for what it has interrupted.) */
	len = snprintf(line, sizeof(line), "sequence %lu: WARPCRYPT_FIRST=%lu WARPCRYPT_SEQUENCES=1; with those before it on its engine: WARPCRYPT_FIRST=%lu WARPCRYPT_SEQUENCES=%lu\n",
		       sequence, sequence, first, sequence - first + 1);
	(void)!write(2, line, (size_t)len);
	signal(number, SIG_DFL);
	raise(number);
}

static struct warpcrypt *open_engine(enum kind kind, enum lib_calls_fault fault)
{
	static const char *const names[KINDS] = { "cpu", "cuda", "auto" };
	const struct warpcrypt_options o = {
		.size = sizeof(o), .backend = names[kind], .threads = 2,
		.memory = (kind == CPU ? 2 : 4) << 16, .keys = LIB_CALLS_KEYS,
		.deadline_ms = fault == LIB_CALLS_HANGS ? HANG_MS : 0,
	};
	struct warpcrypt *w;

	MUST(!warpcrypt_open(&w, &o));
	return w;
}

static void close_shared(void)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		warpcrypt_close(shared[i].w);
	memset(shared, 0, sizeof(shared));
}

static void add_up(const struct lib_calls *c, struct shared *s)
{
	s->bytes += c->bytes;
	sum.requests += c->requests;
	sum.cancelled += c->cancelled;
	sum.failures += c->failures;
}

static void check_idle(struct shared *s)
{
	const char *left = lib_idle_all(s->w, s->bytes);

	if (!left)
		return;
	fprintf(stderr, "after a sequence: %s\n", left);
	abort();
}

static void play_on(struct shared *s, struct lib_calls c[2])
{
	pthread_t other;
	size_t i;

	for (i = 0; i < 2; i++) {
		c[i].w = s->w;
		c[i].memory = memory + i * LIB_CALLS_MEMORY;
	}
	if (c->two)
		MUST(!pthread_create(&other, NULL, lib_calls_play, &c[1]));
	lib_calls_play(&c[0]);
	if (c->two)
		pthread_join(other, NULL);
	fake_engine_hangs = 0;
	fake_engine_broken = 0;
	for (i = 0; i < 2; i++)
		add_up(&c[i], s);
	if (c->fault == LIB_CALLS_NO_FAULT && !c->leaves)
		check_idle(s);
}

static void play_sequence(void)
{
	struct test_rand r = { (sequence + 1) * 0x9e3779b97f4a7c15ull };
	enum kind kind = rand_below(&r, 2) ? CPU : rand_below(&r, 3) ? GPU : BOTH;
	struct lib_calls c[2] = { { .two = !rand_below(&r, 3) } };
	struct shared alone = { NULL };
	bool own = !rand_below(&r, OWN);

	if (own && rand_below(&r, 4)) {
		kind = rand_below(&r, 2) ? GPU : BOTH;
		c->two = false;
		c->fault = rand_below(&r, HANGS) ? LIB_CALLS_BREAKS : LIB_CALLS_HANGS;
	}
	if (own) {
		c->leaves = rand_below(&r, 2);
		alone.w = open_engine(kind, c->fault);
	} else if (!shared[kind].w) {
		shared[kind].w = open_engine(kind, LIB_CALLS_NO_FAULT);
	}
	c[1] = c[0];
	c[0].seed = rand_u64(&r);
	c[1].seed = rand_u64(&r);
	play_on(own ? &alone : &shared[kind], c);
	warpcrypt_close(alone.w);
	/* An engine that hangs is asked for nothing. */
	if (c->fault == LIB_CALLS_HANGS)
		fake_engine_memory = 0;
	MUST(!fake_engine_memory);
}

static unsigned long number(const char *name, unsigned long otherwise)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 0) : otherwise;
}

TEST(sequences)
{
	unsigned long first = number("WARPCRYPT_FIRST", 0);
	unsigned long n = number("WARPCRYPT_SEQUENCES", unit_share(SEQUENCES));

	memory = mmap(NULL, 2 * LIB_CALLS_MEMORY, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	MUST(memory != MAP_FAILED);
	for (sequence = first; sequence < first + n; sequence++) {
		if (sequence % LIFE == 0)
			close_shared();
		play_sequence();
	}
	close_shared();
	munmap(memory, 2 * LIB_CALLS_MEMORY);
	printf("# %lu sequences: %llu requests were done, %llu cancelled, %llu failed with the engine\n",
	       n, (unsigned long long)sum.requests, (unsigned long long)sum.cancelled,
	       (unsigned long long)sum.failures);
}

int main(void)
{
	/* cmocka's checks abort, too, instead of returning from a thread to another. */
	setenv("CMOCKA_TEST_ABORT", "1", 1);
	/* Memory that was freed stays mapped: mapping it takes longer than a sequence. */
	mallopt(M_ARENA_MAX, 1);
	mallopt(M_MMAP_THRESHOLD, 1 << 25);
	mallopt(M_TRIM_THRESHOLD, 1 << 26);
	signal(SIGABRT, say_sequence);
	signal(SIGTERM, say_sequence);
	return unit_run("libwarpcrypt's calls", NULL, NULL);
}
