#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Helpers that do what they must not: results may be wrong then, if nothing
# verifies them, but the module writes nowhere else, changes no source, loses no
# request and goes on. Each fault must have happened: the helper counts it, and
# what the module sees of it is in its own counters.

. "$(dirname "$0")/lib.sh"

# no_faults FAULT...: those that have not happened.
no_faults()
{
	local fault

	for fault in "$@"; do
		[ "$(faults "$fault")" -gt 0 ] || echo "$fault"
	done
}

# told NAME: a number that the last case has printed, such as wrong=7.
told()
{
	local line

	while read -r line; do
		[[ ! $line =~ [\ ]$1=([0-9]+) ]] || echo "${BASH_REMATCH[1]}"
	done <"$temp/nested"
}

# In flight for each of three threads.
depth=30

# survives RESULTS FAULTS COUNTERS DESCRIPTION ARG...
#   RESULTS	right: all are; wrong: some must be; any: what is written into the arena may be hit or not
#   FAULTS	that must have happened, joined by commas
#   COUNTERS	of the module, a regular expression, that must have grown; - where it cannot see the fault
survives()
{
	local results=$1 faults=${2//,/ } counters=$3 description=$4 check=1 seen
	[ "$results" = right ] || check=0
	shift 4

	fixture "$description: attached" start_hostile --reattach "$@" || return
	reset_counters
	# Guards round source and destination, and the source itself, are compared in any case.
	kernel_test stress count=$((4000 * load)) threads=3 depth=$depth check=$check
	check "$description: nothing else was written # $(told requests) requests" \
		[ "$(told requests)" -ge $((12000 * load)) -a "$(told outside)" = 0 ]
	[ "$results" != wrong ] ||
		check "$description: results are wrong # $(told wrong)" [ "$(told wrong)" -gt 0 ]
	# shellcheck disable=SC2086 # several faults
	check "$description: it has done so" [ -z "$(no_faults $faults)" ] ||
		note "not: $(no_faults $faults)"
	if [ "$counters" != - ]; then
		seen=$(counters "$counters")
		check "$description: the module counts it # $seen" [ "$seen" -gt 0 ]
	fi
	# Whether it died, detached or is still there: it must end, and leave the device free.
	stop_helper
	check "$description: gone" wait_state down
}

# killed_once: the state changes before the module counts it.
killed_once() { wait_for more links.killed 0 && [ "$(counter links.killed)" = 1 ]; }

ktap_start
need_test_module
param min_bytes 0
param deadline_ms 300

died='alg\..*\.fallback\.helper_died_requests'
late='alg\..*\.fallback\.deadline_requests'
survives any scribbled - "scribbles over the arena" --scribble
survives any lied,garbage,attached,rated,lied_rates 'commit\.refused|frames\.failed' "lies in every field" --lie --seed="$seed" \
	--engine=cpu --engine=gpu --any-rates
# Nothing is asked first: also attachments with garbage get users' requests.
param kat 0
survives any lied,garbage,attached,lied_rates,fetched 'commit\.refused|frames\.failed' "lies, and is live at once" --lie --seed="$seed"
param kat 1
survives any scribbled,lied 'commit\.refused|frames\.failed' "scribbles and lies" --scribble --lie --seed=7
survives wrong wrong - "flips bits" --wrong-every=3
survives right failed 'frames\.failed' "fails frames" --fail-every=3
survives right failed 'frames\.failed' "fails all frames" --fail-every=1
survives right twice 'commit\.refused' "commits twice" --commit-twice
survives right stale,foreign 'commit\.refused' "commits stale and foreign frames" --stale-ids --foreign-ids
survives right died "$died" "dies" --die-after=20
survives right closed "$died" "closes in the middle" --close-after=10
survives right held "$late" "holds everything" --hold-after=10
survives right dropped "$late" "loses frames" --drop-every=20
# It may have nothing in flight when its budget ends.
survives right late 'links\.killed' "is late" --delay-ms=150 --jitter-ms=300
survives wrong unmapped - "unmaps its arena" --unmap-after=10
# (It lies about the status, too: its budget ends before it has old frames to commit again, or one to lose.)
survives any scribbled,lied,twice,foreign,failed 'commit\.refused' "does it all" \
	--scribble --lie --commit-twice --stale-ids --foreign-ids --fail-every=5 --drop-every=50

# With verification no user gets a wrong result. 16 at a time can be verified.
param verify 1
depth=5
survives right wrong 'verify\.mismatch' "flips bits, verified" --wrong-every=3
check "flips bits, verified: all were" [ "$(counter verify.skipped)" = 0 ]
survives right scribbled,lied 'verify\.done' "scribbles and lies, verified" --scribble --lie
check "scribbles and lies, verified: all were" [ "$(counter verify.skipped)" = 0 ]
param verify 0
depth=30

# The error budget: out of service after 8 frames that fail, and not for one in 1000. Nothing here may be late.
param deadline_ms 60000
fixture "fails frame after frame: attached" start_hostile --fail-every=1
reset_counters
log_mark
kernel_test stress count=$((400 * load)) threads=1 depth=4 size=2000
check "fails frame after frame: out of service" wait_state down
check "fails frame after frame: no more than its budget # $(counter frames.failed)" [ "$(counter frames.failed)" = 8 ]
check "fails frame after frame: the log says why" wait_for logged 'out of service: errors'

# Each request is in a frame of its own.
fixture "fails a frame in 1000: attached" start_hostile --fail-every=1000
reset_counters
kernel_test stress count=2500 threads=1 depth=1 size=512
check "fails a frame in 1000: it did # $(counter frames.failed)" [ "$(counter frames.failed)" -ge 1 ]
check "fails a frame in 1000: stays" [ "$(state) $(counter links.killed)" = "live 0" ]

# Four answers after 0.8 of the deadline. (On a slow machine one may miss it: out of service, too.)
param deadline_ms 2000
fixture "always late: attached" start_hostile --delay-ms=1600
reset_counters
kernel_test stress count=40 threads=1 depth=2 size=2000
check "always late: out of service" wait_state down
check "always late: after few frames # $(counter frames.committed)" [ "$(counter frames.committed)" -le 10 ]
check "always late: the module did that" killed_once

# From the first frame on: such a helper never goes live.
reset_counters
"$bin/hostile-helper" "${geometry[@]}" --counts="$temp/faults" --from-start --wrong-every=1 >"$temp/helper.log" 2>&1 &
helper=$!
wait "$helper"
check "flips bits in known answers: put out of service" [ $? = 3 ]
helper=""
check "it has done so # $(faults wrong)" [ "$(faults wrong)" -gt 0 ]
check "and the device is down" [ "$(state)" = down ]
check "which is counted" [ "$(counter kat.failed)" = 1 ]

# A child that keeps the file open keeps the attachment, until the deadline. (Which the frames before must not miss.)
param deadline_ms 10000
fixture "leaves a child behind: attached" start_hostile --fork-after=5
reset_counters
kernel_test stress count=$((4000 * load)) threads=2 depth=20
check "leaves a child behind: it has done so" [ "$(faults forked)" = 1 ]
check "leaves a child behind: down by deadline" wait_state down
check "leaves a child behind: the deadline did it" killed_once
for pid in $(pidof hostile-helper); do
	kill -KILL "$pid"
done
helper=""

set_defaults
check "a faithful helper works after all of them" start_helper
reset_counters
kernel_test stress count=$((4000 * load)) threads=2 depth=20
check "and its results are used" [ "$(counters 'alg\..*\.offload_requests')" -gt 0 ]
ktap_finish
