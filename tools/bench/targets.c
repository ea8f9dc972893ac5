// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/targets.h"

#include <stdio.h>

#include "tools/bench/report.h"

/**
 * targets_add() - add the result of one promise
 * @t: the list
 * @name: the quantity
 * @value: the measured value
 * @limit: the promised value
 * @at_least: @limit is a lower bound; otherwise an upper bound
 * @unit: of both, may be empty
 */
void targets_add(struct targets *t, const char *name, double value,
		 double limit, bool at_least, const char *unit)
{
	if (t->n < TARGETS_MAX)
		t->v[t->n++] = (struct target){ name, value, limit, at_least,
						unit };
}

static bool met(const struct target *t)
{
	return t->at_least ? t->value >= t->limit : t->value <= t->limit;
}

/* Print them as a table. Returns true when all are met. */
bool targets_print(const struct targets *t)
{
	bool all = true;
	size_t i;

	printf("%-58s %12s %15s\n", "what is promised", "measured", "target");
	for (i = 0; i < t->n; i++) {
		const struct target *v = &t->v[i];

		printf("%-58s %9.2f%-3s %8s %.2f%-3s  %s\n", v->name, v->value,
		       v->unit, v->at_least ? ">=" : "<=", v->limit, v->unit,
		       met(v) ? "met" : "NOT MET");
		all &= met(v);
	}
	putchar('\n');
	return all;
}

/* The same as JSON. */
struct json_object *targets_json(const struct targets *t)
{
	struct json_object *a = json_object_new_array();
	size_t i;

	for (i = 0; i < t->n; i++) {
		struct json_object *o = json_object_new_object();

		put_text(o, "name", t->v[i].name);
		put_real(o, "measured", t->v[i].value);
		put_real(o, t->v[i].at_least ? "at_least" : "at_most",
			 t->v[i].limit);
		put_text(o, "unit", t->v[i].unit);
		json_object_object_add(o, "met",
				       json_object_new_boolean(met(&t->v[i])));
		json_object_array_add(a, o);
	}
	return a;
}

/**
 * shares_print() - print the parts of the time as a table
 * @shares: the last is the sum of the others
 * @n: how many
 */
void shares_print(const struct share *shares, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		printf("  %-66s %8.0f ns\n", shares[i].name, shares[i].ns);
	putchar('\n');
}

/* The same as JSON. */
struct json_object *shares_json(const struct share *shares, size_t n)
{
	struct json_object *a = json_object_new_array();
	size_t i;

	for (i = 0; i < n; i++) {
		struct json_object *o = json_object_new_object();

		put_text(o, "name", shares[i].name);
		/* They are differences, which noise can make negative. */
		json_object_object_add(o, "ns_per_request",
				       json_object_new_int((int)shares[i].ns));
		json_object_array_add(a, o);
	}
	return a;
}
