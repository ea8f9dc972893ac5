/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What gpu-bench runs: ciphers, keys, modes, and how the data are cut. The same
 * for each cipher of the list, and beside it each cipher's goals, which are in
 * its slot header.
 */
#ifndef WARPCRYPT_GPU_BENCH_SPECS_H
#define WARPCRYPT_GPU_BENCH_SPECS_H

#include <stdint.h>
#include <string.h>

#include <vector>

#include "kernels/gpu/launch.h"

/*
 * A mode of gpu-bench alone, after the kernels': CTR as encryption, data in and data
 * out (kernels/gpu/ctr_data.h). WC_CTR is keystream alone, which is what the helper
 * asks for.
 */
#define CTR_DATA	WC_KERNELS

/* How the data are cut into jobs. */
enum cut {
	ONE,		/* one job, one key */
	SECTORS,	/* jobs of 4 KiB under one key */
	SMALL,		/* jobs of 512 bytes under one key */
	KEYS,		/* 65,536 jobs of 4 KiB, each with its own key */
	FRESH,		/* the same, and the keys are expanded first */
	ODD,		/* jobs of odd lengths under few keys: for correctness */
};

struct spec {
	enum wc_gpu_cipher cipher;
	uint32_t key_len;
	int mode;		/* enum wc_kernel_kind, or CTR_DATA */
	enum cut cut;
	double target;		/* GB/s on one H100, 0: none is set */
	bool gb;		/* XTS by GB/T 17964-2021 */
};

/* What is run with the length of key that the cipher's first goal is for. */
static const struct {
	int mode;
	enum cut cut;
} main_runs[] = {
	{ CTR_DATA, ONE }, { WC_CTR, ONE }, { WC_ECB_ENC, ONE },
	{ WC_ECB_DEC, ONE }, { WC_CBC_DEC, ONE }, { WC_CBC_ENC, SECTORS },
	{ WC_XTS_ENC, SECTORS }, { WC_XTS_DEC, SECTORS }, { WC_XTS_ENC, SMALL },
	{ CTR_DATA, SMALL }, { WC_CTR, SMALL }, { CTR_DATA, SECTORS },
	{ WC_CTR, SECTORS }, { CTR_DATA, KEYS }, { WC_CTR, KEYS },
	{ CTR_DATA, FRESH }, { WC_CTR, FRESH }, { WC_XTS_ENC, FRESH },
	{ CTR_DATA, ODD }, { WC_CTR, ODD }, { WC_XTS_ENC, ODD },
	{ WC_XTS_DEC, ODD },
/* And with the other lengths. */
}, other_runs[] = {
	{ CTR_DATA, ONE }, { WC_CTR, ONE }, { WC_XTS_ENC, SECTORS },
	{ WC_XTS_DEC, SECTORS }, { CTR_DATA, ODD }, { WC_XTS_ENC, ODD },
	{ WC_XTS_DEC, ODD }, { WC_CBC_ENC, ODD }, { WC_CBC_DEC, ODD },
	{ WC_ECB_DEC, ODD },
};

/*
 * NAME_GOALS(FN): FN(bytes of the key, mode, cut, GB/s on one H100). Goals of WC_CTR
 * are for encryption.
 */
#define GOAL(key_len, mode, cut, target) { current, key_len, mode, cut, target, false },

static void add_specs(std::vector<struct spec> *specs,
		      const std::vector<struct spec> &goals,
		      enum wc_gpu_cipher cipher, uint32_t key_min,
		      uint32_t key_max, uint32_t key_step)
{
	const uint32_t first = goals.empty() ? key_min : goals[0].key_len;

	auto add = [&](uint32_t len, int mode, enum cut cut) {
		struct spec s = { cipher, len, mode, cut, 0, false };

		for (const auto &g : goals)
			if (g.key_len == len && g.cut == cut &&
			    (g.mode == WC_CTR ? CTR_DATA : g.mode) == mode)
				s.target = g.target;
		specs->push_back(s);
	};

	for (const auto &r : main_runs)
		add(first, r.mode, r.cut);
	for (uint32_t len = key_min; len <= key_max; len += key_step)
		for (const auto &r : other_runs)
			if (len != first)
				add(len, r.mode, r.cut);
}

#define ADD_SPECS(NAME, name, number, min, max, step) {			\
	const enum wc_gpu_cipher current = WC_GPU_##NAME;		\
									\
	add_specs(&all, { NAME##_GOALS(GOAL) }, current, min, max, step); \
}

static std::vector<struct spec> make_specs()
{
	std::vector<struct spec> all;

	WARPCRYPT_CIPHERS(ADD_SPECS)
	for (enum cut cut : { SECTORS, SMALL, ODD })
		for (int mode : { WC_XTS_ENC, WC_XTS_DEC })
			all.push_back({ WC_GPU_SM4, 16, mode, cut, 0, true });
	return all;
}

static const std::vector<struct spec> specs = make_specs();
static const int SPECS = (int)specs.size();

#define CIPHER_NAME(NAME, name, ...)	#name,

/* The row of wc_kernels whose launch a mode has. */
static inline enum wc_kernel_kind launch_of(int mode)
{
	return mode == CTR_DATA ? WC_CTR : (enum wc_kernel_kind)mode;
}

/* The row of wc_kernels that has a run's kernel of @kind: keys are those of the cipher. */
static inline enum wc_gpu_cipher row_of(const struct spec *spec, int kind)
{
	return spec->gb && kind != WC_SCHEDULE && kind != WC_MASKS ?
		       WC_GPU_SM4_GB : spec->cipher;
}

static inline bool is_xts(int mode)
{
	return mode == WC_XTS_ENC || mode == WC_XTS_DEC;
}

/* By enum wc_gpu_cipher. */
static const char *const cipher_names[] = { WARPCRYPT_CIPHERS(CIPHER_NAME) };

static inline const char *mode_name(const struct spec *spec)
{
	switch (spec->mode) {
	case WC_ECB_ENC:
		return "ecb";
	case WC_ECB_DEC:
		return "ecb-dec";
	case WC_CTR:
		return "keystr.";
	case CTR_DATA:
		return "ctr";
	case WC_CBC_ENC:
		return "cbc";
	case WC_CBC_DEC:
		return "cbc-dec";
	case WC_XTS_ENC:
		return spec->gb ? "xts-gb" : "xts";
	case WC_XTS_DEC:
		return spec->gb ? "xts-gb-dec" : "xts-dec";
	default:
		return "?";
	}
}

static const char *const cut_names[] = {
	"", "4 KiB", "512 bytes", "4 KiB, own keys", "4 KiB, fresh keys",
	"odd lengths"
};

#endif /* WARPCRYPT_GPU_BENCH_SPECS_H */
