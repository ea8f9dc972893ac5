#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Everything that the device refuses, with its errno and its line in the log.

. "$(dirname "$0")/lib.sh"

ktap_start
need_module
nested "opening and ATTACH" "$bin/uapi-attach"
nested "ENTER" "$bin/uapi-enter"
reset_counters
nested "RATES and RETIRE" "$bin/uapi-engines"
check "a real helper works after all that" start_helper
ktap_finish
