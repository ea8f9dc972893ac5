#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every cipher, key size and mode with published examples and random payloads
# through AF_ALG: by the device, without it, and by the software ciphers alone.
# Arguments: parts (default: all but monte_carlo_all, which takes an hour).

. "$(dirname "$0")/lib.sh"

# What runs without arguments, and what there is.
default_parts=(random files monte_carlo no_helper software)
parts=(random files monte_carlo monte_carlo_all no_helper software)
choose_parts "$@"
[ $# != 0 ] || parts=("${default_parts[@]}")

# names SUFFIX CIPHER...: the drivers of these ciphers in all modes.
names()
{
	local suffix=$1 cipher mode
	shift

	for cipher in "$@"; do
		for mode in $(modes_of "$cipher"); do
			echo "$mode-$cipher-$suffix"
		done
	done
}

# by_the_device CIPHER: nothing fell back.
by_the_device()
{
	[ "$(counters "alg\.[a-z-]+-$1\.offload_requests")" -gt 0 ] &&
		[ "$(counters "alg\.[a-z-]+-$1\.fallback_requests")" = 0 ]
}

# through_the_device WHAT OPTION... -- CIPHER...: and it did all of it.
through_the_device()
{
	local what=$1 options=() cipher
	shift

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	# Frames that take CBC's longest.
	fixture "a helper is live" start_helper --frame-size=262144 --key-slots=128 || return
	reset_counters
	# shellcheck disable=SC2046 # names
	nested "by the device, $what" "$bin/matrix-af-alg" "${options[@]}" $(names $af_alg_suffix "$@")
	for cipher; do
		check "$cipher, $what: all done by the device" by_the_device "$cipher" ||
			note "$(grep "alg\.[a-z-]*-$cipher\.fallback" "$debug/stats" | grep -v ' 0$')"
	done
	fixture "the helper ends well" stop_helper
}

random() { through_the_device "random" --longest=16400 -- "${ciphers[@]}"; }

# Those that have files.
files() { through_the_device "files" --no-random --files -- aes sm4; }

# Block by block; of twelve tests two, one of each mode.
monte_carlo()
{
	local modes=(ecb cbc)
	local -A own_modes=()

	through_the_device "Monte Carlo" --no-random --monte-carlo=7 -- aes
}

monte_carlo_all()
{
	local modes=(ecb cbc)
	local -A own_modes=()

	through_the_device "Monte Carlo, all" --no-random --monte-carlo -- aes sm4
}

no_helper()
{
	# shellcheck disable=SC2046
	nested "without a helper" "$bin/matrix-af-alg" --longest=600 $(names $af_alg_suffix "${ciphers[@]}")
}

software()
{
	local cipher

	for cipher in "${new_ciphers[@]}"; do
		if ! modprobe -q "${cipher}_ct"; then
			skip "$cipher in software" "no ${cipher}_ct.ko"
			continue
		fi
		# shellcheck disable=SC2046
		nested "$cipher in software" "$bin/matrix-af-alg" --files --longest=16400 $(names ct "$cipher")
	done
}

ktap_start
need_module
param min_bytes 0
for part in "${parts[@]}"; do
	"$part"
done
ktap_finish
