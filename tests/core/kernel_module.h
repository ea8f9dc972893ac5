/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Part of kernel.h: what makes a module. The functions that load and unload it, and
 * its parameters, are found by their names; what only files of sysfs call is declared
 * and nothing more.
 */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_MODULE_H
#define WARPCRYPT_TESTS_CORE_KERNEL_MODULE_H

#include "tests/core/modules.h"

#ifdef __x86_64__
#define CONFIG_X86_64	1
#endif
#define KERNEL_VERSION(a, b, c)	((a) << 16 | (b) << 8 | (c))
/* The newest that compat.h knows. */
#define LINUX_VERSION_CODE	KERNEL_VERSION(7, 2, 0)

#define SIM_SYMBOL(name, address)					\
	static void __attribute__((constructor)) name##_is_known(void)	\
	{								\
		static struct module_symbol symbol;			\
									\
		symbol = (struct module_symbol){ #name, address, NULL };	\
		module_symbol_add(&symbol);				\
	}								\
	struct module
#define module_init(fn)		SIM_SYMBOL(fn, (void *)(fn))
#define module_exit(fn)		SIM_SYMBOL(fn, (void *)(fn))
#define module_param_named(name, var, type, mode)	SIM_SYMBOL(name, &(var))
#define module_param_cb(name, ops, at, mode)		SIM_SYMBOL(name, at)
#define MODULE_LICENSE(x)		struct module
#define MODULE_DESCRIPTION(x)		struct module
#define MODULE_PARM_DESC(name, x)	struct module
#define MODULE_SOFTDEP(x)		struct module
#define MODULE_ALIAS_CRYPTO(x)		struct module
#define EXPORT_SYMBOL_GPL(x)		struct module
#define kernel_param_lock(module)	do { } while (0)
#define kernel_param_unlock(module)	do { } while (0)

struct kernel_param {
	void *arg;
};

struct kernel_param_ops {
	int (*set)(const char *val, const struct kernel_param *kp);
	int (*get)(char *buffer, const struct kernel_param *kp);
};

int param_set_uint(const char *val, const struct kernel_param *kp);
int param_set_uint_minmax(const char *val, const struct kernel_param *kp,
			  unsigned int min, unsigned int max);
int param_get_uint(char *buffer, const struct kernel_param *kp);
int kstrtouint(const char *s, unsigned int base, unsigned int *to);
int sysfs_emit(char *buf, const char *fmt, ...);
int sysfs_match_strings(const char * const *names, size_t n, const char *name);
#define sysfs_match_string(names, name) \
	sysfs_match_strings(names, ARRAY_SIZE(names), name)

/* --- memory and strings of these modules */

#define kvzalloc(size, gfp)	sim_alloc(1, size)
#define alloc_pages_exact(n, gfp)	sim_alloc(1, n)
#define free_pages_exact(p, n)	free(p)
#define struct_size(p, member, n) \
	(sizeof(*(p)) + (n) * sizeof(*(p)->member))
#define sizeof_field(type, member)	sizeof(((type *)0)->member)
#define PTR_ALIGN(p, a)	((__typeof__(p))ALIGN((uintptr_t)(p), (uintptr_t)(a)))
#define __aligned(n)	__attribute__((aligned(n)))
#undef __always_inline
#define __always_inline	inline __attribute__((always_inline))
#define strscpy(to, from, n)	snprintf(to, n, "%s", from)

int hex2bin(u8 *to, const char *from, size_t n);

/* --- a CPU's registers; the process may always use them */

#define crypto_simd_usable()	true
#define kernel_fpu_begin()	do { } while (0)
#define kernel_fpu_end()	do { } while (0)
#define XFEATURE_MASK_SSE	0
#define XFEATURE_MASK_YMM	0
#define XFEATURE_MASK_AVX512	0
#define cpu_has_xfeatures(features, name)	((void)(features), true)
/* gcc's names. It asks the operating system, too. */
#define X86_FEATURE_OSXSAVE	"sse2"
#define X86_FEATURE_BMI1	"bmi"
#define X86_FEATURE_AVX2	"avx2"
#define X86_FEATURE_AVX512F	"avx512f"
#define X86_FEATURE_AVX512VL	"avx512vl"
#define X86_FEATURE_AVX512BW	"avx512bw"
#define X86_FEATURE_AVX512VBMI	"avx512vbmi"
#define X86_FEATURE_GFNI	"gfni"
#define boot_cpu_has(feature)	__builtin_cpu_supports(feature)

#define preempt_disable()	local_bh_disable()
#define preempt_enable()	local_bh_enable()
#define preempt_count()		(sim_current()->atomic)
#define softirq_count()		0
#define irqs_disabled()		false

/* --- users: root */

#define current_euid()		0
#define GLOBAL_ROOT_UID		0
#define uid_eq(a, b)		((a) == (b))

struct rw_semaphore {
	struct mutex mutex;
};

#define down_read(s)	mutex_lock(&(s)->mutex)
#define up_read(s)	mutex_unlock(&(s)->mutex)

/* compat.h pins memory with them; nothing that is compiled for a process does. */
struct page;
#define FOLL_WRITE	0x01
#define FOLL_LONGTERM	0x100
int pin_user_pages_fast(unsigned long start, int count, unsigned int flags,
			struct page **pages);
void unpin_user_pages(struct page **pages, unsigned long count);

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_MODULE_H */
