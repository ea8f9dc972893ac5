// SPDX-License-Identifier: GPL-2.0-only
#include "helper/engine/batch.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/random.h>

#include "helper/engine/backend.h"
#include "helper/transport/check.h"

_Static_assert(sizeof(struct wc_job) == 48, "the GPU's layout of a job");
_Static_assert(sizeof(struct wc_fresh) == 112, "the GPU's layout of a key");
_Static_assert(WC_FRESH_KEY_BYTES == WARPCRYPT_KEY_MAX, "any key fits");

_Static_assert(WC_UNIT_BYTES == WARPCRYPT_KPP_UNIT, "the UAPI's unit");
_Static_assert(WEI_UNIT_BYTES == WARPCRYPT_KPP_UNIT_P256, "the UAPI's unit of P-256");
_Static_assert(WC_ED25519_CHECK_BYTES == sizeof(struct wc_check_ed25519) &&
	       WC_ED25519_CHECK_BYTES - WC_BLOCK_BYTES ==
	       offsetof(struct wc_check_ed25519, verdict) &&
	       8 * WC_ED25519_TEXT_AT == offsetof(struct wc_check_ed25519, text) &&
	       8 * WC_ED25519_S_AT == offsetof(struct wc_check_ed25519, s) &&
	       WC_ED25519_TEXT == WC_CHECK_TEXT, "a check's unit");
_Static_assert(WEI_CHECK_BYTES == sizeof(struct wc_check_p256) &&
	       WEI_CHECK_BYTES - WC_BLOCK_BYTES ==
	       offsetof(struct wc_check_p256, verdict), "a check's unit");

/* What the kernels do of a cipher, or of a group. @modes: WARPCRYPT_MODE_BIT()s; 0: nothing. */
struct gpu_cipher {
	uint16_t modes;
	enum wc_gpu_cipher cipher;
};

#define CIPHER(NAME, name, number, ...) \
	[number] = { WARPCRYPT_CIPHER_MODES(number), WC_GPU_##NAME },

static const struct gpu_cipher gpu_ciphers[WARPCRYPT_CIPHER_COUNT] = {
	WARPCRYPT_CIPHERS(CIPHER)
	[WARPCRYPT_CIPHER_CURVE25519] = { WC_ALL_KPP, WC_GPU_25519 },
	[WARPCRYPT_CIPHER_EDWARDS25519] = { WC_ALL_KPP, WC_GPU_25519 },
	[WARPCRYPT_CIPHER_P256] = { WC_ALL_KPP, WC_GPU_P256 },
};

/* The modes that the GPU kernels have. */
void wc_batch_modes(uint16_t modes[WARPCRYPT_CIPHER_COUNT])
{
	int i;

	for (i = 0; i < WARPCRYPT_CIPHER_COUNT; i++)
		modes[i] = gpu_ciphers[i].modes;
}

/*
 * The largest number of jobs that a frame can have: a payload takes at least 64 bytes and
 * its descriptor 64 more; cutting adds at most one job for each full piece.
 */
uint32_t wc_batch_max(uint32_t frame_size)
{
	return frame_size / (WARPCRYPT_PAYLOAD_ALIGN +
			     sizeof(struct warpcrypt_desc)) +
	       frame_size / WC_XTS_JOB_BYTES;
}

/*
 * The index of a descriptor's launch in the rows of &wc_batch.launch, wc_kernels.
 * @direct: the payload is in no frame.
 */
static unsigned int kind_of(const struct warpcrypt_desc *desc, bool direct)
{
	bool decrypt = desc->flags & WARPCRYPT_DESC_DECRYPT;
	bool point = desc->mode == WARPCRYPT_KPP_POINT;

	if (wc_is_group(desc->cipher) && wc_is_check(desc->mode))
		return desc->mode == WC_CHECK ? WC_VERIFY : WC_COFACTOR;
	if (desc->cipher == WARPCRYPT_CIPHER_CURVE25519)
		return point ? WC_SHARED : WC_PUBLIC;
	if (wc_is_group(desc->cipher))
		return point ? WC_MULT : WC_BASE;
	switch (desc->mode) {
	case WARPCRYPT_MODE_ECB:
		return decrypt ? WC_ECB_DEC : WC_ECB_ENC;
	case WARPCRYPT_MODE_CTR:
		return direct ? WC_CTR_DATA : WC_CTR;
	case WARPCRYPT_MODE_CBC:
		return decrypt ? WC_CBC_DEC : WC_CBC_ENC;
	default:
		return decrypt ? WC_XTS_DEC : WC_XTS_ENC;
	}
}

/* The row. */
static enum wc_gpu_cipher row_of(const struct warpcrypt_desc *desc)
{
	if (!wc_is_group(desc->cipher) && desc->mode == WARPCRYPT_MODE_XTS_GB)
		return WC_GPU_SM4_GB;
	return gpu_ciphers[desc->cipher].cipher;
}

static struct wc_launch *launch_of(struct wc_batch *batch,
				   const struct warpcrypt_desc *desc,
				   bool direct)
{
	return &batch->launch[row_of(desc)][kind_of(desc, direct)];
}

static bool is_xts(const struct warpcrypt_desc *desc)
{
	return !wc_is_group(desc->cipher) && WARPCRYPT_IS_XTS(desc->mode);
}

/*
 * A piece ends only where a whole block more follows: ciphertext stealing
 * needs one before the partial block.
 */
static uint32_t piece_len(const struct warpcrypt_desc *desc, uint32_t left)
{
	if (is_xts(desc) && left >= WC_XTS_JOB_BYTES + WC_BLOCK)
		return WC_XTS_JOB_BYTES;
	return left;
}

static uint32_t count_pieces(const struct warpcrypt_desc *desc)
{
	uint32_t left, n = 0;

	for (left = desc->len; left; left -= piece_len(desc, left))
		n++;
	return n;
}

static uint32_t threads_of(const struct warpcrypt_desc *desc, uint32_t len)
{
	uint32_t blocks = len / WC_BLOCK + (len % WC_BLOCK != 0);

	if (is_xts(desc))
		blocks = wc_xts_whole(len);
	if (wc_is_group(desc->cipher))
		blocks = len / wc_operation_bytes(desc->cipher, desc->mode);
	return wc_kernel_threads(&wc_kernels[row_of(desc)][kind_of(desc, false)],
				 blocks);
}

static int load(const struct wc_view *frame, uint32_t i,
		struct warpcrypt_desc *desc)
{
	int ret = wc_view_desc(frame, i, desc);

	if (!ret && !gpu_ciphers[desc->cipher].modes)
		ret = -EINVAL;
	return ret;
}

static bool is_direct(const struct wc_view *frame,
		      const struct warpcrypt_desc *desc)
{
	return wc_view_run(frame, desc->offset);
}

/* Count the jobs of each launch, in @room, and so find where each begins. */
static int count_jobs(struct wc_batch *batch, const struct wc_view *frame,
		      uint32_t room[WC_GPU_CIPHERS * WC_MODES])
{
	struct wc_launch *launch = &batch->launch[0][0];
	uint64_t bytes = 0, jobs = 0;
	struct warpcrypt_desc desc;
	uint32_t i;
	int ret, g;

	memset(room, 0, WC_GPU_CIPHERS * WC_MODES * sizeof(room[0]));
	for (i = 0; i < frame->requests; i++) {
		ret = load(frame, i, &desc);
		if (ret)
			return ret;
		/* Payloads that do not overlap have no more bytes than this. */
		bytes += (desc.len + 63ull) & ~63ull;
		if (bytes > frame->arena->geo.frame_size)
			return -EINVAL;
		room[launch_of(batch, &desc, is_direct(frame, &desc)) -
		     launch] += count_pieces(&desc);
	}
	for (g = 0; g < WC_GPU_CIPHERS * WC_MODES; g++) {
		launch[g].first = (uint32_t)jobs;
		jobs += room[g];
	}
	if (jobs > batch->max)
		return -EINVAL;
	batch->count = (uint32_t)jobs;
	return 0;
}

/* Of signatures that are checked in sets: kernels/gpu/ed25519_batch.h. */
static int add_secret(struct wc_job *job)
{
	uint8_t secret[WC_SECRET_BYTES];
	ssize_t n = getrandom(secret, sizeof(secret), 0);

	if (n != sizeof(secret))
		return -EIO;
	memcpy(&job->iv, secret, sizeof(job->iv));
	memcpy(&job->power, secret + sizeof(job->iv), sizeof(job->power));
	return 0;
}

static void add_piece(struct wc_batch *batch, struct wc_launch *l,
		      const struct warpcrypt_desc *desc, uint32_t slot,
		      uint32_t done, uint32_t len, struct gf128 power)
{
	struct wc_job *job = &batch->jobs[l->first + l->count];

	job->first = l->threads;
	job->offset = desc->offset + done;
	job->len = len;
	job->slot = slot;
	memcpy(&job->iv, desc->iv, sizeof(job->iv));
	job->power = power;
	l->count++;
	l->threads += threads_of(desc, len);
	if (is_xts(desc) && len % WC_BLOCK) {
		l->steals = true;
		batch->apart = true;
	}
}

static int add_jobs(struct wc_batch *batch, const struct warpcrypt_desc *desc,
		    bool direct,
		    const uint32_t room[WC_GPU_CIPHERS * WC_MODES])
{
	struct wc_launch *l = launch_of(batch, desc, direct);
	uint32_t slot = desc->key_slot, done, len;
	struct gf128 power = { 1, 0 };

	if (wc_is_group(desc->cipher))
		slot = direct ? WC_JOB_ARRAYS : WC_JOB_UNITS;
	if (desc->block)
		power = gf128_xpow(desc->block);
	for (done = 0; done < desc->len; done += len) {
		/* The arena has changed since the jobs were counted. */
		if (l->count == room[l - &batch->launch[0][0]])
			return -EINVAL;
		len = piece_len(desc, desc->len - done);
		add_piece(batch, l, desc, slot, done, len, power);
		if (wc_is_group(desc->cipher) && desc->mode == WC_CHECK_COFACTOR &&
		    add_secret(&batch->jobs[l->first + l->count - 1]))
			return -EIO;
		if (done + len < desc->len)
			power = gf128_mul_xn(power, len / WC_BLOCK);
	}
	if (!direct && (wc_is_group(desc->cipher) ||
			desc->mode != WARPCRYPT_MODE_CTR))
		batch->reads_input = true;
	if (wc_is_group(desc->cipher))
		batch->has_units = true;
	else if (kind_of(desc, direct) == WC_CBC_DEC)
		batch->apart = true;
	return 0;
}

/*
 * Make the jobs of a frame: @jobs and @max of @batch are set before. @key is called for
 * every descriptor that has a key, with @ctx. Returns 0, -EINVAL if a descriptor is
 * invalid, -EIO if there are no random numbers, or the error that @key returned.
 */
int wc_batch_build(struct wc_batch *batch, const struct wc_view *frame,
		   wc_batch_key_fn key, void *ctx)
{
	uint32_t room[WC_GPU_CIPHERS * WC_MODES], i;
	struct warpcrypt_desc desc;
	uint64_t bytes = 0;
	int ret;

	*batch = (struct wc_batch){ .jobs = batch->jobs, .max = batch->max };
	ret = count_jobs(batch, frame, room);
	for (i = 0; i < frame->requests && !ret; i++) {
		ret = load(frame, i, &desc);
		/* Again: the arena can have changed since the jobs were counted. */
		if (!ret)
			bytes += (desc.len + 63ull) & ~63ull;
		if (bytes > frame->arena->geo.frame_size)
			ret = -EINVAL;
		if (!ret && !wc_is_group(desc.cipher))
			ret = key(ctx, frame, &desc);
		if (!ret)
			ret = add_jobs(batch, &desc, is_direct(frame, &desc),
				       room);
	}
	return ret;
}

/*
 * Copy and check a key that will be expanded; the caller wipes it, also after an error.
 * Returns as wc_view_key().
 */
int wc_batch_fresh(struct wc_fresh *fresh, const struct wc_view *frame,
		   const struct warpcrypt_desc *desc)
{
	struct warpcrypt_key key;
	int ret = wc_view_key(frame, desc, &key);

	if (!ret) {
		fresh->slot = desc->key_slot;
		fresh->cipher = gpu_ciphers[desc->cipher].cipher;
		fresh->xts = WARPCRYPT_IS_XTS(key.mode);
		fresh->len = fresh->xts ? key.len / 2u : key.len;
		memcpy(fresh->key, key.key, sizeof(fresh->key));
	}
	explicit_bzero(&key, sizeof(key));
	return ret;
}
