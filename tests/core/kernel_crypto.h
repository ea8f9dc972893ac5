/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Part of kernel.h: scatterlists and the crypto API's skciphers, as much as the modules
 * use. A page's address is where it lies.
 */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_CRYPTO_H
#define WARPCRYPT_TESTS_CORE_KERNEL_CRYPTO_H

/* --- scatterlists, without chains */

struct scatterlist {
	uintptr_t page;
	unsigned int offset;
	unsigned int length;
};

static inline void *sg_virt(const struct scatterlist *sg)
{
	return (u8 *)sg->page + sg->offset;
}

static inline void sg_set_buf(struct scatterlist *sg, void *at, unsigned int len)
{
	sg->offset = (uintptr_t)at % PAGE_SIZE;
	sg->page = (uintptr_t)at - sg->offset;
	sg->length = len;
}

#define sg_init_one(sg, at, len)	sg_set_buf(sg, at, len)

struct scatter_walk {
	void *addr;
	struct scatterlist *sg;
	unsigned int offset;
};

static inline void scatterwalk_start(struct scatter_walk *walk,
				     struct scatterlist *sg)
{
	walk->sg = sg;
	walk->offset = 0;
}

/* The next bytes that lie together, at most @len. */
static inline unsigned int scatterwalk_next(struct scatter_walk *walk,
					    unsigned int len)
{
	while (walk->offset == walk->sg->length)
		scatterwalk_start(walk, walk->sg + 1);
	walk->addr = (u8 *)sg_virt(walk->sg) + walk->offset;
	return min(len, walk->sg->length - walk->offset);
}

#define scatterwalk_done_src(walk, n)	((void)((walk)->offset += (n)))
#define scatterwalk_done_dst(walk, n)	((void)((walk)->offset += (n)))

void memcpy_from_scatterwalk(void *to, struct scatter_walk *walk, unsigned int len);
void memcpy_to_scatterwalk(struct scatter_walk *walk, const void *from,
			   unsigned int len);
void scatterwalk_map_and_copy(void *buf, struct scatterlist *sg,
			      unsigned int start, unsigned int len, int out);

/* --- algorithms */

#define CRYPTO_MAX_ALG_NAME		128
#define CRYPTO_ALG_TYPE_CIPHER		0x1
#define CRYPTO_ALG_ASYNC		0x80
#define CRYPTO_ALG_NEED_FALLBACK	0x100
#define CRYPTO_ALG_TESTED		0x400
#define CRYPTO_ALG_KERN_DRIVER_ONLY	0x1000
#define CRYPTO_ALG_ALLOCATES_MEMORY	0x10000
#define CRYPTO_TFM_REQ_MASK		0xfff00
#define CRYPTO_TFM_REQ_MAY_SLEEP	0x200
#define CRYPTO_TFM_REQ_MAY_BACKLOG	0x400

struct crypto_tfm;

struct cipher_alg {
	unsigned int cia_min_keysize;
	unsigned int cia_max_keysize;
	int (*cia_setkey)(struct crypto_tfm *tfm, const u8 *key, unsigned int len);
	void (*cia_encrypt)(struct crypto_tfm *tfm, u8 *dst, const u8 *src);
	void (*cia_decrypt)(struct crypto_tfm *tfm, u8 *dst, const u8 *src);
};

struct crypto_alg {
	struct list_head cra_users;
	u32 cra_flags;
	unsigned int cra_blocksize;
	unsigned int cra_ctxsize;
	int cra_priority;
	char cra_name[CRYPTO_MAX_ALG_NAME];
	char cra_driver_name[CRYPTO_MAX_ALG_NAME];
	struct cipher_alg cra_cipher;
	void *cra_module;
};

struct crypto_tfm {
	u32 crt_flags;
	struct crypto_alg *__crt_alg;
};

typedef void (*crypto_completion_t)(void *data, int err);

struct crypto_async_request {
	struct crypto_tfm *tfm;
	crypto_completion_t complete;
	void *data;
	u32 flags;
};

struct crypto_skcipher {
	unsigned int reqsize;
	struct crypto_tfm base;
	u8 context[] __attribute__((aligned(16)));
};

struct skcipher_request {
	unsigned int cryptlen;
	u8 *iv;
	struct scatterlist *src;
	struct scatterlist *dst;
	struct crypto_async_request base;
	u8 context[] __attribute__((aligned(16)));
};

struct skcipher_alg {
	int (*setkey)(struct crypto_skcipher *tfm, const u8 *key, unsigned int len);
	int (*encrypt)(struct skcipher_request *req);
	int (*decrypt)(struct skcipher_request *req);
	int (*init)(struct crypto_skcipher *tfm);
	void (*exit)(struct crypto_skcipher *tfm);
	unsigned int min_keysize;
	unsigned int max_keysize;
	unsigned int ivsize;
	unsigned int chunksize;
	struct crypto_alg base;
	struct skcipher_alg *next;
};

/* The plain ciphers are for templates, of which there are none. */
#define crypto_register_alg(alg)	((void)(alg), 0)
#define crypto_unregister_alg(alg)	((void)(alg))
int crypto_register_skcipher(struct skcipher_alg *alg);
void crypto_unregister_skcipher(struct skcipher_alg *alg);
bool crypto_has_alg(const char *name, u32 type, u32 mask);
/* The best of that name whose flags are @type under @mask; or an ERR_PTR(). */
struct crypto_skcipher *crypto_alloc_skcipher(const char *name, u32 type, u32 mask);
void crypto_free_skcipher(struct crypto_skcipher *tfm);
int crypto_skcipher_setkey(struct crypto_skcipher *tfm, const u8 *key,
			   unsigned int len);
/* A caller that waits; nothing here does. */
void crypto_req_done(void *data, int err);

#define crypto_skcipher_tfm(t)		(&(t)->base)
#define crypto_skcipher_ctx(t)		((void *)(t)->context)
#define crypto_tfm_ctx(t)		((void *)((t) + 1))
#define crypto_skcipher_alg(t) \
	container_of((t)->base.__crt_alg, struct skcipher_alg, base)
#define crypto_skcipher_ivsize(t)	(crypto_skcipher_alg(t)->ivsize)
#define crypto_skcipher_reqsize(t)	((t)->reqsize)
#define crypto_skcipher_set_reqsize(t, n)	((void)((t)->reqsize = (n)))
#define crypto_skcipher_get_flags(t)	((t)->base.crt_flags)
#define crypto_skcipher_set_flags(t, f)	((void)((t)->base.crt_flags |= (f)))
#define crypto_skcipher_clear_flags(t, f) ((void)((t)->base.crt_flags &= ~(u32)(f)))
#define crypto_tfm_alg_driver_name(t)	((t)->__crt_alg->cra_driver_name)
#define crypto_skcipher_reqtfm(r) \
	container_of((r)->base.tfm, struct crypto_skcipher, base)
#define skcipher_request_ctx(r)		((void *)(r)->context)
#define skcipher_request_set_tfm(r, t)	((void)((r)->base.tfm = &(t)->base))
#define skcipher_request_complete(r, err) \
	((r)->base.complete((r)->base.data, err))
#define crypto_skcipher_encrypt(r) \
	(crypto_skcipher_alg(crypto_skcipher_reqtfm(r))->encrypt(r))
#define crypto_skcipher_decrypt(r) \
	(crypto_skcipher_alg(crypto_skcipher_reqtfm(r))->decrypt(r))
#define xts_verify_key(t, key, len)	((len) % 2 ? -EINVAL : 0)

static inline void skcipher_request_set_callback(struct skcipher_request *req,
						 u32 flags,
						 crypto_completion_t done,
						 void *data)
{
	req->base = (struct crypto_async_request){ req->base.tfm, done, data, flags };
}

static inline void skcipher_request_set_crypt(struct skcipher_request *req,
					      struct scatterlist *src,
					      struct scatterlist *dst,
					      unsigned int len, void *iv)
{
	req->src = src;
	req->dst = dst;
	req->cryptlen = len;
	req->iv = iv;
}

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_CRYPTO_H */
