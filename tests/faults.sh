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
	faults_at 0
	[ -z "$user" ] || kill "$user" 2>/dev/null
	[ -z "$fio" ] || kill "$fio" 2>/dev/null
	wait $user $fio 2>/dev/null
	close_plain_volume
}

# faults_at PERCENT: how many allocations and copies of tasks that are marked fail; fail-nth works with 0, too.
faults_at()
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
			probability $1
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
	check "and works" "$bin/af-alg" --suffix="$af_alg_suffix" --threads=1 --rounds=2 >"$temp/out"
}

# marked COMMAND...: with faults at random.
marked()
{
	# The mark is inherited.
	(
		trap - EXIT
		echo 1 >/proc/self/make-it-fail
		exec "$@"
	)
}

# Users of AF_ALG and helpers come and go, all with faults, until the file "enough" exists.
disturb()
{
	local round

	trap - EXIT
	for ((round = 0; round < 100000; round++)); do
		[ ! -e "$temp/enough" ] || break
		marked "$bin/fault-nth" skcipher "xts-aes-$af_alg_suffix" --first=1000000 >/dev/null 2>&1 || :
		echo $round >"$temp/disturbed"
	done
}

rounds_of_helpers()
{
	local round

	for ((round = 0; round < $1; round++)); do
		wait_state down
		( echo 1 >/proc/self/make-it-fail; exec "$warpcryptd" --backend=cpu --threads=1 "${geometry[@]}" ) \
			>"$temp/helper.log" 2>&1 </dev/null &
		helper=$!
		# Live, or ended by a fault.
		wait_for live_or_gone
		pause 0.3
		kill_helper 2>/dev/null
		helper=""
	done
}

live_or_gone() { in_state live || ! helper_alive; }

run_random()
{
	local attached

	fixture "a helper is live" start_helper || return
	fixture "a volume of ours is open" open_plain_volume 48M || return
	rm -f "$temp/enough"
	fio --name=verify --filename=/dev/mapper/$volume --rw=randwrite --bs=4k --direct=1 --size=32M --iodepth=16 \
		--ioengine=libaio --verify=crc32c --verify_fatal=1 --verify_backlog=128 --verify_state_save=0 --loops=100 \
		--output-format=terse --output="$temp/fio" >"$temp/fio.errors" 2>&1 &
	fio=$!
	attached=$(counter links.attached)
	disturb &
	user=$!
	stop_helper
	faults_at 1
	rounds_of_helpers $((15 * load))
	faults_at 0
	touch "$temp/enough"
	wait "$user"
	user=""
	check "fio is still writing and reading back" kill -0 $fio
	kill $fio
	wait $fio 2>/dev/null
	fio=""
	check "and saw no error" [ ! -s "$temp/fio.errors" ] || note "$(tail "$temp/fio.errors")"
	check "helpers attached meanwhile # $(($(counter links.attached) - attached))" more links.attached "$attached"
	check "faults hit ATTACH, ENTER or a user # $(<"$temp/disturbed") users" [ "$(<"$temp/disturbed")" -gt 0 ]
	fixture "a helper is live" start_helper
	fixture "the volume closes" close_plain_volume
}

ktap_start fio cryptsetup modinfo
[ -e /proc/self/fail-nth ] || skip_all "this kernel has no fault injection"
need_module
faults_at 0
for part in "${parts[@]}"; do
	run_$part
done
ktap_finish
