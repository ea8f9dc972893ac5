#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Documentation/tutorial.rst as a reader would do it: its commands, one after the other in one shell, and what each prints.
# Passphrases are typed by stdin. A block after a comment ".. not in the guest" is left out.

. "$(dirname "$0")/lib.sh"

cd "$tests/.." || exit
tutorial=Documentation/tutorial.rst
step=0 output=""

clean_up_more()
{
	umount /tmp/tutorial 2>/dev/null
	[ ! -e /dev/mapper/tutorial ] || cryptsetup close tutorial
	pkill -KILL warpcryptd
	rm -rf /tmp/disk /tmp/copy /tmp/tutorial
}

# steps: the commands ("# ...") and what they print ("= ...")
steps()
{
	awk '
	/^\.\. not in the guest/	{ left_out = 1 }
	/^\.\. code-block:: console/	{ block = 1; next }
	/^[^ ]/				{ if (block) left_out = 0; block = 0 }
	!block || left_out || NF == 0	{ next }
	/^   # /			{ sub(/^   /, ""); print; next }
					{ sub(/^   /, ""); print "= " $0 }' "$tutorial"
}

# step COMMAND: in this shell. Its output is in $output then: a file of its own, because what it leaves in the background
# goes on writing.
step()
{
	output=$temp/output.$((++step))
	eval "$1" >"$output" 2>&1 <<<"not secret"
}

# printed EXPECTED: "..." stands for anything, lines too.
printed()
{
	local pattern

	pattern=${1//\\/\\\\}
	pattern=${pattern//\[/\\[}
	pattern=${pattern//\*/\\*}
	pattern=${pattern//\?/\\?}
	pattern=${pattern//.../*}
	# shellcheck disable=SC2053 # a pattern
	[[ $(<"$output") == $pattern ]] || {
		note "printed: $(<"$output")"
		return 1
	}
}

# silent COMMAND: what starts in the background prints at any time.
silent() { [[ $1 == *\& ]]; }

# do_step COMMAND EXPECTED
do_step()
{
	[[ $1 != umount* ]] || look_at_counters
	check "$1" step "$1" || {
		note "printed: $(<"$output")"
		return 1
	}
	# A busy machine may miss the deadline that users have.
	[[ $1 != "modprobe warpcrypt" ]] || param deadline_ms 60000
	silent "$1" || [ -z "$2" ] || check "$1: prints what the tutorial says" printed "$2"
}

run_tutorial()
{
	local line command="" expected=""

	while IFS= read -r line; do
		case $line in
		"# "*)
			[ -z "$command" ] || do_step "$command" "$expected" || return
			command=${line#??} expected="" ;;
		*)
			expected+=${expected:+$'\n'}${line#??} ;;
		esac
	done < <(steps)
	[ -n "$command" ] || {
		note "no commands in $tutorial"
		return 1
	}
	do_step "$command" "$expected"
}

# counters_of FILE: those that it names
counters_of()
{
	grep -oE '``(attach|backlog|commit|enter|frames|kat|keyslots|links|sync|verify)\.[a-z_]+``' "$1" | tr -d '`' | sort -u
}

# has_counters NAME...
has_counters() { [ $# -gt 5 ] && counter "$@" >/dev/null; }

# no_alarms: the command of operations.rst that prints nothing if all is well
no_alarms()
{
	local command

	command=$(sed -n '/stats | grep -E/s/^\t//p' Documentation/operations.rst)
	[ -n "$command" ] && [ -z "$(PATH=build/host:$PATH; eval "$command")" ]
}

# What tutorial.rst and operations.rst claim of the counters.
look_at_counters()
{
	local named

	mapfile -t named < <(counters_of Documentation/operations.rst)
	check "the module has the counters of operations.rst # ${#named[@]}" has_counters "${named[@]}"
	check "killing a helper is no alarm" no_alarms
	check "the volume went through the device" [ "$(counter alg.xts-kuznyechik.offload_bytes)" -ge $((48 << 20)) ]
	check "without a helper, software read it" \
		[ "$(counter alg.xts-kuznyechik.fallback.no_helper_bytes)" -ge $((24 << 20)) ]
}

ktap_start cryptsetup
for module in dm_crypt loop algif_skcipher; do
	modprobe -q $module
done
fixture "nothing is loaded" unload_module
run_tutorial
ktap_finish
