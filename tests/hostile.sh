#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Helpers that are broken or hostile, under traffic from inside the kernel:
# results may be wrong where the helper makes them wrong, but every request
# completes, and the kernel is unharmed.

. "$(dirname "$0")/lib.sh"

# survives WRONG DESCRIPTION ARG...: WRONG is ok where results may be wrong.
survives()
{
	local check=1 description=$2
	[ "$1" != wrong ] || check=0
	shift 2

	fixture "$description: attached" start_hostile --reattach "$@" || return
	kernel_test stress count=$((4000 * load)) threads=3 depth=30 check=$check
	# Whether it died, detached or is still there: it must end, and leave the device free.
	stop_helper
	check "$description: gone" wait_state down
}

ktap_start
need_test_module
param min_bytes 0
param deadline_ms 300

survives wrong "scribbles over the arena" --scribble
survives wrong "lies in every field" --lie
survives wrong "scribbles and lies" --scribble --lie --seed=7
survives wrong "flips bits" --wrong-every=3
survives right "fails frames" --fail-every=3
survives right "fails all frames" --fail-every=1
survives right "commits twice" --commit-twice
survives right "commits stale and foreign frames" --stale-ids --foreign-ids
survives right "dies" --die-after=20
survives right "closes in the middle" --close-after=10
survives right "holds everything" --hold-after=10
survives right "loses frames" --drop-every=20
survives right "is late" --delay-ms=150 --jitter-ms=300
survives wrong "unmaps its arena" --unmap-after=10
survives wrong "does it all" --scribble --lie --commit-twice --stale-ids --foreign-ids --fail-every=5 --drop-every=50

# The error budget: out of service after 8 frames that fail, and not for one in 1000.
fixture "fails frame after frame: attached" start_hostile --fail-every=1
reset_counters
log_mark
kernel_test stress count=$((400 * load)) threads=1 depth=4 size=2000
check "fails frame after frame: out of service" wait_state down
check "fails frame after frame: no more than its budget # $(counter frames.failed)" [ "$(counter frames.failed)" = 8 ]
check "fails frame after frame: the log says why" logged 'out of service: errors'

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
check "always late: the module did that" [ "$(counter links.killed)" = 1 ]
param deadline_ms 300

# From the first frame on: such a helper never goes live.
"$bin/hostile-helper" "${geometry[@]}" --from-start --wrong-every=1 >"$temp/helper.log" 2>&1 &
helper=$!
wait "$helper"
check "flips bits in known answers: put out of service" [ $? = 3 ]
helper=""
check "and the device is down" [ "$(state)" = down ]

# A child that keeps the file open keeps the attachment, until the deadline.
fixture "leaves a child behind: attached" start_hostile --fork-after=5
kernel_test stress count=$((4000 * load)) threads=2 depth=20
check "leaves a child behind: down by deadline" wait_state down
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
