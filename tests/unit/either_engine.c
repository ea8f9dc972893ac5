// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/either_engine.h"

#include <string.h>

#include "tests/unit/unit.h"

const struct wc_geometry engine_geometry = { 256 << 10, 8, 128 };

unsigned int engine_shared_memory;

void engine_init(struct engine *e, const struct wc_backend_ops *ops, uint64_t seed)
{
	const struct wc_part all = { 0, engine_geometry.frame_count };
	struct wc_error err;

	memset(e, 0, sizeof(*e));
	builder_init(&e->b, &engine_geometry, seed);
	e->b.ciphers = BUILDER_ALL;
	e->ops = ops;
	if (!ops) {
		emulated_gpu_init(&e->gpu, &engine_geometry);
		if (engine_shared_memory)
			e->gpu.shared = engine_shared_memory << 10;
		return;
	}
	if (ops->open(&e->backend, 0, &err) ||
	    ops->arena_add(e->backend, &e->b.arena, all, &err) ||
	    ops->worker_start(e->backend, &e->worker, &err))
		fail_msg("%s", err.text);
}

void engine_free(struct engine *e)
{
	if (e->ops) {
		e->ops->worker_stop(e->worker);
		e->ops->arena_remove(e->backend);
		e->ops->close(e->backend);
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
	return e->ops ? e->ops->process(e->worker, &frame) :
			emulated_gpu_process(&e->gpu, &frame);
}

void engine_assert_right(struct engine *e)
{
	int ret = engine_do(e);
	const char *wrong;

	if (ret)
		fail_msg("error %d: %s", ret, e->ops ? e->worker->error.text : "");
	wrong = builder_check(&e->b);
	if (wrong)
		fail_msg("%s", wrong);
}

void engine_assert_mixed(struct engine *e, int frames)
{
	int i;

	for (i = 0; i < frames; i++) {
		builder_begin(&e->b, i % 2);
		builder_random_frame(&e->b, i % 3 ? -1 :
				     i / 3 % WARPCRYPT_MODE_COUNT);
		assert_true(e->b.handed.requests > 0);
		engine_assert_right(e);
	}
}

struct warpcrypt_desc *engine_one_xts(struct engine *e)
{
	builder_begin(&e->b, 1);
	assert_true(builder_add(&e->b, WARPCRYPT_MODE_XTS, false, 0, 0, 4096));
	return builder_desc(&e->b, 0);
}
