#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Who does a request: lone ones software, some of many the device; the parameter choice. With the null engine, which is
# faster than any software and far away from a lone request. (When the device does the most: unit-choice.)

. "$(dirname "$0")/lib.sh"

bench=$(program warpcrypt-bench)
alg=ecb-sm4

# load DEPTH BYTES [ARG...]: so many requests in flight, for a while; the counters are of this load.
load()
{
	reset_counters
	"$bench" kernel-api --alg $alg-warpcrypt --key-bytes 16 --depths "$1" --sizes "$2" --buffer 64M \
		--runs 2 --time 200 "${@:3}" >"$temp/bench" 2>&1 && return
	note "$(cat "$temp/bench")"
	return 1
}

device() { offloaded ecb sm4; }
software() { counter "alg.$alg.fallback_requests"; }
because() { counter "alg.$alg.fallback.$1_requests"; }

# taken: has a trial begun? What lone requests have cost is paid first. How many then stay with the device is a matter
# of the clock (unit-choice has one of its own).
taken()
{
	load 128 65536 && [ "$(device)" -gt 0 ]
}

# crowded: a link's first trial is at once, and while the helper is stopped nothing ends it. Do requests wait for room?
crowded()
{
	local job status=0

	reset_counters
	signal_helpers STOP
	load 32 65536 &
	job=$!
	wait_for waiting || status=1
	signal_helpers CONT
	wait $job && return $status
}

waiting() { [ "$(counter backlog.implicit)" -gt 0 ]; }

# mostly MANY FEW: by ten to one at least
mostly()
{
	local many few

	many=$("$1") few=$("$2")
	[ "$many" -gt 100 ] && [ "$many" -gt $((10 * few)) ] && return
	note "$1: $many, $2: $few"
	return 1
}

ktap_start
need_module
modprobe warpcrypt_bench || skip_all "no warpcrypt_bench.ko"
param kat 0
fixture "a helper that computes nothing is live" start_helper --backend=null --measure=250 --frames=4 --frame-size=4M || ktap_finish

param choice auto
check "the parameter says what it is" eval "read -r word <$parameters/choice; [ \"\$word\" = auto ]"
fixture "one request at a time" load 1 16
check "software does them # $(software), the device $(device)" mostly software device
check "because it is faster" [ "$(because faster)" = "$(software)" ]
check "the device does some of many long requests" wait_for taken
check "its engine has counted them" [ "$(counter engine.0.requests)" = "$(device)" ]
check "they were chosen" [ "$(counter choice.offloaded)" -ge "$(device)" ]
check "none was forced" [ "$(counter choice.forced)" = 0 ]
stop_helper
fixture "another link, with room for four" start_helper --backend=null --measure=250 --frames=4 --frame-size=64K || ktap_finish
check "more than there is room for: they wait" crowded
check "software does none of them for want of room" [ "$(because full)" = 0 ]

param choice software
fixture "choice=software" load 128 65536
check "the device does nothing" [ "$(device)" = 0 ]
check "the counters say why" [ "$(because parameter)" = "$(software)" ]
param choice offload
fixture "choice=offload" load 1 4096
check "offload: software does nothing" [ "$(software)" = 0 ]
check "offload: the device does all # $(device)" [ "$(device)" -gt 0 ]
check "offload: the counters say why" [ "$(counter choice.forced)" = "$(device)" ]

log_mark
check "another value is refused" not eval "echo many >$parameters/choice" 2>/dev/null
check "the log says what there is" logged 'choice=many.*must be auto, software or offload'
ktap_finish
