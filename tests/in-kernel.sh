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
	local before mode only=""
	local -A were

	for mode in "${modes[@]}"; do
		were[$mode]=$(offloaded "$mode")
		[[ " $* " != *" mode=$mode "* ]] || only=$mode
	done
	before=$(counter kat.failed verify.mismatch links.killed)
	kernel_test "$@" $case_geometry
	for mode in ${only:-${modes[@]}}; do
		if [ "$(offloaded "$mode")" -le "${were[$mode]}" ]; then
			fail "$1: the device did nothing in $mode"
		fi
	done
	check "$1: the helper lived through it" [ "$(counter kat.failed verify.mismatch links.killed)" = "$before" ]
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
	stress)		device_did "$name" seconds=3 ;;
	*)		device_did "$name" ;;
	esac
done
check "the helper ends well" stop_helper
ktap_finish
