#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# X25519, edwards25519 and ECDH on P-256: from user space and from inside the kernel, in
# software and through the device, with helpers that die, fail and lie.
# Argument: quick, for kernels that are slow.

. "$(dirname "$0")/lib.sh"

few=(--rounds=20 --iterated=100) some=(--rounds=40) depth=256 deep=1000 least=1000
if [ "${1:-}" = quick ]; then
	few=(--rounds=3 --iterated=3 --batch=100) some=(--rounds=3 --iterated=3) depth=40 deep=200 least=200
fi

mapfile -t groups < <(listed groups)
any_group=$(IFS='|'; echo "${groups[*]}")

# Requests of all groups that the device did; that the software did (because of REASON).
by_device() { counters "alg\\.(base|point)-($any_group)\\.offload_requests"; }
by_software() { counters "alg\\.(base|point)-($any_group)\\.fallback${1:+\\.$1}_requests"; }

# give_vectors: from OpenSSL and tests/reference, for the cases inside the kernel.
give_vectors()
{
	local group

	for group in "${groups[@]}"; do
		"$bin/kpp" --curve="$group" --vectors="$seed" >"/sys/kernel/debug/warpcrypt_test/$group" || return
	done
}

# in_kernel: many in flight, all groups.
in_kernel()
{
	local group

	for group in "${groups[@]}"; do
		kernel_test kpp group=$group "$@"
	done
}

# under_fault DESCRIPTION REASON FAULT...: right results, some of them from software for this reason.
under_fault()
{
	local what=$1 reason=$2
	shift 2

	fixture "a helper that $what" start_hostile "$@" || return
	reset_counters
	nested "a helper that $what: results" "$bin/kpp" "${few[@]}"
	check "a helper that $what: some in software # $(by_software "$reason") requests" [ "$(by_software "$reason")" -gt 0 ]
}

# process_is PID STATE...: is a process in one of these states?
process_is()
{
	local stat

	read -r stat 2>/dev/null <"/proc/$1/stat" || return
	stat=${stat##*) }
	[[ " ${*:2} " == *" ${stat%% *} "* ]]
}

# A process that is killed while the device has its requests ends at once. They come back later, and then the socket goes.
killed()
{
	local job before

	fixture "a helper is live" start_helper
	param deadline_ms 600000
	reset_counters
	signal_helpers STOP
	"$tests/kpp-socket" hold >"$temp/hold" 2>&1 &
	job=$!
	wait_for grep -qs ready "$temp/hold"
	# It waits for the device, in a state that only a fatal signal ends.
	check "a process waits for the device" wait_for process_is "$job" D
	kill -KILL "$job"
	check "when it is killed, it ends" wait_for ended "$job" || kill_helper
	wait "$job"
	check "before the device has done anything" [ "$(counter links.killed)$(by_device)$(by_software)" = 000 ]
	signal_helpers CONT
	check "which does it then" wait_for eval '[ "$(by_device)" = 100 ]'
	fixture "the helper ends well" stop_helper
	check "nothing is left in use" wait_for rmmod algif_kpp
	modprobe algif_kpp
	set_defaults
}

ktap_start
need_test_module
modprobe algif_kpp || skip_all "no algif_kpp.ko"
fixture "results of other implementations" give_vectors

reset_counters
nested "in software" "$bin/kpp" "${few[@]}"
in_kernel depth=$((depth / 4))
check "in software: all of it # $(by_software no_helper) requests" [ "$(by_software no_helper)" -gt $least ]
check "in software: nothing by a device" [ "$(by_device)" = 0 ]

fixture "a helper is live" start_helper
# Emulated machines with sanitizers need seconds for a frame, and more if they are not alone.
param deadline_ms 60000
reset_counters
nested "by the device" "$bin/kpp" "${some[@]}"
has_python "the interface" && nested "the interface" "$tests/kpp-socket"
in_kernel depth=$depth
for group in "${groups[@]}"; do
	kernel_test kpp-errors group=$group
done
check "by the device: all of it # $(by_device) requests" [ "$(by_software)" = 0 ] ||
	note "$(grep -E '(25519|p256)\.fallback.* [1-9]' "$debug/stats")"
reset_counters
in_kernel depth=$deep
# Two frames hold 1022, which come at once: some wait, some go to the software.
fixture "a helper with two frames is live" start_helper --frames=2
param deadline_ms 60000
reset_counters
queued_test 'backlog\.queued' kpp depth=1500
check "more than there is room for" [ "$(counter backlog.queued)" -gt 0 ]
requests=$(counter requests.committed)
committed=$(counter frames.committed)
check "many in a frame # $requests requests in $committed frames" [ $((requests - committed)) -gt 1000 ]
fixture "a helper is live" start_helper

param verify 1
reset_counters
in_kernel depth=$depth
check "all verified" [ "$(counter verify.done)" = "$(by_device)" ]
check "no mismatch" [ "$(counter verify.mismatch)" = 0 ]
under_fault "flips bits, verified" no_helper --wrong-every=3
check "it was found" [ "$(counter verify.mismatch)" -ge 1 ]
check "and is out of service" wait_state down
# On P-256 alone, so that it is found there.
fixture "a helper that flips bits again" start_hostile --wrong-every=3
reset_counters
nested "a helper that flips bits on P-256, verified" "$bin/kpp" --curve=ecdh-nist-p256 --rounds=3 --batch=33
check "it was found, too" [ "$(counter verify.mismatch)" -ge 1 ]
check "P-256 was through the device # $(counters 'alg\.(base|point)-ecdh-nist-p256\.offload_requests') requests" \
	[ "$(counters 'alg\.(base|point)-ecdh-nist-p256\.offload_requests')" -gt 0 ]
param verify 0

has_python "a process that is killed while it waits" && killed
under_fault "fails frames" frame_error --fail-every=3
param deadline_ms 300
under_fault "holds frames" deadline --hold-after=50
param deadline_ms 60000
under_fault "dies" helper_died --die-after=50
stop_helper
check "the module can go" rmmod algif_kpp
ktap_finish
