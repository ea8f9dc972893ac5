// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "tools/bench/stats.h"
#include "tools/bench/util.h"
#include "tools/replace.h"

/* The processor's name. Under hypervisors often only this line is present. */
static void cpu_name(char *name, size_t size)
{
	char line[512];
	FILE *f = fopen("/proc/cpuinfo", "re");

	snprintf(name, size, "unknown");
	while (f && fgets(line, sizeof(line), f)) {
		char *value = strchr(line, ':');

		if (!value || strncmp(line, "model name", 10))
			continue;
		value += strspn(value, ": \t");
		value[strcspn(value, "\n")] = '\0';
		snprintf(name, size, "%s", value);
		break;
	}
	if (f)
		fclose(f);
}

/*
 * Make a report with machine, commit, date and command, which begins with the subcommand's name.
 * In a guest the host's processor, the commit and the command are taken from WARPCRYPT_BENCH_CPU,
 * _COMMIT and _COMMAND in the environment.
 */
struct json_object *report_new(const char *subcommand, int argc, char **argv)
{
	struct json_object *report = json_object_new_object();
	const char *cpu = getenv("WARPCRYPT_BENCH_CPU");
	const char *command = getenv("WARPCRYPT_BENCH_COMMAND");
	char text[1024] = "warpcrypt-bench";
	time_t now = time(NULL);
	struct utsname uts;
	int i;

	put_text(report, "tool", "warpcrypt-bench");
	put_text(report, "subcommand", subcommand);
	for (i = 0; i < argc; i++) {
		size_t len = strlen(text);

		snprintf(text + len, sizeof(text) - len, " %s", argv[i]);
	}
	put_text(report, "command", command ? command : text);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	put_text(report, "date", text);
	put_text(report, "commit", getenv("WARPCRYPT_BENCH_COMMIT"));
	if (!uname(&uts)) {
		snprintf(text, sizeof(text), "%s %s", uts.sysname, uts.release);
		put_text(report, "kernel", text);
	}
	if (cpu)
		snprintf(text, sizeof(text), "%s", cpu);
	else
		cpu_name(text, sizeof(text));
	put_text(report, "cpu", text);
	put_int(report, "cpus", sysconf(_SC_NPROCESSORS_ONLN));
	return report;
}

/*
 * Add the median as @name, and the lowest and the highest with _lowest and _highest behind it. If
 * the numbers are negative, there are none.
 */
void put_spread(struct json_object *o, const char *name, const double *values, size_t n)
{
	char other[64];

	put_real(o, name, median(values, n));
	snprintf(other, sizeof(other), "%s_lowest", name);
	put_real(o, other, lowest(values, n));
	snprintf(other, sizeof(other), "%s_highest", name);
	put_real(o, other, highest(values, n));
}

/* Print the report's scalars, one a line. */
void report_print_header(struct json_object *report)
{
	json_object_object_foreach(report, name, value) {
		if (json_object_is_type(value, json_type_string) ||
		    json_object_is_type(value, json_type_int))
			printf("# %s: %s\n", name,
			       json_object_get_string(value));
	}
	putchar('\n');
}

static void write_file(struct json_object *report, const char *path)
{
	const char *text = json_object_to_json_string_ext(report, JSON_C_TO_STRING_PRETTY |
							  JSON_C_TO_STRING_SPACED |
							  JSON_C_TO_STRING_NOSLASHESCAPE);
	struct replace to;
	int err = replace_open(&to, path, false), ended;

	if (!err) {
		err = fprintf(to.file, "%s\n", text) < 0 ? -errno : 0;
		ended = replace_close(&to, !err);
		err = err ? err : ended;
	}
	if (err)
		die("cannot write %s: %s", path, strerror(-err));
}

/* Add @values, the last of a report, write it into a file, unless @path is NULL, and free it. */
void report_end(struct json_object *report, const char *name, struct json_object *values,
		const char *path)
{
	json_object_object_add(report, name, values);
	if (path)
		write_file(report, path);
	json_object_put(report);
}
