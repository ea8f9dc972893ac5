// SPDX-License-Identifier: GPL-2.0-only
#include "tests/skcipher_socket.h"

#include <errno.h>
#include <linux/if_alg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef SOL_ALG
#define SOL_ALG		279
#endif

#define IV_BYTES	16u

int skcipher_bind(const char *name)
{
	struct sockaddr_alg address = {
		.salg_family = AF_ALG, .salg_type = "skcipher",
	};
	int bound = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), err;

	if (bound < 0)
		return -errno;
	snprintf((char *)address.salg_name, sizeof(address.salg_name), "%s",
		 name);
	if (!bind(bound, (struct sockaddr *)&address, sizeof(address)))
		return bound;
	err = -errno;
	close(bound);
	return err;
}

int skcipher_set_key(int bound, const uint8_t *key, size_t len)
{
	return setsockopt(bound, SOL_ALG, ALG_SET_KEY, key, (socklen_t)len) ?
	       -errno : 0;
}

int skcipher_accept(int bound)
{
	int op = accept(bound, NULL, 0);

	return op < 0 ? -errno : op;
}

static void put_u32(struct cmsghdr *c, int type, uint32_t value, size_t more)
{
	c->cmsg_level = SOL_ALG;
	c->cmsg_type = type;
	c->cmsg_len = CMSG_LEN(sizeof(value) + more);
	memcpy(CMSG_DATA(c), &value, sizeof(value));
}

int skcipher_send(int op, bool decrypt, const uint8_t *iv, const void *data,
		  size_t len, int flags)
{
	uint8_t control[CMSG_SPACE(4) + CMSG_SPACE(4 + IV_BYTES)] = { 0 };
	struct iovec iov = { (void *)data, len };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = !!len, .msg_control = control,
		.msg_controllen = iv ? sizeof(control) : CMSG_SPACE(4),
	};
	struct cmsghdr *c = CMSG_FIRSTHDR(&msg);
	ssize_t sent;

	put_u32(c, ALG_SET_OP, decrypt ? ALG_OP_DECRYPT : ALG_OP_ENCRYPT, 0);
	if (iv) {
		c = CMSG_NXTHDR(&msg, c);
		/* struct af_alg_iv: its length, then the IV. */
		put_u32(c, ALG_SET_IV, IV_BYTES, IV_BYTES);
		memcpy(CMSG_DATA(c) + 4, iv, IV_BYTES);
	}
	sent = sendmsg(op, &msg, flags);
	if (sent < 0)
		return -errno;
	return (size_t)sent == len ? 0 : -EIO;
}

int skcipher_encrypt(int op, const uint8_t *iv, const void *src, void *dst,
		     size_t len)
{
	int err = skcipher_send(op, false, iv, src, len, 0);
	ssize_t got;

	if (err)
		return err;
	got = read(op, dst, len);
	if (got < 0)
		return -errno;
	return (size_t)got == len ? 0 : -EIO;
}
