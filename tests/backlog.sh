#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# More requests than the arena holds: -EBUSY, one -EINPROGRESS for each, then
# the result; also when the helper dies meanwhile. Without MAY_BACKLOG there is no
# -EBUSY, and -ENOSPC only from the software's own queue. What is lost when the
# helper dies is redone in an order that is fair.

. "$(dirname "$0")/lib.sh"

# number NAME: from the counts of the last case
number() { sed -n "s/.*\\b$1=\\([0-9]*\\).*/\\1/p" "$temp/nested" | tail -n 1; }

ktap_start
need_test_module
param min_bytes 0
fixture "a helper is live" start_helper || ktap_finish

reset_counters
queued_test 'backlog\.queued' backlog backlog=1
check "some had to wait # $(number busy)" [ "$(number busy)" -gt 0 ]
check "each of them was told once # $(number early)" [ "$(number early)" = "$(number busy)" ]
check "the module counts the same" [ "$(counter backlog.queued)" = "$(number busy)" ]
check "none went to the fallback" [ "$(counters 'alg\..*\.fallback_requests')" = 0 ]

reset_counters
queued_test 'alg\..*\.fallback\.full_requests' backlog backlog=0
check "none had to wait" [ "$(number busy)" = 0 ]
check "what found no room went to the fallback" [ "$(counters 'alg\..*\.fallback\.full_requests')" -gt 0 ]

# lose_all: the helper dies when all of the flood is there. Two frames hold 1024 of its requests.
lose_all()
{
	local job before

	before=$(counter backlog.queued)
	signal_helpers STOP
	kernel_case flood >"$temp/queued" 2>&1 &
	job=$!
	wait_for more backlog.queued $((before + 1500 + 64 - 1024 - 1))
	kill_helper
	wait "$job"
	nested "flood" cat "$temp/queued"
}

fixture "a helper with two frames is live" start_helper --frames=2
reset_counters
lose_all
check "the flood: all were lost" [ "$(counters 'alg\..*\.fallback\.helper_died_requests')" = 1564 ]

# Without a helper, what the software refuses is the caller's to know, if it asks for that.
kernel_test pressure backlog=0
check "the software's queue refused some # $(number refused)" [ "$(number refused)" -gt 0 ]
kernel_test pressure backlog=1
check "but none that may wait" [ "$(number refused)" = 0 ]
check "they waited # $(number busy)" [ "$(number busy)" -gt 0 ]

# Dies at once or later, and is replaced.
for after in 1 5 12; do
	fixture "a helper that dies after $after frames" start_hostile --die-after=$after --reattach
	for round in 1 2 3; do
		wait_state live || fail "no helper is live"
		reset_counters
		queued_test 'backlog\.queued' backlog backlog=1 count=1 seed=$((seed * 10 + round))
		check "some had to wait # $(number busy)" [ "$(number busy)" -gt 0 ]
		check "the helper died meanwhile" [ "$(counters 'alg\..*\.fallback\.helper_died_requests')" -gt 0 ]
	done
done
# The same with one that stops serving.
param deadline_ms 300
fixture "a helper that hangs" start_hostile --hold-after=3 --reattach
reset_counters
kernel_test backlog backlog=1 count=4
check "the deadline struck" [ "$(counters 'alg\..*\.fallback\.deadline_requests')" -gt 0 ]
ktap_finish
