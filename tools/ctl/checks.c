// SPDX-License-Identifier: GPL-2.0-only
#include "tools/ctl/checks.h"

#include <stdarg.h>
#include <stdio.h>

/* Returns the object; its members problem and skipped are false. */
static struct json_object *finding(struct doctor *d, const char *id,
				   const char *fmt, va_list args)
{
	struct json_object *o = json_object_new_object();
	char text[1024];

	vsnprintf(text, sizeof(text), fmt, args);
	put_text(o, "id", id);
	put_bool(o, "problem", false);
	put_bool(o, "skipped", false);
	put_text(o, "text", text);
	json_object_array_add(d->findings, o);
	return o;
}

/* A check has found nothing; @fmt says what is as it should be. */
void doctor_fine(struct doctor *d, const char *id, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	finding(d, id, fmt, args);
	va_end(args);
}

/* A check is not for this user; @text says what is not looked at. */
void doctor_skipped(struct doctor *d, const char *id, const char *text)
{
	doctor_fine(d, id, "%s", text);
	put_bool(json_object_array_get_idx(d->findings,
			json_object_array_length(d->findings) - 1),
		 "skipped", true);
	d->skipped++;
}

/* A check has found a problem; @next: what to do about it. */
void doctor_problem(struct doctor *d, const char *id, const char *next,
		    const char *fmt, ...)
{
	struct json_object *o;
	va_list args;

	va_start(args, fmt);
	o = finding(d, id, fmt, args);
	va_end(args);
	put_bool(o, "problem", true);
	put_text(o, "next", next);
	d->problems++;
}
