#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The module in a kernel against the same code in a process (tools/bench/native): the same submissions, while the helper is
# stopped, must come as the same number of requests in the same number of frames. Both compare every byte.

. "$(dirname "$0")/lib.sh"

# burst MODE CIPHER SIZE REQUESTS: what native-bursts has done
burst()
{
	local job keylen=32 status=0

	[ "$2" != sm4 ] || keylen=16
	signal_helpers STOP
	wait_for all_stopped || status=1
	reset_counters
	kernel_case backlog mode="$1" cipher="$2" size="$3" exact=1 depth="$4" count=1 keylen=$keylen >"$temp/burst" 2>&1 &
	job=$!
	wait_for submitted "$4" $job || status=1
	signal_helpers CONT
	wait $job
	[ $status = 0 ] && grep -q '^ok 1' "$temp/burst" || { note "$(cat "$temp/burst")"; return 1; }
}

# all_stopped: has each thread of the helper left the kernel?
all_stopped()
{
	local pid

	for pid in $(pidof warpcryptd); do
		! grep -hv '^[0-9]* (.*) T ' /proc/"$pid"/task/*/stat >/dev/null || return 1
	done
}

# submitted REQUESTS PID: has the module all of them, and does the process that submits wait for results?
submitted()
{
	local stat

	[ "$(counter choice.forced)" = "$1" ] && read -r stat <"/proc/$2/stat" 2>/dev/null && [[ $stat == *") "[DS]" "* ]]
}

ktap_start
need_test_module
fixture "a helper is live, with warpcryptd's geometry" \
	start_helper --frame-size=1M --frames=64 --key-slots=1024 || ktap_finish
param choice offload
count=24
fixture "the same code in a process" eval '"$bin/native-bursts" $seed $count >"$temp/bursts"' || ktap_finish
check "it has done $count bursts" [ "$(wc -l <"$temp/bursts")" = $count ]
many=0
while read -r mode cipher size requests frames; do
	what="$requests requests of $size bytes, $mode($cipher)"
	if fixture "$what" burst "$mode" "$cipher" "$size" "$requests"; then
		check "the helper did all" [ "$(counter requests.committed)" = "$requests" ]
		check "in $frames frames # $(counter frames.committed)" [ "$(counter frames.committed)" = "$frames" ]
		((many += frames > 1))
	fi
done <"$temp/bursts"
check "some have several frames # $many" [ $many -gt 0 ]
ktap_finish
