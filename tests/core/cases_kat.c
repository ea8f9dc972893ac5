// SPDX-License-Identifier: GPL-2.0-only
/* Known answers: what is asked, and what is taken for right. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"
#include "tests/core/sim_kernel.h"

#define FRAMES		8u
#define QUEUES		4u

/* The last byte of each answer is wrong. */
static bool spoils;

/* Requests that came by each queue; and of all of them those to decrypt. */
static u32 asked[QUEUES], back;

/* How long each frame is held. */
static u32 held_ms;

static void answer(const struct desk *d, const struct warpcrypt_frame *frame)
{
	u8 *arena = (u8 *)(uintptr_t)d->attach.arena_addr;
	u8 *base = arena + (size_t)frame->index * d->attach.frame_size;
	const u8 *keys = arena + (size_t)d->attach.frame_size * FRAMES;
	struct warpcrypt_desc desc;
	struct warpcrypt_key key;
	u32 i;

	for (i = 0; i < frame->requests; i++) {
		memcpy(&desc, base + d->attach.frame_size - (i + 1) * sizeof(desc),
		       sizeof(desc));
		memcpy(&key, keys + desc.key_slot * sizeof(key), sizeof(key));
		model_transform(base + desc.offset, desc.len, key.key, desc.iv,
				desc.block);
		base[desc.offset + desc.len - 1] ^= spoils;
		back += !!(desc.flags & WARPCRYPT_DESC_DECRYPT);
	}
	asked[frame->index / (FRAMES / QUEUES)] += frame->requests;
}

static void answers(struct desk *d)
{
	struct warpcrypt_frame frame;

	while (wc_link_state_name()[0] == 't') {
		if (desk_fetch(d, &frame, 1, false) != 1) {
			nap_ms(held_ms ? 1 : 0);
			continue;
		}
		answer(d, &frame);
		nap_ms(held_ms);
		desk_commit(d, &frame, 1, 0);
	}
}

static void ask_all(struct desk *d)
{
	u32 i, all = 0;

	spoils = sim_random(2);
	held_ms = 0;
	memset(asked, 0, sizeof(asked));
	back = 0;
	wc_param_kat = true;
	desk_choose(d, FRAMES, QUEUES, 0);
	desk_attach(d);
	desk_spawn(d, answers);
	must_within(100, wc_link_state_name()[0] != 't', "the test");
	must_be("live", module_is_live(), !spoils, !spoils);
	must_be("wrong", model_counter(WC_KAT_FAILED_EVENT), spoils, spoils);
	if (spoils)
		must_be("what ENTER says", -desk_fetch(d, NULL, 1, false), EBADMSG, EBADMSG);
	for (i = 0; i < QUEUES; i++) {
		if (!spoils)
			must_be("requests by a queue", asked[i], 1, 100);
		all += asked[i];
	}
	/* The engine offers ECB alone. */
	must_be("those to decrypt", back, all / 2, all / 2);
	desk_close(d);
}

/*
 * One thread for all queues, of which each has a request: the last of them is handed out when it
 * is older than a deadline. All of them together take less than they may.
 */
static void ask_slowly(struct desk *d)
{
	spoils = false;
	/* More than half of what a known answer may take. */
	held_ms = 6 * WC_KAT_DEADLINE_MS / 10;
	wc_param_kat = true;
	desk_choose(d, FRAMES, QUEUES, 0);
	/* A request for each queue. */
	d->attach.engines[0].modes[WARPCRYPT_CIPHER_AES] |=
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CTR);
	desk_attach(d);
	desk_spawn(d, answers);
	must_within(100000, wc_link_state_name()[0] != 't', "the test");
	must_be("live", module_is_live(), 1, 1);
	desk_close(d);
}

/* How the test ends, and that nothing was called wrong. */
static void must_end(struct desk *d, bool live)
{
	must_within(100, wc_link_state_name()[0] != 't', "the test");
	must_be("live", module_is_live(), live, live);
	must_be("wrong", model_counter(WC_KAT_FAILED_EVENT), 0, 0);
	must_be("passed", model_counter(WC_KAT_PASSED), live, live);
	if (!live)
		must_be("what ENTER says", -desk_fetch(d, NULL, 1, false), ESHUTDOWN, ESHUTDOWN);
	sim_alloc_fails = 0;
	desk_close(d);
}

/* The first engine fails its frames, the second, if there is one, does not. */
static void fails_one(struct desk *d)
{
	struct warpcrypt_frame frame;
	struct warpcrypt_enter e;
	u32 queue = 0;
	long ret;

	while (wc_link_state_name()[0] == 't') {
		e = (struct warpcrypt_enter){
			.fetch_addr = (uintptr_t)&frame, .fetch_max = 1, .queue = queue,
		};
		ret = device_call(&d->file, ENTER, &e);
		queue |= ret == -ENODEV;
		if (ret || !e.fetched) {
			nap_ms(0);
			continue;
		}
		answer(d, &frame);
		desk_commit(d, &frame, 1, queue ? 0 : -EIO);
	}
}

static void ask_failing(struct desk *d)
{
	struct warpcrypt_engine *engines = d->attach.engines;
	bool two = sim_random(2);

	spoils = false;
	wc_param_kat = true;
	desk_choose(d, FRAMES, 1, 0);
	d->attach.engine_count += two;
	if (two)
		engines[1] = engines[0];
	strcpy(engines[two].name, "two");
	desk_attach(d);
	desk_spawn(d, fails_one);
	must_end(d, two);
	must_be("retired", model_counter(WC_ENGINES_RETIRED), two, two);
}

/* From the first answer on there is no memory. */
static void answers_without_memory(struct desk *d)
{
	struct warpcrypt_frame frame;

	while (wc_link_state_name()[0] == 't') {
		if (desk_fetch(d, &frame, 1, false) != 1) {
			nap_ms(0);
			continue;
		}
		sim_alloc_fails = 1;
		answer(d, &frame);
		desk_commit(d, &frame, 1, 0);
	}
}

static void ask_without_memory(struct desk *d)
{
	spoils = false;
	wc_param_kat = true;
	/* The second two queues are asked after the first. */
	desk_choose(d, FRAMES, QUEUES, 0);
	desk_attach(d);
	desk_spawn(d, answers_without_memory);
	must_end(d, false);
}

static void leave(struct desk *d)
{
	wc_param_kat = true;
	desk_choose(d, FRAMES, QUEUES, 0);
	desk_attach(d);
	nap_ms(sim_random(3));
	desk_close(d);
	must_be("wrong", model_counter(WC_KAT_FAILED_EVENT), 0, 0);
}

const struct core_case kat_cases[] = {
	{ "each queue is asked, in each direction, and each byte of an answer counts", ask_all, 20 },
	{ "an engine that fails a frame of known answers is retired, and not wrong",
	  ask_failing, 20 },
	{ "without memory for known answers the link ends, and no answer is wrong",
	  ask_without_memory, 20 },
	{ "a helper that leaves has given no wrong answer", leave, 20 },
	{ "a known answer that waits for others may be older than a deadline", ask_slowly, 20 },
	{ }
};
