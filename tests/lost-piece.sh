#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A piece of a request longer than a frame that never comes back, in each mode
# and in place: nothing of the others may have been copied out.

. "$(dirname "$0")/lib.sh"

ktap_start
need_test_module
param deadline_ms 400
for mode in "${modes[@]}"; do
	for piece in 2 1; do
		check "$mode: a helper that loses piece $piece" start_hostile --drop-piece=$piece || continue
		reset_counters
		kernel_test long mode="$mode" keylen=16 "frame=$frame_size" "arena=$arena"
		check "$mode: the deadline was missed" \
			[ "$(counter "alg.$mode-aes.fallback.deadline_requests")" -ge 1 ]
		check "$mode: the helper is out" wait_state down
		stop_helper
	done
done
check "a faithful helper can attach" start_helper
ktap_finish
