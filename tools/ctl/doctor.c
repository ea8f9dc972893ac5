// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor: runs the checks and prints what they find.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tools/ctl/checks.h"
#include "tools/ctl/commands.h"
#include "tools/ctl/modules.h"
#include "tools/ctl/root.h"

static int look(struct doctor *d)
{
	int err;

	d->findings = json_object_new_array();
	err = modules_kernel(d->release, sizeof(d->release));
	if (err)
		return root_fail("the kernel's version", err);
	err = crypto_read(&d->algs);
	if (err)
		return root_fail("/proc/crypto", err);
	err = driver_read(&d->driver);
	if (err)
		return root_fail("the module's state", err);
	d->counters_err = d->driver.loaded ? counters_read(&d->counters) : -ENOENT;
	d->process_count = driver_processes(d->processes);
	return 0;
}

static void run_checks(struct doctor *d)
{
	doctor_check_module(d);
	doctor_check_lockdown(d);
	doctor_check_software(d);
	doctor_check_kernels(d);
	doctor_check_af_alg(d);
	if (!d->driver.loaded)
		return;
	if (d->counters_err == -EACCES || d->counters_err == -EPERM)
		doctor_skipped(d, "counters", "the counters are root's: wrong results and helpers that were taken out of service");
	else if (d->counters_err)
		doctor_problem(d, "counters-unreadable",
			       "dmesg may say why; is the module of this version?",
			       "the counters cannot be read (%s): not all was looked at",
			       strerror(-d->counters_err));
	doctor_check_device(d);
	doctor_check_algorithms(d);
	doctor_check_helper(d);
	doctor_check_memlock(d);
	doctor_check_kat(d);
	doctor_check_engine(d);
	doctor_check_results(d);
	doctor_check_gpus(d);
}

static const char *text_of(struct json_object *o, const char *name)
{
	return json_object_get_string(json_object_object_get(o, name));
}

static bool is(struct json_object *o, const char *name)
{
	return json_object_get_boolean(json_object_object_get(o, name));
}

static int print_text(const struct doctor *d)
{
	struct json_object *o;
	size_t i;

	for (i = 0; i < json_object_array_length(d->findings); i++) {
		o = json_object_array_get_idx(d->findings, i);
		if (!is(o, "problem")) {
			printf("%-8s %s\n", is(o, "skipped") ? "skipped" : "ok",
			       text_of(o, "text"));
			continue;
		}
		printf("PROBLEM  %s [%s]\n         next: %s\n", text_of(o, "text"),
		       text_of(o, "id"), text_of(o, "next"));
	}
	if (d->problems)
		printf("%u problem%s", d->problems, d->problems > 1 ? "s" : "");
	else
		printf("no problems");
	printf("%s\n", d->skipped ? " in what this user may see; root sees all" : "");
	return fflush(stdout);
}

static int print(struct doctor *d, bool json)
{
	struct json_object *o;

	if (!json)
		return print_text(d);
	o = json_object_new_object();
	put_text(o, "kernel", d->release);
	put_int(o, "problems", d->problems);
	put_int(o, "skipped", d->skipped);
	json_object_object_add(o, "findings", json_object_get(d->findings));
	return json_out(o, false);
}

int ctl_doctor(const struct ctl_options *options)
{
	struct doctor d = { 0 };
	int ret = look(&d);

	if (!ret) {
		run_checks(&d);
		ret = print(&d, options->json) ? CTL_FAILED :
		      d.problems ? CTL_PROBLEMS : CTL_OK;
	}
	json_object_put(d.findings);
	counters_free(&d.counters);
	crypto_free(&d.algs);
	return ret;
}
