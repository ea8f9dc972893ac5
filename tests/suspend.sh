#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Suspend: the helper is frozen with the rest of user space; so offloading stops
# before, and software does the requests meanwhile. After it the helper attaches anew,
# because what it had in a GPU's memory may be gone; a volume stays open over all of that.

. "$(dirname "$0")/lib.sh"

# The number of the attachment, from the helper's own messages.
attachment() { sed -n 's/.*live: .*, attachment \([0-9]*\),.*/\1/p' "$temp/helper.log" | tail -n 1; }
attached_after() { [ "$(attachment)" -gt "$1" ]; }

clean_up_more() { close_plain_volume; }

# volume_reads: does it have what was written last?
volume_reads()
{
	echo 3 >/proc/sys/vm/drop_caches
	dd if=/dev/mapper/$volume of="$temp/back" bs=64k count=4 iflag=direct 2>/dev/null && cmp "$temp/data" "$temp/back"
}

# volume_works: it reads back what is written, and the device does it.
volume_works()
{
	local before

	before=$(offloaded xts)
	random_bytes 262144 >"$temp/data"
	dd if="$temp/data" of=/dev/mapper/$volume bs=64k oflag=direct 2>/dev/null && volume_reads &&
		[ "$(offloaded xts)" -gt "$before" ]
}

ktap_start cryptsetup losetup
power=/sys/power
grep -qw freeze $power/state 2>/dev/null || skip_all "this kernel cannot suspend"
[ -w $power/pm_test ] || skip_all "this kernel has no /sys/power/pm_test"
need_test_module
param min_bytes 0
fixture "a helper is live" start_helper || ktap_finish
fixture "a volume of ours is open" open_plain_volume 4M || ktap_finish
fixture "and works" volume_works

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
	before=$(attachment)
	check "$level: there is traffic" wait_for grown 'alg\..*\.offload_requests' 1000
	log_mark
	check "$level: sleep and wake up" eval 'echo freeze >$power/state'
	stop_loads
	wait $traffic
	check "$level: all requests ended well" grep -q '^ok 1' "$temp/traffic" || note "$(cat "$temp/traffic")"
	check "$level: some in software meanwhile" \
		[ "$(counters 'alg\..*\.fallback\.suspended_requests')" -gt 0 ]
	check "$level: the helper attaches anew" wait_for attached_after "$before"
	check "$level: and is live again" wait_state live
	check "$level: that was no fault of its own" [ "$(counter links.killed kat.failed frames.failed)" = 0 ]
	check "$level: it was asked the known answers again" [ "$(counter attach.count kat.passed)" = 2 ]
	check "$level: the open volume is as it was" volume_reads
	check "$level: and takes writes" volume_works
	reset_counters
	kernel_test lengths mode=xts keylen=16
	check "$level: and works" [ "$(offloaded xts)" -gt 0 ]
done
echo none >$power/pm_test
fixture "the helper ends well" stop_helper
ktap_finish
