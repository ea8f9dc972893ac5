#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Random ioctls while requests come in; then a real helper has to work.
# Arguments: of tests/fuzz, --seconds=N and --seed=N. An hour: --seconds=3600.

. "$(dirname "$0")/lib.sh"

seconds=${WARPCRYPT_FUZZ_SECONDS:-6}
for arg in "$@"; do
	case $arg in
	--seconds=*)	seconds=${arg#*=} ;;
	esac
done

ktap_start
need_test_module
# One half with known answers, the other live at once.
param deadline_ms 300
for kat in 1 0; do
	param kat $kat
	kernel_case stress seconds="$seconds" threads=2 depth=20 check=0 >"$temp/traffic" &
	traffic=$!
	nested "random calls, kat=$kat" "$bin/fuzz" "$@" --seconds="$seconds"
	wait $traffic
	check "all requests ended well meanwhile" grep -q '^ok 1' "$temp/traffic" || note "$(cat "$temp/traffic")"
done
set_defaults
check "a real helper is live" start_helper
kernel_test lengths mode=xts
check "the device did that" more alg.xts-aes.offload_requests 0
ktap_finish
