// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz-core: all calls of the device with whatever libFuzzer makes up, on the core of
 * unit-core, while submitters wait for results. The input is a list of calls:
 * a byte that says which, and the bytes of its structure, of which some are then
 * made right so that calls get further than the first check. No request may wait too
 * long, or come back twice or never. Without libFuzzer: unit-core-calls.c.
 */

#include "kmod/path.h"
#include "tests/core/fuzz-core.h"
#include "tests/core/request.h"
#include "tests/core/user.h"

#define ARENA_LEN	(4u * WARPCRYPT_FRAME_SIZE_MIN + 2 * PAGE_SIZE)

/* What is left of the fuzzer's bytes. */
struct input {
	const u8 *at;	/* the next */
	size_t left;
};

static void take(struct input *in, void *to, size_t len)
{
	size_t n = min(len, in->left);

	memset(to, 0, len);
	memcpy(to, in->at, n);
	in->at += n;
	in->left -= n;
}

/* The last frames that were handed out. */
static struct {
	u64 id[64];	/* of each */
	bool held[64];	/* it was not committed */
	u32 next;	/* where the next goes */
} handed;

static void note_handed(u64 id)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(handed.id); i++)
		if (handed.id[i] == id)
			broken("a second frame with the id %#llx", id);
	i = handed.next++ % ARRAY_SIZE(handed.id);
	handed.id[i] = id;
	handed.held[i] = true;
}

/* A frame is committed; returns whether the helper held it. */
static bool take_back(u64 id)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(handed.id); i++)
		if (handed.held[i] && handed.id[i] == id) {
			handed.held[i] = false;
			return true;
		}
	return false;
}

static u8 *arena;
static struct warpcrypt_frame frames[WARPCRYPT_ENTER_MAX];
static struct warpcrypt_commit commits[WARPCRYPT_ENTER_MAX];

static void call_attach(struct file *file, struct input *in)
{
	struct warpcrypt_attach a;
	u8 right, i;

	take(in, &right, 1);
	take(in, &a, sizeof(a));
	if (right & 1) {
		a.version = WARPCRYPT_ABI_VERSION;
		a.flags = 0;
		a.features = 0;
		a.reserved0 = 0;
		memset(a.reserved, 0, sizeof(a.reserved));
	}
	if (right & 2)
		a.arena_addr = (uintptr_t)arena;
	if (right & 4) {
		a.frame_size = WARPCRYPT_FRAME_SIZE_MIN;
		a.frame_count = 4;
		a.key_slots = WARPCRYPT_KEY_SLOTS_MIN;
		a.engine_count = 1 + right / 32 % 2;
		a.arena_len = ARENA_LEN;
		memset(a.engines, 0, sizeof(a.engines));
		for (i = 0; i < a.engine_count; i++) {
			a.engines[i].name[0] = 'x' + i;
			a.engines[i].kind = WARPCRYPT_ENGINE_CPU;
			a.engines[i].queues = 1;
		}
		/* No frames are left for a second engine then. */
		a.engines[0].queues += right / 16 % 2;
	}
	for (i = 0; right & 8 && i < WARPCRYPT_ENGINES_MAX; i++) {
		memset(a.engines[i].modes, 0, sizeof(a.engines[i].modes));
		a.engines[i].modes[WARPCRYPT_CIPHER_AES] = i < a.engine_count;
	}
	device_call(file, ATTACH, &a);
}

/* Makes the call; what it says must fit to what was handed out before. */
static void enter(struct file *file, struct warpcrypt_enter *e)
{
	u32 held = 0, i;

	e->committed = 0;
	e->refused = 0;
	e->fetched = 0;
	device_call(file, ENTER, e);
	/* All commits of a call are tried, or none. */
	for (i = 0; i < e->committed + e->refused; i++)
		held += take_back(commits[i].id);
	if (e->committed > held)
		broken("%u commits are accepted, and %u of the frames were held",
		       e->committed, held);
	for (i = 0; i < e->fetched; i++)
		note_handed(frames[i].id);
}

static void call_enter(struct file *file, struct input *in)
{
	struct warpcrypt_enter e;
	u8 right, i;

	take(in, &right, 1);
	take(in, &e, sizeof(e));
	for (i = 0; i < WARPCRYPT_ENTER_MAX; i++) {
		take(in, &commits[i], right & 1 ? 0 : sizeof(commits[i]));
		if (right & 1)
			commits[i] = (struct warpcrypt_commit){
				.id = right & 32 ?
				      handed.id[(i + right / 64) % 64] :
				      frames[i].id,
				.status = right & 2,
			};
	}
	if (right & 4)
		e.commit_addr = (uintptr_t)commits;
	else
		e.commit_addr %= PAGE_SIZE;
	if (right & 8)
		e.fetch_addr = (uintptr_t)frames;
	else
		e.fetch_addr %= PAGE_SIZE;
	if (right & 16) {
		e.flags &= WARPCRYPT_ENTER_RELEASES;
		e.queue %= 2;
		e.reserved = 0;
		e.commit_count %= WARPCRYPT_ENTER_MAX + 1;
		e.fetch_max %= WARPCRYPT_ENTER_MAX + 1;
	}
	/* No call may wait for ever: there is no other. */
	e.timeout_ns = e.timeout_ns & 0xffffff;
	enter(file, &e);
}

static void call_rates(struct file *file, struct input *in)
{
	static struct warpcrypt_rate rate;
	struct warpcrypt_rates r;
	u8 right;

	take(in, &right, 1);
	take(in, &r, sizeof(r));
	take(in, &rate, sizeof(rate));
	if (right & 1)
		r = (struct warpcrypt_rates){
			.addr = (uintptr_t)&rate, .count = right / 16 % 2,
		};
	else
		r.addr %= PAGE_SIZE;
	if (right & 2) {
		rate.engine %= WARPCRYPT_ENGINES_MAX;
		rate.cipher = WARPCRYPT_CIPHER_AES;
		rate.mode = WARPCRYPT_MODE_ECB;
		rate.flags %= 2;
		rate.chain_ns = 0;
		rate.reserved = 0;
	}
	device_call(file, RATES, &r);
}

static void call_retire(struct file *file, struct input *in)
{
	struct warpcrypt_retire r;
	u8 right;

	take(in, &right, 1);
	take(in, &r, sizeof(r));
	if (right & 1) {
		r.engine %= WARPCRYPT_ENGINES_MAX;
		r.reserved = 0;
	}
	device_call(file, RETIRE, &r);
}

static void call(struct file *file, struct input *in)
{
	u8 which;

	take(in, &which, 1);
	switch (which % 8) {
	case 0:
		call_attach(file, in);
		break;
	case 1:
		sim_fops->release(NULL, file);
		sim_fops->open(NULL, file);
		break;
	case 2:
		if (which & 64)
			call_rates(file, in);
		else if (which & 32)
			call_retire(file, in);
		else
			sim_fops->unlocked_ioctl(file, which, (uintptr_t)in->at);
		break;
	case 3:
		nap_ms(which);
		break;
	default:
		call_enter(file, in);
	}
}

static void play(void *arg)
{
	struct input *in = arg;
	struct file file = { 0 };

	wc_redo_init();
	if (wc_link_init() || wc_device_init())
		broken("the module does not load");
	arena = user_memory_get(ARENA_LEN);
	memset(frames, 0, sizeof(frames));
	memset(&handed, 0, sizeof(handed));
	submitters_left = 2;
	model_faithless = true;
	sim_spawn(submitter, (void *)60);
	sim_spawn(submitter, (void *)60);
	sim_fops->open(NULL, &file);
	while (in->left)
		call(&file, in);
	sim_fops->release(NULL, &file);
	while (!model_ends())
		nap_ms(1);
	wc_device_exit();
	wc_link_exit();
	user_memory_put(arena);
}

/*
 * Make the calls that some bytes stand for; a promise that is broken is reported with @seed, which
 * gives the order of steps.
 */
void fuzz_core_play(u64 seed, const u8 *data, size_t len)
{
	struct input in = { data, len };

	sim_after_step = requests_check;
	model_play(seed, play, &in);
	sim_after_step = NULL;
}

/* What libFuzzer calls. */
int LLVMFuzzerTestOneInput(const u8 *data, size_t len);
int LLVMFuzzerTestOneInput(const u8 *data, size_t len)
{
	fuzz_core_play(len ? data[0] : 0, data, len);
	return 0;
}
