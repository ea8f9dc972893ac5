#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# No helper under lockdown=confidentiality; what was attached before stays.
# Lockdown cannot be undone: needs a guest of its own.

. "$(dirname "$0")/lib.sh"

lockdown=/sys/kernel/security/lockdown

# refused: cannot be opened, and the log says why.
refused()
{
	log_mark
	! { true <>"$device"; } 2>"$temp/error" && grep -q 'not permitted' "$temp/error" &&
		logged 'warpcrypt: .*lockdown'
}

ktap_start openssl
[ -w "$lockdown" ] || skip_all "this kernel has no lockdown"
need_module
fixture "a helper is live" start_helper
echo integrity >"$lockdown"
check "lockdown=integrity does not close the device" eval 'true <>"$device"'
echo confidentiality >"$lockdown" || skip_all "lockdown=confidentiality cannot be set"
check "lockdown=confidentiality does, and says why" refused
check "the helper from before stays" [ "$(state)" = live ]
check "sysfs has the counters" [ "$(cat /sys/class/misc/warpcrypt/counters/attach.count)" = 1 ]
check "and zeroes them" reset_counters
check "it goes" stop_helper
"$warpcryptd" --backend=cpu >"$temp/log" 2>&1
check "a new one exits with an error" [ $? != 0 ]
check "and says what to do" grep -qi lock "$temp/log"
ktap_finish
