/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * X25519's entry points. A template over FE(name), see fe25519.h and
 * 25519_gpu.h; FE_ENTRY(name) is the entry's name; FE_KERNEL, for
 * ladders and windows FE_LADDER, says what bounds it.
 */

FE_LADDER FE_ENTRY(x25519_ladder)(X25519_LADDER_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		x25519_one(num, den, scalars + 4 * i, points + 4 * i, i, n);
}

FE_KERNEL FE_ENTRY(x25519_finish)(X25519_FINISH_ARGS)
{
	x25519_finish(out, status, num, den, work, gpu_thread(),
		      gridDim.x * blockDim.x, n);
}
