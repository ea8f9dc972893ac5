// SPDX-License-Identifier: GPL-2.0-only
/* The examples of RFC 7748 and RFC 8032, and for P-256 RFC 5903's and NIST's. */
#include <string.h>

#include "tests/curves/curves.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/vectors/25519.h"
#include "tests/vectors/p256.h"

void check_published_x25519(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	size_t i;

	batch_alloc(c, &b, COUNT(x25519_vectors));
	for (i = 0; i < b.count; i++) {
		from_hex(scalar_of(&b, i), x25519_vectors[i].scalar);
		from_hex(point_of(&b, i), x25519_vectors[i].point);
		from_hex(want_of(&b, i), x25519_vectors[i].result);
	}
	batch_engines(c, &b, &t);
	ktap_tally(&t, "RFC 7748: X25519");
	batch_free(&b);
}

void check_published_edwards(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	size_t i;
	row seed;

	batch_alloc(c, &b, COUNT(ed25519_vectors));
	for (i = 0; i < b.count; i++) {
		from_hex(seed, ed25519_vectors[i].seed);
		openssl_ed25519(want_of(&b, i), scalar_of(&b, i), seed);
		from_hex(want_of(&b, i), ed25519_vectors[i].public);
		from_hex(point_of(&b, i), EDWARDS25519_BASE);
	}
	for (b.op = 0; b.op < OPERATIONS; b.op++)
		batch_engines(c, &b, &t);
	/* The reference is one more that has to know them. */
	for (i = 0; i < b.count; i++)
		edwards25519_multiply(b.got + i * sizeof(row), scalar_of(&b, i),
				      point_of(&b, i));
	batch_compare(&(struct engine){ .name = "the reference" }, &b, &t);
	ktap_tally(&t, "RFC 8032: [k]B, [k](B), and what the reference says");
	batch_free(&b);
}

void check_published_p256(struct check *c)
{
	struct tally t = { 0 };
	struct engine *e;
	struct batch b;
	size_t i;

	batch_alloc(c, &b, COUNT(p256_published));
	for (i = 0; i < b.count; i++) {
		from_hex(scalar_of(&b, i), p256_published[i].own);
		from_hex(point_of(&b, i), p256_published[i].theirs);
		from_hex(want_of(&b, i), p256_published[i].ours);
	}
	b.op = BASE;
	batch_engines(c, &b, &t);
	ktap_tally(&t, "P-256: public keys as published");

	t = (struct tally){ 0 };
	b.op = MULT;
	for (e = c->engines; e < c->engines + c->engine_count; e++) {
		batch_run(e, &b, APART);
		/* Of the result x is published. */
		memcpy(b.want, b.got, b.count * c->g->point);
		for (i = 0; i < b.count; i++)
			from_hex(want_of(&b, i), p256_published[i].shared);
		batch_compare(e, &b, &t);
	}
	ktap_tally(&t, "P-256: shared secrets as published");
	batch_free(&b);
}
