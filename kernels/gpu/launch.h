/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How to launch each kernel: one table, for the helper and for benchmarks, and what GPUs
 * with little shared memory have instead of some of its rows. The arguments of all of
 * them are those of kernels/gpu/entry.h.
 *
 * The launches of a frame: for fresh keys WC_SCHEDULE, then WC_MASKS. Then one for
 * each cipher, mode and direction that occurs; XTS has WC_TWEAK before it, which
 * makes the tweaks, and, if lengths need ciphertext stealing, one more after it.
 * Groups: for each group and mode a multiplication, its _FINISH and WC_PUT; for
 * signatures WC_VERIFY, WC_VERIFY_FINISH and WC_VERDICT: wc_group_launches().
 *
 * Payloads that are in no frame (wc_kernel_is_direct()): WC_CTR_DATA in WC_CTR's
 * place; jobs of 25519 are of arrays.
 */
#ifndef WARPCRYPT_KERNELS_GPU_LAUNCH_H
#define WARPCRYPT_KERNELS_GPU_LAUNCH_H

#include "kernels/block/table.h"
#include "kernels/gpu/25519_gpu.h"
#include "kernels/gpu/25519_units.h"
#include "kernels/gpu/ciphers.h"
#include "kernels/gpu/ctr_shared.h"
#include "kernels/gpu/ed25519_batch.h"
#include "kernels/gpu/job.h"
#include "kernels/gpu/latency_slot.h"
#include "kernels/gpu/share.h"
#include "kernels/gpu/wei_units.h"

/**
 * enum wc_kernel_kind - the kernels of a cipher
 * @WC_ECB_ENC: and so on: the modes, one launch for the jobs of each
 * @WC_CTR_DATA: CTR as encryption; WC_CTR is keystream
 * @WC_MODES: how many modes there are
 * @WC_TWEAK: before XTS
 * @WC_STEAL_ENC: after WC_XTS_ENC
 * @WC_STEAL_DEC: after WC_XTS_DEC
 * @WC_SCHEDULE: for fresh keys
 * @WC_MASKS: after WC_SCHEDULE
 * @WC_XTS_ENC_OWN: XTS that makes its tweaks itself, in wc_latency_kernels only
 * @WC_XTS_DEC_OWN: the same
 */
enum wc_kernel_kind {
	WC_ECB_ENC,
	WC_ECB_DEC,
	WC_CTR,
	WC_CBC_ENC,
	WC_CBC_DEC,
	WC_CTR_DATA,
	WC_XTS_ENC,
	WC_XTS_DEC,
	WC_MODES,
	WC_TWEAK = WC_MODES,
	WC_STEAL_ENC,
	WC_STEAL_DEC,
	WC_SCHEDULE,
	WC_MASKS,
	WC_XTS_ENC_OWN,
	WC_XTS_DEC_OWN,
};

/**
 * enum wc_group_kind - the kernels of WC_GPU_25519 and WC_GPU_P256
 * @WC_PUBLIC: Curve25519, scalars times the base point
 * @WC_SHARED: Curve25519, scalars times points
 * @WC_BASE: edwards25519 or P-256, scalars times the base point
 * @WC_MULT: edwards25519 or P-256, scalars times points
 * @WC_VERIFY: edwards25519 or P-256, signature checks
 * @WC_COFACTOR: edwards25519, signature checks with the cofactor, one by one
 * @WC_FINISH: added to one of those, what comes after it
 * @WC_PUBLIC_FINISH: and so on: the divisions after each multiplication
 * @WC_PUT: after any of those but the checks
 * @WC_VERDICT: after WC_VERIFY: writes the verdicts, and on P-256 does all but the divisions
 * @WC_BATCH_DECODE: and so on: in WC_COFACTOR's place, one after the other
 *	(ed25519_batch.h)
 * @WC_KERNELS: how many kernels a group, or a cipher, can have
 */
enum wc_group_kind {
	WC_PUBLIC,
	WC_SHARED,
	WC_BASE,
	WC_MULT,
	WC_VERIFY,
	WC_COFACTOR,
	WC_FINISH,
	WC_PUBLIC_FINISH = WC_FINISH,
	WC_SHARED_FINISH,
	WC_BASE_FINISH,
	WC_MULT_FINISH,
	WC_VERIFY_FINISH,
	WC_PUT,
	WC_VERDICT,
	WC_BATCH_DECODE,
	WC_BATCH_SCALARS,
	WC_BATCH_BUCKETS,
	WC_BATCH_LEVEL1,
	WC_BATCH_LEVEL2,
	WC_BATCH_LEVEL3,
	WC_BATCH_SUM,
	WC_BATCH_VERDICT,
	WC_KERNELS,
};

/**
 * enum wc_shape - how many threads there are
 * @WC_EACH: one to a job, or to a fresh key
 * @WC_TEAMS: one to 32 blocks of a job: wide_threads()
 * @WC_ROUNDS: WC_MASK_THREADS to a fresh key
 * @WC_UNITS: one to a unit of a group
 * @WC_SHARING: any number, see wc_finish_threads()
 */
enum wc_shape {
	WC_EACH,
	WC_TEAMS,
	WC_ROUNDS,
	WC_UNITS,
	WC_SHARING,
};

/**
 * struct wc_kernel - a kernel and how it is launched
 * @name: its entry point; NULL: this cipher needs none
 * @shape: how many threads
 * @block: threads of a block
 * @shared: dynamic shared memory, bytes
 * @persistent: a block for each multiprocessor, but no more than one for every
 *	so many threads; they loop. 0: no such limit
 */
struct wc_kernel {
	const char *name;
	enum wc_shape shape;
	uint32_t block;
	uint32_t shared;
	uint32_t persistent;
};

#define WC_KERNEL(name, shape)	{ name, shape, WC_THREADS, 0, 0 }

/* Threads of a group's kernel that are on a multiprocessor at the same time. */
#define WC_RESIDENT	(GPU_DPF_BLOCKS * GPU_THREADS)

/* Those of XTS of a bitsliced cipher, by enum wc_kernel_kind. */
#define WC_WIDE_XTS(cipher)						\
	WC_KERNEL("wc_" cipher "_xts_encrypt", WC_TEAMS),		\
	WC_KERNEL("wc_" cipher "_xts_decrypt", WC_TEAMS),		\
	WC_KERNEL("wc_" cipher "_xts_tweak", WC_EACH),			\
	WC_KERNEL("wc_" cipher "_xts_steal_encrypt", WC_EACH),		\
	WC_KERNEL("wc_" cipher "_xts_steal_decrypt", WC_EACH),

/* A row of wc_kernels: a bitsliced cipher. */
#define WC_WIDE_KERNELS(cipher) {					\
	WC_KERNEL("wc_" cipher "_ecb_encrypt", WC_TEAMS),		\
	WC_KERNEL("wc_" cipher "_ecb_decrypt", WC_TEAMS),		\
	WC_KERNEL("wc_" cipher "_ctr", WC_TEAMS),			\
	WC_KERNEL("wc_" cipher "_cbc_encrypt", WC_EACH),		\
	WC_KERNEL("wc_" cipher "_cbc_decrypt", WC_TEAMS),		\
	{ "wc_" cipher "_ctr_data", WC_TEAMS, WC_THREADS, CTR_STAGE_BYTES, 0 }, \
	WC_WIDE_XTS(cipher)						\
	WC_KERNEL("wc_" cipher "_schedule", WC_EACH),			\
	WC_KERNEL("wc_" cipher "_masks", WC_ROUNDS),			\
}

#define WC_TABLE_KERNEL(name, shape, shared)				\
	{ name, shape, TABLE_THREADS, shared, 32 }

/* The same of a cipher by tables, which take @enc and @dec bytes of shared memory. */
#define WC_TABLE_XTS(cipher, enc, dec)					\
	WC_TABLE_KERNEL("wc_" cipher "_xts_encrypt", WC_TEAMS, enc),	\
	WC_TABLE_KERNEL("wc_" cipher "_xts_decrypt", WC_TEAMS, dec),	\
	WC_TABLE_KERNEL("wc_" cipher "_xts_tweak", WC_EACH, enc),	\
	WC_TABLE_KERNEL("wc_" cipher "_xts_steal_encrypt", WC_EACH, enc), \
	WC_TABLE_KERNEL("wc_" cipher "_xts_steal_decrypt", WC_EACH, dec),

#define WC_TABLE_KERNELS(cipher, enc, dec) {				\
	WC_TABLE_KERNEL("wc_" cipher "_ecb_encrypt", WC_TEAMS, enc),	\
	WC_TABLE_KERNEL("wc_" cipher "_ecb_decrypt", WC_TEAMS, dec),	\
	WC_TABLE_KERNEL("wc_" cipher "_ctr", WC_TEAMS, enc),		\
	WC_TABLE_KERNEL("wc_" cipher "_cbc_encrypt", WC_EACH, enc),	\
	WC_TABLE_KERNEL("wc_" cipher "_cbc_decrypt", WC_TEAMS, dec),	\
	WC_TABLE_KERNEL("wc_" cipher "_ctr_data", WC_TEAMS, enc),	\
	WC_TABLE_XTS(cipher, enc, dec)					\
	WC_KERNEL("wc_" cipher "_schedule", WC_EACH),			\
	WC_KERNEL(0, WC_ROUNDS),					\
}

/* What a row for XTS alone has in place of the other modes. */
#define WC_NO_MODES							\
	WC_KERNEL(0, WC_TEAMS), WC_KERNEL(0, WC_TEAMS), WC_KERNEL(0, WC_TEAMS), \
	WC_KERNEL(0, WC_EACH), WC_KERNEL(0, WC_TEAMS), WC_KERNEL(0, WC_TEAMS),

#define WC_LAUNCH(NAME, ...)	NAME##_LAUNCH,

static const struct wc_kernel wc_kernels[WC_GPU_CIPHERS][WC_KERNELS] = {
	WARPCRYPT_CIPHERS(WC_LAUNCH)
	SM4_GB_LAUNCH,
	/* WC_GPU_25519, WC_GPU_P256: by enum wc_group_kind */
	{
		WC_KERNEL("wc_25519_public", WC_UNITS),
		WC_KERNEL("wc_25519_shared", WC_UNITS),
		WC_KERNEL("wc_25519_base", WC_UNITS),
		WC_KERNEL("wc_25519_mult", WC_UNITS),
		WC_KERNEL("wc_25519_verify", WC_UNITS),
		WC_KERNEL("wc_25519_cofactor", WC_UNITS),
		WC_KERNEL("wc_25519_public_finish", WC_SHARING),
		WC_KERNEL("wc_25519_shared_finish", WC_SHARING),
		WC_KERNEL("wc_25519_point_finish", WC_SHARING),
		WC_KERNEL("wc_25519_point_finish", WC_SHARING),
		WC_KERNEL("wc_25519_point_finish", WC_SHARING),
		WC_KERNEL("wc_25519_put", WC_UNITS),
		WC_KERNEL("wc_25519_verdict", WC_UNITS),
		WC_KERNEL("wc_25519_batch_decode", WC_UNITS),
		WC_KERNEL("wc_25519_batch_scalars", WC_UNITS),
		{ "wc_25519_batch_buckets", WC_EACH, BATCH_THREADS, 0, 0 },
		WC_KERNEL("wc_25519_batch_level1", WC_UNITS),
		WC_KERNEL("wc_25519_batch_level2", WC_UNITS),
		WC_KERNEL("wc_25519_batch_level3", WC_UNITS),
		{ "wc_25519_batch_sum", WC_EACH, BATCH_SUM_THREADS, 0, 0 },
		WC_KERNEL("wc_25519_batch_verdict", WC_UNITS),
	}, {
		WC_KERNEL(0, WC_UNITS),
		WC_KERNEL(0, WC_UNITS),
		WC_KERNEL("wc_p256_base", WC_UNITS),
		WC_KERNEL("wc_p256_mult", WC_UNITS),
		WC_KERNEL("wc_p256_ranges", WC_UNITS),
		WC_KERNEL(0, WC_UNITS),
		WC_KERNEL(0, WC_SHARING),
		WC_KERNEL(0, WC_SHARING),
		WC_KERNEL("wc_p256_finish", WC_SHARING),
		WC_KERNEL("wc_p256_finish", WC_SHARING),
		WC_KERNEL("wc_p256_inverses", WC_SHARING),
		WC_KERNEL("wc_p256_put", WC_UNITS),
		WC_KERNEL("wc_p256_verify", WC_UNITS),
	},
};

#undef WC_LAUNCH

/*
 * The same of latency kernels: kernels/gpu/latency_entry.h. For the helper only, which is
 * C; C++ has no such initializers.
 */
#ifndef __cplusplus
#define WC_LATENCY_KERNEL(name, shared)					\
	{ name, WC_TEAMS, TABLE_THREADS, shared, 1 }

#define WC_LATENCY_XTS_OWN(cipher, enc, dec)				\
	[WC_XTS_ENC_OWN] =						\
		WC_LATENCY_KERNEL("wc_" cipher "_latency_xts_encrypt_own", enc), \
	[WC_XTS_DEC_OWN] =						\
		WC_LATENCY_KERNEL("wc_" cipher "_latency_xts_decrypt_own", dec),

#define WC_LATENCY_SHARED(cipher, enc, dec)				\
	[WC_ECB_ENC] =							\
		WC_LATENCY_KERNEL("wc_" cipher "_latency_ecb_encrypt", enc), \
	[WC_ECB_DEC] =							\
		WC_LATENCY_KERNEL("wc_" cipher "_latency_ecb_decrypt", dec), \
	[WC_CTR] = WC_LATENCY_KERNEL("wc_" cipher "_latency_ctr", enc),	\
	[WC_CBC_DEC] =							\
		WC_LATENCY_KERNEL("wc_" cipher "_latency_cbc_decrypt", dec), \
	WC_LATENCY_XTS_OWN(cipher, enc, dec)

#define WC_LATENCY_SINGLE(cipher, enc, dec)				\
	[WC_CBC_ENC] = WC_TABLE_KERNEL("wc_" cipher "_latency_cbc_encrypt", \
				       WC_EACH, enc),			\
	[WC_TWEAK] = WC_TABLE_KERNEL("wc_" cipher "_latency_xts_tweak",	\
				     WC_EACH, enc),			\
	[WC_STEAL_ENC] =						\
		WC_TABLE_KERNEL("wc_" cipher "_latency_xts_steal_encrypt", \
				WC_EACH, enc),				\
	[WC_STEAL_DEC] =						\
		WC_TABLE_KERNEL("wc_" cipher "_latency_xts_steal_decrypt", \
				WC_EACH, dec),

#define WC_LATENCY_OF(part, cipher, ...)	part(cipher, __VA_ARGS__)

static const struct wc_kernel wc_latency_kernels[WC_GPU_25519][WC_KERNELS] = {
	[WC_GPU_AES] = {
		WC_LATENCY_OF(WC_LATENCY_SHARED, "aes", AES_LATENCY)
	},
	[WC_GPU_SM4] = {
		WC_LATENCY_OF(WC_LATENCY_SHARED, "sm4", SM4_LATENCY)
	},
	[WC_GPU_SM4_GB] = {
		WC_LATENCY_OF(WC_LATENCY_XTS_OWN, "sm4_gb", SM4_LATENCY)
	},
	[WC_GPU_SKINNY] = {
		WC_LATENCY_OF(WC_LATENCY_SHARED, "skinny", SKINNY_LATENCY)
		WC_LATENCY_OF(WC_LATENCY_SINGLE, "skinny", SKINNY_LATENCY)
	},
	[WC_GPU_KUZNYECHIK] = {
		WC_LATENCY_OF(WC_LATENCY_SHARED, "kuznyechik", KUZNYECHIK_LATENCY)
		WC_LATENCY_OF(WC_LATENCY_SINGLE, "kuznyechik", KUZNYECHIK_LATENCY)
	},
};
#endif

#define WC_WIDE_ROW(NAME, name)						\
static const struct wc_kernel wc_##name##_wide_kernels[WC_KERNELS] =	\
	WC_WIDE_KERNELS(#name "_wide");

WC_TWO_FORMS(WC_WIDE_ROW)

#undef WC_WIDE_ROW

static const struct wc_kernel wc_sm4_gb_wide_kernels[WC_KERNELS] =
	{ WC_NO_MODES WC_WIDE_XTS("sm4_gb_wide") };

/* Has a GPU, whose blocks have @shared bytes, the shared memory for a row of wc_kernels? */
static inline int wc_kernels_fit(enum wc_gpu_cipher cipher, uint32_t shared)
{
	int kind;

	for (kind = 0; kind < WC_KERNELS; kind++)
		if (wc_kernels[cipher][kind].shared > shared)
			return 0;
	return 1;
}

#ifndef __cplusplus
/*
 * The latency kernels with which such a GPU does a cipher, by enum wc_kernel_kind, some
 * without a name; NULL: there are none.
 */
static inline const struct wc_kernel *
wc_latency_kernels_of(enum wc_gpu_cipher cipher, uint32_t shared)
{
	int kind;

	if (cipher >= WC_GPU_25519 || !wc_latency_kernels[cipher][WC_XTS_ENC_OWN].name)
		return 0;
	for (kind = 0; kind < WC_KERNELS; kind++)
		if (wc_latency_kernels[cipher][kind].shared > shared)
			return 0;
	return wc_latency_kernels[cipher];
}
#endif

/*
 * The kernels with which such a GPU does a cipher, by enum wc_kernel_kind or
 * wc_group_kind. Jobs, and the number of threads for each, are the same for both forms of
 * a cipher.
 */
static inline const struct wc_kernel *wc_kernels_of(enum wc_gpu_cipher cipher,
						    uint32_t shared)
{
#define WC_WIDE_ROW(NAME, name)						\
	if (cipher == WC_GPU_##NAME && !wc_kernels_fit(cipher, shared))	\
		return wc_##name##_wide_kernels;

	WC_TWO_FORMS(WC_WIDE_ROW)
#undef WC_WIDE_ROW
	if (cipher == WC_GPU_SM4_GB && !wc_kernels_fit(cipher, shared))
		return wc_sm4_gb_wide_kernels;
	return wc_kernels[cipher];
}

/*
 * Bytes of scratch memory for a launch of @units multiplications or checks, without the
 * tables at its start (wc_unit_tables()).
 */
static inline uint64_t wc_unit_scratch(enum wc_gpu_cipher group,
				       unsigned int kind, uint32_t units)
{
	if (kind == WC_COFACTOR)
		return group == WC_GPU_25519 ? batch_scratch(units) : 0;
	return (uint64_t)units * (group == WC_GPU_P256 ? WEI_UNIT_SCRATCH :
							 WC_UNIT_SCRATCH);
}

/* The most that launches for so many bytes of payloads need. */
static inline uint64_t wc_most_scratch(enum wc_gpu_cipher group, uint32_t bytes)
{
	uint64_t checks = wc_unit_scratch(group, WC_COFACTOR,
					  bytes / WC_ED25519_CHECK_BYTES);
	uint64_t others = wc_unit_scratch(group, WC_MULT, bytes /
					  (group == WC_GPU_P256 ? WEI_UNIT_BYTES :
								  WC_UNIT_BYTES));

	return checks > others ? checks : others;
}

/* Bytes of the tables at the start of a group's scratch memory. */
static inline uint64_t wc_unit_tables(enum wc_gpu_cipher group)
{
	return group == WC_GPU_P256 ? WEI_TABLE_BYTES : WC_TABLE_BYTES;
}

/*
 * Is a kernel for payloads that are in no frame? These kernels are in images of their own,
 * which a helper that has only frames does not load: NAME_ctr.cu.
 */
static inline int wc_kernel_is_direct(enum wc_gpu_cipher cipher,
				      unsigned int kind)
{
	return cipher < WC_GPU_25519 && kind == WC_CTR_DATA;
}

/*
 * Threads of a block in a group's launch, a multiple of 32. A launch that leaves
 * multiprocessors partly empty has blocks of one warp: these are spread over all
 * multiprocessors, and the warps on one share what exchanges between lanes need ([k]B of
 * 10,000: 238 us and not 495).
 */
static inline uint32_t wc_group_block(uint32_t threads,
				      uint32_t multiprocessors)
{
	return threads < multiprocessors * WC_RESIDENT ? 32 : WC_THREADS;
}

/* Threads of a block, a multiple of 32, if so many threads have work. */
static inline uint32_t wc_kernel_block(const struct wc_kernel *kernel,
				       uint32_t threads,
				       uint32_t multiprocessors)
{
	if (kernel->shape == WC_UNITS || kernel->shape == WC_SHARING)
		return wc_group_block(threads, multiprocessors);
	return kernel->block;
}

/* How many blocks of threads to launch, at least 1. */
static inline uint32_t wc_kernel_blocks(const struct wc_kernel *kernel,
					uint32_t threads,
					uint32_t multiprocessors)
{
	uint32_t each = kernel->persistent ? kernel->persistent :
			wc_kernel_block(kernel, threads, multiprocessors);
	uint32_t blocks = threads / each + (threads % each != 0);

	if (kernel->persistent && blocks > multiprocessors)
		blocks = multiprocessors;
	return blocks ? blocks : 1;
}

/*
 * How many threads a job takes; @blocks: of the job that are done together, for groups its
 * units.
 */
static inline uint32_t wc_kernel_threads(const struct wc_kernel *kernel,
					 uint32_t blocks)
{
	switch (kernel->shape) {
	case WC_TEAMS:
		return wide_threads(blocks);
	case WC_UNITS:
		return blocks;
	default:
		return 1;
	}
}

/*
 * How many threads share the inversions of a group after the multiplication or check
 * @kind.
 *
 * An inversion is as much work as all of [k]B, an eighth of a ladder, and sharing one
 * costs three products for each element. So in small batches, whose time counts, fewer
 * elements share one than in others: GPU_INVERT_LEAST, which makes the launch a tenth
 * longer; after a ladder GPU_INVERT_FEW. A check is long beside its inversion, however
 * many share that.
 */
static inline uint32_t wc_finish_threads(unsigned int kind, uint32_t units)
{
	int ladder = kind == WC_SHARED || kind == WC_MULT;
	uint32_t share = units < GPU_INVERT_FROM ? GPU_INVERT_LEAST : GPU_INVERT;

	if (ladder && units < GPU_INVERT_LADDERS)
		share = GPU_INVERT_FEW;
	if (kind == WC_VERIFY)
		share = GPU_INVERT;
	return (units + share - 1) / share;
}

/* The most launches that an operation of a group takes. */
#define WC_GROUP_LAUNCHES	8

/* @units: whether it is told of all units, and not of the jobs. */
struct wc_group_launch {
	unsigned int kind;
	int units;
	uint32_t threads;
};

/* What a multiplication or check of @n units takes, in order. Returns how many launches. */
static inline unsigned int
wc_group_launches(struct wc_group_launch launches[WC_GROUP_LAUNCHES],
		  unsigned int kind, uint32_t n)
{
	const uint32_t windows = batch_sets(n) * (BATCH_WINDOWS + 1);
	const struct wc_group_launch one_by_one = { WC_COFACTOR, 0, n };
	const struct wc_group_launch together[WC_GROUP_LAUNCHES] = {
		{ WC_BATCH_DECODE, 0, 2 * n },
		{ WC_BATCH_SCALARS, 0, n },
		{ WC_BATCH_BUCKETS, 1, batch_sets(n) * BATCH_WINDOWS * BATCH_THREADS },
		{ WC_BATCH_LEVEL1, 1, windows * BATCH_LEVEL1 },
		{ WC_BATCH_LEVEL2, 1, windows * BATCH_LEVEL2 },
		{ WC_BATCH_LEVEL3, 1, windows * BATCH_LEVEL3 },
		{ WC_BATCH_SUM, 1, batch_sets(n) * BATCH_SUM_THREADS },
		{ WC_BATCH_VERDICT, 0, n },
	};
	const struct wc_group_launch others[3] = {
		{ kind, 0, n },
		{ kind + WC_FINISH, 1, wc_finish_threads(kind, n) },
		{ (unsigned int)(kind == WC_VERIFY ? WC_VERDICT : WC_PUT), 0, n },
	};
	const struct wc_group_launch *from = others;
	unsigned int count = 3, i;

	if (kind == WC_COFACTOR) {
		count = n < BATCH_LEAST ? 1 : WC_GROUP_LAUNCHES;
		from = n < BATCH_LEAST ? &one_by_one : together;
	}
	for (i = 0; i < count; i++)
		launches[i] = from[i];
	return count;
}

#endif /* WARPCRYPT_KERNELS_GPU_LAUNCH_H */
