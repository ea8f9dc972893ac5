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

struct kpp_socket {
	int bound;		/* the socket that has the secret */
	int fd;			/* the socket for operations, -1 before kpp_accept() */
	size_t public_bytes;	/* the length of a public key, 0 before kpp_set_secret() */
};

/* Make the bound socket of an algorithm or a driver; kpp_close() closes it. */
int kpp_bind(struct kpp_socket *s, const char *name);

/*
 * Set the secret, KPP_BYTES, or with 0 a random one; not after kpp_accept() with one. Returns the
 * length of a public key.
 */
int kpp_set_secret(struct kpp_socket *s, const uint8_t *secret, size_t len);

/* Makes the socket for operations. */
int kpp_accept(struct kpp_socket *s);

/* Bind, set the secret, accept; if one fails, all is closed again. */
int kpp_open(struct kpp_socket *s, const char *name, const uint8_t *secret,
	     size_t len);

void kpp_close(struct kpp_socket *s);

/*
 * Send one message; @points may be NULL, @flags are those of sendmsg(2). Returns how many bytes
 * were taken, perhaps fewer than @len.
 */
ssize_t kpp_send(struct kpp_socket *s, enum kpp_op op, const void *points,
		 size_t len, int flags);

/* Reads results; returns bytes, perhaps fewer than @len. */
ssize_t kpp_recv(struct kpp_socket *s, void *results, size_t len, int flags);

/* Computes the public key, of &kpp_socket.public_bytes. */
int kpp_public(struct kpp_socket *s, uint8_t *result);

/*
 * Compute shared secrets, KPP_BYTES each, of at most KPP_QUEUE points, &kpp_socket.public_bytes
 * each. Returns 0, or -EINVAL if one of the points has none.
 */
int kpp_shared(struct kpp_socket *s, uint8_t *results, const uint8_t *points,
	       size_t count);

#endif /* WARPCRYPT_TOOLS_KPP_SOCKET_H */
