// SPDX-License-Identifier: GPL-2.0-only
#include "helper/lib/lib_check.h"

#include <errno.h>

#include "helper/lib/lib_error.h"

static const char *bad_length(const struct warpcrypt_request *r)
{
	switch (r->key->mode) {
	case WARPCRYPT_MODE_ECB:
	case WARPCRYPT_MODE_CBC:
		return r->len % WC_BLOCK ? "its length is no multiple of 16" :
					   NULL;
	case WARPCRYPT_MODE_XTS:
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

/**
 * lib_check() - is a request valid?
 * @w: the engine
 * @r: the request
 *
 * Return: NULL, or what is wrong
 */
const char *lib_check(const struct warpcrypt *w,
		      const struct warpcrypt_request *r)
{
	if (!r->key)
		return "it has no key";
	if (!lib_key_is(&w->keys, r->key))
		return "its key is none of this engine's";
	if (r->flags & ~WARPCRYPT_REGISTERED)
		return "it has a flag that this version does not have";
	if (r->len && (!r->src || !r->dst))
		return "source or destination is NULL";
	if (overlaps(r))
		return "source and destination overlap";
	return bad_length(r);
}

static const char *reason(const struct warpcrypt *w,
			  const struct warpcrypt_request *r)
{
	const char *wrong;

	switch (r->status) {
	case -EINVAL:
		wrong = lib_check(w, r);
		return wrong ? wrong : "its key was freed";
	case -EFAULT:
		return "its memory is not registered, or was freed";
	case -ECANCELED:
		return "it was cancelled";
	default:
		return "the engine has failed";
	}
}

/**
 * lib_check_explain() - set this thread's error line for a request that failed
 * @w: the engine
 * @r: the request
 * @i: its index
 *
 * Return: its status
 */
int lib_check_explain(const struct warpcrypt *w,
		      const struct warpcrypt_request *r, size_t i)
{
	return lib_fail(r->status, "request %zu of %zu bytes: %s", i, r->len,
			reason(w, r));
}
