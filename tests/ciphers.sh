#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# All ciphers but AES from inside the kernel: every key length, mode and
# direction through the device, compared with the software; then all ciphers at
# once. (in-kernel.sh has what does not depend on the cipher, with AES.)
# Arguments: ciphers to test (default: all).

. "$(dirname "$0")/lib.sh"

# 1 MiB - 1 takes 17 frames, and no request gets more than half of them.
frames=36
case_geometry="frame=$frame_size arena=$((frame_size * frames))"
parts=("${new_ciphers[@]}")
choose_parts "$@"

# reference CIPHER: what to compare it with; the kernel's own where it has one.
reference()
{
	[ "$1" = aes ] || ! grep -q "^driver *: $1-generic\$" /proc/crypto || echo "reference=$1-generic"
}

# device_did_all CIPHER: in every mode.
device_did_all()
{
	local mode count

	for mode in "${modes[@]}"; do
		count=$(offloaded "$mode" "$1")
		check "$mode($1): the device did requests # $count" [ "$count" -gt 0 ] &&
			check "$mode($1): none was left to software" [ "$(fallen_back "$mode" "$1")" = 0 ]
	done
}

no_mishap()
{
	[ "$(counter kat.failed verify.mismatch links.killed frames.failed frames.lost)" = 0 ]
}

# all_at_once: a load of each cipher, AES too, side by side.
all_at_once()
{
	local cipher jobs=() job

	for cipher in aes "${parts[@]}"; do
		# shellcheck disable=SC2046 # none or one argument
		kernel_case stress cipher="$cipher" $(reference "$cipher") count=$((8000 * load)) threads=2 depth=48 \
			$case_geometry >"$temp/stress.$cipher" 2>&1 &
		jobs+=($!)
	done
	for job in "${jobs[@]}"; do
		wait "$job"
	done
	for cipher in aes "${parts[@]}"; do
		nested "stress cipher=$cipher among all" cat "$temp/stress.$cipher"
	done
}

ktap_start
modprobe -q -n warpcrypt_ct || skip_all "no warpcrypt_ct.ko"
need_test_module
param min_bytes 0
fixture "a helper is live" start_helper --frames=$frames || ktap_finish
for cipher in "${parts[@]}"; do
	reset_counters
	for name in matrix wrap; do
		# shellcheck disable=SC2046,SC2086 # several arguments
		kernel_test $name cipher="$cipher" $(reference "$cipher") $case_geometry
	done
	device_did_all "$cipher"
	for name in keys keyless weak rekey; do
		# shellcheck disable=SC2046,SC2086 # several arguments
		kernel_test $name cipher="$cipher" $(reference "$cipher") $case_geometry
	done
	check "$cipher: no mishap" no_mishap
done
reset_counters
all_at_once
check "all ciphers at once: no mishap" no_mishap
for cipher in aes "${parts[@]}"; do
	check "$cipher: the device did its part" [ "$(counters "alg\..*-$cipher\.offload_requests")" -gt 100 ]
done
fixture "the helper ends well" stop_helper
ktap_finish
