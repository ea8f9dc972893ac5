/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AF_ALG sockets of type "skcipher", for tests that need the bare socket and
 * not libkcapi. All functions return a socket or 0, or a negative errno.
 */
#ifndef WARPCRYPT_TESTS_SKCIPHER_SOCKET_H
#define WARPCRYPT_TESTS_SKCIPHER_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the socket that gets the key. */
int skcipher_bind(const char *name);

int skcipher_set_key(int bound, const uint8_t *key, size_t len);

/* Makes a socket for requests. */
int skcipher_accept(int bound);

/*
 * Begins a request: of its source @data is the first part; @iv has 16 bytes, or is NULL if the
 * mode has none; @flags are sendmsg(2)'s.
 */
int skcipher_send(int op, bool decrypt, const uint8_t *iv, const void *data,
		  size_t len, int flags);

/* Encrypts @len bytes, at most what a socket takes at once (64 KiB). */
int skcipher_encrypt(int op, const uint8_t *iv, const void *src, void *dst,
		     size_t len);

#endif /* WARPCRYPT_TESTS_SKCIPHER_SOCKET_H */
