// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cpu/modes.h"
#include "tests/matrix/engine.h"

struct cipher {
	const char *mode;
	struct wc_cipher_key data;
	struct wc_cipher_key tweak;
};

static bool set_key(struct wc_cipher_key *key, const char *name,
		    const uint8_t *bytes, size_t len, unsigned int form)
{
	const struct wc_cipher *cipher = wc_cipher_find(name);

	if (!cipher || !wc_cipher_set_key(key, cipher, bytes, len))
		return false;
	key->form = form;
	return true;
}

/* Not all ciphers have all forms; processors that do not are told of (unit-matrix.c). */
static bool cipher_does(const struct matrix_engine *engine,
			const struct matrix_key *key)
{
	return engine->form <= wc_cipher_best_form(wc_cipher_find(key->cipher));
}

static int cipher_open(const struct matrix_engine *engine,
		       const struct matrix_key *key, void **ctx)
{
	bool xts = matrix_is_xts(key->mode);
	size_t len = xts ? key->len / 2 : key->len;
	struct cipher *c;

	if (!cipher_does(engine, key))
		return -ENOTSUP;
	c = aligned_alloc(64, sizeof(*c) + (-sizeof(*c) & 63));
	if (!c)
		return -ENOMEM;
	c->mode = key->mode;
	if (!set_key(&c->data, key->cipher, key->bytes, len, engine->form) ||
	    (xts && !set_key(&c->tweak, key->cipher, key->bytes + len, len,
			     engine->form))) {
		free(c);
		return -ENOTSUP;
	}
	*ctx = c;
	return 0;
}

static int cipher_crypt(void *ctx, struct matrix_request *r)
{
	struct cipher *c = ctx;

	if (!strcmp(c->mode, "ecb")) {
		wc_cipher_ecb(&c->data, r->decrypt, r->dst, r->src, r->len);
	} else if (!strcmp(c->mode, "ctr")) {
		wc_cipher_ctr(&c->data, r->iv, r->dst, r->src, r->len);
	} else if (matrix_is_xts(c->mode)) {
		wc_cipher_xts(&c->data, &c->tweak, !strcmp(c->mode, "xts-gb"),
			      r->decrypt, r->iv, r->first, r->dst, r->src,
			      r->len);
	} else {
		wc_cipher_cbc(&c->data, r->decrypt, r->iv, r->dst, r->src,
			      r->len);
	}
	return 0;
}

static void cipher_close(void *ctx)
{
	struct cipher *c = ctx;

	wc_cipher_wipe_key(&c->data);
	wc_cipher_wipe_key(&c->tweak);
	free(c);
}

#define FORM(FORM_, name_) {						\
	.name = "cpu-" name_, .form = WC_CIPHER_##FORM_,		\
	.can = MATRIX_IV_OUT | MATRIX_FIRST | MATRIX_EMPTY,		\
	.does = cipher_does, .open = cipher_open, .crypt = cipher_crypt, .close = cipher_close, \
}

const struct matrix_engine matrix_cipher[WC_CIPHER_FORMS] = {
	FORM(64, "64"), FORM(256, "256"), FORM(512, "512"), FORM(GFNI, "gfni")
};
