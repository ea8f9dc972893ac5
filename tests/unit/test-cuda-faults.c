// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every place that calls the CUDA driver, and every way in which a call fails.
 * warpcryptd serves frames with CPUs and an emulated GPU (fake_cuda.c). A run
 * without faults tells which calls there are. Then each place's first and last call
 * fails, in a run of its own, in each way (--all: every call). Whatever fails, the
 * results of frames that the helper has done are right, it comes back to the GPU, and
 * ends with status 0 when asked to. KTAP; skipped if the driver library is not
 * fake_cuda.c's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ktap.h"
#include "tests/unit/daemon_run.h"
#include "tests/unit/fake_gpus.h"

#define FRAMES		3u
#define CALLS_MAX	FAKE_CUDA_RECORDS

static const struct wc_geometry geometry = { 64 << 10, 4, 64 };

static unsigned int injected, by_cpu, by_cpu_before, ecc_lines;

/* One frame by the GPU? Its results are right. */
static bool gpu_serves(void)
{
	uint32_t before = gpus->calls;

	return daemon_serves_on("cuda") && gpus->calls != before;
}

/* By the CPUs? */
static bool cpu_serves(void)
{
	by_cpu += daemon_serves_on("cpu");
	return by_cpu > by_cpu_before;
}

static unsigned int frames_left;

static bool gpu_serves_some(void)
{
	frames_left -= gpu_serves() && frames_left;
	return !frames_left;
}

/* How long the supervisor waits for the end of an engine, seconds: with a hang, all of it. */
#define STOP_SHORT	2u
#define STOP_LONG	60u

static unsigned int stop_timeout = STOP_LONG;

static void start(uint32_t fail_at, enum fake_cuda_fault fault)
{
	static char stop[32];
	const char *const args[] = { "--backend=auto", stop, NULL };

	snprintf(stop, sizeof(stop), "--stop-timeout=%u", stop_timeout);
	fake_gpus_reset(1);
	gpus->fault = fault;
	gpus->fail_at = fail_at;
	module_reset(7);
	daemon_start(args);
}

/* How many calls a run has, and how many of them before its end. */
static uint32_t clean_run(uint32_t *serving)
{
	start(0, 0);
	frames_left = FRAMES;
	if (!daemon_until(gpu_serves_some))
		return 0;
	*serving = gpus->calls;
	if (daemon_stop() || gpus->unwiped || gpus->left)
		return 0;
	return gpus->calls;
}

static bool call_failed(void)
{
	gpu_serves();
	return gpus->injected;
}

/* It fails before it serves, or while it does. Returns NULL, or what is wrong. */
static const char *fault_in_service(uint32_t n, enum fake_cuda_fault fault)
{
	start(n, fault);
	if (!daemon_until(call_failed))
		return "no call failed";
	by_cpu_before = by_cpu;
	/* A lost device is repaired later. */
	if (fault == FAKE_CUDA_LOST && !daemon_until(cpu_serves))
		return "the CPUs did not serve";
	gpus->lost = 0;
	frames_left = FRAMES;
	if (!daemon_until(gpu_serves_some))
		return "it did not come back";
	/* fake_nvml.c's numbers; an engine that never served has not logged them. */
	ecc_lines += strstr(daemon_log, "2 uncorrected ECC errors since its driver was loaded, 20 ever") != NULL;
	return NULL;
}

/* Call @n after it was asked to end fails. */
static const char *fault_at_end(uint32_t n, enum fake_cuda_fault fault)
{
	start(0, fault);
	frames_left = FRAMES;
	if (!daemon_until(gpu_serves_some))
		return "the GPU never served";
	gpus->fail_at = gpus->calls + n;
	return NULL;
}

static const char *faulty_run(uint32_t n, enum fake_cuda_fault fault,
			      uint32_t serving)
{
	const char *wrong;

	stop_timeout = fault == FAKE_CUDA_HANG ? STOP_SHORT : STOP_LONG;
	for (;;) {
		wrong = n <= serving ? fault_in_service(n, fault) :
				       fault_at_end(n - serving, fault);
		if (daemon_stop() && !wrong)
			wrong = "exit status";
		/* On a busy machine an engine may be killed before it comes to the call. */
		if (wrong || gpus->injected || stop_timeout == STOP_LONG)
			break;
		stop_timeout = STOP_LONG;
	}
	if (!wrong && gpus->injected != 1)
		wrong = "not one call failed";
	if (!wrong && (gpus->unwiped || gpus->left))
		wrong = "device memory was freed and not wiped";
	if (!wrong && module_is_attached())
		wrong = "a process is left";
	injected += gpus->injected;
	return wrong;
}

/* Is call @n the first or the last of its place? */
static bool is_chosen(const struct fake_cuda_record *calls, uint32_t count,
		      uint32_t n, bool only_first)
{
	bool first = true, last = true;
	uint32_t i;

	for (i = 0; i < count; i++) {
		if (calls[i].caller != calls[n].caller ||
		    strcmp(calls[i].name, calls[n].name))
			continue;
		first &= i >= n;
		last &= i <= n;
	}
	return first || (last && !only_first);
}

static void one_fault(const struct fake_cuda_record *calls, uint32_t count,
		      uint32_t serving, enum fake_cuda_fault fault, bool all)
{
	unsigned int runs = 0, wrong_runs = 0;
	/* A hang takes as long as the supervisor's patience. */
	bool only_first = fault == FAKE_CUDA_HANG;
	uint32_t n;

	for (n = 0; n < count; n++) {
		const char *wrong;

		if (!all && !is_chosen(calls, count, n, only_first))
			continue;
		runs++;
		wrong = faulty_run(n + 1, fault, serving);
		if (!wrong)
			continue;
		wrong_runs++;
		printf("# call %u, %s: %s; warpcryptd says:\n%s", n + 1,
		       calls[n].name, wrong, daemon_log);
	}
	ktap_ok(runs && !wrong_runs, "%s # %u of %u calls", fake_gpus_faults[fault], runs, count);
}

/* The faults that arguments name, all without. */
static bool is_wanted(int argc, char **argv, enum fake_cuda_fault fault)
{
	bool named = false, any = false;
	int i;

	for (i = 1; i < argc; i++) {
		any |= strncmp(argv[i], "--", 2) != 0;
		named |= !strcmp(argv[i], fake_gpus_faults[fault]);
	}
	return named || !any;
}

int main(int argc, char **argv)
{
	static struct fake_cuda_record calls[CALLS_MAX];
	bool all = argc > 1 && !strcmp(argv[1], "--all");
	uint32_t count, serving = 0;
	int fault;

	ktap_start();
	if (!fake_gpus_are_used()) {
		printf("1..0 # SKIP needs the fake libcuda.so.1\n");
		return 4;
	}
	fake_gpus_make();
	daemon_setup(&geometry);
	module_hangs = fake_gpus_hang;
	module_deadline_ms = 600;
	count = clean_run(&serving);
	ktap_ok(count && count < CALLS_MAX, "no fault");
	memcpy(calls, gpus->records, sizeof(calls));
	for (fault = 0; fault < FAKE_CUDA_FAULTS && count; fault++)
		if (is_wanted(argc, argv, fault))
			one_fault(calls, count, serving, fault, all);
	if (is_wanted(argc, argv, FAKE_CUDA_LAUNCH))
		ktap_ok(ecc_lines, "the GPU's error counts are logged");
	ktap_note("%u faults injected; frames: %u by the helper, of these %u by CPUs, %u in software",
		  injected, daemon_tally.done, by_cpu, daemon_tally.software);
	daemon_clean_up();
	fake_gpus_clean_up();
	return ktap_finish();
}
