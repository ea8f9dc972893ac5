// SPDX-License-Identifier: GPL-2.0-only
/*
 * The papers' kernels, emulated by this machine: every variant compared with
 * tests/reference (of which unit-matrix compares the published examples), with keys and
 * data of all lengths; curves (papers_curves.c); and `warpcrypt-bench papers --cpu` itself.
 */
#include <json-c/json.h>
#include <unistd.h>

#include "kernels/papers/tables.h"
#include "kernels/papers/variants.h"
#include "tests/reference/modes.h"
#include "tests/reference/reference.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"
#include "tools/bench/commands.h"
#include "tools/bench/papers_cipher.h"
#include "tools/bench/papers_device.h"

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))
#define BLOCKS_MAX	130u

/* The papers' SKINNY has 48 rounds at most, so no keys of 48 bytes. */
static const struct cipher {
	const char *name;
	uint32_t key_lengths[3], count;
} ciphers[PAPER_CIPHERS] = {
	[PAPER_AES] = { "aes", { 16, 24, 32 }, 3 },
	[PAPER_SKINNY] = { "skinny", { 16, 32 }, 2 },
	[PAPER_KUZNYECHIK] = { "kuznyechik", { 32 }, 1 },
};

/* Guards around the result: nothing may be written there. */
static struct wc_block in[BLOCKS_MAX], out[BLOCKS_MAX + 2], want[BLOCKS_MAX];

/* Emulates @v under @key: @blocks of @in to @out, but for a guard at each end. */
static void emulate(const struct paper_variant *v, const uint8_t *key,
		    uint32_t len, const struct wc_block *iv, uint32_t blocks)
{
	static uint32_t tables[2 * PAPER_T_WORDS], keys[2 * PAPER_KEY_WORDS];
	static uint8_t ls[2 * PAPER_LS_BYTES + PAPER_PI_BYTES]
		__attribute__((aligned(16)));
	struct paper_kernel k = papers_dev->kernel(v->module, v->entry);
	struct paper_job job = { .in = in, .out = out + 1, .blocks = blocks };
	struct paper_launch l = {
		.kernel = &k, .block = 64, .team = v->team, .job = &job
	};

	assert_non_null(k.fn);
	job.iv = *iv;
	job.teams = paper_teams(v, blocks);
	if (v->cipher == PAPER_KUZNYECHIK) {
		job.rounds = paper_ls_keys(job.rk, key, v->decrypt);
		paper_ls_tables(ls, 0);
		paper_pi_tables(ls + PAPER_LS_BYTES);
		paper_ls_tables(ls + PAPER_LS_BYTES + PAPER_PI_BYTES, 1);
		papers_dev->constant("", "paper_ls", ls, PAPER_LS_BYTES);
		papers_dev->constant("", "paper_pi", ls + PAPER_LS_BYTES,
				     PAPER_PI_BYTES);
		job.pi = ls + PAPER_LS_BYTES;
		job.tables = v->decrypt ? job.pi : ls;
		job.texture = (uintptr_t)ls;
	} else {
		if (v->cipher == PAPER_AES) {
			paper_aes_tables(tables);
			job.rounds = paper_aes_keys(keys, key, len);
		} else {
			paper_skinny_tables(tables, 0);
			paper_skinny_tables(tables + PAPER_T_WORDS, 1);
			job.rounds = paper_skinny_keys(keys, key, len, 0);
			paper_skinny_keys(keys + PAPER_KEY_WORDS, key, len, 1);
		}
		papers_dev->constant("", "paper_t_tables", tables,
				     sizeof(tables));
		papers_dev->constant("", "paper_t_keys", keys, sizeof(keys));
		job.tables = tables + (v->decrypt ? PAPER_T_WORDS : 0);
		job.texture = (uintptr_t)tables;
	}
	l.threads = job.teams * v->team;
	memset(out, 0xee, sizeof(out));
	papers_dev->launch(&l);
}

static void assert_result(const struct paper_variant *v, uint32_t blocks)
{
	struct wc_block guard;

	memset(&guard, 0xee, sizeof(guard));
	if (memcmp(out + 1, want, 16 * blocks))
		fail_msg("%s: %u blocks are wrong", v->entry, blocks);
	assert_memory_equal(out, &guard, 16);
	assert_memory_equal(out + 1 + blocks, &guard, 16);
}

TEST(lengths)
{
	static const uint32_t blocks[] = {
		1, 2, 3, 4, 5, 15, 16, 17, 31, 33, 63, 64, 65, 127, BLOCKS_MAX
	};
	struct test_rand rand = { 20261123 };
	struct reference_key ref;
	struct wc_block iv;
	uint8_t key[32];
	size_t i, j;

	for (i = 0; i < PAPER_VARIANTS; i++) {
		const struct paper_variant *v = &paper_variants[i];
		const struct cipher *c = &ciphers[v->cipher];

		for (j = 0; j < COUNT(blocks); j++) {
			/* Each with counters that carry and that do not. */
			uint32_t len = c->key_lengths[j / 2 % c->count];

			rand_fill(&rand, key, sizeof(key));
			rand_fill(&rand, in, sizeof(in));
			rand_fill(&rand, &iv, sizeof(iv));
			/* A counter that carries. */
			if (j % 2)
				memset((uint8_t *)&iv + 5, 0xff, 11);
			assert_true(reference_set_key(&ref, c->name, key, len));
			memcpy(want, in, sizeof(in));
			reference_mode(v->mode == PAPER_CTR ? "ctr" : "ecb", reference_block,
				       &ref, NULL, v->decrypt, (const uint8_t *)&iv, 0,
				       (uint8_t *)want, 16 * blocks[j]);
			emulate(v, key, len, &iv, blocks[j]);
			assert_result(v, blocks[j]);
		}
	}
}

/* The command itself, which says that it has compared, and that all is right. */
TEST(command)
{
	char path[] = "/tmp/unit-papers.XXXXXX";
	char command[] = "papers", cpu[] = "--cpu", json[] = "--json";
	char *argv[] = { command, cpu, json, path, NULL };
	struct json_object *report;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(cmd_papers(4, argv), 0);
	report = json_object_from_file(path);
	unlink(path);
	assert_non_null(report);
	assert_int_equal(json_object_get_int(json_object_object_get(report,
								    "wrong")), 0);
	assert_true(json_object_get_int(json_object_object_get(report,
							       "results")) > 300);
	assert_true(json_object_array_length(json_object_object_get(report,
								    "rows")) > 200);
	assert_true(json_object_array_length(json_object_object_get(report,
								    "summary")) >= 12);
	json_object_put(report);
}

int main(void)
{
	papers_open_emulated();
	return unit_run("papers", NULL, NULL);
}
