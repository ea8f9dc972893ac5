#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The first open of a volume on a system where nothing of ours is loaded: it
# must get our driver, over the fast software, at once; and AES must not load us.
# Then the same on a system where the software of a cipher is not installed.

. "$(dirname "$0")/lib.sh"

volumes=()
loop=""
blocked=/run/modprobe.d/warpcrypt-test.conf

close_volumes()
{
	local volume

	for volume in "${volumes[@]}"; do
		cryptsetup close "$volume" || return
	done
	volumes=()
}

clean_up_more()
{
	close_volumes
	[ -z "$loop" ] || losetup -d "$loop"
	rm -f $blocked
}

# unknown_to_the_kernel: an expression for the ciphers that it has no software for.
unknown_to_the_kernel()
{
	local cipher unknown=()

	for cipher in "${new_ciphers[@]}"; do
		modprobe -q -n "${cipher}_generic" || unknown+=("$cipher")
	done
	(IFS='|'; echo "${unknown[*]}")
}

# cold: nothing of ours is loaded, and no template over it is left.
cold()
{
	local module

	close_volumes && unload_module || return
	for module in "${new_ciphers[@]/%/_ct}"; do
		! loaded $module || rmmod $module || return
	done
	! grep -qE "\\(($ours_alone)\\)|warpcrypt|-ct" /proc/crypto
}

# open_volume NAME CIPHER KEY-BITS
open_volume()
{
	cryptsetup open --type plain --shared --cipher "$2" --key-size "$3" \
		--key-file "$temp/key" "$loop" "$1" 2>"$temp/error" || return
	volumes+=("$1")
}

refused() { ! open_volume "$@"; }

# users DRIVER: how many hold it (one is the crypto API itself), 0 if there is none.
users()
{
	local count

	count=$(algorithm "$1" refcnt)
	echo "${count:-0}"
}

# others NAME DRIVER...: the drivers of that name, but for these.
others()
{
	awk -v name="$1" -v known=" ${*:2} " '
		$1 == "name" { found = $3 == name }
		$1 == "driver" && found && !index(known, " " $3 " ") { print $3 }' /proc/crypto
}

# write_data VOLUME, same_data VOLUME: to and from the device itself.
write_data() { dd if="$temp/data" of="/dev/mapper/$1" bs=64k oflag=direct conv=fsync 2>/dev/null; }
same_data()
{
	dd if="/dev/mapper/$1" of="$temp/read" bs=64k count=4 iflag=direct 2>/dev/null &&
		cmp -s "$temp/data" "$temp/read"
}

# first_open CIPHER KEY-BITS SOFTWARE: where nothing of it is loaded.
first_open()
{
	local ours=xts-$1-warpcrypt more

	check "$1: nothing is loaded" cold || return
	check "$1: the first volume opens" open_volume "cold-$1" "$1-xts-plain64" "$2" || return
	check "$1: the volume has $ours" [ "$(users "$ours")" -gt 1 ]
	check "$1: over $3" [ "$(users "$3")" -gt 1 ]
	more=$(others "xts($1)" "$ours" "$ours-sync" "xts-$1-ct")
	check "$1: no template was made # $more" [ -z "$more" ]
	check "$1: it takes data" write_data "cold-$1"
	check "$1: in software" [ "$(counter "alg.xts-$1.fallback.no_helper_requests")" -gt 0 ]
	fixture "$1: a helper comes" start_helper
	check "$1: the data are there" same_data "cold-$1"
	check "$1: from the device" [ "$(offloaded xts "$1")" -gt 0 ]
}

# all_resolve: the name that a lookup asks for last, and the drivers'; but not AES by its common name.
all_resolve()
{
	local cipher mode

	for cipher in "${ciphers[@]}"; do
		for mode in $(modes_of "$cipher"); do
			resolves "$mode-$cipher-warpcrypt" warpcrypt || return
			resolves "$mode-$cipher-warpcrypt-sync" warpcrypt || return
			[ $cipher = aes ] || resolves "$mode($cipher)-all" warpcrypt || return
			! resolves "$mode($cipher)" warpcrypt || return
		done
	done
	! resolves "xts(aes)-all" warpcrypt
}

# Any user can have such a template made.
template_does_not_win()
{
	local before_ours before_ct

	check "a template over our ECB" open_volume ecb-ours "capi:xts(ecb-kuznyechik-warpcrypt)-plain64" 512
	check "a template over the software's ECB" open_volume ecb-ct "capi:xts(ecb-kuznyechik-ct)-plain64" 512
	before_ours=$(users xts-kuznyechik-warpcrypt)
	before_ct=$(users xts-kuznyechik-ct)
	check "another volume" open_volume another kuznyechik-xts-plain64 512
	check "does not get the first" [ "$(users xts-kuznyechik-warpcrypt)" -gt "$before_ours" ]
	check "nor the second to fall back on" [ "$(users xts-kuznyechik-ct)" -gt "$before_ct" ]
}

without_software()
{
	mkdir -p "${blocked%/*}"
	echo "install kuznyechik_ct /bin/false" >$blocked
	check "without Kuznyechik's software: nothing is loaded" cold
	log_mark
	check "a volume with it does not open" refused none kuznyechik-xts-plain64 512
	check "warpcrypt is loaded" loaded warpcrypt
	check "the log says what is missing" logged \
		"warpcrypt: no software xts\(kuznyechik\) to fall back on \(error -2\): modprobe 'crypto-xts\(kuznyechik\)'"
	check "once" [ "$(log_since | grep -c 'no software')" = 1 ]
	check "AES works" open_volume aes capi:xts-aes-warpcrypt-plain64 512
	check "SKINNY works" open_volume skinny skinny-xts-plain64 512
	fixture "the rest closes" close_volumes
	rm $blocked
	check "with the software Kuznyechik does too" open_volume kuznyechik kuznyechik-xts-plain64 512
}

ktap_start cryptsetup losetup
modprobe -q -n warpcrypt_ct || skip_all "no warpcrypt_ct.ko"
ours_alone=$(unknown_to_the_kernel)
modprobe -q loop
truncate -s 4M "$temp/disk"
random_bytes $((256 << 10)) >"$temp/data"
random_bytes 64 >"$temp/key"
fixture "a disk" eval 'loop=$(losetup -f --show "$temp/disk")' || ktap_finish

check "every name leads to us" all_resolve
check "nothing is loaded" cold
check "a volume with AES" open_volume aes aes-xts-plain64 512
check "does not load us" not loaded warpcrypt
for cipher in "${new_ciphers[@]}"; do
	# XTS has two keys.
	first_open "$cipher" $((16 * ${key_lengths[$cipher]%% *})) "xts-$cipher-ct"
	[ "$cipher" != kuznyechik ] || template_does_not_win
done
without_software
ktap_finish
