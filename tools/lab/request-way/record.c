// SPDX-License-Identifier: GPL-2.0-only
/*
 * record.so: which functions, compiled with -finstrument-functions, which thread has called from
 * which. At the end of the process a line for each pair is in the file $RECORD: thread, caller
 * (addresses, hexadecimal; 0: none), function, number of calls. For LD_PRELOAD.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PAIRS	8192u
#define DEPTH	256u
#define UNSEEN	__attribute__((no_instrument_function, visibility("default")))

struct record {
	struct record *next;
	struct {
		uintptr_t from, to;
		unsigned long calls;
	} pairs[PAIRS];
	uintptr_t stack[DEPTH];
	unsigned int depth;
};

static _Thread_local struct record *mine;
static struct record *records;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

UNSEEN void __cyg_profile_func_enter(void *function, void *site);
UNSEEN void __cyg_profile_func_exit(void *function, void *site);

static struct record *record_new(void)
{
	struct record *record = calloc(1, sizeof(*record));

	if (!record)
		abort();
	pthread_mutex_lock(&lock);
	record->next = records;
	records = record;
	pthread_mutex_unlock(&lock);
	return record;
}

void __cyg_profile_func_enter(void *function, void *site)
{
	uintptr_t to = (uintptr_t)function, from, i;

	(void)site;
	if (!mine)
		mine = record_new();
	from = mine->depth ? mine->stack[mine->depth - 1] : 0;
	if (mine->depth == DEPTH)
		abort();
	mine->stack[mine->depth++] = to;
	i = (to * 31 + from) / 4 % PAIRS;
	while (mine->pairs[i].calls && (mine->pairs[i].to != to || mine->pairs[i].from != from))
		i = (i + 1) % PAIRS;
	mine->pairs[i].from = from;
	mine->pairs[i].to = to;
	mine->pairs[i].calls++;
}

void __cyg_profile_func_exit(void *function, void *site)
{
	(void)function;
	(void)site;
	mine->depth--;
}

__attribute__((destructor, no_instrument_function)) static void write_all(void)
{
	const char *path = getenv("RECORD");
	FILE *file = path ? fopen(path, "w") : NULL;
	const struct record *record;
	unsigned int thread = 0, i;

	for (record = records; file && record; record = record->next, thread++)
		for (i = 0; i < PAIRS; i++)
			if (record->pairs[i].calls)
				fprintf(file, "%u %#lx %#lx %lu\n", thread, record->pairs[i].from,
					record->pairs[i].to, record->pairs[i].calls);
	if (file)
		fclose(file);
}
