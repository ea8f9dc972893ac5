// SPDX-License-Identifier: GPL-2.0-only
/*
 * Command lines of warpcryptd and warpcryptctl, and numbers and lists of numbers of
 * warpcrypt-bench: made of right options, numbers next to their limits, and rubbish. What
 * is accepted, and the value that it gets, is worked out here once more, by the text of
 * --help; what is not accepted must be said, in no more than two lines, and change nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <sys/mman.h>
#include <unistd.h>

#include "helper/daemon/options.h"
#include "tests/unit/rand.h"
#include "tests/unit/unit.h"
#include "tools/bench/util.h"
#include "tools/ctl/commands.h"
#include "tools/ctl/root.h"

#define ROUNDS		20000u
#define ARGS		6
#define NO_NUMBER	UINT64_MAX

int ctl_main(int argc, char **argv);

/* --- what is printed */

static int kept[2], said;

static void listen_begin(void)
{
	int i;

	fflush(NULL);
	assert_int_equal(ftruncate(said, 0), 0);
	lseek(said, 0, SEEK_SET);
	for (i = 0; i < 2; i++) {
		kept[i] = dup(i + 1);
		dup2(said, i + 1);
	}
}

/* How many lines were printed. */
static unsigned int listen_end(void)
{
	static char text[16384];
	unsigned int lines = 0;
	ssize_t len, i;

	fflush(NULL);
	for (i = 0; i < 2; i++) {
		dup2(kept[i], (int)i + 1);
		close(kept[i]);
	}
	len = pread(said, text, sizeof(text), 0);
	for (i = 0; i < len; i++)
		lines += text[i] == '\n';
	return lines;
}

/* --- what an argument may be */

struct line {
	char text[ARGS + 3][96];
	char *argv[ARGS + 4];
	int argc;
};

static void line_begin(struct line *l, const char *program)
{
	l->argc = 0;
	snprintf(l->text[0], sizeof(l->text[0]), "%s", program);
	l->argv[l->argc] = l->text[l->argc];
	l->argv[++l->argc] = NULL;
}

static void __attribute__((format(printf, 2, 3)))
line_add(struct line *l, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(l->text[l->argc], sizeof(l->text[0]), fmt, args);
	va_end(args);
	l->argv[l->argc] = l->text[l->argc];
	l->argv[++l->argc] = NULL;
}

static const char *line_text(const struct line *l)
{
	static char all[1024];
	size_t used = 0;
	int i;

	for (i = 0; i < l->argc; i++)
		used += (size_t)snprintf(all + used, sizeof(all) - used, " '%s'", l->argv[i]);
	return all;
}

/*
 * The number that a text is: digits, and one of the @units, which are 2^10, 2^20 and so
 * on; NO_NUMBER: it is none, or more than 63 bits have.
 */
static uint64_t number_of(const char *text, const char *units)
{
	unsigned __int128 n = 0;
	const char *at = text, *unit;

	for (; *at >= '0' && *at <= '9'; at++)
		if (n < (unsigned __int128)1 << 100)
			n = 10 * n + (unsigned int)(*at - '0');
	if (at == text)
		return NO_NUMBER;
	if (*at) {
		unit = strchr(units, *at | 0x20);
		if (!unit || at[1])
			return NO_NUMBER;
		n <<= 10 * (unit - units + 1);
	}
	return n >> 63 ? NO_NUMBER : (uint64_t)n;
}

static void draw_number(char *to, size_t size, struct test_rand *r, uint64_t min, uint64_t max)
{
	static const char *const rubbish[] = {
		"", " ", "x", "1x", "-1", "+1", " 1", "1 ", "0x10", "1e3", "1.5", "K", "1KK",
		"1k", "64k", "1M", "2m", "4G", "65536", "18446744073709551616",
		"-18446744073709551615", " -18446744073709551614", "4294967297",
		"99999999999999999999999999999999999999999", "0", "00", "007", "nan", "inf", "\xff",
		"1\xe9",
	};

	switch (rand_below(r, 4)) {
	case 0:
		snprintf(to, size, "%s", rubbish[rand_below(r, sizeof(rubbish) /
							       sizeof(rubbish[0]))]);
		return;
	case 1:
		snprintf(to, size, "%llu", (unsigned long long)min + rand_below(r, 3) - 1);
		return;
	case 2:
		snprintf(to, size, "%llu", (unsigned long long)max + rand_below(r, 3) - 1);
		return;
	default:
		snprintf(to, size, "%llu",
			 (unsigned long long)(min + rand_u32(r) % (max - min + 1)));
	}
}

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

#define DRAW(r, list)	(&(list)[rand_below(r, sizeof(list) / sizeof((list)[0]))])

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

static void test_daemon(void **state)
{
	size_t i, n = unit_share(ROUNDS), right = 0;
	struct test_rand r = { 1 };
	struct daemon_expected e;
	struct wc_options o;
	unsigned int lines;
	struct line l;
	int ret;

	(void)state;
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

/* --- warpcryptctl: its commands are played */

static struct {
	const char *command, *arg;
	struct ctl_options o;
	double seconds;
} called;

static int note(const char *command, const struct ctl_options *o, const char *arg)
{
	called.command = command;
	called.arg = arg;
	if (o)
		called.o = *o;
	return CTL_OK;
}

int ctl_status(const struct ctl_options *o) { return note("status", o, NULL); }
int ctl_top(const struct ctl_options *o) { return note("top", o, NULL); }
int ctl_list(const struct ctl_options *o) { return note("list", o, NULL); }
int ctl_explain(const struct ctl_options *o, const char *name) { return note("explain", o, name); }
int ctl_doctor(const struct ctl_options *o) { return note("doctor", o, NULL); }
int ctl_stats(const struct ctl_options *o) { return note("stats", o, NULL); }
int ctl_reset(void) { return note("reset", NULL, NULL); }
int ctl_prometheus(const struct ctl_options *o) { return note("prometheus", o, NULL); }

int ctl_wait(double seconds)
{
	called.seconds = seconds;
	return note("wait", NULL, NULL);
}

/* Nothing is to be done at the end: wc_output_check(). */
int __wrap_atexit(void (*function)(void));
int __wrap_atexit(void (*function)(void))
{
	(void)function;
	return 0;
}

void root_set(const char *dir)
{
	(void)dir;
}

enum { JSON = 1, TOP = 2, OUTPUT = 4, ALL = 8 };

static const struct ctl_command {
	const char *name;
	unsigned int takes;
	int least, most;
} ctl_commands[] = {
	{ "status", JSON | ALL, 0, 0 }, { "top", JSON | TOP, 0, 0 }, { "list", JSON, 0, 0 },
	{ "explain", JSON, 1, 1 }, { "doctor", JSON, 0, 0 }, { "stats", JSON, 0, 0 },
	{ "reset", 0, 0, 0 }, { "wait", 0, 0, 1 }, { "prometheus", OUTPUT, 0, 0 },
	{ "stat", 0, -1, -1 }, { "", 0, -1, -1 }, { "status ", 0, -1, -1 },
};

struct ctl_expected {
	struct ctl_options o;
	unsigned int given;
	int ret;
	bool ends;
};

static void add_ctl_option(struct line *l, struct test_rand *r, struct ctl_expected *e)
{
	char value[80];
	uint64_t n;

	switch (rand_below(r, 8)) {
	case 0:
	case 1: line_add(l, "--json"); e->o.json = true; e->given |= JSON; return;
	case 2: line_add(l, "--all"); e->o.all = true; e->given |= ALL; return;
	case 3:
		n = rand_below(r, 37000);
		line_add(l, "--interval=%llu.%llu", (unsigned long long)n / 10,
			 (unsigned long long)n % 10);
		e->given |= TOP;
		e->o.interval = (double)n / 10;
		e->ret = n < 1 || n > 36000 ? CTL_USAGE : 0;
		return;
	case 4:
		draw_number(value, sizeof(value), r, 1, 1000000000);
		line_add(l, "--count=%s", value);
		n = number_of(value, "");
		e->given |= TOP;
		e->o.count = (unsigned int)n;
		e->ret = n < 1 || n > 1000000000 ? CTL_USAGE : 0;
		return;
	case 5:
		n = rand_below(r, 3);
		line_add(l, "--output=%s", n ? "file" : "");
		e->given |= OUTPUT;
		e->o.output = "file";
		e->ret = n ? 0 : CTL_USAGE;
		return;
	case 6:
		line_add(l, "--root=/nowhere");
		return;
	default:
		n = rand_below(r, 4);
		line_add(l, "%s", n == 0 ? "--help" : n == 1 ? "--version" : n == 2 ? "--jsonx" : "-q");
		e->ends = n < 2;
		e->ret = n < 2 ? 0 : CTL_USAGE;
	}
}

static const struct ctl_command *make_ctl(struct line *l, struct test_rand *r,
					  struct ctl_expected *e)
{
	const struct ctl_command *c = DRAW(r, ctl_commands);
	uint32_t n = rand_below(r, 3);
	int args = c->least > 0 ? 1 : 0;

	*e = (struct ctl_expected){ .o.interval = 1 };
	line_begin(l, "warpcryptctl");
	while (n-- && !e->ret && !e->ends)
		add_ctl_option(l, r, e);
	if (!rand_below(r, 16))
		c = NULL;
	else
		line_add(l, "%s", c->name);
	if (c && !rand_below(r, 4))
		args = (int)rand_below(r, 3);
	for (n = 0; c && (int)n < args; n++)
		line_add(l, "%u", 3 + n);
	if (!e->ret && !e->ends &&
	    (!c || args < c->least || args > c->most || e->given & ~c->takes))
		e->ret = CTL_USAGE;
	return c;
}

static void compare_ctl(const struct line *l, const struct ctl_expected *e,
			const struct ctl_command *c)
{
	const struct ctl_options *o = &called.o;

	if (!called.command || strcmp(called.command, c->name))
		fail_msg("%s: '%s' is called", line_text(l), called.command);
	if (called.arg && strcmp(called.arg, "3"))
		fail_msg("%s: the argument is '%s'", line_text(l), called.arg);
	if (!strcmp(c->name, "wait"))
		assert_int_equal(called.seconds, !strcmp(l->argv[l->argc - 1], "3") ? 3 : 30);
	if (o->json != e->o.json || o->all != e->o.all || o->count != e->o.count ||
	    (o->interval - e->o.interval) * (o->interval - e->o.interval) > 1e-12 ||
	    !o->output != !e->o.output)
		fail_msg("%s: an option is another", line_text(l));
}

static void test_ctl(void **state)
{
	size_t i, n = unit_share(ROUNDS), right = 0;
	struct test_rand r = { 2 };
	const struct ctl_command *c;
	struct ctl_expected e;
	unsigned int lines;
	struct line l;
	int ret;

	(void)state;
	for (i = 0; i < n; i++) {
		memset(&called, 0, sizeof(called));
		called.o.interval = 1;
		c = make_ctl(&l, &r, &e);
		optind = 0;
		listen_begin();
		ret = ctl_main(l.argc, l.argv);
		lines = listen_end();
		if (ret != e.ret)
			fail_msg("%s: %d, not %d", line_text(&l), ret, e.ret);
		if (e.ends || ret) {
			/* Without a command the whole text is printed. */
			if (called.command || !lines || (ret && c && lines > 2))
				fail_msg("%s: %u lines", line_text(&l), lines);
			continue;
		}
		assert_int_equal(lines, 0);
		compare_ctl(&l, &e, c);
		right++;
	}
	assert_in_range(right, n / 10, n * 9 / 10);
}

/* --- warpcrypt-bench: usage_error() ends it */

static jmp_buf ended;

/* What it has allocated ends with the process. */
const char *__lsan_default_suppressions(void);
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

static void test_bench(void **state)
{
	size_t i, k, count, n = unit_share(ROUNDS), right = 0;
	struct test_rand r = { 3 };
	unsigned int lines;
	struct list list;
	uint64_t last;
	char text[96];
	int status;

	(void)state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_daemon), cmocka_unit_test(test_ctl),
		cmocka_unit_test(test_bench),
	};

	said = memfd_create("said", MFD_CLOEXEC);
	__real_exit(said < 0 ? 1 : cmocka_run_group_tests_name("options", tests, NULL, NULL));
}
