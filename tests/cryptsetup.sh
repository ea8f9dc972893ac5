#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# cryptsetup, asked for Kuznyechik as its users would: by the cipher's name and not by ours. Its benchmark; LUKS2 volumes,
# and with what cipher their key slots are encrypted; what cryptsetup refuses, because its own table of ciphers lacks
# Kuznyechik and SKINNY; LUKS1 and plain volumes. All as Documentation/operations.rst says it of cryptsetup 2.6.1.

. "$(dirname "$0")/lib.sh"

volume=warpcrypt-luks-$$
passphrase='not secret'
offset=$((16 << 20))
quick=(--batch-mode --pbkdf pbkdf2 --pbkdf-force-iterations 1000)
refusal='Unable to use cipher specification kuznyechik-xts-plain64 for LUKS2\.'

clean_up_more()
{
	[ ! -e /dev/mapper/$volume ] || cryptsetup close $volume
	[ -z "$disk" ] || losetup -d "$disk"
}

# benchmark: a line "kuznyechik-xts 512b N MiB/s N MiB/s"
benchmark()
{
	cryptsetup benchmark --cipher kuznyechik-xts --key-size 512 >"$temp/benchmark" 2>&1
	note "$(tail -n 1 "$temp/benchmark")"
	grep -qE 'kuznyechik-xts +512b +[0-9.]+ MiB/s +[0-9.]+ MiB/s' "$temp/benchmark"
}

# new_disk: zeros. reencrypt wants a block device.
new_disk()
{
	[ -z "$disk" ] || losetup -d "$disk" || return
	rm -f "$temp/disk"
	truncate -s 24M "$temp/disk"
	disk=$(losetup --find --show "$temp/disk")
}
disk=""

# luks COMMAND...: cryptsetup with the passphrase; what it says is in $temp/said
luks() { printf %s "$passphrase" | cryptsetup "$@" >"$temp/said" 2>&1; }

# format TYPE CIPHER KEY-BITS [ARGUMENT...]
format()
{
	luks luksFormat "${quick[@]}" --type "$1" --cipher "$2-xts-plain64" --key-size "$3" --offset $((offset / 512)) "${@:4}" \
		"$disk" -
}

# It keeps headers in files of the current directory for the time.
reencrypt() { (cd "$temp" && luks reencrypt "${quick[@]}" --key-file - "$@" "$disk"); }

# exits STATUS COMMAND...
exits()
{
	"${@:2}"
	[ $? = "$1" ]
}

said() { grep -qE "$1" "$temp/said"; }

# The ciphers in the header: of the data; of the key slots, one for each.
data_cipher() { cryptsetup luksDump "$disk" | sed -n 's/^\tcipher: *//p'; }
slot_ciphers() { cryptsetup luksDump "$disk" | sed -n 's/^\tCipher: *//p'; }
luks1_cipher() { cryptsetup luksDump "$disk" | sed -n 's/^Cipher \(name\|mode\): *\t//p' | paste -sd -; }

# How many requests came, done by the helper or by software.
asked() { echo $(($(offloaded xts "$1") + $(fallen_back xts "$1"))); }

try_passphrase() { luks open --debug --test-passphrase --key-file - "$disk"; }
open_volume() { printf %s "$1" | cryptsetup open --key-file - "$disk" $volume 2>/dev/null; }
close_volume() { cryptsetup close $volume; }
write() { dd if="$temp/data" of=/dev/mapper/$volume bs=64k conv=fsync 2>/dev/null; }
same() { cmp -n $((2 << 20)) "$temp/data" /dev/mapper/$volume; }
not_in_clear() { ! cmp -s -n 4096 -i $offset:0 "$temp/disk" "$temp/data"; }
all_offloaded() { [ "$(counter alg.xts-kuznyechik.offload_bytes)" -ge $((4 << 20)) ]; }

# holds_data WHAT: the volume still opens, and has the data
holds_data()
{
	check "$1: it opens" open_volume "$passphrase" || return
	check "$1: the data are there" same
	fixture "$1: closes" close_volume
}

# A LUKS2 volume in Kuznyechik: the data by the device; the key slot in AES, which cryptsetup itself does.
luks2()
{
	new_disk
	reset_counters
	check "luksFormat -c kuznyechik-xts-plain64" format luks2 kuznyechik 512
	check "LUKS2: the data are in Kuznyechik" [ "$(data_cipher)" = kuznyechik-xts-plain64 ]
	check "LUKS2: the key slot is in AES" [ "$(slot_ciphers)" = aes-xts-plain64 ]
	check "a wrong passphrase does not open it" not open_volume wrong
	check "opens" open_volume "$passphrase"
	check "takes data" write
	fixture "closes" close_volume
	check "the volume is encrypted on disk" not_in_clear
	check "opens again" open_volume "$passphrase"
	check "holds what was written" same
	check "the volume: through the device" all_offloaded
	fixture "closes again" close_volume
	reset_counters
	check "the passphrase is right" try_passphrase
	check "LUKS2: the key slot asks for no Kuznyechik" [ "$(asked kuznyechik)" = 0 ]
}

# The volume of luks2(): what cryptsetup refuses to do with it, which leaves it as it was; what it does.
luks2_changes()
{
	printf 'another' >"$temp/another"
	check "luksAddKey --keyslot-cipher kuznyechik-xts-plain64: exit status 1" exits 1 luks luksAddKey "${quick[@]}" \
		--keyslot-cipher kuznyechik-xts-plain64 --keyslot-key-size 512 --key-file - "$disk" "$temp/another"
	check "luksConvertKey --keyslot-cipher kuznyechik-xts-plain64: exit status 1" exits 1 luks luksConvertKey "${quick[@]}" \
		--keyslot-cipher kuznyechik-xts-plain64 --keyslot-key-size 512 --key-file - "$disk"
	check "luksAddKey: the new slot is in AES, too" luks luksAddKey "${quick[@]}" --key-file - "$disk" "$temp/another"
	check "both slots" [ "$(slot_ciphers | paste -sd ' ')" = "aes-xts-plain64 aes-xts-plain64" ]
	fixture "one slot again" luks luksRemoveKey --batch-mode "$disk" "$temp/another"
	check "reencrypt to another key: exit status 1" exits 1 reencrypt
	check "reencrypt to another key: says why" said "$refusal"
	holds_data "after that"
	check "reencrypt from Kuznyechik to AES" reencrypt --cipher aes-xts-plain64 --key-size 512
	check "the data are in AES" [ "$(data_cipher)" = aes-xts-plain64 ]
	holds_data "in AES"
	check "reencrypt from AES to Kuznyechik: exit status 1" exits 1 reencrypt --cipher kuznyechik-xts-plain64 --key-size 512
	check "reencrypt from AES to Kuznyechik: says why" said "$refusal"
	check "the data are still in AES" [ "$(data_cipher)" = aes-xts-plain64 ]
	holds_data "after that, in AES"
	new_disk
	check "reencrypt --encrypt: exit status 1" exits 1 reencrypt --encrypt --type luks2 --reduce-device-size 16M \
		--cipher kuznyechik-xts-plain64 --key-size 512
	check "reencrypt --encrypt: says why" said "$refusal"
	check "and writes no header" not cryptsetup isLuks "$disk"
}

# luksFormat --keyslot-cipher: fails without a word, and leaves a header without key slots.
keyslot_cipher()
{
	new_disk
	check "luksFormat --keyslot-cipher $1-xts-plain64: exit status 1" exits 1 format luks2 aes 512 \
		--keyslot-cipher "$1-xts-plain64" --keyslot-key-size 512
	check "$1: says nothing" [ ! -s "$temp/said" ]
	check "$1: the header has no key slots" [ "$(data_cipher),$(slot_ciphers)" = aes-xts-plain64, ]
}

# The key slots of others: SKINNY is not in the table, SM4 is.
luks2_others()
{
	new_disk
	check "luksFormat -c skinny-xts-plain64" format luks2 skinny 512
	check "SKINNY: the key slot is in AES" [ "$(data_cipher) $(slot_ciphers)" = "skinny-xts-plain64 aes-xts-plain64" ]
	new_disk
	check "luksFormat -c sm4-xts-plain64" format luks2 sm4 256
	check "SM4: the key slot is in SM4" [ "$(data_cipher) $(slot_ciphers)" = "sm4-xts-plain64 sm4-xts-plain64" ]
	reset_counters
	check "SM4: the passphrase is right" try_passphrase
	check "SM4: the key slot goes through AF_ALG" not said 'Using dmcrypt to access keyslot area'
	check "SM4: which asks us" [ "$(asked sm4)" -ge 250 ]
	new_disk
	check "luksFormat --type luks1 -c sm4-xts-plain64" format luks1 sm4 256
	reset_counters
	check "SM4, LUKS1: the passphrase is right" try_passphrase
	check "SM4, LUKS1: the key slot goes through AF_ALG" said 'Using userspace crypto wrapper to access keyslot area'
	check "SM4, LUKS1: which asks us" [ "$(asked sm4)" -ge 250 ]
}

# A slot in AES asks the kernel for nothing: our AES, if it comes before the kernel's, sees a volume of AES and no slot.
aes_slots()
{
	fixture "the helper ends well" stop_helper
	fixture "our AES comes first" load_module aes_priority=10000 || return
	new_disk
	fixture "AES: format" format luks2 aes 512
	reset_counters
	check "AES: the passphrase is right" try_passphrase
	check "AES: the key slot asks the kernel for nothing" [ "$(asked aes)" = 0 ]
	fixture "AES: opens" open_volume "$passphrase"
	fixture "AES: takes data" write
	fixture "AES: closes" close_volume
	check "AES: the data do" [ "$(asked aes)" -gt 0 ]
	fixture "the usual priorities" load_module
}

# LUKS1 has one cipher for the data and the slots. What the table lacks is done by a device of dm-crypt for the time.
luks1()
{
	new_disk
	check "luksFormat --type luks1 -c kuznyechik-xts-plain64" format luks1 kuznyechik 512
	check "LUKS1: the cipher" [ "$(luks1_cipher)" = kuznyechik-xts-plain64 ]
	reset_counters
	check "LUKS1: the passphrase is right" try_passphrase
	check "LUKS1: the key slot goes through dm-crypt" said 'Using dmcrypt to access keyslot area'
	check "LUKS1: in Kuznyechik" [ "$(asked kuznyechik)" -ge 500 ]
	check "LUKS1: convert to LUKS2: exit status 1" exits 1 luks convert --batch-mode --type luks2 "$disk"
	check "LUKS1: convert to LUKS2: says why" said "$refusal"
	new_disk
	fixture "LUKS1: AES" format luks1 aes 512
	fixture "LUKS1: opens" open_volume "$passphrase"
	fixture "LUKS1: takes data" write
	fixture "LUKS1: closes" close_volume
	check "LUKS1: reencrypt from AES to Kuznyechik" reencrypt --cipher kuznyechik-xts-plain64 --key-size 512
	check "LUKS1: the cipher is another" [ "$(luks1_cipher)" = kuznyechik-xts-plain64 ]
	holds_data "LUKS1"
}

# Nothing is on the disk but data: the volume's key is the bytes of the key file.
plain()
{
	new_disk
	random_bytes 64 >"$temp/key"
	check "plain: opens" cryptsetup open --type plain --cipher kuznyechik-xts-plain64 --key-size 512 --key-file "$temp/key" \
		"$disk" $volume
	check "plain: the key file is the key" [ "$(dmsetup table --showkeys $volume | cut -d ' ' -f 5)" = \
		"$(od -An -v -tx1 "$temp/key" | tr -d ' \n')" ]
	fixture "plain: closes" close_volume
	check "plain: there is no header" cmp -n $((24 << 20)) "$temp/disk" /dev/zero
}

ktap_start cryptsetup losetup dmsetup
note "$(cryptsetup --version)"
need_module
for module in algif_skcipher dm_crypt loop; do
	modprobe -q $module
done
fixture "a helper is live" start_helper || ktap_finish
random_bytes $((2 << 20)) >"$temp/data"
reset_counters
check "cryptsetup benchmark -c kuznyechik-xts -s 512" benchmark
check "the benchmark: through the device" [ "$(offloaded xts kuznyechik)" -gt 0 ]
luks2
luks2_changes
keyslot_cipher kuznyechik
keyslot_cipher skinny
luks2_others
luks1
plain
aes_slots
ktap_finish
