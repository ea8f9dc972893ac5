#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Keys leave memory: after another key is set, the tfm is freed, the helper is
# killed or ends, and the module is unloaded, all of the guest's memory, the
# kernel's and the helper's, is searched for the key, its round keys and its
# expanded forms (tests/keys). While the key is in use, the search must find it.

. "$(dirname "$0")/lib.sh"

user=""
search=/sys/kernel/debug/warpcrypt_search

clean_up_more()
{
	end_user
	! loaded warpcrypt_search || rmmod warpcrypt_search
}

# ask LINE: has the user of the key do it.
ask()
{
	local answer

	[ -n "${to_user[1]-}" ] || return
	echo "$1" >&"${to_user[1]}" && read -r answer <&"${to_user[0]}" && [ "$answer" = "$1" ]
}

# start_user NAME ARG...: sets a key; its patterns are in $temp/NAME.
start_user()
{
	local answer

	coproc to_user { exec "$bin/key-user" "${@:2}" "$temp/$1" 2>"$temp/user.errors"; }
	# shellcheck disable=SC2154 # the shell sets it
	user=$to_user_PID
	read -r answer <&"${to_user[0]}" && [ "$answer" = open ] && return
	note "$(<"$temp/user.errors")"
	user=""
	return 1
}

end_user()
{
	local pid=$user

	[ -n "$pid" ] || return 0
	user=""
	kill "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
	return 0
}

# found FILE..., absent FILE...: the patterns of these are in memory, or are not. (Status 2 of the search is neither.)
found()
{
	searched "$@"
	[ $? = 1 ]
}

absent()
{
	searched "$@"
}

searched()
{
	local file line last="" path

	exec {file}<>$search || return 2
	: >"$temp/search"
	for path in "${@/#/$temp/}"; do
		cat "$path" >&"$file" || last="cannot search"
	done
	while IFS= read -r line <&"$file"; do
		echo "$line" >>"$temp/search"
		last=$line
	done
	exec {file}>&-
	case $last in
	"0 of "[1-9]*)	return 0 ;;
	[1-9]*" of "*)	return 1 ;;
	esac
	return 2
}

# gone DESCRIPTION FILE...: what frees a key may be a work of the kernel or another thread: waits.
gone() { check "$1" wait_for absent "${@:2}" || note "$(<"$temp/search")"; }

# used REGEX: requests with the key, which the device did.
used()
{
	local before

	before=$(counters "$1")
	ask use && [ "$(counters "$1")" -gt "$before" ]
}

# keys_wiped: how many expanded keys the helper has wiped.
keys_wiped()
{
	rm -f "$temp/stats"
	kill -USR1 "$helper"
	wait_for [ -e "$temp/stats" ]
	sed -n 's/^keys_wiped //p' "$temp/stats"
}

has_wiped_more() { [ "$(keys_wiped)" -gt "$1" ]; }

# story NAME REGEX ARG...: a key's life, by a user of its own; then with the helper's and the module's end.
story()
{
	local name=$1 count=$2 released wiped
	shift 2

	start_user "$name" "$@" || {
		fail "$name: a key is set"
		return
	}
	check "$name: the device uses the key" used "$count"
	check "$name: which can be found then" found "$name" || note "$(<"$temp/search")"
	mv "$temp/$name" "$temp/$name.first"
	# A curve's socket takes no second secret.
	if [ "$1" != kpp ]; then
		ask key
		check "$name: the device uses another key" used "$count"
		gone "$name: the first one is gone" "$name.first"
	else
		mv "$temp/$name.first" "$temp/$name"
	fi
	released=$(counter keyslots.released)
	[ "$1" = kpp ] || wiped=$(keys_wiped)
	check "$name: closed" ask close
	if [ "$1" != kpp ]; then
		check "$name: the slot is released" wait_for more keyslots.released "$released"
		check "$name: the helper, which is idle, says that it has wiped it" wait_for has_wiped_more "$wiped"
	fi
	gone "$name: it is gone" "$name"
	end_user
}

# survived NAME FUNCTION: FUNCTION happens while a key is in use.
survived()
{
	start_user "$1" skcipher "$xts" aes 64 32 || return
	check "$1: the device uses the key" used 'alg\.xts-aes\.offload_requests'
	check "$1: which can be found then" found "$1"
	"$2"
	check "$1: closed" ask close
	end_user
	gone "$1: it is gone" "$1"
	make_way
}

ktap_start
need_module
modprobe warpcrypt_search || skip_all "no warpcrypt_search.ko"
param min_bytes 0
[ -x "$bin/key-user" ] || skip_all "no key-user here"
# shellcheck disable=SC2154 # builtins.sh
suffix=$af_alg_suffix
xts=xts-aes-$suffix
fixture "a helper is live" start_helper --threads=2 || ktap_finish
for cipher in "${ciphers[@]}"; do
	read -ra lengths <<<"${key_lengths[$cipher]}"
	longest=${lengths[-1]}
	story "xts-$cipher" "alg\\.xts-$cipher\\.offload_requests" \
		skcipher "xts-$cipher-$suffix" "$cipher" $((2 * longest)) "$longest"
done
modprobe algif_kpp 2>/dev/null
if [ -d /sys/module/algif_kpp ]; then
	story curve25519 'alg\.(base|point)-curve25519\.offload_requests' \
		kpp curve25519-warpcrypt - 32 32
	story p256 'alg\.(base|point)-ecdh-nist-p256\.offload_requests' \
		kpp ecdh-nist-p256-warpcrypt - 32 32
fi
# A process that is killed wipes nothing: the kernel clears its pages when it gives them to another, or, told to, at once.
if grep -q 'init_on_free=1' /proc/cmdline; then
	survived "the helper was killed" kill_helper
else
	skip "the helper was killed" "only init_on_free=1 clears memory of a process that is killed"
	kill_helper
fi
fixture "a helper is live again" start_helper
survived "the helper ended" stop_helper
export WARPCRYPT_CPU_AES=core
fixture "a helper that does AES without libcrypto is live" start_helper
unset WARPCRYPT_CPU_AES
story xts-aes-core 'alg\.xts-aes\.offload_requests' skcipher "$xts" aes 64 32
start_user unloaded skcipher "$xts" aes 64 32
check "the device uses the key" used 'alg\.xts-aes\.offload_requests'
ask close
end_user
fixture "the module is unloaded" unload_module
gone "unloaded: it is gone" unloaded
need_module
ktap_finish
