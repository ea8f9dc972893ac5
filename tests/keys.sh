#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Key slots: a user with more keys than there are slots takes nothing from a volume. Arguments: parts to run.

. "$(dirname "$0")/lib.sh"

parts=(sleeping busy many)
choose_parts "$@"

hoarder=""

clean_up_more()
{
	stop_hoarder
	close_plain_volume
}

# hoard DRIVER [ARG...]: starts a user with so many keys; waits until each was used once.
hoard()
{
	"$tests/key-hoard" --driver="$1-$af_alg_suffix" "${@:2}" >"$temp/hoard" 2>&1 &
	hoarder=$!
	wait_for grep -qs ready "$temp/hoard"
}

stop_hoarder()
{
	local pid=$hoarder

	[ -n "$pid" ] || return 0
	hoarder=""
	kill -TERM "$pid"
	wait "$pid"
}

# hoarder_is_right: it goes on, and all its results were right.
hoarder_is_right() { stop_hoarder && not grep -q another "$temp/hoard"; }

read_volume() { dd if=/dev/mapper/"$volume" of="$temp/data" bs=64k count=16 iflag=direct 2>"$temp/dd"; }

# offloaded_all CIPHER: the device did all of the volume's requests, and there were some.
offloaded_all()
{
	note "xts-$1: $(offloaded xts "$1") requests by the device, $(fallen_back xts "$1") in software"
	[ "$(offloaded xts "$1")" -gt 0 ] && [ "$(fallen_back xts "$1")" = 0 ]
}

# A user takes all slots and sleeps.
sleeping()
{
	fixture "a helper is live" start_helper --key-slots=1024 || return
	reset_counters
	fixture "a user with 1100 keys" hoard ecb-aes --sockets=1100 || return
	check "of which the last took the slots of others" [ "$(counter keyslots.evicted)" -ge 76 ]
	check "and none went without" [ "$(counter keyslots.exhausted)" = 0 ]
	fixture "a volume opens" open_plain_volume 8M capi:xts-kuznyechik-warpcrypt-plain64
	fixture "and is read" read_volume
	check "the device does all of it" offloaded_all kuznyechik
	check "the user's results are right" hoarder_is_right
	fixture "the volume closes" close_plain_volume
}

# The same user goes on using them in turn, with two slots for each three keys.
busy()
{
	local before round

	fixture "a helper is live" start_helper || return
	reset_counters
	fixture "a user with 96 keys" hoard ecb-aes --sockets=96 --turns=1000000000 || return
	fixture "a volume opens" open_plain_volume 8M capi:xts-kuznyechik-warpcrypt-plain64
	for ((round = 0; round < 5 * load; round++)); do
		before=$(counter keyslots.evicted)
		wait_for more keyslots.evicted $((before + 100)) || break
		read_volume
	done
	check "they are busy meanwhile" [ "$round" = $((5 * load)) ]
	check "the device does all of the volume" offloaded_all kuznyechik
	check "every user has a slot" [ "$(counter keyslots.exhausted)" = 0 ]
	check "the user's results are right" hoarder_is_right
	fixture "the volume closes" close_plain_volume
}

# Many keys that change while they are in use, and requests that wait for room.
many()
{
	fixture "a helper is live" start_helper --threads=2 || return
	reset_counters
	# 12 keys each, all modes and key lengths of AES; there are 64 slots.
	kernel_test stress count=$((150 * load)) threads=200 depth=2
	check "more keys than slots" [ "$(counter keyslots.evicted)" -gt 0 ]
	check "no mishap" [ "$(counter frames.failed frames.lost links.killed)" = 0 ]
}

ktap_start cryptsetup python3
need_test_module
param min_bytes 0
for part in "${parts[@]}"; do
	$part
done
ktap_finish
