// SPDX-License-Identifier: GPL-2.0-only

#include "kmod/path.h"
#include "tests/core/helper_frames.h"
#include "tests/core/user.h"

static const u8 *frame_end(const struct test_helper *h,
			   const struct warpcrypt_frame *frame)
{
	return h->arena + (size_t)(frame->index + 1) * h->attach.frame_size;
}

static void do_payload(struct test_helper *h, u32 engine, struct helper_keys *keys,
		       const struct warpcrypt_frame *frame,
		       const struct warpcrypt_desc *desc)
{
	const u8 *key;
	u8 *at = (u8 *)frame_end(h, frame) - h->attach.frame_size +
		 desc->offset;
	u8 *copy = malloc(desc->len);

	if (desc->offset % WARPCRYPT_PAYLOAD_ALIGN || !desc->len ||
	    desc->offset + desc->len > frame->payload ||
	    desc->key_slot >= h->attach.key_slots)
		broken("a frame whose descriptor makes no sense");
	key = helper_get_key(h, engine, keys, desc);
	arena_copy(copy, at, desc->len);
	model_transform(copy, desc->len, key, desc->iv, desc->block);
	arena_copy(at, copy, desc->len);
	free(copy);
}

/* What a helper did not do, and says so. */
static void spoil_frame(struct test_helper *h,
			const struct warpcrypt_frame *frame)
{
	static const u8 junk[64] = { 0x5a };

	arena_copy((u8 *)frame_end(h, frame) - h->attach.frame_size, junk,
		   min(sizeof(junk), (size_t)frame->payload));
}

/* A dead link's arena may be wiped at any time: what it has makes no sense. */
static void do_frame(struct test_helper *h, u32 engine, struct helper_keys *keys,
		     const struct warpcrypt_frame *frame)
{
	struct warpcrypt_desc desc;
	u32 i;

	if (frame->index >= h->attach.frame_count || !frame->requests)
		broken("a frame that makes no sense");
	for (i = 0; i < frame->requests; i++) {
		arena_copy(&desc, frame_end(h, frame) - (i + 1) * sizeof(desc),
			   sizeof(desc));
		if (!desc.len)
			return;
		do_payload(h, engine, keys, frame, &desc);
	}
}

/* A frame belongs to one engine as long as the attachment lives. */
static void must_own(struct test_helper *h, u32 engine, u32 frame)
{
	u32 was = 0;

	if (!__atomic_compare_exchange_n(&h->owner[frame], &was, engine + 1,
					 false, __ATOMIC_RELAXED,
					 __ATOMIC_RELAXED) &&
	    was != engine + 1)
		broken("engine %u gets a frame of engine %u", engine, was - 1);
}

/* Known answers must be right, or the link does not go live. */
static bool is_sick(const struct test_helper *h, u32 engine)
{
	return engine != h->main && engine == h->sick &&
	       wc_link_state_name()[0] == 'l' && sim_random(4);
}

void helper_do_frames(struct test_helper *h, struct helper_keys *keys, u32 engine,
		      struct warpcrypt_commit *commits, u32 *held,
		      const struct warpcrypt_frame *frames, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		int status = 0;

		must_own(h, engine, frames[i].index);
		do_frame(h, engine, keys, &frames[i]);
		if (is_sick(h, engine) || helper_errs_now(h)) {
			spoil_frame(h, &frames[i]);
			status = -EIO;
		}
		/* Never given back. */
		if (helper_errs_now(h) && !sim_random(16))
			continue;
		if (helper_errs_now(h) && !sim_random(8))
			nap_ms(sim_random(100));
		commits[*held] = (struct warpcrypt_commit){
			.id = frames[i].id, .status = status,
		};
		/* Of a frame that no engine has, or had. */
		if (helper_errs_now(h))
			commits[*held].id ^= 1ull << sim_random(60);
		else if (helper_errs_now(h))
			commits[*held].id =
				__atomic_load_n(&h->earlier, __ATOMIC_SEQ_CST);
		else if (!status)
			__atomic_store_n(&h->earlier, frames[i].id,
					 __ATOMIC_SEQ_CST);
		++*held;
	}
}
