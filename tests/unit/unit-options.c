// SPDX-License-Identifier: GPL-2.0-only
/*
 * Command lines of warpcryptd and warpcryptctl, and numbers and lists of numbers of
 * warpcrypt-bench: made of right options, numbers next to their limits, and rubbish. What
 * is accepted, and the value that it gets, is worked out here once more, by the text of
 * --help; what is not accepted must be said, in no more than two lines, and change nothing.
 */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <unistd.h>

#include "helper/daemon/options.h"
#include "tests/unit/options_line.h"
#include "tests/unit/unit.h"
#include "tools/bench/util.h"
#include "tools/json.h"

/* --- warpcryptd */

static const struct daemon_number {
	const char *name, *units;
	uint64_t min, max;
	size_t member;
} daemon_numbers[] = {
	{ "frame-size", "km", 65536, 64 << 20, offsetof(struct wc_options, geo.frame_size) },
	{ "frames", "", 2, 4096, offsetof(struct wc_options, geo.frame_count) },
	{ "key-slots", "", 64, 65536, offsetof(struct wc_options, geo.key_slots) },
	{ "threads", "", 1, 256, offsetof(struct wc_options, threads) },
	{ "queues", "", 1, 64, offsetof(struct wc_options, queues) },
	{ "measure", "", 0, 10000, offsetof(struct wc_options, measure_ms) },
	{ "stop-timeout", "", 1, 3600, offsetof(struct wc_options, stop_timeout) },
};

#define NUMBERS		(sizeof(daemon_numbers) / sizeof(daemon_numbers[0]))

/* A text for an option, whether it is right, and what it means: bits of cuda, cpu, null. */
static const struct choice {
	const char *text;
	bool right;
	unsigned int bits;
} backends[] = {
	{ "auto", true, 3 }, { "cuda", true, 1 }, { "cpu", true, 2 }, { "null", true, 4 },
	{ "cuda,cpu", true, 3 }, { "cpu,cuda", true, 3 }, { "", false, 0 }, { "cpu,", false, 0 },
	{ ",cpu", false, 0 }, { "cpu,cpu", false, 0 }, { "null,cpu", false, 0 },
	{ "auto,cpu", false, 0 }, { "CPU", false, 0 }, { "abacus", false, 0 }, { "cpux", false, 0 },
}, gpus[] = {
	{ "all", true, 0 }, { "0", true, 0 }, { "0,1", true, 0 }, { "12,3", true, 0 },
	{ "GPU-01234567-89ab-cdef-0123-456789abcdef", true, 0 },
	{ "MIG-01234567-89ab-cdef-0123-456789abcdef", true, 0 },
	{ "GPU-01234567-89ab-cdef-0123-456789abcdeg", false, 0 },
	{ "0,MIG-01234567-89ab-cdef-0123-456789abcdef", false, 0 },
	{ "0,0", false, 0 }, { "", false, 0 }, { "0,", false, 0 }, { "all,0", false, 0 },
	{ "-1", false, 0 }, { "12345", false, 0 }, { "one", false, 0 },
};

/* What has to come out: as wc_options_parse(), and the options. */
struct daemon_expected {
	struct wc_options o;
	int ret;
};

/* An option of the kinds that have a number; true: its value is right. */
static bool add_daemon_number(struct line *l, struct test_rand *r, struct daemon_expected *e)
{
	const struct daemon_number *d = DRAW(r, daemon_numbers);
	char value[80];
	uint64_t n;
	uint32_t n32;

	draw_number(value, sizeof(value), r, d->min, d->max);
	n = number_of(value, d->units);
	if (rand_below(r, 2)) {
		line_add(l, "--%s=%s", d->name, value);
	} else {
		line_add(l, "--%s", d->name);
		line_add(l, "%s", value);
	}
	if (n == NO_NUMBER || n < d->min || n > d->max)
		return false;
	n32 = (uint32_t)n;
	memcpy((char *)&e->o + d->member, &n32, sizeof(n32));
	return true;
}

static bool add_daemon_choice(struct line *l, struct test_rand *r, struct daemon_expected *e)
{
	const struct choice *c;

	if (rand_below(r, 2)) {
		c = DRAW(r, backends);
		line_add(l, "--backend=%s", c->text);
		e->o.cuda = c->bits & 1;
		e->o.cpu = c->bits & 2;
		e->o.null = c->bits & 4;
		return c->right;
	}
	c = DRAW(r, gpus);
	line_add(l, "--gpu=%s", c->text);
	e->o.gpu = l->argv[l->argc - 1] + strlen("--gpu=");
	return c->right;
}

/* The rest. Returns 0, 1: the program ends, or -EINVAL. */
static int add_daemon_other(struct line *l, struct test_rand *r, struct daemon_expected *e)
{
	static const char *const wrong[] = {
		"--nonsense", "-x", "--frames", "--json=1", "--stats=", "--device=", "---", "--=1",
	};
	const char *const *w;

	switch (rand_below(r, 10)) {
	case 0: line_add(l, "--rates"); e->o.rates = true; return 0;
	case 1: line_add(l, "--json"); e->o.json = true; return 0;
	case 2: line_add(l, "--service"); e->o.service = true; return 0;
	case 3: line_add(l, "--verbose"); e->o.verbose = true; return 0;
	case 4: line_add(l, "--help"); return 1;
	case 5: line_add(l, "--version"); return 1;
	case 6:
	case 7:
		line_add(l, "--stats=%u", rand_u32(r));
		e->o.stats = l->argv[l->argc - 1] + strlen("--stats=");
		return 0;
	default:
		w = DRAW(r, wrong);
		/* A name without its value takes the next argument for it. */
		line_add(l, "%s%s", *w, strcmp(*w, "--frames") ? "" : "=");
		return -EINVAL;
	}
}

static bool fits_together(const struct wc_options *o)
{
	return !(o->gpu && !o->cuda) && !(o->json && !o->rates) &&
	       !(o->rates && !o->measure_ms) &&
	       2 * o->queues <= o->geo.frame_count && o->geo.frame_size % 4096 == 0;
}

static void make_daemon(struct line *l, struct test_rand *r, struct daemon_expected *e)
{
	uint32_t n = rand_below(r, 4);
	bool extra = !rand_below(r, 8);
	int ret = 0;

	*e = (struct daemon_expected){ .o = {
		.cuda = true, .cpu = true, .measure_ms = 250, .geo = { 1 << 20, 64, 1024 },
		.stats = "/run/warpcrypt/stats", .device = "/dev/warpcrypt", .stop_timeout = 10,
	} };
	line_begin(l, "warpcryptd");
	while (n-- && !ret) {
		switch (rand_below(r, 3)) {
		case 0: ret = add_daemon_number(l, r, e) ? 0 : -EINVAL; break;
		case 1: ret = add_daemon_choice(l, r, e) ? 0 : -EINVAL; break;
		default: ret = add_daemon_other(l, r, e);
		}
	}
	if (extra)
		line_add(l, "extra");
	e->ret = ret ? ret : extra || !fits_together(&e->o) ? -EINVAL : 0;
}

static void compare_daemon(const struct line *l, const struct wc_options *o,
			   const struct wc_options *e)
{
	size_t i;

	for (i = 0; i < NUMBERS; i++)
		if (memcmp((const char *)o + daemon_numbers[i].member,
			   (const char *)e + daemon_numbers[i].member, 4))
			fail_msg("%s: --%s is another", line_text(l), daemon_numbers[i].name);
	if (o->cuda != e->cuda || o->cpu != e->cpu || o->null != e->null ||
	    o->rates != e->rates || o->json != e->json || o->service != e->service ||
	    o->verbose != e->verbose || o->gpu != e->gpu || strcmp(o->stats, e->stats) ||
	    strcmp(o->device, e->device))
		fail_msg("%s: another option is another", line_text(l));
}

TEST(daemon)
{
	size_t i, n = unit_share(OPTIONS_ROUNDS), right = 0;
	struct test_rand r = { 1 };
	struct daemon_expected e;
	struct wc_options o;
	unsigned int lines;
	struct line l;
	int ret;

	for (i = 0; i < n; i++) {
		make_daemon(&l, &r, &e);
		optind = 0;
		listen_begin();
		ret = wc_options_parse(&o, l.argc, l.argv);
		lines = listen_end();
		if (ret != e.ret)
			fail_msg("%s: %d, not %d", line_text(&l), ret, e.ret);
		if (ret < 0 ? !lines || lines > 2 : ret ? !lines : lines)
			fail_msg("%s: %u lines", line_text(&l), lines);
		if (!ret)
			compare_daemon(&l, &o, &e.o);
		right += !ret;
	}
	assert_in_range(right, n / 10, n * 9 / 10);
}

/* --- warpcrypt-bench: usage_error() ends it */

static jmp_buf ended;

/* What it has allocated ends with the process. */
const char *__lsan_default_suppressions(void)
{
	return "leak:split";
}

void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status)
{
	longjmp(ended, 1 + status);
}

/* Returns 0, or 1 and the status with which the program would have ended. */
static __attribute__((noinline)) int parse(const char *text, struct list *list)
{
	int status = setjmp(ended);

	if (!status)
		parse_list("--sizes", text, 3, 1000000, list);
	return status;
}

/* What is the last number in a list? NO_NUMBER: the list is wrong. */
static uint64_t list_of(const char *text, size_t *count)
{
	char copy[96], *at = copy, *word;
	uint64_t n = NO_NUMBER;

	snprintf(copy, sizeof(copy), "%s", text);
	for (*count = 0; (word = strsep(&at, ",")); ++*count) {
		n = number_of(word, "kmg");
		if (n == NO_NUMBER || n < 3 || n > 1000000)
			return NO_NUMBER;
	}
	return n;
}

TEST(bench)
{
	size_t i, k, count, n = unit_share(OPTIONS_ROUNDS), right = 0;
	struct test_rand r = { 3 };
	unsigned int lines;
	struct list list;
	uint64_t last;
	char text[96];
	int status;

	for (i = 0; i < n; i++) {
		text[0] = '\0';
		for (k = rand_below(&r, 4); k + 1; k--) {
			draw_number(text + strlen(text), 20, &r, 3, 1000000);
			if (k || !rand_below(&r, 16))
				strcat(text, ",");
		}
		last = list_of(text, &count);
		memset(&list, 0, sizeof(list));
		listen_begin();
		status = parse(text, &list);
		lines = listen_end();
		if (status != (last == NO_NUMBER ? 1 + 2 : 0) || lines != !!status)
			fail_msg("'%s': status %d, %u lines", text, status - 1, lines);
		if (status)
			continue;
		right++;
		assert_int_equal(list.n, count);
		assert_int_equal(list.v[count - 1], last);
	}
	assert_in_range(right, n / 10, n * 9 / 10);
}

/* As parse(), of a report's path; *@to: what is taken. */
static __attribute__((noinline)) int parse_report(const char *path, const char **to)
{
	int status = setjmp(ended);

	if (!status)
		set_report(to, path);
	return status;
}

TEST(bench_report)
{
	static const struct {
		const char *path;
		int status;	/* of the program, -1: it goes on */
	} paths[] = {
		{ "", 2 }, { "/nonexistent/report", 1 }, { "/", 1 }, { "/dev/null/report", 1 },
		{ "/dev/full", -1 }, { "unit-options.report", -1 }, { "/dev/stdout", -1 },
	};
	unsigned int lines;
	const char *taken;
	size_t i;
	int status;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		taken = NULL;
		listen_begin();
		status = parse_report(paths[i].path, &taken);
		lines = listen_end();
		if (status != 1 + paths[i].status || lines != !!status ||
		    taken != (status ? NULL : paths[i].path))
			fail_msg("'%s': status %d, %u lines", paths[i].path, status - 1, lines);
	}
	assert_int_equal(access("unit-options.report", F_OK), -1);
}

/* A report is JSON, which has no infinite numbers. */
TEST(json_numbers)
{
	struct json_object *o = json_object_new_object();

	put_digits(o, "number", 2.5, 2);
	put_digits(o, "nothing", 0, 1);
	put_digits(o, "negative", -1, 2);
	put_digits(o, "infinite", INFINITY, 2);
	put_digits(o, "less", -INFINITY, 2);
	put_digits(o, "none", NAN, 2);
	assert_string_equal(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN),
			    "{\"number\":2.50,\"nothing\":0.0}");
	json_object_put(o);
}

int main(void)
{
	__real_exit(unit_run("options", NULL, NULL));
}
