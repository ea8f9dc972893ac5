// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/module_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/bench/util.h"

#define STATE	"/sys/class/misc/warpcrypt/state"
#define KAT	"/sys/module/warpcrypt/parameters/kat"
#define CHOICE	"/sys/module/warpcrypt/parameters/choice"

/**
 * module_state_is() - is the module in a state?
 * @wanted: "down", "testing", "live", ... as its file in sysfs says it
 *
 * Return: also false if the module is not loaded
 */
bool module_state_is(const char *wanted)
{
	char state[64];

	return read_line(STATE, state, sizeof(state)) && !strcmp(state, wanted);
}

/** module_expect_no_helper() - exit with a message unless a helper can attach */
void module_expect_no_helper(void)
{
	if (!module_state_is("down"))
		die("there is no warpcrypt.ko, or it has a helper already (%s)",
		    STATE);
}

/* Exits with a message if that cannot be set. */
static void set(const char *parameter, const char *value)
{
	ssize_t len = strlen(value);
	int fd = open(parameter, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, value, len) != len)
		die("cannot write %s to %s: %s%s", value, parameter,
		    strerror(errno), errno == ENOENT ? "; load warpcrypt.ko" : "");
	close(fd);
}

/**
 * module_set_known_answers() - set whether helpers are tested with known answers
 * @on: whether
 *
 * Exits with a message if that cannot be set.
 */
void module_set_known_answers(bool on)
{
	set(KAT, on ? "1" : "0");
}

static char choice_before[32];

/* At exit, so also after die(). */
static void restore_choice(void)
{
	int fd = open(CHOICE, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, choice_before, strlen(choice_before)) < 0)
		progress("%s stays what it is: %s", CHOICE, strerror(errno));
	close(fd);
}

/**
 * module_set_choice() - set the parameter that says who does requests
 * @choice: "auto", "software", "offload", "cpu", "gpu"; NULL: what it was at the start
 *
 * At exit it is what it was, also after a signal (device_run() ends then). Exits with a message if it
 * cannot be set.
 */
void module_set_choice(const char *choice)
{
	if (!*choice_before) {
		if (!choice)
			return;
		if (!read_line(CHOICE, choice_before, sizeof(choice_before)))
			die("cannot read %s; load warpcrypt.ko", CHOICE);
		atexit(restore_choice);
		catch_signals();
	}
	set(CHOICE, choice ? choice : choice_before);
}
