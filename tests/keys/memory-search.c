// SPDX-License-Identifier: GPL-2.0-only
/*
 * Looks for patterns (tests/keys/patterns.h) in all of this machine's memory,
 * by /dev/mem, which must be mapped and not read: a read would leave copies of
 * what it looks for. So it is for guests whose kernel has no STRICT_DEVMEM.
 *
 * Arguments: files of patterns. Prints how many of their patterns were found,
 * and how often; each label only once. Exit status: 0 none was found, 1 some
 * were, 2 it could not be done.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/keys/patterns.h"

#define PATTERNS_MAX	4096u
#define CHUNK		(16u << 20)
#define PAGE		4096u

static struct pattern patterns[PATTERNS_MAX];
static unsigned long found[PATTERNS_MAX];
static size_t count;
/* The patterns that begin with these two bytes, masked: a chain of indexes. */
static uint16_t first[65536], next[PATTERNS_MAX];

static void die(const char *what)
{
	fprintf(stderr, "memory-search: %s: %s\n", what, strerror(errno));
	exit(2);
}

static unsigned int start_of(const uint8_t *masked)
{
	return masked[0] | (unsigned int)masked[1] << 8;
}

static void read_patterns(const char *path)
{
	FILE *file = fopen(path, "r");

	if (!file)
		die(path);
	while (count < PATTERNS_MAX && pattern_read(file, &patterns[count])) {
		uint16_t *head = &first[start_of(patterns[count].masked)];

		next[count] = *head;
		/* Index 0 ends a chain. */
		*head = (uint16_t)++count;
	}
	fclose(file);
}

static bool matches(const struct pattern *p, const volatile uint8_t *at)
{
	size_t i;

	for (i = 0; i < p->len; i++)
		if ((at[i] ^ PATTERN_MASK) != p->masked[i])
			return false;
	return true;
}

/* @end - @at bytes, of which the last PATTERN_MAX are not searched. */
static void search(const volatile uint8_t *at, const volatile uint8_t *end)
{
	const unsigned int mask = PATTERN_MASK | PATTERN_MASK << 8;

	for (; at + PATTERN_MAX < end; at++) {
		unsigned int i = first[(at[0] | (unsigned int)at[1] << 8) ^
				       mask];

		for (; i; i = next[i - 1])
			found[i - 1] += matches(&patterns[i - 1], at);
	}
}

/*
 * From @start to @end, in parts that overlap. Mapped, so that nothing is
 * copied.
 */
static void search_range(int fd, uint64_t start, uint64_t end)
{
	uint64_t pos;

	for (pos = start; pos < end; pos += CHUNK) {
		size_t len = end - pos < CHUNK + PAGE ? end - pos : CHUNK + PAGE;
		uint8_t *p = mmap(NULL, len, PROT_READ, MAP_SHARED, fd,
				  (off_t)pos);

		if (p == MAP_FAILED)
			die("/dev/mem");
		search(p, p + len);
		munmap(p, len);
	}
}

/* Returns how many bytes of memory there are. */
static uint64_t search_memory(void)
{
	FILE *iomem = fopen("/proc/iomem", "r");
	int fd = open("/dev/mem", O_RDONLY);
	unsigned long long start, end;
	uint64_t all = 0;
	char line[128];

	if (!iomem || fd < 0)
		die("/proc/iomem, /dev/mem");
	while (fgets(line, sizeof(line), iomem)) {
		if (sscanf(line, "%llx-%llx : System RAM", &start, &end) != 2 ||
		    !strstr(line, "System RAM"))
			continue;
		start = (start + PAGE - 1) / PAGE * PAGE;
		end = (end + 1) / PAGE * PAGE;
		search_range(fd, start, end);
		all += end - start;
	}
	fclose(iomem);
	close(fd);
	return all;
}

int main(int argc, char **argv)
{
	size_t i, different = 0;
	uint64_t bytes;

	for (i = 1; i < (size_t)argc; i++)
		read_patterns(argv[i]);
	if (!count) {
		fprintf(stderr, "memory-search: no patterns\n");
		return 2;
	}
	bytes = search_memory();
	if (!bytes) {
		fprintf(stderr, "memory-search: no System RAM in /proc/iomem\n");
		return 2;
	}
	for (i = 0; i < count; i++) {
		if (found[i] && !(i && found[i - 1] &&
				  !strcmp(patterns[i].label,
					  patterns[i - 1].label)))
			printf("%s: %lu times\n", patterns[i].label, found[i]);
		different += !!found[i];
	}
	printf("%zu of %zu patterns in %llu MiB\n", different, count,
	       (unsigned long long)(bytes >> 20));
	return !!different;
}
