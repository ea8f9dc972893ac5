# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154,SC2034 # main-job sets and uses them
#
# The main job's steps: files through kcapi-enc, volumes through cryptsetup. Sourced by main-job, which defines: work (a
# directory in memory), cipher_ref, af_alg_enc, tree_dir, say, must, compare, die. It also sources
# counters.sh, and tests/x25519-openssl.sh for hex().

# Bytes that kcapi-enc and af-alg-enc send in one request. This is also the size of an XTS data unit, because they start
# every request with the same tweak.
kcapi_unit=126976 af_alg_unit=65536

# Sizes of AES's volumes and of those of the other ciphers, and the LUKS2 header that is added to the latter.
volume_size=$((64 << 20)) small_volume_size=$((24 << 20)) luks2_header=$((16 << 20))
# The most bytes and files of the file tree; the rest of a volume is ext4's own, or free.
tree_limit=$((24 << 20)) tree_files=600
small_tree_limit=$((8 << 20)) small_tree_files=300
# Bytes of each of fio's jobs: small, medium and large blocks
fio_sizes=($((2 << 20)) $((8 << 20)) $((16 << 20)))

# as_little_as_possible: the sizes for --quick.
as_little_as_possible()
{
	volume_size=$((8 << 20)) small_volume_size=$((8 << 20))
	tree_limit=$((1 << 20)) tree_files=40
	small_tree_limit=$((1 << 20)) small_tree_files=20
	fio_sizes=($((256 << 10)) $((1 << 20)) $((2 << 20)))
	x25519_points=1000
}

# describe MODE CIPHER: sets
#   driver     the driver's name for AF_ALG
#   kernel_driver   the driver's name for the kernel's own users, such as dm-crypt
#   key_bytes  the length of the key for a file
#   tool       the program that passes the file to the kernel: kcapi-enc reads at most 32 bytes of key
#   unit       the bytes of its requests
#   reference_name  the reference implementation, for messages
#   iv         the IV, made from $first_iv
describe()
{
	driver="$1-$2-$af_alg_suffix" kernel_driver="$1-$2-warpcrypt"

	case $2-$1 in
	kuznyechik-xts)		key_bytes=64 ;;
	*-xts)			key_bytes=32 ;;
	sm4-*)			key_bytes=16 ;;
	*)			key_bytes=32 ;;
	esac
	tool=kcapi-enc unit=$kcapi_unit
	[ $key_bytes -le 32 ] || tool=af-alg-enc unit=$af_alg_unit

	case $2-$1 in
	aes-xts)		reference_name=libcrypto ;;
	skinny-*|*-xts)		reference_name="the reference in tests/" ;;
	kuznyechik-*)		reference_name="OpenSSL's engine gost" ;;
	*)			reference_name=libcrypto ;;
	esac

	case $2-$1 in
	*-ecb)			iv= ;;
	# As GOST R 34.13 defines CTR: the IV is the counter's upper half, the lower half starts at 0.
	kuznyechik-ctr)		iv=${first_iv:0:16}0000000000000000 ;;
	# A carry into the counter's upper half happens early in the file.
	*-ctr)			iv=${first_iv:0:16}ffffffffffffffc0 ;;
	*)			iv=$first_iv ;;
	esac
}

# generic_aes: prints the name of the kernel's AES without special instructions, which changed in 7.0
generic_aes()
{
	grep -q '^driver *: aes-lib$' /proc/crypto && echo aes-lib || echo aes-generic
}

size_of()
{
	stat -L -c %s "$1"
}

# make_secrets: makes new keys and IVs for each run, and prints them so that a failure can be reproduced
make_secrets()
{
	local length

	for length in 16 32 64; do
		head -c $length /dev/urandom >"$work/key$length"
		key_hex[length]=$(hex "$work/key$length")
		say "key of $length bytes: ${key_hex[length]}"
	done
	head -c 16 /dev/urandom >"$work/passphrase"
	first_iv=$(head -c 16 /dev/urandom | hex)
	say "IV: $first_iv"
}

# take_input FILE [MIB]: copies at most MIB of FILE into memory, cut to whole blocks
take_input()
{
	input_size=$(($(size_of "$1") / 16 * 16))
	[ -z "${2-}" ] || [ $input_size -le $(($2 << 20)) ] || input_size=$(($2 << 20))
	say "using $input_size bytes of $1"
	must head -c $input_size "$1" >"$work/input"
	[ "$(size_of "$work/input")" = $input_size ] || die "$1: got only $(size_of "$work/input") bytes"
}

# take_part BYTES: shortens the copy for a cipher that encrypts less
take_part()
{
	[ $input_size -gt "$1" ] || return 0
	input_size=$1
	must truncate -s "$1" "$work/input"
}

# The next functions work on one cipher in one mode, as describe() and file_job() have set it.

# openssl_enc OPTION...: runs openssl enc. It speaks when it sets an engine, too, which is no news.
openssl_enc()
{
	openssl enc "$@" 2>"$work/openssl" || {
		cat "$work/openssl" >&2
		return 1
	}
}

# reference: writes the ciphertext of the reference implementation to $work/reference
reference()
{
	local name engine=() openssl_iv=$iv whole

	if [ "$mode" = xts ] || [ "$cipher" = skinny ]; then
		# In other modes the IV goes on from request to request.
		[ "$mode" = xts ] || whole=$input_size
		must "$cipher_ref" "$cipher" "$mode" "$work/key$key_bytes" "$iv" "${whole:-$unit}" 0 \
			<"$work/input" >"$work/reference"
		return
	fi
	case $cipher in
	aes)		name=aes-256-$mode ;;
	kuznyechik)	name=kuznyechik-$mode engine=(-engine gost) ;;
	*)		name=$cipher-$mode ;;
	esac
	[ "$name" != kuznyechik-ctr ] || openssl_iv=${iv:0:16}
	must openssl_enc "${engine[@]}" "-$name" -nopad -K "${key_hex[key_bytes]}" ${openssl_iv:+-iv "$openssl_iv"} \
		-in "$work/input" -out "$work/reference"
}

# through_kernel encrypt|decrypt FROM TO: runs kcapi-enc or af-alg-enc
through_kernel()
{
	if [ $tool = af-alg-enc ]; then
		must "$af_alg_enc" "$1" "$driver" "$work/key$key_bytes" "$iv" "$unit" <"$2" >"$3"
	else
		must kcapi-enc "--$1" --cipher "$driver" --keyfd 9 ${iv:+--iv "$iv"} --nounpad \
			--infile "$2" --outfile "$3" 9<"$work/key$key_bytes" </dev/null
	fi
}

# file_job MODE CIPHER: encrypts and decrypts the file through AF_ALG. It decrypts the reference's ciphertext, so that
# decryption is tested by itself.
file_job()
{
	local mode=$1 cipher=$2 name="$2 $1" driver kernel_driver key_bytes tool unit reference_name iv

	describe "$mode" "$cipher"
	say "$name: $reference_name encrypts $input_size bytes, key of $key_bytes bytes${iv:+, IV $iv}"
	reference

	say "$name: $tool encrypts with $driver"
	begin_step
	through_kernel encrypt "$work/input" "$work/output"
	end_step "$name encrypt" "$mode-$cipher" "$input_size"
	compare reference "$name encrypt" cmp "$work/reference" "$work/output"

	say "$name: $tool decrypts with $driver"
	begin_step
	through_kernel decrypt "$work/reference" "$work/output"
	end_step "$name decrypt" "$mode-$cipher" "$input_size"
	compare reference "$name decrypt" cmp "$work/input" "$work/output"
	rm "$work/output" "$work/reference"
}

# list_tree BYTES FILES: writes a list of files from all parts of $tree_dir to $work/files, as many as fit BYTES and
# FILES, and their checksums to $work/sums
list_tree()
{
	# Directories that find cannot enter are left out, and names that are no word of a line of sha256sum's.
	{ find "$tree_dir/" -xdev -type f -readable -size +0 -size -8192k ! -path $'*[\t\n\r\\\\]*' -printf '%s\t%P\n' 2>/dev/null || :; } |
		sort -t $'\t' -k 2 | awk -F '\t' -v limit="$1" -v most="$2" '
			{ size[count + 0] = $1; path[count++] = $2 }
			END {
				step = count > most ? int((count + most - 1) / most) : 1
				for (i = 0; i < count; i += step) {
					if (bytes + size[i] + 4096 > limit)
						continue
					bytes += size[i] + 4096
					print path[i]
				}
			}' >"$work/files"
	[ -s "$work/files" ] || die "no files in $tree_dir; name another directory with --tree"
	(cd "$tree_dir" && tr '\n' '\0' <"$work/files" | xargs -0 sha256sum --) >"$work/sums" ||
		die "cannot read the files in $tree_dir"
	tree_bytes=$(cd "$tree_dir" && tr '\n' '\0' <"$work/files" | xargs -0 stat -c %s -- | awk '{ n += $1 } END { print n }')
	say "file tree: $(wc -l <"$work/files") files of $tree_dir, $tree_bytes bytes"
}

same_tree()
{
	(cd "$1" && sha256sum --check --quiet "$work/sums" 2>&1)
}

# open_volume KIND SECTOR [OPTION...]: opens the volume on $loop as /dev/mapper/$name
open_volume()
{
	local kind=$1 sector=$2 cipher
	shift 2

	if [ "$kind" = luks2 ]; then
		must cryptsetup open --type luks2 --key-file "$work/passphrase" "$@" "$loop" "$name"
	else
		must cryptsetup open --batch-mode --type plain --cipher "$volume_cipher" \
			--key-size $((8 * volume_key)) --key-file "$work/key$volume_key" \
			--sector-size "$sector" "$@" "$loop" "$name"
	fi
	# START LENGTH crypt CIPHER KEY IV-OFFSET DEVICE OFFSET ..., in 512-byte sectors
	read -r _ _ _ cipher _ _ _ offset _ < <(dmsetup table "$name")
	[ "$cipher" = "$volume_cipher" ] || die "$name was asked for $volume_cipher and got '$cipher'"
	offset=$((offset * 512))
}

# same_tree_elsewhere SECTOR: opens the volume with the kernel's generic AES, as a kernel without warpcrypt would, and
# compares the file tree
same_tree_elsewhere()
{
	local status=0

	must cryptsetup open --batch-mode --type plain --readonly --cipher "capi:xts(ecb($(generic_aes)))-plain64" --key-size 512 \
		--key-file "$work/key64" --sector-size "$1" --offset $((offset / 512)) "$loop" "$name-generic"
	if mount -t ext4 -o ro "/dev/mapper/$name-generic" "$work/mount" 2>/dev/null; then
		same_tree "$work/mount" || status=$?
		must umount "$work/mount"
	else
		echo "no ext4 found"
		status=1
	fi
	must cryptsetup close "$name-generic"
	return $status
}

# close_volume: tries several times, because udev or a probe may have the volume open for a moment
close_volume()
{
	local tries

	for ((tries = 0; tries < 20; tries++)); do
		cryptsetup close "$name" 2>/dev/null && return
		pause 0.1
	done
	must cryptsetup close "$name"
}

# same_sectors SECTOR BYTES: encrypts the volume's contents with cipher-ref and compares with the backing device.
# dm-crypt's plain64 tweak is the number of the data unit's first 512-byte sector, whatever the data unit's size.
same_sectors()
{
	local ended same=0

	blockdev --flushbufs "/dev/mapper/$name"
	head -c "$2" "/dev/mapper/$name" |
		"$cipher_ref" "$volume_algorithm" xts "$work/key$volume_key" "" "$1" $(($1 / 512)) |
		{
			cmp --ignore-initial="0:$offset" --bytes="$2" - "$work/disk" || same=$?
			# What follows a difference is read, too: the module's counts are compared with all of it.
			cat >/dev/null
			exit "$same"
		}
	ended=("${PIPESTATUS[@]}")
	[ "${ended[0]}${ended[1]}" = 00 ] || return 2
	return "${ended[2]}"
}

# fio_job SECTOR: fio writes to the volume at random places, reads everything back and verifies it
fio_job()
{
	local base=$((1 << 20)) size i blocks=("$1" 4096 65536) depths=(64 32 8)
	local arguments=(--filename="/dev/mapper/$name" --rw=randwrite --direct=1 --ioengine=libaio
		--verify=crc32c --do_verify=1 --verify_fatal=1 --verify_state_save=0 --eta=never
		--minimal --output="$work/fio.log")

	for i in 0 1 2; do
		size=${fio_sizes[i]}
		arguments+=(--name="job$i" --bs="${blocks[i]}" --iodepth="${depths[i]}" --offset="$base" --size="$size")
		base=$((base + size))
	done
	fio "${arguments[@]}" 2>&1 || {
		head -n 5 "$work/fio.log"
		return 1
	}
}

# make_volume CIPHER KIND SECTOR: makes a volume on $loop with a file system and the file tree, and closes it
make_volume()
{
	local cipher=$1 kind=$2 sector=$3

	[ "$kind" = plain ] ||
		must cryptsetup luksFormat --batch-mode --type luks2 --cipher "$volume_cipher" \
			--key-size $((8 * volume_key)) --volume-key-file "$work/key$volume_key" \
			--sector-size "$sector" --key-file "$work/passphrase" \
			--keyslot-cipher aes-xts-plain64 --keyslot-key-size 512 \
			--pbkdf pbkdf2 --pbkdf-force-iterations 1000 "$loop"
	open_volume "$kind" "$sector"
	must mkfs.ext4 -q -b 4096 "/dev/mapper/$name"
	must mount -t ext4 "/dev/mapper/$name" "$work/mount"
	must tar -C "$tree_dir" --verbatim-files-from -T "$work/files" -cf - | must tar -C "$work/mount" -xf -
	must umount "$work/mount"
	close_volume
}

# volume_fio SECTOR: the step with fio, on the open volume
volume_fio()
{
	local sector=$1 fio_bytes=0 size

	for size in "${fio_sizes[@]}"; do
		fio_bytes=$((fio_bytes + size))
	done
	say "$what: fio writes $fio_bytes bytes at random, then verifies them"
	begin_step
	compare roundtrip "$what: fio" fio_job "$sector"
	end_step "$what: fio" "xts-$volume_algorithm" $((2 * fio_bytes))
	compare reference "$what: fio's sectors" same_sectors "$sector" $((fio_bytes + (1 << 20)))
}

# volume_job CIPHER KIND SECTOR: all steps on one volume. AES's volumes are larger, and get fio, too.
volume_job()
{
	local cipher=$1 kind=$2 sector=$3 what="$1 $2 $3" bytes size=$small_volume_size
	local driver kernel_driver key_bytes tool unit reference_name iv

	describe xts "$cipher"
	name=warpcrypt-$cipher-$kind-$sector
	volumes+=("$what")
	volume_algorithm=$cipher
	volume_cipher="capi:$kernel_driver-plain64"
	volume_key=64
	[ "$cipher" != sm4 ] || volume_key=32
	[ "$kind" = plain ] || size=$((size + luks2_header))
	[ "$cipher" != aes ] || [ $volume_size -le $size ] || size=$volume_size
	truncate -s $size "$work/disk"
	loop=$(losetup --find --show --sector-size "$sector" "$work/disk") || die "losetup failed"

	say "$what: making the volume ($volume_cipher, $sector-byte sectors), ext4 and the file tree"
	begin_step
	make_volume "$cipher" "$kind" "$sector"
	end_step "$what: tree in" "xts-$cipher" "$tree_bytes"

	say "$what: reopening, checksums"
	begin_step
	open_volume "$kind" "$sector"
	must mount -t ext4 -o ro "/dev/mapper/$name" "$work/mount"
	compare roundtrip "$what: file tree" same_tree "$work/mount"
	must umount "$work/mount"
	close_volume
	end_step "$what: tree out" "xts-$cipher" "$tree_bytes"
	[ "$cipher" != aes ] ||
		compare reference "$what: file tree, opened with the kernel's generic AES" same_tree_elsewhere "$sector"

	open_volume "$kind" "$sector"
	bytes=$(blockdev --getsize64 "/dev/mapper/$name")
	say "$what: the backing device against $reference_name, $bytes bytes"
	begin_step
	compare reference "$what: sectors" same_sectors "$sector" "$bytes"
	end_step "$what: read all" "xts-$cipher" "$bytes"
	[ "$cipher" != aes ] || volume_fio "$sector"

	close_volume
	must losetup --detach "$loop"
	loop='' name=''
	rm "$work/disk"
}
