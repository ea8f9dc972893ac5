/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames for the CPU engine, or for the GPU's code run on this machine. */
#ifndef WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H
#define WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H

#include "helper/engine/backend.h"
#include "tests/unit/builder.h"
#include "tests/unit/emulated_gpu.h"
#include "tests/unit/unit.h"

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

/* KiB of shared memory that the next engine has; 0: the emulated GPU's own. */
extern unsigned int engine_shared_memory;

void engine_init(struct engine *e, bool cpu, uint64_t seed);
void engine_free(struct engine *e);
/* What the engine says of the builder's frame. */
int engine_do(struct engine *e);
void engine_assert_right(struct engine *e);
/* A frame with one request in XTS mode, whose key is in slot 0. */
struct warpcrypt_desc *engine_one_xts(struct engine *e);

#define TEST_ENGINE(test, on_cpu, shared, each, seed)			\
TEST(test)								\
{									\
	struct engine e;						\
									\
	engine_shared_memory = shared;					\
	engine_init(&e, on_cpu, seed);					\
	each(&e);							\
	engine_free(&e);						\
}

/* Two tests: with the CPU engine, and with the GPU's code. */
#define TEST_BOTH(test, seed)						\
static void both_##test(struct engine *e);				\
TEST_ENGINE(cpu_##test, true, 0, both_##test, seed)			\
TEST_ENGINE(gpu_code_##test, false, 0, both_##test, seed)		\
static void both_##test(struct engine *e)

/* And with GPUs as those of compute capability 8.9, for which AES and SM4 are bitsliced. */
#define TEST_SMALL(test, seed)	TEST_ENGINE(small_gpu_##test, false, 99, both_##test, seed)

#endif /* WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H */
