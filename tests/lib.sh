# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# For scripts that are tests: KTAP, the module, helpers, counters. They source
# it, run as root in a guest and start with `ktap_start`; what a script loads and
# starts itself is gone when it ends. README.md has an example.

set -u

tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/builtins.sh
. "$tests/builtins.sh"
# shellcheck source=tests/random.sh
. "$tests/random.sh"
[ -x "$tests/hostile-helper" ] && bin=$tests || bin=$tests/../build/host/tests

# program NAME: prints its path: beside the tests when installed, in build/ otherwise.
program()
{
	if [ -x "$tests/$1" ]; then echo "$tests/$1"; else echo "$tests/../build/host/$1"; fi
}

warpcryptd=${WARPCRYPTD:-$(program warpcryptd)}
[ -x "$warpcryptd" ] || warpcryptd=$(command -v warpcryptd)
# Device mapper not through udev, which the guest has not got.
export DM_DISABLE_UDEV=1

# Random choices follow from seed. Loads do the usual work this many times. Nothing is decided by the clock: patience is how
# many seconds a wait may take before it is a failure, which says so.
seed=${WARPCRYPT_SEED:-1}
# shellcheck disable=SC2034 # for the tests
load=${WARPCRYPT_LOAD:-1}
patience=${WARPCRYPT_PATIENCE:-120}

device=/dev/warpcrypt
sys_state=/sys/class/misc/warpcrypt/state
sys_reset=/sys/class/misc/warpcrypt/counters/reset
parameters=/sys/module/warpcrypt/parameters
debug=/sys/kernel/debug/warpcrypt
run_file=/sys/kernel/debug/warpcrypt_test/run
stop_file=/sys/kernel/debug/warpcrypt_test/stop

# An arena small enough that long requests are cheap: 16 frames of 64 KiB.
frame_size=65536
frames=16
arena=$((frame_size * frames))
geometry=(--frame-size="$frame_size" --frames="$frames" --key-slots=64)
# The in-kernel cases are told of it.
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
	restrict_af_alg 0
	help_libkcapi
	# What loads modules many times need not have each tested for seconds.
	extra_tests off
}

# restrict_af_alg LEVEL: which names AF_ALG takes, where the kernel has a list of them (since 7.3, by default). Fails
# where it has none.
restrict_af_alg()
{
	modprobe -q af_alg
	[ -e /proc/sys/crypto/af_alg_restrict ] && echo "$1" >/proc/sys/crypto/af_alg_restrict
}

# newest_kcapi: where AF_ALG takes synchronous algorithms only, uses the kcapi-enc that goes with such kernels, if the host
# has fetched it.
newest_kcapi()
{
	local programs

	if programs=$("$tests/../tools/vm/unstable" programs kcapi-tools cached); then
		PATH=$programs:$PATH
	fi
	note "$(kcapi-enc --version 2>&1)"
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

# pass|fail DESCRIPTION; skip DESCRIPTION REASON. Numbers that differ from run to run follow the description after " # ":
# it is the case's name, by which run-tests counts cases.
pass() { echo "ok $((++tests_run)) $*"; }
fail() { echo "not ok $((++tests_run)) $*"; ((++tests_failed)); }
skip() { echo "ok $((++tests_run)) $1 # SKIP $2"; ((++tests_skipped)); }
# has_python WHAT: else WHAT is skipped (bundles for GPU hosts have none).
has_python() { command -v python3 >/dev/null || { skip "$1" "no python3 here"; return 1; }; }
note() { printf '# %s\n' "${*//$'\n'/$'\n# '}"; }

# check DESCRIPTION COMMAND...: a result for a command. When the command fails, prints it with its arguments as they are now.
check() { judge "" "$@"; }

# fixture DESCRIPTION COMMAND...: the same for a step that a test needs but does not test: start a helper, open a volume,
# close it. Not counted as a case, unless it fails.
fixture() { judge " # FIXTURE" "$@"; }

# judge MARK DESCRIPTION COMMAND... (COMMAND sees the variables of its caller: these must not hide them.)
judge()
{
	local judge_mark=$1 judge_description=$2 judge_status
	shift 2

	"$@"
	judge_status=$?
	if [ $judge_status = 0 ]; then
		pass "$judge_description$judge_mark"
		return
	fi
	fail "$judge_description$judge_mark"
	got $judge_status "$@"
	return 1
}

# got STATUS COMMAND...: the arguments of "eval" and "not" are code: as it stands.
got()
{
	local word words=""

	for word in "${@:2}"; do
		[[ -n $word && $word != *[[:space:]\'\"\$\*\?]* ]] || [[ $2 == eval ]] || word=${word@Q}
		words+=" $word"
	done
	note "got:$words (exit status $1)"
}

# not COMMAND...: for checks that a command fails.
not() { ! "$@"; }

# nested DESCRIPTION COMMAND...: a command that prints KTAP itself; its output
# is in $temp/nested afterwards. (Uses no programs: they are slow to start in a
# guest.)
nested()
{
	local description=$1 status line passed=n failed=n
	shift

	: >"$temp/nested-status"
	while IFS= read -r line || [ -n "$line" ]; do
		case $line in
		"ok"*)		passed=y ;;
		"not ok"*)	failed=y ;;
		esac
		printf "    %s\n" "$line"
		printf "%s\n" "$line" >&3
	done < <("$@" 2>&1; echo $? >"$temp/nested-status") 3>"$temp/nested"
	# (Not "wait $!": on a busy machine bash sometimes finds -1 there.) The output ends after the status was written.
	read -r status <"$temp/nested-status" || status=unknown
	if [ "$status" = 4 ]; then
		skip "$description" "all of it"
	elif [ "$status" = 0 ] && [ $failed = n ] && [ $passed = y ]; then
		pass "$description"
	else
		fail "$description # exit status $status"
		return 1
	fi
}

skip_all()
{
	echo "1..0 # SKIP $*"
	exit 4
}

# choose_parts [PART...]: what a test runs of the array parts; the default is all.
choose_parts()
{
	local part

	for part in "$@"; do
		[[ " ${parts[*]} " == *" $part "* ]] || {
			echo "KTAP version 1"
			fail "no part '$part'; there are: ${parts[*]}"
			exit 1
		}
	done
	[ $# = 0 ] || parts=("$@")
}

# Ends the test; its exit status says how it went.
ktap_finish()
{
	local unknown

	if [ -s "$temp/unknown-counters" ]; then
		mapfile -t unknown < <(sort -u "$temp/unknown-counters")
		fail "the module has the counters that the test asks for"
		printf '# no such counter: %s\n' "${unknown[@]}"
	fi
	clean_up
	echo "1..$tests_run"
	[ "$tests_failed" = 0 ] && [ "$tests_run" != 0 ] || exit 1
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
	! loaded warpcrypt_bench || rmmod warpcrypt_bench
	[ ! -d "$parameters" ] || set_defaults
	[ -z "$temp" ] || rm -rf "$temp"
}

# --- the module

# The deadline is one that no faithful helper misses, however busy the machine is.
set_defaults()
{
	param deadline_ms 60000
	param verify 0
	param kat 1
	# What is to be done by the device must not depend on who is faster.
	param choice offload
}

# load_module [NAME=VALUE...]: unloads it first, so counters start at 0.
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
	! loaded warpcrypt || { wait_for unused warpcrypt && rmmod warpcrypt; }
}

# unused MODULE: on several CPUs a socket's last reference to its algorithm may go a moment after the socket was closed.
unused() { [ "$(cat "/sys/module/$1/refcnt")" = 0 ]; }

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

# resolves NAME MODULE: does modprobe, as the crypto API calls it for a name that it does not know, load the module?
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

# wait_for COMMAND...: until it succeeds; if that takes too long, prints the command, the state and the counters.
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

# read_stats: the module's counters, "NAME VALUE", into the array stats. (All at
# once: for a read of a line, the kernel would format the file from its beginning.)
read_stats() { mapfile -t stats <"$debug/stats"; }

# counter NAME...: their sum. A name that the module does not have is a mistake in the test, which then fails.
counter()
{
	local stats line sum=0 found=0

	read_stats
	for line in "${stats[@]}"; do
		[[ " $* " != *" ${line% *} "* ]] || ((found += 1, sum += ${line#* }))
	done
	[ $found = $# ] || unknown_counter "$*" || return
	echo "$sum"
}

# counters REGEX: the sum of all counters whose whole name matches; some must.
counters()
{
	local stats line sum=0 found=0

	read_stats
	for line in "${stats[@]}"; do
		[[ ! $line =~ ^($1)\  ]] || ((found += 1, sum += ${line#* }))
	done
	[ $found != 0 ] || unknown_counter "$1" || return
	echo "$sum"
}

# unknown_counter NAME: for ktap_finish. (Most callers are subshells, whose variables are lost.)
unknown_counter()
{
	echo "$1" >>"$temp/unknown-counters"
	return 1
}

# more NAME THAN: has the counter grown?
more() { [ "$(counter "$1")" -gt "$2" ]; }
# grown REGEX THAN: have they, together?
grown() { [ "$(counters "$1")" -gt "$2" ]; }

reset_counters() { echo 1 >"$sys_reset"; }

# log_mark, log_since: the kernel's log of a test's own time.
log_mark()
{
	mark="warpcrypt-test $$ $RANDOM$RANDOM"
	echo "$mark" >/dev/kmsg
}

log_since() { dmesg | sed "1,/$mark/d"; }
logged() { log_since | grep -qE "$1"; }

# --- helpers

# make_way: ends the helper, if there is one. A helper with --reattach leaves a child that stays attached for a moment, and
# must not be mistaken for the next helper.
make_way()
{
	stop_helper
	wait_state down
}

# launch COMMAND...: a helper; waits until it is live.
launch()
{
	make_way
	"$@" >"$temp/helper.log" 2>&1 </dev/null &
	helper=$!
	wait_state live && return
	note "the helper did not go live (state $(state)): $(cat "$temp/helper.log")"
	return 1
}

# start_helper [ARG...]: a faithful helper, with the small arena, whose rates the module does not know.
start_helper()
{
	launch "$warpcryptd" --backend=cpu --threads=1 --measure=0 "${geometry[@]}" --stats="$temp/stats" "$@"
}

# start_hostile [ARG...]: a helper with the faults that ARG names. It counts those that happen.
start_hostile() { launch "$bin/hostile-helper" "${geometry[@]}" --counts="$temp/faults" "$@"; }

# faults NAME: how often the last hostile helper, with its children, has done that (tests/hostile/faults.h).
faults()
{
	local lines line

	mapfile -t lines < <("$bin/hostile-helper" --print-counts="$temp/faults")
	for line in "${lines[@]}"; do
		[[ $line != "$1 "* ]] || echo "${line#* }"
	done
}

# Ends the helper with SIGTERM, as a service manager does. Fails if it had died before or exits with an error.
stop_helper()
{
	local pid=$helper status

	[ -n "$pid" ] || return 0
	helper=""
	signal_helpers CONT
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

# engine_pid: the process of warpcryptd's that is attached. $helper is its supervisor, or, if it is on the host
# (tools/vm/gpu-run), stands for both.
engine_pid()
{
	local pid name parent engine=$helper

	for pid in $(pidof warpcryptd); do
		while read -r name parent _; do
			[ "$name" != PPid: ] || [ "$parent" != "$helper" ] || engine=$pid
		done <"/proc/$pid/status"
	done 2>/dev/null
	echo "$engine"
}

helper_alive() { [ -n "$helper" ] && ! ended "$helper"; }

# Ends helpers that were there before the test.
drop_helpers()
{
	local pid

	signal_helpers CONT
	for pid in $(pidof warpcryptd hostile-helper); do
		kill -TERM "$pid" 2>/dev/null
		wait_for [ ! -d "/proc/$pid" ]
	done
}

# signal_helpers SIGNAL: all there are; warpcryptd is two, and so is a hostile one with --reattach; one on the host has a
# process in the guest for each thread (tools/gpu/guest_slots.h).
signal_helpers()
{
	local pids

	read -ra pids < <(pidof warpcryptd hostile-helper bridge-slot)
	[ ${#pids[@]} = 0 ] || kill -"$1" "${pids[@]}"
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

# queued_test REGEX NAME [ARG=VALUE...]: a case and its result. The helper is stopped until the counters REGEX have grown,
# which count requests that found no room.
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

# offloaded MODE [CIPHER]: how many requests the device did.
offloaded() { counter "alg.$1-${2:-aes}.offload_requests"; }
# fallen_back MODE [CIPHER]: how many the software did.
fallen_back() { counter "alg.$1-${2:-aes}.fallback_requests"; }

# --- the lists of ciphers and modes

# listed LIST: a list of tools/ciphers. A copy of the tests without the tree has them as files (tests/Makefile).
listed()
{
	local known=WARPCRYPT_LIST_$1

	if [ -n "${!known-}" ]; then
		# From run-tests: programs are slow to start in a guest.
		echo "${!known}"
	elif [ -x "$tests/../tools/ciphers" ]; then
		"$tests/../tools/ciphers" "$1"
	else
		cat "$tests/$1.list"
	fi
}

# ciphers; modes: those that all of them have; own_modes[CIPHER]: what it has besides; key_lengths[CIPHER]: of its keys,
# in bytes. new_ciphers: all but AES, which the kernel has itself.
declare -A key_lengths=() own_modes=()
ciphers=() new_ciphers=()
# shellcheck disable=SC2034
mapfile -t modes < <(listed modes)
while read -r cipher lengths; do
	ciphers+=("$cipher")
	# shellcheck disable=SC2034
	key_lengths[$cipher]=$lengths
	[ "$cipher" = aes ] || new_ciphers+=("$cipher")
done < <(listed ciphers)
while read -r mode cipher; do
	own_modes[$cipher]+=" $mode"
done < <(listed own_modes)
unset cipher lengths mode

# modes_of CIPHER: all its modes.
modes_of() { echo "${modes[@]}" "${own_modes[$1]-}"; }
