// SPDX-License-Identifier: GPL-2.0-only
#include "tests/keys/gpu_search.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/keys/patterns.h"

#define PATTERNS_MAX	4096u
#define LABEL_MAX	32u
#define THREADS_MAX	64u
/* Bits of the filter, which lets one position in some hundreds through. */
#define FILTER_BITS	20u
/* What the filter looks at, of each pattern. */
#define WINDOW		8u

/* What is searched for. */
struct pattern {
	char label[LABEL_MAX];		/* its kind */
	uint8_t bytes[PATTERN_MAX];	/* the pattern */
	size_t len;			/* how many bytes */
	size_t window;			/* where in it WINDOW bytes begin that are little alike */
	atomic_size_t found;		/* how often it was found */
};

struct gpu_search {
	struct pattern patterns[PATTERNS_MAX];
	size_t count;
	uint8_t filter[(1u << FILTER_BITS) / 8];
};

/* One thread's part of the memory. */
struct part {
	struct gpu_search *s;
	const uint8_t *at;	/* all of the memory */
	size_t len;		/* bytes */
	size_t from;		/* where the thread begins */
	size_t to;		/* where it ends */
	size_t found;		/* how many places it has found */
};

static uint32_t hash(const uint8_t *window)
{
	uint64_t word;

	memcpy(&word, window, sizeof(word));
	return (uint32_t)(word * 0x9e3779b97f4a7c15u >> (64 - FILTER_BITS));
}

static unsigned int different(const uint8_t *window)
{
	unsigned int i, j, n = 0;

	for (i = 0; i < WINDOW; i++) {
		for (j = 0; j < i && window[j] != window[i]; j++)
			;
		n += j == i;
	}
	return n;
}

static void choose_window(struct pattern *p)
{
	size_t i;

	for (i = 0; i + WINDOW <= p->len; i += GPU_SEARCH_STEP)
		if (different(p->bytes + i) > different(p->bytes + p->window))
			p->window = i;
}

/* A line of pattern_write(). */
static bool read_pattern(struct pattern *p, const char *line)
{
	char hex[2 * PATTERN_MAX + 1];
	unsigned int byte;

	if (sscanf(line, "%31s %256s", p->label, hex) != 2)
		return false;
	for (p->len = 0; hex[2 * p->len]; p->len++) {
		if (sscanf(hex + 2 * p->len, "%2x", &byte) != 1)
			return false;
		p->bytes[p->len] = (uint8_t)(byte ^ PATTERN_MASK);
	}
	choose_window(p);
	return p->len >= PATTERN_MIN;
}

struct gpu_search *gpu_search_new(FILE *file)
{
	struct gpu_search *s = calloc(1, sizeof(*s));
	char line[LABEL_MAX + 2 * PATTERN_MAX + 3];

	while (s && fgets(line, sizeof(line), file)) {
		struct pattern *p = &s->patterns[s->count];
		uint32_t bit;

		if (s->count == PATTERNS_MAX || !read_pattern(p, line)) {
			free(s);
			return NULL;
		}
		s->count++;
		bit = hash(p->bytes + p->window);
		s->filter[bit / 8] |= (uint8_t)(1u << bit % 8);
	}
	return s;
}

/* Patterns whose window is at @i. */
static size_t compare(const struct part *t, size_t i)
{
	size_t n, found = 0;

	for (n = 0; n < t->s->count; n++) {
		struct pattern *p = &t->s->patterns[n];

		if (i < p->window || i - p->window + p->len > t->len ||
		    memcmp(t->at + i - p->window, p->bytes, p->len))
			continue;
		atomic_fetch_add(&p->found, 1);
		found++;
	}
	return found;
}

static void *search_part(void *data)
{
	struct part *t = data;
	size_t i;

	for (i = t->from; i < t->to; i += GPU_SEARCH_STEP) {
		uint32_t bit = hash(t->at + i);

		if (t->s->filter[bit / 8] & 1u << bit % 8)
			t->found += compare(t, i);
	}
	return NULL;
}

size_t gpu_search(struct gpu_search *s, const uint8_t *at, size_t len)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	size_t n = cpus < 1 ? 1 : cpus > THREADS_MAX ? THREADS_MAX : (size_t)cpus;
	size_t positions = len < WINDOW ? 0 : (len - WINDOW) / GPU_SEARCH_STEP + 1;
	struct part part[THREADS_MAX];
	pthread_t thread[THREADS_MAX];
	bool started[THREADS_MAX];
	size_t i, found = 0;

	for (i = 0; i < n; i++) {
		part[i] = (struct part){
			.s = s, .at = at, .len = len,
			.from = positions * i / n * GPU_SEARCH_STEP,
			.to = positions * (i + 1) / n * GPU_SEARCH_STEP,
		};
		started[i] = !pthread_create(&thread[i], NULL, search_part,
					     &part[i]);
		if (!started[i])
			search_part(&part[i]);
	}
	for (i = 0; i < n; i++) {
		if (started[i])
			pthread_join(thread[i], NULL);
		found += part[i].found;
	}
	return found;
}

size_t gpu_search_count(struct gpu_search *s, const char *label)
{
	size_t i, n = 0;

	for (i = 0; i < s->count; i++)
		if (!strcmp(s->patterns[i].label, label))
			n += atomic_exchange(&s->patterns[i].found, 0) != 0;
	return n;
}

size_t gpu_search_patterns(const struct gpu_search *s)
{
	return s->count;
}

void gpu_search_free(struct gpu_search *s)
{
	if (s)
		explicit_bzero(s, sizeof(*s));
	free(s);
}
