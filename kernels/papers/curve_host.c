// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the host makes for the kernels for curves, on integers: DPF-ECC's table of the
 * base point, and products modulo P-256's prime to compare with. All of it is public.
 */
#include "kernels/papers/curve_job.h"

#include "kernels/curve/fe25519_i51.h"
#define FE(name)	i51_##name
#include "kernels/curve/25519_all.h"

#define CHUNK	16u	/* entries that share an inversion; the least table has as many */

/* The next CHUNK multiples of @step, from @p on, as entries; @p moves on. */
static void put_entries(uint64_t *entry, ed_point *p, const ed_cached *step)
{
	fe den[CHUNK], work[CHUNK];
	ed_point points[CHUNK];
	fe_u64 zero[CHUNK];
	unsigned int i;

	for (i = 0; i < CHUNK; i++) {
		points[i] = *p;
		den[i] = p->Z;
		ed_add(p, p, step, 1);
	}
	fe_invert_many(den, zero, work, CHUNK);
	for (i = 0; i < CHUNK; i++, entry += PAPER_KNOWN_WORDS) {
		fe_mul(&points[i].X, &points[i].X, &den[i]);
		fe_mul(&points[i].Y, &points[i].Y, &den[i]);
		fe_mul(&points[i].T, &points[i].X, &points[i].Y);
		fe_store(entry, &points[i].X);
		fe_store(entry + 4, &points[i].Y);
		fe_store(entry + 8, &points[i].T);
		entry[12] = 1;
		entry[13] = entry[14] = entry[15] = 0;
	}
}

/**
 * paper_known_table() - the table for segments of unsigned digits
 * @table: PAPER_KNOWN_ENTRIES(@w) entries of PAPER_KNOWN_WORDS words: entry d of
 *	segment i, at i 2^w + d, is d 2^(w i) B; for d = 0 the neutral element
 * @w: bits a segment, 4 or more
 */
void paper_known_table(uint64_t *table, uint32_t w)
{
	/* The base point: y = 4/5, x even. */
	const uint64_t encoded[4] = {
		0x6666666666666658ULL, 0x6666666666666666ULL,
		0x6666666666666666ULL, 0x6666666666666666ULL,
	};
	const size_t entries = PAPER_KNOWN_ENTRIES(w);
	ed_point segment, p;
	ed_cached step;
	size_t i;

	ed_decode(&segment, encoded);
	ed_to_cached(&step, &segment);
	ed_identity(&p);
	for (i = 0; i < entries; i += CHUNK) {
		/* After a segment's last entry p is 2^w times its first but one. */
		if (i && i % (1ull << w) == 0) {
			ed_to_cached(&step, &p);
			ed_identity(&p);
		}
		put_entries(table + PAPER_KNOWN_WORDS * i, &p, &step);
	}
}

#undef FE
#include "kernels/curve/wei.h"
#include "kernels/curve/p256.h"
#define WEI(name)	P256_##name
#define FE(name)	p256_i64_##name
#include "kernels/curve/fe256_i64.h"

/* What the chains of p256.cu give: the last product, or square of @x, below p. */
void paper_p256_chain(uint64_t out[4], const uint64_t x[4],
		      const uint64_t y[4], int squares)
{
	fe a, b;
	int r;

	fe_load(&a, x);
	fe_load(&b, y);
	for (r = 0; r < PAPER_CHAIN; r++) {
		if (squares) {
			fe_sqr(&a, &a);
			fe_sqr(&a, &a);
		} else {
			fe_mul(&a, &a, &b);
			fe_mul(&b, &b, &a);
		}
	}
	fe_store(out, &a);
}
