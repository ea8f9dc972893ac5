#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# warpcrypt-bench kernel-api with several submitters: it measures what it says. Rates are not tested.

. "$(dirname "$0")/lib.sh"

bench=$(program warpcrypt-bench)
# Few bytes and deep enough that there are few turns of user space.
short=(--sizes 4096 --depths 32 --buffer 1M --runs 1 --time 50 --backlog)

clean_up_more() { [ -z "${pid-}" ] || kill -KILL "$pid" 2>/dev/null; }

# api ARG...: its output is in $temp/out.
api() { "$bench" kernel-api "$@" >"$temp/out" 2>&1 </dev/null; }

# json NAME: the values of that name in the report, one a line.
json() { sed -n "s/^ *\"$1\": \"\\?\\([^\",]*\\)\"\\?,\\?\$/\\1/p" "$temp/json"; }

# all TEST NUMBER NAME COUNT: there are COUNT values of that name, and "test VALUE TEST NUMBER" holds for each.
all()
{
	local values value

	mapfile -t values < <(json "$3")
	for value in "${values[@]}"; do
		test "$value" "$1" "$2" || break
		value=""
	done
	[ -z "${value-}" ] && [ ${#values[@]} = "$4" ] && return
	note "$3: ${values[*]}, wanted $4 values $1 $2"
	return 1
}

# measured ARG...: a run whose report is in $temp/json; prints what went wrong.
measured()
{
	api "${short[@]}" --json "$temp/json" "$@" && return
	note "exit status $?: $(cat "$temp/out")"
	return 1
}

# refused WHAT ARG...: exit status 2 and one line that has WHAT.
refused()
{
	local what=$1 status=0 lines
	shift

	api --alg xts-aes-warpcrypt "$@" || status=$?
	mapfile -t lines <"$temp/out"
	[ $status = 2 ] && [ ${#lines[@]} = 1 ] && [[ ${lines[0]} == "warpcrypt-bench: "*"$what"* ]] && return
	note "exit status $status, ${#lines[@]} lines: ${lines[*]}"
	return 1
}

# fails WHAT ARG...: exit status 1, and WHAT in its last line.
fails()
{
	local what=$1 status=0 lines
	shift

	api "${short[@]}" "$@" || status=$?
	mapfile -t lines <"$temp/out"
	[ $status = 1 ] && [[ ${lines[-1]} == *"$what"* ]] && return
	note "exit status $status: ${lines[*]}"
	return 1
}

# threads: how many of its kernel threads there are.
threads()
{
	local comm word count=0

	for comm in /proc/[0-9]*/comm; do
		read -r word 2>/dev/null <"$comm" && [[ $word == wcb/* ]] && ((count++))
	done
	echo $count
}

# wait_threads COUNT [SECONDS]
wait_threads()
{
	local ticks=$((${2:-60} * 10))

	until [ "$(threads)" = "$1" ]; do
		((ticks-- > 0)) || { note "$(threads) threads, wanted $1"; return 1; }
		pause 0.1
	done
}

# interrupted SIGNAL ARG...: ended by a signal while its submitters are under way. (Not SIGINT, which what bash starts
# in the background ignores.)
interrupted()
{
	local signal=$1 status
	shift

	"$bench" kernel-api "${short[@]}" --submitters 3 --time 600000 "$@" >"$temp/out" 2>&1 </dev/null &
	pid=$!
	# After the warm-up (50 ms) or in it.
	wait_threads 3 && kill "-$signal" $pid
	# bash tells of a killed one on stderr.
	{ wait $pid; } 2>/dev/null
	status=$?
	pid=""
	[ $status -gt 128 ] && wait_threads 0 && return
	note "exit status $status: $(cat "$temp/out")"
	return 1
}

ktap_start
[ -x "$bench" ] || skip_all "no warpcrypt-bench"
need_module
modprobe warpcrypt_bench || skip_all "no warpcrypt_bench.ko"
fixture "a helper is live" start_helper || ktap_finish

for tfms in own shared; do
	before=$(offloaded xts)
	# Two ciphers, by 1 and by 3.
	if check "1 and 3 submitters, $tfms tfms: the bytes of one submitter" \
		measured --alg "xts-aes-warpcrypt,ctr-aes-warpcrypt" --submitters 1,3 --tfms "$tfms" --check; then
		checked=$(grep -c '^# checked: .* 1048576 bytes as one' "$temp/out")
		check "$tfms: all were compared # $checked" [ "$checked" = 4 ]
		check "$tfms: no errors" all -eq 0 errors 4
		check "$tfms: requests were done" all -gt 0 requests 4
		check "$tfms: the report says how" [ "$(json submitters | tr '\n' ' ')$(json tfms | sort -u | tr '\n' ' ')" = "1 3 $tfms " ]
		# 256 of a pass, three passes, two numbers of submitters.
		check "$tfms: through the device # $(offloaded xts) requests, before $before" \
			[ $(($(offloaded xts) - before)) -ge $((256 * 3 * 2)) ]
	fi
done
check "pieces that do not divide the buffers, 5 submitters" \
	measured --alg xts-aes-warpcrypt --sizes 3008 --submitters 5 --check
check "one submitter as ever" measured --alg xts-aes-warpcrypt --loop
check "which reports no kernel threads" [ -z "$(json submitters)" ]

if check "key agreements: 3 submitters give the points that one gives" \
	measured --alg curve25519-warpcrypt:offload --sizes 32 --submitters 3 --check; then
	check "key agreements: no errors" all -eq 0 errors 1
	check "key agreements: the device did them" [ "$(json offloaded)" = 1.0000 ]
fi
check "public keys" measured --alg edwards25519-warpcrypt:offload --base --sizes 32 --submitters 2
check "public keys: no errors" all -eq 0 errors 1
check "some points are none" fails "requests failed" --alg edwards25519-warpcrypt --sizes 32 --submitters 1
choice=$(cat "$parameters/choice")
check "the same cipher in software" measured --alg xts-aes-warpcrypt:software --submitters 1
check "the device did nothing" [ "$(json offloaded)" = 0.0000 ]
check "and by the device" measured --alg xts-aes-warpcrypt:offload --submitters 1
check "the device did all" [ "$(json offloaded)" = 1.0000 ]
check "an unknown choice" fails "cannot write many" --alg xts-aes-warpcrypt:many --submitters 1
check "the parameter is what it was # $choice" [ "$(cat "$parameters/choice")" = "$choice" ]
check "three ways in turn" measured --alg ctr-aes-warpcrypt:software,ctr-aes-warpcrypt:offload,ctr-aes-warpcrypt:auto \
	--sizes 512,1M --depths 1,8 --buffer 16M --submitters 1
check "each at four points" [ "$(json choice | sort | uniq -c | tr -s ' \n' ' ')" = " 4 auto 4 offload 4 software " ]
check "the parameter is what it was before" [ "$(cat "$parameters/choice")" = "$choice" ]

check "no algorithm: all submitters end" fails "no such algorithm" --alg no-such --submitters 4
check "a bad key: all submitters end" fails "no key of this length" --alg xts-aes-warpcrypt --key-bytes 5 --submitters 4
check "none is left" wait_threads 0
check "terminated" interrupted TERM --alg xts-aes-warpcrypt
check "killed, with one tfm for all" interrupted KILL --alg xts-aes-warpcrypt --tfms shared
check "the helper is live still" [ "$(state)" = live ]

check "0 submitters" refused "--submitters: '0'" --submitters 1,0
check "65 submitters" refused "--submitters: '65'" --submitters 65
check "submitters that are no number" refused "--submitters: 'x'" --submitters x
check "an unknown kind of tfms" refused "--tfms: 'both'" --submitters 2 --tfms both
check "points of another length" refused "--sizes: points of curve25519-warpcrypt have 32 bytes" \
	--alg curve25519-warpcrypt --sizes 32,64
check "no request for each" refused "--buffer: " --submitters 3 --buffer 1M --sizes 512k
check "options of submitters without them" refused "go with --submitters" --check
fixture "unload it" rmmod warpcrypt_bench
ktap_finish
