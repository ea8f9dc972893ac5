// SPDX-License-Identifier: GPL-2.0-only
/*
 * stats: all counters; reset: zero them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tools/ctl/commands.h"
#include "tools/ctl/json.h"
#include "tools/ctl/root.h"

int ctl_stats(const struct ctl_options *options)
{
	struct json_object *o = json_object_new_object();
	struct counters counters;
	size_t i;
	int err;

	err = counters_read(&counters);
	for (i = 0; !err && i < counters.count; i++) {
		if (options->json)
			put_int(o, counters.all[i].name, counters.all[i].value);
		else
			printf("%s %" PRIu64 "\n", counters.all[i].name,
			       counters.all[i].value);
	}
	counters_free(&counters);
	if (!err && options->json)
		return json_out(o, false) ? CTL_FAILED : CTL_OK;
	json_object_put(o);
	return err ? root_fail("the counters", err) : CTL_OK;
}

int ctl_reset(void)
{
	int err = root_write("1\n", ROOT_DEVICE "/counters/reset");

	return err ? root_fail("the counters", err) : CTL_OK;
}
