/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which blocks of a job each GPU thread does.
 *
 * A thread has 32 blocks. Threads work in teams, and a team of 8 on a piece of
 * 256 blocks:
 *
 *	block of the piece	 0  1  2 ... 7   8  9 ... 15   16 ...     255
 *	thread of the team	 0  1  2 ... 7   0  1 ...  7    0 ...       7
 *	block of the thread	 0  0  0 ... 0   1  1 ...  1    2 ...      31
 *
 * so a load of the whole warp touches four lines of 128 bytes and uses all of
 * each, and a request of 4 KiB keeps eight threads busy and not a warp. Jobs of
 * up to 128 blocks have teams of 4, 2 or 1, so that threads have 32 blocks with
 * requests of 512 bytes too.
 *
 * For ciphers by tables, where that leaves many lanes of the GPU idle, a
 * thread's blocks are dealt out to up to TABLE_PARTS lanes: part p of n does
 * blocks p, p + n, p + 2n ...
 *
 * Plain C: the helper counts threads with it.
 */
#ifndef WARPCRYPT_KERNELS_GPU_SHARE_H
#define WARPCRYPT_KERNELS_GPU_SHARE_H

#include "kernels/plain.h"

/* The size of a job's teams is two to the power of this. */
WC_FN uint32_t wide_team_log(uint32_t blocks)
{
	return (blocks > 32) + (blocks > 64) + (blocks > 128);
}

/* How many threads a job takes of which @blocks are done together. */
WC_FN uint32_t wide_threads(uint32_t blocks)
{
	uint32_t log = wide_team_log(blocks);

	return (blocks + (32u << log) - 1) >> (5 + log) << log;
}

/**
 * struct wide_share - a thread's blocks of a job
 * @first: its first block, counted through the job
 * @log: the others follow at distances of two to the power of this
 * @count: how many of its 32 there are
 */
struct wide_share {
	uint32_t first;
	uint32_t log;
	uint32_t count;
};

/* The share of @thread, counted through the job, of a job of @blocks. */
WC_FN struct wide_share wide_share(uint32_t blocks, uint32_t thread)
{
	struct wide_share s;
	uint32_t left;

	s.log = wide_team_log(blocks);
	s.first = (thread >> s.log << (5 + s.log)) +
		  (thread & ((1u << s.log) - 1));
	left = s.first < blocks ? blocks - s.first : 0;
	left = (left + (1u << s.log) - 1) >> s.log;
	s.count = left < 32 ? left : 32;
	return s;
}

/* A power of two. Blocks of a part are 8 times this apart at most. */
#define TABLE_PARTS	4u

/**
 * struct table_share - a lane's blocks of a job
 * @first: its first block, counted through the job
 * @step: the others follow at this distance
 * @end: the first block that is not its thread's
 */
struct table_share {
	uint32_t first;
	uint32_t step;
	uint32_t end;
};

/* How many of the GPU's lanes to deal a thread's blocks out to. */
WC_FN uint32_t table_parts(uint32_t threads, uint32_t lanes)
{
	uint32_t parts = TABLE_PARTS;

	while (parts > 1 && threads > lanes / parts)
		parts /= 2;
	return parts;
}

/* A power of two: in latency kernels each lane has one block. */
#define LATENCY_PARTS	32u
/* Threads that have so many lanes, for each multiprocessor. */
#define LATENCY_THREADS	(512u / LATENCY_PARTS)

/*
 * The blocks of a job that a lane does: part @part, or 0, of @parts, or 1, of the job's
 * thread. @blocks are done together.
 */
WC_FN struct table_share table_share(uint32_t blocks, uint32_t thread,
				     uint32_t part, uint32_t parts)
{
	struct wide_share wide = wide_share(blocks, thread);
	struct table_share s;

	s.first = wide.first + (part << wide.log);
	s.step = parts << wide.log;
	s.end = wide.first + (wide.count << wide.log);
	return s;
}

#endif /* WARPCRYPT_KERNELS_GPU_SHARE_H */
