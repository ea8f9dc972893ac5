// SPDX-License-Identifier: GPL-2.0-only
/*
 * The module that warpcryptd serves in tests: only by this do its processes meet deadlines,
 * errors and the end of an attachment without a kernel.
 */
#include "tests/unit/shared_module.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "helper/daemon/supervise.h"
#include "tests/check_program.h"

/* How long what works may take, on a busy machine, too: less than what daemon_until() waits. */
#define WORKING_MS	60000

struct shared_module *module;
struct builder module_builder;
unsigned int module_deadline_ms = 1000;
bool (*module_hangs)(void);

/* So that waits are short, and no process must wake another, which may be dead. */
void module_pause(void)
{
	usleep(300);
}

static void make_mutex(pthread_mutex_t *mutex)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(mutex, &attr);
	pthread_mutexattr_destroy(&attr);
}

static void lock(void)
{
	if (pthread_mutex_lock(&module->lock) == EOWNERDEAD)
		pthread_mutex_consistent(&module->lock);
}

static void unlock(void)
{
	pthread_mutex_unlock(&module->lock);
}

/* --- the helper's side */

static int module_attach(void *remote, struct warpcrypt_attach *attach)
{
	int ret = module->refuse;

	(void)remote;
	if (ret)
		return ret;
	lock();
	ret = pthread_mutex_trylock(&module->attached);
	if (ret == EOWNERDEAD) {
		pthread_mutex_consistent(&module->attached);
	} else if (ret) {
		unlock();
		return -EBUSY;
	}
	module->offered = false;
	module->held = false;
	module->back = false;
	module->end = 0;
	memcpy(module->engine, attach->engines, sizeof(module->engine));
	module->engines = attach->engine_count;
	module->retired = 0;
	module->rates = 0;
	module->turn = 0;
	module->helper = getpid();
	module->dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
	attach->generation = ++module->generation;
	module->state = MODULE_TESTING;
	unlock();
	return 0;
}

static unsigned int engine_of(uint32_t queue)
{
	unsigned int i;

	for (i = 0; queue >= module->engine[i].queues; i++)
		queue -= module->engine[i].queues;
	return i;
}

static bool is_retired(unsigned int engine)
{
	return module->retired >> engine & 1;
}

static bool fetch(struct warpcrypt_enter *e)
{
	if (!module->offered || engine_of(e->queue) != module->to)
		return false;
	module->offered = false;
	module->held = true;
	memcpy((void *)(uintptr_t)e->fetch_addr, &module->frame,
	       sizeof(module->frame));
	e->fetched = 1;
	return true;
}

static void commit(struct warpcrypt_enter *e)
{
	const struct warpcrypt_commit *c = (void *)(uintptr_t)e->commit_addr;

	if (!module->held || c->id != module->frame.id) {
		e->refused = 1;
		return;
	}
	module->held = false;
	module->status = c->status;
	module->back = true;
	e->committed = 1;
}

static int module_enter(void *remote, struct warpcrypt_enter *e)
{
	int tries, ret = 0;

	(void)remote;
	e->committed = 0;
	e->refused = 0;
	e->fetched = 0;
	for (tries = 0; tries < 50; tries++) {
		lock();
		ret = module->end;
		if (!ret && e->commit_count && !e->committed && !e->refused)
			commit(e);
		if (!ret && is_retired(engine_of(e->queue)))
			ret = -ENODEV;
		if (ret || !e->fetch_max || e->refused || fetch(e))
			tries = 50;
		unlock();
		if (tries < 50)
			module_pause();
	}
	return e->refused ? -ESTALE : ret;
}

static int module_rates(void *remote, const struct warpcrypt_rates *rates)
{
	(void)remote;
	module->rates = rates->count;
	return 0;
}

/* Its frame is lost, and with the last engine the attachment ends. */
static int module_retire(void *remote, const struct warpcrypt_retire *retire)
{
	(void)remote;
	if (retire->engine >= module->engines)
		return -EINVAL;
	lock();
	module->retires++;
	module->retired |= 1u << retire->engine;
	if ((module->offered || module->held) &&
	    module->to == retire->engine) {
		module->offered = false;
		module->held = false;
		module->status = -ENODEV;
		module->back = true;
	}
	if (module->retired == (1u << module->engines) - 1)
		module->end = -ESHUTDOWN;
	unlock();
	return 0;
}

static void module_close(void *remote)
{
	(void)remote;
	if (module->helper != getpid())
		return;
	module->helper = 0;
	module->state = MODULE_DOWN;
	pthread_mutex_unlock(&module->attached);
}

static void module_kick(void *remote)
{
	(void)remote;
}

static int device_open(struct wc_channel *channel, const char *path,
		       struct wc_error *err)
{
	static const struct wc_channel_ops ops = {
		.attach = module_attach,
		.enter = module_enter,
		.rates = module_rates,
		.retire = module_retire,
		.close = module_close,
		.kick = module_kick,
	};

	(void)err;
	wc_channel_open_remote(channel, path, &ops, module);
	return 0;
}

static int device_arena(struct wc_channel *channel,
			const struct wc_geometry *geo,
			struct wc_mapping *arena, struct wc_error *err)
{
	(void)channel;
	return wc_mapping_use(arena, geo, module_builder.arena.base,
			      module_builder.arena.len, err);
}

static bool device_live(const struct wc_channel *channel)
{
	(void)channel;
	return module->state == MODULE_LIVE;
}

static unsigned int device_deadline_ms(void)
{
	unsigned int ms = module_hangs && module_hangs() ? module_deadline_ms :
							   WORKING_MS;

	wc_timing.start = 2 * ms + wc_timing.slack;
	return ms;
}

const struct wc_device_kind module_device = {
	.open = device_open,
	.arena = device_arena,
	.live = device_live,
	.deadline_ms = device_deadline_ms,
};

/* --- the test's side */

/* Make the module and its arena, once. */
void module_init(const struct wc_geometry *geo)
{
	size_t len = wc_mapping_len(geo);
	struct wc_error err;
	void *at;

	module = mmap(NULL, sizeof(*module), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	at = mmap(NULL, len, PROT_READ | PROT_WRITE,
		  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (module == MAP_FAILED || at == MAP_FAILED)
		die("shared module: no memory");
	make_mutex(&module->lock);
	make_mutex(&module->attached);
	builder_init(&module_builder, geo, 1);
	munmap(module_builder.arena.base, len);
	if (wc_mapping_use(&module_builder.arena, geo, at, len, &err))
		die("shared module: %s", err.text);
}

/* As at the beginning, with this seed of the requests; no helper is attached. */
void module_reset(uint64_t seed)
{
	module->state = MODULE_DOWN;
	module->end = 0;
	module->refuse = 0;
	module->helper = 0;
	module->stopped = 0;
	module->engines = 0;
	module->retires = 0;
	module_builder.rand.state = seed;
	memset(module_builder.arena.base, 0, module_builder.arena.len);
}

/*
 * Is a process attached that lives? Notices the end of one that does not, for
 * which an attach waits.
 */
bool module_is_attached(void)
{
	bool is = false;
	int ret;

	lock();
	ret = pthread_mutex_trylock(&module->attached);
	if (ret == EBUSY) {
		is = module->state != MODULE_DOWN;
	} else {
		if (ret == EOWNERDEAD)
			pthread_mutex_consistent(&module->attached);
		module->state = MODULE_DOWN;
		pthread_mutex_unlock(&module->attached);
	}
	unlock();
	return is;
}

/* End the attachment: ENTER returns @code. */
void module_end(int code)
{
	lock();
	module->end = code;
	module->state = MODULE_DOWN;
	unlock();
}

/* A clock that is never set. */
long long module_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

static void offer(unsigned int engine)
{
	static uint64_t id = 1000;

	lock();
	module->to = engine;
	module->frame = module_builder.handed;
	module->frame.id = ++id;
	module->back = false;
	module->offered = true;
	unlock();
}

/*
 * Until it is back, the helper is gone, or the deadline passes. That of known answers is long: a
 * helper that misses it there ends for good. One that hangs there is killed by its supervisor.
 */
static enum module_result await(uint32_t generation)
{
	bool testing = module->state == MODULE_TESTING;
	long long begin = module_now_ms();

	for (;;) {
		bool back;

		lock();
		back = module->back;
		unlock();
		if (back)
			return module->status ? MODULE_FAILED : MODULE_DONE;
		if (!module_is_attached() || module->end ||
		    module->generation != generation)
			return MODULE_LOST;
		if (module_now_ms() - begin > (testing ? WORKING_MS : device_deadline_ms()))
			module_end(-ESHUTDOWN);
		module_pause();
	}
}

/* The index of an engine in service whose name begins with this, or -1: there is none. */
int module_find(const char *name)
{
	unsigned int i;

	for (i = 0; module->helper && i < module->engines; i++)
		if (!strncmp(module->engine[i].name, name, strlen(name)) &&
		    !is_retired(i))
			return (int)i;
	return -1;
}

/* The first frame of an engine, of which its queues have some. */
static uint32_t frame_of(unsigned int engine)
{
	uint32_t before = 0, queues = 0;
	unsigned int i;

	for (i = 0; i < module->engines; i++) {
		before += i < engine ? module->engine[i].queues : 0;
		queues += module->engine[i].queues;
	}
	return before * module_builder.arena.geo.frame_count / queues;
}

/*
 * A frame with random requests of AES, for an engine: what became of it. Its results are
 * compared, if the helper did it; wrong ones end the test.
 */
enum module_result module_frame_on(unsigned int engine)
{
	uint32_t generation = module->generation;
	enum module_result result;
	const char *wrong;

	builder_begin(&module_builder, frame_of(engine));
	builder_random_frame(&module_builder, -1);
	if (is_retired(engine))
		return MODULE_FAILED;
	offer(engine);
	result = await(generation);
	wrong = result == MODULE_DONE ? builder_check(&module_builder) : NULL;
	if (wrong)
		die("shared module: %s", wrong);
	return result;
}

/* The same, for the engines in turn, those that are in service. */
enum module_result module_frame(void)
{
	unsigned int tries;

	for (tries = 0; tries < WARPCRYPT_ENGINES_MAX; tries++) {
		module->turn = (module->turn + 1) % module->engines;
		if (!is_retired(module->turn))
			break;
	}
	return module_frame_on(module->turn);
}

/* The known answer, of each engine. */
static bool test_engines(void)
{
	unsigned int i;

	for (i = 0; module->state == MODULE_TESTING && i < module->engines; i++)
		if (!is_retired(i) && module_frame_on(i) != MODULE_DONE &&
		    !is_retired(i))
			return false;
	return true;
}

/* The known answers, if the helper has not had them: whether one is live. */
bool module_test_helper(void)
{
	if (!module_is_attached())
		return false;
	if (module->state == MODULE_TESTING && test_engines() &&
	    module_is_attached())
		module->state = MODULE_LIVE;
	return module->state == MODULE_LIVE;
}
