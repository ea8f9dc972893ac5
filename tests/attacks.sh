#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Attacks of helpers and of users on the bound of waits: no request waits longer than
# four deadlines in the module. Arguments: [--seconds N] [PART...]; N is how long the part
# "all" takes (default 20).

. "$(dirname "$0")/lib.sh"

seconds=20
if [ "${1-}" = --seconds ]; then
	seconds=$2
	shift 2
fi

# Processes of this test that run until it ends them.
others=()

clean_up_more() { stop_others; }

# in_background COMMAND...
in_background()
{
	"$@" >>"$temp/others" 2>&1 </dev/null &
	others+=($!)
}

others_gone()
{
	local pid

	for pid in "${others[@]}"; do
		ended "$pid" || return
	done
}

stop_others()
{
	[ ${#others[@]} = 0 ] || kill -TERM "${others[@]}" 2>/dev/null
	if ! wait_for others_gone; then
		kill -KILL "${others[@]}" 2>/dev/null
		fail "the processes in the background end"
	fi
	others=()
}

# attacked NAME: do all that is in the background still run?
attacked()
{
	local pid running=0

	for pid in "${others[@]}"; do
		ended "$pid" || running=$((running + 1))
	done
	check "$1: the attack went on until the end" [ "$running" = ${#others[@]} ]
	[ "$running" = ${#others[@]} ] || note "$(cat "$temp/others")"
}

# deadline MS: for the module; the bound is a multiple of it. Where the helper has to stay in service it is 5000, the
# default: a machine with other work may not run the helper for a second.
deadline()
{
	param deadline_ms "$1"
	deadline=$1
}

# measure [ARG...]: of tests/latency.c; n, median and worst are what it prints, worst is 0 if nothing came back. A request
# that waits without end comes back when the helper is killed.
measure() { measure_by "" "$@"; }

# measure_by "COMMAND...|" ARG...: the same, by a command that starts it.
measure_by()
{
	local job
	read -ra by <<<"$1"
	shift

	n=0 median=0 worst=0
	"${by[@]}" "$bin/latency" "$@" >"$temp/latency" 2>&1 </dev/null &
	job=$!
	if ! wait_for ended $job; then
		note "$(head -3 "/proc/$job/status")" "$(cat "/proc/$job/stack")"
		[ -z "$helper" ] || kill_helper
		wait $job
		return 1
	fi
	wait $job && read -r _ n _ median _ worst <"$temp/latency" && return
	note "$(cat "$temp/latency")"
	return 1
}

# bounded NAME: did what was measured wait no longer than four deadlines?
bounded()
{
	note "$1: n $n median $median us worst $worst us, deadline $deadline ms"
	check "$1: no request waits longer than 4 deadlines" \
		[ "$n" -gt 0 -a "$worst" -gt 0 -a "$worst" -le $((4 * deadline * 1000)) ]
}

part_bounce()
{
	deadline 1000
	param kat 0
	fixture "bounce: a helper with a bad fetch address" start_hostile --bounce || return
	# Eight failed frames are what kmod/link.c allows.
	measure --count=16
	bounded "bounce"
	check "bounce: the helper is out of service" wait_state down
	stop_helper
	param kat 1
	"$bin/hostile-helper" "${geometry[@]}" --bounce >"$temp/attacker" 2>&1 </dev/null &
	helper=$!
	check "bounce: known answers are not waited for without end" wait_for ended $helper
	stop_helper
	check "bounce: another helper attaches" start_helper
	stop_helper
}

part_fill()
{
	deadline 5000
	param kat 0
	fixture "fill: a helper that gathers without end" start_hostile --fill=0xffffffff || return
	reset_counters
	in_background "$bin/latency" --bytes=196608 --pause-ms=300 --processes=1
	pause 1
	measure --count=3
	bounded "fill"
	attacked "fill"
	# The others' are 196608 bytes each: what is left over are short ones.
	check "fill: short requests went out" [ $(($(counter alg.ecb-aes.offload_bytes) % 196608)) != 0 ]
	stop_others
	stop_helper
}

# flood USERS
flood()
{
	# Nice, because it is the module that is asked whose turn it is, and not the scheduler.
	[ "$1" = 0 ] || in_background nice -n 19 "$bin/latency" --bytes=196608 --uid=65534 --processes="$1"
	pause 1
	measure --seconds="${2:-4}"
	bounded "flood: root beside $1 users"
}

part_flood()
{
	local one

	deadline 5000
	fixture "flood: a helper is live" start_helper || return
	reset_counters
	flood 0 2
	flood 1
	stop_others
	one=$median
	flood 14
	attacked "flood"
	note "flood: root's median is $((median * 100 / (one + !one)))% of that with one user"
	measure --uid=65534 --seconds=4
	bounded "flood: a user's short requests beside 14 others"
	stop_others
	check "flood: requests by the device" [ "$(counters 'alg\..*\.offload_requests')" -gt 0 ]
	check "flood: the helper is live" in_state live
	check "flood: no helper was put out of service" [ "$(counter links.killed)" = 0 ]
	stop_helper
}

part_queues()
{
	if [ "$(nproc)" -lt 2 ]; then
		skip "queues" "one CPU only"
		return
	fi
	deadline 5000
	param kat 0
	fixture "queues: one thread for two queues" start_hostile --queues=2 --delay-ms=2 || return
	# Of these, more than the thread can do: its own queue always has some.
	in_background taskset -c 0 "$bin/latency" --bytes=196608 --processes=8
	pause 1
	measure_by "taskset -c 1" --count=20
	bounded "queues"
	attacked "queues"
	check "queues: the helper is live" in_state live
	stop_others
	stop_helper
}

# busy: until it is killed.
busy() { while :; do :; done; }

part_idle()
{
	local i

	deadline 5000
	fixture "idle: a helper is live" start_helper || return
	reset_counters
	for ((i = 0; i < $(nproc); i++)); do
		in_background eval 'trap - EXIT; busy'
	done
	in_background chrt -i 0 "$bin/latency" --bytes=1048576 --processes=2
	pause 1
	measure --seconds=8
	bounded "idle"
	attacked "idle"
	check "idle: no helper was put out of service" [ "$(counter links.killed)" = 0 ]
	stop_others
	stop_helper
}

# All that a faithful helper permits together.
part_all()
{
	deadline 5000
	fixture "all: a helper is live" start_helper --threads=2 || return
	reset_counters
	in_background "$bin/latency" --bytes=196608 --uid=65534 --processes=14
	in_background chrt -i 0 "$bin/latency" --bytes=1048576 --processes=2
	in_background "$bin/latency" --bytes=4096 --uid=65534 --new-keys=1 --processes=2
	# shellcheck disable=SC2034 # for wait_for
	local patience=$((seconds + 120))
	measure --seconds="$seconds"
	bounded "all"
	attacked "all"
	note "all: $n requests of root in $seconds s, worst wait $((worst / deadline / 10))% of a deadline"
	check "all: no helper was put out of service" [ "$(counter links.killed)" = 0 ]
	stop_others
	stop_helper
}

parts=(bounce fill flood queues idle all)
choose_parts "$@"

ktap_start taskset chrt
for part in "${parts[@]}"; do
	need_module
	param min_bytes 0
	"part_$part"
	stop_others
	stop_helper
done
ktap_finish
