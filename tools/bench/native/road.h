/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module in this process, as the rest of the program sees it: this half is compiled
 * for the kernel (tests/core/kernel.h), the other half for the C library.
 */
#ifndef WARPCRYPT_BENCH_NATIVE_ROAD_H
#define WARPCRYPT_BENCH_NATIVE_ROAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct warpcrypt_attach;
struct warpcrypt_enter;
struct warpcrypt_rates;
struct warpcrypt_retire;

/* The most submitters. */
#define ROAD_SUBMITTERS_MAX	256u
/* The most forms of software, and of their names. */
#define ROAD_FORMS_MAX		8u

/* --- the module; functions that return int: 0 or a negative errno */

/* Loads it, before all else. So many submitters are the most. */
int road_load(uint32_t submitters);
void road_unload(void);
/* Whether helpers are asked known answers; what a null engine gives back is none. */
void road_ask_known_answers(bool ask);
/* choice=auto, or else choice=offload. */
void road_choose(bool automatic);
bool road_is_live(void);

/* Is the software of a cipher here, and not the kernel's own? */
bool road_has_software(const char *cipher);

/*
 * The forms that the software of a cipher has on this CPU, general registers first; returns how
 * many.
 */
unsigned int road_forms(const char *cipher, const char *names[ROAD_FORMS_MAX],
			const char *titles[ROAD_FORMS_MAX]);
/* Loads the software of a cipher again, in this form; NULL: the best. No run is under way. */
int road_use_form(const char *cipher, const char *form);

/* --- the helper's side: /dev/warpcrypt. All but road_close() from any threads */

int road_open(void);
/* As in struct wc_channel_ops; there is one device, whatever @remote is. */
int road_attach(void *remote, struct warpcrypt_attach *attach);
int road_enter(void *remote, struct warpcrypt_enter *enter);
int road_rates(void *remote, const struct warpcrypt_rates *rates);
int road_retire(void *remote, const struct warpcrypt_retire *retire);
void road_kick(void *remote);
void road_close(void *remote);
/* As SIGSTOP: no thread is in ENTER when it returns, nor until road_continue(). */
void road_stop(void);
void road_continue(void);
/* Processor time of the helper's threads in ENTER, ns. */
int64_t road_entered_ns(void);

/* --- submitters */

/* Who does the requests. */
enum road_way {
	ROAD_MODULE,	/* the module's algorithm */
	ROAD_SOFTWARE,	/* the software that the module falls back on */
	/* None is done: each is copied to another place and from there to its destination. */
	ROAD_COPY,
};

/* What submitters do. */
struct road_job {
	enum road_way way;
	const char *mode;	/* the mode, as the crypto API spells it */
	const char *cipher;
	const uint8_t *key;
	unsigned int key_len;
	bool decrypt;
	uint32_t size;		/* bytes of a request */
	uint32_t depth;		/* how many each submitter has in flight */
	/*
	 * So many that follow each other belong together: others are submitted in their place when
	 * the last of them is back, as dm-crypt does with the sectors of an I/O. A divisor of
	 * @depth.
	 */
	uint32_t group;
	uint32_t submitters;	/* how many, on CPUs of their own if there are enough */
	uint8_t *const *src;	/* of each submitter the sources, @bytes; page aligned */
	uint8_t *const *dst;	/* the destinations; may be @src */
	/*
	 * A multiple of @size, at least @depth times that. Request n has the bytes from n times
	 * @size on, and the number n as its IV; after the last comes the first.
	 */
	size_t bytes;
	uint64_t count;	/* requests of each submitter, at least 1; 0: as many as it does in @ns */
	/*
	 * The helper is stopped until all @count are submitted: not 0, not more than @depth or
	 * than frames have room for.
	 */
	bool burst;
	uint64_t ns;		/* see @count */
	/* Of a submitter alone: how long each of its requests took, ns; NULL: not noted. */
	uint32_t *latency;
	size_t latency_max;	/* entries of @latency */
};

/* What became of it. */
struct road_result {
	uint64_t requests;	/* that are complete */
	uint64_t failed;	/* of these, with an error */
	uint64_t ns;		/* from the first submission until the last is back */
	int64_t submit_ns;	/* processor time of the submitters */
	/* Processor time of the helper's threads in ENTER, and of the module's works. */
	int64_t deliver_ns;
	int64_t helper_ns;	/* the rest of the process's processor time */
	uint64_t offloaded;	/* requests that an engine did, as the module counts them */
	uint64_t software;	/* requests that the module had software do */
	uint64_t frames;	/* frames that came back from the helper */
};

/* Requests that the module has sent to an engine since it was loaded. */
uint64_t road_submitted(void);
int road_run(const struct road_job *job, struct road_result *result);

#endif /* WARPCRYPT_BENCH_NATIVE_ROAD_H */
