// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is left of keys in a GPU's memory. While an engine uses keys, the search
 * must find them in the device memory that it has allocated; once they are freed, not.
 * Then other processes use keys and end, by themselves or by SIGKILL, and this one
 * allocates all of the GPU's free memory and searches it. KTAP; skipped without a
 * GPU. With the emulated GPU, whose memory ends with the process, the second
 * half is skipped.
 *
 *	test-traces-cuda [--gpu=N]
 *	test-traces-cuda use|hold N	for itself: use the keys on standard input
 *
 * Only this finds keys in a GPU's memory by their bytes.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "helper/engine/cuda_api.h"
#include "helper/lib/libwarpcrypt.h"
#include "tests/keys/gpu_search.h"
#include "tests/keys/key_forms.h"
#include "tests/ktap.h"

#define KEYS		64u
#define REQUESTS	64u
#define REQUEST		4096u
#define POINTS		64u
#define ALLOCATIONS_MAX	1024u
/* Memory is copied from the GPU in pieces of this size. */
#define PIECE		((size_t)256 << 20)

/* What must not be left. */
struct secrets {
	/* Keys of XTS, 64 bytes of each for every cipher; SM4 takes 32. */
	uint8_t xts[4][KEYS][64];
	uint8_t scalar[POINTS][32];	/* secret scalars */
};

static const struct {
	const char *name;
	size_t part;
} ciphers[4] = {
	{ "aes", 32 }, { "skinny", 32 }, { "kuznyechik", 32 }, { "sm4", 16 },
};

static const char * const labels[] = { "key", "round-key", "round-key-swapped", "expanded" };

#define result(ok, name, detail)	ktap_ok(ok, "%s # %s", name, detail)

/* --- the engine's device memory, by its own calls of the driver library */

int __real_wc_cuda_load(struct wc_cuda *cuda, struct wc_error *err);

static struct wc_cuda real;
static CUcontext context;
static struct {
	CUdeviceptr at;
	size_t len;
} allocations[ALLOCATIONS_MAX];
static size_t allocated;

static CUresult CUDAAPI note_alloc(CUdeviceptr *at, size_t len)
{
	CUresult r = real.cuMemAlloc(at, len);

	if (!r && allocated < ALLOCATIONS_MAX) {
		allocations[allocated].at = *at;
		allocations[allocated++].len = len;
	}
	return r;
}

static CUresult CUDAAPI note_free(CUdeviceptr at)
{
	size_t i;

	for (i = 0; i < allocated; i++)
		if (allocations[i].at == at)
			allocations[i] = allocations[--allocated];
	return real.cuMemFree(at);
}

static CUresult CUDAAPI note_context(CUcontext *ctx, unsigned int flags,
				     CUdevice device)
{
	CUresult r = real.cuCtxCreate_v2(ctx, flags, device);

	if (!r)
		context = *ctx;
	return r;
}

/* The engine starts its threads one by one: no other is in these functions. */
int __wrap_wc_cuda_load(struct wc_cuda *cuda, struct wc_error *err)
{
	int ret = __real_wc_cuda_load(cuda, err);

	if (ret)
		return ret;
	/* The first time; it stays loaded. */
	if (!real.library && __real_wc_cuda_load(&real, err))
		return -ENODEV;
	cuda->cuMemAlloc = note_alloc;
	cuda->cuMemFree = note_free;
	cuda->cuCtxCreate_v2 = note_context;
	return 0;
}

/* --- using keys */

static bool run_requests(struct warpcrypt *w, struct warpcrypt_cipher_key *const *keys,
			 size_t count)
{
	static uint8_t data[REQUESTS][REQUEST];
	struct warpcrypt_request r[REQUESTS];
	size_t i;

	for (i = 0; i < REQUESTS; i++)
		r[i] = (struct warpcrypt_request){
			.size = sizeof(r[i]), .key = keys[i % count],
			.src = data[i], .dst = data[i], .len = REQUEST,
		};
	return !warpcrypt_run(w, r, REQUESTS);
}

static bool use_cipher(struct warpcrypt *w, const struct secrets *s,
		       unsigned int c, struct warpcrypt_cipher_key **keys)
{
	size_t i;

	for (i = 0; i < KEYS; i++)
		if (warpcrypt_key(w, &keys[i], ciphers[c].name, "xts",
				  s->xts[c][i], 2 * ciphers[c].part))
			return false;
	return run_requests(w, keys, KEYS);
}

static bool use_scalars(struct warpcrypt *w, const struct secrets *s)
{
	static uint8_t results[POINTS][32];
	const struct warpcrypt_points p = {
		.size = sizeof(p), .curve = WARPCRYPT_X25519, .count = POINTS,
		.scalars = s->scalar, .results = results,
	};

	return !warpcrypt_run_points(w, &p);
}

static bool use_all(struct warpcrypt *w, const struct secrets *s,
		    struct warpcrypt_cipher_key *keys[4][KEYS])
{
	unsigned int c;

	for (c = 0; c < 4; c++)
		if (!use_cipher(w, s, c, keys[c]))
			return false;
	return use_scalars(w, s);
}

static void free_keys(struct warpcrypt *w,
		      struct warpcrypt_cipher_key *keys[4][KEYS])
{
	size_t i;

	for (i = 0; i < (size_t)4 * KEYS; i++)
		warpcrypt_key_free(w, keys[i / KEYS][i % KEYS]);
	memset(keys, 0, 4 * KEYS * sizeof(keys[0][0]));
}

static struct warpcrypt *open_engine(unsigned int gpu)
{
	const struct warpcrypt_options options = {
		.size = sizeof(options), .backend = "cuda", .threads = 2,
		.keys = 4 * KEYS + 64, .gpu = gpu,
	};
	struct warpcrypt *w;

	return warpcrypt_open(&w, &options) ? NULL : w;
}

/* --- the search */

static struct gpu_search *patterns_of(const struct secrets *s)
{
	struct gpu_search *search;
	FILE *file = tmpfile();
	unsigned int c, i;

	if (!file)
		return NULL;
	/* Four keys of each: they are expanded one like another. */
	for (c = 0; c < 4; c++)
		for (i = 0; i < KEYS; i += KEYS / 4)
			key_forms_write(file, ciphers[c].name, s->xts[c][i],
					2 * ciphers[c].part, ciphers[c].part);
	for (i = 0; i < POINTS; i++)
		key_forms_write(file, NULL, s->scalar[i], 32, 32);
	rewind(file);
	search = gpu_search_new(file);
	fclose(file);
	return search;
}

/* The result of a search: what was found in so many bytes. */
static void tell(bool ok, const char *name, struct gpu_search *s, size_t places, size_t bytes)
{
	char text[300];
	size_t i, n;

	n = (size_t)snprintf(text, sizeof(text), "%zu places in %zu KiB:", places, bytes >> 10);
	for (i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, " %s %zu,", labels[i],
				      gpu_search_count(s, labels[i]));
	snprintf(text + n, sizeof(text) - n, " of %zu patterns", gpu_search_patterns(s));
	result(ok, name, text);
}

static bool read_device(CUstream stream, uint8_t *buffer, CUdeviceptr at,
			size_t len)
{
	return !real.cuMemcpyDtoHAsync(buffer, at, len, stream) &&
	       !real.cuStreamSynchronize(stream);
}

/* Searches device memory by way of @buffer, of PIECE bytes; counts what it finds. */
static size_t search_device(struct gpu_search *s, CUdeviceptr at, size_t len,
			    uint8_t *buffer)
{
	size_t done, part, found = 0;
	CUstream stream;

	if (real.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING)) {
		result(false, "the GPU's memory can be read", "no stream");
		return 0;
	}
	for (done = 0; done < len; done += part) {
		part = len - done < PIECE ? len - done : PIECE;
		if (!read_device(stream, buffer, at + done, part)) {
			result(false, "the GPU's memory can be read", "a copy failed");
			break;
		}
		found += gpu_search(s, buffer, part);
	}
	real.cuStreamDestroy(stream);
	return found;
}

/* --- from within */

static size_t search_engine(struct gpu_search *s, size_t *bytes)
{
	size_t i, found = 0;
	CUcontext popped;
	void *buffer;

	*bytes = 0;
	if (real.cuCtxPushCurrent(context) ||
	    real.cuMemHostAlloc(&buffer, PIECE, 0))
		abort();
	for (i = 0; i < allocated; i++) {
		found += search_device(s, allocations[i].at,
				       allocations[i].len, buffer);
		*bytes += allocations[i].len;
	}
	memset(buffer, 0, PIECE);
	real.cuMemFreeHost(buffer);
	real.cuCtxPopCurrent(&popped);
	return found;
}

/*
 * The threads wipe keys when they take the next frame, so there is one after the
 * keys are freed, for each of them.
 */
static bool wipe_round(struct warpcrypt *w)
{
	static const uint8_t bytes[32] = { 1 };
	struct warpcrypt_cipher_key *key;
	size_t round;
	bool ok = true;

	if (warpcrypt_key(w, &key, "aes", "ecb", bytes, 32))
		return false;
	for (round = 0; round < 64; round++)
		ok = run_requests(w, &key, 1) && ok;
	warpcrypt_key_free(w, key);
	return ok;
}

static void test_within(const struct secrets *s, unsigned int gpu)
{
	struct warpcrypt_cipher_key *keys[4][KEYS] = { 0 };
	struct warpcrypt *w = open_engine(gpu);
	struct gpu_search *search = patterns_of(s);
	size_t bytes, n;

	if (!w || !search || !use_all(w, s, keys)) {
		result(false, "an engine uses keys", warpcrypt_error());
		return;
	}
	n = search_engine(search, &bytes);
	tell(n, "keys in use are found in the engine's device memory", search, n, bytes);
	free_keys(w, keys);
	result(wipe_round(w), "the engine goes on after the keys are freed", "");
	n = search_engine(search, &bytes);
	tell(!n, "keys that were freed are not", search, n, bytes);
	warpcrypt_close(w);
	gpu_search_free(search);
}

/* --- from outside */

/* All memory that a GPU has to give. */
struct held {
	CUdeviceptr at[8192];	/* each piece */
	size_t len[8192];	/* its length, bytes */
	size_t count;		/* entries */
	size_t bytes;		/* of all */
};

static void take_all(struct held *h)
{
	size_t len = (size_t)1 << 30;

	memset(h, 0, sizeof(*h));
	while (len >= (size_t)2 << 20 && h->count < 8192) {
		if (real.cuMemAlloc(&h->at[h->count], len)) {
			len /= 2;
			continue;
		}
		h->len[h->count++] = len;
		h->bytes += len;
	}
}

static void give_all(const struct held *h)
{
	size_t i;

	for (i = 0; i < h->count; i++)
		real.cuMemFree(h->at[i]);
}

/* All of the GPU's free memory, searched in a context of its own. */
static size_t search_all(struct gpu_search *s, CUdevice device, size_t *bytes)
{
	static struct held held;
	CUcontext ctx;
	void *buffer;
	size_t i, found = 0;

	*bytes = 0;
	if (real.cuCtxCreate_v2(&ctx, 0, device) ||
	    real.cuMemHostAlloc(&buffer, PIECE, 0)) {
		result(false, "a context to search in", "");
		return 0;
	}
	take_all(&held);
	for (i = 0; i < held.count; i++)
		found += search_device(s, held.at[i], held.len[i], buffer);
	*bytes = held.bytes;
	give_all(&held);
	memset(buffer, 0, PIECE);
	real.cuMemFreeHost(buffer);
	real.cuCtxDestroy(ctx);
	return found;
}

/* A process that uses the keys, and then ends or waits to be killed. */
static bool start_user(const char *how, unsigned int gpu,
		       const struct secrets *s, pid_t *pid)
{
	char name[16], ready;
	int in[2], out[2];
	bool ok;

	snprintf(name, sizeof(name), "%u", gpu);
	if (pipe(in) || pipe(out))
		return false;
	*pid = fork();
	if (!*pid) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		close(in[1]);
		close(out[0]);
		execl("/proc/self/exe", "test-traces-cuda", how, name, NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	ok = *pid > 0 && write(in[1], s, sizeof(*s)) == (ssize_t)sizeof(*s) &&
	     read(out[0], &ready, 1) == 1;
	close(in[1]);
	close(out[0]);
	return ok;
}

static void test_outside(const struct secrets *s, CUdevice device,
			 unsigned int gpu, const char *how, const char *name)
{
	struct gpu_search *search = patterns_of(s);
	size_t n, bytes;
	pid_t pid;
	int status;

	if (!search || !start_user(how, gpu, s, &pid)) {
		result(false, name, "the other process did not use the keys");
		return;
	}
	if (!strcmp(how, "hold"))
		kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	n = search_all(search, device, &bytes);
	tell(!n && bytes, name, search, n, bytes);
	gpu_search_free(search);
}

/* What a process writes to GPU memory and frees, that process finds again. */
static void test_search(const struct secrets *s, CUdevice device)
{
	struct gpu_search *search = patterns_of(s);
	char detail[100];
	CUdeviceptr at;
	CUcontext ctx;
	CUstream stream;
	size_t n;
	void *buffer;

	if (!search || real.cuCtxCreate_v2(&ctx, 0, device) ||
	    real.cuMemHostAlloc(&buffer, PIECE, 0) || real.cuMemAlloc(&at, PIECE)) {
		result(false, "the search can be tried", "");
		return;
	}
	memset(buffer, 0, PIECE);
	memcpy((uint8_t *)buffer + PIECE / 2 + 4, s, sizeof(*s));
	real.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
	real.cuMemcpyHtoDAsync(at, buffer, PIECE, stream);
	real.cuStreamSynchronize(stream);
	memset(buffer, 0, PIECE);
	n = search_device(search, at, PIECE, buffer);
	snprintf(detail, sizeof(detail), "%zu places", n);
	result(n, "keys that were put there are found", detail);
	real.cuStreamDestroy(stream);
	real.cuMemFree(at);
	real.cuMemFreeHost(buffer);
	real.cuCtxDestroy(ctx);
	gpu_search_free(search);
}

static int be_user(const char *how, unsigned int gpu)
{
	struct warpcrypt_cipher_key *keys[4][KEYS] = { 0 };
	static struct secrets s;
	struct warpcrypt *w;

	if (fread(&s, sizeof(s), 1, stdin) != 1)
		return 1;
	w = open_engine(gpu);
	if (!w || !use_all(w, &s, keys))
		return 1;
	if (!strcmp(how, "hold")) {
		if (write(1, "", 1) == 1)
			for (;;)
				use_scalars(w, &s);
		return 1;
	}
	free_keys(w, keys);
	warpcrypt_close(w);
	return write(1, "", 1) != 1;
}

static bool is_emulated(void)
{
	return getenv("LD_LIBRARY_PATH") &&
	       strstr(getenv("LD_LIBRARY_PATH"), "fake-cuda");
}

int main(int argc, char **argv)
{
	static struct secrets s;
	struct warpcrypt *w;
	unsigned int gpu = 0;
	CUdevice device;

	if (argc == 3)
		return be_user(argv[1], (unsigned int)strtoul(argv[2], NULL, 10));
	if (argc == 2 && sscanf(argv[1], "--gpu=%u", &gpu) != 1) {
		fprintf(stderr, "usage: test-traces-cuda [--gpu=N]\n");
		return 2;
	}
	w = open_engine(gpu);
	if (!w) {
		printf("1..0 # SKIP %s\n", warpcrypt_error());
		return 4;
	}
	warpcrypt_close(w);
	if (getrandom(&s, sizeof(s), 0) != (ssize_t)sizeof(s))
		return 1;
	ktap_start();
	test_within(&s, gpu);
	if (is_emulated()) {
		ktap_skip("the GPU's memory, from outside", "an emulated GPU");
	} else if (!real.cuDeviceGet(&device, (int)gpu)) {
		test_search(&s, device);
		test_outside(&s, device, gpu, "use", "nothing is left when an engine was closed");
		test_outside(&s, device, gpu, "hold", "nothing is left when its process was killed");
	}
	return ktap_finish();
}
