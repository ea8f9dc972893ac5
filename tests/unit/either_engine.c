// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/either_engine.h"

#include <string.h>

#include "tests/unit/unit.h"

const struct wc_geometry engine_geometry = { 256 << 10, 2, 128 };

unsigned int engine_shared_memory;

void engine_init(struct engine *e, bool cpu, uint64_t seed)
{
	const struct wc_part all = { 0, engine_geometry.frame_count };
	struct wc_error err;

	memset(e, 0, sizeof(*e));
	builder_init(&e->b, &engine_geometry, seed);
	e->b.ciphers = BUILDER_ALL;
	if (!cpu) {
		emulated_gpu_init(&e->gpu, &engine_geometry);
		if (engine_shared_memory)
			e->gpu.shared = engine_shared_memory << 10;
		return;
	}
	assert_int_equal(wc_backend_cpu.open(&e->cpu, 0, &err), 0);
	assert_int_equal(wc_backend_cpu.arena_add(e->cpu, &e->b.arena, all,
						  &err), 0);
	assert_int_equal(wc_backend_cpu.worker_start(e->cpu, &e->worker, &err),
			 0);
}

void engine_free(struct engine *e)
{
	if (e->cpu) {
		wc_backend_cpu.worker_stop(e->worker);
		wc_backend_cpu.arena_remove(e->cpu);
		wc_backend_cpu.close(e->cpu);
	} else {
		emulated_gpu_free(&e->gpu);
	}
	builder_free(&e->b);
	engine_shared_memory = 0;
}

int engine_do(struct engine *e)
{
	struct wc_view frame;
	int ret = wc_view_open(&frame, &e->b.arena, &e->b.handed);

	if (ret)
		return ret;
	return e->cpu ? wc_backend_cpu.process(e->worker, &frame) :
			emulated_gpu_process(&e->gpu, &frame);
}

void engine_assert_right(struct engine *e)
{
	const char *wrong;

	assert_int_equal(engine_do(e), 0);
	wrong = builder_check(&e->b);
	if (wrong)
		fail_msg("%s", wrong);
}

struct warpcrypt_desc *engine_one_xts(struct engine *e)
{
	builder_begin(&e->b, 1);
	assert_true(builder_add(&e->b, WARPCRYPT_MODE_XTS, false, 0, 0, 4096));
	return builder_desc(&e->b, 0);
}
