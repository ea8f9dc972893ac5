// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor's checks of the helper: is it there, attached, on the right engine, and
 * are its results right?
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tools/ctl/checks.h"
#include "tools/ctl/gpu.h"
#include "tools/ctl/root.h"

/* What a helper locks without options: 64 frames of 1 MiB, and keys. */
#define DEFAULT_ARENA	((64u << 20) + 1024 * 128)

/* Is a helper in service? */
void doctor_check_helper(struct doctor *d)
{
	int pid = driver_helper(d->processes, d->process_count);

	if (driver_is_live(&d->driver))
		doctor_fine(d, "helper", "a helper is in service");
	else if (strcmp(d->driver.state, "down"))
		doctor_fine(d, "helper", "the state is '%s': it will change soon",
			    d->driver.state);
	else if (!pid)
		doctor_problem(d, "no-helper",
			       "systemctl enable --now warpcryptd; systemctl status warpcryptd says why it does not run",
			       "no warpcryptd runs: all is done in software");
	else
		doctor_problem(d, "helper-not-attached",
			       "journalctl -u warpcryptd, and dmesg, say what it is waiting for",
			       "warpcryptd runs (process %d), but is not attached: all is done in software",
			       pid);
}

/* May a helper that is not attached lock its memory? */
void doctor_check_memlock(struct doctor *d)
{
	size_t i;

	if (strcmp(d->driver.state, "down"))
		return;
	for (i = 0; i < d->process_count; i++) {
		const struct process *p = &d->processes[i];

		if (p->may_lock || p->memlock >= DEFAULT_ARENA)
			continue;
		doctor_problem(d, "memlock",
			       "give it CAP_IPC_LOCK or a higher limit (the unit has LimitMEMLOCK=infinity), or fewer and smaller frames (--frames, --frame-size)",
			       "warpcryptd (process %d) may lock %" PRIu64 " KiB of memory; its arena has %u KiB by default",
			       p->pid, p->memlock / 1024, DEFAULT_ARENA / 1024);
		return;
	}
}

/* Does a helper work on the CPU although there is a GPU? */
void doctor_check_engine(struct doctor *d)
{
	unsigned int gpus = gpus_in_machine();
	size_t i;

	for (i = 0; i < d->driver.engine_count; i++)
		if (!strcmp(d->driver.engines[i].state, "retired"))
			doctor_problem(d, "engine-retired",
				       "journalctl -u warpcryptd says what it failed at; systemctl restart warpcryptd tries it again",
				       "the engine %s is out of service",
				       d->driver.engines[i].name);
	if (!d->driver.engine_count || !gpus)
		return;
	if (driver_has_gpu(&d->driver))
		doctor_fine(d, "engine", "the helper uses a GPU");
	else if (!root_exists("/sys/module/nvidia"))
		doctor_problem(d, "gpu-without-driver",
			       "install NVIDIA's driver and load it: modprobe nvidia; then systemctl restart warpcryptd",
			       "the helper works on the CPUs: there %s %u NVIDIA GPU%s, but no driver is loaded",
			       gpus > 1 ? "are" : "is", gpus, gpus > 1 ? "s" : "");
	else
		doctor_problem(d, "cpu-although-gpu",
			       "journalctl -u warpcryptd says why it does not use a GPU (built without CUDA? GPU too old, busy or broken?); nvidia-smi shows its state",
			       "the helper works on the CPUs, although there %s %u NVIDIA GPU%s and their driver is loaded",
			       gpus > 1 ? "are" : "is", gpus, gpus > 1 ? "s" : "");
}

/* Have known answers failed, or are they switched off? */
void doctor_check_kat(struct doctor *d)
{
	uint64_t failed = counters_get(&d->counters, "kat.failed");
	char value[16];

	if (failed)
		doctor_problem(d, "known-answers-failed",
			       "do not trust this GPU: dmesg says which answer was wrong; try warpcryptd --backend=cpu, then the GPU's own diagnostics",
			       "%" PRIu64 " helper%s gave wrong answers to the module's known answers",
			       failed, failed > 1 ? "s" : "");
	if (!driver_param(value, sizeof(value), "kat") && *value == 'N')
		doctor_problem(d, "known-answers-off",
			       "echo 1 >/sys/module/warpcrypt/parameters/kat, then systemctl restart warpcryptd",
			       "the known answers are switched off (kat=0): a broken helper destroys data");
	else if (!failed && !d->counters_err)
		doctor_fine(d, "known-answers", "no known answer was wrong");
}

/* Has a helper been taken out of service? */
void doctor_check_results(struct doctor *d)
{
	uint64_t wrong = counters_get(&d->counters, "verify.mismatch");
	uint64_t killed = counters_get(&d->counters, "links.killed");
	uint64_t failed = counters_get(&d->counters, "kat.failed");

	if (wrong)
		doctor_problem(d, "wrong-results",
			       "stop the helper (systemctl stop warpcryptd); check the data that was written, then the GPU",
			       "verification found %" PRIu64 " wrong results of a helper",
			       wrong);
	/* Those are counted as killed, too. */
	else if (killed > failed)
		doctor_problem(d, "helper-killed",
			       "dmesg says why (deadline, errors, late); if the helper is only slow, deadline_ms can be longer",
			       "%" PRIu64 " helper%s taken out of service; no data was lost",
			       killed - failed, killed - failed > 1 ? "s were" : " was");
}

/* Do the GPUs report errors? */
void doctor_check_gpus(struct doctor *d)
{
	struct gpu gpus[GPUS_MAX];
	size_t count = gpus_read(gpus), i;
	char last[256];
	int xid;

	for (i = 0; i < count; i++) {
		if (!gpus[i].ecc_known || !gpus[i].ecc_now)
			continue;
		doctor_problem(d, "gpu-memory-errors",
			       "nvidia-smi -q -d ECC,PAGE_RETIREMENT,ROW_REMAPPER; reset or replace the GPU",
			       "GPU %u (%s) has %" PRIu64 " uncorrected memory errors since its driver was loaded",
			       gpus[i].index, gpus[i].name, gpus[i].ecc_now);
	}
	xid = gpus_xid_errors(last, sizeof(last));
	if ((xid == -EACCES || xid == -EPERM) && gpus_in_machine())
		doctor_skipped(d, "kernel-log", "the kernel's log is root's: Xid errors of GPUs");
	if (xid > 0)
		doctor_problem(d, "gpu-xid-errors",
			       "look the number after Xid up in NVIDIA's list of Xid errors; if it comes again, reset or replace the GPU",
			       "the kernel log has %d error%s of NVIDIA GPUs; the last: %s",
			       xid, xid > 1 ? "s" : "", last);
}
