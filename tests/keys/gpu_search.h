/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Searches memory that was copied from a GPU for patterns of keys.
 */
#ifndef WARPCRYPT_TESTS_KEYS_GPU_SEARCH_H
#define WARPCRYPT_TESTS_KEYS_GPU_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What lies at other addresses is not found: GPUs keep keys as words. */
#define GPU_SEARCH_STEP		4u

struct gpu_search;

/**
 * gpu_search_new() - take patterns
 * @file: lines of pattern_write(), read from its current position to its end
 *
 * Return: for gpu_search_free(); NULL: out of memory, or a line is no pattern
 */
struct gpu_search *gpu_search_new(FILE *file);

/**
 * gpu_search() - search memory, in as many threads as there are CPUs
 * @s: the patterns
 * @at: the memory
 * @len: bytes
 *
 * Return: in how many places a pattern begins
 */
size_t gpu_search(struct gpu_search *s, const uint8_t *at, size_t len);

/**
 * gpu_search_count() - what was found of a kind
 * @s: the patterns
 * @label: the kind, as in pattern_write()
 *
 * Return: how many patterns of this kind were found since the last call for it
 */
size_t gpu_search_count(struct gpu_search *s, const char *label);

/**
 * gpu_search_patterns() - how many patterns are searched for
 * @s: the patterns
 */
size_t gpu_search_patterns(const struct gpu_search *s);

/**
 * gpu_search_free() - forget the patterns
 * @s: the patterns, or NULL
 */
void gpu_search_free(struct gpu_search *s);

#endif /* WARPCRYPT_TESTS_KEYS_GPU_SEARCH_H */
