/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of the kernel as kmod's sources need, for a process: included before
 * everything else when they are part of a host test or of warpcrypt-bench native. The
 * kernel's own headers are empty files then (Makefile.inc). Semantics are the kernel's;
 * what is simpler is said here. Who schedules is behind sim.h.
 */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_H
#define WARPCRYPT_TESTS_CORE_KERNEL_H

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "tests/core/sim.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int32_t s32;
typedef long long s64;
typedef s64 ktime_t;

/* --- what compilers and linkers are told */

#define __user
#define __rcu
#define __percpu
#define __init
#define __exit
#define __force
#define __releases(lock)
#define noinline_for_stack
#define ____cacheline_aligned_in_smp	SIM_CACHELINE
#define likely(x)		(x)
#define unlikely(x)		(x)
#define THIS_MODULE		NULL
#define static_assert(x)	_Static_assert(x, #x)
/* Anything may happen between this and what follows. */
#define smp_load_acquire(p) ({						\
	__typeof__(*(p)) acquired_ = __atomic_load_n(p, __ATOMIC_ACQUIRE); \
	sim_step();							\
	acquired_;							\
})
#define smp_store_release(p, v)	__atomic_store_n(p, v, __ATOMIC_RELEASE)
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v)	__atomic_store_n(&(x), v, __ATOMIC_RELAXED)
/* ThreadSanitizer knows no fences: a read and write of one variable, so it sees their order. */
#ifdef __SANITIZE_THREAD__
extern int sim_fence;
#define smp_mb()		((void)__atomic_fetch_add(&sim_fence, 1, __ATOMIC_ACQ_REL))
#define smp_wmb()		smp_mb()
#define smp_rmb()		smp_mb()
#else
#define smp_mb()		__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_wmb()		__atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_rmb()		__atomic_thread_fence(__ATOMIC_ACQUIRE)
#endif
#define array_index_nospec(i, n)	((i) < (n) ? (i) : 0)
#define lockdep_assert_held(l) do {					\
	if (!sim_is_held(l)) {						\
		fprintf(stderr, "%s:%d: unlocked\n", __FILE__, __LINE__); \
		abort();						\
	}								\
} while (0)

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define container_of(p, type, member) \
	((type *)((char *)(p) - offsetof(type, member)))
#define min(a, b)		((a) < (b) ? (a) : (b))
#define max(a, b)		((a) > (b) ? (a) : (b))
#define list_move(n, head) do {						\
	struct list_head *move_ = (n);					\
	list_del(move_);						\
	list_add(move_, head);						\
} while (0)
#define list_move_tail(n, head) do {					\
	struct list_head *move_ = (n);					\
	list_del(move_);						\
	list_add_tail(move_, head);					\
} while (0)
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define max3(a, b, c)		max(max(a, b), c)
#define ALIGN(x, a)		(((x) + (a) - 1) / (a) * (a))
#define SZ_16K			(16u << 10)
#define SZ_128K			(128u << 10)
#define SZ_1M			(1u << 20)
#define U32_MAX			UINT32_MAX
#define PAGE_SHIFT		12
#define PAGE_SIZE		(1ul << PAGE_SHIFT)
#define PAGE_ALIGN(x)		ALIGN(x, PAGE_SIZE)
#define PAGE_ALIGNED(x)		(!((x) & (PAGE_SIZE - 1)))

#define clamp_t(type, x, lo, hi) min_t(type, max_t(type, x, lo), hi)
#define ilog2(x)		(31 - (u32)__builtin_clz(x))
#define swap(a, b) do {							\
	__typeof__(a) swap_ = (a);					\
	(a) = (b);							\
	(b) = swap_;							\
} while (0)

static inline u64 div64_u64(u64 a, u64 b)
{
	return a / b;
}

#define WARN_ON_ONCE(x) ({						\
	bool warn_ = (x);						\
	if (warn_) {							\
		fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x);	\
		abort();						\
	}								\
	warn_;								\
})

/* --- memory: an allocation may fail, see sim_kernel.c */

#define GFP_KERNEL		0

void *sim_alloc(size_t n, size_t size);

#define kzalloc(size, gfp)	sim_alloc(1, size)
#define kcalloc(n, size, gfp)	sim_alloc(n, size)
#define kvcalloc(n, size, gfp)	sim_alloc(n, size)
#define kfree(p)		free((void *)(p))
#define kvfree(p)		free((void *)(p))
#define memzero_explicit(p, n)	memset(p, 0, n)

/* In words, as the kernel does. */
static inline void crypto_xor_cpy(u8 *to, const u8 *a, const u8 *b,
				  unsigned int n)
{
	for (; n >= 8; n -= 8, to += 8, a += 8, b += 8) {
		u64 x, y;

		memcpy(&x, a, 8);
		memcpy(&y, b, 8);
		x ^= y;
		memcpy(to, &x, 8);
	}
	while (n--)
		*to++ = *a++ ^ *b++;
}

static inline void crypto_xor(u8 *to, const u8 *from, unsigned int n)
{
	crypto_xor_cpy(to, to, from, n);
}

static inline void *memchr_inv(const void *p, int c, size_t n)
{
	const u8 *b = p;

	for (; n; n--, b++)
		if (*b != (u8)c)
			return (void *)b;
	return NULL;
}

static inline u64 get_unaligned_le64(const void *p)
{
	u64 x;

	memcpy(&x, p, sizeof(x));
	return x;
}

static inline void put_unaligned_le64(u64 x, void *p)
{
	memcpy(p, &x, sizeof(x));
}

static inline u64 get_unaligned_be64(const void *p)
{
	return __builtin_bswap64(get_unaligned_le64(p));
}

static inline void put_unaligned_be64(u64 x, void *p)
{
	put_unaligned_le64(__builtin_bswap64(x), p);
}

#define crypto_memneq(a, b, n)	(memcmp(a, b, n) != 0)
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define round_up(n, d)		(DIV_ROUND_UP(n, d) * (d))
/* The macro is 1, or it is none. */
#define IS_ENABLED(config)	__is_defined(config)
#define IS_REACHABLE(config)	__is_defined(config)
#define __is_defined(x)		IS_DEFINED_VALUE(x)
#define IS_DEFINED_VALUE(value)	IS_DEFINED_SECOND(IS_DEFINED_##value)
#define IS_DEFINED_1		0,
#define IS_DEFINED_SECOND(junk)	IS_DEFINED_TAKE(junk 1, 0, 0)
#define IS_DEFINED_TAKE(junk, value, ...) value
#define __PASTE_(a, b)		a##b
#define __PASTE(a, b)		__PASTE_(a, b)

/* kmod/soft25519.c's, in unit-soft25519.c */
bool curve25519(u8 out[32], const u8 secret[32], const u8 base[32]);

#define ERR_PTR(err)		((void *)(intptr_t)(err))
#define PTR_ERR(p)		((long)(intptr_t)(p))
#define IS_ERR(p)		((uintptr_t)(p) >= (uintptr_t)-4095)

#include "tests/core/kernel_list.h"
#include "tests/core/kernel_sync.h"
#include "tests/core/kernel_task.h"
#include "tests/core/kernel_device.h"
/* Whole modules, and what calls them. */
#ifdef SIM_NATIVE
#include "tests/core/kernel_module.h"
#include "tests/core/kernel_crypto.h"
#else
#define MODULE_LICENSE(x)	struct module
#endif

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_H */
