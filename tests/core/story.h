/* SPDX-License-Identifier: GPL-2.0-only */
/* Stories of random events. */
#ifndef WARPCRYPT_TESTS_CORE_STORY_H
#define WARPCRYPT_TESTS_CORE_STORY_H

#include "tests/core/model.h"

/* One whole story, from the module's load to its unload. */
void story_play(u64 seed);

#endif /* WARPCRYPT_TESTS_CORE_STORY_H */
