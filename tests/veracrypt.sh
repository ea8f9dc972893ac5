#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# VeraCrypt volumes with Kuznyechik, alone and in VeraCrypt's cascades, opened by cryptsetup: what another
# implementation of the format wrote is read, what is written here is read by it, and xts-kuznyechik-warpcrypt did it.
# Arguments: algorithms, VeraCrypt's names in small letters (default: all that have Kuznyechik).

. "$(dirname "$0")/lib.sh"

parts=(kuznyechik camellia-kuznyechik kuznyechik-aes kuznyechik-serpent-camellia kuznyechik-twofish)
choose_parts "$@"
volume=warpcrypt-vera-$$
password='not secret'
size=$((1 << 20))

clean_up_more()
{
	! mountpoint -q "$temp/mount" || umount "$temp/mount"
	[ ! -e /dev/mapper/$volume ] || cryptsetup close $volume
}

# missing ALGORITHM: the first of its ciphers that this kernel does not have
missing()
{
	local cipher

	for cipher in ${1//-/ }; do
		grep -qE "^name +: $cipher\$" /proc/crypto || modprobe -q "crypto-$cipher" || {
			echo "$cipher"
			return
		}
	done
}

# The header as VeraCrypt publishes it, field by field: offset, bytes, what a normal volume has there. From "VeraCrypt Volume
# Format Specification" (doc/html in VeraCrypt's source, and veracrypt.fr); the two versions are as its source writes
# them (src/Common/Volumes.h, VOLUME_HEADER_VERSION and TC_VOLUME_MIN_REQUIRED_PROGRAM_VERSION: the document still says 2).
header_fields()
{
	cat <<-END
		0	64	any	salt, not encrypted
		64	4	56455241	"VERA"
		68	2	0005	version of the header's format
		70	2	010b	least program version
		72	4	crc:256:256	CRC-32 of bytes 256 to 511
		76	16	zero	reserved
		92	8	0000000000000000	size of a hidden volume
		100	8	size	size of the volume
		108	8	0000000000020000	where the master key scope starts
		116	8	size	size of the encrypted area in it
		124	4	00000000	flags: no system, not encrypted in place
		128	4	00000200	bytes of a sector
		132	120	zero	reserved
		252	4	crc:64:188	CRC-32 of bytes 64 to 251
		256	256	any	master keys, primary ones first
	END
}

# part OFFSET BYTES: of the header
part() { tail -c +$(($1 + 1)) "$temp/header" | head -c "$2"; }

# crc OFFSET BYTES: gzip's, which it writes with the least byte first
crc()
{
	part "$1" "$2" | gzip -c | tail -c 8 | head -c 4 | od -An -tu4 | xargs printf %08x
}

hex() { od -An -v -tx1 | tr -d ' \n'; }

# wrong_fields: those of the header that are not as published. The fields must follow each other, to 512.
wrong_fields()
{
	local offset bytes want meaning got next=0

	while IFS=$'\t' read -r offset bytes want meaning; do
		[ "$offset" = $next ] || echo "field at $offset instead of $next"
		next=$((offset + bytes))
		got=$(part "$offset" "$bytes" | hex)
		case $want in
		any)	continue ;;
		zero)	want=$(head -c "$bytes" /dev/zero | hex) ;;
		size)	want=$(printf %016x $size) ;;
		crc:*)	want=${want#crc:}; want=$(crc "${want%:*}" "${want#*:}") ;;
		esac
		[ "$got" = "$want" ] || echo "$meaning ($bytes bytes at $offset): $got, not $want"
	done < <(header_fields)
	[ $next = 512 ] || echo "512 bytes, not $next"
}

# vera make|show|header: the other implementation
vera() { "$bin/veracrypt-volume" "$1" "$algorithm" "$password" 1 "$temp/volume"; }

# open_volume [PIM [OPTION...]]
open_volume()
{
	printf %s "$password" | cryptsetup open --type tcrypt --veracrypt --veracrypt-pim "${1:-1}" --hash sha512 \
		"${@:2}" "$temp/volume" $volume
}

close_volume() { cryptsetup close $volume && [ ! -e /dev/mapper/$volume ]; }
same_as() { cmp "$1" /dev/mapper/$volume; }
refused() { ! open_volume 2 2>/dev/null && [ ! -e /dev/mapper/$volume ]; }

# by_kuznyechik BYTES: the device did at least that, and software no more than a hundredth of it.
by_kuznyechik()
{
	[ "$(counter alg.xts-kuznyechik.offload_bytes)" -ge "$1" ] &&
		[ $((100 * $(counter alg.xts-kuznyechik.fallback_bytes))) -le "$1" ]
}

# held: how many use the driver
held() { algorithm xts-kuznyechik-warpcrypt refcnt; }

make_files()
{
	mkfs.ext4 -q -b 1024 -O ^has_journal /dev/mapper/$volume && mount -t ext4 /dev/mapper/$volume "$temp/mount" || return
	cp "$0" "$bin/af-alg" "$temp/mount/" && (cd "$temp/mount" && sha256sum veracrypt.sh af-alg) >"$temp/sums" &&
		umount "$temp/mount"
}

files_are_there()
{
	local status

	mount -t ext4 -o ro /dev/mapper/$volume "$temp/mount" || return
	(cd "$temp/mount" && sha256sum --check --quiet "$temp/sums")
	status=$?
	umount "$temp/mount" && return $status
}

# The plaintext of the volume, for cryptsetup and for the other implementation.
same_to_both() { vera show >"$temp/shown" && same_as "$temp/shown"; }

test_algorithm()
{
	local lacks users

	lacks=$(missing "$algorithm")
	[ -z "$lacks" ] || {
		skip "$algorithm" "no $lacks in this kernel"
		return
	}
	reset_counters
	users=$(held)
	check "$algorithm: a volume" eval 'vera make <"$temp/data"' || return
	vera header >"$temp/header"
	check "$algorithm: the header is as VeraCrypt publishes it" [ -z "$(wrong_fields)" ] || note "$(wrong_fields)"
	check "$algorithm: opens" open_volume || return
	check "$algorithm: reads what was written elsewhere" same_as "$temp/data"
	check "$algorithm: through the device" by_kuznyechik $size
	check "$algorithm: /proc/crypto knows" [ "$(held)" -gt "$users" ]
	check "$algorithm: a file system" make_files
	check "$algorithm: elsewhere reads what was written here" same_to_both
	fixture "$algorithm: closes" close_volume
	check "$algorithm: another PIM does not open it" refused
	check "$algorithm: opens by its second header" open_volume 1 --tcrypt-backup
	check "$algorithm: the files are there" files_are_there
	fixture "$algorithm: closes again" close_volume
}

ktap_start cryptsetup mkfs.ext4
export DM_DISABLE_UDEV=1
need_module
for module in algif_skcipher dm_crypt loop ext4; do
	modprobe -q $module
done
mkdir "$temp/mount"
random_bytes $size >"$temp/data"
fixture "a helper is live" start_helper || ktap_finish
for algorithm in "${parts[@]}"; do
	test_algorithm
done
fixture "the helper ends well" stop_helper
ktap_finish
