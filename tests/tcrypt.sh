#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# warpcryptctl tcrypt: volumes that veracrypt-volume made are opened without AF_ALG; the mappings are those that
# cryptsetup makes; what is written here is read there, and the device does Kuznyechik's part; what it refuses, it says in
# one line, and nothing is mapped then. Arguments: parts (default: all).
#
# Only this finds mappings that differ from cryptsetup's, headers that should be refused, and what a signal leaves.

. "$(dirname "$0")/lib.sh"

parts=(tables hashes hidden keyfiles headers devices kernel signals terminal images)
choose_parts "$@"
ctl=$(program warpcryptctl)
volume=warpcrypt-tcrypt-$$
password='not secret'
size=$((1 << 18))
disk=""
helper_of_kernel=/proc/sys/kernel/modprobe
modprobe_path=$(<$helper_of_kernel)
# VeraCrypt's names in small letters: those that are opened, and the others.
algorithms=(kuznyechik camellia-kuznyechik kuznyechik-aes kuznyechik-serpent-camellia kuznyechik-twofish serpent-twofish-aes)
more_algorithms=(aes serpent twofish camellia aes-twofish aes-twofish-serpent camellia-serpent serpent-aes twofish-serpent)

clean_up_more()
{
	echo "$modprobe_path" >$helper_of_kernel
	! is_mapped || "$ctl" tcrypt close $volume
	[ -z "$disk" ] || losetup -d "$disk"
}

# vera COMMAND ALGORITHM [OFFSET]: the other implementation
vera() { "$bin/veracrypt-volume" "$1" "$2" "$password" 1 "$temp/volume" "${@:3}"; }

# make_volume ALGORITHM: on $disk
make_volume() { vera make "$1" <"$temp/data"; }

# ours ACTION [ARG...]
ours() { printf '%s\n' "$password" | "$ctl" tcrypt "$@"; }
open_ours() { ours open --pim=1 "$@" "$disk" $volume; }
close_ours() { "$ctl" tcrypt close $volume && ! is_mapped; }
is_mapped() { dmsetup ls | grep -q "^$volume"; }

# open_cryptsetup [OPTION...]
open_cryptsetup()
{
	printf '%s' "$password" | cryptsetup open --type tcrypt --veracrypt --veracrypt-pim 1 --hash sha512 "$@" "$disk" $volume
}

# with_cryptsetup COMMAND...: at the level at which AF_ALG takes every name; at the others ours does the rest.
with_cryptsetup()
{
	local status

	restrict_af_alg 0
	"$@"
	status=$?
	restrict_af_alg 1
	return $status
}

# mappings: what the kernel has of the volume. UUIDs of those below differ between cryptsetup's versions.
mappings() { dmsetup table --showkeys | sort && dmsetup info -c --noheadings -o name,attr,open | sort && dmsetup info -c --noheadings -o uuid $volume; }

# as_cryptsetup WHAT [OPTION...]: opened with ours and, after that, with cryptsetup, the options without tcrypt- for ours
as_cryptsetup()
{
	local what=$1
	shift

	check "$what: opens" open_ours "${@//tcrypt-/}" || return
	mappings >"$temp/ours"
	check "$what: what it holds" cmp "$temp/wanted" /dev/mapper/$volume
	check "$what: closes" close_ours
	with_cryptsetup open_cryptsetup "$@" || {
		skip "$what: the mappings are cryptsetup's" "cryptsetup does not open it here"
		return
	}
	mappings >"$temp/cryptsetup"
	cryptsetup close $volume
	check "$what: the mappings are cryptsetup's" cmp "$temp/ours" "$temp/cryptsetup"
}

# says STATUS REGEX COMMAND...: the command fails with the status, has one line for that, and maps nothing new.
says()
{
	local status before

	before=$(dmsetup ls)
	"${@:3}" 2>"$temp/said" >"$temp/out"
	status=$?
	[ $status = "$1" ] && [ "$(wc -l <"$temp/said")" = 1 ] && grep -qE "^warpcryptctl: .*$2" "$temp/said" &&
		[ "$(dmsetup ls)" = "$before" ] && return
	note "exit status $status: $(<"$temp/said")"
	return 1
}

# set_field FILE OFFSET HEX-DIGITS
set_field() { printf "$(sed 's/../\\x&/g' <<<"$3")" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null; }
number() { printf %016x "$1"; }

# by_kuznyechik BYTES: the device did at least that, and software no more than a hundredth of it.
by_kuznyechik()
{
	[ "$(counter alg.xts-kuznyechik.offload_bytes)" -ge "$1" ] &&
		[ $((100 * $(counter alg.xts-kuznyechik.fallback_bytes))) -le "$1" ]
}

# is_written ALGORITHM: and the other implementation reads it.
is_written()
{
	ours open --pim=1 "$disk" $volume && dd if="$temp/written" of=/dev/mapper/$volume bs=64k conv=fsync status=none &&
		close_ours && vera show "$1" | cmp - "$temp/written"
}

part_tables()
{
	local algorithm

	modprobe -q -r algif_skcipher
	for algorithm in "${algorithms[@]}"; do
		fixture "$algorithm: a volume" make_volume "$algorithm"
		if [ "$algorithm" = kuznyechik ] && [ ! -d /sys/module/algif_skcipher ]; then
			check "opens" open_ours
			check "AF_ALG was not asked for a cipher" [ ! -d /sys/module/algif_skcipher ]
			fixture "closes" close_ours
		fi
		reset_counters
		as_cryptsetup "$algorithm"
		check "$algorithm: what is written" is_written "$algorithm"
		[[ $algorithm != *kuznyechik* ]] || check "$algorithm: through the device" by_kuznyechik $((2 * size))
	done
	cp "$temp/written" "$temp/wanted"
	as_cryptsetup "read only" --readonly
	as_cryptsetup "the backup header" --tcrypt-backup
	cp "$temp/data" "$temp/wanted"
	check "cryptsetup closes what ours opened" eval 'open_ours && cryptsetup close $volume && ! is_mapped'
	! with_cryptsetup open_cryptsetup || check "ours closes what cryptsetup opened" close_ours
	for algorithm in "${more_algorithms[@]}"; do
		make_volume "$algorithm"
		check "$algorithm: dump finds it" eval 'ours dump --pim=1 "$temp/volume" | grep -qixE "Algorithm +$algorithm"'
	done
}

part_hashes()
{
	local hash
	declare -A names=([sha512]=SHA-512 [sha256]=SHA-256 [blake2s_256]=BLAKE2s-256 [whirlpool]=Whirlpool [ripemd160]=RIPEMD-160
		[stribog512]=Streebog)

	for hash in "${!names[@]}"; do
		WARPCRYPT_HASH=$hash make_volume kuznyechik-aes
		ours dump --pim=1 "$temp/volume" >"$temp/out"
		check "$hash: dump finds it" grep -qxE "Hash +${names[$hash]}, 16000 times" "$temp/out"
		check "$hash: and the algorithm" grep -qxE "Algorithm +Kuznyechik-AES" "$temp/out"
	done
	check "it opens" eval 'open_ours && cmp "$temp/data" /dev/mapper/$volume && close_ours'
}

# A header that says that a part of the volume's data is a volume: then that has, with the same keys, the same plaintext.
part_hidden()
{
	local begin=$((size / 2)) length=$((size / 4)) outer=$password password=$password

	make_volume kuznyechik-twofish
	vera header kuznyechik-twofish >"$temp/header"
	set_field "$temp/header" 92 "$(number $length)$(number $length)$(number $((131072 + begin)))$(number $length)"
	password='another one'
	check "hidden: nothing opens without its header" says 1 "nothing opens with this passphrase" open_ours --hidden
	vera put-header kuznyechik-twofish 65536 <"$temp/header"
	vera put-header kuznyechik-twofish $((131072 + size + 65536)) <"$temp/header"
	tail -c +$((begin + 1)) "$temp/data" | head -c $length >"$temp/wanted"
	as_cryptsetup "hidden" --tcrypt-hidden
	as_cryptsetup "hidden, the backup header" --tcrypt-hidden --tcrypt-backup
	check "hidden: not without the option" says 1 "nothing opens with this passphrase" open_ours
	password=$outer
	cp "$temp/data" "$temp/wanted"
	check "the outer volume" eval 'open_ours && cmp "$temp/data" /dev/mapper/$volume && close_ours'
}

# pool FILE...: what the files make of the passphrase, by another CRC: Python's. (Without bytes that arguments cannot have.)
pool()
{
	python3 -c '
import sys, zlib
password = sys.argv[1].encode()
pool = bytearray(128 if len(password) > 64 else 64)
for name in sys.argv[2:]:
    data, at = open(name, "rb").read(), 0
    for i in range(min(len(data), 1 << 20)):
        crc = zlib.crc32(data[:i + 1]) ^ 0xffffffff
        for byte in crc.to_bytes(4, "big"):
            pool[at] = (pool[at] + byte) % 256
            at = (at + 1) % len(pool)
for i, byte in enumerate(password):
    pool[i] = (pool[i] + byte) % 256
sys.exit(0 in pool or sys.stdout.buffer.write(pool) != len(pool))' "$@"
}

part_keyfiles()
{
	local short=$password word password mixed

	command -v python3 >/dev/null || { skip "keyfiles" "no python3 here"; return; }
	seq 100 >"$temp/key1"
	seq 500 700 >"$temp/key2"
	for word in "$short" "$(printf 'long %.0s' {1..20})"; do
		password=$word
		mixed=$(pool "$password" "$temp/key1" "$temp/key2") || fail "the pool has a zero: take other files"
		password=$mixed make_volume kuznyechik
		check "keyfiles: ${#password} bytes" eval 'open_ours --keyfile="$temp/key2" --keyfile="$temp/key1"'
		check "they open it" cmp "$temp/data" /dev/mapper/$volume
		fixture "closes" close_ours
		with_cryptsetup open_cryptsetup --key-file "$temp/key1" --key-file "$temp/key2" && cryptsetup close $volume &&
			pass "so do they in cryptsetup" || skip "so do they in cryptsetup" "cryptsetup does not open it here"
		check "one is not enough" says 1 "nothing opens with this passphrase" open_ours --keyfile="$temp/key1"
	done
	: >"$temp/empty"
	check "an empty keyfile" says 1 "the keyfile is empty" open_ours --keyfile="$temp/empty"
	check "no such keyfile" says 1 "/none: No such file" open_ours --keyfile=/none
}

# Fields that a header can have: offset, digits, what is said
wrong_headers=(
	"124 00000001 is of an encrypted system"
	"128 00001000 sectors of 4096 bytes"
	"68 0006 a header of version 6"
	"116 0000000000020000 131072 of 262144 bytes are encrypted"
	"92 0000000000000200 is of a hidden volume"
	"108 0000000000000200 sizes that cannot be"
	"108 0000000000020001 sizes that cannot be"
	"108 fffffffffffffe00 is too short"
	"108 0000000000080000 is too short"
)

part_headers()
{
	local line offset digits text

	make_volume camellia-kuznyechik
	vera header camellia-kuznyechik >"$temp/header"
	for line in "${wrong_headers[@]}"; do
		read -r offset digits text <<<"$line"
		cp "$temp/header" "$temp/wrong"
		set_field "$temp/wrong" "$offset" "$digits"
		vera put-header camellia-kuznyechik 0 <"$temp/wrong"
		check "header: $digits at $offset" says 1 "$text" open_ours
	done
	check "the backup header opens it" eval 'open_ours --backup && cmp "$temp/data" /dev/mapper/$volume && close_ours'
	for offset in 64 70 144 300 511; do
		vera put-header camellia-kuznyechik 0 <"$temp/header"
		fixture "the header is repaired" eval 'open_ours && close_ours'
		text=$(od -An -tu1 -j $offset -N 1 "$temp/volume")
		set_field "$temp/volume" $offset "$(printf %02x $((text ^ 1)))"
		check "header: byte $offset is damaged" says 1 "nothing opens with this passphrase" open_ours
	done
}

part_devices()
{
	local good=$password password=$password other

	make_volume camellia-kuznyechik
	password=wrong
	check "a wrong passphrase" says 1 "nothing opens with this passphrase" open_ours
	password=$good
	check "a wrong PIM" says 1 "nothing opens with this passphrase" ours open --pim=2 "$disk" $volume
	password=""
	check "an empty passphrase" says 1 "the passphrase is empty" open_ours
	password=$(printf '%0129d' 0)
	check "a long passphrase" says 1 "longer than 128 bytes" open_ours
	password=$good
	printf '%s\nsecond line' "$password" >"$temp/passphrase"
	check "a passphrase from a file" eval 'open_ours --passphrase-file="$temp/passphrase" </dev/null && close_ours'
	check "no such file" says 1 "/none: No such file" open_ours --passphrase-file=/none
	check "a file instead of a device" says 1 "is a file: losetup" ours open "$temp/volume" $volume
	check "another device" says 1 "is no block device$" ours open /dev/null $volume
	check "the header of another device" says 1 "is no block device and no file$" ours dump /dev/null
	check "an empty name of a device" says 2 "not a name of a device: ''" ours open "" $volume
	check "no device" says 1 "/none: No such file" ours open /none $volume
	check "not root: open" says 1 "run this as root" setpriv --reuid=65534 --clear-groups "$ctl" tcrypt open "$disk" $volume
	check "not root: close" says 1 "run this as root" setpriv --reuid=65534 --clear-groups "$ctl" tcrypt close $volume
	check "no such mapping" says 1 "there is no mapping $volume" "$ctl" tcrypt close $volume
	check "a name with a slash" says 2 "not a name for a mapping" ours open "$disk" a/b
	check "a long name" says 2 "not a name for a mapping" ours open "$disk" "$(printf '%0111d' 0)"
	check "no such action" says 2 "and not 'mount'" ours mount "$disk"
	check "an option of another" says 2 "not for 'close'" "$ctl" tcrypt close --hidden $volume
	fixture "opens" open_ours
	check "the name is taken" says 1 "there is a mapping $volume, of a volume" open_ours
	check "the device is taken" says 1 "$disk is in use" ours open --pim=1 "$disk" $volume-2
	check "dump does not mind" eval 'ours dump --pim=1 "$disk" | grep -qE "^Begins at byte +131072$"'
	exec 7<>/dev/mapper/$volume
	check "close: in use" says 1 "$volume is in use: umount it" "$ctl" tcrypt close $volume
	exec 7>&-
	fixture "closes" close_ours
	fixture "another mapping" dmsetup create $volume --table "0 8 zero"
	check "close: not a volume" says 1 "is a mapping of something else" "$ctl" tcrypt close $volume
	check "open: its name" says 1 "there is a mapping $volume: take another name" open_ours
	fixture "it goes" dmsetup remove --retry $volume
	fixture "a mapping that is called as what is below" dmsetup create ${volume}_1 --table "0 8 zero"
	check "open: not over it" says 1 "there is a mapping ${volume}_1: take another name" open_ours
	make_volume kuznyechik
	check "open: beside it, without a cascade" open_ours
	check "close: it stays" eval '"$ctl" tcrypt close $volume && [ "$(dmsetup ls | grep -c "^$volume")" = 1 ]'
	fixture "it goes" dmsetup remove --retry ${volume}_1
	fixture "a volume that is called so" ours open --pim=1 "$disk" ${volume}_1
	cp "$temp/volume" "$temp/other"
	other=$(losetup --find --show "$temp/other")
	fixture "and one without a cascade" ours open --pim=1 "$other" $volume
	check "close: that of the other stays" eval '"$ctl" tcrypt close $volume && [ -e /dev/mapper/${volume}_1 ]'
	fixture "it goes" "$ctl" tcrypt close ${volume}_1
	losetup -d "$other"
	set_field "$temp/volume" 0 4c554b53babe
	check "a LUKS volume" says 1 "is a LUKS volume: cryptsetup open" open_ours
	dd if=/dev/zero of="$temp/volume" bs=4096 count=1 conv=notrunc 2>/dev/null
	check "zeros" says 1 "is not a VeraCrypt volume" open_ours
	head -c 100000 "$temp/data" >"$temp/short"
	check "a short one" says 1 "is too short for a volume: 100000 bytes" ours dump "$temp/short"
}

part_kernel()
{
	make_volume camellia-kuznyechik
	fixture "all else that it needs is loaded" eval 'open_ours && close_ours'
	if ! unload_module || ! modprobe -q -r kuznyechik_ct; then
		skip "a kernel without the cipher" "the modules cannot be unloaded here"
		return
	fi
	echo /bin/false >$helper_of_kernel
	check "a kernel without the cipher" says 1 "this kernel has no xts\(kuznyechik\): modprobe warpcrypt" open_ours
	# Loaded while signals wait: the lower of two mappings is there.
	printf '#!/bin/sh\nkill -TERM $(pidof warpcryptctl)\nexec /sbin/modprobe "$@"\n' >"$temp/modprobe"
	chmod +x "$temp/modprobe"
	echo "$temp/modprobe" >$helper_of_kernel
	check "a signal between two mappings" ends_by TERM "interrupted; nothing is mapped" open_ours
	check "the cipher was being loaded" loaded kuznyechik_ct
	echo "$modprobe_path" >$helper_of_kernel
	check "after that it opens" eval 'open_ours && cmp "$temp/data" /dev/mapper/$volume && close_ours'
	need_module
}

# ends_by SIGNAL TEXT COMMAND...: it says so, and maps nothing.
ends_by()
{
	"${@:3}" 2>"$temp/said"
	[ $? = $((128 + $(kill -l "$1"))) ] && grep -q "^warpcryptctl: $2" "$temp/said" && ! is_mapped && return
	note "$(<"$temp/said")"
	return 1
}

part_signals()
{
	local signal pid

	make_volume kuznyechik
	mkfifo "$temp/in"
	# In the background the shell has SIGINT ignored.
	for signal in HUP TERM; do
		# The PIM is one that takes hours.
		"$ctl" tcrypt open --pim=2000000 --passphrase-file="$temp/in" "$disk" $volume 2>"$temp/said" &
		pid=$!
		exec 7>"$temp/in"
		check "$signal: its memory is locked" eval '[ "$(sed -n "s/^VmLck:[^0-9]*\([0-9]*\) kB/\1/p" /proc/$pid/status)" -gt 0 ]'
		echo "$password" >&7
		exec 7>&-
		kill -$signal $pid
		wait $pid
		check "$signal ends it" [ $? = $((128 + $(kill -l $signal))) ]
		check "$signal: it says so" grep -q "interrupted; nothing is mapped" "$temp/said"
		check "$signal: nothing is mapped" not is_mapped
	done
}

# expect TEXT: reads what the terminal shows, until that
expect()
{
	local c

	until [[ $shown == *"$1"* ]]; do
		IFS= read -r -d '' -n 1 -t "$patience" -u 8 c || return
		shown+=$c
	done
}

# on_terminal ARG...: ours there, in the background; what it shows is in $shown.
on_terminal()
{
	shown=""
	rm -f "$temp/keys"
	mkfifo "$temp/keys"
	exec 8< <(script -qec "$(printf '%q ' "$ctl" tcrypt "$@")" /dev/null <"$temp/keys"; echo "status $?")
	exec 7>"$temp/keys"
	expect "Passphrase: "
}

# terminal_is_silent: the terminal of $temp/tty does not show what is typed
terminal_is_silent() { [ -s "$temp/tty" ] && stty -F "$(cat "$temp/tty")" -a | grep -qw -- -echo; }

# The prompt cannot be written, because the pipe is full: what precedes it is seen.
check_silence_first()
{
	local pid

	mkfifo "$temp/full"
	exec 6<>"$temp/full"
	dd if=/dev/zero of=/dev/fd/6 bs=4096 oflag=nonblock status=none 2>/dev/null
	script -qec "tty >$temp/tty; exec $(printf '%q ' "$ctl" tcrypt open "$disk" $volume) 2>&6" /dev/null </dev/zero &>/dev/null &
	pid=$!
	check "silent before the prompt" wait_for terminal_is_silent
	kill $pid
	wait $pid
	exec 6<&-
}

part_terminal()
{
	local shown

	command -v script >/dev/null || { skip "a terminal" "no script here"; return; }
	make_volume kuznyechik
	check "a terminal: it asks" on_terminal open --pim=1 "$disk" $volume
	printf '%s\r' "$password" >&7
	check "a terminal: it ends well" expect "status 0"
	check "a terminal: the passphrase is not shown" eval '[[ $shown != *"$password"* ]]'
	check "a terminal: progress" eval '[[ $shown == *"Trying SHA-512, 16000 times"* ]]'
	check "a terminal: it is open" cmp "$temp/data" /dev/mapper/$volume
	fixture "closes" close_ours
	check "Ctrl-C: it asks" on_terminal open --pim=1 "$disk" $volume
	printf '\003' >&7
	check "Ctrl-C: it says so" expect "interrupted; nothing is mapped"
	check "Ctrl-C: it ends" expect "status 130"
	check "Ctrl-C while it computes" on_terminal open --pim=2000000 "$disk" $volume
	printf '%s\r' "$password" >&7
	expect "Trying SHA-512"
	printf '\003' >&7
	check "it says so" expect "interrupted; nothing is mapped"
	check "it ends" expect "status 130"
	check "nothing is mapped" not is_mapped
	exec 7>&- 8<&-
	check_silence_first
}

# Volumes that VeraCrypt itself made, of cryptsetup's tests. Each has a file system with this UUID.
part_images()
{
	local images image password=aaaaaaaaaaaa

	images=$("$tests/tcrypt-images" --cached 2>/dev/null) || {
		skip "VeraCrypt's own volumes" "they are not in the cache: tests/run-tests tcrypt-images gets them"
		return
	}
	losetup -d "$disk"
	for image in vc_1-sha512-xts-{kuznyechik,kuznyechik-camellia,camellia-serpent-kuznyechik}; do
		disk=$(losetup --read-only --find --show "$images/$image")
		check "$image: opens" ours open "$disk" $volume
		check "$image: its file system" [ "$(blkid -p -o value -s UUID /dev/mapper/$volume)" = DEAD-BABE ]
		check "$image: read only, as the disk is" [ "$(dmsetup info -c --noheadings -o attr $volume)" = L--r ]
		fixture "closes" close_ours
		losetup -d "$disk"
	done
	disk=""
}

ktap_start cryptsetup dmsetup losetup setpriv
need_module
for module in dm_crypt loop; do
	modprobe -q $module
done
# A disk of this size.
random_bytes $size >"$temp/data"
random_bytes $size >"$temp/written"
cp "$temp/data" "$temp/wanted"
make_volume kuznyechik
disk=$(losetup --find --show "$temp/volume")
fixture "a helper is live" start_helper || ktap_finish
restrict_af_alg 1 && note "AF_ALG is restricted" || note "this kernel does not restrict AF_ALG"
for part in "${parts[@]}"; do
	"part_$part"
done
ktap_finish
