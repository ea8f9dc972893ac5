// SPDX-License-Identifier: GPL-2.0-only
/*
 * The choice between software and the device (kmod/choice.c), with callers, engines and
 * a clock that are simulated.
 *
 * All requests are done three times: always in software, always by the device, and by
 * the accounts. The accounts must not take more than a tenth longer than the faster of
 * the two others.
 */
#include "kmod/choice.h"
#include "tests/core/choice_world.h"
#include "tests/unit/unit.h"

/* The accounts may take this many percent of the faster way's time. */
#define LIMIT		110
/* And if what the engine says of its time is wrong. */
#define LIMIT_LIE	115

static struct world w;
static bool verbose;

static double limit(void)
{
	return w.lie == 100 ? LIMIT : LIMIT_LIE;
}

static double compare(void)
{
	double software = world_run(&w, SOFT), device = world_run(&w, DEVICE);
	double better = software > device ? software : device;
	double account = world_run(&w, ACCOUNT);
	double percent = 100 * better / account;

	if (verbose || percent > limit())
		printf("# %u cpus, depth %u, %u bytes, software %u ns + %u/us, engine %u ns + %u/us, chain %u, lie %u%%, here %d: software %.0f, device %.0f, accounts %.0f /s: %.0f%% (%.0f%% by the device)\n",
		       w.cpus, w.depth, w.len, w.soft_base, w.soft_rate, w.lone,
		       w.rate, w.chain, w.lie, w.here, software, device, account,
		       percent, 100.0 * world_slow() / world_done());
	return percent;
}

static const u32 depths[] = { 1, 4, 32, 256, 4096, 2, 16, 1024 };
static const u32 lens[] = { 16, 4096, 65536, 1 << 20, 512, 16 << 20 };

/* The first @nd depths and the first @nl lengths. */
static void all_depths(u32 nd, u32 nl, u32 cpus, u32 lie, bool here)
{
	/* base, rate: AES instructions; vector code; one block after the other. */
	static const u32 softs[][2] = { { 60, 4000 }, { 300, 800 }, { 150, 90 } };
	/* lone, rate: a GPU; a slow one; the CPU engine; one that is always late. */
	static const u32 engines[][2] = { { 80000, 40000 }, { 150000, 3000 },
					  { 15000, 2000 }, { 3000, 9000 },
					  { 1000000, 500 } };
	unsigned int s, e, d, l, bad = 0;
	double worst = 0, percent;

	nd = (u32)unit_share(nd);
	nl = (u32)unit_share(nl);

	for (s = 0; s < ARRAY_SIZE(softs); s++)
		for (e = 0; e < ARRAY_SIZE(engines); e++)
			for (d = 0; d < nd; d++)
				for (l = 0; l < nl; l++) {
					if ((u64)depths[d] * lens[l] > 1 << 30)
						continue;
					w = (struct world){
						.cpus = cpus,
						.depth = depths[d],
						.len = lens[l],
						.soft_base = softs[s][0],
						.soft_rate = softs[s][1],
						.lone = engines[e][0],
						.rate = engines[e][1],
						.lie = lie,
						.here = here,
					};
					percent = compare();
					bad += percent > limit();
					if (percent > worst)
						worst = percent;
				}
	printf("# %u cpus: at worst %.0f%% of the better way's time\n", cpus,
	       worst);
	assert_int_equal(bad, 0);
}

static void test_one_cpu(void **state)
{
	(void)state;
	all_depths(ARRAY_SIZE(depths), ARRAY_SIZE(lens), 1, 100, false);
}

static void test_four_cpus(void **state)
{
	(void)state;
	all_depths(4, 3, 4, 100, false);
}

/* There is one CPU: what it copies out, it does not do in software. */
static void test_copied_here(void **state)
{
	(void)state;
	all_depths(4, 4, 1, 100, true);
}

/* The engine says that it is 20 times as fast as it is, or a tenth. */
static void test_boasts(void **state)
{
	(void)state;
	all_depths(4, 4, 1, 5, false);
}

static void test_is_modest(void **state)
{
	(void)state;
	all_depths(4, 3, 1, 1000, false);
}

/*
 * Among requests that are offloaded, a single one that software does finds nothing of
 * its own in the caches. By that it must not be judged.
 */
static void test_cold(void **state)
{
	static const u32 lones[] = { 60000, 100000, 150000 };
	static const u32 rates[] = { 50, 100, 200, 600 };
	unsigned int l, bad = 0;

	(void)state;
	for (l = 0; l < ARRAY_SIZE(lones); l++) {
		w = (struct world){
			.cpus = 1, .depth = 16, .len = 512,
			.soft_base = 2000, .soft_rate = 170,
			.lone = lones[l], .rate = 40000, .lie = 100,
			.time = 10000000000ull, .more = 240, .cold = 150,
		};
		bad += compare() > LIMIT;
	}
	/* Those that take longer, too: the engine is a fifth slower. */
	for (l = 0; l < ARRAY_SIZE(rates); l++) {
		w = (struct world){
			.cpus = 1, .depth = 256, .len = 65536,
			.soft_base = 300, .soft_rate = rates[l],
			.lone = 200000, .rate = rates[l] * 4 / 5, .lie = 100,
			.time = 2000000000, .cold = 150,
		};
		bad += compare() > LIMIT;
	}
	assert_int_equal(bad, 0);
}

/*
 * It takes longer to wake a caller than the engine takes. A caller that did its requests
 * in software would not wait.
 */
static void test_wakes(void **state)
{
	static const u32 wakes[] = { 5000, 20000, 50000, 100000 };
	static const u32 deep[] = { 1, 2, 4, 8, 16, 32, 64 };
	unsigned int k, d, bad = 0;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(wakes); k++)
		for (d = 0; d < ARRAY_SIZE(deep); d++) {
			w = (struct world){
				.cpus = 1, .depth = deep[d], .len = 512,
				.soft_base = 2000, .soft_rate = 170,
				.lone = 20000, .rate = 4000, .lie = 50,
				.wake = wakes[k],
			};
			bad += compare() > LIMIT_LIE;
		}
	assert_int_equal(bad, 0);
}

/*
 * The engine is much faster than software, and stalls now and then. What it does between
 * two stalls pays for them.
 */
static void test_stalls(void **state)
{
	static const u32 deep[] = { 64, 256, 1024, 4096 };
	static const u32 stalls[] = { 1, 5, 20, 50, 100 };
	unsigned int k, d, bad = 0;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(stalls); k++)
		for (d = 0; d < ARRAY_SIZE(deep); d++) {
			w = (struct world){
				.cpus = 1, .depth = deep[d], .len = 512,
				.soft_base = 300, .soft_rate = 57,
				.lone = 100000, .rate = 300, .lie = 100,
				.time = 5000000000ull,
				.stall = stalls[k] * 1000000ull,
				.stall_every = stalls[k] * 10000000ull,
			};
			bad += compare() > LIMIT;
		}
	/* After a pause it takes long to begin. What came back at last was enough. */
	w = (struct world){
		.cpus = 1, .depth = 64, .len = 512,
		.soft_base = 300, .soft_rate = 57,
		.lone = 100000, .rate = 456, .lie = 100,
		.time = 5000000000ull,
		.stall = 1000000, .stall_every = 5000000,
	};
	bad += compare() > LIMIT;
	assert_int_equal(bad, 0);
}

/*
 * The engine sleeps when it has nothing to do, and it takes long to wake it; few
 * requests are in flight, and software is faster. Before, there were many for a while,
 * and the engine was: what it has gained then must not be spent now.
 */
static void test_dozes(void **state)
{
	static const u32 dozes[] = { 100000, 500000, 2500000 };
	static const u32 more[] = { 0, 1000 };
	unsigned int k, m, bad = 0;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(dozes); k++)
		for (m = 0; m < ARRAY_SIZE(more); m++) {
			w = (struct world){
				.cpus = 1, .depth = 16, .len = 512,
				.soft_base = 2000, .soft_rate = 170,
				.lone = 150000, .rate = 4000, .lie = 100,
				.time = 400000000, .more = more[m],
				.doze = dozes[k],
			};
			bad += compare() > LIMIT;
		}
	assert_int_equal(bad, 0);
}

/*
 * At the end of a burst requests come back until one is left. That one was not alone: it
 * says nothing of those that are.
 */
static void test_bursts(void **state)
{
	static struct wc_account a;
	u32 i;

	(void)state;
	wc_account_reset(&a, 1);
	world_now = 1000000000;
	/* What pays for the rest. */
	for (i = 0; i < 200; i++) {
		wc_account_choose(&a, 80000, 20000);
		wc_account_sent(&a, 80000);
		world_now += 1000;
		wc_account_back(&a, 80000);
	}
	/* The 17th is the only one since the account was settled. Others are served first, this time. */
	for (i = 0; i < 17; i++) {
		assert_int_equal(wc_account_choose(&a, 80000, 20000),
				 WC_CHOICE_LONE);
		wc_account_sent(&a, 80000);
		world_now += 1000;
	}
	world_now += 2000000;
	for (i = 0; i < 17; i++)
		wc_account_back(&a, 80000);
	world_now += 1000000;
	assert_int_equal(wc_account_choose(&a, 80000, 20000), WC_CHOICE_LONE);
	assert_int_equal(a.lag, 0);
}

/* Requests that the device has refused or lost are no gain. */
static void test_undone(void **state)
{
	static struct wc_account a;
	u32 i, offloaded = 0;

	(void)state;
	wc_account_reset(&a, 1);
	world_now = 1000000000;
	for (i = 0; i < 10000; i++) {
		if (wc_account_choose(&a, 80000, 20000) >= WC_CHOICE_LONE) {
			wc_account_sent(&a, 80000);
			world_now += 1000;
			wc_account_undone(&a, 80000);
			offloaded++;
		}
		world_now += 1000000;
		assert_true(a.earned <= 0);
	}
	assert_true(offloaded);
}

/* A lone request takes very long for once: the next ones are not expected to. */
static void test_lone_stall(void **state)
{
	static struct wc_account a;
	u32 i, offloaded = 0;

	(void)state;
	wc_account_reset(&a, 1);
	world_now = 1000000000;
	for (i = 0; i < 20000; i++) {
		if (!wc_account_is_soft(&a, 500000) &&
		    wc_account_choose(&a, 500000, 300000) >= WC_CHOICE_LONE) {
			wc_account_sent(&a, 500000);
			world_now += i == 10000 ? 100000000 : 300000;
			wc_account_back(&a, 500000);
			offloaded++;
		} else {
			world_now += 500000;
		}
		world_now += 1000;
	}
	assert_in_range(offloaded, 19800, 20000);
}

/*
 * The first request that the device gets, alone, takes a second: the machine was busy. When
 * there are many, the device is tried again after two seconds of software's time.
 */
static void test_first_stall(void **state)
{
	static struct wc_account a;
	u64 soft = 0;
	bool stalled;
	u32 i;

	(void)state;
	wc_account_reset(&a, 1);
	world_now = 1000000000;
	for (stalled = false; !stalled; ) {
		if (!wc_account_is_soft(&a, 2000) &&
		    wc_account_choose(&a, 2000, 20000) >= WC_CHOICE_LONE) {
			wc_account_sent(&a, 2000);
			world_now += 1000000000;
			wc_account_back(&a, 2000);
			stalled = true;
		}
		world_now += 3000;
	}
	for (i = 0; i < 1000; i++) {
		if (!wc_account_is_soft(&a, 2000))
			assert_true(wc_account_choose(&a, 2000, 20000) < WC_CHOICE_LONE);
		world_now += 3000;
	}
	while (wc_account_is_soft(&a, 500000) ||
	       wc_account_choose(&a, 500000, 300000) < WC_CHOICE_LONE) {
		soft += 500000;
		world_now += 500000;
		assert_true(soft < 2000000000);
	}
}

/* A block after the other: the device pays only if very many requests are in flight. */
static void test_chains(void **state)
{
	static const u32 deep[] = { 1, 16, 64, 1024, 4096 };
	unsigned int d, bad = 0;

	(void)state;
	for (d = 0; d < ARRAY_SIZE(deep); d++) {
		w = (struct world){
			.cpus = 1, .depth = deep[d], .len = 4096,
			.soft_base = 150, .soft_rate = 90,
			.lone = 80000, .rate = 40000, .chain = 13000,
			.lie = 100,
		};
		bad += compare() > LIMIT;
		if (deep[d] == 16 && world_slow() * 10 > world_done()) {
			printf("# 16 chains went to the device\n");
			bad++;
		}
		if (deep[d] == 4096 && world_slow() * 10 < world_done() * 8) {
			printf("# 4096 chains went to software\n");
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

/* What passes while nothing is in flight costs nothing, however the account is left. */
static void test_idle(void **state)
{
	static struct wc_account a;
	u32 i;

	(void)state;
	wc_account_reset(&a, 1);
	world_now = 1000000000;
	assert_int_equal(wc_account_choose(&a, 80000, 20000), WC_CHOICE_LONE);
	wc_account_sent(&a, 80000);
	world_now += 20000;
	wc_account_back(&a, 80000);
	/* Settled, and then not offloaded: software is measured again, by the last of some. */
	world_now += 2000000000;
	for (i = 0; i < 3; i++)
		assert_int_equal(wc_account_choose(&a, 80000, 200000),
				 WC_CHOICE_SOFT);
	assert_int_equal(wc_account_choose(&a, 80000, 200000),
			 WC_CHOICE_MEASURE);
	assert_int_equal(a.credit, 60000 + (80000 >> 5));
	world_now += 500000000;
	assert_int_equal(wc_account_choose(&a, 80000, 200000), WC_CHOICE_DEEP);
	assert_int_equal(a.credit, 60000 + (80000 >> 5));
}

/*
 * A caller that has one request at a time and then does something else, for longer than
 * it takes to wake it: that is not the device's fault.
 */
static void test_pauses(void **state)
{
	static struct wc_account a;
	u32 i, offloaded = 0;

	(void)state;
	wc_account_reset(&a, 1);
	world_now = 1000000000;
	for (i = 0; i < 1000; i++) {
		if (!wc_account_is_soft(&a, 40000) &&
		    wc_account_choose(&a, 40000, 20000) == WC_CHOICE_LONE) {
			wc_account_sent(&a, 40000);
			world_now += 25000;
			wc_account_back(&a, 40000);
			offloaded++;
		} else {
			world_now += 40000;
		}
		world_now += i % 2 ? 10000 : 1000000;
	}
	/* Once a second software is measured, by the last of four. */
	assert_in_range(offloaded, 992, 996);
}

/*
 * The caller does something of its own between two requests, for less than it may take
 * to wake it. It would do so if software did its requests, too.
 */
static void test_own_work(void **state)
{
	static const u32 works[] = { 20000, 100000, 200000 };
	static struct wc_account a;
	u32 i, k, offloaded;

	(void)state;
	for (k = 0; k < ARRAY_SIZE(works); k++) {
		memset(&a, 0, sizeof(a));
		wc_account_reset(&a, 1);
		world_now = 1000000000;
		offloaded = 0;
		for (i = 0; i < 10000; i++) {
			if (!wc_account_is_soft(&a, 130000) &&
			    wc_account_choose(&a, 130000, 70000) >=
			    WC_CHOICE_LONE) {
				wc_account_sent(&a, 130000);
				world_now += 70000;
				wc_account_back(&a, 130000);
				/* And this is for waking it. */
				world_now += 5000;
				offloaded += i >= 5000;
			} else {
				world_now += 130000;
			}
			world_now += works[k];
		}
		assert_in_range(offloaded, 4900, 5000);
	}
}

/* Lone requests that the device does a little slower: in the 99th percentile none is seen. */
static void test_rare(void **state)
{
	unsigned int percent, bad = 0;

	(void)state;
	for (percent = 105; percent <= 300; percent += 15) {
		w = (struct world){
			.cpus = 1, .depth = 1, .len = 1 << 20,
			.soft_base = 0, .soft_rate = 640,
			.lone = 1638 * percent * 10, .rate = 100000000,
			.lie = 100, .time = 1000000000,
		};
		bad += compare() > LIMIT;
		if (world_slow() * 100 >= world_done()) {
			printf("# device %u%%: %llu of %llu took the longer way\n",
			       percent, (unsigned long long)world_slow(),
			       (unsigned long long)world_done());
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_idle),
		cmocka_unit_test(test_pauses),
		cmocka_unit_test(test_own_work),
		cmocka_unit_test(test_rare),
		cmocka_unit_test(test_one_cpu),
		cmocka_unit_test(test_four_cpus),
		cmocka_unit_test(test_copied_here),
		cmocka_unit_test(test_cold),
		cmocka_unit_test(test_wakes),
		cmocka_unit_test(test_stalls),
		cmocka_unit_test(test_dozes),
		cmocka_unit_test(test_bursts),
		cmocka_unit_test(test_undone),
		cmocka_unit_test(test_lone_stall),
		cmocka_unit_test(test_first_stall),
		cmocka_unit_test(test_chains),
		cmocka_unit_test(test_boasts),
		cmocka_unit_test(test_is_modest),
	};

	verbose = getenv("WARPCRYPT_VERBOSE");
	return cmocka_run_group_tests_name("choice", tests, NULL, NULL);
}
