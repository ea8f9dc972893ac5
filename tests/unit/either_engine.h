/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames for the CPU engine, or for the GPU's code run on this machine. */
#ifndef WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H
#define WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H

#include "helper/engine/backend.h"
#include "tests/unit/builder.h"
#include "tests/unit/emulated_gpu.h"

/**
 * struct engine - the CPU engine, or the emulated GPU if @cpu is not set
 * @b: makes its frames
 * @cpu: the CPU engine
 * @worker: of it
 * @gpu: the emulated GPU
 */
struct engine {
	struct builder b;
	struct wc_backend *cpu;
	struct wc_worker *worker;
	struct emulated_gpu gpu;
};

/* Of its arena. */
extern const struct wc_geometry engine_geometry;

/* KiB of shared memory that engines have from now on; 0: the emulated GPU's own. */
extern unsigned int engine_shared_memory;

void engine_init(struct engine *e, bool cpu, uint64_t seed);
void engine_free(struct engine *e);
/* What the engine says of the builder's frame. */
int engine_do(struct engine *e);
void engine_assert_right(struct engine *e);
/* A frame with one request in XTS mode, whose key is in slot 0. */
struct warpcrypt_desc *engine_one_xts(struct engine *e);

#endif /* WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H */
