#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# dm-crypt's IV generators, sizes of sectors, modes and ciphers, each with each, crosswise:
# what our driver writes is read by tests/reference, and the other way round. Sector numbers
# pass 2^32. Arguments: [--slice N] [PART...]: every Nth combination; a part is a cipher.

. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/volumes.sh
. "$tests/volumes.sh"

slice=1
if [ "${1-}" = --slice ]; then
	slice=$2
	shift 2
fi
parts=(aes skinny kuznyechik sm4)
choose_parts "$@"
volume=warpcrypt-cross-$$
# Whole sectors of every size; the 65th sector of 512 bytes has the number 2^32.
first=$(((1 << 32) - 64))
combinations=0 tried=0

clean_up_more()
{
	local name

	for name in "$volume-reader" "$volume"; do
		[ ! -e "/dev/mapper/$name" ] || dmsetup remove --retry "$name"
	done
	drop_disks
}

# ivs MODE CIPHER: the generators for it. (benbi counts blocks; eboiv encrypts one; ECB has none.)
ivs()
{
	local ivs=(plain plain64 plain64be benbi null)

	[ "$1" != ecb ] || ivs=(null)
	[[ $1 != xts* && $1 != cbc ]] || ivs+=(eboiv)
	# Its hash makes a key for the cipher.
	[ "$1" = ecb ] || case $2 in
	sm4)	ivs+=(essiv:md5) ;;
	*)	ivs+=(essiv:sha256) ;;
	esac
	[ "$1" != cbc ] || ivs+=(lmk tcw)
	echo "${ivs[*]}"
}

# needs IV: the hash it needs.
needs()
{
	case $1 in
	essiv:md5|lmk)	echo md5 ;;
	tcw)		echo crc32 ;;
	esac
}

has_hash() { modprobe -q "crypto-$1" 2>/dev/null; grep -qxE "name +: $1" /proc/crypto; }

# key_bytes MODE CIPHER IV: all lengths of keys take turns. lmk has 64 keys and a seed, tcw an IV and what whitens.
key_bytes()
{
	local lengths
	read -ra lengths <<<"${key_lengths[$2]}"
	local one=${lengths[combinations % ${#lengths[@]}]}

	case $1-$3 in
	xts-*)	echo $((2 * one)) ;;
	*-lmk)	echo $((65 * one)) ;;
	*-tcw)	echo $((32 + one)) ;;
	*)	echo "$one" ;;
	esac
}

# crosswise TABLE: the volume by us and by tests/reference at once; both read what either has written.
crosswise()
{
	local other status=0
	other=$(by_reference <<<"$1")

	[[ $other == *-reference* ]] && dmsetup create "$volume" --table "$1" || return
	dmsetup create "$volume-reader" --table "$other" &&
		put "$temp/data0" && holds "$temp/data0" "$volume-reader" && holds "$temp/data0" &&
		put "$temp/data1" "$volume-reader" && holds "$temp/data1" && holds "$temp/data1" "$volume-reader" || status=1
	! [ -e "/dev/mapper/$volume-reader" ] || close_reader || status=1
	dmsetup remove --retry "$volume" && return $status
}

# by_device MODE CIPHER: all that was written and read by our driver, three times 64 KiB.
by_device()
{
	local did
	did=$(counter "alg.$1-$2.offload_bytes")
	[ "$did" -ge $((3 << 16)) ] || note "$did bytes by the device"
	[ "$did" -ge $((3 << 16)) ]
}

# combination MODE CIPHER IV SECTOR [large]
combination()
{
	local what="$2 $1 $3 $4 ${5-}" bytes table options=()
	what=${what% }

	((++combinations % slice == seed % slice)) || return 0
	((++tried))
	bytes=$(key_bytes "$1" "$2" "$3")
	[ "$4" = 512 ] || options+=("sector_size:$4")
	[ -z "${5-}" ] || options+=(iv_large_sectors)
	table="0 128 crypt capi:$1($2)-$3 ${keys:2*(combinations % 64):2*bytes} $first $disk 0"
	table+=" ${#options[@]}${options[0]+ ${options[*]}}"
	reset_counters
	check "$what, a key of $bytes bytes" crosswise "$table" || return
	fixture "$what: the device did it" by_device "$1" "$2"
}

all_of()
{
	local cipher=$1 mode iv size hash

	for mode in $(modes_of "$cipher"); do
		for iv in $(ivs "$mode" "$cipher"); do
			hash=$(needs "$iv")
			if [ -n "$hash" ] && [ -n "${lacks[$hash]-}" ]; then
				skip "$cipher $mode $iv" "this kernel has no $hash"
				continue
			fi
			combination "$mode" "$cipher" "$iv" 512
			# lmk and tcw have no other.
			[[ $iv != lmk && $iv != tcw ]] || continue
			for size in 1024 2048 4096; do
				combination "$mode" "$cipher" "$iv" $size
				combination "$mode" "$cipher" "$iv" $size large
			done
		done
	done
}

ktap_start dmsetup losetup
# By the ciphers' common names, of which essiv and eboiv make more: AES, too, is ours.
fixture "our AES comes first" load_module aes_priority=10000 || ktap_finish
for module in loop dm_crypt reference_ciphers; do
	modprobe -q $module
done
declare -A lacks=()
for hash in md5 crc32; do
	has_hash $hash || lacks[$hash]=y
done
param min_bytes 0
fixture "a helper is live" start_helper --key-slots=256 || ktap_finish
make_disk disk 64K
random_bytes 65536 >"$temp/data0"
random_bytes 65536 >"$temp/data1"
keys=$(random_bytes 4096 | od -An -v -tx1 | tr -d ' \n')
for part in "${parts[@]}"; do
	all_of "$part"
done
note "$tried of $combinations combinations"
check "combinations were tried" [ $tried -gt 0 ]
check "the helper is live" [ "$(state)" = live -a "$(counter links.killed)" = 0 ]
clean_up_more
fixture "the usual priorities" load_module
ktap_finish
