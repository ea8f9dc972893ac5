# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154,SC2034 # main-job sets them; namerefs
#
# The main job's counts: the module's counters before and after each step, the helper's own counts, the table.
# Sourced by main-job, which defines: tree, die, remark.

module_stats=/sys/kernel/debug/warpcrypt/stats
module_state=/sys/class/misc/warpcrypt/state
helper_stats=${WARPCRYPT_HELPER_STATS:-/run/warpcrypt/stats}

# shellcheck source=tests/builtins.sh
. "$tree/tests/builtins.sh"

# The module's counters: now, when the step began, when the job began. The helper's: now, when the job began.
declare -A now=() step=() start=() helper_now=() helper_start=()
# The table, line by line.
table=()
# Of each step: MB/s, microseconds. Of what steps belong to, such as "aes ecb": bytes in all, and through the helper.
declare -A rates=() times=() all_bytes=() offloaded_bytes=()

# read_counters FILE ARRAY: reads "name value" lines into an associative array, but for the zeros: most of a thousand.
# (All lines at once: for each line that is read on its own the kernel makes the whole text again.)
read_counters()
{
	local -n into=$2
	local lines line

	mapfile -t lines <"$1"
	into=()
	for line in "${lines[@]}"; do
		[[ $line == *" 0" ]] || into["${line% *}"]=${line#* }
	done
}

# wait_until_idle ARRAY: waits until nothing is in flight any more; ARRAY then has the module's counters. (Whoever asked
# for something has waited for it; what is counted after that belongs to a frame that is not yet committed.)
wait_until_idle()
{
	local -n counts=$1
	local tries flying

	for ((tries = 0; tries < 300; tries++)); do
		read_counters $module_stats "$1"
		flying=$((${counts[frames.fetched]:-0} - ${counts[frames.committed]:-0} -
			${counts[frames.failed]:-0} - ${counts[frames.lost]:-0}))
		[ $flying != 0 ] || return 0
		pause 0.05
	done
	die "$flying frames are still in flight: fetched, and neither committed nor failed nor lost"
}

# helper_pid: prints the id of the helper: of the process that has the device open, or of its supervisor
helper_pid()
{
	local link pid parent

	link=$(find /proc/[0-9]*/fd -lname /dev/warpcrypt -print -quit 2>/dev/null || :)
	[ -n "$link" ] || die "no process has /dev/warpcrypt open: is a helper running?"
	pid=$(cut -d / -f 3 <<<"$link")
	parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status")
	[ "$(cat "/proc/$parent/comm" 2>/dev/null)" != "$(<"/proc/$pid/comm")" ] || pid=$parent
	echo "$pid"
}

# ask_helper ARRAY: makes the helper write its counts and reads them.
ask_helper()
{
	local pid before tries

	pid=$(helper_pid)
	before=$(stat -c '%i %y' "$helper_stats" 2>/dev/null || true)
	kill -USR1 "$pid"
	for ((tries = 0; tries < 100; tries++)); do
		pause 0.1
		[ "$(stat -c '%i %y' "$helper_stats" 2>/dev/null || true)" = "$before" ] && continue
		read_counters "$helper_stats" "$1"
		return
	done
	die "the helper (process $pid) got SIGUSR1 and wrote nothing to $helper_stats in 10 s"
}

# since ARRAY NAME: sets grown to the counter's growth since ARRAY, which is step or start. (It does not print it: a
# process for each counter of each step would take longer than many steps.)
since()
{
	local -n base=$1

	grown=$((${now[$2]:-0} - ${base[$2]:-0}))
}

begin_job()
{
	[ -r $module_stats ] || die "no $module_stats: is warpcrypt.ko loaded, debugfs mounted?"
	[ "$(cat $module_state)" = live ] || die "warpcrypt is '$(cat $module_state)', not live: is a helper attached?"
	wait_until_idle start
	ask_helper helper_start
}

begin_step()
{
	wait_until_idle step
	step_time=${EPOCHREALTIME/./}
}

# end_step NAME ALGORITHM BYTES: adds a line to the table. The step must have sent at least BYTES through the cipher.
end_step()
{
	local elapsed=$((${EPOCHREALTIME/./} - step_time)) prefix=alg.$2 bytes=$3 name why='' ratio=-
	local offload_requests offload_bytes fallback_requests fallback_bytes frames of=${1%%:*}

	[ "$of" != "$1" ] || of=${1% *}
	wait_until_idle now
	times[$1]=$elapsed
	for name in offload_requests offload_bytes fallback_requests fallback_bytes; do
		since step "$prefix.$name"
		printf -v $name %d $grown
	done
	for name in "${!now[@]}"; do
		[[ $name == "$prefix.fallback."*_requests ]] || continue
		since step "$name"
		[ $grown != 0 ] || continue
		name=${name%_requests}
		why+=" ${name##*.} $grown"
		since step "${name}_bytes"
		why+=" ($grown B)"
	done
	since step frames.committed
	frames=$grown
	since step requests.committed
	[ "$frames" = 0 ] || tenths ratio $((10 * grown / frames))

	all_bytes[$of]=$((${all_bytes[$of]:-0} + offload_bytes + fallback_bytes))
	offloaded_bytes[$of]=$((${offloaded_bytes[$of]:-0} + offload_bytes))
	[ $((offload_bytes + fallback_bytes)) -ge "$bytes" ] ||
		remark "$1: $bytes bytes were encrypted or decrypted, but the module counts only $((offload_bytes + fallback_bytes))"
	add_line "$1" $((offload_bytes + fallback_bytes)) "$elapsed" "$offload_requests" "$offload_bytes" \
		"$fallback_requests" "$fallback_bytes" "$frames" "$ratio" "$why"
}

# tenths VARIABLE NUMBER: sets VARIABLE to NUMBER tenths, with a decimal point
tenths()
{
	printf -v "$1" '%d.%d' $(($2 / 10)) $(($2 % 10))
}

# add_line NAME BYTES MICROSECONDS COLUMN...
add_line()
{
	local seconds rate line

	# bytes per microsecond are megabytes per second
	tenths rate $((10 * $2 / ($3 + 1)))
	rates[$1]=$rate
	tenths seconds $((($3 + 50000) / 100000))
	printf -v line '%-32s %12s %7s %8s %10s %12s %9s %9s %8s %8s %s' "$1" "$2" "$seconds" "$rate" "${@:4}"
	table+=("$line")
	say "$2 bytes in $seconds s, $rate MB/s"
}

print_table()
{
	[ ${#table[@]} -gt 0 ] || return 0
	echo
	printf '%-32s %12s %7s %8s %10s %12s %9s %9s %8s %8s\n' \
		'' '' '' '' 'helper' 'helper' 'software' 'software' '' 'requests'
	printf '%-32s %12s %7s %8s %10s %12s %9s %9s %8s %8s %s\n' \
		'what ran' bytes seconds MB/s requests bytes requests bytes frames '/ frame' ' why software'
	printf '%s\n' "${table[@]}"
	[ ${#start[@]} -gt 0 ] || return 0
	printf 'all, comparisons included: '
	since start frames.committed
	printf '%d frames, ' $grown
	since start requests.committed
	printf '%d requests (pieces, of those longer than a frame), ' $grown
	since start bytes.committed
	printf '%d bytes through the helper\n' $grown
}

# share VARIABLE WHAT: sets VARIABLE to the share of the bytes of WHAT that went through the helper
share()
{
	local all=${all_bytes[$2]:-0}

	printf -v "$1" -- -
	[ "$all" = 0 ] || tenths "$1" $((1000 * offloaded_bytes[$2] / all))
}

summary_line() { printf '%-20s %9s %9s %9s %9s %20s\n' "$@"; }

# print_summary: a line for each cipher and mode, and for each volume
print_summary()
{
	local what mode part step columns

	echo
	summary_line 'MB/s, kcapi-enc' encrypt decrypt '' '' '% through the helper'
	for what in "${ciphers[@]}"; do
		for mode in "${modes[@]}"; do
			share part "$what $mode"
			summary_line "$what $mode" "${rates[$what $mode encrypt]}" "${rates[$what $mode decrypt]}" '' '' "$part"
		done
	done
	summary_line 'MB/s, dm-crypt' 'files in' 'files out' 'read all' fio ''
	for what in "${volumes[@]}"; do
		share part "$what"
		columns=()
		for step in 'tree in' 'tree out' 'read all' fio; do
			columns+=("${rates[$what: $step]:--}")
		done
		summary_line "$what" "${columns[@]}" "$part"
	done
	[ -n "${times[X25519 shared secrets]-}" ] || return 0
	share part 'X25519 shared'
	summary_line 'X25519 secrets/s' '' '' '' \
		$((x25519_points * 1000000 / times[X25519 shared secrets])) "$part"
}

# check_offload ALGORITHM...: at least 99 % of the bytes of each must have gone through the helper
check_offload()
{
	local algorithm offloaded all

	for algorithm in "$@"; do
		since start "alg.$algorithm.offload_bytes"
		offloaded=$grown
		since start "alg.$algorithm.fallback_bytes"
		all=$((offloaded + grown))
		if [ "$all" -gt 0 ] && [ $((offloaded * 100)) -ge $((all * 99)) ]; then
			say "$algorithm: $offloaded of $all bytes went through the helper"
		else
			remark "$algorithm: only $offloaded of $all bytes went through the helper, 99 % must"
		fi
	done
}

# check_agreement ALGORITHM...: the helper and the module must have counted the same
check_agreement()
{
	local algorithm what

	wait_until_idle now
	ask_helper helper_now
	since start attach.count
	[ "$grown" = 0 ] || remark "the helper detached and attached again during the job"
	for what in frames requests bytes; do
		since start "$what.committed"
		agree "$what" "$grown" "$what"
	done
	for algorithm in "$@"; do
		since start "alg.$algorithm.offload_bytes"
		agree "$algorithm: bytes" "$grown" "alg.$algorithm.bytes"
	done
}

# agree NAME MODULE-COUNT HELPER-COUNTER
agree()
{
	local theirs

	theirs=$((${helper_now[$3]:-0} - ${helper_start[$3]:-0}))
	if [ "$2" = $theirs ]; then
		say "$1: $2 by the module's count and by the helper's"
	else
		remark "$1: the module counts $2, the helper $theirs"
	fi
}
