# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What tests and the main job ask for again and again, without a program: those
# take tens to hundreds of milliseconds to start in a guest. Sourced.

# A pipe that no process writes to.
exec {silence}<> <(:)

# pause SECONDS: sleep.
pause() { read -r -t "$1" -u "$silence" || :; }

# ended PID: has the process ended? Also if it is a zombie: bash may wait for a child late.
ended()
{
	local stat

	{ read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
	[[ $stat == *") Z "* ]]
}

# loaded MODULE: is it?
loaded()
{
	local lines line

	mapfile -t lines </proc/modules
	for line in "${lines[@]}"; do
		[[ $line != "$1 "* ]] || return 0
	done
	return 1
}

# algorithm DRIVER FIELD: what /proc/crypto says of it; nothing if it has no such driver.
algorithm()
{
	local lines line ours=n

	mapfile -t lines </proc/crypto
	for line in "${lines[@]}"; do
		case $line in
		driver\ *)	[ "${line##* }" = "$1" ] && ours=y || ours=n ;;
		"$2 "*)		[ $ours = n ] || { echo "${line##* }"; return; } ;;
		esac
	done
}

# help_libkcapi: with release.so it works on a kernel whose version has two numbers (7.3-amd64).
help_libkcapi()
{
	local release here

	read -r release </proc/sys/kernel/osrelease
	here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/../build/host/tests/release.so
	[[ $release =~ ^[0-9]+\.[0-9]+\. ]] || [ ! -e "$here" ] || export LD_PRELOAD=$here
}

# Since 7.2 it takes only algorithms that are synchronous and not for the kernel alone.
af_alg_is_sync()
{
	local release

	read -r release </proc/sys/kernel/osrelease
	[[ $release =~ ^([0-9]+)\.([0-9]+) ]] && ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] >= 7002))
}

# What names of ours it can be given end with.
# shellcheck disable=SC2034 # for the tests
af_alg_is_sync && af_alg_suffix=warpcrypt-sync || af_alg_suffix=warpcrypt
