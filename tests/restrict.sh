#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What programs can do at each level of crypto.af_alg_restrict, which Linux has since 7.3: kcapi-enc with generic names and
# ours, with root's capabilities and without; cryptsetup benchmark; LUKS2 and VeraCrypt volumes in Kuznyechik; our sockets for key
# agreement; and what warpcryptctl says of it.
# Argument: quick, without volumes.

. "$(dirname "$0")/lib.sh"

ctl=$(program warpcryptctl)
# shellcheck disable=SC2034 # a check evaluates it
kx=$(program warpcrypt-kx)
volume=warpcrypt-restrict-$$
quick=${1:-}

clean_up_more() { [ ! -e /dev/mapper/$volume ] || cryptsetup close $volume; }

# through CIPHER [PREFIX...]: kcapi-enc with that name encrypts, and decrypts to the same
through()
{
	local cipher=$1 way from to
	shift

	for way in encrypt:data:there decrypt:there:back; do
		IFS=: read -r way from to <<<"$way"
		"$@" kcapi-enc "--$way" --cipher "$cipher" --keyfd 9 --iv 000102030405060708090a0b0c0d0e0f --nounpad \
			--infile "$temp/$from" --outfile "$temp/$to" 9<"$temp/key" >"$temp/said" 2>&1 || return
	done
	not cmp -s "$temp/data" "$temp/there" && cmp "$temp/data" "$temp/back"
}

# refused CIPHER [PREFIX...]: kcapi-enc's exit status is the error: at level 1 ENOENT, at level 2 EAFNOSUPPORT.
refused()
{
	through "$@"
	[ $? = $((level == 1 ? 256 - 2 : 256 - 97)) ] || { note "$(cat "$temp/said")"; false; }
}

# As root without its capabilities, which can reach all programs.
user=(setpriv --inh-caps=-all --bounding-set=-all)

# The names, and up to which level they are taken: with CAP_NET_ADMIN or CAP_SYS_ADMIN, without.
names=(
	"xts(aes) 1 1"
	"ctr(aes) 1 0"
	"ctr(kuznyechik) 0 0"
	"ctr-kuznyechik-ct 0 0"
	"ctr-kuznyechik-$af_alg_suffix 0 0"
	"ctr(skinny) 0 0"
)

kcapi()
{
	local line name root other

	for line in "${names[@]}"; do
		read -r name root other <<<"$line"
		[ "$level" -le "$root" ] && root=through || root=refused
		[ "$level" -le "$other" ] && other=through || other=refused
		check "level $level: $name: with capabilities: $root" $root "$name"
		check "level $level: $name: without: $other" $other "$name" "${user[@]}"
	done
}

benchmark() { cryptsetup benchmark --cipher "$1" --key-size 512 >"$temp/benchmark" 2>&1; }

luks()
{
	printf secret | cryptsetup luksFormat --type luks2 --pbkdf pbkdf2 --pbkdf-force-iterations 1000 --batch-mode \
		--cipher kuznyechik-xts-plain64 --key-size 512 "$temp/disk" - || return
	printf secret | cryptsetup open "$temp/disk" $volume || return
	dd if="$temp/data" of=/dev/mapper/$volume bs=4096 oflag=direct 2>/dev/null &&
		cmp -n 4096 "$temp/data" /dev/mapper/$volume && [ "$(dmsetup table $volume | grep -c kuznyechik)" = 1 ]
}

# VeraCrypt's key is derived, and its header decrypted, by cryptsetup; this only through AF_ALG.
veracrypt()
{
	printf 'not secret' | cryptsetup open --type tcrypt --veracrypt --veracrypt-pim 1 --hash sha512 \
		"$temp/vera" $volume >"$temp/said" 2>&1 && cmp "$temp/data" /dev/mapper/$volume
}

# warpcryptctl does without.
tcrypt()
{
	local status

	disk=$(losetup --find --show "$temp/vera") || return
	printf 'not secret\n' | "$ctl" tcrypt open --pim=1 "$disk" $volume && cmp "$temp/data" /dev/mapper/$volume &&
		"$ctl" tcrypt close $volume
	status=$?
	losetup -d "$disk"
	return $status
}

close_volume() { cryptsetup close $volume; }

volumes()
{
	local veracrypt_opens=not

	[ "$level" -gt 0 ] || veracrypt_opens=""
	check "level $level: a LUKS2 volume in Kuznyechik: made, opened, written, read" luks
	fixture "closes" close_volume
	[ -e "$temp/vera" ] || return
	check "level $level: a VeraCrypt volume in Kuznyechik opens: ${veracrypt_opens:-yes}" $veracrypt_opens veracrypt
	[ -n "$veracrypt_opens" ] && note "$(cat "$temp/said")" || fixture "closes" close_volume
	check "level $level: and by warpcryptctl tcrypt" tcrypt
}

sockets()
{
	if [ "$level" -lt 2 ]; then
		nested "level $level: sockets for key agreement" "$tests/kpp-socket"
	else
		check "level 2: no sockets for key agreement" eval '! "$tests/kpp-socket" >"$temp/said" 2>&1'
		check "level 2: they say why" grep -qi "address family" "$temp/said"
		check "level 2: warpcrypt-kx says why" eval '! "$kx" keygen "$temp/secret" 2>"$temp/said" &&
			grep -q "crypto\.af_alg_restrict is 2" "$temp/said"'
	fi
}

says()
{
	local text=("takes every name" "takes few names" "is off") why=("" "restrict is 1," "restrict is 2\\.")

	"$ctl" doctor >"$temp/doctor"
	check "level $level: warpcryptctl doctor says so" grep -q "^ok .*AF_ALG ${text[level]}" "$temp/doctor"
	"$ctl" explain "ctr(kuznyechik)" >"$temp/explain"
	check "level $level: warpcryptctl explain says so" \
		[ "$(grep -c "No program gets it through AF_ALG: .*${why[level]}" "$temp/explain")" = $((level > 0)) ]
}

ktap_start kcapi-enc cryptsetup setpriv python3
restrict_af_alg 1 || skip_all "this kernel does not restrict AF_ALG"
! af_alg_is_sync || newest_kcapi
need_module
for module in algif_skcipher algif_kpp dm_crypt loop; do
	modprobe -q $module
done
random_bytes 4096 >"$temp/data"
random_bytes 32 >"$temp/key"
truncate -s 24M "$temp/disk"
fixture "a helper is live" start_helper || ktap_finish
[ -n "$quick" ] || check "a VeraCrypt volume is made" \
	eval '"$bin/veracrypt-volume" make kuznyechik "not secret" 1 "$temp/vera" <"$temp/data"'
for level in 1 0 2; do
	fixture "level $level" restrict_af_alg $level
	kcapi
	aes=not kuznyechik=not
	[ "$level" = 2 ] || aes=""
	[ "$level" != 0 ] || kuznyechik=""
	check "level $level: cryptsetup benchmark, AES: ${aes:-yes}" $aes benchmark aes-xts
	check "level $level: cryptsetup benchmark, Kuznyechik: ${kuznyechik:-yes}" $kuznyechik benchmark kuznyechik-xts
	sockets
	[ -n "$quick" ] || volumes
	says
done
check "a level that there is not" not eval 'restrict_af_alg 3 2>"$temp/said"'
fixture "level 0" restrict_af_alg 0
fixture "the helper ends well" stop_helper
ktap_finish
