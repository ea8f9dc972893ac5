#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The helper is killed, its engine's process alone is killed, it is stopped past
# the deadline and continued, commits just around the deadline, and is started
# again, all while fio writes to a dm-crypt volume of ours and verifies what it
# wrote. No error may reach fio.
# Environment: WARPCRYPT_ROUNDS, how often each is done (default 3).

. "$(dirname "$0")/lib.sh"

rounds=${WARPCRYPT_ROUNDS:-3}
fio=""

clean_up_more()
{
	[ -z "$fio" ] || kill "$fio" 2>/dev/null
	[ -z "$fio" ] || wait "$fio" 2>/dev/null
	close_plain_volume
}

# Writes and reads back until the file "enough" exists; at the first error it returns at once, not with 0.
write_and_verify()
{
	local round sizes=(4k 64k 512 12k)

	for ((round = 0; round < 10000; round++)); do
		[ ! -e "$temp/enough" ] || break
		fio --name=verify --filename=/dev/mapper/$volume --rw=randwrite --bs="${sizes[round % 4]}" \
			--direct=1 --size=32M --io_size=2M --iodepth=16 --ioengine=libaio --verify=crc32c \
			--verify_fatal=1 --verify_backlog=128 --verify_state_save=0 --randseed=$((seed * 10000 + round)) \
			--output-format=terse --output="$temp/fio" >"$temp/fio.errors" 2>&1 || return
	done
}

start_fio()
{
	rm -f "$temp/enough"
	write_and_verify &
	fio=$!
}

fio_is_happy()
{
	local status

	wait "$fio"
	status=$?
	fio=""
	[ $status = 0 ] && [ ! -s "$temp/fio.errors" ] && return
	note "$(tail -n 20 "$temp/fio.errors" "$temp/fio")"
	return 1
}

in_software() { counters 'alg\.xts-aes\.fallback\.(helper_died|deadline|no_helper)_requests'; }
by_device() { offloaded xts; }
retired() { counter engines.retired; }

larger() { [ "$("$1")" -gt "$2" ]; }
# wait_more FUNCTION THAN: until the number is larger.
wait_more() { wait_for larger "$@" || ((++missed)); }

# disturbed DESCRIPTION FUNCTION: FUNCTION several times while fio runs.
disturbed()
{
	local offloads fallbacks round

	missed=0
	offloads=$(by_device)
	fallbacks=$(in_software)
	start_fio
	for ((round = 0; round < rounds; round++)); do
		wait_more by_device "$(by_device)"
		"$2"
	done
	touch "$temp/enough"
	check "$1: fio saw no error" fio_is_happy
	check "$1: nothing was waited for in vain" [ $missed = 0 ]
	fallbacks=$(($(in_software) - fallbacks))
	if [ "$2" = kill_engine ]; then
		note "$1: $fallbacks went to the fallback"
	elif [ "$2" = stop_short ]; then
		check "$1: nothing went to the fallback" [ $fallbacks = 0 ]
	else
		check "$1: some went to the fallback # $fallbacks" [ $fallbacks -gt 0 ]
	fi
	check "$1: the device did others" [ "$(by_device)" -gt "$offloads" ]
	set_defaults
	check "$1: a helper is live again" start_helper
	offloads=$(by_device)
	sync
	echo 3 >/proc/sys/vm/drop_caches
	dd if=/dev/mapper/$volume of=/dev/null bs=64k count=16 iflag=direct 2>/dev/null
	check "$1: and works" [ "$(by_device)" -gt "$offloads" ]
}

kill_and_restart()
{
	local before

	before=$(in_software)
	kill_helper
	wait_more in_software "$before"
	start_helper
}

# Its supervisor starts another engine. The time in between may be too short for a request.
kill_engine()
{
	local pid

	pid=$(engine_pid)
	kill -KILL "$pid"
	wait_for [ ! -d "/proc/$pid" ] || ((++missed))
	wait_state live || ((++missed))
	[ "$(engine_pid)" != "$pid" ] && helper_alive || ((++missed))
}

live_or_gone() { in_state live || ! helper_alive; }

stop_past_deadline()
{
	signal_helpers STOP
	# Until a frame has missed it.
	wait_state down || ((++missed))
	signal_helpers CONT
	# It learns that its attachment is dead and attaches again; or it ends, if it was late with the known answers.
	wait_for live_or_gone || ((++missed))
	in_state live || start_helper || ((++missed))
}

stop_short()
{
	signal_helpers STOP
	pause 0.1
	signal_helpers CONT
}

no_io_error() { ! dmesg | grep "I/O error"; }

# late_frames: until the deadline has struck.
late_frames() { wait_more in_software "$(in_software)"; }

# The supervisor is killed: what is attached must not outlive it.

ktap_start fio cryptsetup losetup
need_module
# Without traffic from the loop device going to sleep in between.
fixture "a helper is live" start_helper || ktap_finish
fixture "a volume of ours is open" open_plain_volume 48M || ktap_finish

disturbed "killed and restarted" kill_and_restart
if [ "$(engine_pid)" != "$helper" ]; then
	disturbed "only its engine killed" kill_engine
else
	skip "only its engine killed" "it is on the host"
fi
param deadline_ms 400
disturbed "stopped past the deadline" stop_past_deadline
# A deadline far longer than the moment, also on slow machines.
set_defaults
disturbed "stopped for a moment" stop_short

# Commits come just before, at and after the deadline: a link a second, about.
start_hostile --delay-ms=100 --jitter-ms=250 --reattach || note "no hostile helper"
param deadline_ms 250
disturbed "commits around the deadline" late_frames
start_hostile --drop-every=40 --reattach
param deadline_ms 400
disturbed "loses a frame now and then" late_frames

# Engines go out of service one after the other, until the helper is replaced.
engines_go() { wait_more retired "$(retired)"; }
start_hostile --engine=cpu --engine=gpu --engine=gpu --any-rates --retire-every=60 --close-after=240 --reattach
set_defaults
retired_before=$(retired)
disturbed "engines are retired" engines_go
check "engines are retired: some were # $(($(retired) - retired_before))" [ "$(retired)" -gt "$retired_before" ]
start_helper

engine=$(engine_pid)
kill_helper
check "its supervisor killed: the engine is gone, too" wait_for ended "$engine"
check "and the module knows" wait_state down

fixture "the volume closes" cryptsetup close $volume
check "no I/O error in the log" no_io_error
ktap_finish
