/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What doctor's checks know and find.
 */
#ifndef WARPCRYPT_CTL_CHECKS_H
#define WARPCRYPT_CTL_CHECKS_H

#include "tools/ctl/counters.h"
#include "tools/ctl/crypto.h"
#include "tools/ctl/driver.h"
#include "tools/ctl/json.h"

/* The machine, and what was found. */
struct doctor {
	char release[128];	/* the running kernel */
	struct driver driver;
	int counters_err;	/* why there are no counters; 0: there are */
	struct counters counters;
	struct crypto_algs algs;
	size_t process_count;
	struct process processes[DRIVER_PROCESSES_MAX];
	struct json_object *findings;	/* objects with id, problem, skipped, text, next */
	unsigned int problems;	/* how many of these are problems */
	unsigned int skipped;	/* how many checks this user may not do */
};

void doctor_fine(struct doctor *d, const char *id, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void doctor_skipped(struct doctor *d, const char *id, const char *text);
void doctor_problem(struct doctor *d, const char *id, const char *next,
		    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* The checks: of what is installed, of the helper, and of its results. */
void doctor_check_module(struct doctor *d);
void doctor_check_lockdown(struct doctor *d);
void doctor_check_kernels(struct doctor *d);
void doctor_check_af_alg(struct doctor *d);
void doctor_check_device(struct doctor *d);
void doctor_check_software(struct doctor *d);
void doctor_check_algorithms(struct doctor *d);
void doctor_check_helper(struct doctor *d);
void doctor_check_memlock(struct doctor *d);
void doctor_check_engine(struct doctor *d);
void doctor_check_kat(struct doctor *d);
void doctor_check_results(struct doctor *d);
void doctor_check_gpus(struct doctor *d);

#endif /* WARPCRYPT_CTL_CHECKS_H */
