#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Everything that the device refuses, with its errno and its line in the log.

. "$(dirname "$0")/lib.sh"

# refused TEXT COMMAND...: it fails, and says so in one line or two.
refused()
{
	local status=0

	timeout "$patience" "${@:2}" >"$temp/out" 2>"$temp/error" </dev/null || status=$?
	[ $status != 0 ] && [ $status != 124 ] && [ "$(wc -l <"$temp/error")" -le 2 ] && grep -qiE "$1" "$temp/error" && return
	note "exit status $status: $(head -n 3 "$temp/error")"
	return 1
}

ktap_start
need_module
nested "opening and ATTACH" "$bin/uapi-attach"
nested "ENTER" "$bin/uapi-enter"
reset_counters
nested "RATES and RETIRE" "$bin/uapi-engines"
check "a real helper works after all that" start_helper
check "it refuses a device that is not there" refused '/dev/nowhere' "$warpcryptd" --backend=cpu --device=/dev/nowhere
check "and one that is another" refused '/dev/null' "$warpcryptd" --backend=cpu --device=/dev/null
check "a second helper" refused 'another|attached' "$warpcryptd" --backend=cpu
check "the first does not mind" [ "$(state)" = live ]
stop_helper
check "not without privilege, and it says what it needs" eval \
	'! setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$warpcryptd" --backend=cpu >"$temp/out" 2>&1 &&
	grep -q "refused: run with CAP_SYS_ADMIN" "$temp/out"'
fixture "unload" unload_module
check "not without the module" refused 'warpcrypt' "$warpcryptd" --backend=cpu
fixture "load" load_module
ktap_finish
