/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The launches of ed25519_batch.h. A template over FE(name), see fe25519.h. All of it is
 * public but z, which must not be known before the signatures are.
 */

typedef FE(fe) batch_fe;
typedef FE(ed_point) batch_point;
typedef FE(ed_affine) batch_summand;

static_assert(sizeof(batch_point) <= BATCH_POINT_BYTES, "a point has room");
static_assert(sizeof(batch_summand) <= BATCH_SUMMAND_BYTES, "a summand has room");
static_assert(BATCH_LEVEL1 * 8 == BATCH_BUCKETS && BATCH_LEVEL2 * 8 == BATCH_LEVEL1,
	      "a level's threads have 8 of the one before");
static_assert(2 * BATCH_SET <= 1 << 15, "a point's number and a sign are 16 bits");
static_assert(BATCH_Z_BITS > 128 && BATCH_Z_BITS < 192, "z is three words");

/* Of a block of threads. Emulated, it is one thread. */
#ifdef __CUDACC__
#define BATCH_SHARED	__shared__
#define BATCH_LANE	threadIdx.x
#define BATCH_LANES	BATCH_THREADS
#define BATCH_SUM_LANES	BATCH_SUM_THREADS
#define batch_sync()	__syncthreads()
#define batch_count(at)	atomicAdd(at, 1u)
#else
#define BATCH_SHARED	static __thread
#define BATCH_LANE	0u
#define BATCH_LANES	1u
#define BATCH_SUM_LANES	1u
#define batch_sync()	((void)0)
#define batch_count(at)	((*(at))++)
#endif
#define BATCH_FOR(i, n)	for (uint32_t i = BATCH_LANE; i < (n); i += BATCH_LANES)

WC_GPU_FN struct batch_units batch_of(const struct wc_args *a, uint32_t n)
{
	struct batch_units u;

	batch_units(&u, a->slots + WC_TABLE_BYTES, n);
	return u;
}

WC_GPU_FN batch_point *point_at(uint8_t *from, uint64_t i)
{
	return (batch_point *)(void *)(from + i * BATCH_POINT_BYTES);
}

/* A summand is stored and loaded by blocks: loads of 16 bytes are fewer. */
union batch_words {
	batch_summand p;
	struct wc_block b[BATCH_SUMMAND_BYTES / 16];
};

WC_GPU_FN void summand_put(uint8_t *to, uint64_t i, const batch_summand *p)
{
	struct wc_block *at = wc_blocks_out(to, 0) + i * (BATCH_SUMMAND_BYTES / 16);
	union batch_words u = {};

	u.p = *p;
	FE_UNROLL
	for (uint32_t j = 0; j < BATCH_SUMMAND_BYTES / 16; j++)
		at[j] = u.b[j];
}

WC_GPU_FN void summand_get(batch_summand *p, const uint8_t *from, uint64_t i)
{
	const struct wc_block *at = wc_blocks_in(from, 0) + i * (BATCH_SUMMAND_BYTES / 16);
	union batch_words u;

	FE_UNROLL
	for (uint32_t j = 0; j < BATCH_SUMMAND_BYTES / 16; j++)
		u.b[j] = at[j];
	*p = u.p;
}

/* Of a point with Z = 1; all 1 T. */
WC_GPU_FN void summand_of(batch_summand *q, const batch_point *p)
{
	batch_fe half, d, t;

	FE(constant)(&half, 0xfffffffffffffff7ULL, ~0ULL, ~0ULL, 0x3fffffffffffffffULL);
	FE(constant)(&d, 0x75eb4dca135978a3ULL, 0x00700a4d4141d8abULL,
		     0x8cc740797779e898ULL, 0x52036cee2b6ffe73ULL);
	FE(add)(&t, &p->Y, &p->X);
	FE(mul)(&q->sum, &t, &half);
	FE(sub)(&t, &p->Y, &p->X);
	FE(mul)(&q->diff, &t, &half);
	FE(mul)(&q->Td, &p->T, &d);
}

WC_GPU_FN void batch_decode(const struct wc_args *a, uint32_t thread)
{
	const uint32_t n = a->threads / 2, i = thread < n ? thread : thread - n;
	struct batch_units u = batch_of(a, n);
	batch_summand q;
	batch_point p;
	uint64_t w[4];

	gpu_get(w, check_in(a, check_at(a, i)) + (thread < n ? 4 : 0));
	u.bad[thread] = 1 & FE(ed_decode)(&p, w);
	summand_of(&q, &p);
	summand_put(u.points, thread, &q);
}

/* The signed digits of @k, the lowest first, to every @step-th place. */
WC_GPU_FN void put_digits(int16_t *to, uint64_t step, const uint64_t k[4],
			  uint32_t windows)
{
	uint64_t s[4] = { k[0], k[1], k[2], k[3] };
	uint32_t carry = 0;

	FE_ROLLED
	for (uint32_t w = 0; w < windows; w++) {
		uint32_t width = batch_bit(w + 1) - batch_bit(w);
		int digit = (int)(((uint32_t)s[0] & ((1u << width) - 1)) + carry);

		carry = w + 1 < windows && digit >= 1 << (width - 1);
		digit -= (int)(carry << width);
		to[w * step] = (int16_t)digit;
		FE_UNROLL
		for (int j = 0; j < 3; j++)
			s[j] = s[j] >> width | s[j + 1] << (64 - width);
		s[3] >>= width;
	}
}

/* z of the signature of a thread: a hash of the job's secret and the number. */
WC_GPU_FN void batch_z(uint64_t z[4], const struct wc_args *a, uint32_t thread)
{
	const struct wc_job *job = wc_job_of(a, thread);
	uint64_t in[WC_SECRET_BYTES / 8 + 1], hash[8];

	gpu_get(in, (const uint64_t *)(const void *)&job->iv);
	in[WC_SECRET_BYTES / 8] = thread;
	sha512_short(hash, in, sizeof(in));
	z[0] = hash[0];
	z[1] = hash[1];
	z[2] = hash[2] & ((1ULL << (BATCH_Z_BITS - 128)) - 1);
	z[3] = 0;
}

WC_GPU_FN void batch_scalars(const struct wc_args *a, uint32_t thread)
{
	const struct wc_order l = ORDER_25519;
	const uint32_t n = a->threads;
	const uint64_t *in = check_in(a, check_at(a, thread));
	struct batch_units u = batch_of(a, n);
	uint64_t z[4], up[4], k[4], s[4];
	uint32_t bad;

	gpu_get(s, in + WC_ED25519_S_AT);
	bad = u.bad[thread] | u.bad[n + thread] |
	      (1 & ~FE(below)(s, ED_L0, ED_L1, ED_L2, ED_L3));
	u.bad[thread] = (uint8_t)bad;
	check_k(k, in);
	batch_z(z, a, thread);
	/* It is not in the sum. */
	FE_UNROLL
	for (int j = 0; j < 4; j++)
		z[j] &= (uint64_t)bad - 1;
	order_mul(&l, up, z, l.rr);
	order_mul(&l, k, k, up);
	order_mul(&l, s, s, up);
	put_digits(u.digits + thread, n, k, BATCH_WINDOWS);
	put_digits(u.digits + (uint64_t)BATCH_WINDOWS * n + thread, n, z,
		   BATCH_Z_WINDOWS);
	gpu_put(u.s, thread, s);
}

/**
 * struct batch_sorted - the points of a window by their buckets, of a block of threads
 * @count: how many are in each bucket
 * @end: where a bucket's points end in @point
 * @by: for each count, where its buckets begin in @order
 * @order: buckets, those with the most points first, so that the threads of a warp have
 *	as many
 * @point: points, twice their number in the set, R behind A, and 1: subtract it
 */
struct batch_sorted {
	uint32_t count[BATCH_BUCKETS];
	uint32_t end[BATCH_BUCKETS];
	uint32_t by[BATCH_MOST + 1];
	uint16_t order[BATCH_BUCKETS];
	uint16_t point[2 * BATCH_SET];
};

WC_GPU_FN uint32_t batch_rank(const struct batch_sorted *s, uint32_t bucket)
{
	uint32_t count = s->count[bucket];

	return count < BATCH_MOST ? count : BATCH_MOST;
}

/* Sums of the counts up to each. */
WC_GPU_FN void batch_add_up(uint32_t end[BATCH_BUCKETS])
{
	for (uint32_t off = 1; off < BATCH_BUCKETS; off *= 2) {
		uint32_t sum[BATCH_BUCKETS / BATCH_LANES], j = 0;

		BATCH_FOR(i, BATCH_BUCKETS)
			sum[j++] = end[i] + (i < off ? 0 : end[i - off]);
		batch_sync();
		j = 0;
		BATCH_FOR(i, BATCH_BUCKETS)
			end[i] = sum[j++];
		batch_sync();
	}
}

/* @digits: of @m points A, @apart words further of their R, if @all is twice as many. */
WC_GPU_FN void batch_sort(struct batch_sorted *s, const int16_t *digits, uint32_t m,
			  uint64_t apart, uint32_t all)
{
	BATCH_FOR(i, BATCH_BUCKETS)
		s->count[i] = 0;
	BATCH_FOR(i, BATCH_MOST + 1)
		s->by[i] = 0;
	batch_sync();
	BATCH_FOR(i, all) {
		int d = i < m ? digits[i] : digits[apart + i - m];

		if (d)
			batch_count(&s->count[(d < 0 ? -d : d) - 1]);
	}
	batch_sync();
	BATCH_FOR(i, BATCH_BUCKETS) {
		s->end[i] = s->count[i];
		batch_count(&s->by[batch_rank(s, i)]);
	}
	batch_sync();
	batch_add_up(s->end);
	/* Where they begin; filling them moves it to the end. */
	BATCH_FOR(i, BATCH_BUCKETS)
		s->end[i] -= s->count[i];
	if (!BATCH_LANE) {
		uint32_t sum = 0;

		for (int i = BATCH_MOST; i >= 0; i--) {
			uint32_t buckets = s->by[i];

			s->by[i] = sum;
			sum += buckets;
		}
	}
	batch_sync();
	BATCH_FOR(i, BATCH_BUCKETS)
		s->order[batch_count(&s->by[batch_rank(s, i)])] = (uint16_t)i;
	BATCH_FOR(i, all) {
		int d = i < m ? digits[i] : digits[apart + i - m];
		uint32_t point = i < m ? i : BATCH_SET + i - m;

		if (d)
			s->point[batch_count(&s->end[(d < 0 ? -d : d) - 1])] =
				(uint16_t)(2 * point + (d < 0));
	}
	batch_sync();
}

/* A block of threads has a window of a set; @a->count is the number of signatures. */
WC_GPU_FN void batch_buckets(const struct wc_args *a)
{
	BATCH_SHARED struct batch_sorted s;
	const uint32_t n = a->count, block = a->thread / BATCH_LANES;
	const uint32_t window = block % BATCH_WINDOWS;
	const uint32_t first = block / BATCH_WINDOWS * batch_each(n);
	struct batch_units u = batch_of(a, n);
	uint32_t m;

	if (first >= n || block / BATCH_WINDOWS >= batch_sets(n))
		return;
	m = n - first < batch_each(n) ? n - first : batch_each(n);
	batch_sort(&s, u.digits + (uint64_t)window * n + first, m,
		   (uint64_t)BATCH_WINDOWS * n, window < BATCH_Z_WINDOWS ? 2 * m : m);
	FE_ROLLED
	BATCH_FOR(i, BATCH_BUCKETS) {
		const uint32_t bucket = s.order[i];
		batch_point p;

		FE(ed_identity)(&p);
		FE_ROLLED
		for (uint32_t j = s.end[bucket] - s.count[bucket]; j < s.end[bucket]; j++) {
			const uint32_t point = s.point[j] / 2;
			const uint64_t minus = 0 - (uint64_t)(s.point[j] & 1);
			batch_summand q;

			summand_get(&q, u.points, point < BATCH_SET ? first + point :
				    (uint64_t)n + first + point - BATCH_SET);
			FE(cswap)(&q.sum, &q.diff, minus);
			FE(neg_if)(&q.Td, minus);
			if (j == s.end[bucket] - s.count[bucket])
				FE(ed_from_affine)(&p, &q);
			else
				FE(ed_add_affine)(&p, &p, &q, 1);
		}
		*point_at(u.buckets, (uint64_t)block * BATCH_BUCKETS + bucket) = p;
	}
}

/* p + q */
WC_GPU_FN void add_point(batch_point *p, const batch_point *q)
{
	FE(ed_cached) c;

	FE(ed_to_cached)(&c, q);
	FE(ed_add)(p, p, &c, 1);
}

/* The sum, modulo the order, of numbers from @first to @end. */
WC_GPU_FN void add_scalars(uint64_t *to, uint32_t i, const uint64_t *from,
			   uint32_t first, uint32_t end)
{
	const struct wc_order l = ORDER_25519;
	uint64_t sum[4] = { 0, 0, 0, 0 }, s[4];

	FE_ROLLED
	for (; first < end; first++) {
		gpu_get(s, from + 4ull * first);
		order_add(&l, sum, sum, s);
	}
	gpu_put(to, i, sum);
}

/* The z S of a set, in BATCH_LEVEL1 parts, then those of the level before. */
template <int level>
WC_GPU_FN void level_scalars(const struct batch_units *u, uint32_t n, uint32_t i)
{
	const uint32_t of = level == 2 ? BATCH_LEVEL2 : 8;
	uint32_t each, part, first, end;

	if (level) {
		add_scalars(u->totals[level], i, u->totals[level ? level - 1 : 0],
			    i * of, (i + 1) * of);
		return;
	}
	each = batch_each(n);
	part = (each + BATCH_LEVEL1 - 1) / BATCH_LEVEL1;
	first = i % BATCH_LEVEL1 * part;
	end = first + part < each ? first + part : each;
	first += i / BATCH_LEVEL1 * each;
	end += i / BATCH_LEVEL1 * each;
	add_scalars(u->totals[0], i, u->s, first, end < n ? end : n);
}

/*
 * Of some S_0, S_1, ... and their weighted sums W: the sum of the S, and that of the W and of
 * 8^level i S_i. Level 0 has buckets, of which the number is one more: bucket i is i + 1.
 */
template <int level>
WC_GPU_FN void batch_level(const struct wc_args *a, uint32_t thread)
{
	const uint32_t n = a->count;
	const uint32_t out = level == 0 ? BATCH_LEVEL1 : level == 1 ? BATCH_LEVEL2 :
								      BATCH_LEVEL3;
	const uint32_t of = level == 2 ? BATCH_LEVEL2 : 8;
	const uint32_t windows = batch_sets(n) * BATCH_WINDOWS;
	const struct batch_units u = batch_of(a, n);
	uint8_t *sums = level ? u.sums[level ? level - 1 : 0] : u.buckets;
	uint8_t *weighted = u.weighted[level ? level - 1 : 0];
	uint64_t first = (uint64_t)thread * of;
	batch_point s, w, q;

	if (thread / out >= windows) {
		level_scalars<level>(&u, n, thread - windows * out);
		return;
	}
	s = *point_at(sums, first + of - 1);
	w = s;
	FE_ROLLED
	for (int i = (int)of - 2; i >= (level ? 1 : 0); i--) {
		q = *point_at(sums, first + i);
		add_point(&s, &q);
		add_point(&w, &s);
	}
	if (level) {
		q = *point_at(sums, first);
		add_point(&s, &q);
		FE_ROLLED
		for (int i = 0; i < 3 * level; i++)
			FE(ed_double)(&w, &w, i == 3 * level - 1);
		FE_ROLLED
		for (uint32_t i = 0; i < of; i++) {
			q = *point_at(weighted, first + i);
			add_point(&w, &q);
		}
	}
	*point_at(u.sums[level], thread) = s;
	*point_at(u.weighted[level], thread) = w;
}

/**
 * struct batch_beside - a point whose coordinates are computed beside each other, by four lanes
 * @p: X, Y, Z, T
 * @s: products
 * @w: what is multiplied to the coordinates: e, f, g, h of ed_finish()
 */
struct batch_beside {
	batch_fe p[4];
	batch_fe s[4];
	batch_fe w[4];
};

/* X = e f, Y = g h, Z = f g, T = e h */
WC_GPU_FN void beside_finish(struct batch_beside *b)
{
	batch_sync();
	BATCH_FOR(i, 4)
		FE(mul)(&b->p[i], &b->w[i == 3 ? 0 : i == 0 ? 0 : i == 1 ? 2 : 1],
			&b->w[i == 0 ? 1 : i == 2 ? 2 : 3]);
	batch_sync();
}

/* As ed_double(). */
WC_GPU_FN void beside_double(struct batch_beside *b)
{
	BATCH_FOR(i, 3) {
		batch_fe t;

		FE(add)(&t, &b->p[0], &b->p[1]);
		FE(sqr)(&b->s[i], i == 2 ? &t : &b->p[i]);
	}
	batch_sync();
	BATCH_FOR(i, 4) {
		batch_fe h;

		FE(add)(&h, &b->s[0], &b->s[1]);
		if (i == 0)
			FE(sub)(&b->w[0], &h, &b->s[2]);
		else if (i == 1)
			FE(sqr2_add)(&b->w[1], &b->p[2], &b->s[0], &b->s[1]);
		else if (i == 2)
			FE(sub)(&b->w[2], &b->s[0], &b->s[1]);
		else
			b->w[3] = h;
	}
	beside_finish(b);
}

/* As ed_add(), of @q: 2 d is multiplied to the product of the T. */
WC_GPU_FN void beside_add(struct batch_beside *b, const batch_point *q)
{
	BATCH_FOR(i, 4) {
		batch_fe x = b->p[i == 2 ? 3 : 2], y = i == 2 ? q->T : q->Z;

		if (i == 0) {
			FE(sub)(&x, &b->p[1], &b->p[0]);
			FE(sub)(&y, &q->Y, &q->X);
		} else if (i == 1) {
			FE(add)(&x, &b->p[1], &b->p[0]);
			FE(add)(&y, &q->Y, &q->X);
		} else if (i == 3) {
			FE(add)(&y, &q->Z, &q->Z);
		}
		FE(mul)(&b->s[i], &x, &y);
	}
	batch_sync();
	if (!BATCH_LANE) {
		batch_fe d2;

		FE(constant)(&d2, 0xebd69b9426b2f159ULL, 0x00e0149a8283b156ULL,
			     0x198e80f2eef3d130ULL, 0x2406d9dc56dffce7ULL);
		FE(mul)(&b->s[2], &b->s[2], &d2);
	}
	batch_sync();
	BATCH_FOR(i, 4) {
		const batch_fe *x = &b->s[i == 0 || i == 3 ? 1 : 3];
		const batch_fe *y = &b->s[i == 0 || i == 3 ? 0 : 2];

		if (i < 2)
			FE(sub)(&b->w[i], x, y);
		else
			FE(add)(&b->w[i], x, y);
	}
	beside_finish(b);
}

/* L - @s */
WC_GPU_FN void minus_scalar(uint64_t r[4], const uint64_t *s)
{
	const struct wc_order l = ORDER_25519;
	uint64_t borrow = 0;

	FE_UNROLL
	for (int j = 0; j < 4; j++) {
		order_u128 t = (order_u128)l.m[j] - s[j] - borrow;

		r[j] = (uint64_t)t;
		borrow = (uint64_t)(t >> 64) & 1;
	}
}

/* A block of threads has a set. One thread would take as long as all other launches. */
WC_GPU_FN void batch_sum(const struct wc_args *a)
{
	BATCH_SHARED struct batch_beside b;
	const uint32_t n = a->count, set = a->thread / BATCH_SUM_LANES;
	const struct batch_units u = batch_of(a, n);
	const uint64_t first = (uint64_t)set * BATCH_WINDOWS;
	uint64_t s[4];
	batch_point p;

	if (set >= batch_sets(n))
		return;
	p = *point_at(u.weighted[2], first + BATCH_WINDOWS - 1);
	BATCH_FOR(i, 4)
		b.p[i] = i == 0 ? p.X : i == 1 ? p.Y : i == 2 ? p.Z : p.T;
	batch_sync();
	FE_ROLLED
	for (int w = (int)BATCH_WINDOWS - 2; w >= 0; w--) {
		FE_ROLLED
		for (uint32_t i = batch_bit(w); i < batch_bit(w + 1); i++)
			beside_double(&b);
		beside_add(&b, point_at(u.weighted[2], first + w));
	}
	if (BATCH_LANE)
		return;
	p.X = b.p[0];
	p.Y = b.p[1];
	p.Z = b.p[2];
	p.T = b.p[3];
	/* Less [s]B. */
	minus_scalar(s, u.totals[2] + 4ull * set);
	FE(ed_add_base_vartime)(&p, s, wc_units(a->slots, n).check_table, ED_GPU_CHECK_W);
	u.good[set] = 1 & FE(ed_is_small)(&p);
}

WC_GPU_FN void batch_verdict(const struct wc_args *a, uint32_t thread)
{
	const struct batch_units u = batch_of(a, a->threads);
	const uint64_t *table = wc_units(a->slots, a->threads).check_table;
	const uint32_t at = check_at(a, thread);
	int valid;

	if (u.good[thread / batch_each(a->threads)])
		valid = !u.bad[thread];
	else
		valid = check_is_valid(table, check_in(a, at));
	check_put(a, at, valid);
}

WC_ENTRY(wc_25519_batch_decode, GPU_DPF_BLOCKS, batch_decode)
WC_ENTRY(wc_25519_batch_scalars, 4, batch_scalars)
WC_ENTRY_POINT(wc_25519_batch_buckets, BATCH_THREADS, BATCH_BLOCKS, batch_buckets)
WC_ENTRY(wc_25519_batch_level1, GPU_LADDER_BLOCKS, batch_level<0>)
WC_ENTRY(wc_25519_batch_level2, GPU_LADDER_BLOCKS, batch_level<1>)
WC_ENTRY(wc_25519_batch_level3, GPU_LADDER_BLOCKS, batch_level<2>)
WC_ENTRY_POINT(wc_25519_batch_sum, BATCH_SUM_THREADS, 1, batch_sum)
WC_ENTRY(wc_25519_batch_verdict, GPU_LADDER_BLOCKS, batch_verdict)
