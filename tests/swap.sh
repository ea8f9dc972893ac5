#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Swap on our dm-crypt while memory is short: pages of the helper itself may be in it, and
# nothing may deadlock. Needs a guest with little memory (run-tests gives it 256 or 512 MiB), and
# not the kernel uml, which does not compact memory: if there are no eight pages in a row for a
# new kworker's stack, the OOM killer takes the hog.
# Arguments: ciphers (default: all). WARPCRYPT_CIPHER: any other cipher, as cryptsetup spells it.

. "$(dirname "$0")/lib.sh"

parts=("${ciphers[@]}")
choose_parts "$@"
volume=warpcrypt-swap-$$

clean_up_more()
{
	swapoff /dev/mapper/$volume 2>/dev/null
	[ ! -e /dev/mapper/$volume ] || cryptsetup close $volume
}

# key_bits CIPHER: of an XTS key
key_bits()
{
	local lengths

	read -ra lengths <<<"${key_lengths[$1]}"
	echo $((lengths[-1] > 32 ? 512 : 16 * lengths[-1]))
}

# open_swap CIPHER: the RAM disk is written full at first, so that swapping to it takes no new memory: the pressure is real.
open_swap()
{
	[ -b /dev/ram0 ] || modprobe -q brd rd_nr=1 rd_size=65536 || return
	random_bytes 96 >"$temp/key"
	cryptsetup open --type plain --cipher "${WARPCRYPT_CIPHER:-capi:xts-$1-warpcrypt-plain64}" --key-size "$(key_bits "$1")" \
		--key-file "$temp/key" /dev/ram0 $volume &&
		dd if=/dev/zero of=/dev/mapper/$volume bs=64k oflag=direct 2>"$temp/dd"
	mkswap /dev/mapper/$volume >/dev/null && swapon /dev/mapper/$volume
}

# The volume's own count: not every kernel counts events in /proc/vmstat.
pages_written() { awk '{ print int($7 / 8) }' "/sys/block/$(dmsetup info -c --noheadings -o blkdevname $volume)/stat"; }

meminfo() { sed -n "s/^$1: *\\([0-9]*\\) kB/\\1/p" /proc/meminfo; }

# swap_with CIPHER KIB TURNS: a hog, until so much of it is in swap.
swap_with()
{
	local cipher=$1 status=0 already written

	fixture "$cipher: swap on a volume of ours" open_swap "$cipher" || return
	reset_counters
	already=$(pages_written)
	note "a hog in a guest with $(meminfo MemAvailable) kB to spare, until $2 KiB are in swap"
	"$bin/memory-hog" --swap-kib="$2" --turns="$3" >"$temp/hog" 2>&1 || status=$?
	check "$cipher: all memory kept what was written into it" [ $status = 0 ] || note "status $status: $(cat "$temp/hog")
$(dmesg | grep -E 'invoked oom|dirty:.* writeback:[0-9]+$|slab_|  free:|Normal: |swap cache|Free swap')" # memory when it was killed
	written=$(($(pages_written) - already))
	check "$cipher: there was swapping # $written pages written" [ "$written" -gt $(($2 / 6)) ]
	check "$cipher: the device did it # $(offloaded xts "$cipher") requests" [ "$(offloaded xts "$cipher")" -gt 100 ]
	check "$cipher: the helper is alive and live" [ "$(state)" = live ]
	check "$cipher: nothing missed its deadline" [ "$(counter links.killed)" = 0 ]
	fixture "$cipher: swapoff" swapoff /dev/mapper/$volume
	fixture "$cipher: the volume closes" cryptsetup close $volume
}

ktap_start cryptsetup dmsetup mkswap swapon "$bin/memory-hog"
[ "$(meminfo MemTotal)" -lt 600000 ] || skip_all "needs a guest with less memory: tools/vm/run --kernel 6.1 --mem 256M"
need_module
fixture "a helper is live" start_helper || ktap_finish
param min_bytes 0
kib=24576 turns=20000
for cipher in "${parts[@]}"; do
	swap_with "$cipher" $kib $((turns * load))
	# The first one for long, the others for a moment.
	kib=8192 turns=4000
done
fixture "the helper ends well" stop_helper
ktap_finish
