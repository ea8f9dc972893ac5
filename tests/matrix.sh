#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every cipher, key size and mode with published examples and random payloads
# through AF_ALG: by the device, without it, and by the software ciphers alone.

. "$(dirname "$0")/lib.sh"

# names SUFFIX CIPHER...: the drivers of these ciphers in all modes.
names()
{
	local suffix=$1 cipher mode
	shift

	for cipher in "$@"; do
		for mode in "${modes[@]}"; do
			echo "$mode-$cipher-$suffix"
		done
	done
}

# by_the_device CIPHER: nothing fell back.
by_the_device()
{
	[ "$(counters "alg\.[a-z]+-$1\.offload_requests")" -gt 0 ] &&
		[ "$(counters "alg\.[a-z]+-$1\.fallback_requests")" = 0 ]
}

ktap_start
need_module
param min_bytes 0
# Frames that take CBC's longest.
fixture "a helper is live" start_helper --frame-size=262144 --key-slots=128 || ktap_finish
reset_counters
# shellcheck disable=SC2046 # names
nested "by the device" "$bin/matrix-af-alg" --longest=16400 $(names $af_alg_suffix "${ciphers[@]}")
for cipher in "${ciphers[@]}"; do
	check "$cipher: all done by the device" by_the_device "$cipher" ||
		note "$(grep "alg\.[a-z]*-$cipher\.fallback" "$debug/stats" | grep -v ' 0$')"
done
fixture "the helper ends well" stop_helper
# shellcheck disable=SC2046
nested "without a helper" "$bin/matrix-af-alg" --longest=600 $(names $af_alg_suffix "${ciphers[@]}")
for cipher in "${new_ciphers[@]}"; do
	if ! modprobe -q "${cipher}_ct"; then
		skip "$cipher in software" "no ${cipher}_ct.ko"
		continue
	fi
	# shellcheck disable=SC2046
	nested "$cipher in software" "$bin/matrix-af-alg" --files --longest=16400 $(names ct "$cipher")
done
ktap_finish
