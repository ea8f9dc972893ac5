// SPDX-License-Identifier: GPL-2.0-only
/* Stands in for lone_steps.c in a build without nvcc. */
#include "tools/bench/lone_steps.h"

#include "tools/bench/util.h"

void lone_steps(unsigned int gpu, uint32_t bytes, uint32_t times,
		struct json_object *results)
{
	(void)gpu;
	(void)bytes;
	(void)times;
	(void)results;
	die("built without CUDA");
}
