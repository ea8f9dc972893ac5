#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Suspend: the helper is frozen with the rest of user space; so offloading stops
# before, software does the requests meanwhile, and offloading begins again after.

. "$(dirname "$0")/lib.sh"

ktap_start
power=/sys/power
grep -qw freeze $power/state 2>/dev/null || skip_all "this kernel cannot suspend"
[ -w $power/pm_test ] || skip_all "this kernel has no /sys/power/pm_test"
need_test_module
param min_bytes 0
fixture "a helper is live" start_helper || ktap_finish

for level in freezer devices; do
	grep -qw $level $power/pm_test || continue
	# Linux 6.1's 9p over virtio cannot resume.
	if [ $level = devices ] && grep -q " 9p " /proc/mounts; then
		skip "$level: sleep and wake up" "the programs are on 9p, which would not wake up"
		continue
	fi
	echo $level >$power/pm_test
	reset_counters
	# In kernel threads, which go on while user space is frozen: for 5 s, says the kernel's test of it.
	kernel_case stress threads=2 depth=20 count=0 >"$temp/traffic" &
	traffic=$!
	check "$level: there is traffic" wait_for grown 'alg\..*\.offload_requests' 1000
	log_mark
	check "$level: sleep and wake up" eval 'echo freeze >$power/state'
	stop_loads
	wait $traffic
	check "$level: all requests ended well" grep -q '^ok 1' "$temp/traffic" || note "$(cat "$temp/traffic")"
	check "$level: some in software meanwhile" \
		[ "$(counters 'alg\..*\.fallback\.suspended_requests')" -gt 0 ]
	check "$level: the helper is live again" wait_state live
	reset_counters
	kernel_test lengths mode=xts keylen=16
	check "$level: and works" [ "$(offloaded xts)" -gt 0 ]
done
echo none >$power/pm_test
fixture "the helper ends well" stop_helper
ktap_finish
