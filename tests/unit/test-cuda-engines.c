// SPDX-License-Identifier: GPL-2.0-only
/*
 * warpcryptd with several engines: CPUs and two GPUs, which are emulated (fake_cuda.c).
 * Each gets work; one fails in every way, and the others go on in the same
 * attachment; it comes back. Which GPUs --gpu means, and what is said of one that
 * does not exist. KTAP; skipped if the driver library is not fake_cuda.c's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/ktap.h"
#include "tests/unit/daemon_run.h"
#include "tests/unit/fake_gpus.h"

/* While one engine hangs, the others of its process may take half of it for a frame. */
#define DEADLINE_MS	20000

static const struct wc_geometry geometry = { 64 << 10, 16, 64 };

static char stop_timeout[] = "--stop-timeout=60";
static const char *const automatic[] = { "--backend=auto", stop_timeout, NULL };
static const char *const only_gpus[] = { "--backend=cuda", stop_timeout, NULL };

static const char *awaited;

static void check(bool ok, const char *name)
{
	if (!ktap_ok(ok, "%s", name))
		printf("# warpcryptd says:\n%s", daemon_log);
}

static void start(unsigned int count, const char *const *args)
{
	fake_gpus_reset(count);
	module_reset(11);
	daemon_start(args);
}

static bool serves(void)
{
	return daemon_serves_on(awaited);
}

/* Wait until an engine has done a frame. */
static bool until_serves(const char *engine)
{
	awaited = engine;
	return daemon_until(serves);
}

/* Some frames for each, and only that GPU is busy meanwhile. */
static bool does_its_own(const char *engine, int gpu)
{
	uint32_t before[FAKE_CUDA_GPUS];
	unsigned int i;
	bool ok = true;

	for (i = 0; i < FAKE_CUDA_GPUS; i++)
		before[i] = gpus->launches[i];
	for (i = 0; i < 5; i++)
		ok &= daemon_serves_on(engine);
	for (i = 0; i < FAKE_CUDA_GPUS; i++)
		ok &= (gpus->launches[i] != before[i]) == ((int)i == gpu);
	return ok;
}

static void test_all_serve(void)
{
	start(2, automatic);
	check(until_serves("cpu") && does_its_own("cpu", -1),
	      "the CPUs do their frames");
	check(does_its_own("cuda0", 0), "the first GPU does its frames");
	check(does_its_own("cuda1", 1), "the second GPU does its frames");
	if (!access("/sys/devices/system/node", F_OK))
		check(gpus->near >= 2,
		      "the frames of each are on its NUMA node");
	else
		ktap_skip("the frames of each are on its NUMA node",
			  "the kernel has no NUMA");
	check(daemon_says("live: cuda0, cuda1, cpu,"), "all of them are one attachment");
	check(!daemon_stop(), "all end");
	check(!gpus->unwiped && !gpus->left, "device memory was wiped");
	check(daemon_stat("attaches") == 1 &&
	      daemon_stat("engine.cuda0.frames") >= 5 &&
	      daemon_stat("engine.cuda1.frames") >= 5 &&
	      daemon_stat("engine.cpu.frames") >= 5 &&
	      daemon_stat("frames") == daemon_stat("engine.cuda0.frames") +
	      daemon_stat("engine.cuda1.frames") +
	      daemon_stat("engine.cpu.frames"), "the counts of each");
}

static bool has_failed(void)
{
	daemon_serves_on("cuda1");
	return gpus->injected;
}

static bool is_without(void)
{
	daemon_serves_on("cuda0");
	return module_is_attached() && module_find("cuda0") >= 0 &&
	       module_find("cuda1") < 0;
}

/*
 * The second GPU fails under load. Nothing is wrong, the rest goes on, and it comes
 * back when it answers. Returns NULL, or what is wrong.
 */
static const char *one_fails(const char *const *args, enum fake_cuda_fault fault,
			     bool cpu)
{
	uint32_t generation;

	/* A call that hangs does so until the process is killed. */
	strcpy(stop_timeout, fault == FAKE_CUDA_HANG ? "--stop-timeout=10" : "--stop-timeout=60");
	start(2, args);
	if (!until_serves("cuda0") || !until_serves("cuda1"))
		return "they do not serve";
	generation = module->generation;
	gpus->fault = fault;
	gpus->fail_on = 2;
	gpus->fail_at = gpus->calls + 1;
	if (!daemon_until(has_failed))
		return "no call failed";
	if (!daemon_until(is_without))
		return "it was not retired";
	/* It cannot come back yet. */
	if (fault == FAKE_CUDA_LOST &&
	    (!until_serves("cuda0") || (cpu && !until_serves("cpu")) ||
	     module->generation != generation || module->retires != 1))
		return "the others did not go on";
	gpus->lost = 0;
	if (!until_serves("cuda1") || !until_serves("cuda0"))
		return "it did not come back";
	if (module->generation != generation + 1)
		return "not in the next attachment";
	if (!daemon_says("cuda1 is out of service, the others go on"))
		return "it is not said";
	if (fault == FAKE_CUDA_HANG && strstr(daemon_log, "makes no progress"))
		return "the process was killed";
	/* fake_nvml.c's number of the second. */
	if (fault == FAKE_CUDA_LOST && !daemon_says("3 uncorrected ECC errors"))
		return "its error counts are not said";
	return daemon_stop() ? "exit status" :
	       gpus->unwiped || gpus->left ? "device memory was not wiped" :
	       module_is_attached() ? "a process is left" : NULL;
}

static void test_one_fails(void)
{
	char name[120];
	int fault, cpu;

	for (fault = 0; fault < FAKE_CUDA_FAULTS; fault++) {
		for (cpu = 0; cpu < 2; cpu++) {
			const char *wrong;

			wrong = one_fails(cpu ? automatic : only_gpus, fault,
					  cpu);
			if (wrong)
				daemon_stop();
			snprintf(name, sizeof(name), "%s of one of two GPUs%s%s%s",
				 fake_gpus_faults[fault], cpu ? ", with CPUs" : "",
				 wrong ? ": " : "", wrong ? wrong : "");
			check(!wrong, name);
		}
	}
	strcpy(stop_timeout, "--stop-timeout=60");
}

static bool cpu_is_alone(void)
{
	daemon_serves_on("cuda0");
	daemon_serves_on("cuda1");
	return module_is_attached() && module_find("cuda") < 0 &&
	       module_find("cpu") >= 0;
}

/* In another process than at first. */
static bool alone_anew(void)
{
	daemon_serves_on("cuda0");
	daemon_serves_on("cpu");
	return module_is_attached() && module->engines == 1 &&
	       module_find("cpu") == 0;
}

/* An error of one GPU may be one of all of the process, CUDA's manual says. */
static void test_both_fail(void)
{
	uint32_t calls;
	bool ok;

	start(2, automatic);
	ok = until_serves("cuda1");
	gpus->wide = 1;
	gpus->fault = FAKE_CUDA_LAUNCH;
	gpus->fail_at = gpus->calls + 1;
	ok &= daemon_until(cpu_is_alone);
	check(ok && until_serves("cpu") && daemon_says("cuda0 is out of service") &&
	      daemon_says("cuda1 is out of service"),
	      "both GPUs fail, and the CPUs go on");
	check(until_serves("cuda0") && until_serves("cuda1"), "both come back");
	check(!daemon_stop(), "and end");

	/* As long as they are lost, only the process that tries them uses CUDA. */
	start(1, automatic);
	ok = until_serves("cuda0");
	gpus->fault = FAKE_CUDA_LOST;
	gpus->fail_at = gpus->calls + 1;
	ok &= daemon_until(alone_anew);
	calls = gpus->loads[module->helper % FAKE_CUDA_PIDS];
	check(ok && !calls && until_serves("cpu"),
	      "the CPUs serve in a process without CUDA");
	gpus->lost = 0;
	check(until_serves("cuda0"), "and the GPU comes back");
	check(!daemon_stop(), "and end");
}

static bool only_is(const char *engine, const char *const *args)
{
	bool ok;

	start(2, args);
	ok = until_serves(engine) && module->engines == 1;
	return !daemon_stop() && ok;
}

#define UUID(n)		FAKE_CUDA_UUID #n

static void test_chosen(void)
{
	static const char *const by_number[] = { "--backend=cuda", "--gpu=1",
						 NULL };
	static const char *const by_uuid[] = { "--backend=cuda",
					       "--gpu=" UUID(1), NULL };
	static const char *const two[] = { "--gpu=" UUID(2) ",0",
					   "--backend=cpu,cuda", NULL };

	check(only_is("cuda1", by_number), "a GPU by its number");
	check(only_is("cuda1", by_uuid), "a GPU by its UUID");
	start(3, two);
	check(until_serves("cuda0") && until_serves("cuda2") &&
	      module_find("cuda1") < 0 && until_serves("cpu"),
	      "two of three GPUs and the CPUs");
	check(!daemon_stop(), "and end");
}

/* It ends with this status, and the message has both. */
static void refused(const char *option, int status, const char *first,
		    const char *second)
{
	const char *const args[] = { option, NULL };
	char name[160];
	int ret;

	start(2, args);
	ret = daemon_wait();
	snprintf(name, sizeof(name), "%s is refused", option);
	check(ret == status && daemon_says(first) && daemon_says(second) &&
	      !module_is_attached(), name);
}

static void test_wrong_names(void)
{
	const char *all = "there are: 0 (" UUID(0) "), 1 (" UUID(1) ")";

	refused("--gpu=2", 2, "no GPU 2;", all);
	refused("--gpu=0,7", 2, "no GPU 7;", all);
	refused("--gpu=" UUID(9), 2, "no GPU " UUID(9) ";", all);
	refused("--gpu=0," UUID(0), 2, UUID(0) " is GPU 0", "named twice");
	refused("--gpu=1,1", 2, "1 is there twice", "name each GPU once");
	refused("--gpu=first", 2, "--gpu=first: give all, or numbers", "");
	refused("--gpu=", 2, "--gpu=: give all", "");
	refused("--gpu=0,", 2, "--gpu=0,: give all", "");
	refused("--gpu=MIG-00000000-0000-0000-0000-000000000001,0", 2,
		"one MIG slice", "alone");
	refused("--gpu=MIG-00000000-0000-0000-0000-000000000001", 2,
		"no MIG slice", "nvidia-smi -L");
	refused("--backend=cuda,cuda", 2, "--backend=cuda,cuda: give", "");
	refused("--backend=null,cpu", 2, "--backend=null,cpu: give", "");
	refused("--backend=", 2, "--backend=: give", "");
}

static void test_no_gpu(void)
{
	start(2, automatic);
	gpus->none = 1;
	check(until_serves("cpu") && module->engines == 1,
	      "no GPU: the CPUs serve");
	gpus->none = 0;
	check(until_serves("cuda0") && until_serves("cuda1"),
	      "GPUs that come later serve");
	check(!daemon_stop(), "and end");

	start(2, only_gpus);
	gpus->none = 1;
	check(daemon_wait() == 1 && daemon_says("no GPU in this machine"),
	      "no GPU and no CPUs: the end");

	start(2, automatic);
	gpus->lost = 2;
	check(until_serves("cuda0") && until_serves("cpu") &&
	      daemon_says("without cuda1"), "a GPU that is lost: the others serve");
	gpus->lost = 0;
	check(until_serves("cuda1") && until_serves("cuda0"),
	      "it serves when it answers");
	check(!daemon_stop(), "and end");
}

int main(void)
{
	ktap_start();
	if (!fake_gpus_are_used()) {
		printf("1..0 # SKIP needs the fake libcuda.so.1\n");
		return 4;
	}
	fake_gpus_make();
	daemon_setup(&geometry);
	module_hangs = fake_gpus_hang;
	module_deadline_ms = DEADLINE_MS;
	test_all_serve();
	test_one_fails();
	test_both_fail();
	test_chosen();
	test_wrong_names();
	test_no_gpu();
	ktap_note("frames: %u by engines, %u in software", daemon_tally.done,
		  daemon_tally.software);
	daemon_clean_up();
	fake_gpus_clean_up();
	return ktap_finish();
}
