// SPDX-License-Identifier: GPL-2.0-only
/*
 * algif_kpp: X25519, edwards25519 and ECDH on P-256 for user space, through AF_ALG
 * sockets.
 *
 * The kernel has no AF_ALG type "kpp". This module adds it, with the interface
 * that the kcapi_kpp_ functions of libkcapi use:
 *
 *   bind()	type "kpp", name "curve25519", "edwards25519" or "ecdh-nist-p256",
 *		or the driver name of one
 *   setsockopt(ALG_SET_KEY)	the secret, 32 bytes; 0 bytes: a random secret.
 *		Returns the length of the longest result
 *   accept()	a socket for operations, any number of them
 *   sendmsg()	ALG_SET_OP: 4 (public key), no data; or 5 (shared secrets) with
 *		any number of public keys of other parties, 32 bytes each; on P-256
 *		x and y, 64 bytes
 *   recvmsg()	the results in the same order
 *
 * recvmsg() works on all keys in the queue at the same time. If one of them has
 * no result, recvmsg() fails with the algorithm's error, and returns no results.
 * See Documentation/curves.rst, "From user space".
 *
 * The secret belongs to the bound socket, and cannot be changed while there are
 * sockets that were accepted from it. The queue of public keys belongs to the
 * accepted socket.
 */
#include <crypto/ecdh.h>
#include <crypto/if_alg.h>
#include <crypto/kpp.h>
#include <linux/bvec.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uio.h>
#include <net/sock.h>

#include "compat.h"
#include "kpp.h"

/* From libkcapi; the kernel's header does not have them. */
#define KPP_OP_KEYGEN	4
#define KPP_OP_SSGEN	5

/* The most points in the queue of a socket, and so the most requests at a time. */
#define KPP_QUEUE	1024u

/* Bytes of a secret, of all algorithms. */
#define KPP_SECRET	32u

/**
 * struct kpp_kind - an algorithm that users may use
 * @name: its name
 * @point: bytes of a public key
 * @shared: bytes of a shared secret
 * @set_secret: gives the tfm a secret of KPP_SECRET bytes, or of 0
 */
struct kpp_kind {
	const char *name;
	unsigned int point;
	unsigned int shared;
	int (*set_secret)(struct crypto_kpp *tfm, const void *secret,
			  unsigned int len);
};

/**
 * struct kpp_parent - the private data of a bound socket
 * @tfm: the algorithm, with the secret
 * @kind: which algorithm that is
 * @has_secret: a secret is set
 */
struct kpp_parent {
	struct crypto_kpp *tfm;
	const struct kpp_kind *kind;
	bool has_secret;
};

/**
 * struct kpp_queue - the private data of an accepted socket
 * @points: memory for KPP_QUEUE points, NULL until the first arrives
 * @point: bytes of a point
 * @used: bytes in @points
 * @op: KPP_OP_*, 0 before the first operation
 * @begun: @op was requested, and not all of its results have been received
 * @more: more points will be sent for it
 *
 * The socket's lock protects all of it.
 */
struct kpp_queue {
	u8 *points;
	unsigned int point;
	unsigned int used;
	u32 op;
	bool begun;
	bool more;
};

static struct kpp_queue *kpp_queue(struct sock *sk)
{
	return alg_sk(sk)->private;
}

static struct kpp_parent *kpp_parent(struct sock *sk)
{
	return alg_sk(alg_sk(sk)->parent)->private;
}

/* --- waiting */

/* Would recvmsg() return without waiting? */
static bool kpp_readable(const struct kpp_queue *q)
{
	if (!q->begun)
		return false;
	return q->op == KPP_OP_KEYGEN || !q->more || q->used >= q->point;
}

/* Is there room for sendmsg()? */
static bool kpp_writable(const struct kpp_queue *q)
{
	return q->used < KPP_QUEUE * q->point;
}

/* Waits until @ready returns true; releases the socket's lock meanwhile. */
static int kpp_wait(struct sock *sk, bool (*ready)(const struct kpp_queue *q),
		    long timeout)
{
	DEFINE_WAIT_FUNC(wait, woken_wake_function);
	int err = 0;

	add_wait_queue(sk_sleep(sk), &wait);
	while (!ready(kpp_queue(sk))) {
		if (!timeout) {
			err = -EAGAIN;
			break;
		}
		if (signal_pending(current)) {
			err = sock_intr_errno(timeout);
			break;
		}
		sk_wait_event(sk, &timeout, ready(kpp_queue(sk)), &wait);
	}
	remove_wait_queue(sk_sleep(sk), &wait);
	return err;
}

static __poll_t kpp_poll(struct file *file, struct socket *sock,
			 poll_table *wait)
{
	struct kpp_queue *q = kpp_queue(sock->sk);
	__poll_t mask = 0;

	sock_poll_wait(file, sock, wait);
	/* Without the lock, which recvmsg() holds while it computes. Each change wakes pollers. */
	if (data_race(kpp_readable(q)))
		mask |= EPOLLIN | EPOLLRDNORM;
	if (data_race(kpp_writable(q))) /* the same */
		mask |= EPOLLOUT | EPOLLWRNORM | EPOLLWRBAND;
	return mask;
}

/* --- operations */

/*
 * A socket that was accepted before a secret was set can be used once it is set.
 * From then on the secret cannot be changed while the socket exists.
 */
static int kpp_check_secret(struct sock *sk)
{
	struct alg_sock *ask = alg_sk(sk);
	struct sock *parent = ask->parent;
	int err = 0;

	if (!atomic_read(&ask->nokey_refcnt))
		return 0;
	lock_sock_nested(parent, SINGLE_DEPTH_NESTING);
	if (kpp_parent(sk)->has_secret) {
		atomic_dec(&alg_sk(parent)->nokey_refcnt);
		atomic_set(&ask->nokey_refcnt, 0);
	} else {
		err = -ENOKEY;
	}
	release_sock(parent);
	return err;
}

/* Sets @op to the operation in a control message, 0 if there is none. */
static int kpp_control(struct msghdr *msg, u32 *op)
{
	struct cmsghdr *cmsg;

	*op = 0;
	if (!msg->msg_controllen)
		return 0;
	for_each_cmsghdr(cmsg, msg) {
		if (!CMSG_OK(msg, cmsg))
			return -EINVAL;
		if (cmsg->cmsg_level != SOL_ALG)
			continue;
		if (cmsg->cmsg_type != ALG_SET_OP ||
		    cmsg->cmsg_len < CMSG_LEN(sizeof(*op)))
			return -EINVAL;
		memcpy(op, CMSG_DATA(cmsg), sizeof(*op));
		if (*op != KPP_OP_KEYGEN && *op != KPP_OP_SSGEN)
			return -EINVAL;
	}
	return 0;
}

/*
 * Checks whether an operation can begin, or the current one go on, with @size
 * bytes. Nothing has begun yet: copying the points may fail.
 */
static int kpp_check(struct kpp_queue *q, u32 *op, size_t size)
{
	if (*op && q->begun)
		return -EINVAL;
	*op = *op ?: q->op;
	if (!*op || (*op == KPP_OP_KEYGEN && size))
		return -EINVAL;
	if (q->begun && !q->more && *op == KPP_OP_SSGEN)
		return -EINVAL;
	if (size && !q->points) {
		q->points = kmalloc_array(KPP_QUEUE, q->point,
					  GFP_KERNEL_ACCOUNT);
		if (!q->points)
			return -ENOMEM;
	}
	return 0;
}

/* Queues as many bytes as there is room for; the sender sends the rest again. */
static ssize_t kpp_queue_points(struct kpp_queue *q, struct msghdr *msg)
{
	size_t n = min_t(size_t, msg_data_left(msg),
			 KPP_QUEUE * q->point - q->used);
	int err;

	err = memcpy_from_msg(q->points + q->used, msg, n);
	if (err)
		return err;
	q->used += n;
	q->more = msg->msg_flags & MSG_MORE || msg_data_left(msg);
	return n;
}

static int kpp_sendmsg_locked(struct sock *sk, struct msghdr *msg, u32 op)
{
	struct kpp_queue *q = kpp_queue(sk);
	size_t size = msg_data_left(msg);
	long timeout = sock_sndtimeo(sk, msg->msg_flags & MSG_DONTWAIT);
	ssize_t taken = 0;
	int err;

	err = kpp_check_secret(sk);
	if (err)
		return err;
	/* Only a continued operation may wait for room: recvmsg() makes it. */
	if (!op && size && !kpp_writable(q)) {
		err = kpp_wait(sk, kpp_writable, timeout);
		if (err)
			return err;
	}
	err = kpp_check(q, &op, size);
	if (err)
		return err;
	if (size)
		taken = kpp_queue_points(q, msg);
	else
		q->more = msg->msg_flags & MSG_MORE;
	if (taken < 0)
		return taken;
	q->op = op;
	q->begun = true;
	return taken;
}

static int kpp_sendmsg(struct socket *sock, struct msghdr *msg, size_t size)
{
	struct sock *sk = sock->sk;
	int ret;
	u32 op;

	ret = kpp_control(msg, &op);
	if (ret)
		return ret;
	lock_sock(sk);
	ret = kpp_sendmsg_locked(sk, msg, op);
	/* Wakes readers and pollers. */
	sk->sk_state_change(sk);
	release_sock(sk);
	return ret;
}

/* Removes the first @count points, which are done, from the queue. */
static void kpp_consume(struct kpp_queue *q, unsigned int count)
{
	if (q->op == KPP_OP_SSGEN) {
		q->used -= count * q->point;
		memmove(q->points, q->points + count * q->point, q->used);
	}
	if (q->op == KPP_OP_KEYGEN || (!q->used && !q->more)) {
		q->begun = false;
		q->more = false;
	}
}

/* How many results of @len bytes recvmsg() should return, or an error. */
static int kpp_count(struct kpp_queue *q, size_t room, unsigned int len)
{
	if (q->op == KPP_OP_SSGEN && !q->more &&
	    (!q->used || q->used % q->point)) {
		/* No points, or an incomplete one at the end. */
		q->used = 0;
		kpp_consume(q, 0);
		return -EINVAL;
	}
	if (room < len)
		return -EMSGSIZE;
	if (q->op == KPP_OP_KEYGEN)
		return 1;
	return min_t(size_t, q->used / q->point, room / len);
}

static int kpp_recvmsg_locked(struct sock *sk, struct msghdr *msg, int flags)
{
	const struct kpp_kind *kind = kpp_parent(sk)->kind;
	struct kpp_queue *q = kpp_queue(sk);
	struct kpp_batch_of of = { .tfm = kpp_parent(sk)->tfm };
	u8 *results;
	int err, n;

	err = kpp_check_secret(sk);
	if (err)
		return err;
	err = kpp_wait(sk, kpp_readable,
		       sock_rcvtimeo(sk, flags & MSG_DONTWAIT));
	if (err)
		return err;
	of.point = q->op == KPP_OP_KEYGEN ? 0 : kind->point;
	of.result = q->op == KPP_OP_KEYGEN ? kind->point : kind->shared;
	n = kpp_count(q, msg_data_left(msg), of.result);
	if (n < 0)
		return n;
	results = kmalloc_array(n, of.result, GFP_KERNEL_ACCOUNT);
	if (!results)
		return -ENOMEM;
	err = kpp_compute(sk, &of, q->points, results, n);
	kpp_consume(q, n);
	if (!err)
		err = memcpy_to_msg(msg, results, n * of.result);
	kfree_sensitive(results);
	return err ?: n * (int)of.result;
}

static int kpp_recvmsg(struct socket *sock, struct msghdr *msg, size_t size,
		       int flags)
{
	struct sock *sk = sock->sk;
	int ret;

	lock_sock(sk);
	ret = kpp_recvmsg_locked(sk, msg, flags);
	sk->sk_state_change(sk);
	release_sock(sk);
	return ret;
}

#if WC_HAVE_SENDPAGE
static ssize_t kpp_sendpage(struct socket *sock, struct page *page, int offset,
			    size_t size, int flags)
{
	struct bio_vec bvec = {
		.bv_page = page,
		.bv_len = size,
		.bv_offset = offset,
	};
	struct msghdr msg = { .msg_flags = flags };

	if (flags & MSG_SENDPAGE_NOTLAST)
		msg.msg_flags |= MSG_MORE;
	iov_iter_bvec(&msg.msg_iter, WRITE, &bvec, 1, size);
	return kpp_sendmsg(sock, &msg, size);
}
#endif

static struct proto_ops kpp_ops = {
	.family = PF_ALG,

	.connect = sock_no_connect,
	.socketpair = sock_no_socketpair,
	.getname = sock_no_getname,
	.ioctl = sock_no_ioctl,
	.listen = sock_no_listen,
	.shutdown = sock_no_shutdown,
	.mmap = sock_no_mmap,
	.bind = sock_no_bind,
	.accept = sock_no_accept,

	.release = af_alg_release,
	.sendmsg = kpp_sendmsg,
#if WC_HAVE_SENDPAGE
	.sendpage = kpp_sendpage,
#endif
	.recvmsg = kpp_recvmsg,
	.poll = kpp_poll,
};

/* --- creating and freeing sockets */

#if IS_REACHABLE(CONFIG_CRYPTO_ECDH)
/*
 * The kernel has ECDH's secrets in a structure, which user space must not be able to pass
 * in: it is made here.
 */
static int kpp_set_ecdh_secret(struct crypto_kpp *tfm, const void *secret,
			       unsigned int len)
{
	struct ecdh key = { .key = (char *)secret, .key_size = len };
	char packed[sizeof(struct kpp_secret) + sizeof(key.key_size) +
		    KPP_SECRET];
	unsigned int size = crypto_ecdh_key_len(&key);
	int err;

	if (size > sizeof(packed))
		return -EINVAL;
	err = crypto_ecdh_encode_key(packed, size, &key);
	if (!err)
		err = crypto_kpp_set_secret(tfm, packed, size);
	memzero_explicit(packed, sizeof(packed));
	return err;
}
#endif

/* Not DH, for one, whose secrets are structures with more than a number in them. */
static const struct kpp_kind kpp_kinds[] = {
	{ "curve25519", 32, 32, crypto_kpp_set_secret },
	{ "edwards25519", 32, 32, crypto_kpp_set_secret },
#if IS_REACHABLE(CONFIG_CRYPTO_ECDH)
	{ "ecdh-nist-p256", 64, 32, kpp_set_ecdh_secret },
#endif
};

/* NULL: it is not for users. */
static const struct kpp_kind *kpp_kind(struct crypto_kpp *tfm)
{
	const char *name = crypto_tfm_alg_name(crypto_kpp_tfm(tfm));
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kpp_kinds); i++)
		if (!strcmp(name, kpp_kinds[i].name))
			return &kpp_kinds[i];
	return NULL;
}

static void *kpp_open(const char *name, u32 type, u32 mask)
{
	const struct kpp_kind *kind;
	struct kpp_parent *parent;
	struct crypto_kpp *tfm;
	int err;

	tfm = crypto_alloc_kpp(name, type, mask);
	if (IS_ERR(tfm))
		return ERR_CAST(tfm);
	err = -EOPNOTSUPP;
	kind = kpp_kind(tfm);
	if (!kind)
		goto free_tfm;
	err = -ENOMEM;
	parent = kzalloc(sizeof(*parent), GFP_KERNEL_ACCOUNT);
	if (!parent)
		goto free_tfm;
	parent->tfm = tfm;
	parent->kind = kind;
	return parent;

free_tfm:
	crypto_free_kpp(tfm);
	return ERR_PTR(err);
}

#if WC_BIND_HAS_FLAGS
static void *kpp_bind(const char *name, u32 type, u32 mask)
{
	return kpp_open(name, type, mask);
}
#else
static void *kpp_bind(const char *name)
{
	return kpp_open(name, 0, 0);
}
#endif

static void kpp_release(void *private)
{
	struct kpp_parent *parent = private;

	crypto_free_kpp(parent->tfm);
	kfree(parent);
}

static int kpp_setkey(void *private, const u8 *key, unsigned int keylen)
{
	struct kpp_parent *parent = private;
	int err = -EINVAL;

	if (!keylen || keylen == KPP_SECRET)
		err = parent->kind->set_secret(parent->tfm, key, keylen);
	parent->has_secret = !err;
	return err ?: crypto_kpp_maxsize(parent->tfm);
}

static void kpp_destruct(struct sock *sk)
{
	struct kpp_queue *q = kpp_queue(sk);

	kfree(q->points);
	kfree(q);
	af_alg_release_parent(sk);
}

static int kpp_accept_nokey(void *private, struct sock *sk)
{
	struct kpp_queue *q = kzalloc(sizeof(*q), GFP_KERNEL_ACCOUNT);
	struct kpp_parent *parent = private;

	if (!q)
		return -ENOMEM;
	q->point = parent->kind->point;
	alg_sk(sk)->private = q;
	sk->sk_destruct = kpp_destruct;
	return 0;
}

static int kpp_accept(void *private, struct sock *sk)
{
	struct kpp_parent *parent = private;

	/* AF_ALG then calls kpp_accept_nokey(); the secret may be set later. */
	if (!parent->has_secret)
		return -ENOKEY;
	return kpp_accept_nokey(private, sk);
}

static const struct af_alg_type kpp_type = {
	.bind = kpp_bind,
	.release = kpp_release,
	.setkey = kpp_setkey,
	.accept = kpp_accept,
	.accept_nokey = kpp_accept_nokey,
	.ops = &kpp_ops,
	.ops_nokey = &kpp_ops,
	.name = "kpp",
	.owner = THIS_MODULE,
};

static int __init kpp_init(void)
{
	int err = kpp_batch_init();

	if (err)
		return err;
	err = af_alg_register_type(&kpp_type);
	if (err)
		kpp_batch_exit();
	return err;
}

static void __exit kpp_exit(void)
{
	af_alg_unregister_type(&kpp_type);
	kpp_batch_exit();
}

module_init(kpp_init);
module_exit(kpp_exit);

MODULE_DESCRIPTION("AF_ALG sockets for X25519, edwards25519 and ECDH on P-256");
MODULE_LICENSE("GPL");
