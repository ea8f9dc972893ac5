// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every cipher's kernels on a GPU: whether they are right, and how fast.
 * `make build/host/gpu-bench` makes it of this file, all ciphers' .cu files and
 * kernels/cpu/modes.h.
 *
 * Each kernel encrypts or decrypts 256 MiB of random data from one buffer of device
 * memory to another; "keystr." reads no data and writes the keystream of CTR. All of
 * the output is compared with that of the host's processors, which use the same cipher
 * cores in wider words, or GFNI, and other code for the modes. Times are by events: the median of several launches. The L2 cache is
 * smaller than the data, with one key or many, so no launch finds its input there. The
 * clock is read while all this runs.
 *
 * With WARPCRYPT_GPU_SHARED=KiB in the environment, the kernels are those of GPUs whose
 * blocks of threads have that much shared memory: with 99, AES and SM4 are bitsliced.
 *
 * A child process does the work: if a kernel crashes or hangs, it has failed, and a
 * new child continues with the next one. The table is printed at the end; exit
 * status 0 means that all results were right.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "kernels/gpu/ctr_shared.h"
#include "kernels/bench/gpu-bench-host.h"
#include "kernels/bench/gpu-bench-run.h"
#include "kernels/bench/gpu-bench-specs.h"
#include "kernels/bench/gpu-clock.h"
#include "kernels/gpu/launch.h"

#define LAUNCHES	9
/* The time limit for one kernel, seconds. */
#define PATIENCE	40

/* The result of one kernel. */
struct verdict {
	int spec;
	int right;
	double gb_per_s;
	char note[160];
};

struct entry {
	const char *name;
	const void *fn;
};

static std::vector<struct entry> &entries()
{
	static std::vector<struct entry> all;

	return all;
}

/* Each entry of kernels/gpu/entry.h calls this before main(). */
extern "C" int wc_entry_add(const char *name, const void *fn)
{
	entries().push_back({ name, fn });
	return 0;
}

static const void *find_entry(const char *name)
{
	for (const auto &e : entries())
		if (!strcmp(e.name, name))
			return e.fn;
	return NULL;
}

#define CHECK(call) do {						\
	cudaError_t err_ = (call);					\
	if (err_ != cudaSuccess) {					\
		snprintf(v->note, sizeof(v->note), "%s: %s", #call,	\
			 cudaGetErrorString(err_));			\
		v->note[60] = 0;					\
		return false;						\
	}								\
} while (0)

/* What a run has on the device. */
struct device {
	struct wc_job *jobs, *fresh_jobs;
	struct wc_fresh *fresh;
	uint8_t *slots, *in, *out;
};

static const struct wc_kernel *kernels_of(enum wc_gpu_cipher cipher)
{
	const char *kib = getenv("WARPCRYPT_GPU_SHARED");

	return wc_kernels_of(cipher, kib ? (uint32_t)atoi(kib) << 10 : ~0u);
}

/* A cipher by tables, bitsliced. */
static bool is_other_form(enum wc_gpu_cipher cipher)
{
	return kernels_of(cipher) != wc_kernels[cipher];
}

static const void *entry_of(const struct run *r, int kind,
			    const struct wc_kernel *kernel)
{
	char name[64];

	if (kind != CTR_DATA)
		return find_entry(kernel->name);
	if (is_other_form(r->spec->cipher))
		return find_entry(kernels_of(r->spec->cipher)[WC_CTR_DATA].name);
	/* Bitsliced ciphers have an entry for launches of one key. */
	snprintf(name, sizeof(name), "wc_%s_ctr_data%s",
		 cipher_names[r->spec->cipher],
		 r->fresh.size() == 1 && !kernel->shared ? "_one_key" : "");
	return find_entry(name);
}

static bool launch_kernel(const struct run *r, struct verdict *v, int kind,
			  void *jobs, uint32_t count, uint32_t threads,
			  struct device *d)
{
	const struct wc_kernel *kernel =
		&kernels_of(row_of(r->spec, kind))[launch_of(kind)];
	void *args[] = { &jobs, &count, &threads, &d->slots, &d->in, &d->out };
	uint32_t shared = kernel->shared;
	const void *entry;
	int sms;

	if (!kernel->name || !threads)
		return true;
	entry = entry_of(r, kind, kernel);
	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	if (kind == CTR_DATA && !shared)
		shared = is_other_form(r->spec->cipher) ? CTR_STAGE_BYTES :
				ctr_wide_shared(r->spec->cipher);
	if (shared)
		CHECK(cudaFuncSetAttribute(entry,
			cudaFuncAttributeMaxDynamicSharedMemorySize,
			(int)shared));
	CHECK(cudaLaunchKernel(entry,
			       dim3(wc_kernel_blocks(kernel, threads, sms)),
			       dim3(kernel->block), args, shared, 0));
	return true;
}

static bool expand(const struct run *r, struct verdict *v, struct device *d)
{
	uint32_t n = (uint32_t)r->fresh.size();

	return launch_kernel(r, v, WC_SCHEDULE, d->fresh, n, n, d) &&
	       launch_kernel(r, v, WC_MASKS, d->fresh, n, n * WC_MASK_THREADS,
			     d);
}

static bool launch(const struct run *r, struct verdict *v, struct device *d)
{
	int mode = r->spec->mode;
	uint32_t n = (uint32_t)r->jobs.size();
	bool ok = true;

	if (r->spec->cut == FRESH)
		ok = expand(r, v, d);
	if (ok && is_xts(mode))
		ok = launch_kernel(r, v, WC_TWEAK, d->jobs, n, n, d);
	ok = ok && launch_kernel(r, v, mode, d->jobs, n, r->threads, d);
	if (ok && is_xts(mode) && r->spec->cut == ODD)
		ok = launch_kernel(r, v, mode == WC_XTS_DEC ? WC_STEAL_DEC :
				   WC_STEAL_ENC, d->jobs, n, n, d);
	return ok;
}

static bool upload(const struct run *r, struct verdict *v, struct device *d)
{
	size_t jobs_size = r->jobs.size() * sizeof(struct wc_job);
	size_t fresh_size = r->fresh.size() * sizeof(struct wc_fresh);

	CHECK(cudaMalloc(&d->jobs, jobs_size));
	CHECK(cudaMalloc(&d->fresh_jobs, jobs_size));
	CHECK(cudaMalloc(&d->fresh, fresh_size));
	CHECK(cudaMalloc(&d->slots, r->fresh.size() * WC_SLOT_BYTES));
	CHECK(cudaMalloc(&d->in, BYTES));
	CHECK(cudaMalloc(&d->out, BYTES));
	CHECK(cudaMemcpy(d->fresh_jobs, r->jobs.data(), jobs_size,
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d->fresh, r->fresh.data(), fresh_size,
			 cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d->in, r->host_in, BYTES, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(d->out, 0xee, BYTES));
	return expand(r, v, d);
}

static bool measure(struct run *r, struct verdict *v)
{
	std::vector<double> times;
	cudaEvent_t start, stop;
	struct device d = {};

	if (!upload(r, v, &d))
		return false;
	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreate(&stop));
	for (int i = 0; i <= LAUNCHES; i++) {
		float ms;

		/* XTS writes tweaks over IVs. */
		CHECK(cudaMemcpy(d.jobs, d.fresh_jobs,
				 r->jobs.size() * sizeof(struct wc_job),
				 cudaMemcpyDeviceToDevice));
		CHECK(cudaEventRecord(start));
		if (!launch(r, v, &d))
			return false;
		CHECK(cudaEventRecord(stop));
		CHECK(cudaEventSynchronize(stop));
		CHECK(cudaEventElapsedTime(&ms, start, stop));
		if (i)
			times.push_back(ms);
	}
	std::sort(times.begin(), times.end());
	v->gb_per_s = r->bytes / times[times.size() / 2] / 1e6;
	CHECK(cudaMemcpy(r->host_out, d.out, BYTES, cudaMemcpyDeviceToHost));
	for (void *p : { (void *)d.jobs, (void *)d.fresh_jobs, (void *)d.fresh,
			 (void *)d.slots, (void *)d.in, (void *)d.out })
		cudaFree(p);
	return true;
}

static void one(int i, uint8_t *host_in, uint8_t *host_out, uint8_t *host_want,
		struct verdict *v)
{
	struct run r = {};

	memset(v, 0, sizeof(*v));
	v->spec = i;
	r.spec = &specs[i];
	r.host_in = host_in;
	r.host_out = host_out;
	r.host_want = host_want;
	make_jobs(&r);
	if (measure(&r, v))
		v->right = host_check(&r, v->note, sizeof(v->note));
}

/* Kernels from @from on, until one breaks the CUDA context. */
static void child(int from, int pipe_end)
{
	uint8_t *host_in = (uint8_t *)aligned_alloc(4096, BYTES);
	uint8_t *host_out = (uint8_t *)aligned_alloc(4096, BYTES);
	uint8_t *host_want = (uint8_t *)aligned_alloc(4096, BYTES);

	if (!host_in || !host_out || !host_want)
		_exit(2);
	parallel(256, [&](uint32_t part) {
		uint64_t *words = (uint64_t *)host_in + part * (BYTES / 8 / 256);

		for (uint32_t i = 0; i < BYTES / 8 / 256; i++)
			words[i] = mix64(((uint64_t)part << 32) + i);
	});
	for (int i = from; i < SPECS; i++) {
		struct verdict v;

		alarm(PATIENCE);
		one(i, host_in, host_out, host_want, &v);
		if (write(pipe_end, &v, sizeof(v)) != sizeof(v))
			_exit(2);
		if (cudaDeviceSynchronize() != cudaSuccess)
			_exit(3);
	}
	_exit(0);
}

static void run_all(struct verdict *verdicts)
{
	int next = 0;

	while (next < SPECS) {
		struct verdict v;
		int fd[2], status;
		pid_t pid;

		if (pipe(fd) || (pid = fork()) < 0) {
			perror("gpu-bench");
			exit(2);
		}
		if (!pid) {
			close(fd[0]);
			child(next, fd[1]);
		}
		close(fd[1]);
		while (read(fd[0], &v, sizeof(v)) == sizeof(v)) {
			verdicts[v.spec] = v;
			next = v.spec + 1;
			fprintf(stderr, "%2d of %d: %s-%s %s\n", next, SPECS,
				mode_name(&specs[v.spec]),
				cipher_names[specs[v.spec].cipher],
				v.right ? "right" : v.note);
		}
		close(fd[0]);
		waitpid(pid, &status, 0);
		if (next < SPECS && !(WIFEXITED(status) &&
				      WEXITSTATUS(status) == 3)) {
			verdicts[next].spec = next;
			snprintf(verdicts[next].note,
				 sizeof(verdicts[next].note),
				 "the process died (status %#x)", status);
			fprintf(stderr, "%s\n", verdicts[next].note);
			next++;
		}
	}
}

/* What a result file begins with; the commit is known to who runs this. */
static void print_head(const struct gpu_clock_reader *reader,
		       const struct gpu_clock *clock)
{
	const char *commit = getenv("WARPCRYPT_BENCH_COMMIT");
	time_t now = time(NULL);
	char date[32];

	strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", gmtime(&now));
	printf("# date: %s\n# GPU: %s, driver %s\n# commit: %s\n# command: gpu-bench\n"
	       "# SM clock while it ran: lowest %u, median %u, highest %u MHz (%u samples)\n",
	       date, reader->name, reader->driver, commit ? commit : "unknown",
	       clock->lowest, clock->median, clock->highest, clock->samples);
}

int main(void)
{
	std::vector<struct verdict> verdicts(SPECS);
	static struct gpu_clock_reader reader;
	struct gpu_clock clock;
	int wrong = 0;

	signal(SIGPIPE, SIG_IGN);
	gpu_clock_start(&reader);
	run_all(verdicts.data());
	clock = gpu_clock_stop(&reader);
	print_head(&reader, &clock);
	printf("\n%-12s%5s  %-11s%-16s%9s%9s  %s\n", "cipher", "key", "mode",
	       "jobs", "GB/s", "target", "result");
	for (int i = 0; i < SPECS; i++) {
		printf("%-12s%5u  %-11s%-16s%9.1f",
		       cipher_names[specs[i].cipher],
		       8 * specs[i].key_len, mode_name(&specs[i]),
		       cut_names[specs[i].cut], verdicts[i].gb_per_s);
		if (specs[i].target && !is_other_form(specs[i].cipher))
			printf("%9.0f", specs[i].target);
		else
			printf("%9s", "");
		printf("  %s\n", verdicts[i].right ? "right" :
							verdicts[i].note);
		wrong += !verdicts[i].right;
	}
	if (wrong)
		printf("%d of %d are WRONG\n", wrong, SPECS);
	else
		printf("all %d right, every byte compared\n", SPECS);
	return wrong != 0;
}
