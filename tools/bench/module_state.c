// SPDX-License-Identifier: GPL-2.0-only
#include "tools/bench/module_state.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tools/bench/util.h"

#define STATE	"/sys/class/misc/warpcrypt/state"
#define KAT	"/sys/module/warpcrypt/parameters/kat"

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

/**
 * module_set_known_answers() - set whether helpers are tested with known answers
 * @on: whether
 *
 * Exits with a message if that cannot be set.
 */
void module_set_known_answers(bool on)
{
	int fd = open(KAT, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, on ? "1" : "0", 1) != 1)
		die("cannot write %s: %s%s", KAT, strerror(errno),
		    errno == ENOENT ? "; load warpcrypt.ko" : "");
	close(fd);
}
