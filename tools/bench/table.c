// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/table.h"

#include <string.h>

/* Print a number of a row, after a space, and @unit behind it; negative: there is none. */
void table_cell(int width, int digits, double value, const char *unit)
{
	int len = strlen(unit);

	if (value < 0)
		printf(" %*s", width, "-");
	else
		printf(" %*.*f%s", width - len, digits, value, unit);
}

/* Print the median, the lowest and the highest of numbers, in @width columns each. */
void table_spread(int width, int digits, const double *values, size_t n)
{
	table_cell(width, digits, median(values, n), "");
	table_cell(width, digits, lowest(values, n), "");
	table_cell(width, digits, highest(values, n), "");
}

/* Print how much was offloaded, and how many requests were in a frame. */
void table_counts(const struct module_counts *c)
{
	table_cell(7, 1, 100 * module_counts_offloaded(c), "%");
	table_cell(7, 1, module_counts_per_frame(c), "");
}

/* Print the head of the table of table_print(). */
void table_head(void)
{
	printf("%7s %6s %5s  %-24s %8s %8s %8s %8s %9s %5s %8s %8s %7s %7s\n", "bytes",
	       "depth", "subm", "what", "kreq/s", "MB/s", "lowest", "highest", "cpu us/rq",
	       "fair", "p50 us", "p99 us", "offload", "req/frm");
}

static void print_line(const struct measured *m, const struct figure *f)
{
	bool lone = m->point.depth == 1;

	printf("%7u %6u ", m->point.size, m->point.depth);
	if (m->point.submitters)
		printf("%5u", m->point.submitters);
	else
		printf("%5s", "-");
	printf("  %-24s", f->variant->label);
	table_cell(8, 1, median(f->krps, f->runs), "");
	table_spread(8, 1, f->mbps, f->runs);
	table_cell(9, 3, median(f->cpu_us, f->runs), "");
	table_cell(5, 2, median(f->fairness, f->runs), "");
	table_cell(8, 1, lone ? median(f->lat_p50, f->runs) : -1, "");
	table_cell(8, 1, lone ? median(f->lat_p99, f->runs) : -1, "");
	table_counts(&f->counters);
	if (f->errors)
		printf("  %llu ERRORS, first %lld",
		       (unsigned long long)f->errors,
		       (long long)f->first_error);
	putchar('\n');
}

/* Print a line for each variant. */
void table_print(const struct measured *m)
{
	size_t i;

	for (i = 0; i < m->n; i++)
		print_line(m, &m->figures[i]);
	putchar('\n');
	fflush(stdout);
}
