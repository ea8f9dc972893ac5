#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# cryptsetup, asked for Kuznyechik as its users would: by the cipher's name and not by ours. Its benchmark; a LUKS2
# volume whose key slot is encrypted with the same cipher, through AF_ALG.

. "$(dirname "$0")/lib.sh"

volume=warpcrypt-luks-$$
passphrase='not secret'
offset=$((16 << 20))

clean_up_more() { [ ! -e /dev/mapper/$volume ] || cryptsetup close $volume; }

# benchmark: a line "kuznyechik-xts 512b N MiB/s N MiB/s"
benchmark()
{
	cryptsetup benchmark --cipher kuznyechik-xts --key-size 512 >"$temp/benchmark" 2>&1
	note "$(tail -n 1 "$temp/benchmark")"
	grep -qE 'kuznyechik-xts +512b +[0-9.]+ MiB/s +[0-9.]+ MiB/s' "$temp/benchmark"
}

format()
{
	truncate -s 20M "$temp/volume"
	printf %s "$passphrase" | cryptsetup luksFormat --batch-mode --type luks2 --cipher kuznyechik-xts-plain64 \
		--key-size 512 --offset $((offset / 512)) --pbkdf pbkdf2 --pbkdf-force-iterations 1000 "$temp/volume" -
}

open_volume() { printf %s "$1" | cryptsetup open --key-file - "$temp/volume" $volume 2>/dev/null; }
write() { dd if="$temp/data" of=/dev/mapper/$volume bs=64k conv=fsync 2>/dev/null; }
same() { cmp -n $((2 << 20)) "$temp/data" /dev/mapper/$volume; }
not_in_clear() { ! cmp -s -n 4096 -i $offset:0 "$temp/volume" "$temp/data"; }
all_offloaded() { [ "$(counter alg.xts-kuznyechik.offload_bytes)" -ge $((4 << 20)) ]; }

ktap_start cryptsetup
export DM_DISABLE_UDEV=1
need_module
for module in algif_skcipher dm_crypt loop; do
	modprobe -q $module
done
fixture "a helper is live" start_helper || ktap_finish
reset_counters
check "cryptsetup benchmark -c kuznyechik-xts -s 512" benchmark
check "the benchmark: through the device" [ "$(offloaded xts kuznyechik)" -gt 0 ]
reset_counters
check "luksFormat" format
check "a wrong passphrase does not open it" not open_volume wrong
check "opens" open_volume "$passphrase"
random_bytes $((2 << 20)) >"$temp/data"
check "takes data" write
fixture "closes" cryptsetup close $volume
check "the volume is encrypted on disk" not_in_clear
check "opens again" open_volume "$passphrase"
check "holds what was written" same
check "the volume: through the device" all_offloaded
fixture "closes again" cryptsetup close $volume
fixture "the helper ends well" stop_helper
ktap_finish
