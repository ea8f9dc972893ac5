// SPDX-License-Identifier: GPL-2.0-only
/*
 * What check-leaks-gpu measures: the engine's kernels, from their launch to their end as
 * the helper sees it. All units of a launch have secrets of the same class; so a run is
 * thousands of multiplications, or of blocks. Copies are not timed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/cuda_device.h"
#include "kernels/cpu/25519_engine.h"
#include "kernels/cpu/wei.h"
#include "kernels/cpu/wei_engine.h"
#include "kernels/cpu/x25519.h"
#include "kernels/gpu/wei_units.h"
#include "tests/leak/leak.h"

/* A warp on each of 132 multiprocessors: few others that it waits for. */
#define UNITS	(32u * 132)
/* Payload of a cipher. */
#define DATA	(128u << 10)

/* A group's kernels. */
struct group {
	enum wc_gpu_cipher which;	/* WC_GPU_25519 or WC_GPU_P256 */
	unsigned int kind;		/* the multiplication */
	uint32_t unit;			/* bytes of a unit, of which the first 32 are the scalar */
	CUdeviceptr scratch;		/* tables and room */
	uint8_t *units;			/* what the GPU gets, with points */
};

/* A cipher's kernels. */
struct cipher {
	enum wc_gpu_cipher which;
	unsigned int kind;	/* enum wc_kernel_kind, of ECB */
	uint32_t key_len;	/* bytes */
	bool latency;		/* the latency kernels, and not the throughput kernels */
};

static struct wc_cuda_device dev;
/* dev.latency_threads as the device was opened. */
static uint32_t latency_threads;
static CUstream stream;
static CUdeviceptr in, out, job, fresh, slots;
static bool again;

static void must(CUresult r, const char *what)
{
	if (!r)
		return;
	fprintf(stderr, "check-leaks-gpu: %s: %s\n", what,
		wc_cuda_text(&dev.api, r));
	exit(1);
}

#define MUST(fn, ...)	must(dev.api.fn(__VA_ARGS__), #fn)

static void put(CUdeviceptr to, const void *from, size_t len)
{
	MUST(cuMemcpyHtoDAsync, to, from, len, stream);
	MUST(cuStreamSynchronize, stream);
}

static void launch(enum wc_gpu_cipher which, unsigned int kind, uint32_t n,
		   uint32_t threads, CUdeviceptr jobs, CUdeviceptr space)
{
	const struct wc_cuda_args args = {
		.jobs = jobs, .count = n, .threads = threads, .slots = space,
		.in = in, .out = out,
	};

	must(wc_cuda_launch(&dev, stream, which, kind, &args), "a launch");
}

static void set_scalars(const struct leak_case *c, const uint8_t *secret)
{
	const struct group *g = c->with;

	for (uint32_t i = 0; i < UNITS; i++)
		memcpy(g->units + i * g->unit, secret + 32 * i, 32);
	put(in, g->units, (size_t)UNITS * g->unit);
	again = secret[0] & 1;
}

static void multiply(const struct leak_case *c, const uint8_t *secret)
{
	const struct group *g = c->with;

	(void)secret;
	launch(g->which, g->kind, 1, UNITS, job, g->scratch);
	launch(g->which, g->kind + WC_FINISH, UNITS,
	       wc_finish_threads(g->kind, UNITS), job, g->scratch);
	launch(g->which, WC_PUT, 1, UNITS, job, g->scratch);
	/* A launch more, for some secrets. */
	if (c->leaks && again)
		launch(g->which, WC_PUT, 1, UNITS, job, g->scratch);
	MUST(cuStreamSynchronize, stream);
}

static void expand(const struct leak_case *c, const uint8_t *secret)
{
	const struct cipher *k = c->with;

	(void)secret;
	launch(k->which, WC_SCHEDULE, 1, 1, fresh, slots);
	launch(k->which, WC_MASKS, 1, WC_MASK_THREADS, fresh, slots);
	MUST(cuStreamSynchronize, stream);
}

/* The key, and the data after it. */
static void set_key(const struct leak_case *c, const uint8_t *secret)
{
	const struct cipher *k = c->with;
	struct wc_fresh key = { .cipher = k->which, .len = k->key_len };

	memcpy(key.key, secret, k->key_len);
	put(fresh, &key, sizeof(key));
	if (c->len > k->key_len)
		put(in, secret + k->key_len, DATA);
	expand(c, NULL);
}

static void crypt(const struct leak_case *c, const uint8_t *secret)
{
	const struct cipher *k = c->with;

	(void)secret;
	dev.latency_threads = k->latency ? latency_threads : 0;
	launch(k->which, k->kind, 1,
	       wc_kernel_threads(&dev.row[k->which][k->kind], DATA / 16),
	       job, slots);
	MUST(cuStreamSynchronize, stream);
}

/* Points in the units: multiples of the base point, not secret. */
static void make_points(struct group *g)
{
	static uint8_t scalars[UNITS][32], points[UNITS][64];
	uint32_t size = g->unit - 32;

	for (uint32_t i = 0; i < UNITS; i++) {
		scalars[i][g->which == WC_GPU_P256 ? 31 : 0] = 1;
		memcpy(scalars[i] + 8, &i, sizeof(i));
	}
	if (g->which == WC_GPU_P256)
		wcwei_base(&wcwei_p256, NULL, points[0], scalars[0], UNITS, NULL);
	else if (g->kind == WC_SHARED)
		wc25519_public(NULL, points[0], scalars[0], UNITS);
	else
		wc25519_base(NULL, points[0], scalars[0], UNITS);
	for (uint32_t i = 0; i < UNITS; i++)
		memcpy(g->units + i * g->unit + 32, points[0] + i * size, size);
}

static CUdeviceptr make_scratch(enum wc_gpu_cipher which)
{
	const uint64_t *tables = which == WC_GPU_P256 ? wcwei_p256.gpu_tables() :
							wc25519_gpu_tables();
	size_t bytes = wc_unit_tables(which);
	CUdeviceptr scratch;

	if (!tables)
		abort();
	MUST(cuMemAlloc, &scratch, bytes + wc_unit_scratch(which, WC_MULT, UNITS));
	put(scratch, tables, bytes);
	return scratch;
}

static void add_groups(void)
{
	static struct group groups[] = {
		{ .which = WC_GPU_25519, .kind = WC_SHARED, .unit = 64 },
		{ .which = WC_GPU_25519, .kind = WC_PUBLIC, .unit = 64 },
		{ .which = WC_GPU_25519, .kind = WC_BASE, .unit = 64 },
		{ .which = WC_GPU_25519, .kind = WC_MULT, .unit = 64 },
		{ .which = WC_GPU_P256, .kind = WC_BASE, .unit = 96 },
		{ .which = WC_GPU_P256, .kind = WC_MULT, .unit = 96 },
	};
	static const char *const names[] = {
		"X25519", "X25519 public keys", "[k]B", "[k]P", "P-256 [k]G",
		"P-256 [k]P",
	};
	struct leak_case *c;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct group *g = &groups[i];

		g->scratch = make_scratch(g->which);
		g->units = calloc(UNITS, g->unit);
		make_points(g);
		for (int control = !i; control >= 0; control--) {
			c = leak_add(control ? "control" : names[i], control ?
				     "a launch more for some" : "GPU", 32 * UNITS);
			c->leaks = control;
			c->set = set_scalars;
			c->run = multiply;
			c->fix = g->which == WC_GPU_P256 ? leak_fix_p256 : NULL;
			c->with = g;
		}
	}
}

static void add_cipher(const char *name, enum wc_gpu_cipher which,
		       uint32_t key_len)
{
	static const char *const how[] = {
		"encryption", "decryption", "encryption of few blocks",
		"decryption of few blocks",
	};
	static struct cipher ciphers[4 * WC_GPU_CIPHERS];
	static size_t n;
	struct leak_case *c;

	for (int i = 0; i < (dev.latency_row[which] ? 4 : 2); i++) {
		struct cipher *k = &ciphers[n++];

		*k = (struct cipher){ which, i & 1 ? WC_ECB_DEC : WC_ECB_ENC,
				      key_len, i & 2 };
		c = leak_add(name, how[i], key_len + DATA);
		c->set = set_key;
		c->run = crypt;
		c->with = k;
		if (i)
			continue;
		c = leak_add(name, "key expansion", key_len);
		c->set = set_key;
		c->run = expand;
		c->with = k;
	}
}

/*
 * Add all that is measured, on the first GPU, whose kernels are the only engine. Exits with a
 * message if there is no GPU.
 */
void leak_cases(bool all_engines)
{
	struct wc_job whole = { .len = DATA };
	struct wc_error err;

	(void)all_engines;
	if (wc_cuda_device_open(&dev, 0, &err)) {
		fprintf(stderr, "check-leaks-gpu: %s\n", err.text);
		exit(1);
	}
	latency_threads = dev.latency_threads;
	must(wc_cuda_enter(&dev), "entering the context");
	MUST(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
	MUST(cuMemAlloc, &in, 96 * UNITS);
	MUST(cuMemAlloc, &out, 96 * UNITS);
	MUST(cuMemAlloc, &fresh, sizeof(struct wc_fresh));
	MUST(cuMemAlloc, &slots, WC_SLOT_BYTES);
	MUST(cuMemAlloc, &job, sizeof(whole));
	put(job, &whole, sizeof(whole));
	add_groups();
#define ADD_CIPHER(NAME, name, number, key_min, ...)			\
	add_cipher(#name, WC_GPU_##NAME, key_min);
	WARPCRYPT_CIPHERS(ADD_CIPHER)
}
