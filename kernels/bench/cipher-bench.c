// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast one core is: each cipher, mode and form, beside libcrypto and
 * gost-engine, which have some of the ciphers, in the same run.
 *
 * Times are this thread's processor time, so that other work on the machine does
 * not count (but its use of caches and sibling threads does). Each round times all
 * cases, so that a slow moment does not affect one case alone; the table has the
 * median of the rounds.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <openssl/engine.h>
#include <openssl/evp.h>

#include "kernels/cpu/modes.h"
#include "kmod/uapi/warpcrypt_ciphers.h"

#define PAYLOAD		(256u << 10)
#define ROUNDS_MAX	101u
#define CASES_MAX	1024u

enum mode { ECB, ECB_DEC, CTR, CBC_DEC, XTS, XTS_DEC, XTS_GB, XTS_GB_DEC, MODES };

static const char *const mode_names[MODES] = {
	"ecb", "ecb-dec", "ctr", "cbc-dec", "xts", "xts-dec", "xts-gb",
	"xts-gb-dec"
};

#define OTHERS		WC_CIPHER_FORMS

/**
 * struct bench_case - one line of the table
 * @cipher: the cipher, with its key length if it has several, as printed
 * @mode: the mode
 * @form: ours, or OTHERS: libcrypto or an engine
 * @key: ours
 * @evp: theirs, NULL for ours
 * @ctx: theirs
 * @ns: time of each round
 */
struct bench_case {
	char cipher[32];
	enum mode mode;
	unsigned int form;
	struct wc_cipher_key *key;
	const EVP_CIPHER *evp;
	EVP_CIPHER_CTX *ctx;
	double ns[ROUNDS_MAX];
};

static struct bench_case cases[CASES_MAX];
static size_t case_count;
static unsigned int rounds = 15;
static uint8_t buffer[PAYLOAD];
static const uint8_t zero_key[64];

static double thread_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void run_ours(const struct bench_case *c)
{
	uint8_t iv[16] = { 1 };

	switch (c->mode) {
	case ECB:
	case ECB_DEC:
		wc_cipher_ecb(c->key, c->mode == ECB_DEC, buffer, buffer,
			      PAYLOAD);
		break;
	case CTR:
		wc_cipher_ctr(c->key, iv, buffer, buffer, PAYLOAD);
		break;
	case CBC_DEC:
		wc_cipher_cbc(c->key, true, iv, buffer, buffer, PAYLOAD);
		break;
	default:
		wc_cipher_xts(c->key, c->key, c->mode >= XTS_GB,
			      c->mode == XTS_DEC || c->mode == XTS_GB_DEC, iv,
			      0, buffer, buffer, PAYLOAD);
	}
}

static void run_case(struct bench_case *c, unsigned int round)
{
	double start = thread_ns();
	int done;

	if (!c->evp) {
		run_ours(c);
	} else if (!EVP_CipherUpdate(c->ctx, buffer, &done, buffer, PAYLOAD)) {
		fprintf(stderr, "cipher-bench: libcrypto fails at %s\n",
			c->cipher);
		exit(1);
	}
	c->ns[round] = thread_ns() - start;
}

static struct bench_case *add(const char *cipher, enum mode mode)
{
	struct bench_case *c = &cases[case_count++];

	if (case_count > CASES_MAX)
		abort();
	snprintf(c->cipher, sizeof(c->cipher), "%s", cipher);
	c->mode = mode;
	return c;
}

static void add_ours(const char *label, const struct wc_cipher *cipher,
		     size_t key_len)
{
	enum wc_cipher_form form;
	int mode;

	for (form = WC_CIPHER_64; form <= wc_cipher_best_form(cipher); form++) {
		struct wc_cipher_key *key = aligned_alloc(64,
			(sizeof(*key) + 63) / 64 * 64);

		if (!key || !wc_cipher_set_key(key, cipher, zero_key, key_len))
			abort();
		key->form = form;
		for (mode = 0; mode < MODES; mode++) {
			struct bench_case *c;

			if (mode >= XTS_GB &&
			    !(WARPCRYPT_CIPHER_MODES(cipher->number) &
			      1u << WARPCRYPT_MODE_XTS_GB))
				break;
			c = add(label, mode);
			c->form = form;
			c->key = key;
		}
	}
}

static void add_theirs(const char *label, enum mode mode, ENGINE *gost)
{
	static const char *const names[MODES] = {
		[ECB] = "ecb", [CTR] = "ctr", [CBC_DEC] = "cbc", [XTS] = "xts",
	};
	const EVP_CIPHER *evp;
	struct bench_case *c;
	ENGINE *engine = NULL;
	uint8_t key[64];
	char name[48];
	size_t i;

	if (!names[mode])
		return;
	snprintf(name, sizeof(name), "%s-%s", label, names[mode]);
	evp = EVP_get_cipherbyname(name);
	if (!evp && gost) {
		evp = ENGINE_get_cipher(gost, OBJ_sn2nid(name));
		engine = gost;
	}
	if (!evp)
		return;
	c = add(label, mode);
	c->form = OTHERS;
	c->evp = evp;
	c->ctx = EVP_CIPHER_CTX_new();
	/* XTS wants two halves that differ. */
	for (i = 0; i < sizeof(key); i++)
		key[i] = (uint8_t)i;
	if (!c->ctx || !EVP_CipherInit_ex(c->ctx, evp, engine, key, zero_key,
					  mode != CBC_DEC)) {
		fprintf(stderr, "cipher-bench: libcrypto refuses %s\n", name);
		exit(1);
	}
	EVP_CIPHER_CTX_set_padding(c->ctx, 0);
}

/* Everything about a cipher with keys of @key_len bytes. */
static void add_cipher(const struct wc_cipher *cipher, size_t key_len,
		       ENGINE *gost)
{
	char label[32];
	int mode;

	if (cipher->key_min == cipher->key_max)
		snprintf(label, sizeof(label), "%s", cipher->name);
	else
		snprintf(label, sizeof(label), "%s-%zu", cipher->name,
			 8 * key_len);
	add_ours(label, cipher, key_len);
	for (mode = 0; mode < MODES; mode++)
		add_theirs(label, mode, gost);
}

static ENGINE *open_gost(void)
{
	ENGINE *gost;

	ENGINE_load_builtin_engines();
	gost = ENGINE_by_id("gost");
	if (gost && ENGINE_init(gost))
		return gost;
	fprintf(stderr,
		"cipher-bench: no gost engine to compare with (apt-get install libengine-gost-openssl)\n");
	return NULL;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double mb_per_s(struct bench_case *c)
{
	qsort(c->ns, rounds, sizeof(c->ns[0]), by_value);
	return PAYLOAD / c->ns[rounds / 2] * 1e3;
}

/* The speed of @cipher in @mode and @form; 0: no such case. */
static double speed(const char *cipher, enum mode mode, unsigned int form)
{
	size_t i;

	for (i = 0; i < case_count; i++)
		if (!strcmp(cases[i].cipher, cipher) && cases[i].mode == mode &&
		    cases[i].form == form)
			return mb_per_s(&cases[i]);
	return 0;
}

static void print_cell(double mb)
{
	if (mb)
		printf("%9.0f", mb);
	else
		printf("%9s", "-");
}

static void print_table(void)
{
	unsigned int form;
	size_t i;
	int mode;

	printf("MB/s of one core, median of %u rounds of %u KiB\n\n", rounds,
	       PAYLOAD >> 10);
	printf("%-16s%-9s%9s%9s%9s%9s%9s\n", "cipher", "mode", "64 bits", "AVX2",
	       "AVX-512", "GFNI", "others");
	for (i = 0; i < case_count; i++) {
		if (cases[i].form != WC_CIPHER_64)
			continue;
		mode = (int)cases[i].mode;
		printf("%-16s%-9s", cases[i].cipher, mode_names[mode]);
		for (form = 0; form <= OTHERS; form++)
			print_cell(speed(cases[i].cipher, (enum mode)mode, form));
		putchar('\n');
	}
	printf("\nothers: libcrypto, or gost-engine where that lacks the cipher\n");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	char *end;

	if (key != 'r')
		return ARGP_ERR_UNKNOWN;
	rounds = (unsigned int)strtoul(arg, &end, 10);
	if (*end || rounds < 1 || rounds > ROUNDS_MAX)
		argp_error(state, "--rounds is 1 to %u, not %s", ROUNDS_MAX,
			   arg);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "rounds", 'r', "N", 0, "how often to time each case (15)",
		  0 },
		{ 0 },
	};
	static const struct argp argp = {
		options, parse, NULL,
		"Time the ciphers on one core, beside libcrypto and gost-engine.",
		NULL, NULL, NULL,
	};
	const struct wc_cipher *cipher;
	unsigned int r, number;
	ENGINE *gost;
	size_t i;

	argp_parse(&argp, argc, argv, 0, NULL, NULL);
	gost = open_gost();
	for (number = 0; number < WARPCRYPT_CIPHER_COUNT; number++) {
		cipher = wc_cipher_numbered(number);
		for (i = 0; cipher && i <= cipher->key_max - cipher->key_min;
		     i += cipher->key_step)
			add_cipher(cipher, cipher->key_min + i, gost);
	}

	for (r = 0; r < rounds; r++) {
		fprintf(stderr, "\rround %u of %u", r + 1, rounds);
		for (i = 0; i < case_count; i++)
			run_case(&cases[i], r);
	}
	fprintf(stderr, "\r%*s\r", 24, "");
	print_table();
	return 0;
}
