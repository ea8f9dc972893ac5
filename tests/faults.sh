#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Allocations and copies to and from user space that fail: each of them once, at
# every place that ATTACH, AF_ALG and module load come by; and at random, in
# helpers and users, while a volume is written and read back. Nothing may be
# wrong, hang or leak; errors are allowed where there was a fault.
# Needs a kernel with fault injection: uml-smp-debug.
# Arguments: parts to run (default: all).

. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2034 # choose_parts
parts=(attach skcipher kpp load random)
choose_parts "$@"
faults=(failslab fail_page_alloc fail_usercopy)
fio="" user=""

clean_up_more()
{
	local pid

	# (wait without a process would wait for the helper.)
	for pid in $user $fio; do
		kill "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	close_plain_volume
}

# What may fail; when, fail-nth says. (Not a share of all of a task's allocations: User-mode Linux, in maybe_map(), does
# not survive that a page table cannot be had while it copies to or from user space, and exec does that.)
faults_may_happen()
{
	local dir name value

	for name in "${faults[@]}"; do
		dir=/sys/kernel/debug/$name
		while read -r name value; do
			[ ! -e "$dir/$name" ] || echo "$value" >"$dir/$name"
		done <<-END
			task-filter Y
			ignore-gfp-wait N
			ignore-gfp-highmem N
			min-order 0
			verbose 0
			interval 1
			times -1
			probability 0
		END
	done
}

# each_once DESCRIPTION ARG...: an operation of fault-nth. How many faults there were is no part of the case's name.
each_once()
{
	local description=$1 status=0 line
	shift

	"$bin/fault-nth" "$@" >"$temp/faults" 2>&1 || status=$?
	mapfile -t lines <"$temp/faults"
	line=${lines[-1]-}
	if [ $status = 0 ] && [[ $line =~ ^faults=([0-9]+)\ errors=([0-9]+) ]] && [ "${BASH_REMATCH[2]}" -gt 0 ]; then
		pass "$description # $line"
	else
		fail "$description # exit status $status"
		note "$(tail -n 20 "$temp/faults")"
	fi
}

run_attach()
{
	make_way
	param kat 0
	each_once "ATTACH and ENTER" attach
	param kat 1
	wait_state down
}

run_skcipher()
{
	fixture "a helper is live" start_helper || return
	# shellcheck disable=SC2154 # builtins.sh
	each_once "a request by AF_ALG" skcipher "xts-aes-$af_alg_suffix"
	each_once "one of Kuznyechik" skcipher "ctr-kuznyechik-$af_alg_suffix"
	check "the helper is live" in_state live
}

run_kpp()
{
	modprobe algif_kpp
	fixture "a helper is live" start_helper || return
	each_once "a public key by AF_ALG" kpp curve25519-warpcrypt
	each_once "one of P-256" kpp ecdh-nist-p256-warpcrypt
	check "the helper is live" in_state live
}

module_file() { modinfo -n warpcrypt; }

run_load()
{
	local file

	unload_module || rmmod algif_kpp
	unload_module
	file=$(module_file)
	# (Every 29th of some thousands; the seed says which.)
	each_once "loading the module" load "$file" --first=$((1 + seed % 29)) --step=29
	fixture "it is loaded" load_module
	fixture "a helper is live" start_helper
	check "and works" eval '"$bin/af-alg" --suffix="$af_alg_suffix" --threads=1 --rounds=2 >"$temp/out"'
}

# Users of AF_ALG come and go, each with a fault, until the file "enough" exists.
disturb()
{
	local round=0

	trap - EXIT
	until [ $round != 0 ] && [ -e "$temp/enough" ]; do
		"$bin/fault-nth" skcipher "xts-aes-$af_alg_suffix" --random=20 >"$temp/user.log" 2>&1 ||
			cat "$temp/user.log" >>"$temp/wrong"
		echo $((++round)) >"$temp/disturbed"
	done
}

run_random()
{
	local attached status=0

	fixture "a helper is live" start_helper || return
	fixture "a volume of ours is open" open_plain_volume 48M || return
	rm -f "$temp/enough"
	fio --name=verify --filename=/dev/mapper/$volume --rw=randwrite --bs=4k --direct=1 --size=32M --iodepth=16 \
		--ioengine=libaio --verify=crc32c --verify_fatal=1 --verify_backlog=128 --verify_state_save=0 --loops=100 \
		--output-format=terse --output="$temp/fio" >"$temp/fio.errors" 2>&1 &
	fio=$!
	attached=$(counter attach.count)
	disturb &
	user=$!
	stop_helper
	# Each is killed soon after it has begun, if a fault has not ended it before.
	"$bin/hostile-helper" "${geometry[@]}" --counts="$temp/faults" --reattach --lives=$((15 * load)) --kill-after=30 \
		--nth-fault --seed="$seed" >"$temp/helper.log" 2>&1 </dev/null || status=$?
	check "helpers with faults come and go" [ $status = 0 ] || note "$(tail -n 5 "$temp/helper.log")"
	touch "$temp/enough"
	wait "$user"
	user=""
	check "fio is still writing and reading back" not ended "$fio"
	kill $fio
	wait $fio 2>/dev/null
	fio=""
	check "and saw no error" [ ! -s "$temp/fio.errors" ] || note "$(tail "$temp/fio.errors")"
	check "helpers attached meanwhile # $(($(counter attach.count) - attached))" more attach.count "$attached"
	check "faults in ENTER # $(faults nth_fault)" [ "$(faults nth_fault)" -gt 0 ]
	check "users with faults saw errors, or what is right # 20 times $(<"$temp/disturbed")" [ ! -s "$temp/wrong" ] ||
		note "$(tail "$temp/wrong")"
	fixture "a helper is live" start_helper
	fixture "the volume closes" close_plain_volume
}

ktap_start fio cryptsetup modinfo
[ -e /proc/self/fail-nth ] || skip_all "this kernel has no fault injection"
need_module
faults_may_happen
for part in "${parts[@]}"; do
	run_$part
done
ktap_finish
