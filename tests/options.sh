#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Wrong command lines of warpcryptd: one line that says what is wrong, and an
# exit status that is not 0.

. "$(dirname "$0")/lib.sh"

# wrong DESCRIPTION PATTERN ARG...
wrong()
{
	local description=$1 pattern=$2 status lines
	shift 2

	# A helper that accepts them serves until it is killed.
	timeout "$patience" "$warpcryptd" "$@" >"$temp/out" 2>"$temp/error" </dev/null
	status=$?
	lines=$(wc -l <"$temp/error")
	if [ $status = 0 ] || [ $status = 124 ]; then
		fail "$description # exit status $status"
	elif [ "$lines" -gt 2 ] || ! grep -qiE -- "$pattern" "$temp/error"; then
		fail "$description"
		note "got: $lines lines: $(head -n 3 "$temp/error")"
	else
		pass "$description"
	fi
}

ktap_start
need_module
wrong "unknown option" 'nonsense' --nonsense
wrong "unexpected argument" 'extra' extra
wrong "unknown backend" 'backend' --backend=abacus
wrong "no GPU here" 'cuda|gpu' --backend=cuda
for option in frame-size frames key-slots threads; do
	for value in 0 -1 x 1x '' 99999999999999999999 4294967297; do
		wrong "--$option=$value" "$option" --backend=cpu "--$option=$value"
	done
done
wrong "a frame size that is no multiple of a page" 'frame' --backend=cpu --frame-size=65537
wrong "an option without its value" 'frames' --backend=cpu --frames
wrong "a device that is not there" '/dev/nowhere' --backend=cpu --device=/dev/nowhere
wrong "a device that is another" '/dev/null' --backend=cpu --device=/dev/null
fixture "a helper is live" start_helper
wrong "a second helper" 'another|attached' --backend=cpu
check "the first does not mind" [ "$(state)" = live ]
stop_helper
"$warpcryptd" --help >"$temp/out"
check "--help succeeds" [ $? = 0 ]
check "--help names the options" grep -q -- --frame-size "$temp/out"
"$warpcryptd" --version >"$temp/out"
check "--version succeeds" [ $? = 0 ]
setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin "$warpcryptd" --backend=cpu >"$temp/out" 2>&1
status=$?
check "not without privilege" [ $status != 0 ]
check "and it says what it needs" grep -q 'refused: run with CAP_SYS_ADMIN' "$temp/out"
rmmod warpcrypt_test 2>/dev/null
rmmod warpcrypt
wrong "no module" 'warpcrypt' --backend=cpu
modprobe warpcrypt
ktap_finish
