#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Random ioctls while requests come in; then a real helper has to work.
# Arguments: of tests/fuzz, --calls=N, --seconds=N and --seed=N. An hour by hand: --seconds=3600.

. "$(dirname "$0")/lib.sh"

limit=--calls=$((5000 * load))
[ -z "${WARPCRYPT_FUZZ_SECONDS:-}" ] || limit=--seconds=$WARPCRYPT_FUZZ_SECONDS

ktap_start
need_test_module
# One half with known answers, the other live at once.
param deadline_ms 300
for kat in 1 0; do
	param kat $kat
	kernel_case stress count=0 threads=2 depth=20 check=0 >"$temp/traffic" &
	traffic=$!
	nested "random calls, kat=$kat" "$bin/fuzz" --seed="$seed" "$limit" "$@"
	stop_loads
	wait $traffic
	check "all requests ended well meanwhile" grep -q '^ok 1' "$temp/traffic" || note "$(cat "$temp/traffic")"
done
set_defaults
check "a real helper is live" start_helper
kernel_test lengths mode=xts
check "the device did that" more alg.xts-aes.offload_requests 0
ktap_finish
