// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/papers_common.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "tools/bench/report.h"
#include "tools/bench/util.h"

#define THREADS_MAX	64

unsigned long papers_checked, papers_wrong;

/* Begin a row of the report, of one of a paper's tables. The caller adds to what it returns. */
struct json_object *papers_row(struct papers *p, const char *paper,
			       const char *table)
{
	struct json_object *row = json_object_new_object();

	put_text(row, "paper", paper);
	put_text(row, "table", table);
	json_object_array_add(p->rows, row);
	return row;
}

/* Keep a line of the last table. */
void papers_claim(struct papers *p, const struct papers_claim *claim)
{
	struct json_object *row = json_object_new_object();

	put_text(row, "paper", claim->paper);
	put_text(row, "what", claim->what);
	put_text(row, "figure", claim->figure ? claim->figure : "not in its text");
	put_text(row, "hardware", claim->hardware);
	put_real(row, "by_units", claim->by_units);
	put_real(row, "by_memory", claim->by_memory);
	put_real(row, "own", claim->own);
	put_text(row, "own_design", claim->own_design);
	put_real(row, "theirs", claim->theirs);
	put_text(row, "design", claim->design);
	put_real(row, "ours", claim->ours);
	put_real(row, "goal", claim->goal);
	json_object_array_add(p->summary, row);
}

/* Set @by_units and @by_memory: what a paper's @figure is by the size of this GPU. */
void papers_scale(struct papers_claim *claim, const struct papers_hardware *then,
		  double figure)
{
	claim->by_units = figure * papers_dev->sms * papers_dev->khz /
			  (then->units * then->mhz * 1e3);
	claim->by_memory = figure * papers_dev->gb_per_s / then->gb_per_s;
}

/* Keep the fastest of a paper's variants. */
void papers_best(struct papers_claim *claim, const char *design, double rate)
{
	if (rate <= claim->theirs)
		return;
	claim->theirs = rate;
	claim->design = design;
}

/* A size for people, until the next call. */
const char *papers_size(uint64_t bytes)
{
	static char text[32];

	if (bytes >= 1 << 20 && bytes % (1 << 20) == 0)
		snprintf(text, sizeof(text), "%u MiB", (unsigned int)(bytes >> 20));
	else if (bytes >= 1024 && bytes % 1024 == 0)
		snprintf(text, sizeof(text), "%u KiB", (unsigned int)(bytes >> 10));
	else
		snprintf(text, sizeof(text), "%u B", (unsigned int)bytes);
	return text;
}

static const char *text_of(struct json_object *o, const char *name)
{
	return json_object_get_string(json_object_object_get(o, name));
}

static double real_of(struct json_object *o, const char *name)
{
	return json_object_get_double(json_object_object_get(o, name));
}

/* Print a figure, or a dash where there is none. */
void papers_figure(int width, int digits, double value)
{
	if (value > 0)
		printf("%*.*f", width, digits, value);
	else
		printf("%*s", width, "-");
}

/* Print the last table. */
void papers_summary(const struct papers *p)
{
	size_t i;

	printf("\nThe papers' figures on their hardware, what they are by the units and the clock and by\n"
	       "the memory of this GPU, their own designs here, the best of their variants, and ours\n\n"
	       "%-11s%-34s%-34s%10s%10s%10s %-32s%10s %-32s%10s%7s%6s\n",
	       "paper", "what", "the paper's figure", "by units", "by memory",
	       "own", "(which)", "best", "(which)", "ours", "ratio", "goal");
	for (i = 0; i < json_object_array_length(p->summary); i++) {
		struct json_object *o = json_object_array_get_idx(p->summary, i);
		double theirs = real_of(o, "theirs"), ours = real_of(o, "ours");
		char figure[80];

		snprintf(figure, sizeof(figure), "%s (%s)", text_of(o, "figure"),
			 text_of(o, "hardware"));
		printf("%-11s%-34s%-34s", text_of(o, "paper"),
		       text_of(o, "what"), figure);
		papers_figure(10, 2, real_of(o, "by_units"));
		papers_figure(10, 2, real_of(o, "by_memory"));
		papers_figure(10, 2, real_of(o, "own"));
		printf(" %-32s", text_of(o, "own_design"));
		papers_figure(10, 2, theirs);
		printf(" %-32s", text_of(o, "design"));
		papers_figure(10, 2, ours);
		papers_figure(7, 2, theirs > 0 ? ours / theirs : 0);
		papers_figure(6, 2, real_of(o, "goal"));
		putchar('\n');
	}
}

/* Count a result that was compared; @fmt says what made it. */
void papers_check(bool right, const char *fmt, ...)
{
	char what[256];
	va_list args;

	papers_checked++;
	if (right)
		return;
	papers_wrong++;
	va_start(args, fmt);
	vsnprintf(what, sizeof(what), fmt, args);
	va_end(args);
	progress("WRONG: %s", what);
}

/* What threads divide among them. */
struct shared_work {
	papers_part_fn *fn;	/* does a part */
	void *arg;		/* its first argument */
	size_t count;		/* of all */
	size_t step;		/* how many of them a thread takes at a time */
	size_t at;		/* those before this one are taken */
};

static void *take_parts(void *arg)
{
	struct shared_work *w = arg;
	size_t at;

	while ((at = __atomic_fetch_add(&w->at, w->step, __ATOMIC_RELAXED)) < w->count)
		w->fn(w->arg, at, w->count - at < w->step ? w->count - at : w->step);
	return NULL;
}

/*
 * Divide @count elements among threads, if there can be so many, of which this is one; @fn does
 * at most @step at a time: from the first that it gets, and so many.
 */
void papers_in_threads(papers_part_fn *fn, void *arg, size_t count, size_t step, long threads)
{
	struct shared_work w = { fn, arg, count, step, 0 };
	pthread_t thread[THREADS_MAX];
	long i, made = 0;

	for (i = 1; i < threads && i < THREADS_MAX; i++)
		made += !pthread_create(&thread[made], NULL, take_parts, &w);
	take_parts(&w);
	for (i = 0; i < made; i++)
		pthread_join(thread[i], NULL);
}

/* Copy data to memory of the device. */
paper_ptr papers_on_device(const void *data, size_t size)
{
	paper_ptr at = papers_dev->alloc(size);

	papers_dev->upload(at, data, size);
	papers_dev->wait();
	return at;
}
