// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/lone_engine.h"

#include <errno.h>
#include <string.h>

#include "tools/bench/util.h"

static const struct wc_geometry geometry = {
	1u << 20, WARPCRYPT_FRAME_COUNT_MIN, WARPCRYPT_KEY_SLOTS_MIN,
};

static int start(struct lone_engine *e, struct wc_error *err)
{
	const struct wc_backend_ops *ops = e->backend->ops;
	const struct wc_part all = { 0, geometry.frame_count };
	int ret = wc_mapping_alloc(&e->arena, &geometry, err);

	if (ret)
		return ret;
	memset(e->arena.base, 0, e->arena.len);
	ret = ops->arena_add(e->backend, &e->arena, all, err);
	if (ret) {
		wc_mapping_free(&e->arena);
		return ret;
	}
	ret = ops->worker_start(e->backend, &e->worker, err);
	if (ret) {
		ops->arena_remove(e->backend);
		wc_mapping_free(&e->arena);
	}
	return ret;
}

/**
 * lone_engine_open() - open an engine and start a worker in this thread
 * @e: filled in
 * @ops: which engine
 * @gpu: the GPU's number
 * @err: why it failed
 *
 * Return: 0 or a negative errno, -ENODEV: this machine has no such engine
 */
int lone_engine_open(struct lone_engine *e, const struct wc_backend_ops *ops,
		     unsigned int gpu, struct wc_error *err)
{
	int ret;

	memset(e, 0, sizeof(*e));
	if (!wc_backend_is_built_in(ops))
		return wc_fail(err, -ENODEV, "not built in");
	ret = ops->open(&e->backend, gpu, err);
	if (ret)
		return ret;
	ret = start(e, err);
	if (ret)
		ops->close(e->backend);
	return ret;
}

/**
 * lone_engine_set() - make a new key and a frame, whose payloads are the same each time
 * @e: open
 * @kind: of its requests
 * @count: how many
 * @len: bytes of each; of groups wc_unit_bytes()
 */
void lone_engine_set(struct lone_engine *e, const struct wc_rate_kind *kind,
		     uint32_t count, uint32_t len)
{
	uint8_t *at = wc_mapping_frame(&e->arena, 0);
	uint32_t i;

	for (i = 0; i < LONE_MOST; i++)
		at[i] = (uint8_t)(i * 37 + i / 256);
	wc_rate_key(&e->arena, 0, kind);
	wc_rate_frame(&e->frame, &e->arena, 0, 0, kind, count, len);
}

/* Process the frame; exits if that fails. Returns how long it took, ns. */
uint64_t lone_engine_run(struct lone_engine *e)
{
	uint64_t start = now_ns();

	if (e->backend->ops->process(e->worker, &e->frame))
		die("%s: %s", e->backend->ops->name, e->worker->error.text);
	return now_ns() - start;
}

/* Close it. */
void lone_engine_close(struct lone_engine *e)
{
	const struct wc_backend_ops *ops = e->backend->ops;

	ops->worker_stop(e->worker);
	ops->arena_remove(e->backend);
	wc_mapping_free(&e->arena);
	ops->close(e->backend);
}
