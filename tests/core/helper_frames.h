/* SPDX-License-Identifier: GPL-2.0-only */
/* What a helper does with the frames that it gets. */
#ifndef WARPCRYPT_TESTS_CORE_HELPER_FRAMES_H
#define WARPCRYPT_TESTS_CORE_HELPER_FRAMES_H

#include "tests/core/helper.h"

/*
 * Does @frames, which it got for an engine: adds what it says of them to @commits, and
 * to @held how many these are.
 */
void helper_do_frames(struct test_helper *h, struct helper_keys *keys, u32 engine,
		      struct warpcrypt_commit *commits, u32 *held,
		      const struct warpcrypt_frame *frames, u32 n);

#endif /* WARPCRYPT_TESTS_CORE_HELPER_FRAMES_H */
