# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the tests share: KTAP, the module, helpers, counters. Sourced, never
# run. A test runs as root in a guest and starts with `ktap_start`; what it
# loads and starts itself is gone when it ends.

set -u

# Where the programs are: beside the tests when installed, in build/ otherwise.
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/builtins.sh
. "$tests/builtins.sh"
# shellcheck source=tests/random.sh
. "$tests/random.sh"
for bin in "$tests" "$tests/../build/host/tests"; do
	[ ! -x "$bin/hostile-helper" ] || break
done
# shellcheck disable=SC2034 # for the tests
bin=$bin
warpcryptd=${WARPCRYPTD:-}
for helper in "$tests/warpcryptd" "$tests/../build/host/warpcryptd"; do
	[ -n "$warpcryptd" ] || [ ! -x "$helper" ] || warpcryptd=$helper
done
: "${warpcryptd:=$(command -v warpcryptd)}"

# Of all random choices; and how many times the usual work loads do. Nothing is decided by the clock: what is waited
# for has this limit, seconds, which is a failure and says so.
seed=${WARPCRYPT_SEED:-1}
# shellcheck disable=SC2034 # for the tests
load=${WARPCRYPT_LOAD:-1}
patience=${WARPCRYPT_PATIENCE:-120}

device=/dev/warpcrypt
sys_state=/sys/class/misc/warpcrypt/state
parameters=/sys/module/warpcrypt/parameters
debug=/sys/kernel/debug/warpcrypt
run_file=/sys/kernel/debug/warpcrypt_test/run
stop_file=/sys/kernel/debug/warpcrypt_test/stop

# An arena small enough that long requests are cheap: 16 frames of 64 KiB.
frame_size=65536
frames=16
arena=$((frame_size * frames))
geometry=(--frame-size="$frame_size" --frames="$frames" --key-slots=64)
# What the in-kernel cases must know of it.
# shellcheck disable=SC2034 # for the tests
case_geometry="frame=$frame_size arena=$arena"

# --- KTAP

tests_run=0 tests_failed=0 tests_skipped=0
helper=""
temp=""

ktap_start()
{
	local program

	trap clean_up EXIT
	echo "KTAP version 1"
	note "seed $seed (WARPCRYPT_SEED)"
	[ "$EUID" = 0 ] || skip_all "needs root"
	for program in "$@"; do
		command -v "$program" >/dev/null || skip_all "no $program here"
	done
	temp=$(mktemp -d /tmp/warpcrypt-test.XXXXXX)
	stop_loads
	drop_helpers
	# What loads modules many times need not have each tested for seconds.
	extra_tests off
}

# What switches testmgr's random tests off, where the kernel has them: its name is another since 6.16.
for no_extra_tests in /sys/module/cryptomgr/parameters/no{extra,slow}tests; do
	[ ! -e "$no_extra_tests" ] || break
done

# extra_tests on|off. On: as many rounds as the kernel does by default; with sanitizers fewer, because a thread that opens an
# algorithm waits for its tests for a minute and no longer, and a hundred rounds may take that on a busy machine.
extra_tests()
{
	local rounds=/sys/module/cryptomgr/parameters/fuzz_iterations

	[ -e "$no_extra_tests" ] || return 0
	if [ "$1" = off ]; then
		echo 1 >"$no_extra_tests"
		return
	fi
	echo 0 >"$no_extra_tests"
	[[ ${WARPCRYPT_KERNEL-} == *-debug ]] && echo 20 >$rounds || echo 100 >$rounds
}

# pass|fail DESCRIPTION; skip DESCRIPTION REASON
pass() { echo "ok $((++tests_run)) $*"; }
fail() { echo "not ok $((++tests_run)) $*"; ((++tests_failed)); }
skip() { echo "ok $((++tests_run)) $1 # SKIP $2"; ((++tests_skipped)); }
note() { printf '# %s\n' "${*//$'\n'/$'\n# '}"; }

# check DESCRIPTION COMMAND...: a result of its own for a command.
check()
{
	local description=$1
	shift

	if "$@"; then
		pass "$description"
	else
		fail "$description"
		return 1
	fi
}

# nested DESCRIPTION COMMAND...: a command that prints KTAP itself; its output
# is in $temp/nested afterwards. (Without programs: those are slow to start in
# a guest.)
nested()
{
	local description=$1 status line passed=n failed=n
	shift

	while IFS= read -r line || [ -n "$line" ]; do
		case $line in
		"ok"*)		passed=y ;;
		"not ok"*)	failed=y ;;
		esac
		printf "    %s\n" "$line"
		printf "%s\n" "$line" >&3
	done < <("$@" 2>&1) 3>"$temp/nested"
	wait $!
	status=$?
	if [ $status = 4 ]; then
		skip "$description" "all of it"
	elif [ $status = 0 ] && [ $failed = n ] && [ $passed = y ]; then
		pass "$description"
	else
		fail "$description (exit status $status)"
		return 1
	fi
}

skip_all()
{
	echo "1..0 # SKIP $*"
	exit 4
}

# Ends the test; its exit status says how it went.
ktap_finish()
{
	clean_up
	echo "1..$tests_run"
	if [ "$tests_failed" != 0 ] || [ "$tests_run" = 0 ]; then
		exit 1
	fi
	[ "$tests_run" != "$tests_skipped" ] || exit 4
	exit 0
}

# Tests add what must be undone to clean_up_more().
clean_up_more() { :; }

clean_up()
{
	trap - EXIT
	clean_up_more
	stop_loads
	stop_helper
	if [ -d "$parameters" ]; then
		set_defaults
	fi
	[ -z "$temp" ] || rm -rf "$temp"
}

# --- the module

# A deadline that no faithful helper misses, however busy the machine is.
set_defaults()
{
	param deadline_ms 60000
	param verify 0
	param kat 1
}

# load_module [NAME=VALUE...]: loads it anew; what it had counted is gone.
load_module()
{
	unload_module || return
	modprobe warpcrypt "$@" || return
	set_defaults
	[ -e "$device" ]
}

unload_module()
{
	stop_helper
	! loaded warpcrypt_test || rmmod warpcrypt_test || return
	! loaded warpcrypt || rmmod warpcrypt
}

# Loads it if it is not there; for tests that need no parameters of their own.
need_module()
{
	loaded warpcrypt || modprobe warpcrypt || skip_all "no warpcrypt.ko"
	set_defaults
}

need_test_module()
{
	need_module
	modprobe warpcrypt_test || skip_all "no warpcrypt_test.ko"
}

# resolves NAME MODULE: as the crypto API calls modprobe when it does not know a name.
resolves()
{
	local modules

	mapfile -t modules < <(modprobe -q --resolve-alias "crypto-$1")
	[[ " ${modules[*]} " == *" $2 "* ]]
}

param() { echo "$2" >"$parameters/$1"; }
state()
{
	local word

	read -r word <"$sys_state"
	echo "$word"
}

# wait_for COMMAND...: until it is true; when that takes too long, says what was awaited and what there is.
wait_for()
{
	local end=$((SECONDS + patience))

	until "$@"; do
		if [ $SECONDS -ge $end ]; then
			note "waited $patience s in vain for: $*"
			note "state $(state), counters:" "$(grep -v ' 0$' "$debug/stats" | paste -sd ' ')"
			return 1
		fi
		pause 0.05
	done
}

in_state()
{
	local word

	read -r word <"$sys_state" && [ "$word" = "$1" ]
}

# wait_state STATE
wait_state() { wait_for in_state "$1"; }

# read_stats: the module's counters, "NAME VALUE", into the array stats. (At one
# go: reading line by line makes the kernel begin anew for each.)
read_stats() { mapfile -t stats <"$debug/stats"; }

# counter NAME...: their sum.
counter()
{
	local stats line sum=0

	read_stats
	for line in "${stats[@]}"; do
		[[ " $* " != *" ${line% *} "* ]] || ((sum += ${line#* }))
	done
	echo "$sum"
}

# counters REGEX: the sum of all whose name matches from end to end.
counters()
{
	local stats line sum=0

	read_stats
	for line in "${stats[@]}"; do
		[[ ! $line =~ ^($1)\  ]] || ((sum += ${line#* }))
	done
	echo "$sum"
}

# more NAME THAN: has the counter grown?
more() { [ "$(counter "$1")" -gt "$2" ]; }
# grown REGEX THAN: have they, together?
grown() { [ "$(counters "$1")" -gt "$2" ]; }

reset_counters() { echo 1 >"$debug/reset"; }

# log_mark, log_since: the kernel's log of a test's own time.
log_mark()
{
	mark="warpcrypt-test $$ $RANDOM$RANDOM"
	echo "$mark" >/dev/kmsg
}

log_since() { dmesg | sed "1,/$mark/d"; }
logged() { log_since | grep -qE "$1"; }

# --- helpers

# make_way: ends the helper there is. One with --reattach leaves a child that is attached for a moment longer, and must
# not be taken for the next.
make_way()
{
	stop_helper
	wait_state down
}

# start_helper [ARG...]: a faithful one, with the small arena; waits until it is live.
start_helper()
{
	make_way
	"$warpcryptd" --backend=cpu --threads=1 "${geometry[@]}" --stats="$temp/stats" "$@" \
		>"$temp/helper.log" 2>&1 </dev/null &
	helper=$!
	wait_state live "${live_wait:-20}" && return
	note "the helper did not go live (state $(state)): $(cat "$temp/helper.log")"
	return 1
}

# start_hostile [ARG...]: one that errs as it is told to; waits until it is live.
start_hostile()
{
	make_way
	"$bin/hostile-helper" "${geometry[@]}" "$@" >"$temp/helper.log" 2>&1 </dev/null &
	helper=$!
	wait_state live "${live_wait:-20}" && return
	note "the helper did not go live (state $(state)): $(cat "$temp/helper.log")"
	return 1
}

# Ends the helper as a service manager would; true when it was still alive and ended well.
stop_helper()
{
	local pid=$helper status

	[ -n "$pid" ] || return 0
	helper=""
	kill -CONT "$pid" 2>/dev/null
	kill -TERM "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
	status=$?
	# A hostile one dies of the signal.
	[ $status = 0 ] || [ $status = 143 ]
}

kill_helper()
{
	kill -KILL "$helper"
	wait "$helper" 2>/dev/null
	helper=""
}

helper_alive() { [ -n "$helper" ] && kill -0 "$helper" 2>/dev/null; }

# Ends helpers that were there before the test.
drop_helpers()
{
	local pid

	for pid in $(pidof warpcryptd hostile-helper); do
		kill -CONT "$pid" 2>/dev/null
		kill -TERM "$pid" 2>/dev/null
		wait_for [ ! -d "/proc/$pid" ]
	done
}

# signal_helpers SIGNAL: all there are; one with --reattach is two.
signal_helpers()
{
	local pids

	read -ra pids < <(pidof warpcryptd hostile-helper)
	kill -"$1" "${pids[@]}"
}

# --- a dm-crypt volume of ours

volume=warpcrypt-test-$$
loop=""

# open_plain_volume SIZE [CIPHER]: on a disk that is a file. For clean_up_more(): close_plain_volume.
open_plain_volume()
{
	local cipher=${2:-capi:xts-aes-warpcrypt-plain64}

	modprobe -q loop
	truncate -s "$1" "$temp/disk" && loop=$(losetup -f --show "$temp/disk") || return
	# Not through udev, which the guest has not got.
	export DM_DISABLE_UDEV=1
	random_bytes 64 >"$temp/key"
	cryptsetup open --type plain --cipher "$cipher" --key-size 512 \
		--key-file "$temp/key" "$loop" "$volume"
}

close_plain_volume()
{
	[ ! -e "/dev/mapper/$volume" ] || cryptsetup close "$volume"
	[ -z "$loop" ] || losetup -d "$loop"
	loop=""
}

# --- cases of warpcrypt_test.ko

# kernel_case NAME [ARG=VALUE...]: prints its KTAP.
kernel_case()
{
	local file lines

	exec {file}<>"$run_file" || return 1
	if ! printf '%s\n' "$1 seed=$seed ${*:2}" >&"$file"; then
		exec {file}>&-
		return 1
	fi
	mapfile -u "$file" lines
	exec {file}>&-
	printf '%s' "${lines[@]}"
}

# kernel_test NAME [ARG=VALUE...]: a case and its result.
kernel_test() { nested "$*" kernel_case "$@"; }

# stop_loads: ends those that run until then (count=0).
stop_loads() { [ ! -e $stop_file ] || echo 1 >$stop_file; }

# queued_test REGEX NAME [ARG=VALUE...]: a case and its result, with the helper stopped until the counters have grown
# that tell that there was no room any more.
queued_test()
{
	local counters=$1 before job
	shift

	before=$(counters "$counters")
	signal_helpers STOP
	kernel_case "$@" >"$temp/queued" 2>&1 &
	job=$!
	wait_for grown "$counters" "$before"
	signal_helpers CONT
	wait "$job"
	nested "$*" cat "$temp/queued"
}

# offloaded MODE [CIPHER]: requests that the device did.
offloaded() { counter "alg.$1-${2:-aes}.offload_requests"; }
# fallen_back MODE [CIPHER]: those that it did not.
fallen_back() { counter "alg.$1-${2:-aes}.fallback_requests"; }

# shellcheck disable=SC2034 # for the tests
modes=(ecb cbc ctr xts)
