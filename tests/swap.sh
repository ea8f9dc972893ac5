#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Swap on our dm-crypt while memory is short: pages of the helper itself may be
# in it, and nothing may deadlock. Needs a guest with little memory (run-tests
# gives it 256 MiB).

. "$(dirname "$0")/lib.sh"

volume=warpcrypt-swap-$$

# Any other cipher, to see whether a failure is ours.
cipher=${WARPCRYPT_CIPHER:-capi:xts-aes-warpcrypt-plain64}

clean_up_more()
{
	swapoff /dev/mapper/$volume 2>/dev/null
	[ ! -e /dev/mapper/$volume ] || cryptsetup close $volume
}

# The RAM disk is written full at first, so that swapping to it takes no new memory: the pressure is real.
open_swap()
{
	[ -b /dev/ram0 ] || modprobe -q brd rd_nr=1 rd_size=65536
	[ -b /dev/ram0 ] || return
	export DM_DISABLE_UDEV=1
	random_bytes 64 >"$temp/key"
	cryptsetup open --type plain --cipher "$cipher" --key-size 256 --key-file "$temp/key" /dev/ram0 $volume &&
		dd if=/dev/zero of=/dev/mapper/$volume bs=64k oflag=direct 2>"$temp/dd"
	mkswap /dev/mapper/$volume >/dev/null && swapon /dev/mapper/$volume
}

# The volume's own count: not every kernel counts events in /proc/vmstat.
pages_written()
{
	local stat

	read -r -a stat <"/sys/block/$(dmsetup info -c --noheadings -o blkdevname $volume)/stat"
	echo $((stat[6] / 8))
}

meminfo() { sed -n "s/^$1: *\\([0-9]*\\) kB/\\1/p" /proc/meminfo; }

ktap_start cryptsetup dmsetup mkswap swapon "$bin/memory-hog"
[ "$(meminfo MemTotal)" -lt 600000 ] || skip_all "needs a guest with less memory: tools/vm/run --mem 256M"
need_module
fixture "a helper is live" start_helper || ktap_finish
fixture "swap on a volume of ours" open_swap || ktap_finish
param min_bytes 0
reset_counters
already=$(pages_written)
note "a hog in a guest with $(meminfo MemAvailable) kB to spare, until 24 MiB are in swap"
"$bin/memory-hog" --swap-kib=24576 --turns=$((20000 * load)) >"$temp/hog" 2>&1
status=$?
check "all memory kept what was written into it" [ $status = 0 ] || note "status $status: $(cat "$temp/hog")"
written=$(($(pages_written) - already))
check "there was swapping # $written pages written" [ "$written" -gt 4000 ]
check "the device did it # $(offloaded xts) requests" [ "$(offloaded xts)" -gt 100 ]
check "the helper is alive and live" [ "$(state)" = live ]
check "nothing missed its deadline" [ "$(counter links.killed)" = 0 ]
fixture "swapoff" swapoff /dev/mapper/$volume
fixture "the volume closes" cryptsetup close $volume
fixture "the helper ends well" stop_helper
ktap_finish
