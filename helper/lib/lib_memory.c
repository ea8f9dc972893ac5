// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include "helper/lib/lib_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "helper/lib/lib_error.h"
#include "helper/lib/libwarpcrypt.h"

/* Linux 5.14; older headers lack it. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_READ	22
#define MADV_POPULATE_WRITE	23
#endif

static uintptr_t page_of(const void *at)
{
	return (uintptr_t)at & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

static size_t pages_len(const void *at, size_t len)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (((uintptr_t)at + len + page - 1) & ~(page - 1)) - page_of(at);
}

/*
 * Is all of it mapped? Nothing is written to any file, or waited for: this call
 * only looks at the list of mappings.
 */
static bool is_mapped(const void *at, size_t len)
{
	return !msync((void *)page_of(at), pages_len(at, len), MS_ASYNC);
}

/**
 * lib_memory_init() - begin without registrations
 * @m: filled in
 * @engines: the engines
 * @pace: how long an engine may take to be given memory, or to give it back
 */
void lib_memory_init(struct lib_memory *m, const struct wc_engines *engines,
		     const struct lib_pace *pace)
{
	memset(m, 0, sizeof(*m));
	m->engines = engines;
	m->pace = pace;
	pthread_mutex_init(&m->engine, NULL);
	pthread_mutex_init(&m->lock, NULL);
}

/* The index of the first region that ends after @at. Locked. */
static size_t find_place(const struct lib_memory *m, const uint8_t *at)
{
	size_t low = 0, high = m->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct lib_region *r = m->region[mid];

		if (r->pages + r->pages_len <= at)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool make_room(struct lib_memory *m)
{
	size_t room = m->room ? 2 * m->room : 16;
	struct lib_region **region;

	if (m->count < m->room)
		return true;
	region = realloc(m->region, room * sizeof(*region));
	if (!region)
		return false;
	m->region = region;
	m->room = room;
	return true;
}

/* Take a region that is not ready out of the table. */
static void extract(const struct lib_region *r)
{
	struct lib_memory *m = r->memory;
	size_t at;

	pthread_mutex_lock(&m->lock);
	at = find_place(m, r->pages);
	m->count--;
	memmove(&m->region[at], &m->region[at + 1],
		(m->count - at) * sizeof(m->region[0]));
	pthread_mutex_unlock(&m->lock);
}

/**
 * lib_memory_fail() - an engine has failed: it is given nothing any more
 * @m: the registrations
 * @engine: one of the engines
 * @hangs: it does not answer: nothing is taken back from it either
 */
void lib_memory_fail(struct lib_memory *m, const struct wc_open_engine *engine,
		     bool hangs)
{
	unsigned int bit = 1u << (engine - m->engines->engine);

	if (hangs)
		atomic_fetch_or(&m->stuck, bit);
	atomic_fetch_or(&m->failed, bit);
}

/* Does an engine not answer? */
bool lib_memory_hangs(const struct lib_memory *m,
		      const struct wc_open_engine *engine)
{
	return atomic_load(&m->stuck) >> (engine - m->engines->engine) & 1;
}

/* The first one that goes on; if none does, the first. */
static unsigned int first_engine(const struct lib_memory *m)
{
	unsigned int i = 0;

	while (i < m->engines->count && atomic_load(&m->failed) >> i & 1)
		i++;
	return i < m->engines->count ? i : 0;
}

/* The others use what the first one has. */
static int share(struct lib_memory *m, unsigned int first, struct wc_error *err)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < m->engines->count && !ret; i++) {
		const struct wc_open_engine *e = &m->engines->engine[i];

		if (i == first || atomic_load(&m->failed) >> i & 1 ||
		    !e->backend->ops->memory_share)
			continue;
		atomic_store(&m->asked, e);
		ret = e->backend->ops->memory_share(e->backend, err);
	}
	return ret;
}

static const struct wc_open_engine *engine_of(const struct lib_region *r)
{
	return &r->memory->engines->engine[r->engine];
}

static void give(void *region)
{
	struct lib_region *r = region;
	struct lib_memory *m = r->memory;
	struct wc_backend *b = engine_of(r)->backend;

	pthread_mutex_lock(&m->engine);
	r->ret = share(m, r->engine, &r->error);
	atomic_store(&m->asked, engine_of(r));
	if (!r->ret)
		r->ret = b->ops->memory_add(b, r->pages, r->pages_len,
					    r->read_only, &r->error);
	atomic_store(&m->asked, NULL);
	pthread_mutex_unlock(&m->engine);
}

static void take_back(void *region)
{
	struct lib_region *r = region;
	struct lib_memory *m = r->memory;
	struct wc_backend *b = engine_of(r)->backend;

	pthread_mutex_lock(&m->engine);
	atomic_store(&m->asked, engine_of(r));
	r->ret = b->ops->memory_remove(b, r->pages, &r->error);
	atomic_store(&m->asked, NULL);
	pthread_mutex_unlock(&m->engine);
}

/*
 * The engine answers when the caller has given up, and the memory may be used for
 * something else. Its place in the table was taken until now.
 */
static void forget_late(void *region)
{
	struct lib_region *r = region;

	extract(r);
	free(r);
}

static void give_late(void *region)
{
	struct lib_region *r = region;

	if (!r->ret)
		take_back(r);
	forget_late(r);
}

/* Returns -ETIMEDOUT if the engine does not answer: then @r is the asking thread's. */
static int ask_engine(struct lib_region *r, void (*work)(void *region),
		      void (*late)(void *region))
{
	struct lib_memory *m = r->memory;
	const struct wc_open_engine *e = engine_of(r), *asked;

	if (!e->backend->ops->memory_add)
		return 0;
	if (lib_memory_hangs(m, e) || atomic_load(&m->held))
		return lib_fail(-EIO, "a GPU hangs: nothing is registered, or taken back, any more");
	if (lib_ask(m->pace, work, late, r))
		return r->ret ? lib_fail(r->ret, "%s", r->error.text) : 0;
	atomic_store(&m->held, true);
	/* It may be one that is told of memory of the region's, or be asked for another region. */
	asked = atomic_load(&m->asked);
	lib_memory_fail(m, asked ? asked : e, true);
	lib_fail(-EIO,
		 "the GPU's driver has not answered within options.open_ms: it may keep the memory until the process ends");
	return -ETIMEDOUT;
}

/* Put a region that is not ready into the table. Locked. */
static int insert(struct lib_memory *m, struct lib_region *r)
{
	size_t at = find_place(m, r->pages);

	if (at < m->count && m->region[at]->pages < r->pages + r->pages_len)
		return lib_fail(-EEXIST,
				"%zu bytes at %p: they share pages with the registration of %zu bytes at %p: unregister that first",
				r->len, (void *)r->base, m->region[at]->len,
				(void *)m->region[at]->base);
	if (!make_room(m))
		return lib_fail(-ENOMEM, "out of memory");
	memmove(&m->region[at + 1], &m->region[at],
		(m->count - at) * sizeof(m->region[0]));
	m->region[at] = r;
	m->count++;
	return 0;
}

/*
 * Its place is taken first, so that no thread waits for the engine with the lock. Returns
 * -ETIMEDOUT if @r is not the caller's any more.
 */
static int add_region(struct lib_memory *m, struct lib_region *r)
{
	int ret;

	pthread_mutex_lock(&m->lock);
	ret = insert(m, r);
	pthread_mutex_unlock(&m->lock);
	if (ret)
		return ret;
	r->engine = first_engine(m);
	ret = ask_engine(r, give, give_late);
	if (ret == -ETIMEDOUT)
		return ret;
	if (ret) {
		extract(r);
		return ret;
	}
	pthread_mutex_lock(&m->lock);
	r->ready = true;
	pthread_mutex_unlock(&m->lock);
	return 0;
}

/*
 * Make all pages, and find out whether they can be written, or read. Kernels that cannot
 * refuse even to do it for no page. Returns 0 or a positive errno.
 */
static int make_pages(const struct lib_region *r)
{
	int how = r->read_only ? MADV_POPULATE_READ : MADV_POPULATE_WRITE;
	int wrong = madvise(r->pages, r->pages_len, how) ? errno : 0;

	if (wrong == EINVAL && madvise(r->pages, 0, how))
		return 0;
	return wrong;
}

static int check_pages(const struct lib_region *r)
{
	int wrong;

	if (!is_mapped(r->base, r->len))
		return lib_fail(-EFAULT,
				"%zu bytes at %p: not all of them are mapped",
				r->len, (void *)r->base);
	wrong = make_pages(r);
	if (wrong == ENOMEM)
		return lib_fail(-ENOMEM, "%zu bytes at %p: no memory for them",
				r->len, (void *)r->base);
	if (wrong)
		return lib_fail(-EFAULT,
				"%zu bytes at %p: not all of them can be %s",
				r->len, (void *)r->base,
				r->read_only ? "read" : "written");
	return 0;
}

/**
 * lib_memory_add() - register memory
 * @m: the registrations
 * @base: its address
 * @len: bytes
 * @read_only: no result is written there
 * @own: it is from lib_memory_alloc()
 *
 * Return: as warpcrypt_register()
 */
int lib_memory_add(struct lib_memory *m, const void *base, size_t len,
		   bool read_only, bool own)
{
	struct lib_region *r;
	int ret;

	if (!base || !len || len > SIZE_MAX / 4 ||
	    (uintptr_t)base > UINTPTR_MAX - 2 * len)
		return lib_fail(-EINVAL, "%zu bytes at %p are no memory", len,
				base);
	r = calloc(1, sizeof(*r));
	if (!r)
		return lib_fail(-ENOMEM, "out of memory");
	r->memory = m;
	r->base = (uint8_t *)(uintptr_t)base;
	r->len = len;
	r->read_only = read_only;
	r->pages = (uint8_t *)page_of(base);
	r->pages_len = pages_len(base, len);
	r->own = own;
	ret = check_pages(r);
	if (!ret)
		ret = add_region(m, r);
	if (ret == -ETIMEDOUT)
		return -EIO;
	if (ret)
		free(r);
	return ret;
}

/* Memory that was freed though it is not ours to free is not touched. */
static void discard(void *pages, size_t len)
{
	if (is_mapped(pages, len))
		explicit_bzero(pages, len);
	munmap(pages, len);
}

/* The region that is to be removed; no other thread finds it any more. Locked. */
static int leave(struct lib_memory *m, const void *base, bool own,
		 struct lib_region **region)
{
	size_t at = find_place(m, base);
	struct lib_region *r = at < m->count ? m->region[at] : NULL;

	if (!r || r->base != base || r->own != own || !r->ready)
		return lib_fail(-EINVAL, own ?
				"%p is not from warpcrypt_alloc()" :
				"nothing is registered at %p", base);
	if (atomic_load(&r->users))
		return lib_fail(-EBUSY,
				"%zu bytes at %p: requests that are not done are there: wait for their batches",
				r->len, base);
	r->ready = false;
	*region = r;
	return 0;
}

/**
 * lib_memory_remove() - undo lib_memory_add()
 * @m: the registrations
 * @base: the address that was registered
 * @own: it is from lib_memory_alloc(), and is freed
 *
 * Return: as warpcrypt_unregister() or warpcrypt_free()
 */
int lib_memory_remove(struct lib_memory *m, const void *base, bool own)
{
	struct lib_region *r = NULL;
	void *pages;
	size_t len;
	int ret;

	pthread_mutex_lock(&m->lock);
	ret = leave(m, base, own, &r);
	pthread_mutex_unlock(&m->lock);
	if (ret)
		return ret;
	pages = r->pages;
	len = r->pages_len;
	ret = ask_engine(r, take_back, forget_late);
	if (ret != -ETIMEDOUT) {
		extract(r);
		free(r);
	}
	if (own)
		discard(pages, len);
	return ret ? -EIO : 0;
}

/* Allocate memory and register it. Returns as warpcrypt_alloc(). */
int lib_memory_alloc(struct lib_memory *m, size_t len, void **memory)
{
	size_t pages = pages_len(NULL, len);
	void *at;
	int ret;

	if (!len)
		return lib_fail(-EINVAL, "0 bytes are no memory");
	at = pages < len ? MAP_FAILED :
	     mmap(NULL, pages, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return lib_fail(-ENOMEM, "no %zu bytes of memory", len);
	madvise(at, pages, MADV_DONTDUMP);
	madvise(at, pages, MADV_DONTFORK);
	madvise(at, pages, MADV_HUGEPAGE);
	ret = lib_memory_add(m, at, pages, false, true);
	if (ret) {
		munmap(at, pages);
		return ret == -EFAULT ? -ENOMEM : ret;
	}
	*memory = at;
	return 0;
}

/* Forget all registrations, free what is ours. No batch holds any of them. */
void lib_memory_free(struct lib_memory *m)
{
	while (m->count) {
		struct lib_region *r = m->region[--m->count];

		if (engine_of(r)->backend->ops->memory_remove &&
		    !lib_memory_hangs(m, engine_of(r)))
			take_back(r);
		if (r->own)
			discard(r->pages, r->pages_len);
		free(r);
	}
	free(m->region);
	pthread_mutex_destroy(&m->lock);
	pthread_mutex_destroy(&m->engine);
}

static bool covers(const struct lib_region *r, const void *at, size_t len)
{
	const uint8_t *first = at;

	return first >= r->base && len <= r->len &&
	       (size_t)(first - r->base) <= r->len - len;
}

static int by_address(const void *a, const void *b)
{
	const struct lib_region *x = ((const struct lib_hold *)a)->region;
	const struct lib_region *y = ((const struct lib_hold *)b)->region;

	return (x->base > y->base) - (x->base < y->base);
}

/* The region that @at is in gets one more user; NULL: there is none. */
static struct lib_region *get_region(struct lib_memory *m, const void *at,
				     size_t len)
{
	struct lib_region *r = NULL;
	size_t i;

	pthread_mutex_lock(&m->lock);
	i = find_place(m, at);
	if (i < m->count && m->region[i]->ready &&
	    covers(m->region[i], at, len)) {
		r = m->region[i];
		atomic_fetch_add(&r->users, 1);
	}
	pthread_mutex_unlock(&m->lock);
	return r;
}

/* The hold of the region that @at is in, or NULL. They are sorted. */
static struct lib_hold *find_hold(const struct lib_holds *h, const void *at,
				  size_t len)
{
	size_t low = 0, high = h->count;

	if (h->last < h->count && covers(h->hold[h->last].region, at, len))
		return &h->hold[h->last];
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		struct lib_hold *hold = &h->hold[mid];

		if (covers(hold->region, at, len))
			return hold;
		if ((const uint8_t *)at < hold->region->base)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

static bool add_hold(struct lib_holds *h, struct lib_region *r)
{
	size_t room = h->room ? 2 * h->room : 4;
	struct lib_hold *hold;

	if (h->count == h->room) {
		hold = realloc(h->hold, room * sizeof(*hold));
		if (!hold)
			return false;
		h->hold = hold;
		h->room = room;
	}
	h->hold[h->count++] = (struct lib_hold){
		.region = r,
		.intact = is_mapped(r->base, r->len),
	};
	qsort(h->hold, h->count, sizeof(h->hold[0]), by_address);
	return true;
}

/**
 * lib_holds_take() - hold the region that some memory is in
 * @h: what a new batch holds
 * @m: the registrations
 * @at: address
 * @len: bytes
 * @written: a result is written there
 *
 * Return: 1; 0: it is in no region, or there is no memory to note it; -EFAULT: it
 * is, but it is not mapped any more, or only to be read
 */
int lib_holds_take(struct lib_holds *h, struct lib_memory *m, const void *at,
		   size_t len, bool written)
{
	struct lib_hold *hold = find_hold(h, at, len);
	struct lib_region *r;

	if (!hold) {
		r = m->count ? get_region(m, at, len) : NULL;
		if (!r)
			return 0;
		if (!add_hold(h, r)) {
			atomic_fetch_sub(&r->users, 1);
			return 0;
		}
		hold = find_hold(h, at, len);
	}
	h->last = (size_t)(hold - h->hold);
	if (written && hold->region->read_only)
		return -EFAULT;
	if (hold->intact || is_mapped(at, len))
		return 1;
	return -EFAULT;
}

/**
 * lib_holds_find() - the region that some memory is in
 * @h: what a batch holds; several threads may look
 * @at: address
 * @len: bytes
 *
 * Return: the region; NULL: it is in none that the batch holds
 */
const struct lib_region *lib_holds_find(const struct lib_holds *h,
					const void *at, size_t len)
{
	const struct lib_hold *hold = h->count ? find_hold(h, at, len) : NULL;

	return hold ? hold->region : NULL;
}

/* Hold nothing any more. */
void lib_holds_put(struct lib_holds *h)
{
	size_t i;

	for (i = 0; i < h->count; i++)
		atomic_fetch_sub(&h->hold[i].region->users, 1);
	free(h->hold);
	memset(h, 0, sizeof(*h));
}
