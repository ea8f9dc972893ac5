#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The helper is killed, stopped past the deadline and continued, commits just
# around the deadline, and is started again, all while fio writes to a
# dm-crypt volume of ours and verifies what it wrote. No error may reach fio.
# Environment: WARPCRYPT_SECONDS, how long fio runs for each (default 6).

. "$(dirname "$0")/lib.sh"

seconds=${WARPCRYPT_SECONDS:-6}
volume=warpcrypt-test-$$
loop=""
fio=""

clean_up_more()
{
	[ -z "$fio" ] || kill "$fio" 2>/dev/null
	[ -z "$fio" ] || wait "$fio" 2>/dev/null
	[ ! -e /dev/mapper/$volume ] || cryptsetup close $volume
	[ -z "$loop" ] || losetup -d "$loop"
}

open_volume()
{
	truncate -s 48M "$temp/disk" && loop=$(losetup -f --show "$temp/disk") || return
	# Not through udev, which the guest has not got.
	export DM_DISABLE_UDEV=1
	head -c 64 /dev/urandom >"$temp/key"
	cryptsetup open --type plain --cipher capi:xts-aes-warpcrypt-plain64 --key-size 512 \
		--key-file "$temp/key" "$loop" $volume
}

start_fio()
{
	fio --name=verify --filename=/dev/mapper/$volume --rw=randrw --bsrange=512-64k --direct=1 --size=40M \
		--iodepth=16 --ioengine=libaio --verify=crc32c --verify_fatal=1 --time_based \
		--runtime="$seconds" --output="$temp/fio" --randrepeat=0 >"$temp/fio.errors" 2>&1 &
	fio=$!
}

fio_is_happy()
{
	local status

	wait "$fio"
	status=$?
	fio=""
	[ $status = 0 ] && grep -q 'err= 0' "$temp/fio" && return
	note "$(cat "$temp/fio" "$temp/fio.errors")"
	return 1
}

fio_runs() { kill -0 "$fio" 2>/dev/null; }

# disturbed DESCRIPTION FUNCTION: FUNCTION again and again while fio runs.
disturbed()
{
	local before died

	before=$(offloaded xts)
	died=$(counters 'alg\.xts-aes\.fallback\.(helper_died|deadline|no_helper)_requests')
	start_fio
	while sleep 0.3; fio_runs; do
		"$2"
	done
	check "$1: fio saw no error" fio_is_happy
	check "$1: some went to the fallback" [ \
		"$(counters 'alg\.xts-aes\.fallback\.(helper_died|deadline|no_helper)_requests')" -gt "$died" ]
	check "$1: the device did others" [ "$(offloaded xts)" -gt "$before" ]
	helper_alive || start_helper
	check "$1: a helper is live again" wait_state live
	before=$(offloaded xts)
	dd if=/dev/mapper/$volume of=/dev/null bs=64k count=16 iflag=direct 2>/dev/null
	check "$1: and works" [ "$(offloaded xts)" -gt "$before" ]
}

kill_and_restart()
{
	kill_helper
	sleep 0.3
	start_helper
}

stop_past_deadline()
{
	kill -STOP "$helper"
	sleep 0.8
	kill -CONT "$helper"
	# It finds itself dead, and attaches anew by itself or ends.
	wait_state live 3 || start_helper
	sleep 0.5
}

stop_short()
{
	kill -STOP "$helper"
	sleep 0.1
	kill -CONT "$helper"
	wait_state live 3 || start_helper
}

nothing() { :; }

ktap_start fio cryptsetup losetup
need_module
# Without traffic from the loop device going to sleep in between.
check "a helper is live" start_helper || ktap_finish
check "a volume of ours is open" open_volume || ktap_finish
param deadline_ms 300

disturbed "killed and restarted" kill_and_restart
disturbed "stopped past the deadline" stop_past_deadline

# Commits come just before, at and after the deadline: a link a second, about.
start_hostile --delay-ms=100 --jitter-ms=250 --reattach || note "no hostile helper"
param deadline_ms 200
disturbed "commits around the deadline" nothing
param deadline_ms 300
start_hostile --drop-every=40 --reattach
disturbed "loses a frame now and then" nothing
start_helper

check "the volume closes" cryptsetup close $volume
check "no I/O error in the log" eval '! dmesg | grep -q "I/O error"'
ktap_finish
