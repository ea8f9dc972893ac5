/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * edwards25519's entry points. A template over FE(name), see fe25519.h and
 * 25519_gpu.h; FE_ENTRY(name) is the entry's name; FE_KERNEL, for
 * ladders and windows FE_LADDER, says what bounds it.
 */

/* The lanes of a warp exchange values: those without an element do the last one as well. */
FE_KERNEL FE_ENTRY(ed25519_base)(ED25519_BASE_ARGS)
{
	uint32_t thread = gpu_thread(), i = thread < n ? thread : n - 1;

	if (thread / 32 * 32 < n)
		ed_base_one(x, y, den, scalars + 4 * i, table, i, n, form, 0);
}

/* For public scalars: addresses depend on them. */
FE_KERNEL FE_ENTRY(ed25519_base_vartime)(ED25519_BASE_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		ed_base_one(x, y, den, scalars + 4 * i, table, i, n, form, 1);
}

FE_LADDER FE_ENTRY(ed25519_mult)(ED25519_MULT_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		ed_mult_one(x, y, den, status, scalars + 4 * i, points + 4 * i,
			    i, n, 1);
}

FE_LADDER FE_ENTRY(ed25519_ladder)(ED25519_MULT_ARGS)
{
	uint32_t i = gpu_thread();

	if (i < n)
		ed_mult_one(x, y, den, status, scalars + 4 * i, points + 4 * i,
			    i, n, 0);
}

FE_KERNEL FE_ENTRY(ed25519_finish)(ED25519_FINISH_ARGS)
{
	ed_finish_many(out, status, x, y, den, work, gpu_thread(),
		       gridDim.x * blockDim.x, n, form);
}
