// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/papers_cipher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/gpu/launch.h"
#include "kernels/papers/tables.h"
#include "tools/bench/util.h"

static const char *const names[] = { "aes", "skinny", "kuznyechik" };
static const enum wc_gpu_cipher ours[] = {
	WC_GPU_AES, WC_GPU_SKINNY, WC_GPU_KUZNYECHIK
};

/* Find a variant. */
const struct paper_variant *papers_variant(const char *entry)
{
	size_t i;

	for (i = 0; i < PAPER_VARIANTS; i++)
		if (!strcmp(paper_variants[i].entry, entry))
			return &paper_variants[i];
	die("no variant %s", entry);
}

/*
 * A T-table cipher's tables and keys, for both directions, in the constant memory of @module; the
 * tables in @tables, too. Sets the rounds.
 */
void papers_t_tables(struct papers_cipher *c, const char *module,
		     uint32_t tables[2 * PAPER_T_WORDS])
{
	uint32_t keys[2 * PAPER_KEY_WORDS] = { 0 };

	memset(tables, 0, 2 * PAPER_T_BYTES);
	if (c->which == PAPER_AES) {
		paper_aes_tables(tables);
		c->rounds = paper_aes_keys(keys, c->bytes, c->len);
	} else {
		paper_skinny_tables(tables, 0);
		paper_skinny_tables(tables + PAPER_T_WORDS, 1);
		c->rounds = paper_skinny_keys(keys, c->bytes, c->len, 0);
		paper_skinny_keys(keys + PAPER_KEY_WORDS, c->bytes, c->len, 1);
	}
	papers_dev->constant(module, "paper_t_tables", tables,
			     2 * PAPER_T_BYTES);
	papers_dev->constant(module, "paper_t_keys", keys, sizeof(keys));
}

static void put_t_tables(struct papers_cipher *c)
{
	uint32_t tables[2 * PAPER_T_WORDS];

	papers_t_tables(c, c->name, tables);
	c->tables = papers_on_device(tables, sizeof(tables));
	c->texture = papers_dev->texture(c->tables, PAPER_T_BYTES, 1);
}

/* Kuznyechik's: @pi is followed by the tables of decryption. */
static void put_ls_tables(struct papers_cipher *c)
{
	uint8_t *all = calloc(1, PAPER_LS_BYTES + PAPER_PI_BYTES +
				 PAPER_LS_BYTES);

	if (!all)
		die("no memory");
	paper_ls_tables(all, 0);
	paper_pi_tables(all + PAPER_LS_BYTES);
	paper_ls_tables(all + PAPER_LS_BYTES + PAPER_PI_BYTES, 1);
	c->tables = papers_on_device(all, PAPER_LS_BYTES);
	c->texture = papers_dev->texture(c->tables, PAPER_LS_BYTES, 4);
	c->pi = papers_on_device(all + PAPER_LS_BYTES, PAPER_PI_BYTES + PAPER_LS_BYTES);
	papers_dev->constant("kuznyechik_constant", "paper_ls", all,
			     PAPER_LS_BYTES);
	papers_dev->constant("kuznyechik", "paper_pi", all + PAPER_LS_BYTES,
			     PAPER_PI_BYTES);
	c->rounds = paper_ls_keys(c->rk[0], c->bytes, 0);
	paper_ls_keys(c->rk[1], c->bytes, 1);
	free(all);
}

static void our_launch(struct papers_cipher *c, const struct wc_kernel *k,
		       const char *module, const char *entry, paper_ptr jobs,
		       uint32_t count, uint32_t threads, paper_ptr in,
		       paper_ptr out)
{
	struct paper_kernel fn = papers_dev->kernel(module, entry);
	void *args[] = { &jobs, &count, &threads, &c->slots, &in, &out };
	struct paper_launch l = {
		.kernel = &fn, .threads = threads, .block = k->block,
		.grid = wc_kernel_blocks(k, threads, (uint32_t)papers_dev->sms),
		.team = 1, .shared = k->shared, .args = args,
	};

	papers_dev->launch(&l);
}

/* Expand our key on the device. */
static void put_our_key(struct papers_cipher *c)
{
	const struct wc_kernel *row = wc_kernels[c->ours];
	struct wc_fresh fresh;
	char module[32];
	paper_ptr at;

	snprintf(module, sizeof(module), "our_%s", c->name);
	memset(&fresh, 0, sizeof(fresh));
	fresh.cipher = c->ours;
	fresh.len = c->len;
	memcpy(fresh.key, c->bytes, c->len);
	c->slots = papers_dev->alloc(WC_SLOT_BYTES);
	c->jobs = papers_dev->alloc(sizeof(struct wc_job));
	at = papers_on_device(&fresh, sizeof(fresh));
	our_launch(c, &row[WC_SCHEDULE], module, row[WC_SCHEDULE].name, at, 1, 1,
		   0, 0);
	if (row[WC_MASKS].name)
		our_launch(c, &row[WC_MASKS], module, row[WC_MASKS].name, at, 1,
			   WC_MASK_THREADS, 0, 0);
	papers_dev->wait();
	papers_dev->free(at);
}

/* Make data, tables and keys; @key_len and @max, the most that will be asked for, are bytes. */
void papers_cipher_open(struct papers_cipher *c, enum paper_cipher which,
			uint32_t key_len, size_t max)
{
	size_t i;

	memset(c, 0, sizeof(*c));
	c->which = which;
	c->ours = ours[which];
	c->name = names[which];
	c->max = max;
	c->len = key_len;
	for (i = 0; i < sizeof(c->bytes); i++)
		c->bytes[i] = (uint8_t)splitmix64(&(uint64_t){ i + 1 });
	/* A counter that carries into its upper words within the data. */
	c->iv.w[0] = 0x01020304;
	c->iv.w[1] = 0x05060708;
	c->iv.w[2] = 0xffffffff;
	c->iv.w[3] = 0xf0ffffff;
	if (!wc_cipher_set_key(&c->key, wc_cipher_find(c->name), c->bytes, c->len))
		die("%s: no key of %u bytes", c->name, c->len);
	c->in = papers_dev->host_alloc(PAPER_PINNED, max);
	c->out = papers_dev->host_alloc(PAPER_PINNED, max);
	for (i = 0; i < max / 8; i++)
		((uint64_t *)(void *)c->in)[i] = splitmix64(&(uint64_t){ i + 77 });
	c->dev_in = papers_on_device(c->in, max);
	c->dev_out = papers_dev->alloc(max);
	if (which == PAPER_KUZNYECHIK)
		put_ls_tables(c);
	else
		put_t_tables(c);
	if (!papers_dev->emulated)
		put_our_key(c);
}

/* Free it all. */
void papers_cipher_close(struct papers_cipher *c)
{
	int i;

	papers_dev->wait();
	papers_dev->texture_free(c->texture);
	papers_dev->free(c->tables);
	papers_dev->free(c->dev_in);
	papers_dev->free(c->dev_out);
	if (c->pi)
		papers_dev->free(c->pi);
	if (!papers_dev->emulated) {
		papers_dev->free(c->slots);
		papers_dev->free(c->jobs);
	}
	papers_dev->host_free(c->in);
	papers_dev->host_free(c->out);
	for (i = 0; i < WANTS; i++)
		free(c->want[i]);
	wc_cipher_wipe_key(&c->key);
}
