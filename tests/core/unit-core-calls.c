// SPDX-License-Identifier: GPL-2.0-only
/*
 * The calls of fuzz-core.c, by a seed instead of libFuzzer: as many sequences as one has
 * time for.
 *
 * WARPCRYPT_SEQUENCES: how many (default 3000); WARPCRYPT_FIRST: the number of the first.
 * A sequence that breaks a promise aborts the program, which prints its number as a seed.
 */
#include "kmod/uapi/warpcrypt.h"

#include "tests/core/fuzz-core.h"
#include "tests/unit/rand.h"

#define CALLS_MAX	60u
#define BYTES_MAX	(CALLS_MAX * (2 + 2 * sizeof(struct warpcrypt_attach)))

/* An input. */
struct made {
	u8 bytes[BYTES_MAX];
	size_t len;
};

/* What fuzz-core.c takes for one call. */
static const struct shape {
	u8 which;
	u8 weight;
	u16 len;
	u16 more;
} shapes[] = {
	{ 0, 3, sizeof(struct warpcrypt_attach), 0 },
	{ 1, 1, 0, 0 },
	{ 2, 1, 0, 0 },
	{ 2 | 64, 2, sizeof(struct warpcrypt_rates) + sizeof(struct warpcrypt_rate), 0 },
	{ 2 | 32, 1, sizeof(struct warpcrypt_retire), 0 },
	{ 3, 3, 0, 0 },
	{ 4, 12, sizeof(struct warpcrypt_enter),
	  WARPCRYPT_ENTER_MAX * sizeof(struct warpcrypt_commit) },
};

static const struct shape *draw_shape(struct test_rand *r)
{
	u32 sum = 0, at;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(shapes); i++)
		sum += shapes[i].weight;
	at = rand_below(r, sum);
	for (i = 0; at >= shapes[i].weight; i++)
		at -= shapes[i].weight;
	return &shapes[i];
}

/* Zeros with some other bytes among them, or any bytes. */
static void add_bytes(struct made *m, struct test_rand *r, size_t len)
{
	u8 *to = m->bytes + m->len;
	u32 n = rand_below(r, 6);

	len = min(len, sizeof(m->bytes) - m->len);
	memset(to, 0, len);
	if (!rand_below(r, 4))
		rand_fill(r, to, len);
	while (len && n--)
		to[rand_below(r, (u32)len)] = (u8)rand_u32(r);
	m->len += len;
}

/* Most ENTERs fetch and commit a few frames, however full. */
static void add_enter(struct made *m, struct test_rand *r)
{
	struct warpcrypt_enter e;
	u8 *at = m->bytes + m->len;

	add_bytes(m, r, sizeof(e));
	if (m->bytes + m->len < at + sizeof(e) || !rand_below(r, 8))
		return;
	memcpy(&e, at, sizeof(e));
	e.fetch_max = rand_below(r, 5);
	e.commit_count = rand_below(r, 5);
	e.fill = rand_below(r, 3) * 1000;
	memcpy(at, &e, sizeof(e));
}

static void add_call(struct made *m, struct test_rand *r)
{
	const struct shape *s = draw_shape(r);
	u8 right = (u8)rand_u32(r);

	/* Most are right in all that can be made right. */
	if (rand_below(r, 4))
		right |= 15;
	if (s->which == 4)
		right ^= rand_below(r, 4) ? 2 : 0;
	m->bytes[m->len++] = s->which == 3 ? (u8)(3 + 8 * rand_below(r, 4)) : s->which;
	if (!s->len)
		return;
	m->bytes[m->len++] = right;
	if (s->which == 4)
		add_enter(m, r);
	else
		add_bytes(m, r, s->len);
	if (s->more && !(right & 1))
		add_bytes(m, r, s->more);
}

static void make(struct made *m, u64 number)
{
	struct test_rand r = { (number + 1) * 0x9e3779b97f4a7c15ull };
	u32 calls = 1 + rand_below(&r, CALLS_MAX);

	m->len = 0;
	while (calls-- && m->len + 2 < sizeof(m->bytes))
		add_call(m, &r);
}

static u64 number(const char *name, u64 otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 0) : otherwise;
}

int main(void)
{
	static struct made made;
	u64 n = number("WARPCRYPT_SEQUENCES", 3000);
	u64 first = number("WARPCRYPT_FIRST", 0), i;
	u64 attached = 0, fetched = 0, committed = 0, refused = 0, retired = 0, killed = 0;
	bool all;

	printf("KTAP version 1\n1..1\n");
	fflush(stdout);
	for (i = first; i < first + n; i++) {
		make(&made, i);
		fuzz_core_play(i, made.bytes, made.len);
		attached += model_counter(WC_ATTACH_COUNT);
		fetched += model_counter(WC_FRAMES_FETCHED);
		committed += model_counter(WC_FRAMES_COMMITTED);
		refused += model_counter(WC_COMMIT_REFUSED);
		retired += model_counter(WC_ENGINES_RETIRED);
		killed += model_counter(WC_LINKS_KILLED);
	}
	all = attached && fetched && committed && refused && retired && killed;
	printf("# %llu sequences: %llu attachments, %llu frames fetched, %llu committed, %llu commits refused, %llu engines retired, %llu links killed\n",
	       n, attached, fetched, committed, refused, retired, killed);
	printf("%sok 1 every request came back once, whatever the helper called\n",
	       all ? "" : "not ");
	return !all;
}
