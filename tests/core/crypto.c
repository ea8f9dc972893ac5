// SPDX-License-Identifier: GPL-2.0-only
/* The functions of kernel_crypto.h and kernel_module.h. */
#include "tests/core/kernel.h"

/* --- modules */

static struct module_symbol *symbols;

void module_symbol_add(struct module_symbol *symbol)
{
	symbol->next = symbols;
	symbols = symbol;
}

void *module_symbol_find(const char *name)
{
	const struct module_symbol *s;

	for (s = symbols; s && strcmp(s->name, name); s = s->next)
		;
	return s ? s->address : NULL;
}

int module_load(const char *init)
{
	int (*fn)(void) = (int (*)(void))module_symbol_find(init);

	return fn ? fn() : -ENOENT;
}

void module_unload(const char *exit)
{
	void (*fn)(void) = (void (*)(void))module_symbol_find(exit);

	fn();
}

int hex2bin(u8 *to, const char *from, size_t n)
{
	while (n--) {
		unsigned int byte;

		if (!isxdigit((unsigned char)from[0]) ||
		    !isxdigit((unsigned char)from[1]) ||
		    sscanf(from, "%2x", &byte) != 1)
			return -EINVAL;
		*to++ = (u8)byte;
		from += 2;
	}
	return 0;
}

/* --- scatterlists */

void memcpy_from_scatterwalk(void *to, struct scatter_walk *walk, unsigned int len)
{
	unsigned int n;

	for (; len; len -= n, to = (u8 *)to + n) {
		n = scatterwalk_next(walk, len);
		sim_copy(to, walk->addr, n);
		scatterwalk_done_src(walk, n);
	}
}

void memcpy_to_scatterwalk(struct scatter_walk *walk, const void *from,
			   unsigned int len)
{
	unsigned int n;

	for (; len; len -= n, from = (const u8 *)from + n) {
		n = scatterwalk_next(walk, len);
		sim_copy(walk->addr, from, n);
		scatterwalk_done_dst(walk, n);
	}
}

void scatterwalk_map_and_copy(void *buf, struct scatterlist *sg,
			      unsigned int start, unsigned int len, int out)
{
	struct scatter_walk walk;

	for (; start >= sg->length; sg++)
		start -= sg->length;
	scatterwalk_start(&walk, sg);
	walk.offset = start;
	if (out)
		memcpy_to_scatterwalk(&walk, buf, len);
	else
		memcpy_from_scatterwalk(buf, &walk, len);
}

/* --- algorithms */

static struct skcipher_alg *algs;
struct rw_semaphore crypto_alg_sem;

int crypto_register_skcipher(struct skcipher_alg *alg)
{
	INIT_LIST_HEAD(&alg->base.cra_users);
	alg->base.cra_flags |= CRYPTO_ALG_TESTED;
	mutex_lock(&crypto_alg_sem.mutex);
	alg->next = algs;
	algs = alg;
	mutex_unlock(&crypto_alg_sem.mutex);
	return 0;
}

void crypto_unregister_skcipher(struct skcipher_alg *alg)
{
	struct skcipher_alg **at;

	mutex_lock(&crypto_alg_sem.mutex);
	for (at = &algs; *at != alg; at = &(*at)->next)
		;
	*at = alg->next;
	mutex_unlock(&crypto_alg_sem.mutex);
}

static struct skcipher_alg *find(const char *name, u32 type, u32 mask)
{
	struct skcipher_alg *alg, *best = NULL;

	mutex_lock(&crypto_alg_sem.mutex);
	for (alg = algs; alg; alg = alg->next) {
		if ((alg->base.cra_flags ^ type) & mask)
			continue;
		if (!strcmp(alg->base.cra_driver_name, name)) {
			best = alg;
			break;
		}
		if (!strcmp(alg->base.cra_name, name) &&
		    (!best || alg->base.cra_priority > best->base.cra_priority))
			best = alg;
	}
	mutex_unlock(&crypto_alg_sem.mutex);
	return best;
}

bool crypto_has_alg(const char *name, u32 type, u32 mask)
{
	return find(name, type, mask);
}

struct crypto_skcipher *crypto_alloc_skcipher(const char *name, u32 type, u32 mask)
{
	struct skcipher_alg *alg = find(name, type, mask);
	struct crypto_skcipher *tfm;
	int err;

	if (!alg)
		return ERR_PTR(-ENOENT);
	tfm = sim_alloc(1, sizeof(*tfm) + alg->base.cra_ctxsize);
	if (!tfm)
		return ERR_PTR(-ENOMEM);
	tfm->base.__crt_alg = &alg->base;
	err = alg->init ? alg->init(tfm) : 0;
	if (!err)
		return tfm;
	free(tfm);
	return ERR_PTR(err);
}

void crypto_free_skcipher(struct crypto_skcipher *tfm)
{
	struct skcipher_alg *alg = crypto_skcipher_alg(tfm);

	if (alg->exit)
		alg->exit(tfm);
	free(tfm);
}

int crypto_skcipher_setkey(struct crypto_skcipher *tfm, const u8 *key,
			   unsigned int len)
{
	struct skcipher_alg *alg = crypto_skcipher_alg(tfm);

	if (len < alg->min_keysize || len > alg->max_keysize)
		return -EINVAL;
	return alg->setkey(tfm, key, len);
}

void crypto_req_done(void *data, int err)
{
	abort();
}
