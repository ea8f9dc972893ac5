/* SPDX-License-Identifier: GPL-2.0-only */
/* Part of kernel.h: locks, atomics, CPUs, RCU. */
#ifndef WARPCRYPT_TESTS_CORE_KERNEL_SYNC_H
#define WARPCRYPT_TESTS_CORE_KERNEL_SYNC_H

/* --- locks; a task that holds a spinlock or has BH off keeps its CPU */

typedef struct sim_lock spinlock_t;

#define DEFINE_SPINLOCK(name)	spinlock_t name
#define spin_lock_init(l)	memset(l, 0, sizeof(*(l)))
#define spin_lock(l) \
	(sim_current()->atomic++, sim_current()->locks++, sim_lock(l))
#define spin_unlock(l)		(sim_current()->atomic--, sim_unlock(l))
#define spin_lock_bh(l)		(local_bh_disable(), spin_lock(l))
#define spin_unlock_bh(l)	(spin_unlock(l), local_bh_enable())
#define local_bh_disable()	(sim_current()->atomic++, sim_step())
#define local_bh_enable()	(sim_current()->atomic--, sim_step())

/* A CPU has one task. */
typedef struct { } local_lock_t;

#define local_lock_init(lock)		((void)(lock))
#define local_lock_nested_bh(lock)	do { } while (0)
#define local_unlock_nested_bh(lock)	do { } while (0)
/* compat.h's, if that is left out */
#ifdef _WC_COMPAT_H
#define wc_local_lock_bh(lock)		local_lock_nested_bh(lock)
#define wc_local_unlock_bh(lock)	local_unlock_nested_bh(lock)
#endif

struct mutex {
	struct sim_lock lock;
};

#define DEFINE_MUTEX(name)	struct mutex name
#define mutex_init(m)		memset(m, 0, sizeof(*(m)))
#define mutex_lock(m)		sim_lock(&(m)->lock)
#define mutex_unlock(m)		sim_unlock(&(m)->lock)

/* --- atomics, references; without a return value they order nothing, as in the kernel */

typedef struct {
	int counter;
} atomic_t;

#define ATOMIC_INIT(n)		{ n }
typedef struct {
	s64 counter;
} atomic64_t;

#define atomic64_read(a)	__atomic_load_n(&(a)->counter, __ATOMIC_RELAXED)
#define atomic64_read_acquire(a)	__atomic_load_n(&(a)->counter, __ATOMIC_ACQUIRE)
#define atomic64_add_return(n, a)	\
	__atomic_add_fetch(&(a)->counter, (n), __ATOMIC_SEQ_CST)
#define atomic64_add(n, a)	\
	((void)__atomic_add_fetch(&(a)->counter, n, __ATOMIC_RELAXED))
#define atomic64_sub(n, a)	\
	((void)__atomic_sub_fetch(&(a)->counter, n, __ATOMIC_RELAXED))
#define atomic_read(a)		__atomic_load_n(&(a)->counter, __ATOMIC_RELAXED)
#define atomic_read_acquire(a)	__atomic_load_n(&(a)->counter, __ATOMIC_ACQUIRE)
#define atomic_set(a, n)	__atomic_store_n(&(a)->counter, n, __ATOMIC_RELAXED)
#define atomic_inc(a) \
	((void)__atomic_add_fetch(&(a)->counter, 1, __ATOMIC_RELAXED))
#define atomic_dec(a) \
	((void)__atomic_sub_fetch(&(a)->counter, 1, __ATOMIC_RELAXED))
#define atomic_dec_and_test(a) \
	(!__atomic_sub_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST))
#define atomic_inc_return(a) \
	__atomic_add_fetch(&(a)->counter, 1, __ATOMIC_SEQ_CST)

/* Adds @n unless it is @not: false. Anything may happen before. */
static inline bool atomic_add_unless(atomic_t *a, int n, int not)
{
	int was;

	sim_step();
	was = __atomic_load_n(&a->counter, __ATOMIC_RELAXED);
	while (was != not &&
	       !__atomic_compare_exchange_n(&a->counter, &was, was + n, true,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		;
	return was != not;
}

#define atomic_inc_not_zero(a)	atomic_add_unless(a, 1, 0)

/* True, with the lock, when it has become 0. */
static inline bool atomic_dec_and_lock(atomic_t *a, spinlock_t *lock)
{
	if (atomic_add_unless(a, -1, 1))
		return false;
	spin_lock(lock);
	if (atomic_dec_and_test(a))
		return true;
	spin_unlock(lock);
	return false;
}

/* --- CPUs and bits */

#define BITS_PER_LONG		64
#define DECLARE_BITMAP(name, bits) \
	unsigned long name[((bits) + BITS_PER_LONG - 1) / BITS_PER_LONG]

static inline void set_bit(u32 bit, unsigned long *map)
{
	__atomic_or_fetch(&map[bit / BITS_PER_LONG],
			  1ul << bit % BITS_PER_LONG, __ATOMIC_RELAXED);
}

static inline void clear_bit(u32 bit, unsigned long *map)
{
	__atomic_and_fetch(&map[bit / BITS_PER_LONG],
			   ~(1ul << bit % BITS_PER_LONG), __ATOMIC_RELAXED);
}

static inline void __set_bit(u32 bit, unsigned long *map)
{
	map[bit / BITS_PER_LONG] |= 1ul << bit % BITS_PER_LONG;
}

static inline bool __test_and_clear_bit(u32 bit, unsigned long *map)
{
	bool was = map[bit / BITS_PER_LONG] >> bit % BITS_PER_LONG & 1;

	map[bit / BITS_PER_LONG] &= ~(1ul << bit % BITS_PER_LONG);
	return was;
}

static inline bool test_bit(u32 bit, const unsigned long *map)
{
	sim_step();
	return READ_ONCE(map[bit / BITS_PER_LONG]) >> bit % BITS_PER_LONG & 1;
}

static inline bool bitmap_empty(const unsigned long *map, u32 bits)
{
	u32 i;

	sim_step();
	for (i = 0; i < bits / BITS_PER_LONG; i++)
		if (READ_ONCE(map[i]))
			return false;
	return true;
}

#define PCPU_MIN_UNIT_SIZE	(32 << 10)

/* A CPU has one task, so that nothing comes between the load and the store. */
#ifdef SIM_NATIVE
#define this_cpu_add(x, n) do {						\
	__typeof__(x) *here_ = this_cpu_ptr(&(x));			\
	WRITE_ONCE(*here_, *here_ + (n));				\
} while (0)
#define alloc_percpu(type)	((type *)sim_percpu_alloc(sizeof(type)))
#define free_percpu(p)		((void)(p))
#define per_cpu_ptr(p, cpu) \
	((__typeof__(p))((char *)(p) + (size_t)(cpu) * SIM_PERCPU_STRIDE))
#else
#define this_cpu_add(x, n) \
	((void)__atomic_add_fetch(&(x), n, __ATOMIC_RELAXED))
#define alloc_percpu(type)	((type *)calloc(SIM_CPUS, sizeof(type)))
#define free_percpu(p)		free(p)
#define per_cpu_ptr(p, cpu)	(&(p)[cpu])
#endif
#define this_cpu_inc(x)		this_cpu_add(x, 1)
#define this_cpu_ptr(p)		per_cpu_ptr(p, sim_current()->cpu)
#define for_each_possible_cpu(cpu) \
	for ((cpu) = 0; (cpu) < (int)SIM_CPUS; (cpu)++)

struct kref {
	atomic_t count;
};

void kref_init(struct kref *ref);
void kref_get(struct kref *ref);
bool kref_get_unless_zero(struct kref *ref);
bool kref_put(struct kref *ref, void (*release)(struct kref *ref));

/* --- RCU */

/* sim_kernel.c, or sim_native.h */
#ifndef SIM_NATIVE
void rcu_read_lock(void);
void rcu_read_unlock(void);
#endif
void synchronize_rcu(void);

#define rcu_dereference(p)	__atomic_load_n(&(p), __ATOMIC_SEQ_CST)
#define rcu_access_pointer(p)	__atomic_load_n(&(p), __ATOMIC_SEQ_CST)
#define rcu_assign_pointer(p, v) __atomic_store_n(&(p), v, __ATOMIC_SEQ_CST)
#define RCU_INIT_POINTER(p, v)	__atomic_store_n(&(p), v, __ATOMIC_SEQ_CST)

#endif /* WARPCRYPT_TESTS_CORE_KERNEL_SYNC_H */
