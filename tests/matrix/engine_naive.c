// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/matrix/engine.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"

struct naive {
	const char *mode;
	struct reference_key data;
	struct reference_key tweak;
};

static int naive_open(const struct matrix_engine *engine,
		      const struct matrix_key *key, void **ctx)
{
	bool xts = matrix_is_xts(key->mode);
	size_t len = xts ? key->len / 2 : key->len;
	struct naive *n = calloc(1, sizeof(*n));

	(void)engine;
	if (!n)
		return -ENOMEM;
	n->mode = key->mode;
	if (!reference_set_key(&n->data, key->cipher, key->bytes, len) ||
	    (xts && !reference_set_key(&n->tweak, key->cipher,
				       key->bytes + len, len))) {
		free(n);
		return -ENOTSUP;
	}
	*ctx = n;
	return 0;
}

static int naive_crypt(void *ctx, struct matrix_request *r)
{
	struct naive *n = ctx;
	uint8_t last[16] = { 0 };

	memmove(r->dst, r->src, r->len);
	if (r->len >= 16)
		memcpy(last, r->src + r->len - 16, 16);
	if (!reference_mode(n->mode, reference_block, &n->data, &n->tweak, r->decrypt,
			    r->iv, r->first, r->dst, r->len))
		return -ENOTSUP;
	if (r->len && !strcmp(n->mode, "cbc"))
		memcpy(r->iv, r->decrypt ? last : r->dst + r->len - 16, 16);
	return 0;
}

const struct matrix_engine matrix_naive = {
	.name = "naive", .can = MATRIX_IV_OUT | MATRIX_FIRST | MATRIX_EMPTY,
	.open = naive_open, .crypt = naive_crypt, .close = free,
};
