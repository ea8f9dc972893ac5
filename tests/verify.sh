#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# verify=N: a helper that flips bits is caught; users get right results.

. "$(dirname "$0")/lib.sh"

ktap_start
need_test_module
param min_bytes 0

param verify 1
reset_counters
kernel_test random count=20
check "without a helper software does it" [ "$(fallen_back xts)" -gt 0 ]
check "and nothing is copied" [ "$(counter verify.snapshots verify.skipped)" = 0 ]
fixture "a faithful helper" start_helper
reset_counters
kernel_test random count=100
check "everything is verified" [ "$(counter verify.done)" -gt 0 ]
check "each from a copy of its own" [ "$(counter verify.snapshots)" = "$(counter verify.done)" ]
verified=$(counter verify.done)
kernel_test random cipher=kuznyechik count=20
check "Kuznyechik too" more verify.done "$verified"
check "nothing is found" [ "$(counter verify.mismatch)" = 0 ]
check "the helper stays" [ "$(state)" = live ]

for mode in "${modes[@]}"; do
	fixture "$mode: a helper that flips a bit" start_hostile --wrong-every=7 --once
	reset_counters
	log_mark
	kernel_test stress mode="$mode" count=300 threads=1 depth=4 size=16000
	check "$mode: every request was verified" [ "$(counter verify.skipped)" = 0 ]
	check "$mode: found" [ "$(counter verify.mismatch)" -ge 1 ]
	check "$mode: the helper is out of service" wait_state down
	check "$mode: the log says so" wait_for logged 'warpcrypt.*(mismatch|verif)'
	stop_helper
done

param verify 5
fixture "verify=5 with a faithful helper" start_helper
reset_counters
kernel_test rekey mode=xts count=100
done=$(offloaded xts)
verified=$(counter verify.done)
check "some are verified" [ "$verified" -gt 0 ]
check "one in five is verified # $verified of $done" [ $((verified * 5)) -ge $((done - 50)) ] &&
	check "and not more" [ $((verified * 5)) -le $((done + 50)) ]
ktap_finish
