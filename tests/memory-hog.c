// SPDX-License-Identifier: GPL-2.0-only
/*
 * Takes memory until so much of it is in swap, then uses it, page after page in
 * random order, and checks that every page still holds what was last written.
 * If others (the kernel) come to need so much that swap fills up, it gives some
 * back, so that no process is killed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "tests/option.h"

#define PAGE	4096u
#define WORDS	(PAGE / sizeof(uint64_t))
/* As many are taken and given back at a time. */
#define PAGES	256u

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

/* A line of /proc/meminfo, KiB. */
static size_t meminfo(const char *name)
{
	FILE *file = fopen("/proc/meminfo", "r");
	char line[128];
	size_t kib = 0;

	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, name, strlen(name)) &&
		    line[strlen(name)] == ':')
			kib = strtoul(line + strlen(name) + 1, NULL, 10);
	if (file)
		fclose(file);
	return kib;
}

/* Fills pages until @kib of swap are in use; how many. */
static size_t take(uint64_t *memory, uint64_t *seeds, size_t most, size_t kib)
{
	size_t i;

	for (i = 0; i < most; i++) {
		if (i % PAGES == 0 &&
		    meminfo("SwapTotal") - meminfo("SwapFree") >= kib)
			break;
		fill(memory + i * WORDS, seeds[i] = i);
	}
	return i;
}

/* How many of @pages are left when there is room in swap again. */
static size_t give_back(uint64_t *memory, size_t pages)
{
	if (pages <= PAGES || meminfo("SwapFree") > meminfo("SwapTotal") / 4)
		return pages;
	pages -= PAGES;
	madvise(memory + pages * WORDS, PAGES * PAGE, MADV_DONTNEED);
	return pages;
}

int main(int argc, char **argv)
{
	size_t most = (meminfo("MemTotal") + meminfo("SwapTotal")) / (PAGE / 1024);
	size_t swap = option(argc, argv, "--swap-kib", 0), pages, i;
	time_t seconds = (time_t)option(argc, argv, "--seconds", 0), end;
	uint64_t most_turns = option(argc, argv, "--turns", 0), turns = 0;
	uint64_t *memory, *seeds, x = 88172645463325252u;

	if (!swap || !seconds == !most_turns) {
		fprintf(stderr, "usage: memory-hog --swap-kib=N --turns=N|--seconds=N\n");
		return 2;
	}
	memory = mmap(NULL, most * PAGE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	seeds = calloc(most, sizeof(*seeds));
	if (memory == MAP_FAILED || !seeds) {
		perror("memory-hog");
		return 2;
	}
	pages = take(memory, seeds, most, swap);
	end = time(NULL) + seconds;
	do {
		if (turns % 64 == 0)
			pages = give_back(memory, pages);
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
	} while (turns < most_turns || turns % 64 || time(NULL) < end);
	for (i = 0; i < pages; i++) {
		if (i % 64 == 0)
			pages = give_back(memory, pages);
		if (i < pages && !holds(memory + i * WORDS, seeds[i])) {
			printf("page %zu is wrong at the end\n", i);
			return 1;
		}
	}
	printf("%zu pages, %llu turns\n", pages, (unsigned long long)turns);
	return 0;
}
