// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tfms and keys of a load, and requests whose results are known, for several
 * keys of each tfm.
 */

#include <linux/kernel.h>
#include <linux/slab.h>

#include "kmod/uapi/warpcrypt.h"
#include "wct.h"

#define WCT_COUNT_KEYLENS(_NAME, _name, _number, _min, _max, _step) \
	+ ((_max) - (_min)) / (_step) + 1

/* No load has more tfms: each mode with each key length of all ciphers. */
#define WCT_PAIRS \
	(WARPCRYPT_MODE_COUNT * (0 WARPCRYPT_CIPHERS(WCT_COUNT_KEYLENS)))

static int wct_vector_make(struct wct_load *load, struct wct_vector *vector,
			   const struct wct_pair *pair)
{
	static const u16 small[] = { 16, 48, 512, 1008, 4096, 4096, 1536 };
	struct wct_run *run = load->run;
	struct wct_buffer buffer;
	int ret;

	vector->pair = pair;
	vector->decrypt = wct_random(run, 2);
	if (run->args.exact)
		vector->len = run->args.size;
	else
		vector->len = wct_random(run, 3) ?
			      small[wct_random(run, ARRAY_SIZE(small))] :
			      wct_random(run, run->args.size) + 1;
	vector->len = min_t(size_t, vector->len, run->args.size);
	vector->len = max_t(size_t, wct_fit(pair->mode, vector->len), 16);
	vector->in = kvmalloc(vector->len, GFP_KERNEL);
	vector->out = kvmalloc(vector->len, GFP_KERNEL);
	if (!vector->in || !vector->out)
		return -ENOMEM;
	prandom_bytes_state(&run->rnd, vector->in, vector->len);
	prandom_bytes_state(&run->rnd, vector->iv, sizeof(vector->iv));
	memcpy(vector->iv_out, vector->iv, sizeof(vector->iv));

	ret = wct_buffer_make(&buffer, vector->len, 0, WCT_WHOLE, &run->rnd);
	if (!ret) {
		memcpy(buffer.data, vector->in, vector->len);
		ret = wct_call(pair->generic, buffer.table.sgl, buffer.table.sgl, vector->len,
			       vector->iv_out, vector->decrypt, 0);
		memcpy(vector->out, buffer.data, vector->len);
	}
	wct_buffer_free(&buffer);
	return ret;
}

/* Key number @key of all tfms. */
static struct wct_pair *wct_load_pairs(const struct wct_load *load,
				       unsigned int key)
{
	return &load->pairs[key * WCT_PAIRS];
}

static int wct_load_pairs_open(struct wct_load *load)
{
	struct wct_run *run = load->run;
	const struct wct_mode *mode;
	unsigned int keylen;
	int ret;

	wct_for_each_mode(run, mode)
		wct_for_each_keylen(run, keylen) {
			ret = wct_pair_open(run, &load->pairs[load->pair_count++],
					    mode, keylen);
			if (ret)
				return ret;
		}
	return 0;
}

/* From the last key down, so that key number 0 is set at the end. */
static int wct_load_vectors(struct wct_load *load)
{
	unsigned int key = WCT_KEYS, i;
	struct wct_pair *pairs;
	int ret = 0;

	while (key-- && !ret) {
		pairs = wct_load_pairs(load, key);
		for (i = 0; i < load->pair_count && !ret; i++) {
			pairs[i] = load->pairs[i];
			ret = wct_pair_rekey(load->run, &pairs[i]);
		}
		for (i = 0; i < WCT_VECTORS && !ret; i++)
			ret = wct_vector_make(load, &load->vectors[key * WCT_VECTORS + i],
					      &pairs[i % load->pair_count]);
	}
	return ret;
}

/*
 * Open the tfms of a load and compute the expected results; wct_load_close() must be called in
 * any case. 0 or an error. Sleeps.
 */
int wct_load_open(struct wct_load *load)
{
	int ret;

	load->pairs = kcalloc(WCT_KEYS * WCT_PAIRS, sizeof(*load->pairs),
			      GFP_KERNEL);
	load->vectors = kcalloc(WCT_KEYS * WCT_VECTORS, sizeof(*load->vectors),
				GFP_KERNEL);
	if (!load->pairs || !load->vectors)
		return -ENOMEM;
	ret = wct_load_pairs_open(load);
	return ret ?: wct_load_vectors(load);
}

/*
 * Set the next key in all tfms; no request is in flight, and no load shares them. 0 or an
 * error. Sleeps.
 */
int wct_load_rekey(struct wct_load *load)
{
	unsigned int key = (load->key + 1) % WCT_KEYS, i;
	struct wct_pair *pairs = wct_load_pairs(load, key);
	int ret = 0;

	for (i = 0; i < load->pair_count && !ret; i++)
		ret = wct_pair_setkey(load->run, &pairs[i]);
	load->key = key;
	return ret;
}

/*
 * Replace the driver's tfms by new ones with the next keys, with the same conditions. 0 or an
 * error. Sleeps.
 */
int wct_load_reopen(struct wct_load *load)
{
	unsigned int key, i;
	int ret;

	for (i = 0; i < load->pair_count; i++) {
		ret = wct_pair_reopen(load->run, &load->pairs[i]);
		for (key = 1; key < WCT_KEYS; key++)
			wct_load_pairs(load, key)[i].driver = load->pairs[i].driver;
		if (ret)
			return ret;
	}
	return wct_load_rekey(load);
}

/* Free tfms and vectors, with the same conditions. */
void wct_load_close(struct wct_load *load)
{
	unsigned int i;

	for (i = 0; load->vectors && i < WCT_KEYS * WCT_VECTORS; i++) {
		kvfree(load->vectors[i].in);
		kvfree(load->vectors[i].out);
	}
	for (i = 0; i < load->pair_count; i++)
		wct_pair_close(&load->pairs[i]);
	kfree(load->vectors);
	kfree(load->pairs);
}
