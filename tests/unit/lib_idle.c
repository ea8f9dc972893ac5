// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/lib_idle.h"

#include "helper/lib/lib_parts.h"

static const char *look_at_queue(const struct lib_queue *q)
{
	if (q->first || q->again)
		return "a batch is in the queue";
	if (q->ended)
		return "a callback is to be called";
	/* Of an engine that has failed it is not used. */
	return q->waiting && !q->broken ? "bytes wait, by the queue's count" : NULL;
}

const char *lib_idle_queue(struct warpcrypt *w)
{
	const char *left;

	pthread_mutex_lock(&w->queue.lock);
	left = look_at_queue(&w->queue);
	pthread_mutex_unlock(&w->queue.lock);
	return left;
}

static const char *look_at_frames(const struct warpcrypt *w)
{
	unsigned int i;

	for (i = 0; i < w->engines.count; i++)
		if (w->port[i].load.frames)
			return "an engine has a frame, by its count";
	for (i = 0; i < w->arena.geo.frame_count; i++)
		if (w->frames[i].busy || w->frames[i].at != LIB_FRAME_HERE)
			return "a frame is in use";
	return NULL;
}

static bool is_wiped(const struct warpcrypt_key *key)
{
	uint8_t any = 0;
	size_t i;

	for (i = 0; i < sizeof(key->key); i++)
		any |= key->key[i];
	return !any && key->cipher == WARPCRYPT_CIPHER_NONE;
}

static const char *look_at_keys(const struct warpcrypt *w)
{
	uint32_t i;

	if (w->keys.count != w->keys.slots)
		return "a slot is not free";
	for (i = 0; i < w->keys.slots; i++) {
		if (w->keys.key[i].state)
			return "a slot has a key, or is held";
		if (!is_wiped(wc_mapping_key(&w->arena, i)))
			return "a key's bytes are in the arena";
	}
	return NULL;
}

static const char *look_at_counts(const struct warpcrypt *w, uint64_t aes_bytes)
{
	uint64_t bytes = 0;
	unsigned int i, m;

	for (i = 0; i < w->threads + w->spare_threads + w->lones; i++) {
		const struct wc_counts *c = &w->counts[i];

		if (c->failed || c->refused)
			return "a frame has failed, by a thread's count";
		for (m = 0; m < WARPCRYPT_MODE_COUNT; m++)
			bytes += c->bytes[WARPCRYPT_CIPHER_AES][m];
	}
	return bytes == aes_bytes ? NULL :
	       "the threads have done other bytes than those of the requests, by their counts";
}

const char *lib_idle_all(struct warpcrypt *w, uint64_t aes_bytes)
{
	const char *left;

	pthread_mutex_lock(&w->queue.lock);
	left = look_at_queue(&w->queue);
	if (!left)
		left = look_at_frames(w);
	pthread_mutex_unlock(&w->queue.lock);
	pthread_mutex_lock(&w->keys.lock);
	if (!left)
		left = look_at_keys(w);
	pthread_mutex_unlock(&w->keys.lock);
	if (!left && w->memory.count)
		left = "memory is registered";
	return left ? left : look_at_counts(w, aes_bytes);
}
