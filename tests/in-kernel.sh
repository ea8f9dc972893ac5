#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Requests from inside the kernel, compared with the generic implementation,
# and checked by the counters: the device did them.
# Arguments: cases to run (default: all); sync, as the first: with the
# synchronous algorithms.

. "$(dirname "$0")/lib.sh"

parts=(lengths long border stealing matrix random wrap keys keyless weak rekey many stress softirq resubmit nested)
kind=()
if [ "${1:-}" = sync ]; then
	shift
	kind=(suffix=warpcrypt-sync sleep=1)
	# In softirq software does the synchronous requests, and in callbacks.
	parts=("${parts[@]/#softirq/}")
	parts=("${parts[@]/#nested/}")
	read -ra parts <<<"${parts[*]/#resubmit/}"
fi
choose_parts "$@"

ktap_start
need_test_module
param min_bytes 0

# device_did CASE [ARG...]: the case; and the device did requests in each of its modes.
device_did()
{
	local mode stats line name value only=""

	for mode in "${modes[@]}"; do
		[[ " $* " != *" mode=$mode "* ]] || only=$mode
	done
	reset_counters
	# shellcheck disable=SC2086 # several arguments
	kernel_test "$@" $case_geometry "${kind[@]}"
	read_stats
	for line in "${stats[@]}"; do
		name=${line% *} value=${line#* }
		case $name in
		alg.*-aes.offload_requests)
			[[ $name == alg.${only:-*}-aes.* ]] || continue
			[ "$value" -gt 0 ] || fail "$1: the device did nothing: $name is 0"
			;;
		kat.failed|verify.mismatch|links.killed|frames.failed|frames.lost)
			[ "$value" = 0 ] || fail "$1: $name is $value"
			;;
		esac
	done
}

fixture "a helper is live" start_helper || ktap_finish
for name in "${parts[@]}"; do
	case $name in
	# Only errors, or only modes with what is tested.
	stealing|weak)	device_did "$name" mode=xts ;;
	wrap)		device_did "$name" mode=ctr ;;
	matrix)		device_did "$name" keylen=32 ;;
	keyless)	kernel_test "$name" "${kind[@]}" ;;
	many)		device_did "$name" count=300 ;;
	stress)		device_did "$name" count=$((10000 * load)) ;;
	*)		device_did "$name" ;;
	esac
done
fixture "the helper ends well" stop_helper
ktap_finish
