// SPDX-License-Identifier: GPL-2.0-only
/* The examples of RFC 7748 and RFC 8032. */
#include <string.h>

#include "tests/25519/batch.h"
#include "tests/reference/edwards25519.h"
#include "tests/reference/openssl_25519.h"
#include "tests/vectors/25519.h"

static void check_x25519(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	size_t i;

	batch_alloc(&b, COUNT(x25519_vectors));
	b.op = X25519_SHARED;
	for (i = 0; i < b.count; i++) {
		row_from_hex(b.scalars[i], x25519_vectors[i].scalar);
		row_from_hex(b.points[i], x25519_vectors[i].point);
		row_from_hex(b.want[i], x25519_vectors[i].result);
	}
	batch_run(c, &b, APART);
	batch_compare(&b, &t);
	report_tally(&t, "RFC 7748: X25519");
	batch_free(&b);
}

static void check_ed25519(struct check *c)
{
	struct tally t = { 0 };
	struct batch b;
	size_t i;
	row seed;

	batch_alloc(&b, COUNT(ed25519_vectors));
	for (i = 0; i < b.count; i++) {
		row_from_hex(seed, ed25519_vectors[i].seed);
		openssl_ed25519(b.want[i], b.scalars[i], seed);
		row_from_hex(b.want[i], ed25519_vectors[i].public);
		row_from_hex(b.points[i], EDWARDS25519_BASE);
	}
	for (b.op = EDWARDS_POINT; b.op <= EDWARDS_BASE; b.op++) {
		batch_run(c, &b, APART);
		batch_compare(&b, &t);
	}
	/* The reference is one more that has to know them. */
	for (i = 0; i < b.count; i++)
		edwards25519_multiply(b.got[i], b.scalars[i], b.points[i]);
	batch_compare(&b, &t);
	report_tally(&t, "RFC 8032: [k]B, [k](B), and what the reference says");
	batch_free(&b);
}

/**
 * check_published() - published examples
 * @c: the engine
 */
void check_published(struct check *c)
{
	check_x25519(c);
	check_ed25519(c);
}
