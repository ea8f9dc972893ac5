// SPDX-License-Identifier: GPL-2.0-only
/*
 * prometheus: counters, state and GPUs in Prometheus' text format, for
 * node-exporter's textfile collector.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/ctl/commands.h"
#include "tools/ctl/counters.h"
#include "tools/ctl/driver.h"
#include "tools/ctl/gpu.h"
#include "tools/ctl/root.h"
#include "tools/replace.h"

/*
 * What the module's counters count, in a line for Prometheus. Those of an algorithm and of an
 * engine are in write_all().
 */
static const struct {
	const char *name, *help;
} events[] = {
	{ "frames.fetched", "Frames that were handed out to the helper" },
	{ "frames.committed", "Frames that the helper gave back as done" },
	{ "frames.failed", "Frames that the helper gave back as failed" },
	{ "frames.lost", "Frames that a helper had when it ended" },
	{ "requests.committed", "Parts of requests in the frames that were done" },
	{ "bytes.committed", "Their bytes" },
	{ "kat.requests", "Known answers that helpers were asked for" },
	{ "kat.bytes", "Their bytes" },
	{ "kat.passed", "Helpers whose known answers were right" },
	{ "kat.failed", "Helpers that gave a wrong known answer" },
	{ "attach.count", "Helpers that were attached" },
	{ "attach.refused", "Helpers that were refused" },
	{ "enter.calls", "Calls with which the helper's threads fetch and give back frames" },
	{ "commit.refused", "Calls that named a frame which the helper did not have" },
	{ "commit.taken_over", "Frames that the watchdog delivered, because the helper's thread was held up" },
	{ "choice.trials", "Times that requests began to go to an engine by the account of a CPU" },
	{ "choice.offloaded", "Requests for an engine by the account of a CPU" },
	{ "choice.forced", "Requests for an engine by the parameter choice, or without known rates" },
	{ "backlog.queued", "Requests that waited for room in a frame" },
	{ "backlog.implicit", "Those of them whose callers had not asked to wait" },
	{ "sync.done", "Results from the helper for threads that waited for them" },
	{ "verify.snapshots", "Copies that were made to verify requests" },
	{ "verify.done", "Requests that software did, too, and compared" },
	{ "verify.skipped", "Requests that should have been verified and were too long or too many" },
	{ "verify.mismatch", "Wrong results that verification has found" },
	{ "keyslots.exhausted", "Requests that found no key slot" },
	{ "keyslots.evicted", "Keys that lost their slot to another key" },
	{ "keyslots.released", "Keys that lost their slot for any reason" },
	{ "links.killed", "Helpers that were taken out of service" },
	{ "engines.retired", "Engines that were taken out of service while others went on" },
	{ "requests.again", "Requests that another engine did after that" },
};

/* What a counter counts. */
static const char *help_of(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		if (!strcmp(events[i].name, name))
			return events[i].help;
	return "A counter of a newer module than this program";
}

static const char *const states[] = {
	"down", "testing", "registering", "live", "suspended",
};

static void head(FILE *f, const char *name, const char *type, const char *help)
{
	fprintf(f, "# HELP warpcrypt_%s %s\n# TYPE warpcrypt_%s %s\n", name,
		help, name, type);
}

static void gauge(FILE *f, const char *name, const char *help, uint64_t value)
{
	head(f, name, "gauge", help);
	fprintf(f, "warpcrypt_%s %" PRIu64 "\n", name, value);
}

static void write_driver(FILE *f, const struct driver *d)
{
	const char *at;
	size_t i;

	gauge(f, "module_loaded", "1 if the module is loaded", d->loaded);
	if (!d->loaded)
		return;
	head(f, "state", "gauge", "1 for the state that the module is in");
	for (i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		fprintf(f, "warpcrypt_state{state=\"%s\"} %d\n", states[i],
			!strcmp(d->state, states[i]));
	gauge(f, "link_generation", "How many helpers have attached",
	      d->generation);
	gauge(f, "link_frames", "Frames of the attached helper", d->frames);
	gauge(f, "link_frames_busy", "How many of them are in use",
	      d->frames_busy);
	gauge(f, "link_frame_size_bytes", "Size of a frame", d->frame_size);
	gauge(f, "link_key_slots", "Key slots of the attached helper",
	      d->key_slots);
	gauge(f, "link_queues", "Queues of the attached helper", d->queues);
	if (d->engine_count)
		head(f, "engine_live", "gauge",
		     "1 for an engine of the helper that is in service");
	for (i = 0; i < d->engine_count; i++) {
		fprintf(f, "warpcrypt_engine_live{engine=\"%zu\",name=\"", i);
		/* The helper has chosen it, of any printable characters. */
		for (at = d->engines[i].name; *at; at++)
			fprintf(f, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
		fprintf(f, "\",kind=\"%s\"} %d\n", d->engines[i].kind,
			!strcmp(d->engines[i].state, "live"));
	}
}

/* A counter that each engine has. The module counts also for engines that are not. */
static void write_engines(FILE *f, const char *name, const char *help,
			  const struct driver *d, const struct counters *counters)
{
	char key[COUNTER_NAME_MAX];
	uint64_t value;
	unsigned int i;

	snprintf(key, sizeof(key), "engine_%s_total", name);
	head(f, key, "counter", help);
	for (i = 0; i < DRIVER_ENGINES_MAX; i++) {
		value = counters_get(counters, "engine.%u.%s", i, name);
		if (value || i < d->engine_count)
			fprintf(f, "warpcrypt_%s{engine=\"%u\"} %" PRIu64 "\n",
				key, i, value);
	}
}

/* What is printed of each algorithm; what software did by reason. */
static const struct {
	const char *name, *help;
	bool software, bytes;
} of_algs[] = {
	{ "offload_requests_total", "Requests that the helper did", false, false },
	{ "offload_bytes_total", "Bytes of the requests that the helper did", false, true },
	{ "software_requests_total", "Requests that software did, by reason", true, false },
	{ "software_bytes_total", "Bytes of the requests that software did, by reason", true, true },
};

static void write_alg(FILE *f, size_t what, const struct alg_counts *alg)
{
	const char *name = of_algs[what].name;
	bool bytes = of_algs[what].bytes;
	size_t i;

	if (!of_algs[what].software)
		fprintf(f, "warpcrypt_%s{algorithm=\"%s\"} %" PRIu64 "\n", name, alg->name,
			bytes ? alg->bytes : alg->requests);
	for (i = 0; of_algs[what].software && i < alg->reason_count; i++) {
		const struct reason *r = &alg->reasons[i];

		fprintf(f, "warpcrypt_%s{algorithm=\"%s\",reason=\"%s\"} %" PRIu64 "\n",
			name, alg->name, r->name, bytes ? r->bytes : r->requests);
	}
}

static void write_algs(FILE *f, const struct counters *counters)
{
	struct alg_counts alg;
	size_t what, at = 0;

	for (what = 0; what < sizeof(of_algs) / sizeof(of_algs[0]); what++) {
		head(f, of_algs[what].name, "counter", of_algs[what].help);
		while ((at = counters_next_alg(counters, at, &alg)))
			write_alg(f, what, &alg);
	}
}

/* All that belong to no algorithm and no engine: frames.fetched and so on. */
static void write_events(FILE *f, const struct counters *counters)
{
	char name[COUNTER_NAME_MAX + 8], *dot;
	size_t i;

	for (i = 0; i < counters->count; i++) {
		const struct counter *c = &counters->all[i];

		if (!strncmp(c->name, "alg.", 4) ||
		    !strncmp(c->name, "engine.", 7))
			continue;
		snprintf(name, sizeof(name), "%s_total", c->name);
		while ((dot = strchr(name, '.')))
			*dot = '_';
		head(f, name, "counter", help_of(c->name));
		fprintf(f, "warpcrypt_%s %" PRIu64 "\n", name, c->value);
	}
}

/* What is printed of each GPU, in the order of gpu_values(). */
static const struct {
	const char *name, *type, *help;
} of_gpus[] = {
	{ "gpu_utilization_ratio", "gauge", "Part of the time in which the GPU computed" },
	{ "gpu_temperature_celsius", "gauge", "Its temperature" },
	{ "gpu_power_watts", "gauge", "What it consumes" },
	{ "gpu_memory_used_bytes", "gauge", "Its memory in use" },
	{ "gpu_ecc_uncorrected_total", "counter",
	  "Uncorrected memory errors since its driver was loaded" },
};

#define OF_GPUS	(sizeof(of_gpus) / sizeof(of_gpus[0]))

/* Negative numbers are not known. */
static void gpu_values(const struct gpu *gpu, double values[OF_GPUS])
{
	values[0] = gpu->busy < 0 ? -1 : gpu->busy / 100.0;
	values[1] = gpu->celsius;
	values[2] = gpu->watts;
	values[3] = gpu->memory_total ? (double)gpu->memory_used : -1;
	values[4] = gpu->ecc_known ? (double)gpu->ecc_now : -1;
}

static void write_gpus(FILE *f, const struct gpu *gpus, size_t count)
{
	double values[OF_GPUS];
	size_t what, i;

	for (what = 0; count && what < OF_GPUS; what++) {
		head(f, of_gpus[what].name, of_gpus[what].type, of_gpus[what].help);
		for (i = 0; i < count; i++) {
			gpu_values(&gpus[i], values);
			if (values[what] >= 0)
				fprintf(f, "warpcrypt_%s{gpu=\"%u\",uuid=\"%s\"} %.15g\n",
					of_gpus[what].name, gpus[i].index, gpus[i].uuid, values[what]);
		}
	}
}

/* Returns 0 or a negative errno; then @what could not be read. */
static int write_all(FILE *f, const char **what)
{
	struct counters counters = { 0 };
	struct gpu gpus[GPUS_MAX];
	struct driver driver;
	int err = driver_read(&driver);

	*what = "the module's state";
	if (!err && driver.loaded) {
		*what = "the counters";
		err = counters_read(&counters);
	}
	if (err) {
		counters_free(&counters);
		return err;
	}
	head(f, "build_info", "gauge", "1; the version of warpcryptctl, which wrote this");
	fprintf(f, "warpcrypt_build_info{version=\"%s\"} 1\n", WARPCRYPT_VERSION);
	write_driver(f, &driver);
	if (driver.loaded) {
		write_algs(f, &counters);
		write_engines(f, "requests",
			      "Parts of requests in the frames that the engine has done",
			      &driver, &counters);
		write_engines(f, "bytes", "Their bytes", &driver, &counters);
		write_events(f, &counters);
	}
	counters_free(&counters);
	write_gpus(f, gpus, gpus_read(gpus));
	return 0;
}

/*
 * The file is replaced at once: a reader never sees half of it. Returns 0 or a
 * negative errno of @what.
 */
static int write_file(const char *path, const char **what)
{
	struct replace to;
	struct stat st;
	int err, ended;

	*what = path;
	/* Devices, pipes and links are not for rename() to replace. */
	if (!lstat(path, &st) && !S_ISREG(st.st_mode))
		return -ENOTSUP;
	err = replace_open(&to, path, false);
	if (err)
		return err;
	/* The collector is another user. */
	err = fchmod(fileno(to.file), 0644) ? -errno : write_all(to.file, what);
	if (!err)
		*what = path;
	ended = replace_close(&to, !err);
	return err ? err : ended;
}

int ctl_prometheus(const struct ctl_options *options)
{
	const char *what;
	int err;

	if (options->output)
		err = write_file(options->output, &what);
	else
		err = write_all(stdout, &what);
	/* The hints of root_fail() are for files of the module. */
	if (err && what == options->output) {
		fprintf(stderr, "warpcryptctl: %s: %s\n", what,
			err == -ENOTSUP ?
			"not a regular file; only such a one is replaced" :
			strerror(-err));
		return CTL_FAILED;
	}
	return err ? root_fail(what, err) : CTL_OK;
}
