// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of what the helper passes to /dev/warpcrypt. What is refused gets a line in
 * the log that says why.
 *
 * The arguments are copies in the kernel's memory: nothing changes between check and
 * use.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "check.h"

#include <linux/ctype.h>
#include <linux/mm.h>
#include <linux/nospec.h>
#include <linux/string.h>

#include "ciphers.h"
#include "engine.h"
#include "link.h"

/* Has @mode of @cipher a second direction? */
static bool wc_check_can_decrypt(u8 cipher, u8 mode)
{
	return wc_cipher_is_block(cipher) && mode != WARPCRYPT_MODE_CTR;
}

/* Is a name printable, and all NULs after it? */
static bool wc_check_name(const char name[WARPCRYPT_ENGINE_NAME])
{
	size_t len = strnlen(name, WARPCRYPT_ENGINE_NAME), i;

	if (!len || len == WARPCRYPT_ENGINE_NAME ||
	    memchr_inv(name + len, 0, WARPCRYPT_ENGINE_NAME - len))
		return false;
	for (i = 0; i < len; i++)
		if (!isascii(name[i]) || !isgraph(name[i]))
			return false;
	return true;
}

static int wc_check_modes(const struct warpcrypt_engine *engine, u32 number)
{
	bool any = false;
	int i;

	for (i = 0; i < WARPCRYPT_CIPHER_COUNT; i++) {
		if (engine->modes[i] & ~wc_cipher_modes(i)) {
			wc_refuse("ATTACH: engine %u, cipher %d, modes %#x: unknown to the module",
				  number, i, engine->modes[i]);
			return -EOPNOTSUPP;
		}
		any |= engine->modes[i];
	}
	if (!any) {
		wc_refuse("ATTACH: engine %u offers no algorithm", number);
		return -EINVAL;
	}
	return 0;
}

static int wc_check_engine(const struct warpcrypt_attach *a, u32 number)
{
	const struct warpcrypt_engine *engine = &a->engines[number];
	u32 i;

	if (!wc_check_name(engine->name)) {
		wc_refuse("ATTACH: engine %u: no name of 1 to %u printable characters, NULs",
			  number, WARPCRYPT_ENGINE_NAME - 1);
		return -EINVAL;
	}
	for (i = 0; i < number; i++) {
		if (!strcmp(a->engines[i].name, engine->name)) {
			wc_refuse("ATTACH: engines %u and %u are both named %s",
				  i, number, engine->name);
			return -EINVAL;
		}
	}
	if (engine->kind != WARPCRYPT_ENGINE_CPU &&
	    engine->kind != WARPCRYPT_ENGINE_GPU) {
		wc_refuse("ATTACH: engine %u is of the unknown kind %u", number,
			  engine->kind);
		return -EINVAL;
	}
	if (engine->reserved0 ||
	    memchr_inv(engine->reserved, 0, sizeof(engine->reserved))) {
		wc_refuse("ATTACH: reserved fields of engine %u are not zero",
			  number);
		return -EINVAL;
	}
	return wc_check_modes(engine, number);
}

/* Are there enough frames for the queues of all engines? */
static int wc_check_queues(const struct warpcrypt_attach *a)
{
	u32 most = min(WARPCRYPT_QUEUES_MAX, a->frame_count / 2), sum = 0, i;

	for (i = 0; i < a->engine_count; i++) {
		if (!a->engines[i].queues ||
		    a->engines[i].queues > most - sum) {
			wc_refuse("ATTACH: engine %u: %u queues: none, or too many (%u, %u frames)",
				  i, a->engines[i].queues, WARPCRYPT_QUEUES_MAX,
				  a->frame_count);
			return -EINVAL;
		}
		sum += a->engines[i].queues;
	}
	return 0;
}

static int wc_check_engines(const struct warpcrypt_attach *a)
{
	u32 i;
	int err;

	if (!a->engine_count || a->engine_count > WARPCRYPT_ENGINES_MAX) {
		wc_refuse("ATTACH: %u engines: not between 1 and %u",
			  a->engine_count, WARPCRYPT_ENGINES_MAX);
		return -EINVAL;
	}
	for (i = 0; i < a->engine_count; i++) {
		err = wc_check_engine(a, i);
		if (err)
			return err;
	}
	if (memchr_inv(&a->engines[i], 0, (WARPCRYPT_ENGINES_MAX - i) *
					  sizeof(*a->engines))) {
		wc_refuse("ATTACH: engine entries not in use are not zero");
		return -EINVAL;
	}
	return 0;
}

static int wc_check_sizes(const struct warpcrypt_attach *a)
{
	u64 len;

	if (a->frame_size < WARPCRYPT_FRAME_SIZE_MIN ||
	    a->frame_size > WARPCRYPT_FRAME_SIZE_MAX ||
	    !PAGE_ALIGNED(a->frame_size)) {
		wc_refuse("ATTACH: frame size %u: not whole pages between %u and %u",
			  a->frame_size, WARPCRYPT_FRAME_SIZE_MIN,
			  WARPCRYPT_FRAME_SIZE_MAX);
		return -EINVAL;
	}
	if (a->frame_count < WARPCRYPT_FRAME_COUNT_MIN ||
	    a->frame_count > WARPCRYPT_FRAME_COUNT_MAX) {
		wc_refuse("ATTACH: %u frames: not between %u and %u",
			  a->frame_count, WARPCRYPT_FRAME_COUNT_MIN,
			  WARPCRYPT_FRAME_COUNT_MAX);
		return -EINVAL;
	}
	if (a->key_slots < WARPCRYPT_KEY_SLOTS_MIN ||
	    a->key_slots > WARPCRYPT_KEY_SLOTS_MAX) {
		wc_refuse("ATTACH: %u key slots: not between %u and %u",
			  a->key_slots, WARPCRYPT_KEY_SLOTS_MIN,
			  WARPCRYPT_KEY_SLOTS_MAX);
		return -EINVAL;
	}
	len = (u64)a->frame_size * a->frame_count +
	      PAGE_ALIGN((u64)a->key_slots * sizeof(struct warpcrypt_key));
	if (a->arena_len != len) {
		wc_refuse("ATTACH: arena of %llu bytes: these frames and key slots need %llu",
			  a->arena_len, len);
		return -EINVAL;
	}
	if (!PAGE_ALIGNED(a->arena_addr)) {
		wc_refuse("ATTACH: arena address %#llx: not page-aligned",
			  a->arena_addr);
		return -EINVAL;
	}
	return 0;
}

/**
 * wc_check_attach() - check the argument of ATTACH, all but the arena
 * @a: the argument
 *
 * Context: process context.
 * Return: 0 or the errno that ATTACH returns.
 */
int wc_check_attach(const struct warpcrypt_attach *a)
{
	int err;

	if (a->version != WARPCRYPT_ABI_VERSION) {
		wc_refuse("ATTACH: ABI version %u, the module has %u",
			  a->version, WARPCRYPT_ABI_VERSION);
		return -EPROTONOSUPPORT;
	}
	if (a->flags || a->features) {
		wc_refuse("ATTACH: unknown flags %#x or features %#llx",
			  a->flags, a->features);
		return -EOPNOTSUPP;
	}
	if (a->reserved0 || memchr_inv(a->reserved, 0, sizeof(a->reserved))) {
		wc_refuse("ATTACH: reserved fields are not zero");
		return -EINVAL;
	}
	err = wc_check_engines(a);
	err = err ?: wc_check_sizes(a);
	return err ?: wc_check_queues(a);
}

static int wc_check_attached(const struct wc_link *link, const char *call)
{
	if (link)
		return 0;
	wc_refuse("%s before ATTACH", call);
	return -ENOTCONN;
}

/**
 * wc_check_enter() - check the argument of ENTER, all but the commits
 * @link: the caller's link, or NULL
 * @e: the argument
 *
 * Context: process context.
 * Return: 0 or the errno that ENTER returns.
 */
int wc_check_enter(const struct wc_link *link, const struct warpcrypt_enter *e)
{
	int err = wc_check_attached(link, "ENTER");

	if (err)
		return err;
	if (e->flags & ~(WARPCRYPT_ENTER_SPIN | WARPCRYPT_ENTER_RELEASES)) {
		wc_refuse("ENTER: unknown flags %#x", e->flags);
		return -EOPNOTSUPP;
	}
	if (e->commit_count > WARPCRYPT_ENTER_MAX ||
	    e->fetch_max > WARPCRYPT_ENTER_MAX) {
		wc_refuse("ENTER: more than %u entries", WARPCRYPT_ENTER_MAX);
		return -EINVAL;
	}
	if (e->queue >= link->queue_count) {
		wc_refuse("ENTER: queue %u: there are %u", e->queue,
			  link->queue_count);
		return -EINVAL;
	}
	if (e->reserved) {
		wc_refuse("ENTER: the reserved field is not zero");
		return -EINVAL;
	}
	return 0;
}

/**
 * wc_check_rates() - check the argument of RATES, not yet its entries
 * @link: the caller's link, or NULL
 * @r: the argument
 *
 * Context: process context.
 * Return: 0 or the errno that RATES returns.
 */
int wc_check_rates(const struct wc_link *link, const struct warpcrypt_rates *r)
{
	int err = wc_check_attached(link, "RATES");

	if (err)
		return err;
	if (r->count > WARPCRYPT_RATES_MAX) {
		wc_refuse("RATES: %u entries, more than %u", r->count,
			  WARPCRYPT_RATES_MAX);
		return -EINVAL;
	}
	if (r->reserved) {
		wc_refuse("RATES: the reserved field is not zero");
		return -EINVAL;
	}
	return 0;
}

static bool wc_check_offered(const struct wc_link *link,
			     const struct warpcrypt_rate *r)
{
	u32 engine;

	if (r->engine >= link->engine_count ||
	    r->cipher >= WARPCRYPT_CIPHER_COUNT ||
	    r->mode >= WARPCRYPT_MODE_COUNT)
		return false;
	/* The helper chose it: no speculative access beyond the array. */
	engine = array_index_nospec(r->engine, link->engine_count);
	return wc_engine_does(&link->engines[engine],
			      array_index_nospec(r->cipher,
						 WARPCRYPT_CIPHER_COUNT),
			      r->mode);
}

static bool wc_check_is_chain(const struct warpcrypt_rate *r)
{
	return wc_cipher_is_block(r->cipher) &&
	       r->mode == WARPCRYPT_MODE_CBC &&
	       !(r->flags & WARPCRYPT_RATE_DECRYPT);
}

/**
 * wc_check_rate() - check an entry of RATES
 * @link: the caller's link
 * @r: the entry
 *
 * Context: process context.
 * Return: 0 or the errno that RATES returns.
 */
int wc_check_rate(const struct wc_link *link, const struct warpcrypt_rate *r)
{
	if (!wc_check_offered(link, r)) {
		wc_refuse("RATES: no engine %u that offers cipher %u, mode %u",
			  r->engine, r->cipher, r->mode);
		return -EINVAL;
	}
	if (r->flags & ~(wc_check_can_decrypt(r->cipher, r->mode) ?
			 WARPCRYPT_RATE_DECRYPT : 0)) {
		wc_refuse("RATES: unknown flags %#x of cipher %u, mode %u",
			  r->flags, r->cipher, r->mode);
		return -EOPNOTSUPP;
	}
	if (!r->lone_ns || r->lone_ns > WARPCRYPT_RATE_LONE_MAX ||
	    r->bytes_per_s < WARPCRYPT_RATE_BYTES_MIN ||
	    r->bytes_per_s > WARPCRYPT_RATE_BYTES_MAX ||
	    r->chain_ns > (wc_check_is_chain(r) ? WARPCRYPT_RATE_CHAIN_MAX : 0)) {
		wc_refuse("RATES: cipher %u, mode %u: out of range: %u ns, %llu bytes/s, %u ns",
			  r->cipher, r->mode, r->lone_ns, r->bytes_per_s,
			  r->chain_ns);
		return -EINVAL;
	}
	if (r->reserved) {
		wc_refuse("RATES: the reserved field of an entry is not zero");
		return -EINVAL;
	}
	return 0;
}

/**
 * wc_check_retire() - check the argument of RETIRE
 * @link: the caller's link, or NULL
 * @r: the argument
 *
 * Context: process context.
 * Return: 0 or the errno that RETIRE returns.
 */
int wc_check_retire(const struct wc_link *link,
		    const struct warpcrypt_retire *r)
{
	int err = wc_check_attached(link, "RETIRE");

	if (err)
		return err;
	if (r->reserved) {
		wc_refuse("RETIRE: the reserved field is not zero");
		return -EINVAL;
	}
	if (r->engine >= link->engine_count) {
		wc_refuse("RETIRE: engine %u: there are %u", r->engine,
			  link->engine_count);
		return -EINVAL;
	}
	return 0;
}
