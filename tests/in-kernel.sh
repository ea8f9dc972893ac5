#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Requests from inside the kernel, compared with the generic implementation,
# and the counters' word that the device did them.
# Arguments: cases to run (default: all).

. "$(dirname "$0")/lib.sh"

ktap_start
need_test_module
param min_bytes 0

# device_did CASE [ARG...]: the case, and that every mode it names went through the device.
device_did()
{
	local mode stats line name value only=""

	for mode in "${modes[@]}"; do
		[[ " $* " != *" mode=$mode "* ]] || only=$mode
	done
	reset_counters
	# shellcheck disable=SC2086 # several arguments
	kernel_test "$@" $case_geometry
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

cases_all=(lengths long border stealing scatter alignment random chain wrap keys keyless partial weak rekey many
	threads tfms softirq resubmit stress)
cases=("${@:-${cases_all[@]}}")

check "a helper is live" start_helper || ktap_finish
for name in "${cases[@]}"; do
	case $name in
	# Only errors, or only modes with what is tested.
	stealing|weak)	device_did "$name" mode=xts ;;
	wrap)		device_did "$name" mode=ctr ;;
	chain)		device_did "$name" mode=cbc; device_did "$name" mode=ctr ;;
	keyless)	kernel_test "$name" ;;
	many)		device_did "$name" count=300 ;;
	stress)		device_did "$name" count=$((10000 * load)) ;;
	*)		device_did "$name" ;;
	esac
done
check "the helper ends well" stop_helper
ktap_finish
