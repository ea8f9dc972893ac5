#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The CUDA engine where there is no GPU: with a driver library that plays the
# GPU's threads (tests/unit/fake_cuda.c) it passes the known answers of all
# ciphers and of 25519, and serves all ciphers at once.

. "$(dirname "$0")/lib.sh"

export LD_LIBRARY_PATH=$bin/../fake-cuda

ktap_start
[ -e "$LD_LIBRARY_PATH/libcuda.so.1" ] || skip_all "built without nvcc"
need_test_module
param min_bytes 0
reset_counters
fixture "a helper with the CUDA engine is live" start_helper --backend=cuda --threads=2 || ktap_finish
check "its GPU is played" grep -q 'backend cuda: a GPU played by this machine' "$temp/helper.log"
check "known answers passed" [ "$(counter kat.passed)" = 1 ]
jobs=()
for cipher in "${ciphers[@]}"; do
	kernel_case stress cipher="$cipher" count=$((300 * load)) threads=1 depth=8 >"$temp/stress.$cipher" 2>&1 &
	jobs+=($!)
done
for job in "${jobs[@]}"; do
	wait "$job"
done
for cipher in "${ciphers[@]}"; do
	nested "stress cipher=$cipher among all" cat "$temp/stress.$cipher"
	check "$cipher: the engine did its part" [ "$(counters "alg\..*-$cipher\.offload_requests")" -gt 10 ]
done
check "no mishap" [ "$(counter kat.failed verify.mismatch links.killed frames.failed frames.lost)" = 0 ]
fixture "the helper ends well" stop_helper
ktap_finish
