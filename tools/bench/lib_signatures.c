// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/lib_signatures.h"

#include <errno.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helper/engine/check_units.h"
#include "helper/lib/lib_sign.h"
#include "helper/transport/check.h"
#include "tools/bench/report.h"
#include "tools/bench/stats.h"
#include "tools/bench/table.h"
#include "tools/bench/util.h"

/* So many are different; they are repeated. */
#define KINDS		256u
#define MESSAGE		64u
/* Of which a thread makes units at a time. */
#define PACKED		4096u
#define THREADS_MAX	256u

/* One signature, as OpenSSL has it. */
struct kind {
	EVP_PKEY *key;
	uint8_t text[MESSAGE];	/* what is signed; of ECDSA a hash */
	uint8_t signature[128];	/* of ECDSA in DER */
	size_t len;		/* of @signature */
};

/* Signatures of a scheme. */
struct lib_signatures {
	struct warpcrypt_signatures all;	/* as the library has them */
	uint8_t *keys;
	uint8_t (*signatures)[64];
	struct warpcrypt_message *messages;
	uint8_t (*hashes)[32];
	/* Of @all, for each of the batches that are in progress. */
	uint8_t *status[LIB_SIGNATURES_BATCHES];
	struct kind kind[KINDS];	/* as OpenSSL has them */
};

static void check(bool ok)
{
	if (!ok)
		die("OpenSSL does not make signatures");
}

static void sign_ed25519(struct kind *k, uint8_t *key, uint8_t signature[64])
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	size_t len = 32;

	k->key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
	k->len = 64;
	check(k->key && EVP_PKEY_get_raw_public_key(k->key, key, &len) == 1 &&
	      EVP_DigestSignInit(ctx, NULL, NULL, NULL, k->key) == 1 &&
	      EVP_DigestSign(ctx, k->signature, &k->len, k->text, MESSAGE) == 1);
	memcpy(signature, k->signature, 64);
	EVP_MD_CTX_free(ctx);
}

static void sign_p256(struct kind *k, uint8_t *key, uint8_t signature[64])
{
	const unsigned char *der = k->signature;
	EVP_PKEY_CTX *ctx;
	uint8_t point[65];
	ECDSA_SIG *sig;
	size_t len;

	k->key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "prime256v1");
	k->len = sizeof(k->signature);
	ctx = EVP_PKEY_CTX_new(k->key, NULL);
	check(ctx && EVP_PKEY_sign_init(ctx) == 1 &&
	      EVP_PKEY_sign(ctx, k->signature, &k->len, k->text, 32) == 1 &&
	      EVP_PKEY_get_octet_string_param(k->key, OSSL_PKEY_PARAM_PUB_KEY,
					      point, sizeof(point), &len) == 1);
	sig = d2i_ECDSA_SIG(NULL, &der, (long)k->len);
	check(sig && BN_bn2binpad(ECDSA_SIG_get0_r(sig), signature, 32) == 32 &&
	      BN_bn2binpad(ECDSA_SIG_get0_s(sig), signature + 32, 32) == 32);
	memcpy(key, point + 1, 64);
	ECDSA_SIG_free(sig);
	EVP_PKEY_CTX_free(ctx);
}

static void make_kinds(struct lib_signatures *s, size_t key_len)
{
	size_t i;

	for (i = 0; i < KINDS; i++) {
		struct kind *k = &s->kind[i];
		uint8_t key[64], signature[64];
		size_t at;

		fill_random(k->text, MESSAGE);
		if (s->all.scheme != WARPCRYPT_ECDSA_P256)
			sign_ed25519(k, key, signature);
		else
			sign_p256(k, key, signature);
		for (at = i; at < s->all.count; at += KINDS) {
			memcpy(s->keys + at * key_len, key, key_len);
			memcpy(s->signatures[at], signature, 64);
			s->messages[at].bytes = k->text;
			s->messages[at].len = MESSAGE;
			memcpy(s->hashes[at], k->text, 32);
		}
	}
}

/* Make signatures of 64-byte messages, which stay; if there is no memory, the program ends. */
static struct lib_signatures *new_signatures(enum warpcrypt_scheme scheme,
					     uint32_t count)
{
	size_t key_len = scheme != WARPCRYPT_ECDSA_P256 ? 32 : 64, i;
	struct lib_signatures *s = get_zeroed(1, sizeof(*s));

	s->keys = get_zeroed(count, key_len);
	s->signatures = get_zeroed(count, sizeof(*s->signatures));
	s->messages = get_zeroed(count, sizeof(*s->messages));
	s->hashes = get_zeroed(count, sizeof(*s->hashes));
	for (i = 0; i < LIB_SIGNATURES_BATCHES; i++)
		s->status[i] = get_zeroed(count, 1);
	s->all = (struct warpcrypt_signatures){
		.size = sizeof(s->all), .scheme = scheme, .count = count,
		.keys = s->keys,
		.signatures = (const uint8_t (*)[64])s->signatures,
		.messages = s->messages,
		.hashes = (const uint8_t (*)[32])s->hashes,
		.status = s->status[0],
	};
	make_kinds(s, key_len);
	return s;
}

/*
 * Does the engine say that all are valid, but not others? If it is wrong, the program ends.
 * Returns 0; -EOPNOTSUPP: it does not check signatures.
 */
static int verify(const struct lib_signatures *s, struct warpcrypt *w)
{
	int ret = warpcrypt_run_signatures(w, &s->all), round;
	size_t i;

	for (round = 0; !ret && round < 2; round++) {
		for (i = 0; i < s->all.count; i++)
			if (s->status[0][i] != (round && !i))
				die("signature %zu: status %u is wrong", i,
				    s->status[0][i]);
		/* The first one becomes invalid, and valid again. */
		s->signatures[0][7] ^= 1;
		if (!round)
			ret = warpcrypt_run_signatures(w, &s->all);
	}
	if (ret && ret != -EOPNOTSUPP)
		die("%s", warpcrypt_error());
	return ret;
}

/*
 * Check them for @ns, with so many batches in progress at a time: @rate is how many in a second,
 * @core in a second of processor time of all threads.
 */
static void run_library(const struct lib_signatures *s, struct warpcrypt *w,
			uint32_t in_flight, uint64_t ns, double *rate, double *core)
{
	struct warpcrypt_signatures q[LIB_SIGNATURES_BATCHES] = {
		s->all, s->all,
	};
	struct warpcrypt_batch *batch[LIB_SIGNATURES_BATCHES];
	uint64_t start = now_ns(), cpu = cpu_ns();
	double done = 0;
	size_t i;

	for (i = 0; i < in_flight; i++) {
		q[i].status = s->status[i];
		if (warpcrypt_submit_signatures(w, &q[i], &batch[i]))
			die("%s", warpcrypt_error());
	}
	for (i = 0; now_ns() - start < ns; i = (i + 1) % in_flight) {
		if (warpcrypt_wait(batch[i]) ||
		    warpcrypt_submit_signatures(w, &q[i], &batch[i]))
			die("%s", warpcrypt_error());
		done += (double)s->all.count;
	}
	for (i = 0; i < in_flight; i++) {
		if (warpcrypt_wait(batch[i]))
			die("%s", warpcrypt_error());
		done += (double)s->all.count;
	}
	*rate = done * 1e9 / (double)(now_ns() - start);
	*core = done * 1e9 / (double)(cpu_ns() - cpu);
}

/* A thread that makes units. */
struct packer {
	const struct lib_signatures *s;
	uint64_t ns;	/* how long */
	uint64_t done;	/* how many */
};

static void *pack(void *arg)
{
	struct packer *p = arg;
	const struct warpcrypt_signatures *all = &p->s->all;
	uint32_t unit = wc_operation_bytes((unsigned int)lib_sign_group(all->scheme),
					   WC_CHECK);
	size_t n = all->count < PACKED ? all->count : PACKED, first = 0;
	uint8_t *units = get_zeroed(n, unit);
	EVP_MD_CTX *hash = wc_check_hash_new();
	uint64_t start = now_ns();
	bool missing = false;

	while (now_ns() - start < p->ns) {
		if (first + n > all->count)
			first = 0;
		if (!hash || lib_sign_pack(all, first, units, (uint32_t)n * unit,
					   hash, &missing) || missing)
			die("libcrypto does not hash");
		first += n;
		p->done += n;
	}
	EVP_MD_CTX_free(hash);
	free(units);
	return NULL;
}

/*
 * Make the units of signatures for @ns, and do not check them: what the library's threads do for
 * each signature before an engine gets it: hashes, and numbers modulo the order. Returns how many
 * in a second.
 */
static double run_host_part(const struct lib_signatures *s, unsigned int threads, uint64_t ns)
{
	struct packer p[THREADS_MAX];
	pthread_t thread[THREADS_MAX];
	uint64_t start = now_ns();
	double done = 0;
	unsigned int i;

	for (i = 0; i < threads; i++) {
		p[i] = (struct packer){ .s = s, .ns = ns };
		if (pthread_create(&thread[i], NULL, pack, &p[i]))
			die("cannot start a thread");
	}
	for (i = 0; i < threads; i++) {
		pthread_join(thread[i], NULL);
		done += (double)p[i].done;
	}
	return done * 1e9 / (double)(now_ns() - start);
}

static bool valid(const struct lib_signatures *s, const struct kind *k)
{
	EVP_MD_CTX *md;
	EVP_PKEY_CTX *ctx;
	bool ok;

	if (s->all.scheme != WARPCRYPT_ECDSA_P256) {
		md = EVP_MD_CTX_new();
		ok = EVP_DigestVerifyInit(md, NULL, NULL, NULL, k->key) == 1 &&
		     EVP_DigestVerify(md, k->signature, k->len, k->text,
				      MESSAGE) == 1;
		EVP_MD_CTX_free(md);
		return ok;
	}
	ctx = EVP_PKEY_CTX_new(k->key, NULL);
	ok = EVP_PKEY_verify_init(ctx) == 1 &&
	     EVP_PKEY_verify(ctx, k->signature, k->len, k->text, 32) == 1;
	EVP_PKEY_CTX_free(ctx);
	return ok;
}

/*
 * The same by OpenSSL, in this thread; its keys are there already. Returns how many in a second of
 * processor time.
 */
static double run_openssl(const struct lib_signatures *s, uint64_t ns)
{
	uint64_t start = now_ns(), cpu = cpu_ns();
	double done = 0;
	size_t i;

	for (i = 0; now_ns() - start < ns; i = (i + 1) % KINDS, done++)
		if (!valid(s, &s->kind[i]))
			die("OpenSSL says that a signature is not valid");
	return done * 1e9 / (double)(cpu_ns() - cpu);
}

/* A line about signatures. */
struct scheme {
	enum warpcrypt_scheme scheme;
	const char *name;
	struct lib_signatures *s;	/* the signatures */
	bool checked;			/* the engine checks them */
	double rate[RUNS_MAX];		/* of each run, what libwarpcrypt checks in a second */
	double core[RUNS_MAX];		/* the same in a second of processor time */
	/* For how many the engine's threads alone do what comes before, in a second. */
	double host[RUNS_MAX];
	double openssl[RUNS_MAX];	/* what OpenSSL does in a second of processor time */
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

		s->s = new_signatures(s->scheme, count);
		s->checked = !verify(s->s, w);
		if (!s->checked)
			printf("%s: %s\n", s->name, warpcrypt_error());
	}
}

/* Check signatures of all schemes that the engine has, @count in a batch; a run takes @ns. */
void lib_signatures_measure(struct warpcrypt *w, uint32_t count,
			    uint32_t in_flight, uint32_t runs, uint64_t ns)
{
	uint32_t run;
	size_t i;

	begin_schemes(w, count);
	for (run = 0; run < runs; run++) {
		for (i = 0; i < SCHEMES; i++) {
			struct scheme *s = &schemes[i];

			if (!s->checked)
				continue;
			run_library(s->s, w, in_flight, ns, &s->rate[run], &s->core[run]);
			s->host[run] = run_host_part(s->s, warpcrypt_threads(w), ns);
			s->openssl[run] = run_openssl(s->s, ns);
		}
	}
}

static void put_scheme(const struct scheme *s, bool gpu, uint32_t runs,
		       struct json_object *results)
{
	struct json_object *j = json_object_new_object();
	double rate = median(s->rate, runs), core = median(s->core, runs);
	double host = median(s->host, runs), openssl = median(s->openssl, runs);
	double ratio[RUNS_MAX];
	uint32_t i;

	for (i = 0; i < runs; i++)
		ratio[i] = (gpu ? s->rate[i] : s->core[i]) / s->openssl[i];
	put_text(j, "scheme", s->name);
	put_real(j, "per_second", rate);
	put_real(j, "per_cpu_second", core);
	put_real(j, "host_part_per_second", host);
	put_real(j, "openssl_per_cpu_second", openssl);
	put_spread(j, "ratio", ratio, runs);
	json_object_array_add(results, j);
	printf("%-13s %10.0f %10.0f %10.0f %10.0f", s->name, rate, core, host, openssl);
	table_spread(6, 2, ratio, runs);
	putchar('\n');
}

/* Print and add the results; a GPU is compared with one core, other engines core by core. */
void lib_signatures_put(bool gpu, uint32_t runs, struct json_object *report)
{
	struct json_object *results = json_object_new_array();
	size_t i;

	printf("\nsignatures of each kind checked, per second; per second of processor time; of\n"
	       "how many the engine's threads can do the CPUs' part alone; by OpenSSL, per second of\n"
	       "processor time; %s to OpenSSL's\n\n", gpu ?
	       "the first" : "the second");
	printf("%-13s %10s %10s %10s %10s %6s %6s %6s\n", "scheme", "rate",
	       "per core", "host part", "OpenSSL", "ratio", "lowest", "highest");
	for (i = 0; i < SCHEMES; i++)
		if (schemes[i].checked)
			put_scheme(&schemes[i], gpu, runs, results);
	json_object_object_add(report, "signatures", results);
}
