// SPDX-License-Identifier: GPL-2.0-only
/*
 * libwarpcrypt in a program that uses CUDA itself: after each call the calling
 * thread's current context, the primary context's state and the environment are
 * what they were. With a GPU or the emulated one. KTAP; skipped without.
 */
#include <cuda.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/ktap.h"

extern char **environ;

static CUresult (*get_current)(CUcontext *ctx);
static CUresult (*set_current)(CUcontext ctx);
static CUresult (*primary_state)(CUdevice device, unsigned int *flags,
				 int *active);
static CUresult (*primary_retain)(CUcontext *ctx, CUdevice device);

/* What a library must not change. */
struct world {
	CUcontext current;	/* the thread's context */
	unsigned int flags;	/* of the primary context */
	int active;		/* is there one? */
	size_t environment;	/* how many variables there are */
	const char *loading;	/* CUDA_MODULE_LOADING */
};

static struct world look(void)
{
	struct world w = { 0 };

	get_current(&w.current);
	primary_state(0, &w.flags, &w.active);
	while (environ[w.environment])
		w.environment++;
	w.loading = getenv("CUDA_MODULE_LOADING");
	return w;
}

static void same(const struct world *before, const char *who, const char *call)
{
	struct world now = look();

	ktap_ok(now.current == before->current && now.flags == before->flags &&
	       now.active == before->active &&
	       now.environment == before->environment &&
	       now.loading == before->loading, "%s: %s", who, call);
}

/* FIPS 197, C.1 */
static void use(struct warpcrypt *w, const struct world *before,
		const char *who)
{
	static const uint8_t want[16] = {
		0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
		0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a,
	};
	struct warpcrypt_cipher_key *key;
	struct warpcrypt_batch *batch;
	struct warpcrypt_request r;
	uint8_t bytes[16], data[16];
	int i;

	for (i = 0; i < 16; i++) {
		bytes[i] = (uint8_t)i;
		data[i] = (uint8_t)(0x11 * i);
	}
	ktap_ok(!warpcrypt_key(w, &key, "aes", "ecb", bytes, 16), "a key");
	same(before, who, "warpcrypt_key");
	r = (struct warpcrypt_request){
		.size = sizeof(r), .key = key, .src = data, .dst = data, .len = 16,
	};
	ktap_ok(!warpcrypt_run(w, &r, 1) && !memcmp(data, want, 16),
	       "a published example");
	same(before, who, "warpcrypt_run");
	r.decrypt = 1;
	ktap_ok(!warpcrypt_submit(w, &r, 1, &batch), "a batch");
	same(before, who, "warpcrypt_submit");
	ktap_ok(!warpcrypt_wait(batch) && data[15] == 0xff, "and back");
	same(before, who, "warpcrypt_wait");
	warpcrypt_key_free(w, key);
	same(before, who, "warpcrypt_key_free");
}

static struct warpcrypt *open_one(const struct world *before, const char *who)
{
	const struct warpcrypt_options options = {
		.size = sizeof(options), .backend = "cuda", .threads = 2,
		.memory = 256 << 10, .keys = 64,
	};
	struct warpcrypt *w;

	if (warpcrypt_open(&w, &options)) {
		printf("# %s\n", warpcrypt_error());
		w = NULL;
	}
	ktap_ok(w, "an engine opens");
	same(before, who, "warpcrypt_open");
	return w;
}

static void whole_life(const char *who)
{
	struct world before = look();
	struct warpcrypt *w = open_one(&before, who);

	if (!w)
		return;
	use(w, &before, who);
	warpcrypt_close(w);
	same(&before, who, "warpcrypt_close");
}

static void *without_context(void *unused)
{
	whole_life("a thread without a context");
	return unused;
}

static void *close_elsewhere(void *w)
{
	struct world before = look();

	use(w, &before, "another thread");
	warpcrypt_close(w);
	same(&before, "another thread", "warpcrypt_close");
	return NULL;
}

static void in_thread(void *(*run)(void *arg), void *arg)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run, arg);
	pthread_join(thread, NULL);
}

static bool find_cuda(void)
{
	void *lib = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	CUresult (*init)(unsigned int flags);

	if (!lib)
		return false;
	init = (CUresult (*)(unsigned int))dlsym(lib, "cuInit");
	get_current = (CUresult (*)(CUcontext *))dlsym(lib, "cuCtxGetCurrent");
	set_current = (CUresult (*)(CUcontext))dlsym(lib, "cuCtxSetCurrent");
	primary_state = (CUresult (*)(CUdevice, unsigned int *, int *))
			dlsym(lib, "cuDevicePrimaryCtxGetState");
	primary_retain = (CUresult (*)(CUcontext *, CUdevice))
			 dlsym(lib, "cuDevicePrimaryCtxRetain");
	return !init(0);
}

int main(void)
{
	struct world before;
	struct warpcrypt *w;
	CUcontext own;

	ktap_start();
	if (!find_cuda()) {
		printf("1..0 # SKIP no GPU\n");
		return 4;
	}
	whole_life("before the program uses CUDA");
	if (primary_retain(&own, 0) || set_current(own)) {
		printf("Bail out! no context of the program's own\n");
		return 1;
	}
	before = look();
	ktap_ok(before.current == own && before.active, "the program's context");
	whole_life("with a context");
	in_thread(without_context, NULL);
	w = open_one(&before, "closed elsewhere");
	if (w)
		in_thread(close_elsewhere, w);
	same(&before, "closed elsewhere", "all of it");
	return ktap_finish();
}
