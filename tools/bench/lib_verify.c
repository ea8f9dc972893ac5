// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tools/bench/lib_bench.h"
#include "tools/bench/util.h"

/* All of the buffer, as the load has it, under a key that both engines get. */
static void run_cipher(const struct lib_bench *b, const struct lib_row *r,
		       struct warpcrypt *w, uint8_t *dst)
{
	const struct engine_memory *m = lib_memory_of(b, r);
	size_t count = m->bytes / b->o.size, i;
	struct warpcrypt_request *q = get_zeroed(count, sizeof(*q));
	struct warpcrypt_cipher_key *key;
	uint8_t bytes[96];

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(7 * i + 1);
	if (warpcrypt_key(w, &key, r->alg.cipher, r->alg.mode, bytes,
			  r->alg.key_len))
		die("%s", warpcrypt_error());
	for (i = 0; i < count; i++) {
		q[i] = (struct warpcrypt_request){
			.size = sizeof(q[i]), .key = key, .len = b->o.size,
			.decrypt = r->decrypt, .src = m->src + i * b->o.size,
			.dst = dst + i * b->o.size,
			.flags = r->registered && w == b->w ?
				 WARPCRYPT_REGISTERED : 0,
		};
		memcpy(q[i].iv, &i, sizeof(i));
	}
	if (warpcrypt_run(w, q, count))
		die("%s: %s", r->name, warpcrypt_error());
	warpcrypt_key_free(w, key);
	free(q);
}

/*
 * The sources as scalars, and as points too: some may not decode. Of P-256 none would:
 * the points are multiples of the base point.
 */
static void run_curve(const struct lib_bench *b, const struct lib_row *r,
		      struct warpcrypt *w, uint8_t *dst)
{
	const struct engine_memory *m = lib_memory_of(b, r);
	size_t count = b->o.points;
	struct warpcrypt_points q = {
		.size = sizeof(q), .curve = r->alg.curve, .count = count,
		.flags = r->registered && w == b->w ? WARPCRYPT_REGISTERED : 0,
		.scalars = (const uint8_t (*)[32])m->src,
		.points = r->alg.base ? NULL :
			  (const uint8_t (*)[32])m->src + count,
		.results = (uint8_t (*)[32])dst,
	};

	if (q.points && r->alg.rows > 1) {
		struct warpcrypt_points base = q;

		base.flags = 0;
		base.points = NULL;
		base.results = (uint8_t (*)[32])m->src + count;
		if (warpcrypt_run_points(b->cpu, &base))
			die("%s: %s", r->name, warpcrypt_error());
	}
	if (warpcrypt_run_points(w, &q))
		die("%s: %s", r->name, warpcrypt_error());
}

/* Exits with a message unless the engine does what the CPU engine does, to the last byte. */
void lib_verify(const struct lib_bench *b, const struct lib_row *r)
{
	const struct engine_memory *m = lib_memory_of(b, r);
	size_t bytes = lib_is_cipher(r) ? m->bytes / b->o.size * b->o.size :
				      (size_t)b->o.points * 32 * r->alg.rows, i;

	memset(m->dst, 0, bytes);
	memset(b->expected, 1, bytes);
	if (lib_is_cipher(r)) {
		run_cipher(b, r, b->w, m->dst);
		run_cipher(b, r, b->cpu, b->expected);
	} else {
		run_curve(b, r, b->w, m->dst);
		run_curve(b, r, b->cpu, b->expected);
	}
	for (i = 0; i < bytes && m->dst[i] == b->expected[i]; i++)
		;
	if (i < bytes)
		die("%s %s, %s memory: byte %zu of %zu is wrong", r->name,
		    r->decrypt ? "decrypting" : "encrypting",
		    r->registered ? "registered" : "ordinary", i, bytes);
}
