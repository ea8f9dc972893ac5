// SPDX-License-Identifier: GPL-2.0-only
/* Command lines of warpcryptctl, whose commands are replaced by fakes. */
#include <getopt.h>

#include "tests/unit/options_line.h"
#include "tests/unit/unit.h"
#include "tools/ctl/commands.h"
#include "tools/ctl/root.h"

int ctl_main(int argc, char **argv);

static struct {
	const char *command, *arg;
	struct ctl_options o;
	double seconds;
	const char *device, *volume;	/* of tcrypt */
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

int ctl_tcrypt(const struct ctl_options *o, const char *action, const char *device,
	       const char *name)
{
	called.device = device;
	called.volume = name;
	return note("tcrypt", o, action);
}

int ctl_wait(double seconds)
{
	called.seconds = seconds;
	return note("wait", NULL, NULL);
}

/* Nothing is to be done at the end: wc_output_check(). */
int __wrap_atexit(void (*function)(void))
{
	(void)function;
	return 0;
}

void root_set(const char *dir)
{
	(void)dir;
}

enum { JSON = 1, TOP = 2, OUTPUT = 4, ALL = 8, TCRYPT = 16 };

static const struct ctl_command {
	const char *name;
	unsigned int takes;
	int least, most;
} ctl_commands[] = {
	{ "status", JSON | ALL, 0, 0 }, { "top", JSON | TOP, 0, 0 }, { "list", JSON, 0, 0 },
	{ "explain", JSON, 1, 1 }, { "doctor", JSON, 0, 0 }, { "stats", JSON, 0, 0 },
	{ "reset", 0, 0, 0 }, { "wait", 0, 0, 1 }, { "prometheus", OUTPUT, 0, 0 },
	{ "tcrypt", TCRYPT, 2, 3 },
	{ "stat", 0, -1, -1 }, { "", 0, -1, -1 }, { "status ", 0, -1, -1 },
};

struct ctl_expected {
	struct ctl_options o;
	unsigned int given;
	int ret;
	bool ends;
};

static void add_tcrypt_flag(struct line *l, struct test_rand *r, struct ctl_expected *e)
{
	struct tcrypt_options *o = &e->o.tcrypt;
	const struct {
		const char *text;
		bool *value;
	} flags[] = {
		{ "--hidden", &o->hidden }, { "--backup", &o->backup },
		{ "--readonly", &o->readonly },
	};
	uint32_t n = rand_below(r, 3);

	line_add(l, "%s", flags[n].text);
	*flags[n].value = true;
	e->given |= TCRYPT;
}

static void add_ctl_option(struct line *l, struct test_rand *r, struct ctl_expected *e)
{
	static const char *const others[] = { "--help", "--version", "--jsonx", "-q" };
	char value[80];
	uint64_t n;

	switch (rand_below(r, 12)) {
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
	case 7:
		draw_number(value, sizeof(value), r, 1, 2147468);
		line_add(l, "--pim=%s", value);
		n = number_of(value, "");
		e->given |= TCRYPT;
		e->o.tcrypt.pim = (unsigned int)n;
		e->ret = n < 1 || n > 2147468 ? CTL_USAGE : 0;
		return;
	case 8:
		add_tcrypt_flag(l, r, e);
		return;
	case 9:
		n = rand_below(r, 4);
		line_add(l, "--passphrase-file=%s", n ? "file" : "");
		e->given |= TCRYPT;
		e->o.tcrypt.passphrase_file = "file";
		e->ret = n ? 0 : CTL_USAGE;
		return;
	case 10:
		n = rand_below(r, 8);
		line_add(l, "--keyfile=%s", n ? "file" : "");
		e->given |= TCRYPT;
		if (!n || e->o.tcrypt.keyfile_count == TCRYPT_KEYFILES_MAX)
			e->ret = CTL_USAGE;
		else
			e->o.tcrypt.keyfile_count++;
		return;
	default:
		n = rand_below(r, 4);
		line_add(l, "%s", others[n]);
		e->ends = n < 2;
		e->ret = n < 2 ? 0 : CTL_USAGE;
	}
}

static const struct ctl_command *make_ctl(struct line *l, struct test_rand *r,
					  struct ctl_expected *e)
{
	const struct ctl_command *c = DRAW(r, ctl_commands);
	uint32_t n = rand_below(r, 3);
	int args = c->least > 0 ? c->least : 0;

	*e = (struct ctl_expected){ .o.interval = 1 };
	line_begin(l, "warpcryptctl");
	while (n-- && !e->ret && !e->ends)
		add_ctl_option(l, r, e);
	if (!rand_below(r, 16))
		c = NULL;
	else
		line_add(l, "%s", c->name);
	if (c && !rand_below(r, 4))
		args = (int)rand_below(r, 5);
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
	if (strcmp(c->name, "tcrypt"))
		return;
	if (strcmp(called.device, "4") || !called.volume == !strcmp(l->argv[l->argc - 1], "5"))
		fail_msg("%s: an argument of tcrypt is another", line_text(l));
	if (o->tcrypt.pim != e->o.tcrypt.pim ||
	    o->tcrypt.keyfile_count != e->o.tcrypt.keyfile_count ||
	    !o->tcrypt.passphrase_file != !e->o.tcrypt.passphrase_file ||
	    o->tcrypt.hidden != e->o.tcrypt.hidden || o->tcrypt.backup != e->o.tcrypt.backup ||
	    o->tcrypt.readonly != e->o.tcrypt.readonly)
		fail_msg("%s: an option of tcrypt is another", line_text(l));
}

TEST(ctl)
{
	size_t i, n = unit_share(OPTIONS_ROUNDS), right = 0;
	struct test_rand r = { 2 };
	const struct ctl_command *c;
	struct ctl_expected e;
	unsigned int lines;
	struct line l;
	int ret;

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
