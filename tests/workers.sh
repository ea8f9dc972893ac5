# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Workers: processes that do something again and again while a test disturbs
# them, until stop_workers. Sourced after lib.sh.

workers=()

# start_worker NAME FUNCTION...: calls FUNCTION again and again; $temp/NAME.count says how often.
start_worker()
{
	local name=$1
	shift

	rm -f "$temp/enough"
	repeat "$temp/$name" "$@" >"$temp/$name.output" 2>&1 &
	workers+=($!)
}

# repeat FILE FUNCTION...: at least once.
repeat()
{
	local file=$1 count=0
	shift

	# The test's own shell cleans up.
	trap - EXIT
	until [ "$count" != 0 ] && [ -e "$temp/enough" ]; do
		"$@" || echo "round $count: exit status $?" >>"$file.failed"
		((++count))
		echo $count >"$file.count"
	done
}

# Returns when each has ended its round.
stop_workers()
{
	[ ${#workers[@]} != 0 ] || return 0
	touch "$temp/enough"
	wait "${workers[@]}"
	workers=()
}

# number_in FILE: 0 if there is none, or none yet.
number_in()
{
	local number=""

	[ ! -e "$1" ] || read -r number <"$1"
	echo "${number:-0}"
}

# worked NAME: its rounds.
worked() { number_in "$temp/$1.count"; }

never_failed() { [ "$(worked "$1")" -gt 0 ] && [ ! -e "$temp/$1.failed" ]; }

# worker_ok NAME DESCRIPTION: it did something, and never failed.
worker_ok()
{
	check "$2 # $(worked "$1") rounds" never_failed "$1" ||
		note "$(cat "$temp/$1.failed") $(tail -n 40 "$temp/$1.output")"
	rm -f "$temp/$1".*
}

# --- numbers that grow meanwhile

# Requests of all kinds that the device did, and that software did because of REASON.
by_device() { counters 'alg\..*\.offload_requests'; }
in_software() { counters "alg\\..*\\.fallback\\.($1)_requests"; }

# above FUNCTION ARG... THAN: does the function give a number greater than THAN?
above() { [ "$("${@:1:$#-1}")" -gt "${*: -1}" ]; }

# wait_above FUNCTION ARG... THAN: until it does.
wait_above() { wait_for above "$@"; }

# happened DESCRIPTION NUMBER [LEAST]
happened() { check "$1 # $2" [ "$2" -ge "${3:-1}" ]; }
