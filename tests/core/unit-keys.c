// SPDX-License-Identifier: GPL-2.0-only
/*
 * unit-keys: kmod/keys.c against a list of what each slot holds and when it was
 * used: who gets which slot, who loses it, what is in the arena, and what users
 * other than root cannot do.
 *
 * Only this finds a key that takes the slot of another than the one used longest ago.
 */
#include "kmod/arena.h"

#include "kmod/module.h"
#include "tests/unit/rand.h"

#define SLOTS	64u
#define KEYS	150u
#define HOLDS	300u
#define LINK	7u

/* --- what keys.c uses of the rest */

static struct wc_stats counters;
struct wc_stats *wc_stats = &counters;

void *sim_alloc(size_t n, size_t size)
{
	return calloc(n, size);
}

void wc_arena_copy_in(void *to, const void *from, size_t len)
{
	memcpy(to, from, len);
}

void wc_arena_wipe(void *at, size_t len)
{
	memset(at, 0, len);
}

/* --- one task; what happens meanwhile is in @meanwhile */

static void (*meanwhile)(void);

struct sim_task *sim_current(void)
{
	static struct sim_task task;

	return &task;
}

void sim_step(void)
{
	void (*now)(void) = meanwhile;

	meanwhile = NULL;
	if (now)
		now();
}

void sim_lock(struct sim_lock *lock)
{
	lock->held = true;
}

void sim_unlock(struct sim_lock *lock)
{
	lock->held = false;
}

bool sim_is_held(const struct sim_lock *lock)
{
	return lock->held;
}

/* --- the list */

/* A slot, as it must be. */
static struct place {
	int key;	/* index of its key, -1: none */
	u32 held;	/* by so many requests */
	bool limited;	/* they are not root's */
	u64 used;	/* when it was held last, or got its key */
	u32 generation;	/* of its last key */
} places[SLOTS];

static struct wc_key keys[KEYS];
static struct wc_key_slots slots;
static struct warpcrypt_key area[SLOTS];
static struct {
	struct wc_key_ref ref;
	bool used;
} holds[HOLDS];
static u32 released, evicted, refused, own_share;
static struct test_rand source;
static u64 now;
static const char *what;

static void fail_at(int line)
{
	printf("# %s, step %llu, line %d\n", what, (unsigned long long)now,
	       line);
	printf("not ok 1 the slots are as they must be\n");
	exit(1);
}

#define must(condition)	do {			\
	if (!(condition))			\
		fail_at(__LINE__);		\
} while (0)

static u32 draw(u32 n)
{
	return rand_below(&source, n);
}

static int place_of(int key)
{
	u32 i;

	for (i = 0; i < SLOTS; i++)
		if (places[i].key == key)
			return (int)i;
	return -1;
}

/* Slots with a key of root's, of others'; only those that are held. */
static u32 count(bool limited, bool held)
{
	u32 i, n = 0;

	for (i = 0; i < SLOTS; i++)
		n += (places[i].held || (!held && places[i].key >= 0)) &&
		     places[i].limited == limited;
	return n;
}

static u32 count_free(void)
{
	u32 i, n = 0;

	for (i = 0; i < SLOTS; i++)
		n += places[i].key < 0 && !places[i].held;
	return n;
}

/* Of the slots that are not held, the one used longest ago; -1: none. */
static int oldest(bool limited)
{
	int found = -1;
	u32 i;

	for (i = 0; i < SLOTS; i++) {
		const struct place *p = &places[i];

		if (p->key >= 0 && !p->held && p->limited == limited &&
		    (found < 0 || p->used < places[found].used))
			found = (int)i;
	}
	return found;
}

/* A slot that is released while it is held has no key, and no user. */
static u32 keys_of(bool limited)
{
	u32 i, n = 0;

	for (i = 0; i < SLOTS; i++)
		n += places[i].key >= 0 && places[i].limited == limited;
	return n;
}

static int victim(bool limited)
{
	int found;

	if (keys_of(!limited) > SLOTS / 2)
		limited = !limited;
	found = oldest(limited);

	return found < 0 ? oldest(!limited) : found;
}

/* The arena and the module's own notes must agree with the list. */
static void compare(void)
{
	static const struct warpcrypt_key wiped;
	u32 i;

	for (i = 0; i < SLOTS; i++) {
		const struct place *p = &places[i];
		struct warpcrypt_key want = { 0 };

		if (p->key < 0) {
			must(!memcmp(&area[i], &wiped, sizeof(wiped)));
			continue;
		}
		want.generation = p->generation;
		want.cipher = keys[p->key].cipher;
		want.mode = keys[p->key].mode;
		want.len = keys[p->key].len;
		memcpy(want.key, keys[p->key].bytes, want.len);
		must(!memcmp(&area[i], &want, sizeof(want)));
		must(p->generation && keys[p->key].link_gen == LINK &&
		     keys[p->key].slot == i);
	}
	for (i = 0; i < KEYS; i++)
		must(place_of((int)i) >= 0 || keys[i].link_gen != LINK);
	must(wc_key_slots_released(&slots) == released);
	must(counters.events[WC_KEYSLOTS_RELEASED] == released);
	must(counters.events[WC_KEYSLOTS_EVICTED] == evicted);
}

static void new_place(int key, u32 at, u32 generation)
{
	struct place *p = &places[at];
	u32 next = p->generation + 1;

	must(p->key < 0 && !p->held);
	must(generation == (next ? next : 1));
	p->key = key;
	p->generation = generation;
	p->limited = keys[key].limited;
}

static void get(int key)
{
	bool limited = keys[key].limited;
	int at = place_of(key), take = -1;
	struct wc_key_ref ref;
	u32 hold;
	int ret;

	what = "a request";
	for (hold = 0; hold < HOLDS && holds[hold].used; hold++)
		;
	if (hold == HOLDS)
		return;
	ret = wc_key_slot_get(&slots, &keys[key], LINK, &ref);
	if ((at < 0 || !places[at].held) && limited &&
	    count(true, true) >= SLOTS / 2) {
		must(ret == -ENOSPC);
		refused++;
		own_share++;
		return;
	}
	if (at < 0 && !count_free()) {
		take = victim(limited);
		if (take < 0) {
			must(ret == -ENOSPC);
			refused++;
			return;
		}
		released++;
		evicted++;
		places[take].key = -1;
		must(ref.slot == (u32)take);
	}
	must(ret == (take >= 0) && ref.slot < SLOTS);
	if (at < 0)
		new_place(key, ref.slot, ref.generation);
	must(place_of(key) == (int)ref.slot &&
	     ref.generation == places[ref.slot].generation);
	places[ref.slot].held++;
	holds[hold].used = true;
	holds[hold].ref = ref;
}

static void drop(u32 hold)
{
	what = "a request's end";
	if (!holds[hold].used)
		return;
	wc_key_slot_drop(&slots, &holds[hold].ref);
	holds[hold].used = false;
	places[holds[hold].ref.slot].held--;
	places[holds[hold].ref.slot].used = now;
}

static void change(int key)
{
	int at = place_of(key);
	u32 i;

	what = "a new key";
	must(wc_key_slot_release(&slots, &keys[key], LINK) == (at >= 0));
	if (at >= 0) {
		places[at].key = -1;
		released++;
	}
	must(keys[key].link_gen != LINK);
	keys[key].limited = draw(3) != 0;
	keys[key].len = 16 + draw(WARPCRYPT_KEY_MAX - 15);
	keys[key].cipher = 1 + draw(4);
	keys[key].mode = draw(4);
	for (i = 0; i < WARPCRYPT_KEY_MAX; i++)
		keys[key].bytes[i] = 1 + draw(255);
}

static void play(u64 seed)
{
	u32 i, keen = 20 + draw(70), most = 1 + draw(HOLDS);

	source.state = seed;
	memset(&counters, 0, sizeof(counters));
	memset(keys, 0, sizeof(keys));
	memset(holds, 0, sizeof(holds));
	memset(area, 0xa5, sizeof(area));
	released = 0;
	evicted = 0;
	must(!wc_key_slots_init(&slots, area, SLOTS));
	for (i = 0; i < SLOTS; i++) {
		/* Generations must not become 0 when they wrap. */
		slots.slots[i].generation = U32_MAX - draw(8);
		places[i] = (struct place){
			.key = -1,
			.generation = slots.slots[i].generation,
		};
	}
	for (i = 0; i < KEYS; i++)
		change((int)i);
	for (i = 0; i < 3000; i++) {
		now++;
		if (draw(100) < keen)
			get((int)draw(KEYS));
		else if (draw(8))
			drop(draw(most));
		else
			change((int)draw(KEYS));
		compare();
	}
	for (i = 0; i < HOLDS; i++, now++)
		drop(i);
	for (i = 0; i < KEYS; i++)
		change((int)i);
	compare();
	must(count_free() == SLOTS);
	must(!slots.share[0].busy && !slots.share[0].keyed &&
	     !slots.share[1].busy && !slots.share[1].keyed);
	wc_key_slots_free(&slots);
}

/* Free slots, and keys that have none. */
static void begin(const char *part)
{
	what = part;
	memset(keys, 0, sizeof(keys));
	must(!wc_key_slots_init(&slots, area, SLOTS));
}

/*
 * A user who is not root holds as many slots as he can: the next key of root's
 * gets one, and keeps it however many keys the user uses in turn.
 */
static void hoard(void)
{
	struct wc_key_ref ref;
	int i, volume = KEYS - 1, got = 0;

	begin("a hoarder");
	for (i = 0; i < volume; i++) {
		keys[i].limited = true;
		keys[i].len = 16;
		got += !wc_key_slot_get(&slots, &keys[i], LINK, &ref);
	}
	must(got == SLOTS / 2);
	must(!wc_key_slot_get(&slots, &keys[volume], LINK, &ref));
	wc_key_slot_drop(&slots, &ref);
	for (i = 0; i < volume; i++) {
		if (keys[i].link_gen != LINK)
			continue;
		ref.slot = keys[i].slot;
		wc_key_slot_drop(&slots, &ref);
	}
	for (i = 0; i < 10 * (int)KEYS; i++) {
		must(wc_key_slot_get(&slots, &keys[i % volume], LINK, &ref) >= 0);
		wc_key_slot_drop(&slots, &ref);
		must(keys[volume].link_gen == LINK);
	}
	wc_key_slots_free(&slots);
}

/* The slot that key 0 had is another key's, which is held. */
static void taken_away(void)
{
	struct wc_key_ref ref;
	int i;

	for (i = 0; i < 2; i++)
		wc_key_slot_drop(&slots, &holds[i].ref);
	for (i = 2; i < (int)SLOTS + 2; i++)
		must(wc_key_slot_get(&slots, &keys[i], LINK, &ref) >= 0);
	must(keys[0].link_gen != LINK && keys[1].link_gen != LINK);
}

/* It has one in another link, which has more slots. */
static void moved_on(void)
{
	keys[0].link_gen = LINK + 1;
	keys[0].slot = 100 * SLOTS;
}

/*
 * A request finds its key's slot, and before it holds the slot the key has lost
 * it: the request must not hold another key's.
 */
static void outrun(void)
{
	struct wc_key_ref ref;
	int i;

	begin("a request that is outrun");
	for (i = 0; i < 2; i++)
		must(!wc_key_slot_get(&slots, &keys[i], LINK, &holds[i].ref));
	meanwhile = taken_away;
	must(wc_key_slot_get(&slots, &keys[0], LINK, &ref) == -ENOSPC);
	must(!meanwhile && slots.share[0].busy == SLOTS);
	for (i = 2; i < (int)SLOTS + 2; i++)
		must(atomic_read(&slots.slots[keys[i].slot].users) == 1);
	keys[0].link_gen = LINK;
	meanwhile = moved_on;
	must(wc_key_slot_get(&slots, &keys[0], LINK, &ref) == -ENOSPC);
	wc_key_slots_free(&slots);
}

/* One hold serves several requests with a key, until the key is set anew. */
static void shared(void)
{
	struct wc_key_ref first, second;

	begin("a shared hold");
	must(!wc_key_slot_get(&slots, &keys[0], LINK, &first));
	must(wc_key_slot_share(&slots, &keys[0], LINK, &first));
	must(!wc_key_slot_share(&slots, &keys[1], LINK, &first));
	must(!wc_key_slot_share(&slots, &keys[0], LINK + 1, &first));
	must(wc_key_slot_release(&slots, &keys[0], LINK));
	must(!wc_key_slot_share(&slots, &keys[0], LINK, &first));
	/* It gets another slot, because the hold keeps this one from it. */
	must(!wc_key_slot_get(&slots, &keys[0], LINK, &second));
	must(second.slot != first.slot);
	must(!wc_key_slot_share(&slots, &keys[0], LINK, &first));
	must(wc_key_slot_share(&slots, &keys[0], LINK, &second));
	wc_key_slot_drop(&slots, &first);
	wc_key_slot_drop(&slots, &second);
	wc_key_slots_free(&slots);
}

/* A key may be freed without a word after that: the slots must not touch it. */
static void closed(void)
{
	struct wc_key_ref ref, old;

	begin("closed slots");
	must(!wc_key_slot_get(&slots, &keys[0], LINK, &old));
	wc_key_slots_close(&slots);
	must(wc_key_slot_get(&slots, &keys[1], LINK, &ref) == -ENODEV);
	must(!wc_key_slot_release(&slots, &keys[0], LINK));
	must(keys[0].link_gen == LINK);
	wc_key_slot_drop(&slots, &old);
	must(!slots.share[0].busy);
	wc_key_slots_free(&slots);
}

int main(void)
{
	u32 all_evicted = 0, all_refused, seed;

	printf("KTAP version 1\n1..1\n");
	for (seed = 1; seed <= 40; seed++) {
		play(seed);
		all_evicted += evicted;
	}
	all_refused = refused;
	hoard();
	outrun();
	shared();
	closed();
	printf("# %u keys evicted, %u requests refused, %u of them by the limit\n",
	       all_evicted, all_refused, own_share);
	must(all_evicted && all_refused > own_share && own_share);
	printf("ok 1 the slots are as they must be\n");
	return 0;
}
