// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/lib_schemes.h"

#include <stdio.h>

#include "tools/bench/lib_signatures.h"
#include "tools/bench/report.h"
#include "tools/bench/stats.h"
#include "tools/bench/table.h"

/**
 * struct scheme - a line about signatures
 * @scheme: enum warpcrypt_scheme
 * @name: its name
 * @s: the signatures; NULL: the engine does not check them
 * @ours: of each run, what libwarpcrypt checks
 * @host: of each run, for how many the engine's threads alone do what comes before
 * @openssl: of each run, what OpenSSL does
 */
struct scheme {
	enum warpcrypt_scheme scheme;
	const char *name;
	struct lib_signatures *s;
	struct checked ours[RUNS_MAX];
	struct checked host[RUNS_MAX];
	struct checked openssl[RUNS_MAX];
};

static struct scheme schemes[] = {
	{ .scheme = WARPCRYPT_ED25519, .name = "ed25519" },
	{ .scheme = WARPCRYPT_ED25519_BATCH, .name = "ed25519-batch" },
	{ .scheme = WARPCRYPT_ECDSA_P256, .name = "ecdsa-p256" },
};

#define SCHEMES	(sizeof(schemes) / sizeof(schemes[0]))

static void begin_schemes(struct warpcrypt *w, uint32_t count)
{
	size_t i;

	for (i = 0; i < SCHEMES; i++) {
		struct scheme *s = &schemes[i];

		s->s = lib_signatures_new(s->scheme, count);
		if (!lib_signatures_verify(s->s, w))
			continue;
		printf("%s: %s\n", s->name, warpcrypt_error());
		lib_signatures_free(s->s);
		s->s = NULL;
	}
}

/**
 * lib_schemes_measure() - check signatures of all schemes that the engine has
 * @w: the engine
 * @count: signatures in a batch
 * @in_flight: batches in progress
 * @runs: how often
 * @ns: length of a run
 */
void lib_schemes_measure(struct warpcrypt *w, uint32_t count,
			 uint32_t in_flight, uint32_t runs, uint64_t ns)
{
	uint32_t run;
	size_t i;

	begin_schemes(w, count);
	for (run = 0; run < runs; run++) {
		for (i = 0; i < SCHEMES; i++) {
			struct scheme *s = &schemes[i];

			if (!s->s)
				continue;
			lib_signatures_run(s->s, w, in_flight, ns,
					   &s->ours[run]);
			lib_signatures_host(s->s, warpcrypt_threads(w), ns,
					    &s->host[run]);
			lib_signatures_openssl(s->s, ns, &s->openssl[run]);
		}
	}
}

static void put_scheme(const struct scheme *s, bool gpu, uint32_t runs,
		       struct json_object *results)
{
	struct json_object *j = json_object_new_object();
	double rate[RUNS_MAX], openssl[RUNS_MAX], core[RUNS_MAX];
	double ratio[RUNS_MAX], host[RUNS_MAX];
	uint32_t i;

	for (i = 0; i < runs; i++) {
		rate[i] = s->ours[i].per_second;
		core[i] = s->ours[i].per_cpu_second;
		host[i] = s->host[i].per_second;
		openssl[i] = s->openssl[i].per_cpu_second;
		ratio[i] = (gpu ? rate[i] : core[i]) / openssl[i];
	}
	put_text(j, "scheme", s->name);
	put_real(j, "per_second", median(rate, runs));
	put_real(j, "per_cpu_second", median(core, runs));
	put_real(j, "host_part_per_second", median(host, runs));
	put_real(j, "openssl_per_cpu_second", median(openssl, runs));
	put_spread(j, "ratio", ratio, runs);
	json_object_array_add(results, j);
	printf("%-13s %10.0f %10.0f %10.0f %10.0f", s->name, median(rate, runs),
	       median(core, runs), median(host, runs), median(openssl, runs));
	table_spread(6, 2, ratio, runs, 1);
	putchar('\n');
}

/**
 * lib_schemes_put() - print and add the results
 * @gpu: the engine is a GPU, and is compared with one core; otherwise core by core
 * @runs: as they were measured
 * @report: added to this
 */
void lib_schemes_put(bool gpu, uint32_t runs, struct json_object *report)
{
	struct json_object *results = json_object_new_array();
	size_t i;

	printf("\nsignatures of each kind checked, per second; per second of processor time; of\n"
	       "how many the engine's threads can do the CPUs' part alone; by OpenSSL, per second of\n"
	       "processor time; %s to OpenSSL's\n\n", gpu ?
	       "the first" : "the second");
	printf("%-13s %10s %10s %10s %10s %6s %6s %6s\n", "scheme", "rate",
	       "per core", "host part", "OpenSSL", "ratio", "lowest", "highest");
	for (i = 0; i < SCHEMES; i++) {
		if (!schemes[i].s)
			continue;
		put_scheme(&schemes[i], gpu, runs, results);
		lib_signatures_free(schemes[i].s);
	}
	json_object_object_add(report, "signatures", results);
}
