/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scalars of 256 bits as signed digits, and the entries of tables that digits name.
 * A template over FE(name), see fe.h.
 *
 * A digit of w bits is in [-2^(w-1), 2^(w-1)), so that a table has 2^(w-1) entries:
 * entry d - 1 is for the digits d and -d, none for 0. Entries are 64-bit words,
 * public and the same in all lanes.
 */

#define fe_digit	FE(digit)
#define fe_window_scalar FE(window_scalar)
#define fe_window_digit	FE(window_digit)
#define fe_odd_scalar	FE(odd_scalar)
#define fe_odd_digit	FE(odd_digit)
#define fe_take		FE(take)
#define fe_take_vartime	FE(take_vartime)
#define add_carry	FE(add_carry)

/**
 * fe_digit() - the next digit of a scalar
 * @k: the scalar, moved down by @w bits
 * @carry: from the segment below, to the one above: 0 or 1
 * @neg: all ones where the digit is negative
 * @w: bits a segment
 * @last: public; the last segment, whose digit is never negative
 *
 * Return: the digit's magnitude, at most 2^(w-1), in the last segment 2^w.
 */
FE_FN fe_u64 fe_digit(fe_u64 k[4], fe_u64 *carry, fe_u64 *neg, int w,
		      int last)
{
	fe_u64 d = (k[0] & ((1ULL << w) - 1)) + *carry;
	fe_u64 up = (d + (1ULL << (w - 1))) >> w;

	if (last)
		up = fe_set1(0);
	*carry = up;
	*neg = WC_HIDE(0 - up);
	k[0] = k[0] >> w | k[1] << (64 - w);
	k[1] = k[1] >> w | k[2] << (64 - w);
	k[2] = k[2] >> w | k[3] << (64 - w);
	k[3] >>= w;
	/* 2^w - d where negative */
	return (d ^ *neg) + up + (up << w);
}

/* a + b + carry; the new carry is 0 or 1. */
FE_FN fe_u64 add_carry(fe_u64 a, fe_u64 b, fe_u64 *carry)
{
	fe_u64 s = a + b + *carry;

	/* A carry: both have the top bit, or one has it and the sum does not. */
	*carry = ((a & b) | ((a | b) & ~s)) >> 63;
	return s;
}

/* Word @i of the number with 2^(w-1) in every segment of w bits but the last. */
#define WINDOW_HALVES(w, i)						\
	((w) == 4 ? 0x8888888888888888ULL :				\
	 (i) == 0 ? 0x0842108421084210ULL : (i) == 1 ? 0x1084210842108421ULL : \
	 (i) == 2 ? 0x2108421084210842ULL : 0x4210842108421084ULL)

/*
 * For fe_window_digit(), digits from the top down, of 4 or 5 bits: k plus WINDOW_HALVES.
 * Its segments are digit + 2^(w-1), and no carry is left that only the digits below know
 * of. Its topmost segment (of 256 / w + 1) is on top of the fifth word.
 */
FE_FN void fe_window_scalar(fe_u64 s[5], const fe_u64 k[4], int w)
{
	const int up = 320 - w * (256 / w + 1);
	fe_u64 carry = fe_set1(0);

	FE_UNROLL
	for (int i = 0; i < 4; i++)
		s[i] = add_carry(k[i], fe_set1(WINDOW_HALVES(w, i)), &carry);
	s[4] = carry;
	FE_UNROLL
	for (int i = 4; i > 0; i--)
		s[i] = s[i] << up | s[i - 1] >> (64 - up);
	s[0] <<= up;
}

/**
 * fe_window_digit() - the next digit from the top
 * @s: from fe_window_scalar(); moved up
 * @neg: all ones where the digit is negative
 * @w: bits a digit
 * @first: public; the topmost segment, which is the digit itself
 *
 * Return: the digit's magnitude, at most 2^(w-1).
 */
FE_FN fe_u64 fe_window_digit(fe_u64 s[5], fe_u64 *neg, int w, int first)
{
	fe_u64 digit = (s[4] >> (64 - w)) - (first ? 0 : 1ULL << (w - 1));

	*neg = WC_HIDE(0 - (digit >> 63));
	FE_UNROLL
	for (int j = 4; j > 0; j--)
		s[j] = s[j] << w | s[j - 1] >> (64 - w);
	s[0] <<= w;
	return (digit ^ *neg) - *neg;
}

/*
 * For fe_odd_digit(), odd digits from the top down of an odd scalar: (s + 2^256 - 1) / 2.
 * With the bits b_i of that, s is the sum of (2 b_i - 1) 2^i, so a segment c of w bits is
 * the digit 2 c - (2^w - 1): M. Joye, M. Tunstall, "Exponent Recoding and Regular
 * Exponentiation Algorithms", AFRICACRYPT 2009. The topmost digit is positive.
 */
FE_FN void fe_odd_scalar(fe_u64 s[4])
{
	FE_UNROLL
	for (int i = 0; i < 3; i++)
		s[i] = s[i] >> 1 | s[i + 1] << 63;
	s[3] = s[3] >> 1 | 1ULL << 63;
}

/**
 * fe_odd_digit() - the next odd digit from the top
 * @s: from fe_odd_scalar(); moved up
 * @neg: all ones where the digit is negative
 * @w: bits a digit, which divide 256
 *
 * Return: (|digit| - 1) / 2, below 2^(w-1).
 */
FE_FN fe_u64 fe_odd_digit(fe_u64 s[4], fe_u64 *neg, int w)
{
	fe_u64 c = s[3] >> (64 - w);

	*neg = WC_HIDE((s[3] >> 63) - 1);
	FE_UNROLL
	for (int j = 3; j > 0; j--)
		s[j] = s[j] << w | s[j - 1] >> (64 - w);
	s[0] <<= w;
	return (c ^ *neg) & ((1ULL << (w - 1)) - 1);
}

/**
 * fe_take() - one entry of a table, by masks: all of them are read
 * @e: the entry is ORed into it; nothing is for digit 0
 * @words: of an entry, a constant
 * @table: @n entries
 * @digit: 0 to @n
 * @n: public
 *
 * On GPUs all lanes of a warp call it together: each lane reads some entries, the same for
 * all digits, and the lanes exchange them by shuffles. The source lane of a shuffle depends
 * on the digit. No address does, and a shuffle takes the same time for any source lanes
 * (measured: Documentation/curves.rst).
 */
FE_FN void fe_take(fe_u64 *e, int words, const uint64_t *table, fe_u64 digit,
		   int n)
{
#ifdef __CUDA_ARCH__
	const ulonglong2 *mine = (const ulonglong2 *)(const void *)
		(table + threadIdx.x % 32 % n * words);
	uint32_t from = (uint32_t)digit - 1;

	FE_ROLLED
	for (int at = 0; at < n; at += 32) {
		fe_u64 mask = mask_equal(from / 32, at / 32);

		FE_UNROLL
		for (int i = 0; i < words / 2; i++) {
			ulonglong2 own = __ldg(mine + i);

			e[2 * i] |= mask & __shfl_sync(~0u, own.x, from);
			e[2 * i + 1] |= mask & __shfl_sync(~0u, own.y, from);
		}
		mine += 32 * words / 2;
	}
#else
	FE_ROLLED
	for (int j = 0; j < n; j++) {
		fe_u64 mask = mask_equal(digit, j + 1);

		FE_UNROLL
		for (int i = 0; i < words; i++)
			e[i] |= mask & table[j * words + i];
	}
#endif
}

/* fe_take() by the entry's index. For public digits only. */
FE_FN void fe_take_vartime(fe_u64 *e, int words, const uint64_t *table,
			   fe_u64 digit)
{
	for (int lane = 0; lane < FE(lanes); lane++) {
		uint64_t d = FE(get_lane)(&digit, lane);

		if (d == 0)
			continue;
#ifdef __CUDA_ARCH__
		const ulonglong2 *entry = (const ulonglong2 *)(const void *)
			(table + (d - 1) * words);

		FE_UNROLL
		for (int i = 0; i < words / 2; i++) {
			ulonglong2 two = __ldg(entry + i);

			e[2 * i] = two.x;
			e[2 * i + 1] = two.y;
		}
#else
		FE_UNROLL
		for (int i = 0; i < words; i++)
			FE(set_lane)(&e[i], lane, table[(d - 1) * words + i]);
#endif
	}
}
