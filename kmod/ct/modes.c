// SPDX-License-Identifier: GPL-2.0-only
/*
 * ECB, CBC, CTR and XTS over scatterlists.
 *
 * A request is done in steps: a part of it is copied into the scratch memory of
 * this CPU, encrypted there in place, and copied out. The copies are cheap beside
 * the ciphers; the scatterlist may be fragmented in any way; nothing is allocated;
 * and secrets are only in the scratch memory, which is wiped.
 */
#include "ct.h"

#include <crypto/scatterwalk.h>
#include <crypto/xts.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../compat.h"
#include "kernels/block/gf128.h"
#include "kernels/block/word.h"

/*
 * CBC encryption does single blocks, which is slow, so its steps are shorter.
 */
#define WCCT_CHAIN_STEP		(WCCT_STEP / 8)

/**
 * struct wcct_job - a request that is being done
 * @core: what does its blocks
 * @iv: the request's IV, updated after each step (CBC, CTR)
 * @tweak: the tweak of the next block (XTS); of GB/T mirrored
 * @gb: XTS of GB/T 17964-2021
 */
struct wcct_job {
	struct wcct_core core;
	u8 *iv;
	struct gf128 tweak;
	bool gb;
};

/* More than the crypto API aligns contexts to. */
#define WCCT_ALIGN	16u

/* Does @len bytes of a request in @scratch->data, in one mode. */
typedef void wcct_work(struct wcct_job *job, struct wcct_scratch *scratch,
		       unsigned int len);

static const struct wcct_cipher *wcct_cipher_of(struct crypto_skcipher *tfm)
{
	return container_of(crypto_skcipher_alg(tfm), struct wcct_mode,
			    alg)->cipher;
}

/*
 * The expanded key. In XTS it is the data key's, followed by the round keys of the
 * tweak key. The crypto API wipes them with the tfm.
 */
static u8 *wcct_keys(struct crypto_skcipher *tfm)
{
	return PTR_ALIGN(crypto_skcipher_ctx(tfm), WCCT_ALIGN);
}

/*
 * Does a request in steps of @step bytes. The last step may be up to two blocks
 * longer, because ciphertext stealing needs the last two blocks together.
 */
static int wcct_run(struct skcipher_request *req, struct wcct_job *job,
		    unsigned int step, wcct_work *work)
{
	struct wcct_scratch *scratch;
	struct scatter_walk in, out;
	unsigned int left, len;

	if (!req->cryptlen)
		return 0;
	scatterwalk_start(&in, req->src);
	scatterwalk_start(&out, req->dst);
	for (left = req->cryptlen; left; left -= len) {
		len = left < step + 2 * WCCT_BLOCK ? left : step;
		scratch = wcct_scratch_get();
		wc_walk_read(&in, scratch->data, len);
		work(job, scratch, len);
		wc_walk_write(&out, scratch->data, len);
		wcct_scratch_put(scratch, &job->core, len);
		if (req->base.flags & CRYPTO_TFM_REQ_MAY_SLEEP)
			cond_resched();
	}
	return 0;
}

static void wcct_job_init(struct wcct_job *job, struct skcipher_request *req,
			  bool decrypt)
{
	struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(req);

	job->core.cipher = wcct_cipher_of(tfm);
	job->core.form = wcct_form_here(job->core.cipher);
	job->core.wide = wcct_keys(tfm);
	job->core.decrypt = decrypt;
	job->iv = req->iv;
}

/* Does a request in a mode that takes whole blocks only. */
static int wcct_run_whole(struct skcipher_request *req, bool decrypt,
			  unsigned int step, wcct_work *work)
{
	struct wcct_job job;

	if (req->cryptlen % WCCT_BLOCK)
		return -EINVAL;
	wcct_job_init(&job, req, decrypt);
	return wcct_run(req, &job, step, work);
}

static int wcct_setkey(struct crypto_skcipher *tfm, const u8 *key,
		       unsigned int len)
{
	const struct wcct_cipher *cipher = wcct_cipher_of(tfm);

	if (!wcct_key_fits(cipher, len))
		return -EINVAL;
	cipher->expand(wcct_keys(tfm), key, len);
	wc_wipe_stack();
	return 0;
}

/* --- ECB */

static void wcct_ecb_work(struct wcct_job *job, struct wcct_scratch *scratch,
			  unsigned int len)
{
	wcct_blocks(&job->core, scratch, scratch->data, scratch->data,
		    len / WCCT_BLOCK);
}

static int wcct_ecb_encrypt(struct skcipher_request *req)
{
	return wcct_run_whole(req, false, WCCT_STEP, wcct_ecb_work);
}

static int wcct_ecb_decrypt(struct skcipher_request *req)
{
	return wcct_run_whole(req, true, WCCT_STEP, wcct_ecb_work);
}

/* --- CBC (SP 800-38A, 6.2) */

static void wcct_cbc_encrypt_work(struct wcct_job *job,
				  struct wcct_scratch *scratch,
				  unsigned int len)
{
	const struct wcct_core *core = &job->core;
	const void *schedule = core->wide + core->cipher->schedule_at;
	const u8 *last = job->iv;
	u8 *block = scratch->data;

	for (; len; len -= WCCT_BLOCK, block += WCCT_BLOCK) {
		crypto_xor(block, last, WCCT_BLOCK);
		wcct_one(core, schedule, false, block, block);
		last = block;
	}
	memcpy(job->iv, last, WCCT_BLOCK);
}

static void wcct_cbc_decrypt_work(struct wcct_job *job,
				  struct wcct_scratch *scratch,
				  unsigned int len)
{
	u8 *data = scratch->data, *plain = scratch->aux;
	unsigned int part;

	for (; len; len -= part, data += part) {
		part = min(len, WCCT_STEP);
		wcct_blocks(&job->core, scratch, plain, data,
			    part / WCCT_BLOCK);
		crypto_xor(plain, job->iv, WCCT_BLOCK);
		crypto_xor(plain + WCCT_BLOCK, data, part - WCCT_BLOCK);
		memcpy(job->iv, data + part - WCCT_BLOCK, WCCT_BLOCK);
		memcpy(data, plain, part);
	}
}

static int wcct_cbc_encrypt(struct skcipher_request *req)
{
	return wcct_run_whole(req, false, WCCT_CHAIN_STEP, wcct_cbc_encrypt_work);
}

static int wcct_cbc_decrypt(struct skcipher_request *req)
{
	return wcct_run_whole(req, true, WCCT_STEP, wcct_cbc_decrypt_work);
}

/* --- CTR (SP 800-38A, 6.5) */

/* Writes @blocks counters from @iv on, a big-endian number that wraps. */
static void wcct_count(u8 *counters, u8 *iv, unsigned int blocks)
{
	u64 hi = get_unaligned_be64(iv), lo = get_unaligned_be64(iv + 8);

	for (; blocks--; counters += WCCT_BLOCK) {
		put_unaligned_be64(hi, counters);
		put_unaligned_be64(lo, counters + 8);
		if (!++lo)
			hi++;
	}
	put_unaligned_be64(hi, iv);
	put_unaligned_be64(lo, iv + 8);
}

static void wcct_ctr_work(struct wcct_job *job, struct wcct_scratch *scratch,
			  unsigned int len)
{
	u8 *data = scratch->data, *stream = scratch->aux;
	unsigned int part, blocks;

	for (; len; len -= part, data += part) {
		part = min(len, WCCT_STEP);
		blocks = DIV_ROUND_UP(part, WCCT_BLOCK);
		wcct_count(stream, job->iv, blocks);
		wcct_blocks(&job->core, scratch, stream, stream, blocks);
		crypto_xor(data, stream, part);
	}
}

static int wcct_ctr(struct skcipher_request *req)
{
	struct wcct_job job;

	wcct_job_init(&job, req, false);
	return wcct_run(req, &job, WCCT_STEP, wcct_ctr_work);
}

/* --- XTS (IEEE 1619-2018, GB/T 17964-2021) */

static int wcct_xts_setkey(struct crypto_skcipher *tfm, const u8 *key,
			   unsigned int len)
{
	const struct wcct_cipher *cipher = wcct_cipher_of(tfm);
	u8 *keys = wcct_keys(tfm);
	int ret = xts_verify_key(tfm, key, len);

	if (ret)
		return ret;
	if (!wcct_key_fits(cipher, len / 2))
		return -EINVAL;
	cipher->expand(keys, key, len / 2);
	cipher->schedule(keys + cipher->wide_size, key + len / 2, len / 2);
	wc_wipe_stack();
	return 0;
}

/* The tweak @t as a block. */
static struct gf128 wcct_xts_block(const struct wcct_job *job, struct gf128 t)
{
	return job->gb ? gf128_mirror(t) : t;
}

static void wcct_swap(u8 *a, u8 *b, unsigned int len)
{
	for (; len--; a++, b++)
		swap(*a, *b);
}

/*
 * Ciphertext stealing (5.3.2, 5.4.2) for the last whole block and the @rest bytes
 * after it. The whole block is first: encryption uses its own tweak for it,
 * decryption the next one.
 */
static void wcct_xts_steal(struct wcct_job *job, u8 *block, unsigned int rest)
{
	const struct wcct_core *core = &job->core;
	const void *schedule = core->wide + core->cipher->schedule_at;
	struct gf128 tweak[2] = {
		wcct_xts_block(job, job->tweak),
		wcct_xts_block(job, gf128_xtime(job->tweak)),
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		const u8 *mask = (const u8 *)&tweak[i ^ core->decrypt];

		crypto_xor(block, mask, WCCT_BLOCK);
		wcct_one(core, schedule, core->decrypt, block, block);
		crypto_xor(block, mask, WCCT_BLOCK);
		if (!i)
			wcct_swap(block, block + WCCT_BLOCK, rest);
	}
	memzero_explicit(tweak, sizeof(tweak));
}

/* The tweaks of the next blocks as blocks. */
static void wcct_xts_tweaks(struct wcct_job *job, struct gf128 *mask,
			    unsigned int blocks)
{
	unsigned int i;

	wcct_tweaks(&job->core, mask, &job->tweak, blocks);
	for (i = 0; job->gb && i < blocks; i++)
		mask[i] = gf128_mirror(mask[i]);
}

/*
 * Not by crypto_xor(), which works on single bytes if the architecture does not
 * support unaligned words; these are aligned.
 */
static void wcct_xts_mask(const struct gf128 *mask, struct gf128 *data,
			  unsigned int blocks)
{
	unsigned int i;

	for (i = 0; i < blocks; i++) {
		data[i].lo ^= mask[i].lo;
		data[i].hi ^= mask[i].hi;
	}
}

static void wcct_xts_work(struct wcct_job *job, struct wcct_scratch *scratch,
			  unsigned int len)
{
	unsigned int rest = len % WCCT_BLOCK, blocks;
	/* The short block steals from the block before it. */
	unsigned int tail = rest ? WCCT_BLOCK + rest : 0;
	struct gf128 *mask = (struct gf128 *)scratch->aux;
	u8 *data = scratch->data;

	memcpy(scratch->tail, data + len - tail, tail);
	for (len -= tail; len; len -= blocks * WCCT_BLOCK) {
		blocks = min(len, WCCT_STEP) / WCCT_BLOCK;
		wcct_xts_tweaks(job, mask, blocks);
		wcct_xts_mask(mask, (struct gf128 *)data, blocks);
		wcct_blocks(&job->core, scratch, data, data, blocks);
		wcct_xts_mask(mask, (struct gf128 *)data, blocks);
		data += blocks * WCCT_BLOCK;
	}
	if (rest)
		wcct_xts_steal(job, scratch->tail, rest);
	memcpy(data, scratch->tail, tail);
}

static int wcct_xts(struct skcipher_request *req, bool gb, bool decrypt)
{
	struct wcct_job job;
	const void *schedule;
	int ret;

	if (req->cryptlen < WCCT_BLOCK)
		return -EINVAL;
	wcct_job_init(&job, req, decrypt);
	schedule = job.core.wide + job.core.cipher->wide_size;
	job.gb = gb;
	wcct_one(&job.core, schedule, false, (u8 *)&job.tweak, req->iv);
	job.tweak = wcct_xts_block(&job, job.tweak);
	ret = wcct_run(req, &job, WCCT_STEP, wcct_xts_work);
	memzero_explicit(&job.tweak, sizeof(job.tweak));
	return ret;
}

static int wcct_xts_encrypt(struct skcipher_request *req)
{
	return wcct_xts(req, false, false);
}

static int wcct_xts_decrypt(struct skcipher_request *req)
{
	return wcct_xts(req, false, true);
}

static int wcct_xts_gb_encrypt(struct skcipher_request *req)
{
	return wcct_xts(req, true, false);
}

static int wcct_xts_gb_decrypt(struct skcipher_request *req)
{
	return wcct_xts(req, true, true);
}

/* --- the algorithms' descriptions */

static const struct wcct_mode_ops {
	const char *name;
	unsigned int ivsize;
	unsigned int granule;
	unsigned int keys;
	int (*setkey)(struct crypto_skcipher *tfm, const u8 *key,
		      unsigned int len);
	int (*encrypt)(struct skcipher_request *req);
	int (*decrypt)(struct skcipher_request *req);
} wcct_mode_ops[WCCT_MODES] = {
	[WARPCRYPT_MODE_ECB] = {
		.name = "ecb", .granule = WCCT_BLOCK, .keys = 1,
		.setkey = wcct_setkey,
		.encrypt = wcct_ecb_encrypt, .decrypt = wcct_ecb_decrypt,
	},
	[WARPCRYPT_MODE_CBC] = {
		.name = "cbc", .granule = WCCT_BLOCK, .keys = 1,
		.ivsize = WCCT_BLOCK, .setkey = wcct_setkey,
		.encrypt = wcct_cbc_encrypt, .decrypt = wcct_cbc_decrypt,
	},
	[WARPCRYPT_MODE_CTR] = {
		.name = "ctr", .granule = 1, .keys = 1,
		.ivsize = WCCT_BLOCK, .setkey = wcct_setkey,
		.encrypt = wcct_ctr, .decrypt = wcct_ctr,
	},
	[WARPCRYPT_MODE_XTS] = {
		.name = "xts", .granule = WCCT_BLOCK, .keys = 2,
		.ivsize = WCCT_BLOCK, .setkey = wcct_xts_setkey,
		.encrypt = wcct_xts_encrypt, .decrypt = wcct_xts_decrypt,
	},
	[WARPCRYPT_MODE_XTS_GB] = {
		.name = "xts-gb", .granule = WCCT_BLOCK, .keys = 2,
		.ivsize = WCCT_BLOCK, .setkey = wcct_xts_setkey,
		.encrypt = wcct_xts_gb_encrypt, .decrypt = wcct_xts_gb_decrypt,
	},
};

static void wcct_mode_init(struct wcct_mode *mode, struct wcct_cipher *cipher,
			   const struct wcct_mode_ops *ops)
{
	struct skcipher_alg *alg = &mode->alg;

	mode->cipher = cipher;
	snprintf(alg->base.cra_name, CRYPTO_MAX_ALG_NAME, "%s(%s)", ops->name,
		 cipher->name);
	snprintf(alg->base.cra_driver_name, CRYPTO_MAX_ALG_NAME, "%s-%s-ct",
		 ops->name, cipher->name);
	/* Our XTS must be above xts(ecb-NAME-ct), which has the priority of ECB. */
	alg->base.cra_priority = WCCT_PRIORITY_MODES + (ops->keys == 2);
	alg->base.cra_blocksize = ops->granule;
	alg->base.cra_ctxsize = cipher->wide_size + WCCT_ALIGN;
	if (ops->keys == 2)
		alg->base.cra_ctxsize += cipher->schedule_size;
	alg->base.cra_module = cipher->owner;
	alg->min_keysize = ops->keys * cipher->min_key;
	alg->max_keysize = ops->keys * cipher->max_key;
	alg->ivsize = ops->ivsize;
	alg->chunksize = WCCT_BLOCK;
	alg->setkey = ops->setkey;
	alg->encrypt = ops->encrypt;
	alg->decrypt = ops->decrypt;
}

/* Describes a cipher's skciphers: fills in its @modes. */
void wcct_modes_init(struct wcct_cipher *cipher)
{
	unsigned int i;

	for (i = 0; i < WCCT_MODES; i++)
		if (cipher->has & WARPCRYPT_MODE_BIT(i))
			wcct_mode_init(&cipher->modes[i], cipher,
				       &wcct_mode_ops[i]);
}
