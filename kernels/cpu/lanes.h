/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Elements of a batch into vectors and out of them. A template over FE(name), see
 * kernels/curve/fe.h: vector @v has FE(lanes) elements, the first of them
 * v * FE(lanes). Missing elements of the last vector are copies of the batch's last.
 */

#define lanes_vectors	FE(lanes_vectors)
#define lanes_get	FE(lanes_get)
#define lanes_put	FE(lanes_put)
#define lanes_report	FE(lanes_report)

/* How many vectors @n elements take. */
static inline size_t lanes_vectors(size_t n)
{
	return (n + FE(lanes) - 1) / FE(lanes);
}

/* Vector @v of the @n elements at @src, of @words 64-bit words each. */
static inline void lanes_get(fe_u64 *w, int words, const uint8_t *src,
			     size_t v, size_t n)
{
	uint64_t word;

	for (int lane = 0; lane < FE(lanes); lane++) {
		size_t i = v * FE(lanes) + lane;

		if (i >= n)
			i = n - 1;
		for (int j = 0; j < words; j++) {
			memcpy(&word, src + 8 * (words * i + j), sizeof(word));
			FE(set_lane)(&w[j], lane, word);
		}
	}
	explicit_bzero(&word, sizeof(word));
}

static inline void lanes_put(uint8_t *dst, size_t v, size_t n, int words,
			     const fe_u64 *w)
{
	uint64_t word;

	for (int lane = 0; lane < FE(lanes); lane++) {
		size_t i = v * FE(lanes) + lane;

		for (int j = 0; i < n && j < words; j++) {
			word = FE(get_lane)(&w[j], lane);
			memcpy(dst + 8 * (words * i + j), &word, sizeof(word));
		}
	}
	explicit_bzero(&word, sizeof(word));
}

/* The elements' codes in @status, if it is not NULL; how many are not 0. */
static inline size_t lanes_report(uint8_t *status, size_t v, size_t n,
				  fe_u64 code)
{
	size_t count = 0;

	for (int lane = 0; lane < FE(lanes) && v * FE(lanes) + lane < n; lane++) {
		uint8_t c = FE(get_lane)(&code, lane);

		if (status)
			status[v * FE(lanes) + lane] = c;
		count += c != 0;
	}
	return count;
}
