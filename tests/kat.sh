#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A helper that does not compute fails the known answers and does not go live;
# with kat=0 it does.

. "$(dirname "$0")/lib.sh"

# wanted: of what there must be known answers, as "CIPHER MODE KEY-BYTES DIRECTION" and "CIPHER MODE WHAT". CTR has one
# direction.
wanted()
{
	local cipher mode bytes

	for cipher in "${ciphers[@]}"; do
		for mode in $(modes_of "$cipher"); do
			for bytes in ${key_lengths[$cipher]}; do
				[[ $mode != xts* ]] || ((bytes *= 2))
				echo "$cipher $mode $bytes encrypt"
				[ "$mode" = ctr ] || echo "$cipher $mode $bytes decrypt"
			done
			[[ $mode != xts* ]] || printf "$cipher $mode %s\n" "with stealing" "from the middle of a data unit"
		done
	done
	for cipher in $(listed groups); do
		printf "$cipher %s 0 encrypt\n" base point
	done
}

# not_asked: what is wanted and not in the helper's trace, whose lines go on with bytes and first block.
not_asked()
{
	comm -23 <(wanted | sort -u) <(awk '{ print $1, $2, $3, $4 } $5 % 16 { print $1, $2, "with stealing" }
		$6 { print $1, $2, "from the middle of a data unit" }' "$temp/trace" | sort -u)
}

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
reset_counters
check "one that writes down what it is asked for passes, too" start_hostile --trace="$temp/trace"
# A descriptor each: the frames are long enough.
asked=$(wc -l <"$temp/trace")
check "for every cipher, mode, key length and direction # $asked" [ -z "$(not_asked)" ] || note "not asked: $(not_asked)"
check "it was asked for all that the module counts" [ "$asked" = "$(counter kat.requests)" ]

param deadline_ms 10
check "a short deadline is not that of the known answers" start_hostile --delay-ms=300 --from-start
ktap_finish
