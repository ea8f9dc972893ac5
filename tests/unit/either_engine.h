/* SPDX-License-Identifier: GPL-2.0-only */
/* Frames for an engine, or for the GPU's code run on this machine. */
#ifndef WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H
#define WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H

#include "helper/engine/backend.h"
#include "tests/unit/builder.h"
#include "tests/unit/emulated_gpu.h"
#include "tests/unit/unit.h"

/* An engine with one worker, or the emulated GPU if @ops is not set. */
struct engine {
	struct builder b;			/* makes its frames */
	const struct wc_backend_ops *ops;	/* which engine */
	struct wc_backend *backend;
	struct wc_worker *worker;		/* of it */
	struct emulated_gpu gpu;		/* the emulated GPU */
};

/* Of its arena. */
extern const struct wc_geometry engine_geometry;

/* KiB of shared memory that the next engine has; 0: the emulated GPU's own. */
extern unsigned int engine_shared_memory;

/* @ops: NULL: the emulated GPU */
void engine_init(struct engine *e, const struct wc_backend_ops *ops, uint64_t seed);
void engine_free(struct engine *e);
/* What the engine says of the builder's frame. */
int engine_do(struct engine *e);
void engine_assert_right(struct engine *e);
/* Frames with requests of every kind, under many keys, some of them new. */
void engine_assert_mixed(struct engine *e, int frames);
/* A frame with one request in XTS mode, whose key is in slot 0. */
struct warpcrypt_desc *engine_one_xts(struct engine *e);

#define TEST_ENGINE(test, ops, shared, each, seed)			\
TEST(test)								\
{									\
	struct engine e;						\
									\
	engine_shared_memory = shared;					\
	engine_init(&e, ops, seed);					\
	each(&e);							\
	engine_free(&e);						\
}

#ifndef TEST_CUDA
/* A test with the CPU engine, and one with the GPU's code. */
#define TEST_EACH(test, seed)						\
static void each_##test(struct engine *e);				\
TEST_ENGINE(cpu_##test, &wc_backend_cpu, 0, each_##test, seed)		\
TEST_ENGINE(gpu_code_##test, NULL, 0, each_##test, seed)		\
static void each_##test(struct engine *e)

/* And with GPUs as those of compute capability 8.9, for which AES and SM4 are bitsliced. */
#define TEST_SMALL(test, seed)	TEST_ENGINE(small_gpu_##test, NULL, 99, each_##test, seed)
#else
/* In the programs of the CUDA engine: a test with that. */
#define TEST_EACH(test, seed)						\
static void each_##test(struct engine *e);				\
TEST_ENGINE(cuda_##test, &wc_backend_cuda, 0, each_##test, seed)	\
static void each_##test(struct engine *e)
#define TEST_SMALL(test, seed)
#endif

#endif /* WARPCRYPT_TESTS_UNIT_EITHER_ENGINE_H */
