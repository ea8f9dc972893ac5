// SPDX-License-Identifier: GPL-2.0-only
/*
 * Key agreement by the kernel: AF_ALG sockets of type "kpp".
 */
#define _GNU_SOURCE
#include "tools/kx/kpp_socket.h"

#include <errno.h>
#include <linux/if_alg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef SOL_ALG
#define SOL_ALG	279
#endif

int kpp_bind(struct kpp_socket *s, const char *name)
{
	struct sockaddr_alg sa = {
		.salg_family = AF_ALG,
		.salg_type = "kpp",
	};
	int err;

	if (strlen(name) >= sizeof(sa.salg_name))
		return -ENAMETOOLONG;
	snprintf((char *)sa.salg_name, sizeof(sa.salg_name), "%s", name);
	s->fd = -1;
	s->public_bytes = 0;
	s->bound = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (s->bound < 0)
		return -errno;
	if (!bind(s->bound, (struct sockaddr *)&sa, sizeof(sa)))
		return 0;
	err = -errno;
	kpp_close(s);
	return err;
}

int kpp_set_secret(struct kpp_socket *s, const uint8_t *secret, size_t len)
{
	int ret = setsockopt(s->bound, SOL_ALG, ALG_SET_KEY, secret, len);

	if (ret < 0)
		return -errno;
	s->public_bytes = ret;
	return ret;
}

int kpp_accept(struct kpp_socket *s)
{
	s->fd = accept4(s->bound, NULL, NULL, SOCK_CLOEXEC);
	return s->fd < 0 ? -errno : 0;
}

int kpp_open(struct kpp_socket *s, const char *name, const uint8_t *secret,
	     size_t len)
{
	int ret = kpp_bind(s, name);

	if (ret)
		return ret;
	ret = kpp_set_secret(s, secret, len);
	if (ret >= 0)
		ret = kpp_accept(s);
	if (ret)
		kpp_close(s);
	return ret;
}

void kpp_close(struct kpp_socket *s)
{
	if (s->fd >= 0)
		close(s->fd);
	close(s->bound);
	s->fd = -1;
	s->bound = -1;
}

ssize_t kpp_send(struct kpp_socket *s, enum kpp_op op, const void *points,
		 size_t len, int flags)
{
	char control[CMSG_SPACE(sizeof(uint32_t))]
		__attribute__((aligned(__alignof__(struct cmsghdr)))) = { 0 };
	struct iovec iov = { (void *)points, len };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	struct cmsghdr *cmsg;
	uint32_t value = op;
	ssize_t ret;

	if (op != KPP_OP_NONE) {
		msg.msg_control = control;
		msg.msg_controllen = sizeof(control);
		cmsg = CMSG_FIRSTHDR(&msg);
		cmsg->cmsg_level = SOL_ALG;
		cmsg->cmsg_type = ALG_SET_OP;
		cmsg->cmsg_len = CMSG_LEN(sizeof(value));
		memcpy(CMSG_DATA(cmsg), &value, sizeof(value));
	}
	ret = sendmsg(s->fd, &msg, flags);
	return ret < 0 ? -errno : ret;
}

ssize_t kpp_recv(struct kpp_socket *s, void *results, size_t len, int flags)
{
	ssize_t ret = recv(s->fd, results, len, flags);

	return ret < 0 ? -errno : ret;
}

/* Results of an operation whose message was @sent bytes. */
static int kpp_fetch(struct kpp_socket *s, ssize_t sent, size_t expected,
		     uint8_t *results, size_t len)
{
	ssize_t ret;

	if (sent < 0)
		return sent;
	if ((size_t)sent != expected)
		return -EMSGSIZE;
	ret = kpp_recv(s, results, len, 0);
	if (ret < 0)
		return ret;
	return (size_t)ret == len ? 0 : -EIO;
}

int kpp_public(struct kpp_socket *s, uint8_t *result)
{
	return kpp_fetch(s, kpp_send(s, KPP_OP_KEYGEN, NULL, 0, 0), 0, result,
			 s->public_bytes);
}

int kpp_shared(struct kpp_socket *s, uint8_t *results, const uint8_t *points,
	       size_t count)
{
	size_t len = count * s->public_bytes;

	return kpp_fetch(s, kpp_send(s, KPP_OP_SSGEN, points, len, 0), len,
			 results, count * KPP_BYTES);
}
