#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Which of two engines does what, by the rates that the helper has given: one on CPUs that is near and computes chains
# fast, and one on a GPU that is far away, has twenty times the throughput and computes chains slowly. (Both are emulated:
# only what the module does with their rates is looked at.)

. "$(dirname "$0")/lib.sh"

bench=$(program warpcrypt-bench)
# Ns for a lone request, bytes a second, ns for a block of a chain.
cpu=--engine=cpu,20000,2000000000,5
gpu=--engine=gpu,60000,40000000000,100

# requests ENGINE: what it has done since the counters were reset.
requests() { counter "engine.$1.requests"; }
software() { counter "alg.$1-sm4.fallback_requests"; }

# load MODE BYTES DEPTH [ARG...]
load()
{
	reset_counters
	"$bench" kernel-api --alg "$1-sm4-warpcrypt" --key-bytes "${key_bytes:-16}" --sizes "$2" --depths "$3" \
		--buffer 16M --runs 1 --time 100 "${@:4}" >"$temp/bench" 2>&1 && return
	note "$(cat "$temp/bench")"
	return 1
}

# retire_one_by_load: has an engine gone out of service?
retire_one_by_load() { load cbc 16 1 && [ "$(faults retired)" -gt 0 ]; }

# all_by ENGINE DESCRIPTION MODE BYTES [ARG...]: one after the other; ENGINE does all of them.
all_by()
{
	local engine=$1 what=$2
	shift 2

	if ! load "$1" "$2" 1 "${@:3}"; then
		fail "$what"
		return
	fi
	check "$what # $(requests "$engine"), the other $(requests $((1 - engine)))" \
		[ "$(requests "$engine")" -gt 0 -a "$(requests $((1 - engine)))" = 0 ]
	check "$what: software does nothing" [ "$(software "$1")" = 0 ]
}

ktap_start
need_module
modprobe warpcrypt_bench || skip_all "no warpcrypt_bench.ko"
param min_bytes 0

fixture "engine 0 is on CPUs, engine 1 is a GPU" start_hostile "$cpu" "$gpu" || ktap_finish
all_by 0 "long chains go to the CPUs" cbc 32768
all_by 0 "short requests do" cbc 16 --decrypt
all_by 1 "what is long and has no chain goes to the GPU" cbc 196608 --decrypt
all_by 1 "also in another mode" ctr 196608
key_bytes=32 fixture "64 in flight" load xts 32768 64
check "the CPUs and the GPU do some # $(requests 0) and $(requests 1)" [ "$(requests 0)" -gt 0 -a "$(requests 1)" -gt 0 ]

fixture "the other way round" start_hostile "$gpu" "$cpu"
all_by 1 "long chains go to the CPUs still" cbc 32768
all_by 0 "what has no chain to the GPU" cbc 196608 --decrypt

fixture "without rates" start_hostile --engine=gpu --engine=cpu
all_by 0 "the first engine does all: chains" cbc 32768
all_by 0 "and others" cbc 196608 --decrypt

fixture "one that has no rates, and one that has" start_hostile --engine=gpu "$cpu"
all_by 1 "the one that has does all" cbc 196608 --decrypt

fixture "one of them will be retired" start_hostile "$gpu" "$cpu" --retire-every=40
fixture "it is" wait_for retire_one_by_load
check "the other does all that follows" load cbc 32768 1
check "by counters # $(requests 0) and $(requests 1)" \
	[ "$(counter engine.0.requests engine.1.requests)" -gt 0 -a "$(software cbc)" = 0 ]
ktap_finish
