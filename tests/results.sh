# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# KTAP of the programs of tests/ that host-tests.sh runs, and their help. Sourced, before they change the directory;
# $failed is for the exit status.

failed=0 this_script=$(realpath "$0")

# usage: prints the help of the script, which is the comment at its top from "Usage:" on.
usage() { sed -n '/^# Usage:/,/^$/s/^# \{0,1\}//p' "$this_script"; }

# arguments LEAST MOST ARGUMENT...: ends the script after --help, and where it has got fewer or more arguments, or another
# option.
arguments()
{
	case ${3-} in
	--help|-h)	usage; exit 0 ;;
	esac
	[[ $# -ge $((2 + $1)) && $# -le $((2 + $2)) && ${3-} != -* ]] || { usage >&2; exit 2; }
}

# result STATUS DESCRIPTION
result()
{
	[ "$1" = 0 ] || failed=1
	echo "$([ "$1" = 0 ] || echo 'not ')ok ${*:2}"
}

# skip DESCRIPTION WHY
skip() { echo "ok $1 # SKIP $2"; }

# check DESCRIPTION COMMAND...: one result. COMMAND's output is in $dir/output; if it fails, the end is printed.
check()
{
	local status=0

	# shellcheck disable=SC2154 # who sources this has set $dir
	"${@:2}" >"$dir/output" 2>&1 </dev/null || status=$?
	result $status "$1"
	[ $status = 0 ] || tail -n 20 "$dir/output" | sed 's/^/# /'
}
