// SPDX-License-Identifier: GPL-2.0-only
/* The provider in a program's default library context, whatever that has. */
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/evp.h>

#include "tests/unit/fork_child.h"
#include "tests/unit/provider_place.h"
#include "tests/unit/unit.h"

/* Programs' configurations, and the properties with which they find the provider. */
static const struct program {
	const char *what;
	const char *more;
	const char *properties;
	/* Another provider that the program loads. */
	const char *loads;
} programs[] = {
	{ "only warpcrypt", "", NULL, NULL },
	{ "both; warpcrypt preferred",
	  "alg_section = d\n[b]\ndefault = e\n[e]\nactivate = 1\n"
	  "[d]\ndefault_properties = ?provider=warpcrypt\n", NULL, NULL },
	{ "both; warpcrypt demanded",
	  "alg_section = d\n[b]\ndefault = e\n[e]\nactivate = 1\n"
	  "[d]\ndefault_properties = provider=warpcrypt\n", NULL, NULL },
	{ "only warpcrypt, demanded",
	  "alg_section = d\n[d]\ndefault_properties = provider=warpcrypt\n", NULL, NULL },
	{ "null provider", "", NULL, "null" },
	{ "fips demanded", "alg_section = d\n[d]\ndefault_properties = fips=yes\n", "-fips", NULL },
};

#define LENGTH	100000

static bool encrypt(OSSL_LIB_CTX *ctx, const char *name, const char *properties, uint8_t *out)
{
	static const uint8_t key[32] = { 3 }, iv[16] = { 4 };
	static uint8_t in[LENGTH];
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(ctx, name, properties);
	EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
	bool done;
	int n;

	done = cipher && EVP_EncryptInit_ex2(c, cipher, key, iv, NULL) &&
	       EVP_EncryptUpdate(c, out, &n, in, LENGTH);
	EVP_CIPHER_CTX_free(c);
	EVP_CIPHER_free(cipher);
	return done;
}

static bool agree(const char *properties)
{
	EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, properties, "X25519");
	EVP_PKEY_CTX *c = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, properties) : NULL;
	size_t len = 32;
	uint8_t shared[32];
	bool done;

	done = c && EVP_PKEY_derive_init(c) > 0 && EVP_PKEY_derive_set_peer(c, key) > 0 &&
	       EVP_PKEY_derive(c, shared, &len) > 0;
	EVP_PKEY_CTX_free(c);
	EVP_PKEY_free(key);
	return done;
}

/* NULL: all is well; or what is not. */
static const char *run(const struct program *p)
{
	static uint8_t out[LENGTH], expected[LENGTH];
	uint64_t before;

	configure(NULL, ENGINE, p->more);
	if (p->loads && !OSSL_PROVIDER_load(NULL, p->loads))
		return "the other provider";
	provider = OSSL_PROVIDER_load(NULL, "warpcrypt");
	if (!provider)
		return "the provider";
	if (!encrypt(NULL, "kuznyechik-ctr", p->properties, out) || !count("engine"))
		return "the engine";
	before = count("engine");
	if (!encrypt(NULL, "SM4-CTR", p->properties, out) || count("engine") == before)
		return "SM4 by the engine";
	if (!encrypt(own, "SM4-CTR", NULL, expected) || memcmp(out, expected, LENGTH))
		return "what SM4 gives";
	/* Software, which is OpenSSL's. */
	before = count("software");
	if (!encrypt(NULL, "SM4-CBC", p->properties, out) || count("software") == before)
		return "SM4-CBC by software";
	if (!encrypt(own, "SM4-CBC", NULL, expected) || memcmp(out, expected, LENGTH - 16))
		return "what SM4-CBC gives";
	if (!agree(p->properties) || !count("software_points"))
		return "X25519";
	return NULL;
}

/* What the provider takes from OpenSSL does not come from the program's context. */
TEST(default_context)
{
	size_t i;
	pid_t pid;
	const char *wrong;

	/* A process has one default context. */
	for (i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		fflush(NULL);
		pid = fork_child();
		if (!pid) {
			wrong = run(&programs[i]);
			if (wrong) {
				fprintf(stderr, "%s: wrong is %s; engine: %s\n", programs[i].what,
					wrong, provider ? engine_name() : "-");
				ERR_print_errors_fp(stderr);
			}
			_exit(wrong ? 1 : 42);
		}
		assert_true(child_says(pid, 42));
	}
}
