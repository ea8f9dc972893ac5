/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Signatures of Ed25519 (RFC 8032, section 5.1.7): with k = SHA-512(R || A || message)
 * modulo L, (R, S) is valid for the key A if S < L, A and R are canonical encodings of
 * points, and, without the cofactor, [S]B - [k]A is R; with it, [8]([S]B - [k]A - R) is
 * the neutral element. Points of small order are allowed. A template over FE(name), see
 * fe25519.h.
 *
 * Without the cofactor R is compared as bytes and never decoded.
 *
 * All of it is public: signatures, keys and messages are. Documentation/library.rst.
 */

/* L, the order of B. */
#define ED_L0	0x5812631a5cf5d3edULL
#define ED_L1	0x14def9dea2f79cd6ULL
#define ED_L2	0x0000000000000000ULL
#define ED_L3	0x1000000000000000ULL
#define ED_L_BITS 253

#define ed_extend	FE(ed_extend)
#define ed_minus_mult	FE(ed_minus_mult)
#define ed_check_vartime FE(ed_check_vartime)
#define ed_differs	FE(ed_differs)
#define ed_is_small	FE(ed_is_small)
#define ed_check_cofactor_vartime FE(ed_check_cofactor_vartime)

/* T, for a point without: all coordinates times Z. */
FE_FN void ed_extend(ed_point *p)
{
	fe_mul(&p->T, &p->X, &p->Y);
	fe_mul(&p->X, &p->X, &p->Z);
	fe_mul(&p->Y, &p->Y, &p->Z);
	fe_sqr(&p->Z, &p->Z);
}

/* -[k]A, T included; all ones in the lanes where @a does not decode. */
FE_FN fe_u64 ed_minus_mult(ed_point *r, const fe_u64 k[4], const fe_u64 a[4],
			   int window)
{
	const fe_u64 all = fe_set1(~0ULL);
	fe_u64 bad;

	if (window) {
		bad = ed_decode(r, a);
		fe_neg_if(&r->X, all);
		fe_neg_if(&r->T, all);
		ed_mult(r, k, r);
	} else {
		bad = ed_mult_ladder(r, k, ED_L_BITS, a);
		fe_neg_if(&r->X, all);
		ed_extend(r);
	}
	return bad;
}

/**
 * ed_check_vartime() - [S]B - [k]A, which a valid signature's R encodes
 * @r: result, without T
 * @a: A, encoded, four words a lane
 * @s: S
 * @k: k, below L
 * @table: of [S]B, ED_TABLE_WORDS(@w) words; addresses depend on S
 * @w: bits a segment, a constant
 * @window: a constant: ed_mult() does [k]A, and not ed_mult_ladder(), which needs
 *	no table
 *
 * Return: all ones in the lanes where @a is not the encoding of a point, or S is L
 * or more
 */
FE_BIG_FN fe_u64 ed_check_vartime(ed_point *r, const fe_u64 a[4],
				  const fe_u64 s[4], const fe_u64 k[4],
				  const uint64_t *table, int w, int window)
{
	fe_u64 bad = ed_minus_mult(r, k, a, window);

	ed_add_base_vartime(r, s, table, w);
	return bad | ~fe_below(s, ED_L0, ED_L1, ED_L2, ED_L3);
}

/* All ones where @p, of which @zinv is 1 / Z, does not encode as @w. */
FE_FN fe_u64 ed_differs(const ed_point *p, const fe *zinv, const fe_u64 w[4])
{
	fe_u64 e[4], d = fe_set1(0);

	ed_encode(e, p, zinv);
	FE_UNROLL
	for (int i = 0; i < 4; i++)
		d |= e[i] ^ w[i];
	return ~mask_zero(d);
}

/* All ones where 8 @p is the neutral element; @p is replaced, its T is not read. */
FE_FN fe_u64 ed_is_small(ed_point *p)
{
	FE_ROLLED
	for (int i = 0; i < 3; i++)
		ed_double(p, p, 0);
	return fe_is_zero(&p->X) & fe_is_equal(&p->Y, &p->Z);
}

/*
 * Is a signature valid, with the cofactor? All ones in the lanes where it is not. @r is R,
 * encoded; the others are as of ed_check_vartime().
 */
FE_BIG_FN fe_u64 ed_check_cofactor_vartime(const fe_u64 a[4], const fe_u64 r[4],
					   const fe_u64 s[4], const fe_u64 k[4],
					   const uint64_t *table, int w, int window)
{
	fe_u64 bad;
	ed_point p, q;
	ed_cached minus;

	bad = ed_check_vartime(&p, a, s, k, table, w, window);
	ed_extend(&p);
	bad |= ed_decode(&q, r);
	fe_neg_if(&q.X, fe_set1(~0ULL));
	fe_neg_if(&q.T, fe_set1(~0ULL));
	ed_to_cached(&minus, &q);
	ed_add(&p, &p, &minus, 0);
	return bad | ~ed_is_small(&p);
}
