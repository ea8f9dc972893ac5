/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What gpu-bench runs: ciphers, keys, modes, and how the data are cut.
 */
#ifndef WARPCRYPT_GPU_BENCH_SPECS_H
#define WARPCRYPT_GPU_BENCH_SPECS_H

#include <stdint.h>

#include "kernels/gpu/launch.h"

/* How the data are cut into jobs. */
enum cut {
	ONE,		/* one job, one key */
	SECTORS,	/* jobs of 4 KiB under one key */
	SMALL,		/* jobs of 512 bytes under one key */
	KEYS,		/* 10,000 jobs of 4 KiB, each with its own key */
	FRESH,		/* the same, and the keys are expanded first */
	ODD,		/* jobs of odd lengths under few keys: for correctness */
};

struct spec {
	const char *cipher;
	uint32_t key_len;
	enum wc_kernel_kind mode;
	enum cut cut;
	double target;		/* GB/s on one H100, 0: none is set */
};

static const struct spec specs[] = {
	{ "kuznyechik", 32, WC_CTR, ONE, 240 },
	{ "kuznyechik", 32, WC_ECB_ENC, ONE, 230 },
	{ "kuznyechik", 32, WC_ECB_DEC, ONE, 210 },
	{ "kuznyechik", 32, WC_CBC_DEC, ONE, 0 },
	{ "kuznyechik", 32, WC_CBC_ENC, SECTORS, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, SECTORS, 210 },
	{ "kuznyechik", 32, WC_XTS_DEC, SECTORS, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, SMALL, 0 },
	{ "kuznyechik", 32, WC_CTR, SMALL, 0 },
	{ "kuznyechik", 32, WC_CTR, SECTORS, 0 },
	{ "kuznyechik", 32, WC_CTR, KEYS, 0 },
	{ "kuznyechik", 32, WC_CTR, FRESH, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, FRESH, 0 },
	{ "kuznyechik", 32, WC_CTR, ODD, 0 },
	{ "kuznyechik", 32, WC_XTS_ENC, ODD, 0 },
	{ "kuznyechik", 32, WC_XTS_DEC, ODD, 0 },
	{ "skinny", 32, WC_CTR, ONE, 560 },
	{ "skinny", 32, WC_ECB_ENC, ONE, 520 },
	{ "skinny", 32, WC_ECB_DEC, ONE, 0 },
	{ "skinny", 32, WC_CBC_DEC, ONE, 0 },
	{ "skinny", 32, WC_CBC_ENC, SECTORS, 0 },
	{ "skinny", 32, WC_XTS_ENC, SECTORS, 0 },
	{ "skinny", 32, WC_XTS_DEC, SECTORS, 0 },
	{ "skinny", 32, WC_XTS_ENC, SMALL, 0 },
	{ "skinny", 32, WC_CTR, SMALL, 0 },
	{ "skinny", 32, WC_CTR, SECTORS, 0 },
	{ "skinny", 32, WC_CTR, KEYS, 0 },
	{ "skinny", 32, WC_CTR, FRESH, 0 },
	{ "skinny", 32, WC_XTS_ENC, FRESH, 0 },
	{ "skinny", 32, WC_CTR, ODD, 0 },
	{ "skinny", 32, WC_XTS_ENC, ODD, 0 },
	{ "skinny", 32, WC_XTS_DEC, ODD, 0 },
	{ "sm4", 16, WC_CTR, ONE, 700 },
	{ "sm4", 16, WC_ECB_ENC, ONE, 0 },
	{ "sm4", 16, WC_ECB_DEC, ONE, 0 },
	{ "sm4", 16, WC_CBC_DEC, ONE, 0 },
	{ "sm4", 16, WC_CBC_ENC, SECTORS, 0 },
	{ "sm4", 16, WC_XTS_ENC, SECTORS, 0 },
	{ "sm4", 16, WC_XTS_DEC, SECTORS, 0 },
	{ "sm4", 16, WC_XTS_ENC, SMALL, 0 },
	{ "sm4", 16, WC_CTR, SMALL, 0 },
	{ "sm4", 16, WC_CTR, SECTORS, 0 },
	{ "sm4", 16, WC_CTR, KEYS, 0 },
	{ "sm4", 16, WC_CTR, FRESH, 0 },
	{ "sm4", 16, WC_XTS_ENC, FRESH, 0 },
	{ "sm4", 16, WC_CTR, ODD, 0 },
	{ "sm4", 16, WC_XTS_ENC, ODD, 0 },
	{ "sm4", 16, WC_XTS_DEC, ODD, 0 },
	{ "aes", 16, WC_CTR, ONE, 680 },
	{ "aes", 16, WC_ECB_ENC, ONE, 0 },
	{ "aes", 16, WC_ECB_DEC, ONE, 0 },
	{ "aes", 16, WC_CBC_DEC, ONE, 0 },
	{ "aes", 16, WC_CBC_ENC, SECTORS, 0 },
	{ "aes", 16, WC_XTS_ENC, SECTORS, 0 },
	{ "aes", 16, WC_XTS_DEC, SECTORS, 0 },
	{ "aes", 16, WC_XTS_ENC, SMALL, 0 },
	{ "aes", 16, WC_CTR, SMALL, 0 },
	{ "aes", 16, WC_CTR, SECTORS, 0 },
	{ "aes", 16, WC_CTR, KEYS, 0 },
	{ "aes", 16, WC_CTR, FRESH, 0 },
	{ "aes", 16, WC_XTS_ENC, FRESH, 0 },
	{ "aes", 16, WC_CTR, ODD, 0 },
	{ "aes", 16, WC_XTS_ENC, ODD, 0 },
	{ "aes", 16, WC_XTS_DEC, ODD, 0 },
	{ "skinny", 16, WC_CTR, ONE, 0 },
	{ "skinny", 48, WC_CTR, ONE, 0 },
	{ "skinny", 48, WC_XTS_DEC, ODD, 0 },
	{ "aes", 32, WC_CTR, ONE, 490 },
	{ "aes", 24, WC_XTS_ENC, ODD, 0 },
	{ "aes", 32, WC_XTS_ENC, SECTORS, 440 },
	{ "aes", 32, WC_XTS_DEC, SECTORS, 0 },
	{ "aes", 32, WC_CBC_ENC, ODD, 0 },
	{ "aes", 32, WC_CBC_DEC, ODD, 0 },
	{ "aes", 24, WC_ECB_DEC, ODD, 0 },
};

#define SPECS	((int)(sizeof(specs) / sizeof(specs[0])))

static const char *const mode_names[] = {
	"ecb", "ecb-dec", "ctr", "cbc", "cbc-dec", "xts", "xts-dec"
};
static const char *const cut_names[] = {
	"", "4 KiB", "512 bytes", "4 KiB, own keys", "4 KiB, fresh keys",
	"odd lengths"
};

#endif /* WARPCRYPT_GPU_BENCH_SPECS_H */
