# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # main-job sets them
#
# The main job's steps: files through kcapi-enc, volumes through cryptsetup. Sourced by main-job, which owns:
# work (a directory in memory), xts_ref, tree_dir, software, say, must, compare, die; counters.sh is there too.

# What kcapi-enc sends in one request, and so what an XTS data unit is: it starts every request with the same tweak.
kcapi_unit=126976

volume_size=$((128 << 20))
# A part of the volume for the file tree; the rest is ext4's own and free.
tree_limit=$((48 << 20))
tree_files=1500
# A part of it for each of fio's jobs: small, middle, large
fio_sizes=($((4 << 20)) $((16 << 20)) $((32 << 20)))

# driver MODE: what the kernel's users have to ask for
driver()
{
	if [ "$software" = y ]; then
		echo "$1(aes)"
	else
		echo "$1-aes-warpcrypt"
	fi
}

hex()
{
	od -An -v -tx1 "$@" | tr -d ' \n'
}

size_of()
{
	stat -c %s "$1"
}

# make_secrets: keys and IVs, new ones for each run, shown so that a failure can be done again
make_secrets()
{
	local length

	for length in 16 32 64; do
		head -c $length /dev/urandom >"$work/key$length"
		[ $length = 16 ] || say "key of $length bytes: $(hex "$work/key$length")"
	done
	iv=$(hex "$work/key16")
	# The counter runs over the boundary of its lower half early in the file.
	ctr_iv=${iv:0:16}ffffffffffffffc0
	say "IV: $iv (ctr: $ctr_iv)"
}

# take_input FILE: a copy in memory, cut to whole blocks
take_input()
{
	local size

	size=$(($(size_of "$1") / 16 * 16))
	say "taking $size bytes of $1"
	must head -c $size "$1" >"$work/input"
	[ "$(size_of "$work/input")" = $size ] || die "$1: got only $(size_of "$work/input") bytes"
}

# reference MODE IV: the ciphertext as libcrypto makes it, in $work/reference
reference()
{
	rm -f "$work/reference"
	if [ "$1" = xts ]; then
		must "$xts_ref" --key-file "$work/key32" --tweak "$2" --unit $kcapi_unit --write \
			"$work/input" "$work/reference"
	else
		must openssl enc "-aes-256-$1" -nopad -K "$(hex "$work/key32")" ${2:+-iv "$2"} \
			-in "$work/input" -out "$work/reference"
	fi
}

# kcapi MODE IV DIRECTION FROM TO
kcapi()
{
	must kcapi-enc "$3" --cipher "$(driver "$1")" --keyfd 9 ${2:+--iv "$2"} --nounpad \
		--infile "$4" --outfile "$5" 9<"$work/key32" </dev/null
}

# same_units FROM TO IV: XTS, data unit by data unit
same_units()
{
	if [ "$(size_of "$1")" != "$(size_of "$2")" ]; then
		echo "$(size_of "$1") bytes, not $(size_of "$2")"
		return 1
	fi
	"$xts_ref" --key-file "$work/key32" --tweak "$3" --unit $kcapi_unit "$1" "$2"
}

# file_job MODE: the file through kcapi-enc, both ways. What is decrypted is libcrypto's ciphertext, so that decryption
# is checked on its own.
file_job()
{
	local mode=$1 iv=$iv bits=256 size

	case $mode in
	ecb)	iv='' ;;
	ctr)	iv=$ctr_iv ;;
	# kcapi-enc reads no more than 32 bytes of key
	xts)	bits=128 ;;
	esac
	size=$(size_of "$work/input")

	say "$mode: libcrypto encrypts $size bytes with AES-$bits"
	reference "$mode" "$iv"

	say "$mode: kcapi-enc encrypts with $(driver "$mode")"
	begin_step
	kcapi "$mode" "$iv" -e "$work/input" "$work/output"
	end_step "$mode encrypt" "$mode-aes" "$size"
	if [ "$mode" = xts ]; then
		compare reference "$mode encrypt" same_units "$work/input" "$work/output" "$iv"
	else
		compare reference "$mode encrypt" cmp "$work/reference" "$work/output"
	fi
	rm "$work/output"

	say "$mode: kcapi-enc decrypts with $(driver "$mode")"
	begin_step
	kcapi "$mode" "$iv" -d "$work/reference" "$work/output"
	end_step "$mode decrypt" "$mode-aes" "$size"
	compare reference "$mode decrypt" cmp "$work/input" "$work/output"
	rm "$work/output" "$work/reference"
}

# list_tree: the files that the volumes get, from all over $tree_dir, as many as have room, into $work/files; their
# checksums into $work/sums
list_tree()
{
	# What find cannot enter is left out.
	{ find "$tree_dir" -xdev -type f -readable -size +0 -size -8192k -printf '%s\t%P\n' 2>/dev/null || :; } | sort -t $'\t' -k 2 |
		awk -F '\t' -v limit=$tree_limit -v most=$tree_files '
			$2 !~ /\\/ { size[count] = $1; path[count++] = $2 }
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

# open_volume KIND SECTOR [OPTION...]: the volume on $loop as /dev/mapper/$name
open_volume()
{
	local kind=$1 sector=$2 cipher
	shift 2

	if [ "$kind" = luks2 ]; then
		must cryptsetup open --type luks2 --key-file "$work/key16" "$@" "$loop" "$name"
	else
		must cryptsetup open --batch-mode --type plain --cipher "$volume_cipher" --key-size 512 --key-file "$work/key64" \
			--sector-size "$sector" "$@" "$loop" "$name"
	fi
	# START LENGTH crypt CIPHER KEY IV-OFFSET DEVICE OFFSET ..., in 512-byte sectors
	read -r _ _ _ cipher _ _ _ offset _ < <(dmsetup table "$name")
	[ "$cipher" = "$volume_cipher" ] || die "$name was asked for $volume_cipher and got '$cipher'"
	offset=$((offset * 512))
}

# same_tree_elsewhere SECTOR: the same file tree is on the volume when the kernel's generic AES opens it, as any
# kernel without warpcrypt would
same_tree_elsewhere()
{
	local status=0

	must cryptsetup open --batch-mode --type plain --readonly --cipher 'capi:xts(ecb(aes-generic))-plain64' --key-size 512 \
		--key-file "$work/key64" --sector-size "$1" --offset $((offset / 512)) "$loop" "$name-generic"
	if mount -t ext4 -o ro "/dev/mapper/$name-generic" "$work/mount" 2>/dev/null; then
		same_tree "$work/mount" || status=$?
		must umount "$work/mount"
	else
		echo "no ext4 to be found"
		status=1
	fi
	must cryptsetup close "$name-generic"
	return $status
}

# close_volume: udev or a probe may have it open for a moment
close_volume()
{
	local tries

	for ((tries = 0; tries < 20; tries++)); do
		cryptsetup close "$name" 2>/dev/null && return
		sleep 0.1
	done
	must cryptsetup close "$name"
}

# same_sectors SECTOR BYTES: what lies on the backing device is what libcrypto makes of what the volume shows. dm-crypt's
# plain64 tweak is the number of the data unit's first 512-byte sector, whatever the data unit's size.
same_sectors()
{
	blockdev --flushbufs "/dev/mapper/$name"
	"$xts_ref" --key-file "$work/key64" --unit "$1" --step $(($1 / 512)) --offset "$offset" --length "$2" \
		"/dev/mapper/$name" "$work/disk"
}

# fio_job SECTOR: random writes to the bare volume, then everything read back and verified by fio
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

# volume_job KIND SECTOR: a file tree on an ext4 on a volume, then fio on the bare volume
volume_job()
{
	local kind=$1 sector=$2 what="$1 $2" bytes fio_bytes=0 size

	name=warpcrypt-$kind-$sector
	volume_cipher="capi:$(driver xts)-plain64"
	truncate -s $volume_size "$work/disk"
	loop=$(losetup --find --show --sector-size "$sector" "$work/disk") || die "losetup failed"

	say "$what: making the volume ($volume_cipher, $sector-byte sectors), ext4 and the file tree"
	begin_step
	[ "$kind" = plain ] ||
		must cryptsetup luksFormat --batch-mode --type luks2 --cipher "$volume_cipher" --key-size 512 \
			--volume-key-file "$work/key64" --sector-size "$sector" --key-file "$work/key16" \
			--keyslot-cipher aes-xts-plain64 --keyslot-key-size 512 \
			--pbkdf pbkdf2 --pbkdf-force-iterations 1000 "$loop"
	open_volume "$kind" "$sector"
	must mkfs.ext4 -q -b 4096 "/dev/mapper/$name"
	must mount -t ext4 "/dev/mapper/$name" "$work/mount"
	must tar -C "$tree_dir" --verbatim-files-from -T "$work/files" -cf - | must tar -C "$work/mount" -xf -
	must umount "$work/mount"
	close_volume
	end_step "$what: tree in" xts-aes "$tree_bytes"

	say "$what: reopening, checksums"
	begin_step
	open_volume "$kind" "$sector"
	must mount -t ext4 -o ro "/dev/mapper/$name" "$work/mount"
	compare roundtrip "$what: file tree" same_tree "$work/mount"
	must umount "$work/mount"
	close_volume
	end_step "$what: tree out" xts-aes "$tree_bytes"
	compare reference "$what: file tree, opened with the kernel's generic AES" same_tree_elsewhere "$sector"

	open_volume "$kind" "$sector"
	bytes=$(blockdev --getsize64 "/dev/mapper/$name")
	say "$what: the backing device against libcrypto, $bytes bytes"
	begin_step
	compare reference "$what: sectors" same_sectors "$sector" "$bytes"
	end_step "$what: read all" xts-aes "$bytes"

	for size in "${fio_sizes[@]}"; do
		fio_bytes=$((fio_bytes + size))
	done
	say "$what: fio writes $fio_bytes bytes at random, then verifies them"
	begin_step
	compare roundtrip "$what: fio" fio_job "$sector"
	end_step "$what: fio" xts-aes $((2 * fio_bytes))
	compare reference "$what: fio's sectors" same_sectors "$sector" $((fio_bytes + (1 << 20)))

	close_volume
	must losetup --detach "$loop"
	loop='' name=''
	rm "$work/disk"
}
