// SPDX-License-Identifier: GPL-2.0-only
/* Known answers: what is asked, and what is taken for right. */
#include "tests/core/cases.h"
#include "tests/core/desk.h"

#define FRAMES		8u
#define QUEUES		4u

/* The last byte of each answer is wrong. */
static bool spoils;

/* Requests that came by each queue; and of all of them those to decrypt. */
static u32 asked[QUEUES], back;

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
			nap_ms(0);
			continue;
		}
		answer(d, &frame);
		desk_commit(d, &frame, 1, 0);
	}
}

static void ask_all(struct desk *d)
{
	u32 i, all = 0;

	spoils = sim_random(2);
	memset(asked, 0, sizeof(asked));
	back = 0;
	wc_param_kat = true;
	desk_choose(d, FRAMES, QUEUES, 0);
	desk_attach(d);
	desk_spawn(d, answers);
	must_within(100, wc_link_state_name()[0] != 't', "the test");
	must_be("live", module_is_live(), !spoils, !spoils);
	for (i = 0; i < QUEUES; i++) {
		if (!spoils)
			must_be("requests by a queue", asked[i], 1, 100);
		all += asked[i];
	}
	/* The engine offers ECB alone. */
	must_be("those to decrypt", back, all / 2, all / 2);
	desk_close(d);
}

/* Holds each frame for longer than half of what a known answer may take. */
static void answers_slowly(struct desk *d)
{
	struct warpcrypt_frame frame;

	while (wc_link_state_name()[0] == 't') {
		if (desk_fetch(d, &frame, 1, false) != 1) {
			nap_ms(1);
			continue;
		}
		answer(d, &frame);
		nap_ms(6 * WC_KAT_DEADLINE_MS / 10);
		desk_commit(d, &frame, 1, 0);
	}
}

/*
 * One thread for all queues, of which each has a request: the last of them is handed out when it
 * is older than a deadline. All of them together take less than they may.
 */
static void ask_slowly(struct desk *d)
{
	spoils = false;
	wc_param_kat = true;
	desk_choose(d, FRAMES, QUEUES, 0);
	/* A request for each queue. */
	d->attach.engines[0].modes[WARPCRYPT_CIPHER_AES] |=
		WARPCRYPT_MODE_BIT(WARPCRYPT_MODE_CTR);
	desk_attach(d);
	desk_spawn(d, answers_slowly);
	must_within(100000, wc_link_state_name()[0] != 't', "the test");
	must_be("live", module_is_live(), 1, 1);
	desk_close(d);
}

const struct core_case kat_cases[] = {
	{ "each queue is asked, in each direction, and each byte of an answer counts", ask_all, 20 },
	{ "a known answer that waits for others may be older than a deadline", ask_slowly, 20 },
	{ }
};
