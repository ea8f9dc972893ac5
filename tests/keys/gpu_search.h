/* SPDX-License-Identifier: GPL-2.0-only */
/* Searches memory that was copied from a GPU for patterns of keys. */
#ifndef WARPCRYPT_TESTS_KEYS_GPU_SEARCH_H
#define WARPCRYPT_TESTS_KEYS_GPU_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What lies at other addresses is not found: GPUs keep keys as words. */
#define GPU_SEARCH_STEP		4u

struct gpu_search;

/*
 * Takes patterns: lines of pattern_write(), from the file's position to its end. NULL: out of
 * memory, or a line is no pattern.
 */
struct gpu_search *gpu_search_new(FILE *file);

/*
 * Searches memory, in as many threads as there are CPUs; returns in how many places a pattern
 * begins.
 */
size_t gpu_search(struct gpu_search *s, const uint8_t *at, size_t len);

/* How many patterns of a kind, as in pattern_write(), were found since the last call for it. */
size_t gpu_search_count(struct gpu_search *s, const char *label);

/* How many patterns are searched for. */
size_t gpu_search_patterns(const struct gpu_search *s);

/* @s may be NULL. */
void gpu_search_free(struct gpu_search *s);

#endif /* WARPCRYPT_TESTS_KEYS_GPU_SEARCH_H */
