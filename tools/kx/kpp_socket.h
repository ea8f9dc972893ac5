/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Key agreement by the kernel: AF_ALG sockets of type "kpp", which
 * algif_kpp.ko adds (Documentation/curves.rst).
 *
 * All functions return 0 or a length, or a negative errno.
 */
#ifndef WARPCRYPT_TOOLS_KPP_SOCKET_H
#define WARPCRYPT_TOOLS_KPP_SOCKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A secret, a shared secret, and a public key of all groups but P-256. */
#define KPP_BYTES	32
/* The most points that a socket takes before results are read. */
#define KPP_QUEUE	1024

/* The operation of a message; 0: it continues the previous message. */
enum kpp_op {
	KPP_OP_NONE = 0,
	KPP_OP_KEYGEN = 4,
	KPP_OP_SSGEN = 5,
};

/**
 * struct kpp_socket - a secret and a socket for operations with it
 * @bound: the socket that has the secret
 * @fd: the socket for operations, -1 before kpp_accept()
 * @public_bytes: the length of a public key, 0 before kpp_set_secret()
 */
struct kpp_socket {
	int bound;
	int fd;
	size_t public_bytes;
};

/**
 * kpp_bind() - make the bound socket
 * @s: filled in; kpp_close() closes it
 * @name: an algorithm or a driver
 */
int kpp_bind(struct kpp_socket *s, const char *name);

/**
 * kpp_set_secret() - set the secret
 * @s: not accepted yet, or only without a secret
 * @secret: the secret
 * @len: KPP_BYTES, or 0 for a random one
 *
 * Return: the length of a public key
 */
int kpp_set_secret(struct kpp_socket *s, const uint8_t *secret, size_t len);

/* Makes the socket for operations. */
int kpp_accept(struct kpp_socket *s);

/**
 * kpp_open() - bind, set the secret, accept
 * @s: closed again if this fails
 */
int kpp_open(struct kpp_socket *s, const char *name, const uint8_t *secret,
	     size_t len);

void kpp_close(struct kpp_socket *s);

/**
 * kpp_send() - send one message
 * @s: the sockets
 * @op: the operation
 * @points: points, or NULL
 * @len: bytes of @points
 * @flags: of sendmsg(2)
 *
 * Return: bytes taken, perhaps fewer than @len
 */
ssize_t kpp_send(struct kpp_socket *s, enum kpp_op op, const void *points,
		 size_t len, int flags);

/* Reads results; returns bytes, perhaps fewer than @len. */
ssize_t kpp_recv(struct kpp_socket *s, void *results, size_t len, int flags);

/* Computes the public key, of &kpp_socket.public_bytes. */
int kpp_public(struct kpp_socket *s, uint8_t *result);

/**
 * kpp_shared() - compute shared secrets
 * @s: the sockets
 * @results: KPP_BYTES for each
 * @points: public keys, &kpp_socket.public_bytes for each
 * @count: number of points, at most KPP_QUEUE
 *
 * Return: 0, or -EINVAL if one of the points has no shared secret
 */
int kpp_shared(struct kpp_socket *s, uint8_t *results, const uint8_t *points,
	       size_t count);

#endif /* WARPCRYPT_TOOLS_KPP_SOCKET_H */
