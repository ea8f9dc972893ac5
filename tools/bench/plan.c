// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/plan.h"

#include <stdio.h>
#include <string.h>

#include "tools/bench/report.h"
#include "tools/bench/util.h"

/* Before the first run, so that caches, pages and key schedules are there. */
#define POINT_BYTES	32u
#define WARM_UP_NS	50000000ull

/* A key length that an algorithm has: XTS has two keys, cipher_null none. */
static uint32_t usual_key_len(const char *alg)
{
	if (strstr(alg, "cipher_null"))
		return 0;
	return strstr(alg, "xts") ? 64 : 32;
}

/* Is it the name of key agreements? */
static bool is_kpp(const char *alg)
{
	return !strncmp(alg, "curve25519", 10) ||
	       !strncmp(alg, "edwards25519", 12);
}

/*
 * A variant that measures an algorithm: its name or its driver's, and maybe a colon and a value of
 * the module's parameter "choice"; @label must outlive @v.
 */
void plan_alg(struct variant *v, const char *label)
{
	char *alg = strdup(label), *colon;

	if (!alg)
		die("out of memory");
	colon = strchr(alg, ':');
	if (colon)
		*colon++ = '\0';
	*v = (struct variant){
		.label = label, .alg = alg, .choice = colon,
		.kind = is_kpp(alg) ? WCB_KPP : WCB_SKCIPHER,
		.key_len = usual_key_len(alg),
	};
}

/* A job for a variant at a point, of @ns; 0: the caller sets @job->max_bytes. */
void plan_job(struct wcb_job *job, const struct point *point,
	      const struct variant *v, uint64_t ns)
{
	memset(job, 0, sizeof(*job));
	job->kind = v->kind;
	job->flags = point->flags;
	job->size = point->size;
	job->depth = point->depth;
	job->max_ns = ns;
	job->submitters = point->submitters;
	if (v->kind == WCB_LOOP)
		return;
	job->key_len = v->key_len;
	memcpy(job->key, point->key, job->key_len);
	snprintf(job->alg, sizeof(job->alg), "%s", v->alg);
}

static void take(struct figure *f, const struct wcb_job *job)
{
	const struct wcb_result *r = &job->result;
	uint32_t i = f->runs++;

	f->krps[i] = r->elapsed_ns ? r->requests * 1e6 / r->elapsed_ns : 0;
	f->fairness[i] = r->most_requests ?
			 (double)r->least_requests / r->most_requests : 0;
	f->mbps[i] = f->krps[i] * job->size / 1e3;
	f->cpu_us[i] = r->requests ? r->cpu_ns / 1e3 / r->requests : 0;
	f->lat_p50[i] = r->lat_median / 1e3;
	f->lat_p99[i] = r->lat_p99 / 1e3;
	if (!f->errors)
		f->first_error = r->first_error;
	f->errors += r->errors;
	f->requests += r->requests;
	memcpy(f->driver, r->driver, sizeof(f->driver));
}

/*
 * Has a variant requests of so many bytes? Exits with a message if not: a point is always as long
 * as any other.
 */
void plan_check_size(const struct variant *v, uint64_t size)
{
	if (v->kind == WCB_KPP && size != POINT_BYTES)
		usage_error("--sizes: points of %s have %u bytes", v->alg,
			    POINT_BYTES);
}

/*
 * Measure at most VARIANTS_MAX variants at one point. The runs are interleaved (A B C A B C ...),
 * so that slow changes of the machine affect all. Exits with a message if a job cannot be run.
 * Returns whether requests failed.
 */
bool plan_measure(struct device *dev, const struct point *point,
		  const struct variant *variants, size_t n,
		  struct measured *m)
{
	struct wcb_job job;
	bool failed = false;
	uint32_t run;
	size_t i;

	memset(m, 0, sizeof(*m));
	m->point = *point;
	m->n = n;
	for (i = 0; i < n; i++) {
		m->figures[i].variant = &variants[i];
		plan_job(&job, point, &variants[i], WARM_UP_NS);
		module_set_choice(variants[i].choice);
		device_run(dev, &job);
	}
	for (run = 0; run < point->runs; run++) {
		for (i = 0; i < n; i++) {
			struct module_counts before;

			plan_job(&job, point, &variants[i], point->ns);
			module_set_choice(variants[i].choice);
			module_counts_read(&before);
			device_run(dev, &job);
			module_counts_add_since(&m->figures[i].counters,
						&before);
			take(&m->figures[i], &job);
			failed |= job.result.errors != 0;
		}
	}
	return failed;
}

static struct json_object *array(const double *values, size_t n)
{
	struct json_object *a = json_object_new_array();
	char text[64];
	size_t i;

	for (i = 0; i < n; i++) {
		snprintf(text, sizeof(text), "%.1f", values[i]);
		json_object_array_add(a, json_object_new_double_s(values[i],
								  text));
	}
	return a;
}

static struct json_object *figure_json(const struct measured *m,
				       const struct figure *f)
{
	struct json_object *o = json_object_new_object();

	put_text(o, "what", f->variant->label);
	if (f->variant->choice)
		put_text(o, "choice", f->variant->choice);
	put_text(o, "driver", *f->driver ? f->driver : NULL);
	put_real(o, "mbps", median(f->mbps, f->runs));
	json_object_object_add(o, "mbps_runs", array(f->mbps, f->runs));
	put_real(o, "requests_per_second", 1e3 * median(f->krps, f->runs));
	put_real(o, "submitter_cpu_us_per_request",
		 median(f->cpu_us, f->runs));
	if (m->point.depth == 1) {
		put_real(o, "latency_median_us", median(f->lat_p50, f->runs));
		put_real(o, "latency_p99_us", median(f->lat_p99, f->runs));
	}
	module_counts_put(o, &f->counters);
	put_int(o, "requests", f->requests);
	put_real(o, "fairness", median(f->fairness, f->runs));
	put_int(o, "errors", f->errors);
	return o;
}

/* A point's figures as JSON. */
struct json_object *plan_json(const struct measured *m)
{
	struct json_object *o = json_object_new_object();
	struct json_object *a = json_object_new_array();
	size_t i;

	put_int(o, "request_bytes", m->point.size);
	put_int(o, "depth", m->point.depth);
	if (m->point.submitters) {
		put_int(o, "submitters", m->point.submitters);
		put_text(o, "tfms", m->point.flags & WCB_SHARED_TFM ?
			 "shared" : "own");
	}
	put_text(o, "direction", m->point.flags & WCB_DECRYPT ? "decrypt" :
		 "encrypt");
	put_int(o, "runs", m->point.runs);
	put_int(o, "run_ms", m->point.ns / 1000000);
	for (i = 0; i < m->n; i++)
		json_object_array_add(a, figure_json(m, &m->figures[i]));
	json_object_object_add(o, "figures", a);
	return o;
}
