# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Disks that are files, and on them volumes of dm-crypt by our drivers, which tests/reference
# (reference_ciphers.ko) reads. Sourced, after lib.sh; who sources it sets $volume.

# --- disks

loops=()

# make_disk NAME SIZE: a file, as a loop device; its path is in $disk.
make_disk()
{
	truncate -s "$2" "$temp/$1" && disk=$(losetup -f --show "$temp/$1") && loops+=("$disk")
}

drop_disks()
{
	[ ${#loops[@]} = 0 ] || losetup -d "${loops[@]}"
	loops=()
	rm -f "$temp"/disk*
}

# --- volumes

# open_volume MODE CIPHER IV KEY-BITS [OPTION...]: a plain one on $disk, by our driver's name. (The kernel finds its template
# essiv by common names only; ours has the most priority.)
open_volume()
{
	local spec=$1-$2-warpcrypt
	[[ $3 != essiv:* ]] || spec="$1($2)"

	random_bytes 128 >"$temp/key"
	cryptsetup open --type plain --cipher "capi:$spec-$3" --key-size "$4" --key-file "$temp/key" "${@:5}" \
		"$disk" "$volume"
}

close_volume() { cryptsetup close "$volume" && [ ! -e "/dev/mapper/$volume" ]; }

# by_reference: a line of dmsetup table, with its cipher by tests/reference.
by_reference()
{
	local known='(aes|kuznyechik|skinny|sm4)'

	sed -E "s/xts-$known-warpcrypt/xts(ecb(\\1-reference))/; s/(cbc|ctr|ecb|xts-gb)-$known-warpcrypt/\\1(\\2-reference)/
		s/ $known-xts-/ capi:xts(ecb(\\1-reference))-/; s/xts\\($known\\)/xts(\\1-reference)/
		s/capi:(cbc|ctr|ecb|xts-gb)\\($known\\)/capi:\\1(\\2-reference)/"
}

# open_reader: the volume once more, to be read only, by tests/reference.
open_reader()
{
	local table

	table=$(dmsetup table --showkeys "$volume" | by_reference)
	[[ $table == *-reference* ]] || return
	dmsetup create "$volume-reader" --readonly --table "$table"
}

close_reader() { dmsetup remove --retry "$volume-reader"; }

# holds FILE [DEVICE]: from the begin of the volume, read past the page cache.
holds()
{
	dd if="/dev/mapper/${2:-$volume}" bs=64k iflag=direct count=$(($(stat -c %s "$1") >> 16)) 2>/dev/null | cmp -s - "$1"
}

# put FILE [DEVICE]: to the begin of the volume, past the page cache.
put() { dd if="$1" of="/dev/mapper/${2:-$volume}" bs=64k oflag=direct conv=fsync,notrunc 2>/dev/null; }

# reference_reads WHAT FILE...: at the begin of the volume
reference_reads()
{
	fixture "$1: opened by tests/reference" open_reader || return
	check "$1: tests/reference reads what was written" holds "$2" "$volume-reader"
	fixture "$1: which closes" close_reader
}

# device_did WHAT MODE CIPHER BYTES: at least that, and software at most a hundredth of it
device_did()
{
	local did fell
	did=$(counter "alg.$2-$3.offload_bytes")
	fell=$(counter "alg.$2-$3.fallback_bytes")

	check "$1: the device did it # $did bytes, $fell in software" [ "$did" -ge "$4" -a $((100 * fell)) -le "$4" ] ||
		note "$(grep "alg.$2-$3.fallback.*_bytes [1-9]" "$debug/stats")"
}
