// SPDX-License-Identifier: GPL-2.0-only
/*
 * unit-verify: kmod/verify.c with an emulated cipher. A fault in any byte of the
 * device's result is found, whatever its length; the user gets software's result.
 * And kmod/kpp.c, whose requests take turns with those of ciphers.
 */

#include "kmod/uapi/warpcrypt.h"

#include "tests/core/kernel_crypto.h"
#include "tests/core/sim_kernel.h"
#include "tests/ktap.h"

/* --- what kmod/verify.c needs of the kernel besides; all sources are in one piece */

struct kernel_param {
	int number;
};

struct kernel_param_ops {
	int (*set)(const char *val, const struct kernel_param *kp);
	int (*get)(char *buffer, const struct kernel_param *kp);
};

#define wc_done_arg			void
#define wc_done_data(arg)		(arg)
#define alloc_pages_exact(n, gfp)	calloc(1, n)
#define free_pages_exact(p, n)		free(p)
#define kstrtouint(s, base, to)		(*(to) = (uint)strtoul(s, NULL, base), 0)
#define param_set_uint(val, kp) \
	(sim_step(), wc_param_verify = (uint)strtoul(val, NULL, 0), 0)
#define kernel_param_lock(module)	mutex_lock(&the_param_lock)
#define kernel_param_unlock(module)	mutex_unlock(&the_param_lock)
#define param_get_uint			NULL
#define module_param_cb(name, ops, at, mode) \
	static const struct kernel_param_ops *const the_param = (ops)
#define MODULE_PARM_DESC(name, text)	_Static_assert(1, text)

static struct mutex the_param_lock;

void scatterwalk_map_and_copy(void *buf, struct scatterlist *sg, unsigned int start,
			      unsigned int n, int out)
{
	u8 *at = (u8 *)sg_virt(sg) + start;

	memcpy(out ? at : buf, out ? buf : at, n);
}

#include "kmod/verify.c"

/* The cipher: each byte by its place, its own inverse. */
static u8 cipher_of(u8 byte, u32 at)
{
	return byte ^ (u8)(at * 7 + 3);
}

static int encrypt(struct skcipher_request *req)
{
	const u8 *from = sg_virt(req->src);
	u8 *to = sg_virt(req->dst);
	u32 i;

	for (i = 0; i < req->cryptlen; i++)
		to[i] = cipher_of(from[i], i);
	return 0;
}

static struct skcipher_alg alg = { .encrypt = encrypt, .base.cra_driver_name = "emulated" };

/* A tfm that falls back on itself, and its context. */
static struct {
	struct crypto_skcipher tfm;
	struct wc_skcipher_tfm context;
} emulated = { .tfm.base.__crt_alg = &alg.base, .context.fallback = &emulated.tfm };

/* It is the tfm's. */
static_assert(offsetof(__typeof__(emulated), context) ==
	      offsetof(struct crypto_skcipher, context));

/* --- what kmod/kpp.c needs besides */

struct crypto_kpp {
	struct wc_kpp_tfm *context;
	struct kpp_alg *alg;
};

struct kpp_request {
	struct crypto_async_request base;
	struct crypto_kpp *tfm;
	struct scatterlist *src, *dst;
	u32 src_len, dst_len;
	u8 __ctx[1024] __attribute__((aligned(16)));
};

struct kpp_alg {
	struct crypto_alg base;
	int (*set_secret)(struct crypto_kpp *tfm, const void *buf, unsigned int len);
	int (*generate_public_key)(struct kpp_request *req);
	int (*compute_shared_secret)(struct kpp_request *req);
	unsigned int (*max_size)(struct crypto_kpp *tfm);
	int (*init)(struct crypto_kpp *tfm);
	void (*exit)(struct crypto_kpp *tfm);
};

#define MODULE_ALIAS_CRYPTO(name)	_Static_assert(1, name)
#define kpp_request_ctx(r)		((void *)(r)->__ctx)
#define crypto_kpp_reqtfm(r)		((r)->tfm)
#define kpp_tfm_ctx(t)			((t)->context)
#define kpp_set_reqsize(t, n)		((void)(t))
#define kpp_request_complete(r, e)	((void)(r), (void)(e))
#define crypto_kpp_alg(t)		((t)->alg)
#define crypto_register_kpp(a)		((void)(a), 0)
#define crypto_unregister_kpp(a)	((void)(a))
#define sg_nents_for_len(sg, n)		((sg)->length < (n) ? -EINVAL : 1)
#define num_possible_cpus()		1
#define current_euid()			0
#define GLOBAL_ROOT_UID			0
#define uid_eq(a, b)			((a) == (b))

#include "kmod/kpp.c"

uint wc_param_priority;
const struct wc_kpp_group wc_kpp_edwards25519, wc_kpp_p256;

static int multiply(u8 mode, u8 *result, const u8 *scalar, const u8 *point)
{
	memset(result, 1, 32);
	return 0;
}

const struct wc_kpp_group wc_kpp_curve25519 = {
	.cipher = WARPCRYPT_CIPHER_CURVE25519, .point = 32, .result = { 32, 32 }, .not_zero = true,
	.compute = multiply,
};

void wc_soft25519_init(void)
{
}

void wc_soft_begin(struct wc_soft_watch *watch)
{
}

void wc_soft_end(struct wc_soft *soft, u32 len, const struct wc_soft_watch *watch)
{
}

void wc_fallback_count(const struct wc_request *rq, const struct crypto_tfm *tfm, enum wc_reason why)
{
}

void wc_submit_started(struct wc_request *rq)
{
}

void wc_route_end(struct wc_request *rq)
{
}

void wc_arena_copy_in(void *to, const void *from, size_t len)
{
	memcpy(to, from, len);
}

/* An engine is to do them. */
static bool offloads;

int wc_offload(struct wc_request *rq, bool decrypt, bool here, bool wait, enum wc_reason *why)
{
	rq->soft = NULL;
	if (offloads && rq->ops->prepare)
		rq->ops->prepare(rq);
	return offloads ? -EINPROGRESS : -EAGAIN;
}

static struct wc_stats counters[SIM_CPUS];
struct wc_stats *wc_stats = counters;

static unsigned int kills;

void wc_link_kill_live(u32 generation, enum wc_reason reason)
{
	kills += generation == 7 && reason == WC_MISMATCH;
}

bool wc_submit_expects(const struct wc_request *rq)
{
	return true;
}

void wc_arena_copy_out(void *to, const void *from, size_t len)
{
	memcpy(to, from, len);
}

void wc_arena_xor_out(void *to, const void *in, const void *stream, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++)
		((u8 *)to)[i] = ((const u8 *)in)[i] ^ ((const u8 *)stream)[i];
}

struct workqueue_struct *wc_wq;

/* --- the test */

static void init_request(struct skcipher_request *req, struct scatterlist *src,
			 struct scatterlist *dst, u32 len)
{
	skcipher_request_set_tfm(req, &emulated.tfm);
	skcipher_request_set_crypt(req, src, dst, len, NULL);
}

#define LEN_MAX	5000u

/*
 * One request of @len bytes, of which the device gets byte @wrong wrong (@len: none).
 * Returns whether that was found, and the user has the right result.
 */
static bool is_judged(u32 len, u32 wrong, bool stream)
{
	static u8 source[LEN_MAX], device[LEN_MAX], to[LEN_MAX + 1];
	struct skcipher_request req, sub;
	struct scatterlist src, dst;
	struct wc_skcipher_req ctx = {
		.req = &req, .sub = &sub, .rq = { .len = len, .link_gen = 7 },
	};
	unsigned int before = kills;
	const struct wc_verify *v;
	u32 i;

	sg_init_one(&src, source, len);
	sg_init_one(&dst, to, len);
	init_request(&req, &src, &dst, len);
	memset(to, 0xee, sizeof(to));
	for (i = 0; i < len; i++) {
		source[i] = (u8)(i * 11 + len);
		device[i] = cipher_of(stream ? 0 : source[i], i);
	}
	if (wrong < len)
		device[wrong] ^= 1u << wrong % 8;
	ctx.verify = wc_verify_begin(&ctx);
	if (!ctx.verify)
		return false;
	/* In two pieces. */
	wc_verify_take(ctx.verify, device, 0, len / 2, stream);
	wc_verify_take(ctx.verify, device + len / 2, len / 2, len - len / 2, stream);
	v = ctx.verify;
	if (wc_verify_sync(&ctx) || ctx.verify)
		return false;
	/* Nothing of it stays. */
	for (i = 0; i < len; i++)
		if (to[i] != cipher_of(source[i], i) || v->soft[i] || v->device[i])
			return false;
	return to[len] == 0xee && kills - before == (wrong < len);
}

static bool all_judged(bool faults, bool stream)
{
	static const u32 lengths[] = {
		1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 511, 513, 4095, 4096, 4097,
	};
	u32 i, wrong;

	for (i = 0; i < ARRAY_SIZE(lengths); i++)
		for (wrong = faults ? 0 : lengths[i]; wrong < lengths[i] + !faults; wrong++)
			if (!is_judged(lengths[i], wrong, stream)) {
				printf("# byte %u of %u\n", wrong, lengths[i]);
				return false;
			}
	return true;
}

/* One that no snapshot has room for is not verified, and counted. */
static bool too_long_is_skipped(void)
{
	static u8 source[WC_VERIFY_BYTES + 1];
	struct skcipher_request req;
	struct scatterlist src;
	struct wc_skcipher_req ctx = {
		.req = &req, .rq = { .len = sizeof(source), .link_gen = 7 },
	};

	sg_init_one(&src, source, sizeof(source));
	init_request(&req, &src, &src, sizeof(source));
	return !wc_verify_begin(&ctx);
}

/* Returns whether an engine does it, and it will be verified. */
static bool multiplies(bool by_engine)
{
	static u8 to[32];
	struct wc_kpp_tfm context = { .group = &wc_kpp_curve25519, .has_secret = true };
	struct crypto_kpp tfm = { &context, NULL };
	struct scatterlist dst;
	struct kpp_request req = {
		.base.flags = CRYPTO_TFM_REQ_MAY_SLEEP, .tfm = &tfm, .dst = &dst, .dst_len = 32,
	};

	sg_init_one(&dst, to, sizeof(to));
	offloads = by_engine;
	return wc_kpp_generate_public_key(&req) == -EINPROGRESS &&
	       wc_kpp_ctx(kpp_request_ctx(&req))->verify;
}

/* Of those that an engine does every second is verified, whatever software does between them. */
static bool turns_are_of_engines(void)
{
	u32 i, verified = 0;

	the_param->set("2", NULL);
	for (i = 0; i < 8; i++) {
		verified += multiplies(true);
		multiplies(false);
	}
	return verified == 4;
}

/* The engine's answer, which is not verified: does it end the link? Breaks nothing for the user. */
static bool answer_kills(u8 mode, u32 status, u8 byte)
{
	u8 to[32] = { 0 }, from[32] = { 9 };
	struct wc_kpp_tfm context = { .group = &wc_kpp_curve25519, .has_secret = true };
	struct crypto_kpp tfm = { &context, NULL };
	struct scatterlist dst, src;
	struct kpp_request req = {
		.base.tfm = &emulated.tfm.base, .tfm = &tfm, .src = &src, .src_len = 32,
		.dst = &dst, .dst_len = 32,
	};
	struct wc_kpp_req *ctx = kpp_request_ctx(&req);
	unsigned int before = kills;

	sg_init_one(&dst, to, sizeof(to));
	sg_init_one(&src, from, sizeof(from));
	offloads = true;
	if (wc_kpp_multiply(&req, mode) != -EINPROGRESS)
		return false;
	ctx->rq.link_gen = 7;
	memset(ctx->out, byte, 32);
	memcpy(ctx->out + 32, &status, sizeof(status));
	wc_kpp_done(&ctx->rq);
	sim_nap(NSEC_PER_SEC);
	/* multiply()'s, unless it is believed that there is none. */
	if (to[0] != !(status == WARPCRYPT_KPP_NONE && mode == WARPCRYPT_KPP_POINT))
		ktap_ok(false, "the user's result");
	return kills != before;
}

static bool invalid_answers_kill(void)
{
	the_param->set("0", NULL);
	return !answer_kills(WARPCRYPT_KPP_BASE, WARPCRYPT_KPP_DONE, 1) &&
	       !answer_kills(WARPCRYPT_KPP_POINT, WARPCRYPT_KPP_NONE, 0) &&
	       answer_kills(WARPCRYPT_KPP_BASE, WARPCRYPT_KPP_NONE, 0) &&
	       answer_kills(WARPCRYPT_KPP_POINT, WARPCRYPT_KPP_DONE, 0) &&
	       answer_kills(WARPCRYPT_KPP_POINT, 2, 1);
}

static void write_param(void *arg)
{
	bool *written = arg;

	kernel_param_lock(THIS_MODULE);
	the_param->set("1", NULL);
	kernel_param_unlock(THIS_MODULE);
	*written = true;
}

/* The parameter is written while the module is loading. */
static void load(void *arg)
{
	bool *prepared = arg, written = false;

	sim_spawn(write_param, &written);
	sim_step();
	if (wc_verify_init())
		return;
	while (!written)
		sim_nap(1);
	*prepared &= !!wc_verify_all;
	/* As at the start. */
	wc_verify_exit();
	INIT_LIST_HEAD(&wc_verify_free);
	wc_param_verify = 0;
	wc_verify_ready = false;
	wc_verify_over = false;
}

static void story(void *arg)
{
	if (wc_verify_init() || the_param->set("1", NULL)) {
		ktap_ok(false, "memory");
		return;
	}
	ktap_ok(all_judged(false, false), "right results are right");
	ktap_ok(all_judged(false, true), "right keystream, too");
	ktap_ok(all_judged(true, false), "a fault in any byte is found");
	ktap_ok(all_judged(true, true), "in any byte of keystream, too");
	ktap_ok(too_long_is_skipped(), "a request that is too long is not verified");
	ktap_ok(turns_are_of_engines(), "what software does takes no turn");
	ktap_ok(invalid_answers_kill(), "an answer that cannot be one ends the link");
	wc_verify_exit();
}

int main(void)
{
	bool prepared = true;
	u32 seed;

	ktap_start();
	for (seed = 1; seed <= 40; seed++)
		sim_run(seed, load, &prepared);
	ktap_ok(prepared, "a parameter that is written during loading finds memory");
	sim_run(1, story, NULL);
	return ktap_finish();
}
