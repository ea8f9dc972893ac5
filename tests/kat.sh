#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A helper that does not compute fails the known answers and does not go live;
# with kat=0 it does.

. "$(dirname "$0")/lib.sh"

ktap_start
need_test_module
param kat 1
reset_counters
log_mark
"$warpcryptd" --backend=null "${geometry[@]}" --stats="$temp/stats" >"$temp/helper.log" 2>&1 </dev/null &
helper=$!
check "a null helper fails the known answers" wait_for more kat.failed 0
check "is not let in" [ "$(state)" != live ]
wait "$helper"
check "it knows why it is not: exit status 3" [ $? = 3 ]
helper=""
check "the log says so" logged 'warpcrypt: .*known answer'
check "it leaves the device down" wait_state down

param kat 0
check "kat=0 lets it in" start_helper --backend=null
reset_counters
kernel_case lengths mode=xts keylen=16 >"$temp/out" 2>&1
check "its results are wrong" grep -q 'not ok' "$temp/out"
check "and were used" [ "$(offloaded xts)" -gt 0 ] || note "$(<"$temp/out")"
stop_helper

param kat 1
reset_counters
check "a faithful helper passes" start_helper
check "which is counted" [ "$(counter kat.passed)" = 1 ]
param deadline_ms 10
check "a short deadline is not that of the known answers" start_hostile --delay-ms=300 --from-start
ktap_finish
