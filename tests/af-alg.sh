#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Requests from user space: by many sockets and threads at once, and in every way of AF_ALG that differs for a driver.

. "$(dirname "$0")/lib.sh"

all_offloaded() { [ "$(offloaded "$1")" -gt 0 ] && [ "$(fallen_back "$1")" = 0 ]; }

ktap_start
need_module
param min_bytes 0
# A slot for each socket, and frames that take CBC's longest.
fixture "a helper is live" start_helper --frame-size=262144 --key-slots=128 || ktap_finish
reset_counters
nested "8 threads" "$bin/af-alg" --suffix=$af_alg_suffix --threads=8 --rounds="${WARPCRYPT_ROUNDS:-15}"
for mode in "${modes[@]}"; do
	check "$mode: all done by the device" all_offloaded "$mode" ||
		note "$(grep "alg.$mode-aes.fallback" "$debug/stats" | grep -v ' 0$')"
done
reset_counters
nested "in every way" "$bin/af-alg" --suffix=$af_alg_suffix --seed="$seed"
check "in every way: the device did it # $(counters 'alg\..*\.offload_requests')" \
	[ "$(counters 'alg\..*\.fallback_requests')" = 0 -a "$(counters 'alg\..*\.offload_requests')" -gt 400 ]
fixture "the helper ends well" stop_helper
# The same answers without a helper.
nested "without a helper" "$bin/af-alg" --suffix=$af_alg_suffix --threads=2 --rounds=5
ktap_finish
