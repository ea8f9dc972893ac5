// SPDX-License-Identifier: GPL-2.0-only
/*
 * Uses more memory than there is, page after page in random order, and checks
 * that every page still holds what was last written to it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "tests/option.h"

#define PAGE	4096u
#define WORDS	(PAGE / sizeof(uint64_t))

/* No two words of a page are alike, so that it cannot be stored as one. */
static void fill(uint64_t *page, uint64_t seed)
{
	size_t i;

	for (i = 0; i < WORDS; i++)
		page[i] = (seed + i) * 0x9e3779b97f4a7c15u;
}

static int holds(const uint64_t *page, uint64_t seed)
{
	size_t i;

	for (i = 0; i < WORDS; i++)
		if (page[i] != (seed + i) * 0x9e3779b97f4a7c15u)
			return 0;
	return 1;
}

int main(int argc, char **argv)
{
	size_t pages = option(argc, argv, "--kib", 0) / (PAGE / 1024), i;
	time_t seconds = (time_t)option(argc, argv, "--seconds", 0);
	time_t end = time(NULL) + seconds;
	uint64_t *memory, *seeds, x = 88172645463325252u, turns = 0;

	if (!pages || !seconds) {
		fprintf(stderr, "usage: memory-hog --kib=N --seconds=N\n");
		return 2;
	}
	memory = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	seeds = calloc(pages, sizeof(*seeds));
	if (memory == MAP_FAILED || !seeds) {
		perror("memory-hog");
		return 2;
	}
	for (i = 0; i < pages; i++)
		fill(memory + i * WORDS, seeds[i] = i);
	do {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		i = x % pages;
		if (!holds(memory + i * WORDS, seeds[i])) {
			printf("page %zu is wrong after %llu turns\n", i,
			       (unsigned long long)turns);
			return 1;
		}
		fill(memory + i * WORDS, seeds[i] = x);
		turns++;
	} while (turns % 64 || time(NULL) < end);
	for (i = 0; i < pages; i++)
		if (!holds(memory + i * WORDS, seeds[i])) {
			printf("page %zu is wrong at the end\n", i);
			return 1;
		}
	printf("%zu pages, %llu turns\n", pages, (unsigned long long)turns);
	return 0;
}
