#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What only several CPUs show: submitters, new keys, new and freed tfms,
# softirq, all at the same time (the case "races" of warpcrypt_test.ko), while
# the helper is faithful, is killed, is hostile, is late, while parameters are
# written and counters read, and while the module is unloaded and loaded. Each
# part proves by counters that what it means to disturb was disturbed.
# Arguments: parts to run (default: all).
# Environment: WARPCRYPT_ROUNDS, how often helpers are killed (default 8), other
# counts in proportion.

. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/workers.sh
. "$tests/workers.sh"

rounds=${WARPCRYPT_ROUNDS:-8}
# Processes of this test that run until it ends them.
helpers=()
turn=0

clean_up_more()
{
	stop_workers
	stop_helpers
	close_plain_volume
}

# --- traffic

# traffic_round [ARG...]: one run of the case, another seed each time.
traffic_round()
{
	local result

	result=$(kernel_case races seed=$((seed * 1000 + ++turn)) count=120 "$@") || return
	[[ ! $result =~ \ wrong=([0-9]+) ]] || ((mistakes += BASH_REMATCH[1]))
	echo $mistakes >"$temp/wrong"
	[[ $result != *"not ok"* ]] && [[ $result == *"ok 2"* ]] && return
	echo "$result"
	return 1
}

# start_traffic [ARG...]: until stop_workers.
start_traffic()
{
	turn=0 mistakes=0
	echo 0 >"$temp/wrong"
	start_worker traffic traffic_round "$@"
}

traffic_ok() { worker_ok traffic "$1: every result is right, every callback by the rules"; }
# The same with helpers that may compute wrong results.
traffic_survives() { worker_ok traffic "$1: every request came back, nothing else was touched"; }

# Of the traffic so far.
wrong_results() { number_in "$temp/wrong"; }

# --- crowds of hostile helpers

# start_crowd N ARG...: N of them, of which one at a time is attached.
start_crowd()
{
	local n=$1 i
	shift

	make_way
	for ((i = 0; i < n; i++)); do
		"$bin/hostile-helper" "${geometry[@]}" --reattach --seed=$((seed * 1000 + i)) "$@" \
			>>"$temp/crowd.log" 2>&1 </dev/null &
		helpers+=($!)
	done
}

stop_helpers()
{
	local pid

	for pid in "${helpers[@]}"; do
		kill -KILL "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	helpers=()
	[ ! -e "$sys_state" ] || wait_state down 60
}

# --- the parts

part_faithful()
{
	fixture "faithful: a helper with several threads" start_helper --threads=3 || return
	reset_counters
	start_traffic
	wait_above worked traffic 2
	stop_workers
	traffic_ok "faithful"
	happened "faithful: by the device" "$(by_device)" 1000
	check "faithful: no mishap" [ "$(counter links.killed frames.lost frames.failed verify.mismatch)" = 0 ]
	fixture "faithful: the helper ends well" stop_helper
}

# kill_and_restart: after this helper has done some requests.
kill_and_restart()
{
	wait_above by_device $(($(by_device) + 50)) || return
	kill_helper
	start_helper --threads=3
}

part_killed()
{
	local i killed=0

	fixture "killed: a helper is live" start_helper --threads=3 || return
	reset_counters
	start_traffic
	for ((i = 0; i < rounds; i++)); do
		kill_and_restart && ((++killed))
	done
	# Whether a helper holds frames when it is killed is chance.
	for ((i = 0; i < 20 * rounds; i++)); do
		[ "$(counter frames.lost)" = 0 ] && kill_and_restart || break
	done
	stop_workers
	check "killed: $rounds times, and each next one was used" [ $killed = "$rounds" ]
	traffic_ok "killed"
	happened "killed: requests in flight went to software" "$(in_software helper_died)"
	happened "killed: frames lost" "$(counter frames.lost)"
	happened "killed: requests while there was none" "$(in_software no_helper)"
	stop_helper
}

# hostile WRONG PROOF NAME ARG...: a crowd with a fault, until the fault was seen. PROOF is a command that prints how often
# it was seen.
hostile()
{
	local wrong=$1 proof=$2 name=$3 check=1
	shift 3

	[ "$wrong" != wrong ] || check=0
	reset_counters
	start_crowd 2 "$@"
	start_traffic check=$check ${load_args:-}
	# shellcheck disable=SC2086 # a command and its arguments
	wait_above $proof 5
	wait_above worked traffic 0
	stop_workers
	# shellcheck disable=SC2086
	happened "$name: seen" "$($proof)" 6
	happened "$name: frames handed out" "$(counter frames.fetched)"
	happened "$name: attached" "$(counter attach.count)"
	if [ "$wrong" = wrong ]; then
		traffic_survives "$name"
	else
		traffic_ok "$name"
	fi
	stop_helpers
	check "$name: gone" [ "$(state)" = down ]
}

part_hostile()
{
	param deadline_ms 300
	hostile wrong wrong_results "scribbles" --scribble
	hostile wrong "counter frames.failed" "lies" --lie
	hostile right "counter frames.failed" "fails frames" --fail-every=3
	hostile right "counter frames.lost" "drops frames" --drop-every=20
	hostile right "in_software deadline" "is late" --delay-ms=150 --jitter-ms=300
	hostile right "counter commit.refused" "commits twice" --commit-twice
	hostile right "counter commit.refused" "stale and foreign ids" --stale-ids --foreign-ids
	hostile right "in_software helper_died" "dies" --die-after=20
	hostile right "in_software helper_died" "closes" --close-after=10
	hostile wrong wrong_results "unmaps" --unmap-after=10
	hostile wrong "counter commit.refused" "does it all" --scribble --lie --commit-twice --stale-ids --foreign-ids \
		--fail-every=5 --drop-every=50
	param deadline_ms 5000
}

# Several engines, with any rates: some are retired, by the helper or because they fail; then the others do it.
part_engines()
{
	local three=(--engine=cpu --engine=gpu --engine=gpu --any-rates)

	hostile right "counter engines.retired" "retires engines" "${three[@]}" --retire-every=15 --close-after=100
	happened "retires engines: the others do what it had" "$(counter requests.again)"
	happened "retires engines: the first had requests" "$(counter engine.0.requests)"
	happened "retires engines: the second" "$(counter engine.1.requests)"
	happened "retires engines: the third" "$(counter engine.2.requests)"
	hostile right "counter engines.retired" "fails engines" "${three[@]}" --fail-every=2
	happened "fails engines: frames" "$(counter frames.failed)" 16
	hostile right "counter commit.refused" "mixes up engines' frames" "${three[@]}" --retire-every=15 --close-after=100 \
		--stale-ids --foreign-ids --commit-twice
	hostile wrong "counter commit.refused" "engines, and it all" "${three[@]}" --retire-every=30 --close-after=200 \
		--scribble --lie --commit-twice --stale-ids --foreign-ids --fail-every=5
}

# Into the descriptors while the module fills them in.
part_flip()
{
	local mode

	for mode in ecb cbc xts ""; do
		load_args=${mode:+mode=$mode}
		hostile wrong "counter frames.failed" "flips ${mode:-all modes}" --flip=2
	done
	load_args=
}

# Commits and the deadline at the same moment: the one that takes the lock first decides.
part_deadline()
{
	param deadline_ms 20
	reset_counters
	start_crowd 2 --delay-ms=5 --jitter-ms=40
	start_traffic
	wait_above counter links.killed "$rounds"
	wait_above in_software deadline 0
	wait_above by_device 0
	wait_above worked traffic 1
	stop_workers
	stop_helpers
	param deadline_ms 5000
	traffic_ok "deadline"
	happened "deadline: links killed" "$(counter links.killed)" "$rounds"
	happened "deadline: requests that it took away" "$(in_software deadline)"
	happened "deadline: commits in time" "$(by_device)"
}

write_parameters()
{
	local value

	for value in "min_bytes 4096" "verify 1" "deadline_ms 30000" "kat 0" "min_bytes 0" "verify 3" "deadline_ms 60000" \
		"kat 1" "min_bytes 512" "verify 0" "min_bytes 0"; do
		# shellcheck disable=SC2086 # name and value
		param $value || return
	done
}

part_parameters()
{
	local attached

	fixture "parameters: a helper is live" start_helper --threads=3 || return
	reset_counters
	start_worker writer write_parameters
	start_worker writer2 write_parameters
	start_traffic
	wait_above worked traffic 1
	wait_above counter verify.done 20
	# With and without known answers.
	for ((attached = 0; attached < rounds; attached++)); do
		stop_helper
		start_helper --threads=3 || break
	done
	stop_workers
	worker_ok writer "parameters: written"
	worker_ok writer2 "parameters: written by another"
	traffic_ok "parameters"
	happened "parameters: too small for the device at times" "$(in_software small)"
	happened "parameters: verified at times" "$(counter verify.done)" 20
	check "parameters: no false alarm" [ "$(counter verify.mismatch links.killed kat.failed)" = 0 ]
	stop_helper
	set_defaults
	param min_bytes 0
}

read_all() { mapfile -t lines <"$debug/stats" && [ ${#lines[@]} -gt 20 ] && [ -n "$(state)" ]; }

part_counters()
{
	fixture "counters: a helper is live" start_helper --threads=3 || return
	start_worker reader read_all
	start_worker resetter reset_counters
	start_traffic
	wait_above worked traffic 1
	wait_above worked reader 20
	wait_above worked resetter 20
	stop_workers
	worker_ok reader "counters: read"
	worker_ok resetter "counters: reset"
	traffic_ok "counters"
	stop_helper
}

# --- unloading

try_unload()
{
	if rmmod warpcrypt 2>/dev/null; then
		echo "the module went away in use"
		return 1
	fi
	pause 0.01
}

fio_round()
{
	fio --name=verify --filename=/dev/mapper/$volume --rw=randwrite --bs=16k --direct=1 --size=16M --io_size=2M \
		--iodepth=16 --ioengine=libaio --verify=crc32c --verify_fatal=1 --verify_backlog=64 \
		--verify_state_save=0 --randseed=$((seed * 1000 + ++turn))
}

part_unload_in_use()
{
	local program

	for program in fio cryptsetup losetup; do
		command -v $program >/dev/null || { skip "unload in use" "no $program here"; return; }
	done
	! loaded warpcrypt_test || rmmod warpcrypt_test
	fixture "unload in use: a helper is live" start_helper --threads=3 --key-slots=128 || return
	fixture "unload in use: a volume of ours is open" open_plain_volume 48M || return
	reset_counters
	start_worker unload try_unload
	start_worker fio fio_round
	if "$bin/af-alg" --threads=1 --rounds=1 >/dev/null 2>&1; then
		start_worker af-alg "$bin/af-alg" --threads=4 --rounds=3
		wait_above worked af-alg 1
	fi
	wait_above worked unload $((rounds * 4))
	wait_above worked fio 1
	stop_workers
	happened "unload in use: by the device" "$(by_device)" 100
	worker_ok unload "unload in use: refused"
	worker_ok fio "unload in use: fio saw no error"
	if [ "$(worked af-alg)" != 0 ]; then
		worker_ok af-alg "unload in use: AF_ALG's results are right"
	else
		skip "unload in use: AF_ALG" "its sockets do not take our algorithms here"
	fi
	fixture "unload in use: the volume closes" cryptsetup close $volume
	fixture "unload in use: the helper ends well" stop_helper
	check "unload in use: then it goes" rmmod warpcrypt
}

open_device()
{
	local fd

	# The node comes and goes. Not for writing: where none is, that would make a file.
	{ exec {fd}<"$device" && exec {fd}<&-; } 2>/dev/null
	pause 0.005
}

read_files()
{
	local lines

	{ mapfile -t lines <"$debug/stats"; mapfile -t lines <"$sys_state"; reset_counters; } 2>/dev/null
	pause 0.005
}

# Takes memory as often as it can, also late, in the middle of unloading; it must not leak (kmemleak).
write_verify()
{
	local file

	{ exec {file}>"$parameters/verify"; } 2>/dev/null || { pause 0.005; return 0; }
	while [ ! -e "$temp/enough" ] && echo 1 >&"$file" && echo 0 >&"$file"; do
		:
	done 2>/dev/null
	exec {file}>&-
}

# unload_at_last: tries until it succeeds; others have the device open now and then.
unload_at_last()
{
	local ticks

	for ((ticks = 0; ticks < 600; ticks++)); do
		rmmod warpcrypt 2>/dev/null && return
		pause 0.02
	done
	return 1
}

# reload NUMBER: one life of the module, with a helper and requests; the helper leaves or is killed.
reload()
{
	modprobe warpcrypt min_bytes=0 || return
	start_helper --threads=2 || return
	traffic_round threads=6 count=40 || return
	if [ $(($1 % 2)) = 0 ]; then
		stop_helper
	else
		kill_helper
	fi
	unload_at_last
}

# reload_disturbed: counts in reloads how many rounds went well.
reload_disturbed()
{
	local i

	reloads=0
	start_worker opener open_device
	start_worker reader read_files
	start_worker writer write_verify
	for ((i = 0; i < rounds; i++)); do
		reload $i && ((++reloads))
	done
	stop_workers
}

part_reload()
{
	local leaks

	turn=0 mistakes=0
	rmmod warpcrypt
	reload_disturbed
	check "reload: loaded, used and unloaded $rounds times" [ $reloads = "$rounds" ]
	worker_ok opener "reload: while the device is opened"
	worker_ok reader "reload: while files are read"
	worker_ok writer "reload: while parameters are written"
	check "reload: no algorithm is left" not grep -q warpcrypt /proc/crypto
	if [ -e /sys/kernel/debug/kmemleak ]; then
		echo scan >/sys/kernel/debug/kmemleak
		pause 6
		echo scan >/sys/kernel/debug/kmemleak
		leaks=$(</sys/kernel/debug/kmemleak)
		check "reload: kmemleak finds nothing" [ -z "$leaks" ] || note "$leaks"
	else
		skip "reload: kmemleak finds nothing" "this kernel has no kmemleak"
	fi
}

parts=(faithful killed hostile engines flip deadline parameters counters unload_in_use reload)
choose_parts "$@"

ktap_start
note "$(nproc) CPUs"
for part in "${parts[@]}"; do
	need_test_module
	param min_bytes 0
	"part_$part"
	stop_workers
	stop_helpers
	stop_helper
done
ktap_finish
