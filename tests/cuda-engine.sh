#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The CUDA engine where there is no GPU: with a driver library that emulates the
# GPU's threads (tests/unit/fake_cuda.c) it passes the known answers of all
# ciphers and groups, and serves all ciphers at once. Then calls of the driver fail
# under load: all results are right, and the GPU serves again. (test-cuda-faults
# does that with every place that calls the driver.) Then two GPUs and the CPUs are
# one attachment: the first fails, and the others go on.

. "$(dirname "$0")/lib.sh"

export LD_LIBRARY_PATH=$bin/../fake-cuda

# --- the emulated GPU's control file: tests/unit/fake_cuda.h

export WARPCRYPT_FAKE_CUDA=""

# gpu_set NUMBER VALUE; gpu_get NUMBER: its NUMBERth 32-bit word.
gpu_set()
{
	local i bytes=""

	for i in 0 8 16 24; do
		bytes+=$(printf '\\x%02x' $(($2 >> i & 255)))
	done
	printf '%b' "$bytes" | dd of="$WARPCRYPT_FAKE_CUDA" bs=4 seek="$1" conv=notrunc 2>/dev/null
}
gpu_get()
{
	local word

	read -r word < <(od -A n -t u4 -j $(($1 * 4)) -N 4 "$WARPCRYPT_FAKE_CUDA")
	echo "$word"
}

fail_at=0 fault=1 calls=2 injected=3 lost=4 unwiped=5 gpus=7 fail_on=8
gpu_called() { [ "$(gpu_get $calls)" -gt "$1" ]; }
gpu_failed() { [ "$(gpu_get $injected)" = 1 ]; }

# gpu_serves: the helper is live with it, and its calls grow with traffic. (So do those of the supervisor, which looks
# whether a GPU that is out of service answers again.)
gpu_serves()
{
	local before

	[[ $(grep -E 'live: |out of service' "$temp/helper.log" | tail -n 1) == *live:*cuda0* ]] || return
	before=$(gpu_get $calls)
	kernel_case stress cipher=aes count=20 threads=1 depth=4 >"$temp/again" 2>&1 || return
	in_state live && gpu_called $((before + 20))
}

# cpus_serve: what is offloaded is not done by the GPU.
cpus_serve() { grep -q 'cuda0 is out of service, the others go on' "$temp/helper.log" && in_state live; }

# faulty NAME NUMBER: one call fails under load.
faulty()
{
	local job

	gpu_set $injected 0
	kernel_case stress cipher=aes count=0 threads=2 depth=8 >"$temp/stress" 2>&1 &
	job=$!
	gpu_set $fault "$2"
	gpu_set $fail_at 1
	check "$1: a call has failed" wait_for gpu_failed
	if [ "$1" = lost ]; then
		check "$1: the CPUs serve" wait_for cpus_serve
		gpu_set $lost 0
	fi
	stop_loads
	wait $job
	nested "$1: all results were right" cat "$temp/stress"
	check "$1: the GPU serves again" wait_for gpu_serves
	check "$1: nothing was left on the device unwiped" [ "$(gpu_get $unwiped)" = 0 ]
	check "$1: the supervisor is the same" helper_alive
}

# engine_did NAME: how many requests an engine of the helper has done.
engine_did()
{
	rm -f "$temp/stats"
	kill -USR1 "$helper"
	wait_for [ -e "$temp/stats" ]
	sed -n "s/^engine\.$1\.requests //p" "$temp/stats"
}

# others_grow: the engines that go on do more requests than $before.
others_grow() { [ $(($(engine_did cuda1) + $(engine_did cpu))) -gt $((before + 100)) ]; }

# lacks TEXT FILE
lacks() { ! grep -q -- "$1" "$2"; }

# all_are_live: the helper has attached again, with all engines.
all_are_live() { [ "$(grep -c 'live: cuda0, cuda1, cpu,' "$temp/helper.log")" = $((attachments + 1)) ] && in_state live; }

ktap_start
[ -e "$LD_LIBRARY_PATH/libcuda.so.1" ] || skip_all "built without nvcc"
need_test_module
param min_bytes 0
reset_counters
fixture "a helper with the CUDA engine is live" start_helper --backend=cuda --threads=2 || ktap_finish
check "its GPU is emulated" grep -q 'backend cuda0: a GPU emulated by this machine' "$temp/helper.log"
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
check "no mishap" \
	[ "$(counter kat.failed verify.mismatch links.killed frames.failed frames.lost)" = 0 ]
fixture "the helper ends well" stop_helper

WARPCRYPT_FAKE_CUDA=$temp/gpu
truncate -s 1M "$WARPCRYPT_FAKE_CUDA"
fixture "a helper that chooses its engine is live" start_helper --backend=auto || ktap_finish
check "it chose the GPU" grep -q 'backend cuda0: ' "$temp/helper.log"
faulty resources 1
faulty launch 2
faulty lost 3
# It is out of service at half the deadline; the other half, 26 s, is the time to notice it in, on a busy machine.
faulty hang 4
check "it was noticed" grep -q 'cuda0 is out of service, the others go on: it does not answer' "$temp/helper.log"
check "no attachment was killed" [ "$(counter links.killed)" = 0 ]
fixture "the helper ends well" stop_helper

gpu_set $gpus 2
gpu_set $injected 0
reset_counters
fixture "a helper with two GPUs and the CPUs measures them" start_helper --backend=auto --measure=100 || ktap_finish
check "the module takes the rates that were measured" lacks 'does not take' "$temp/helper.log"
fixture "it ends well" stop_helper
# Without rates all that are not short go to the first engine: whichever is fast here, the first GPU is called.
fixture "a helper with two GPUs and the CPUs is live" start_helper --backend=auto || ktap_finish
for engine in cuda0 cuda1 cpu; do
	check "$engine has done its known answers" [ "$(engine_did $engine)" -gt 50 ]
done
attachments=$(grep -c 'live: cuda0, cuda1, cpu,' "$temp/helper.log")
kernel_case stress cipher=aes count=0 threads=2 depth=8 >"$temp/stress" 2>&1 &
job=$!
# Until it is repaired the first one cannot come back.
gpu_set $fail_on 1
gpu_set $fault 3
gpu_set $fail_at 1
check "a call has failed" wait_for gpu_failed
check "the others serve" wait_for cpus_serve
before=$(($(engine_did cuda1) + $(engine_did cpu)))
check "they go on" wait_for others_grow
check "in the same attachment" [ "$(grep -c 'live: ' "$temp/helper.log")" = "$attachments" ]
check "the module has retired one engine" [ "$(counter engines.retired)" = 1 ]
gpu_set $lost 0
stop_loads
wait $job
nested "all results were right" cat "$temp/stress"
check "no attachment was killed" [ "$(counter links.killed)" = 0 ]
check "the first GPU comes back" wait_for all_are_live
fixture "the helper ends well" stop_helper
ktap_finish
