#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A request longer than a frame, of which one piece never comes back, in each
# mode and in place: no other piece may have been copied out.

. "$(dirname "$0")/lib.sh"

ktap_start
need_test_module
for mode in "${modes[@]}"; do
	for piece in 2 1; do
		param deadline_ms 5000
		fixture "$mode: a helper that loses piece $piece" start_hostile --drop-piece=$piece || continue
		reset_counters
		param deadline_ms 400
		kernel_test pieces mode="$mode" "frame=$frame_size" "arena=$arena"
		check "$mode: the deadline was missed" \
			[ "$(counter "alg.$mode-aes.fallback.deadline_requests")" = 1 ]
		check "$mode: the helper is out" wait_state down
		stop_helper
	done
done
set_defaults
check "a faithful helper can attach" start_helper
ktap_finish
