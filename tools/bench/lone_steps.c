// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/lone_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/cuda_device.h"
#include "tools/bench/report.h"
#include "tools/bench/stats.h"
#include "tools/bench/util.h"

#define WARM_UPS	200u
#define NAME_LEN	64

enum { IN, OUT, JOB, SLOT, BUFFERS };

/**
 * struct steps - a GPU, and a frame with one job
 * @dev: the GPU
 * @stream: all is done in it
 * @host: IN, OUT and JOB in the host's memory, registered
 * @mapped: the same for the GPU
 * @device: the same, and SLOT, in the GPU's memory
 * @bytes: of the payload
 * @times: how often each step is done
 * @begun: ns until the driver's calls had returned, of each time
 * @ended: ns until the stream was empty
 * @results: of all steps
 */
struct steps {
	struct wc_cuda_device dev;
	CUstream stream;
	uint8_t *host[BUFFERS];
	CUdeviceptr mapped[BUFFERS];
	CUdeviceptr device[BUFFERS];
	uint32_t bytes;
	uint32_t times;
	double *begun;
	double *ended;
	struct json_object *results;
};

/**
 * struct step - what is timed
 * @s: the GPU
 * @cipher: enum wc_gpu_cipher
 * @kind: enum wc_kernel_kind
 * @threads: of the launch
 * @at: where the kernel finds IN, OUT and JOB
 */
struct step {
	struct steps *s;
	enum wc_gpu_cipher cipher;
	unsigned int kind;
	uint32_t threads;
	const CUdeviceptr *at;
};

typedef void step_fn(const struct step *step);

static void must(const struct steps *s, CUresult r, const char *what)
{
	if (r)
		die("CUDA: %s: %s", what, wc_cuda_text(&s->dev.api, r));
}

#define MUST(s, fn, ...)	must(s, (s)->dev.api.fn(__VA_ARGS__), #fn)

static void launch_kind(const struct step *step, unsigned int kind,
			uint32_t threads)
{
	const struct wc_cuda_args args = {
		.jobs = step->at[JOB], .count = 1, .threads = threads,
		.slots = step->s->device[SLOT],
		.in = step->at[IN], .out = step->at[OUT],
	};

	must(step->s, wc_cuda_launch(&step->s->dev, step->s->stream,
				     step->cipher, kind, &args), "a launch");
}

static void do_launch(const struct step *step)
{
	launch_kind(step, step->kind, step->threads);
}

static void do_two(const struct step *step)
{
	launch_kind(step, WC_TWEAK, 1);
	launch_kind(step, step->kind, step->threads);
}

static void do_in(const struct step *step)
{
	struct steps *s = step->s;

	MUST(s, cuMemcpyHtoDAsync, s->device[IN], s->host[IN], s->bytes,
	     s->stream);
}

static void do_job(const struct step *step)
{
	struct steps *s = step->s;

	MUST(s, cuMemcpyHtoDAsync, s->device[JOB], s->host[JOB],
	     sizeof(struct wc_job), s->stream);
}

static void do_out(const struct step *step)
{
	struct steps *s = step->s;

	MUST(s, cuMemcpyDtoHAsync, s->host[OUT], s->device[OUT], s->bytes,
	     s->stream);
}

static void do_in_launch_out(const struct step *step)
{
	do_in(step);
	do_launch(step);
	do_out(step);
}

static void do_all_copies(const struct step *step)
{
	do_job(step);
	do_in(step);
	do_two(step);
	do_out(step);
}

static void do_job_two(const struct step *step)
{
	do_job(step);
	do_two(step);
}

static void put(struct steps *s, const char *name)
{
	struct json_object *j = json_object_new_object();
	uint32_t half = s->times / 2, most = s->times * 99 / 100;

	sort_up(s->begun, s->times);
	sort_up(s->ended, s->times);
	printf("%-40s %9.2f %9.2f %9.2f\n", name, s->begun[half] / 1e3,
	       s->ended[half] / 1e3, s->ended[most] / 1e3);
	fflush(stdout);
	put_text(j, "step", name);
	put_real(j, "calls_us", s->begun[half] / 1e3);
	put_real(j, "median_us", s->ended[half] / 1e3);
	put_real(j, "99_us", s->ended[most] / 1e3);
	json_object_array_add(s->results, j);
}

static void time_step(const struct step *step, step_fn *fn, const char *name)
{
	struct steps *s = step->s;
	uint32_t i;

	for (i = 0; i < WARM_UPS + s->times; i++) {
		uint64_t start = now_ns(), begun;

		fn(step);
		begun = now_ns();
		MUST(s, cuStreamSynchronize, s->stream);
		if (i < WARM_UPS)
			continue;
		s->begun[i - WARM_UPS] = (double)(begun - start);
		s->ended[i - WARM_UPS] = (double)(now_ns() - start);
	}
	put(s, name);
}

static void time_kernel(struct step *step, step_fn *fn, const char *what,
			const char *cipher)
{
	char name[NAME_LEN];
	int way;

	for (way = 0; way < 2; way++) {
		step->at = way ? step->s->mapped : step->s->device;
		snprintf(name, sizeof(name), "%s %s, %s memory", cipher, what,
			 way ? "host" : "device");
		time_step(step, fn, name);
	}
}

#define NAME_OF(NAME, name, ...)	#name,

static const char *const names[] = { WARPCRYPT_CIPHERS(NAME_OF) };

static void time_cipher(struct steps *s, enum wc_gpu_cipher cipher)
{
	struct step step = { .s = s, .cipher = cipher };
	const char *name = names[cipher];

	step.kind = WC_TWEAK;
	step.threads = 1;
	time_kernel(&step, do_launch, "tweak", name);
	step.threads = wc_kernel_threads(&wc_kernels[cipher][WC_CTR],
					 s->bytes / WC_BLOCK_BYTES);
	step.kind = WC_CTR;
	time_kernel(&step, do_launch, "ctr", name);
	step.kind = WC_XTS_ENC;
	time_kernel(&step, do_launch, "xts", name);
	time_kernel(&step, do_two, "tweak+xts", name);
	time_kernel(&step, do_job_two, "copied job+tweak+xts", name);
	step.at = s->device;
	time_step(&step, do_all_copies, "as frames are done: copies+2 launches");
}

static void time_driver(struct steps *s)
{
	struct step step = { .s = s, .cipher = WC_GPU_SKINNY, .kind = WC_ECB_ENC,
			     .at = s->device };

	time_step(&step, do_launch, "launch without work");
	time_step(&step, do_in, "copy in");
	time_step(&step, do_job, "copy 48 bytes in");
	time_step(&step, do_out, "copy out");
	time_step(&step, do_in_launch_out, "copy in, empty launch, copy out");
}

static void alloc(struct steps *s)
{
	const size_t len[BUFFERS] = {
		s->bytes + 64, s->bytes + 64, sizeof(struct wc_job),
		WC_SLOT_BYTES,
	};
	const struct wc_job job = { .len = s->bytes, .power = { 1, 0 } };
	int i;

	for (i = 0; i < BUFFERS; i++) {
		void *at = NULL;

		MUST(s, cuMemAlloc, &s->device[i], len[i]);
		MUST(s, cuMemsetD8Async, s->device[i], 0, len[i], s->stream);
		MUST(s, cuMemHostAlloc, &at, len[i], CU_MEMHOSTALLOC_DEVICEMAP);
		MUST(s, cuMemHostGetDevicePointer, &s->mapped[i], at, 0);
		memset(at, 0, len[i]);
		s->host[i] = at;
	}
	memcpy(s->host[JOB], &job, sizeof(job));
	MUST(s, cuMemcpyHtoDAsync, s->device[JOB], s->host[JOB], sizeof(job),
	     s->stream);
	MUST(s, cuStreamSynchronize, s->stream);
	s->begun = get_zeroed(s->times, sizeof(double));
	s->ended = get_zeroed(s->times, sizeof(double));
}

static void release(struct steps *s)
{
	int i;

	for (i = 0; i < BUFFERS; i++) {
		MUST(s, cuMemsetD8Async, s->device[i], 0,
		     i == SLOT ? WC_SLOT_BYTES : i == JOB ?
		     sizeof(struct wc_job) : s->bytes + 64, s->stream);
		MUST(s, cuMemFreeHost, s->host[i]);
	}
	MUST(s, cuStreamSynchronize, s->stream);
	free(s->begun);
	free(s->ended);
	wc_cuda_leave(&s->dev);
	wc_cuda_device_close(&s->dev);
}

/**
 * lone_steps() - time the steps and print them; exits if anything fails
 * @gpu: its number
 * @bytes: of a payload
 * @times: how often each step is done
 * @results: an array to which they are added
 */
void lone_steps(unsigned int gpu, uint32_t bytes, uint32_t times,
		struct json_object *results)
{
	static struct steps s;
	struct wc_error err;
	int cipher;

	s.bytes = bytes;
	s.times = times;
	s.results = results;
	if (wc_cuda_device_open(&s.dev, gpu, &err))
		die("%s", err.text);
	must(&s, wc_cuda_enter(&s.dev), "entering the context");
	MUST(&s, cuStreamCreate, &s.stream, CU_STREAM_NON_BLOCKING);
	alloc(&s);
	printf("%s; %u bytes; us until the calls return, until the stream is empty\n\n",
	       s.dev.about, bytes);
	printf("%-40s %9s %9s %9s\n", "step", "calls", "median", "99 %");
	time_driver(&s);
	for (cipher = 0; cipher < (int)(sizeof(names) / sizeof(names[0])); cipher++)
		time_cipher(&s, (enum wc_gpu_cipher)cipher);
	release(&s);
}
