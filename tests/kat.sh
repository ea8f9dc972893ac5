#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A helper that does not compute fails the known answers and does not go live;
# with kat=0 it does.

. "$(dirname "$0")/lib.sh"

# asked CIPHER MODE KEY-BYTES DIRECTION [BYTES [FIRST-BLOCK]]: how often, by the helper's trace; all are patterns.
asked()
{
	local line n=0 pattern="$1 $2 $3 $4 ${5:-*} ${6:-*}"

	for line in "${trace[@]}"; do
		# shellcheck disable=SC2053 # a pattern
		[[ $line != $pattern ]] || ((++n))
	done
	echo $n
}

# stolen CIPHER MODE: how often with ciphertext stealing.
stolen()
{
	local line word n=0

	for line in "${trace[@]}"; do
		read -ra word <<<"$line"
		[ "${word[0]} ${word[1]}" != "$1 $2" ] || ((word[4] % 16 == 0)) || ((++n))
	done
	echo $n
}

# keys_of CIPHER MODE: lengths in bytes
keys_of()
{
	local bytes

	for bytes in ${key_lengths[$1]}; do
		echo $((bytes * (1 + ($2 == 1))))
	done
}

# not_asked: every (cipher, mode, key length, direction) of which there was no known answer; CTR has one direction.
not_asked()
{
	local cipher mode bytes xts

	for cipher in "${ciphers[@]}"; do
		for mode in $(modes_of "$cipher"); do
			[[ $mode = xts* ]] && xts=1 || xts=0
			for bytes in $(keys_of "$cipher" $xts); do
				[ "$(asked "$cipher" "$mode" "$bytes" encrypt)" -gt 0 ] || echo "$cipher $mode $bytes encrypt"
				[ "$mode" = ctr ] || [ "$(asked "$cipher" "$mode" "$bytes" decrypt)" -gt 0 ] ||
					echo "$cipher $mode $bytes decrypt"
			done
			[ $xts = 1 ] || continue
			[ "$(stolen "$cipher" "$mode")" -gt 0 ] || echo "$cipher $mode with stealing"
			[ "$(asked "$cipher" "$mode" '*' '*' '*' '[1-9]*')" -gt 0 ] ||
				echo "$cipher $mode from the middle of a data unit"
		done
	done
	for cipher in $(listed groups); do
		for mode in base point; do
			[ "$(asked "$cipher" $mode 0 encrypt)" -gt 0 ] || echo "$cipher $mode"
		done
	done
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
mapfile -t trace <"$temp/trace"
# A descriptor each: the frames are long enough.
check "for every cipher, mode, key length and direction # ${#trace[@]}" [ -z "$(not_asked)" ] || note "not asked: $(not_asked)"
check "it was asked for all that the module counts" [ "${#trace[@]}" = "$(counter kat.requests)" ]

param deadline_ms 10
check "a short deadline is not that of the known answers" start_hostile --delay-ms=300 --from-start
ktap_finish
