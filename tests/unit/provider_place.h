/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A library context with warpcrypt.so, one with OpenSSL's own algorithms, and faults: what
 * the provider asks of libwarpcrypt goes through functions of the test's program.
 */
#ifndef WARPCRYPT_TESTS_UNIT_PROVIDER_PLACE_H
#define WARPCRYPT_TESTS_UNIT_PROVIDER_PLACE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <openssl/evp.h>
#include <openssl/provider.h>

/* Unless it is 0, what warpcrypt_begin(), _wait() or _key() returns. */
extern atomic_int begin_error, wait_error, key_error;
/* While it is true, no batch is done: a job that begins one pauses. */
extern atomic_bool none_done;
/* How often an engine was opened, and how often on the stack of a job. */
extern atomic_int opened, opened_in_job;
/* Unless it is NULL, is called before an engine is opened. */
extern void (*_Atomic when_opened)(void);

extern OSSL_LIB_CTX *ours, *own;
extern OSSL_PROVIDER *provider;

/* The engine does all that it can; or software does. */
#define ENGINE	"backend = cpu\nmin_bytes = 1\nasync_min_bytes = 1\nthreads = 2\n"
#define SOFTWARE "backend = cpu\nmin_bytes = 1000000000\nasync_min_bytes = 1000000000\n"
#define MIXED	"backend = cpu\nmin_bytes = 4096\n"

const char *modules(void);
void configure(OSSL_LIB_CTX *ctx, const char *options, const char *more);
bool try_load(const char *options);
void load(const char *options);
void unload(void);
/* A test while the provider is loaded with @options. */
#define TEST_LOADED(test, options)					\
static void loaded_##test(void);					\
TEST(test)								\
{									\
	load(options);							\
	loaded_##test();						\
	unload();							\
}									\
static void loaded_##test(void)

uint64_t count(const char *name);
const char *engine_name(void);
EVP_CIPHER_CTX *cipher_context(OSSL_LIB_CTX *ctx, const char *name, const uint8_t *key,
			       const uint8_t *iv, bool encrypt);
const char *reason(void);
int files_of_process(void);
int open_own(void **state);
int close_own(void **state);

#endif /* WARPCRYPT_TESTS_UNIT_PROVIDER_PLACE_H */
