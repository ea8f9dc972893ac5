// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "tests/unit/provider_place.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/async.h>
#include <openssl/conf.h>
#include <openssl/err.h>
#include <openssl/params.h>

#include "helper/lib/libwarpcrypt.h"
#include "tests/unit/unit.h"

/* --- faults: the provider finds these functions before those of the library */

atomic_int begin_error, wait_error, key_error;
atomic_bool none_done;
atomic_int opened, opened_in_job;
void (*_Atomic when_opened)(void);

static void *library(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function)
		abort();
	return function;
}

int warpcrypt_open(struct warpcrypt **w, const struct warpcrypt_options *options)
{
	__typeof__(&warpcrypt_open) real = library("warpcrypt_open");

	opened++;
	opened_in_job += ASYNC_get_current_job() != NULL;
	if (when_opened)
		when_opened();
	return real(w, options);
}

int warpcrypt_begin(struct warpcrypt *w, const struct warpcrypt_work *work,
		    struct warpcrypt_batch **batch)
{
	__typeof__(&warpcrypt_begin) real = library("warpcrypt_begin");

	return begin_error ? begin_error : real(w, work, batch);
}

int warpcrypt_poll(const struct warpcrypt_batch *batch)
{
	__typeof__(&warpcrypt_poll) real = library("warpcrypt_poll");

	return !none_done && real(batch);
}

int warpcrypt_wait(struct warpcrypt_batch *batch)
{
	__typeof__(&warpcrypt_wait) real = library("warpcrypt_wait");
	int error = real(batch);

	while (none_done)
		usleep(100);
	return wait_error ? wait_error : error;
}

int warpcrypt_key(struct warpcrypt *w, struct warpcrypt_cipher_key **key, const char *cipher,
		  const char *mode, const void *bytes, size_t len)
{
	__typeof__(&warpcrypt_key) real = library("warpcrypt_key");

	return key_error ? key_error : real(w, key, cipher, mode, bytes, len);
}

/* --- a library context with our provider, and one with OpenSSL's own */

OSSL_LIB_CTX *ours, *own;
OSSL_PROVIDER *provider;

static OSSL_PROVIDER *own_provider;

/* Where the provider is: beside this program. */
const char *modules(void)
{
	static char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 20);

	assert_true(len > 0);
	path[len] = 0;
	strcpy(strrchr(path, '/'), "/ossl-modules");
	return path;
}

/*
 * Configure a library context; NULL: the default one. @options: lines of the provider's
 * section of openssl.cnf; @more: lines of the first section, and other sections.
 */
void configure(OSSL_LIB_CTX *ctx, const char *options, const char *more)
{
	char file[] = "/tmp/warpcrypt-unit-provider.XXXXXX";
	FILE *f = fdopen(mkstemp(file), "w");

	assert_non_null(f);
	fprintf(f, "openssl_conf = a\nconfig_diagnostics = 1\n[b]\nwarpcrypt = c\n[c]\n"
		"activate = 1\n%s\n[a]\nproviders = b\n%s\n", options, more);
	fclose(f);
	assert_true(OSSL_PROVIDER_set_default_search_path(ctx, modules()));
	OSSL_LIB_CTX_load_config(ctx, file);
	unlink(file);
}

/* @options: lines of its section of openssl.cnf. Whether it is loaded. */
bool try_load(const char *options)
{
	ours = OSSL_LIB_CTX_new();
	assert_non_null(ours);
	configure(ours, options, "");
	provider = OSSL_PROVIDER_available(ours, "warpcrypt") ?
		   OSSL_PROVIDER_load(ours, "warpcrypt") : NULL;
	return provider;
}

void load(const char *options)
{
	if (!try_load(options)) {
		ERR_print_errors_fp(stderr);
		fail_msg("the provider does not load");
	}
}

void unload(void)
{
	begin_error = wait_error = key_error = opened = opened_in_job = 0;
	when_opened = NULL;
	OSSL_PROVIDER_unload(provider);
	OSSL_LIB_CTX_free(ours);
	provider = NULL;
	ours = NULL;
}

uint64_t count(const char *name)
{
	uint64_t value = 0;
	OSSL_PARAM params[] = { OSSL_PARAM_construct_uint64(name, &value), OSSL_PARAM_END };

	assert_true(OSSL_PROVIDER_get_params(provider, params));
	return value;
}

const char *engine_name(void)
{
	static char text[256];
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string("engine_name", text, sizeof(text)),
		OSSL_PARAM_END
	};

	assert_true(OSSL_PROVIDER_get_params(provider, params));
	return text;
}

/* A context of one of @ctx's ciphers; NULL: there is none. @key or @iv NULL: none is set. */
EVP_CIPHER_CTX *cipher_context(OSSL_LIB_CTX *ctx, const char *name, const uint8_t *key,
			       const uint8_t *iv, bool encrypt)
{
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(ctx, name, NULL);
	EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();

	if (!cipher || !EVP_CipherInit_ex2(c, cipher, key, iv, encrypt, NULL)) {
		EVP_CIPHER_CTX_free(c);
		c = NULL;
	}
	EVP_CIPHER_free(cipher);
	return c;
}

/* The reason of the oldest error; the others are forgotten. */
const char *reason(void)
{
	const char *text = ERR_reason_error_string(ERR_get_error());

	ERR_clear_error();
	return text ? text : "none";
}

/* How many files are open. */
int files_of_process(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

int open_own(void **state)
{
	(void)state;
	own = OSSL_LIB_CTX_new();
	own_provider = OSSL_PROVIDER_load(own, "default");
	return !own_provider;
}

int close_own(void **state)
{
	(void)state;
	OSSL_PROVIDER_unload(own_provider);
	OSSL_LIB_CTX_free(own);
	return 0;
}
