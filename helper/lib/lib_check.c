// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_parts.h"

#include <errno.h>
#include <stdint.h>

#include "helper/lib/lib_error.h"

static const char *bad_length(const struct lib_key *key,
			      const struct warpcrypt_request *r)
{
	switch (key->mode) {
	case WARPCRYPT_MODE_ECB:
	case WARPCRYPT_MODE_CBC:
		return r->len % WC_BLOCK ? "its length is no multiple of 16" :
					   NULL;
	case WARPCRYPT_MODE_XTS:
	case WARPCRYPT_MODE_XTS_GB:
		return r->len && r->len < WC_BLOCK ?
		       "its length is less than 16" : NULL;
	default:
		return NULL;
	}
}

/* Is it neither in place nor apart? */
static bool overlaps(const struct warpcrypt_request *r)
{
	uintptr_t src = (uintptr_t)r->src, dst = (uintptr_t)r->dst;

	return src != dst && (src < dst ? dst - src : src - dst) < r->len;
}

/*
 * Is a request valid? @key is what lib_key_find() has for its key. Returns NULL, or what is
 * wrong.
 */
const char *lib_check(const struct lib_key *key,
		      const struct warpcrypt_request *r)
{
	if (!r->key)
		return "it has no key";
	if (!key)
		return "its key is none of this engine's, or was freed";
	if (r->flags & ~WARPCRYPT_REGISTERED)
		return "it has a flag that this version does not have";
	if (r->len > WARPCRYPT_LENGTH_MAX)
		return "it is longer than WARPCRYPT_LENGTH_MAX";
	if (r->len && (!r->src || !r->dst))
		return "source or destination is NULL";
	if (overlaps(r))
		return "source and destination overlap";
	return bad_length(key, r);
}

/* Do two arrays share a byte? */
static bool overlap(const void *a, size_t a_len, const void *b, size_t b_len)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

	return a && b && (x < y ? y - x < a_len : x - y < b_len);
}

/**
 * lib_check_points() - are the arrays of multiplications where they may be?
 * @p: the multiplications: results are written while other scalars and points are read
 * @group: their group
 *
 * Return: NULL, or what is wrong
 */
const char *lib_check_points(const struct warpcrypt_points *p, int group)
{
	size_t bytes = p->count * 32, rows = lib_point_rows((unsigned int)group);

	if (overlap(p->results, bytes * rows, p->points, bytes * rows) &&
	    (const void *)p->results != p->points)
		return "results and points overlap";
	if (overlap(p->results, bytes * rows, p->scalars, bytes) &&
	    (rows != 1 || (const void *)p->results != p->scalars))
		return "results and scalars overlap";
	if (overlap(p->status, p->count, p->results, bytes * rows) ||
	    overlap(p->status, p->count, p->scalars, bytes) ||
	    overlap(p->status, p->count, p->points, bytes * rows))
		return "status overlaps another array";
	return NULL;
}

/* Are signatures valid, but for what they sign? Returns NULL, or what is wrong. */
const char *lib_check_signatures(const struct warpcrypt_signatures *s)
{
	size_t packed;

	if (s->flags)
		return "the signatures have a flag that this version does not have";
	if (s->count && (!s->keys || !s->signatures || !s->status))
		return "keys, signatures or status is NULL";
	if (s->messages && s->packed)
		return "messages and packed are not NULL, both";
	if (s->count && lib_sign_is_ed25519(s) && !s->messages && !s->packed)
		return "messages and packed are NULL";
	if (s->packed_stride && s->packed_stride < s->packed_len)
		return "packed messages overlap: packed_stride is less than packed_len";
	if (__builtin_mul_overflow(s->count, lib_sign_stride(s), &packed) ||
	    packed > SIZE_MAX / 2)
		return "packed messages are too many";
	if (s->count && !lib_sign_is_ed25519(s) && !s->hashes)
		return "hashes is NULL";
	if (overlap(s->status, s->count, s->keys, s->count *
		    (lib_sign_is_ed25519(s) ? 32 : 64)) ||
	    overlap(s->status, s->count, s->signatures, s->count * 64) ||
	    (lib_sign_is_ed25519(s) ?
	     overlap(s->status, s->count, s->messages,
		     s->count * sizeof(*s->messages)) ||
	     overlap(s->status, s->count, s->packed, packed) :
	     overlap(s->status, s->count, s->hashes, s->count * 32)))
		return "status overlaps another array";
	return NULL;
}

static const char *reason(const struct warpcrypt *w,
			  const struct warpcrypt_request *r)
{
	const char *wrong;

	switch (r->status) {
	case -EINVAL:
		wrong = lib_check(lib_key_find(&w->keys, r->key), r);
		return wrong ? wrong : "it was changed while the batch was in progress";
	case -EFAULT:
		return "its memory is not registered, or was freed";
	case -ECANCELED:
		return "it was cancelled";
	default:
		return "the engine has failed";
	}
}

/* Set this thread's error line for request @i, which failed. Returns its status. */
int lib_check_explain(const struct warpcrypt *w,
		      const struct warpcrypt_request *r, size_t i)
{
	return lib_fail(r->status, "request %zu of %zu bytes: %s", i, r->len,
			reason(w, r));
}
