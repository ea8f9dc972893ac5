/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warpcrypt_ct: bitsliced ciphers for the kernel's crypto API, in constant
 * time. Each layer uses only layers below it:
 *
 *	sm4.c ...	a module for each cipher: struct wcct_cipher
 *	sm4_wide.c ...	its bitsliced core, and sm4_gfni.c ... that with GFNI
 *	register.c	registers the algorithms of a cipher
 *	modes.c		ECB, CBC, CTR and XTS over scatterlists
 *	selftest.c	known answers, before anything is registered
 *	blocks.c	any number of blocks, by the fastest path
 *	forms.c		which registers the cores may use
 *	kernels/block/	the ciphers' cores, which the GPU runs too
 *
 * Requests may come in softirq; nothing sleeps or allocates memory for them.
 */
#ifndef _WCCT_H
#define _WCCT_H

#include <crypto/algapi.h>
#include <crypto/internal/skcipher.h>
#include <linux/crypto.h>
#include <linux/kconfig.h>
#include <linux/types.h>

#include "../uapi/warpcrypt.h"
#include "forms.h"

#if BITS_PER_LONG != 64 || !defined(__LITTLE_ENDIAN)
#error "the bitsliced ciphers are for 64-bit little-endian kernels"
#endif

/* Words of 64 bits: 64 blocks at once. Must precede headers of kernels/. */
#define WC_WORD_BITS	64

#define WCCT_BLOCK	WARPCRYPT_BLOCK_SIZE

struct wcct_cipher;

/* Only the ciphers that have files here, and forms that are compiled, define these. */
#define WCCT_DECLARE_WIDE(_FORM, _form, _lanes, _least, _title, _name) \
	wcct_wide_fn _name##_ct_##_form;
#define WCCT_DECLARE_FORMS(_NAME, _name, ...) \
	WCCT_FORMS(WCCT_DECLARE_WIDE, _name) \
	wcct_one_fn _name##_ct_gfni_one; \
	wcct_tweaks_fn _name##_ct_gfni_tweaks;
WARPCRYPT_CIPHERS(WCCT_DECLARE_FORMS)

/* SM4_CT_KEY_MIN and so on: the key lengths of the list, bytes. */
#define WCCT_KEY_LENGTHS(_NAME, _name, _number, _min, _max, _step) \
	_NAME##_CT_KEY_MIN = _min,					\
	_NAME##_CT_KEY_MAX = _max,					\
	_NAME##_CT_KEY_STEP = _step,
enum {
	WARPCRYPT_CIPHERS(WCCT_KEY_LENGTHS)
};

/* The functions of kernels/block/NAME.h with the types of struct wcct_cipher. */
#define WCCT_FUNCTIONS(_name)						\
	static void _name##_ct_schedule(void *schedule, const u8 *key,	\
					unsigned int len)		\
	{								\
		_name##_schedule(schedule, key, len);			\
	}								\
	static void _name##_ct_expand(void *wide, const u8 *key,	\
				      unsigned int len)			\
	{								\
		_name##_expand(wide, key, len);				\
	}								\
	static void _name##_ct_one(const void *schedule, bool decrypt,	\
				   u8 *dst, const u8 *src)		\
	{								\
		_name##_one(schedule, decrypt, dst, src);		\
	}

/*
 * Initialises the members of struct wcct_cipher that follow from the name; what comes
 * after it is WCCT_HAS_GFNI(), if there is a NAME_gfni.c.
 */
#define WCCT_NAMED(_NAME, _name, ...)					\
	.name = #_name,							\
	.has = WARPCRYPT_CIPHER_MODES(WARPCRYPT_CIPHER_##_NAME),	\
	.owner = THIS_MODULE,						\
	.min_key = _NAME##_CT_KEY_MIN,					\
	.max_key = _NAME##_CT_KEY_MAX,					\
	.key_step = _NAME##_CT_KEY_STEP,				\
	.schedule_size = sizeof_field(struct _name##_key, plain),	\
	.wide_size = sizeof(struct _name##_key),			\
	.schedule_at = offsetof(struct _name##_key, plain),		\
	.schedule = _name##_ct_schedule,				\
	.expand = _name##_ct_expand,					\
	.one = _name##_ct_one,						\
	.vectors = _name##_ct_vectors,					\
	.code = {							\
		[WCCT_ANY] = { .wide = _name##_ct_any },		\
		[WCCT_BMI] = { .wide = WCCT_X86(_name##_ct_bmi) },	\
		[WCCT_NEON] = { .wide = WCCT_ARM64(_name##_ct_neon) },	\
		[WCCT_AVX2] = { .wide = WCCT_X86(_name##_ct_avx2) },	\
		[WCCT_AVX512] = { .wide = WCCT_X86(_name##_ct_avx512) }, \
		__VA_ARGS__						\
	}
#define WCCT_HAS_GFNI(_name, _one)					\
	[WCCT_GFNI] = {							\
		.wide = WCCT_X86(_name##_ct_gfni),			\
		.one = WCCT_X86(_one),					\
		.tweaks = WCCT_X86(_name##_ct_gfni_tweaks),		\
	}
#define WCCT_X86(_wide)		(IS_ENABLED(CONFIG_X86_64) ? (_wide) : NULL)
#define WCCT_ARM64(_wide)	(IS_ENABLED(CONFIG_ARM64) ? (_wide) : NULL)

/**
 * struct wcct_mode - one mode of a cipher
 * @alg: the skcipher algorithm that is registered
 * @cipher: the cipher
 */
struct wcct_mode {
	struct skcipher_alg alg;
	const struct wcct_cipher *cipher;
};

#define WCCT_MODES	WARPCRYPT_MODE_COUNT

/**
 * struct wcct_vector - a published example, in hexadecimal
 * @source: where it is published
 * @key: the key
 * @plain: one block
 * @sealed: the same block encrypted
 */
struct wcct_vector {
	const char *source;
	const char *key;
	const char *plain;
	const char *sealed;
};

/**
 * struct wcct_cipher - a cipher, with all its algorithms
 * @name: as in the names of its algorithms
 * @has: a WARPCRYPT_MODE_BIT() for each of its modes
 * @owner: the module
 * @min_key: shortest key, bytes
 * @max_key: longest key, bytes
 * @key_step: difference between two key lengths, bytes
 * @schedule_size: size of the round keys for single blocks, bytes
 * @wide_size: size of an expanded key for many blocks, bytes
 * @schedule_at: where in the expanded key the round keys are
 * @few: up to this many blocks are faster one by one than in general registers
 * @schedule: compute the round keys of a key whose length was checked
 * @expand: compute the expanded key, including the round keys
 * @one: encrypt or decrypt a block with round keys; source and destination
 *	may be the same
 * @code: encrypt or decrypt many blocks, in each form
 * @vectors: its known answers; the last entry has no source
 * @general: the form in general registers; chosen by wcct_register()
 * @simd: the form in vector registers, or NULL; chosen by wcct_register()
 * @alg: the plain cipher; filled in by wcct_register(), like @modes
 * @modes: the skcipher algorithms; those that it has not are zero
 */
struct wcct_cipher {
	const char *name;
	u16 has;
	struct module *owner;
	unsigned int min_key;
	unsigned int max_key;
	unsigned int key_step;
	unsigned int schedule_size;
	unsigned int wide_size;
	unsigned int schedule_at;
	unsigned int few;
	void (*schedule)(void *schedule, const u8 *key, unsigned int len);
	void (*expand)(void *wide, const u8 *key, unsigned int len);
	wcct_one_fn *one;
	struct wcct_code code[WCCT_FORM_COUNT];
	const struct wcct_vector *vectors;
	const struct wcct_form *general;
	const struct wcct_form *simd;
	struct crypto_alg alg;
	struct wcct_mode modes[WCCT_MODES];
};

/* Does a cipher have keys of @len bytes? */
static inline bool wcct_key_fits(const struct wcct_cipher *cipher,
				 unsigned int len)
{
	return len >= cipher->min_key && len <= cipher->max_key &&
	       !((len - cipher->min_key) % cipher->key_step);
}

/*
 * Above the generic ciphers (100) and gost-crypto's, below those that use vector
 * registers (400 and more). The modes are above the kernel's templates over these
 * ciphers, which have the priority of the cipher.
 */
#define WCCT_PRIORITY		200
#define WCCT_PRIORITY_MODES	250

/* register.c */
int wcct_register(struct wcct_cipher *cipher);
void wcct_unregister(struct wcct_cipher *cipher);

/* The rest of a cipher's module, whose struct wcct_cipher is NAME_ct. */
#define WCCT_MODULE(_name)						\
	static int __init _name##_ct_init(void)				\
	{								\
		return wcct_register(&_name##_ct);			\
	}								\
	static void __exit _name##_ct_exit(void)			\
	{								\
		wcct_unregister(&_name##_ct);				\
	}								\
	module_init(_name##_ct_init);					\
	module_exit(_name##_ct_exit);					\
	MODULE_ALIAS_CRYPTO(#_name);					\
	MODULE_ALIAS_CRYPTO(#_name "-ct");				\
	WARPCRYPT_MODES(WCCT_MODE_ALIASES, _name)

/* A line of WARPCRYPT_OWN_MODES() for the module of that cipher. */
#define WCCT_OWN_ALIASES(_MODE, _mode, _number, _NAME, _name, ...)	\
	WCCT_MODE_ALIASES(_MODE, _mode, _number, _name)

#define WCCT_MODE_ALIASES(_MODE, _mode, _number, _name)		\
	MODULE_ALIAS_CRYPTO(#_mode "(" #_name ")");			\
	MODULE_ALIAS_CRYPTO(#_mode "-" #_name "-ct");

/* modes.c */
void wcct_modes_init(struct wcct_cipher *cipher);

/* selftest.c */
int wcct_selftest(struct wcct_cipher *cipher);

/* blocks.c */
/* Bytes of a request that are done with bottom halves off. */
#define WCCT_STEP	4096u

/**
 * struct wcct_scratch - the scratch memory of a CPU; all of it is secret
 * @planes: the state of a bitsliced core
 * @data: a step of a request; the last step may be up to two blocks longer, and
 *	the cores always write as many blocks as they have lanes
 * @aux: a step of keystream, tweaks or plaintext
 * @tail: the last bytes in XTS, where the core must not overwrite them
 */
struct wcct_scratch {
	u8 planes[WCCT_PLANES_MAX] __aligned(WCCT_PLANES_ALIGN);
	u8 data[WCCT_STEP + WCCT_LANES_MAX * WCCT_BLOCK] __aligned(8);
	u8 aux[WCCT_STEP] __aligned(8);
	u8 tail[2 * WCCT_BLOCK] __aligned(8);
};

/**
 * struct wcct_core - how a request uses a cipher's core
 * @cipher: the cipher
 * @form: the form of its core that this context may use
 * @wide: the expanded key
 * @decrypt: the direction
 */
struct wcct_core {
	const struct wcct_cipher *cipher;
	const struct wcct_form *form;
	const u8 *wide;
	bool decrypt;
};

int wcct_scratch_init(void);
void wcct_scratch_exit(void);
struct wcct_scratch *wcct_scratch_get(void);
void wcct_scratch_put(struct wcct_scratch *scratch,
		      const struct wcct_core *core, unsigned int len);
const struct wcct_form *wcct_form_here(const struct wcct_cipher *cipher);
void wcct_one(const struct wcct_core *core, const void *schedule, bool decrypt,
	      u8 *dst, const u8 *src);
void wcct_tweaks(const struct wcct_core *core, struct gf128 *to,
		 struct gf128 *tweak, unsigned int blocks);
void wcct_blocks(const struct wcct_core *core, struct wcct_scratch *scratch,
		 u8 *dst, const u8 *src, unsigned int blocks);

#endif /* _WCCT_H */
