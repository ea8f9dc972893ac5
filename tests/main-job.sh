#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The main job (tools/demo) with little data: all its comparisons agree while
# the helper encrypts.
# Argument: control, for its negative control instead: all of them differ when the
# helper encrypts nothing.

. "$(dirname "$0")/lib.sh"

main_job=$tests/../tools/demo/main-job
# Frames that take CBC's longest.
geometry=(--frame-size=262144 --frames=16 --key-slots=128)

# says DESCRIPTION PATTERN OPTION...: the job ends well, and prints that line.
says()
{
	# shellcheck disable=SC2034 # eval does
	local description=$1 pattern=$2 status=0
	shift 2

	WARPCRYPT_HELPER_STATS=$temp/stats "$main_job" --quick "$@" "$temp/input" >"$temp/out" 2>&1 </dev/null || status=$?
	note "$(grep '^main-job: ' "$temp/out")"
	check "$description" eval '[ $status = 0 ] && grep -qE "^main-job: $pattern\$" "$temp/out"' ||
		note "exit status $status"$'\n'"$(tail -n 20 "$temp/out")"
}

ktap_start
[ -x "$main_job" ] || skip_all "no $main_job here"
need_module
! af_alg_is_sync || newest_kcapi
random_bytes $((1 << 20)) >"$temp/input"
if [ "${1:-}" != control ]; then
	fixture "a helper is live" start_helper || ktap_finish
	says "the main job" '[1-9][0-9]* comparisons agree, 0 do not'
	ktap_finish
fi
param kat 0
fixture "a helper that encrypts nothing is live" start_helper --backend=null || ktap_finish
says "its negative control" 'negative control: [1-9][0-9]* comparisons failed as they must, 0 did not, .*' --control
ktap_finish
