#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The synchronous algorithms, NAME-sync: who gets them; that the device does the
# requests, and software when it must, with helpers that are gone, killed,
# stopped, slow and wrong, and with little room. in-kernel.sh and af-alg.sh check
# the results.
# Arguments: parts (default: all).

. "$(dirname "$0")/lib.sh"

suffix=warpcrypt-sync

clean_up_more() { close_plain_volume; }

# Requests of the synchronous algorithms, for which a thread waited.
by_device() { counter sync.done; }
all_by_device() { counters 'alg\..*\.offload_requests'; }
# by_software [REASON]
by_software() { counters "alg\..*\.fallback${1:+\\.$1}_requests"; }

# twin_case NAME [ARG...]: requests of the synchronous algorithms, which may sleep.
twin_case() { kernel_case "$@" suffix=$suffix sleep=1; }
twin_test() { nested "$*" twin_case "$@"; }

# waiting: threads of the in-kernel cases that wait and do not run.
waiting()
{
	local file line n=0

	for file in /proc/[0-9]*/stat; do
		read -r line 2>/dev/null <"$file" || continue
		[[ $line != *"(wct/"*") D "* ]] || ((++n))
	done
	echo $n
}

# are_waiting N: N threads wait, and still do after some time.
are_waiting()
{
	local look

	for look in 1 2 3; do
		[ "$(waiting)" = "$1" ] || return
		[ $look = 3 ] || pause 0.1
	done
}

# stopped_under N ARG...: N threads, each with one request in the hands of a helper that is stopped. The case goes on in the
# background, as $case, until finish_case.
stopped_under()
{
	local threads=$1
	shift

	reset_counters
	signal_helpers STOP
	twin_case stress threads="$threads" depth=1 "$@" >"$temp/case" 2>&1 </dev/null &
	case=$!
	check "$threads threads wait for a helper that is stopped" wait_for are_waiting "$threads"
	check "the helper is live" [ "$(state)" = live ]
	check "nothing was done so far" [ "$(all_by_device) $(by_software)" = "0 0" ]
}

# finish_case DESCRIPTION: the case ends, and all results were right.
finish_case()
{
	wait $case
	nested "$1: results" cat "$temp/case"
}

is_stopped() { [ "$(awk '/^State:/ { print $2 }' "/proc/$1/status")" = T ]; }

who_gets_them()
{
	local cipher mode ours

	for cipher in "${new_ciphers[@]}"; do
		kernel_test any cipher=$cipher
		kernel_test sync cipher=$cipher suffix=$suffix
	done
	for cipher in "${ciphers[@]}"; do
		for mode in $(modes_of "$cipher"); do
			ours=$mode-$cipher-warpcrypt
			check "$ours-sync: synchronous, for all, below the other" \
				[ "$(algorithm "$ours-sync" async) $(algorithm "$ours-sync" internal)" = "no no" -a \
				"$(algorithm "$ours-sync" priority)" = $(($(algorithm "$ours" priority) - 2)) ]
		done
	done
	# Templates that a user has made come after our XTS of either kind.
	check "load with little priority" load_module priority=0 aes_priority=1
	modprobe warpcrypt_test
	check "what there is keeps its order" [ "$(algorithm ecb-sm4-$suffix priority)$(algorithm xts-sm4-$suffix priority)$(
		algorithm ecb-sm4-warpcrypt priority)$(algorithm xts-aes-warpcrypt priority)" = 0123 ]
	load_module && need_test_module
	param min_bytes 0
}

# A template that any user may have made must not come before what is ours.
templates()
{
	local template="xts(ecb-kuznyechik-$suffix)"

	# A name that needs no test of its own: the open fails for want of a key, the template stays.
	"$bin/latency" --driver="$template" --count=1 >/dev/null 2>&1
	check "there is $template" grep -qF "$template" /proc/crypto
	kernel_test sync cipher=kuznyechik mode=xts suffix=$suffix
	kernel_test any cipher=kuznyechik mode=xts
}

no_helper()
{
	reset_counters
	twin_test stress threads=2 depth=1 count=100
	check "no helper: all in software # $(by_software no_helper)" \
		[ "$(by_software no_helper)" = "$(by_software)" -a "$(by_software)" -ge 200 ]
}

by_a_helper()
{
	local did

	# Slots for all keys of all threads.
	fixture "a helper is live" start_helper --key-slots=256
	reset_counters
	twin_test stress threads=8 depth=1 count=100 size=20000
	did=$(by_device)
	check "the device did all of it # $did requests" [ "$did" -ge 800 -a "$(by_software)" = 0 ]
	check "and counts them with the others'" [ "$(all_by_device)" = "$did" ]
	reset_counters
	kernel_test stress threads=2 depth=8 count=200
	check "the asynchronous ones have no thread that waits" [ "$(by_device)" = 0 -a "$(all_by_device)" -ge 400 ]
	reset_counters
	kernel_test stack suffix=$suffix
	kernel_test stack suffix=$suffix cipher=kuznyechik
	check "requests on the stack: by the device # $(by_device)" [ "$(by_device)" -ge 30 ]
}

# Neither in softirq, nor for any request without MAY_SLEEP.
may_not_sleep()
{
	local how

	for how in "softirq depth=100 count=2" "stress threads=2 depth=4 count=100"; do
		reset_counters
		# shellcheck disable=SC2086 # several arguments
		kernel_test $how suffix=$suffix
		check "may not sleep: all in software # $(by_software atomic)" \
			[ "$(by_software atomic)" = "$(by_software)" -a "$(by_software)" -ge 200 ]
		check "may not sleep: none by the device" [ "$(all_by_device)" = 0 ]
	done
}

killed()
{
	fixture "a helper is live" start_helper
	stopped_under 4 count=20
	kill_helper
	finish_case "killed"
	check "killed: the four that waited came back lost" [ "$(by_software helper_died)" = 4 ]
	check "killed: the others did not go there" [ "$(by_software no_helper)" = $(($(by_software) - 4)) ]
	check "killed: the helper is gone" wait_state down
}

deadline()
{
	fixture "a helper is live" start_helper
	# Lowered while they wait: the module looks at least once a second.
	param deadline_ms 40000
	stopped_under 4 count=20
	param deadline_ms 100
	finish_case "stopped"
	check "stopped: it still is" is_stopped "$(engine_pid)"
	check "stopped: and is out of service" [ "$(state)" = down ]
	check "stopped: the four that waited missed the deadline" [ "$(by_software deadline)" = 4 ]
	check "stopped: the others did not wait" [ "$(by_software no_helper)" = $(($(by_software) - 4)) ]
	set_defaults
}

# Two frames, and some 10 KB for each thread.
backlog()
{
	local threads=40 size=60000

	# Long enough for all that follows.
	param deadline_ms 600000
	fixture "a helper with two frames" start_helper --frames=2 --key-slots=256
	stopped_under $threads count=1 size=$size
	check "backlog: some wait for room # $(counter backlog.queued)" [ "$(counter backlog.queued)" -gt 0 ]
	signal_helpers CONT
	finish_case "backlog"
	check "backlog: all of them found room" [ "$(by_software) $(by_device)" = "0 $threads" ]

	# A deadline that is lowered is that of what waits already.
	stopped_under $threads count=1 size=$size
	check "backlog, late: some wait for room" [ "$(counter backlog.queued)" -gt 0 ]
	param deadline_ms 100
	finish_case "backlog, late"
	check "backlog, late: software did all" [ "$(by_software) $(by_device)" = "$threads 0" ]
	check "backlog, late: the helper is out of service" wait_state down
	kill_helper

	param deadline_ms 600000
	fixture "another helper with two frames" start_helper --frames=2 --key-slots=256
	stopped_under $threads count=1 size=$size
	check "backlog, killed: some wait for room" [ "$(counter backlog.queued)" -gt 0 ]
	kill_helper
	finish_case "backlog, killed"
	check "backlog, killed: all were lost" \
		[ "$(by_software helper_died) $(by_software) $(by_device)" = "$threads $threads 0" ]
	set_defaults
}

# under_fault DESCRIPTION REASON FAULT...: right results, some of them from software for this reason.
under_fault()
{
	local what=$1 reason=$2
	shift 2

	fixture "a helper that $what" start_hostile --reattach "$@" || return
	reset_counters
	twin_test stress threads=6 depth=1 count=200
	check "a helper that $what: some in software # $(by_software "$reason")" [ "$(by_software "$reason")" -gt 0 ]
	check "a helper that $what: others by the device # $(by_device)" [ "$(by_device)" -gt 0 ]
}

faults()
{
	under_fault "fails frames" frame_error --fail-every=3
	under_fault "dies" helper_died --die-after=50
	param deadline_ms 300
	under_fault "holds frames" deadline --hold-after=50
	set_defaults
}

verified()
{
	local mode

	param verify 1
	fixture "a helper is live" start_helper
	reset_counters
	twin_test stress threads=4 depth=1 count=100
	check "verified: all # $(counter verify.done)" \
		[ "$(counter verify.done)" = "$(by_device)" -a "$(counter verify.skipped verify.mismatch)" = 0 ]
	for mode in "${modes[@]}"; do
		fixture "verified, $mode: a helper that flips a bit" start_hostile --wrong-every=7 --once
		reset_counters
		twin_test stress mode="$mode" threads=2 depth=1 count=100 size=16000
		check "verified, $mode: found" [ "$(counter verify.mismatch)" = 1 ]
		check "verified, $mode: the helper is out of service" wait_state down
	done
	param verify 0
}

# Writes to the volume, past the page cache, and reads it back.
volume_holds()
{
	random_bytes $((1 << 20)) >"$temp/data"
	dd if="$temp/data" of="/dev/mapper/$volume" bs=64k oflag=direct conv=fsync 2>/dev/null || return
	dd if="/dev/mapper/$volume" of="$temp/read" bs=64k count=16 iflag=direct 2>/dev/null && cmp -s "$temp/data" "$temp/read"
}

users() { algorithm "xts-kuznyechik-$1" refcnt; }

dm_crypt()
{
	local async sync

	if ! command -v cryptsetup >/dev/null; then
		skip "dm-crypt" "no cryptsetup here"
		return
	fi
	fixture "a helper is live" start_helper
	async=$(users warpcrypt) sync=$(users $suffix)
	reset_counters
	check "dm-crypt: a volume by the common name" open_plain_volume 4M kuznyechik-xts-plain64
	check "dm-crypt: has the asynchronous algorithm, not the other" \
		[ "$(users warpcrypt)" -gt "$async" -a "$(users $suffix)" = "$sync" ]
	check "dm-crypt: holds what was written" volume_holds
	check "dm-crypt: by the device, none waited # $(all_by_device)" [ "$(all_by_device)" -gt 0 -a "$(by_device)" = 0 ]
	close_plain_volume
	async=$(users warpcrypt)
	reset_counters
	check "dm-crypt: who names the synchronous one gets it" open_plain_volume 4M "capi:xts-kuznyechik-$suffix-plain64"
	check "dm-crypt: has that, not the other" [ "$(users $suffix)" -gt "$sync" -a "$(users warpcrypt)" = "$async" ]
	check "dm-crypt: holds what was written, too" volume_holds
	# It may be on the way to swap, and never sleeps there.
	check "dm-crypt: all in software" [ "$(by_software atomic)" -gt 0 -a "$(all_by_device)" = 0 ]
	close_plain_volume
}

af_alg()
{
	fixture "a helper is live" start_helper --frame-size=262144 --key-slots=128
	reset_counters
	nested "AF_ALG, by name" "$bin/af-alg" --suffix=$suffix --threads=4 --rounds=10
	check "AF_ALG, by name: the device did all of it # $(by_device)" [ "$(by_device)" -gt 0 -a "$(by_software)" = 0 ]
	reset_counters
	nested "AF_ALG, by common names" "$bin/af-alg" --cipher=kuznyechik --suffix=
	check "AF_ALG, by common names: the device did all of it" [ "$(all_by_device)" -gt 0 -a "$(by_software)" = 0 ]
	# Until 7.1 it takes the asynchronous ones, which have more priority; since 7.2 none of those.
	if af_alg_is_sync; then
		check "AF_ALG, by common names: synchronous" [ "$(by_device)" = "$(all_by_device)" ]
	else
		check "AF_ALG, by common names: asynchronous" [ "$(by_device)" = 0 ]
	fi
	fixture "AF_ALG: a helper that dies" start_hostile --frame-size=262144 --key-slots=128 --die-after=40 --reattach
	reset_counters
	nested "AF_ALG: a helper that dies" "$bin/af-alg" --suffix=$suffix --threads=4 --rounds=10
	check "AF_ALG: some were lost # $(by_software helper_died)" [ "$(by_software helper_died)" -gt 0 ]
}

parts=(who_gets_them templates no_helper by_a_helper may_not_sleep killed deadline backlog faults verified dm_crypt af_alg)
choose_parts "$@"

ktap_start
need_test_module
param min_bytes 0
for part in "${parts[@]}"; do
	"$part"
	stop_helper
done
ktap_finish
