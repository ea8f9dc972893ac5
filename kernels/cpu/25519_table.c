// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the tables of ed25519_base.h. All of it is public.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/curve/fe25519_i51.h"
#define FE(name)	i51_##name
#include "kernels/cpu/25519_engine.h"
#include "kernels/curve/25519_all.h"

#define CHUNK 128	/* entries that share an inversion */

static void make_entry(uint64_t *entry, const fe *x, const fe *y)
{
	fe t, c;

	memset(entry, 0, sizeof(*entry) * ED_ENTRY_WORDS);
#if ED_MIXED_ADD
	/* Times 1/2; d. */
	fe_constant(&c, 0xfffffffffffffff7ULL, 0xffffffffffffffffULL,
		    0xffffffffffffffffULL, 0x3fffffffffffffffULL);
#else
	fe_one(&c);
	entry[12] = 2;
#endif
	fe_add(&t, y, x);
	fe_mul(&t, &t, &c);
	fe_store(entry, &t);
	fe_sub(&t, y, x);
	fe_mul(&t, &t, &c);
	fe_store(entry + 4, &t);
	fe_constant(&c, 0x75eb4dca135978a3ULL, 0x00700a4d4141d8abULL,
		    0x8cc740797779e898ULL, 0x52036cee2b6ffe73ULL);
	fe_mul(&t, x, y);
	fe_mul(&t, &t, &c);
#if !ED_MIXED_ADD
	fe_add(&t, &t, &t);
#endif
	fe_store(entry + 8, &t);
}

/* The next @n multiples of @step, from @p on, as entries; @p moves on. */
static void make_entries(uint64_t *entry, ed_point *p, const ed_cached *step,
			 int n)
{
	fe den[CHUNK], work[CHUNK], num[CHUNK], num2[CHUNK];
	fe_u64 zero[CHUNK];

	for (int i = 0; i < n; i++) {
		num[i] = p->X;
		num2[i] = p->Y;
		den[i] = p->Z;
		ed_add(p, p, step, 1);
	}
	fe_invert_many(den, zero, work, n);
	for (int i = 0; i < n; i++) {
		fe_mul(&num[i], &num[i], &den[i]);
		fe_mul(&num2[i], &num2[i], &den[i]);
		make_entry(entry + i * ED_ENTRY_WORDS, &num[i], &num2[i]);
	}
}

void wc25519_make_table(uint64_t *table, int w)
{
	/* The base point: y = 4/5, x even. */
	const uint64_t encoded[4] = {
		0x6666666666666658ULL, 0x6666666666666666ULL,
		0x6666666666666666ULL, 0x6666666666666666ULL,
	};
	ed_point segment, p;
	ed_cached step;

	ed_decode(&segment, encoded);
	for (int i = 0; i < SEGMENTS(w); i++) {
		int entries = ENTRIES_OF(w, i);

		ed_to_cached(&step, &segment);
		p = segment;
		for (int j = 0; j < entries; j += CHUNK) {
			int left = entries - j < CHUNK ? entries - j : CHUNK;

			make_entries(table, &p, &step, left);
			table += left * ED_ENTRY_WORDS;
		}
		for (int j = 0; j < w; j++)
			ed_double(&segment, &segment, 1);
	}
}

static uint64_t *gpu_tables;

static void make_gpu_tables(void)
{
	const size_t secret = ED_TABLE_WORDS(ED_GPU_BASE_W);

	gpu_tables = malloc(8 * (secret + ED_TABLE_WORDS(ED_GPU_CHECK_W)));
	if (!gpu_tables)
		return;
	wc25519_make_table(gpu_tables, ED_GPU_BASE_W);
	wc25519_make_table(gpu_tables + secret, ED_GPU_CHECK_W);
}

const uint64_t *wc25519_gpu_tables(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_gpu_tables);
	return gpu_tables;
}
