// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single situations that the stories of story.c seldom meet, or where they could
 * not say what is right. Each is played in many orders. As there, whatever breaks
 * a promise aborts with its seed; time and numbers are exact, so this needs
 * sim_order.c.
 */
#include "tests/core/cases.h"
#include "tests/core/desk.h"
#include "tests/unit/share.h"

static const struct core_case *const files[] = {
	age_cases, budget_cases, wake_cases, frame_cases, backlog_cases, engine_cases, redo_cases, turn_cases, kat_cases,
};

static void play(void *arg)
{
	const struct core_case *c = arg;
	struct desk d;

	module_load();
	c->story(&d);
	module_unload();
}

static void run(const struct core_case *c, int result)
{
	u32 n, orders = (u32)unit_share(c->orders);

	for (n = 0; n < orders; n++)
		model_play(1 + n, play, (void *)c);
	must_have_happened();
	printf("ok %d %s # %u orders\n", result, c->what, orders);
	fflush(stdout);
}

int cases_run(int first_result, const char *only)
{
	const struct core_case *c;
	int n = 0;
	u32 i;

	for (i = 0; sim_time_is_ours && i < ARRAY_SIZE(files); i++) {
		for (c = files[i]; c->what; c++) {
			if (!strstr(c->what, only))
				continue;
			if (first_result)
				run(c, first_result + n);
			n++;
		}
	}
	return n;
}
