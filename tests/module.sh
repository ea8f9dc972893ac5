#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Unloading: refused while something uses the module, clean otherwise, and
# nothing stays behind, also after many times.
# Environment: WARPCRYPT_ROUNDS, how often it is loaded (default 6).

. "$(dirname "$0")/lib.sh"

rounds=${WARPCRYPT_ROUNDS:-6}

refused() { ! rmmod warpcrypt 2>/dev/null && [ -e "$device" ]; }

priority() { algorithm "$1" priority; }

# Kernel memory that could leak, bytes: objects of kmalloc(), vmalloc, per CPU; without caches.
used()
{
	local name value size rest cache sum=0

	sync
	echo 3 >/proc/sys/vm/drop_caches
	pause 0.2
	# Empties the quarantine of KASAN, too.
	for cache in /sys/kernel/slab/*/shrink; do
		[ ! -w "$cache" ] || echo 1 >"$cache"
	done
	while read -r name value rest; do
		case $name in
		VmallocUsed:|Percpu:) ((sum += value << 10)) ;;
		esac
	done </proc/meminfo
	# Exact after the caches have shrunk: no object is kept for a CPU.
	while read -r name value rest; do
		read -r _ size _ <<<"$rest"
		[[ $name != kmalloc-[0-9]* ]] || ((sum += value * size))
	done </proc/slabinfo
	echo $sum
}

# grows_less BYTES COMMAND...: what is in use after it, than before. A leak is there each time;
# what the rest of the kernel allocates meanwhile is not. So one time of eight is enough.
grows_less()
{
	local before after i

	for i in 1 2 3 4 5 6 7 8; do
		before=$(used)
		"${@:2}" || return
		after=$(used)
		note "$((after - before)) bytes more in use after: ${*:2}"
		[ $((after - before)) -ge "$1" ] || return 0
	done
	return 1
}

# cycle: load, helper, traffic, helper leaves or is killed, unload.
cycle()
{
	load_module || return
	start_helper || return
	"$bin/af-alg" --suffix=$af_alg_suffix --threads=1 --rounds=1 >"$temp/traffic" 2>&1 || {
		note "$(cat "$temp/traffic")"
		return 1
	}
	if [ $(($1 % 2)) = 0 ]; then
		stop_helper || return
	else
		kill_helper
	fi
	unload_module
}

several()
{
	local i

	for ((i = 0; i < $1; i++)); do
		cycle $i || return
	done
}

loads()
{
	local i

	for ((i = 0; i < $1; i++)); do
		modprobe warpcrypt && rmmod warpcrypt || return
	done
}

# How often, and bytes: the smallest object that the module asks for, a pointer to each of its arena's pages not counted;
# the frame table of 16 frames; half of what 2000 smallest ones make.
attachments=2000 loads=40 smallest=64 frame_table=4096 margin=$((attachments * smallest / 2))

# How many algorithms of ours there are.
registered() { grep -c '^driver.*-warpcrypt' /proc/crypto; }

# Another module has the name of one of our algorithms.
name_taken()
{
	local all

	fixture "load" load_module || return
	all=$(registered)
	unload_module
	fixture "another module takes a name of ours" modprobe name_taken name=cbc-sm4-warpcrypt || return
	log_mark
	check "name taken: the module loads all the same" load_module
	check "name taken: the log says which" logged 'cannot register cbc-sm4-warpcrypt: error -17'
	check "name taken: what may have users by then stays: all others are registered" [ "$(registered)" = $((all - 1)) ]
	check "name taken: unload, with some registered" unload_module
	check "name taken: nothing is registered" [ "$(registered)" = 0 ]
	fixture "load with register=attach" load_module register=attach
	log_mark
	check "name taken: a helper goes live all the same" start_helper
	check "name taken: the log says which, again" logged 'cannot register cbc-sm4-warpcrypt: error -17'
	check "name taken: all others are registered" [ "$(registered)" = $((all - 1)) ]
	check "name taken: and work" "$bin/af-alg" --suffix=$af_alg_suffix --threads=1 --rounds=1
	fixture "the helper ends well" stop_helper
	fixture "the name is free" rmmod name_taken
	check "name taken: the next helper brings the one that was missing" start_helper
	check "name taken: that is all of them" [ "$(registered)" = "$all" ]
	check "name taken: the log has no warning" not logged 'WARNING|BUG'
	check "name taken: unload" unload_module
	check "name taken: nothing is left" [ "$(registered)" = 0 ]
}

ktap_start python3
fixture "load" load_module || ktap_finish

"$tests/key-hoard" --driver="ecb-aes-$af_alg_suffix" --sockets=1 >"$temp/out" 2>&1 &
hoarder=$!
check "a tfm is open" wait_for grep -qs ready "$temp/out"
check "unload is refused with an open tfm" refused
kill $hoarder
wait $hoarder
fixture "a helper is live" start_helper
check "unload is refused with a helper attached" refused
check "which goes on working" [ "$(state)" = live ]
fixture "the helper ends well" stop_helper
exec {file}<>"$device"
check "unload is refused with the device open" refused
exec {file}>&-
check "unload is clean then" rmmod warpcrypt
check "no algorithm is left" not grep -q warpcrypt /proc/crypto
check "no device is left" [ ! -e "$device" ]

check "load and unload with helper and traffic, 3 times" several 3
# Many attachments, and loads, that each left behind the least that the module allocates for them would exceed these bounds.
# (Processes and sockets come and go in the third: there a frame table must be noticed.)
fixture "the module is loaded" load_module
fixture "an attachment" "$bin/attach-loop" 20
check "$attachments attachments leave nothing behind" grows_less $margin "$bin/attach-loop" "$attachments"
check "load and unload with helper and traffic, $rounds times more: nothing is left" \
	grows_less $((rounds * frame_table)) several "$rounds"
check "load and unload, $loads times: nothing is left" grows_less $((loads * smallest)) loads "$loads"

name_taken

# Attach and detach at the same time as unload is tried: never both.
load_module
for ((i = 0; i < 3; i++)); do
	"$warpcryptd" --backend=cpu "${geometry[@]}" --stats="$temp/stats" >/dev/null 2>&1 </dev/null &
	helper=$!
	for ((try = 0; try < 10; try++)); do
		rmmod warpcrypt 2>/dev/null
		pause 0.05
	done
	stop_helper
	modprobe warpcrypt
done
check "unload races with attach" start_helper
check "module parameters that make no sense are refused" eval '! modprobe -r warpcrypt_nothing 2>/dev/null;
	stop_helper; rmmod warpcrypt; ! modprobe warpcrypt register=sometimes 2>/dev/null'
check "load with other priorities" load_module priority=50 aes_priority=60
check "they apply" [ "$(priority ecb-sm4-warpcrypt) $(priority ecb-aes-warpcrypt)" = "50 60" ]
check "ECB comes last" [ "$(priority xts-kuznyechik-warpcrypt) $(priority ctr-aes-warpcrypt)" = "51 61" ]
fixture "load" load_module
check "the default is above all software" [ "$(priority ecb-kuznyechik-warpcrypt)" = 1000 ]
ktap_finish
