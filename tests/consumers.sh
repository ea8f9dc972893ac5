#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What uses the algorithms, in ways of its own: dm-crypt without its queues, volumes
# that are encrypted anew while they are in use, with integrity, through an update of
# the module, after a power cut. What the device wrote is read by tests/reference
# (reference_ciphers.ko), and the counters must say that it was the device.
# (dm-crypt's IVs and sizes of sectors: cross.sh.)
# Only this finds data of a volume that are lost by a power cut, or by an update
# of the module while the volume is in use.
# Arguments: parts (default: all).

. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/volumes.sh
. "$tests/volumes.sh"

parts=(softirq bitlocker reencrypt integrity update power_cut)
choose_parts "$@"
volume=warpcrypt-consumer-$$
passphrase='not secret'
configfs=/sys/kernel/config
writer=""

clean_up_more()
{
	local name

	stop_writer
	! mountpoint -q "$temp/mount" || umount "$temp/mount"
	for name in "$volume-reader" "$volume" "$volume-log"; do
		[ ! -e "/dev/mapper/$name" ] || dmsetup remove --retry "$name"
	done
	drop_disks
	drop_null
}

# --- another disk

# make_null IRQMODE: a disk in memory that completes requests in softirq (1) or in a timer's interrupt (2); in $disk.
make_null()
{
	local dir=$configfs/nullb/nullb0 setting

	modprobe null_blk nr_devices=0 || return
	mountpoint -q $configfs || mount -t configfs configfs $configfs || return
	mkdir $dir || return
	for setting in "size 16" "memory_backed 1" "irqmode $1" "completion_nsec 20000" "power 1"; do
		echo "${setting#* }" >"$dir/${setting% *}" || return
	done
	disk=/dev/nullb0
	wait_for [ -b $disk ]
}

drop_null()
{
	! [ -d $configfs/nullb/nullb0 ] || rmdir $configfs/nullb/nullb0
	! loaded null_blk || rmmod null_blk
}

# --- I/O beside something else

# write_on FIRST-64K: writes and reads back 1 MiB there, this and that in turn, until $temp/stop exists. What was there last
# is in $temp/last. Exits 1 if anything was read that had not been written.
write_on()
{
	local turn=0

	while [ ! -e "$temp/stop" ]; do
		cp "$temp/turn$turn" "$temp/last"
		dd if="$temp/last" of="/dev/mapper/$volume" bs=64k seek="$1" oflag=direct conv=notrunc 2>/dev/null || return
		dd if="/dev/mapper/$volume" bs=64k skip="$1" count=16 iflag=direct 2>/dev/null | cmp -s - "$temp/last" || return
		echo >>"$temp/passes"
		turn=$((1 - turn))
	done
}

start_writer()
{
	rm -f "$temp/stop" "$temp/passes"
	random_bytes $((1 << 20)) >"$temp/turn0"
	random_bytes $((1 << 20)) >"$temp/turn1"
	write_on "$1" &
	writer=$!
	wait_for passes_since 0
}

passes() { [ -e "$temp/passes" ] && wc -l <"$temp/passes" || echo 0; }
passes_since() { [ "$(passes)" -gt "$1" ]; }
# goes_on: a pass that begins and ends from now on.
goes_on() { wait_for passes_since $(($(passes) + 1)); }

# stop_writer: fails if it read something else than it had written.
stop_writer()
{
	local pid=$writer

	[ -n "$pid" ] || return 0
	writer=""
	: >"$temp/stop"
	wait "$pid"
}

# --- dm-crypt without its queues

# one_volume WHAT MODE CIPHER IV KEY-BITS [OPTION...]: on $disk, 4 MiB written, read, and read by tests/reference.
one_volume()
{
	local what=$1 mode=$2 cipher=$3 option
	shift

	reset_counters
	check "$what: opens" open_volume "$@" || return
	for option in "${flags[@]}"; do
		check "$what: the kernel knows $option" grep -qw "$option" <(dmsetup table "$volume")
	done
	check "$what: takes data" put "$temp/data"
	check "$what: holds what was written" holds "$temp/data"
	device_did "$what" "$mode" "$cipher" $((8 << 20))
	reference_reads "$what" "$temp/data"
	fixture "$what: closes" close_volume
}

# softirqs NAME: of all CPUs
softirqs()
{
	local name counts count sum=0

	while read -r name counts; do
		[ "$name" = "$1:" ] || continue
		for count in $counts; do
			((sum += count))
		done
	done </proc/softirqs
	echo $sum
}

# without_queues WHAT IRQMODE: without dm-crypt's own queues, on a disk that completes its requests in that way.
without_queues()
{
	local flags=(no_read_workqueue) options=(--perf-no_read_workqueue)

	# Without a queue for writes dm-crypt calls the block layer, which may sleep, where an asynchronous driver
	# completes, with bottom halves off. Over cryptd it does so, too. DEBUG_ATOMIC_SLEEP complains.
	if [[ ${WARPCRYPT_KERNEL-} = *-debug ]]; then
		skip "$1: without a queue for writes" "dm-crypt calls there what may sleep"
	else
		flags+=(no_write_workqueue) options+=(--perf-no_write_workqueue)
	fi
	fixture "$1: a disk" make_null "$2" || return
	one_volume "$1" xts kuznyechik plain64 512 "${options[@]}"
	drop_null
}

softirq()
{
	local before
	before=$(softirqs BLOCK)

	without_queues "in softirq" 1
	before=$(($(softirqs BLOCK) - before))
	if [ $before = 0 ]; then
		skip "in softirq: dm-crypt decrypted there" "this kernel's block layer completes where it submits"
	else
		check "in softirq: dm-crypt decrypted there # $before" [ $before -gt 50 ]
	fi
	# There dm-crypt does not decrypt: it hands over to its queue after all.
	without_queues "completed in interrupts" 2
	# For each IV dm-crypt waits, in softirq. DEBUG_ATOMIC_SLEEP complains, because it allocates memory there, too.
	if [[ ${WARPCRYPT_KERNEL-} = *-debug ]]; then
		skip "IVs in softirq" "dm-crypt calls there what may sleep"
		return
	fi
	fixture "IVs in softirq: a disk" make_null 1 || return
	one_volume "IVs in softirq" cbc kuznyechik eboiv 256 --sector-size 4096 --perf-no_read_workqueue
	drop_null
}

# --- BitLocker's volumes

# bitlocker_image METHOD: writes a volume of 8 MiB to $disk, whose metadata lie behind the first 4 MiB. No password opens it.
# Offsets are those of libyal's "BitLocker Drive Encryption (BDE) format". METHOD: 0x8001: AES-256 with Elephant, 0x8003: without.
bitlocker_image()
{
	perl -e '
		my ($method, $path) = (hex $ARGV[0], $ARGV[1]);
		my @at = map { $_ << 20 } 5, 6, 7;
		my ($size, $header_at, $header_size) = (8 << 20, (5 << 20) + (64 << 10), 8192);
		my $guid = pack "H*", "3bd66749292ed84a8399f6a339e3d001";
		my $entry = pack "v4 Q<2", 24, 0x0f, 0x0f, 1, $header_at, $header_size;
		my $length = 48 + length($entry) + 8;
		my $block = pack("a8 v4 Q< V2 Q<3 Q<", "-FVE-FS-", 64, 2, 4, 4, $size, 0, $header_size >> 9, @at, $header_at) .
			pack("V4 a16 V v2 Q<", $length, 1, 48, $length, $guid, 1, $method, 0, 0) . $entry . "\0" x 8;
		open my $f, "+<", $path or die;
		print $f pack "H6 a8 v", "eb5890", "-FVE-FS-", 512;
		seek $f, 160, 0;
		print $f $guid, pack "Q<3", @at;
		for (@at) { seek $f, $_, 0; print $f $block; }
		close $f or die;' "$1" "$disk"
}

# open_bitlocker: with the key in $temp/key.
open_bitlocker()
{
	cryptsetup open --type bitlk --volume-key-file "$temp/key" "$disk" "$volume"
}

open_elephant()
{
	dmsetup create "$volume" --table "0 8192 crypt aes-cbc-elephant $(od -An -v -tx1 "$temp/key" | tr -d ' \n') 0 $disk 0 2 \
		sector_size:4096 iv_large_sectors"
}

# two_times WHAT OPEN-COMMAND...: written and read with our AES; then read with the kernel's own, which has the most
# priority unless aes_priority says otherwise.
two_times()
{
	local what=$1
	shift

	stop_helper
	fixture "$what: our AES comes first" load_module aes_priority=10000 || return
	param min_bytes 0
	fixture "$what: a helper is live" start_helper --key-slots=256
	reset_counters
	check "$what: opens" "$@" || return
	check "$what: takes data" put "$temp/megabyte"
	check "$what: holds what was written" holds "$temp/megabyte"
	check "$what: the device did it # $(offloaded cbc) requests" [ "$(counter alg.cbc-aes.offload_bytes)" -ge $((2 << 20)) ]
	# dm-crypt's own requests for a sector's key, when it has been read: two of them.
	if [[ $what = *elephant* ]]; then
		if [ "$(counters 'alg\.ecb-aes\.(offload|fallback)_requests')" = 0 ]; then
			skip "$what: what a completion waits for" "this dm-crypt asks the crypto API for no sector's key"
		else
			check "$what: what a completion waits for is done there # $(counter alg.ecb-aes.fallback.atomic_requests)" \
				[ "$(counter alg.ecb-aes.fallback.atomic_requests)" -ge 512 ]
		fi
	fi
	check "$what: the helper is live" [ "$(state)" = live -a "$(counter links.killed)" = 0 ]
	fixture "$what: closes" close_volume
	fixture "$what: the usual priorities" load_module
	check "$what: opens with the kernel's AES" "$@" || return
	check "$what: which reads what was written" holds "$temp/megabyte"
	check "$what: by itself" [ "$(counters 'alg\.(cbc|ecb)-aes\.offload_requests')" = 0 ]
	fixture "$what: closes again" close_volume
}

bitlocker()
{
	modprobe -q dm_zero
	head -c $((1 << 20)) "$temp/data" >"$temp/megabyte"
	random_bytes 64 >"$temp/key"
	make_disk disk 8M
	two_times "elephant, large sectors" open_elephant
	bitlocker_image 0x8001
	two_times "BitLocker with elephant" open_bitlocker
	random_bytes 32 >"$temp/key"
	bitlocker_image 0x8003
	two_times "BitLocker without" open_bitlocker
	drop_disks
	param min_bytes 0
}

# --- LUKS

luks() { printf %s "$passphrase" | cryptsetup "$@"; }
quick=(--pbkdf pbkdf2 --pbkdf-force-iterations 1000)

# Keys in the table, not in the keyring: for open_reader.
open_luks() { luks open --disable-keyring --key-file - "$disk" "$volume"; }

# luks_with_aes WHAT: a volume of AES-128 with data, by our AES: cryptsetup reencrypts only with the ciphers of its own table;
# so AES, which is ours when it has more priority than the kernel's.
luks_with_aes()
{
	stop_helper
	fixture "$1: our AES comes first" load_module aes_priority=10000 || return
	param min_bytes 0
	fixture "$1: a helper is live" start_helper --key-slots=256
	printf %s "$passphrase" >"$temp/passphrase"
	make_disk disk 32M
	fixture "$1: format" luks luksFormat --batch-mode --type luks2 --cipher aes-xts-plain64 --key-size 256 "${quick[@]}" \
		"$disk" - || return
	fixture "$1: opens" open_luks || return
	fixture "$1: takes data" put "$temp/data"
	reset_counters
}

# Reencrypts the open volume. (It is the volume that is in use whose data are by the device: cryptsetup itself does AES by
# libcrypto.)
online=(cryptsetup reencrypt --batch-mode --active-name "$volume" --disable-keyring --resilience checksum "${quick[@]}"
	--key-file)
to_another=(--cipher aes-xts-plain64 --key-size 512)

# opens_again WHAT: and has the data.
opens_again()
{
	fixture "$1: closes" close_volume
	check "$1: opens again" open_luks
	check "$1: holds it all" holds "$temp/data"
}

reencrypt()
{
	local what=reencrypt key

	luks_with_aes "$what" || return
	fixture "$what: I/O goes on beside it" start_writer 128
	key=$(dmsetup table --showkeys "$volume" | cut -d ' ' -f 5)
	check "$what: to another key, online" "${online[@]}" "$temp/passphrase" "${to_another[@]}" || note "$(dmsetup table)"
	check "$what: the volume has it" [ "$(dmsetup table --showkeys "$volume" | cut -d ' ' -f 5 | wc -c)" = 129 -a \
		"$(dmsetup table --showkeys "$volume" | cut -d ' ' -f 5)" != "$key" ]
	check "$what: I/O still goes on" goes_on
	check "$what: all that was read had been written # $(passes) times" stop_writer
	check "$what: the old data are there" holds "$temp/data"
	device_did "$what" xts aes $((20 << 20))
	reference_reads "$what" "$temp/data"
	opens_again "$what"
	fixture "$what: closes again" close_volume
	drop_disks
	reencrypt_killed "reencrypt, killed"
	fixture "$what: the usual priorities" load_module
	param min_bytes 0
}

# half_way: is a part of it in one key, and the rest in the other? The first segment that luksDump names is done, then.
half_way()
{
	local name bytes

	read -r name bytes _ < <(cryptsetup luksDump "$disk" 2>/dev/null | sed -n '/^Data segments/,$p' | grep -m 1 length:)
	[[ $name = length: && $bytes =~ ^[0-9]+$ ]] && [ "$bytes" -ge $((1 << 20)) ]
}

# reencrypt_killed WHAT: in the middle, in many steps. What is suspended is resumed, so that it can be closed. It is not
# read before: where cryptsetup was at work, the mapping may have the old key, and the disk the new one. Opening repairs it.
reencrypt_killed()
{
	local job name

	luks_with_aes "$1" || return
	"${online[@]}" "$temp/passphrase" "${to_another[@]}" --hotzone-size 64K >"$temp/said" 2>&1 </dev/null &
	job=$!
	fixture "$1: is under way" wait_for half_way
	kill -KILL $job
	check "$1: in the middle" eval '! wait $job 2>/dev/null && half_way'
	for name in $(dmsetup ls | awk -v name="$volume" 'index($1, name) == 1 { print $1 }'); do
		dmsetup resume "$name"
	done
	opens_again "$1"
	check "$1: it goes on to the end" "${online[@]}" "$temp/passphrase" --resume-only
	check "$1: and has ended" not half_way
	check "$1: the data are still there" holds "$temp/data"
	reference_reads "$1" "$temp/data"
	opens_again "$1, at last"
	fixture "$1: closes again" close_volume
	drop_disks
}

integrity()
{
	local what=integrity

	# The kernel's authenc() keeps back a request's -EINPROGRESS, for which dm-crypt waits after -EBUSY (6.1). So these
	# requests may not wait for room; software does those that find none. The arena is small, so that this happens.
	make_disk disk 24M
	reset_counters
	fixture "$what: format" luks luksFormat --batch-mode --type luks2 --cipher kuznyechik-xts-plain64 --key-size 512 \
		--integrity hmac-sha256 --sector-size 4096 "${quick[@]}" "$disk" - || return
	check "$what: opens" open_luks || return
	check "$what: is authenticated" grep -q 'authenc(hmac(sha256),xts(kuznyechik))' <(dmsetup table "$volume")
	check "$what: takes data" put "$temp/data"
	check "$what: holds what was written" holds "$temp/data"
	check "$what: the device did it # $(counter alg.xts-kuznyechik.offload_bytes) bytes" \
		[ "$(counter alg.xts-kuznyechik.offload_bytes)" -ge $((8 << 20)) ]
	reference_reads "$what" "$temp/data"
	check "$what: no request waited for room" [ "$(counter backlog.queued)" = 0 ]
	check "$what: some found none" [ "$(counter alg.xts-kuznyechik.fallback.full_requests)" -gt 0 ]
	fixture "$what: closes" close_volume
	# Somewhere in what was written: the journal and the metadata come first, so from there on, a bit of every page.
	perl -e '
		open my $f, "+<", $ARGV[0] or die;
		for (my $at = 18 << 20; $at < 22 << 20; $at += 4096) {
			seek $f, $at, 0; read $f, my $byte, 1; seek $f, $at, 0; print $f chr(ord($byte) ^ 1);
		}' "$temp/disk"
	fixture "$what: opens again" open_luks
	check "$what: what was changed on the disk is no data" not holds "$temp/data"
	check "$what: but an error" not dd if="/dev/mapper/$volume" of=/dev/null bs=64k iflag=direct status=none 2>/dev/null
	fixture "$what: closes again" close_volume
	drop_disks
}

# --- an update of the module

# carry FROM TO: has the volume use another driver, while it is in use.
carry()
{
	local table

	table=$(dmsetup table --showkeys "$volume") && [[ $table == *"capi:$1-plain64"* ]] || return
	dmsetup load "$volume" --table "${table/capi:$1-/capi:$2-}" && dmsetup suspend "$volume" && dmsetup resume "$volume"
}

refused() { ! rmmod warpcrypt 2>/dev/null && [ -e "$device" ]; }

update()
{
	local what=update ours=xts-kuznyechik-warpcrypt software=xts-kuznyechik-ct

	make_disk disk 16M
	fixture "$what: a volume" open_volume xts kuznyechik plain64 512 || return
	fixture "$what: takes data" put "$temp/data"
	fixture "$what: I/O goes on" start_writer 128
	check "$what: rmmod is refused" refused
	check "$what: without a helper, too" eval 'stop_helper && refused'
	check "$what: the volume goes on" goes_on
	check "$what: the volume is carried to software" carry $ours $software
	check "$what: the module can go" rmmod warpcrypt
	check "$what: the volume goes on without it" goes_on
	fixture "$what: the module comes back" modprobe warpcrypt
	set_defaults
	param min_bytes 0
	fixture "$what: a helper is live" start_helper
	reset_counters
	check "$what: the volume is carried back" carry $software $ours
	check "$what: and goes on" goes_on
	check "$what: by the device" [ "$(offloaded xts kuznyechik)" -gt 0 ]
	check "$what: all that was read had been written # $(passes) times" stop_writer
	check "$what: the data are there" holds "$temp/data"
	reference_reads "$what" "$temp/data"
	fixture "$what: closes" close_volume
	drop_disks
}

# --- a power cut

same_files() { (cd "$temp/mount" && sha256sum --check --quiet "$temp/sums"); }

# One power cut. $temp/image is what the disk held; it is changed.
after_power_cut()
{
	local status

	dmsetup create "$volume-reader" --table "${table/DISK/$image}" || return
	# The journal's part, then nothing may be wrong.
	e2fsck -y -E journal_only "/dev/mapper/$volume-reader" >"$temp/fsck" 2>&1
	e2fsck -fn "/dev/mapper/$volume-reader" >>"$temp/fsck" 2>&1
	status=$?
	if [ $status = 0 ] && [ -s "$temp/sums" ]; then
		mount -t ext4 -o ro "/dev/mapper/$volume-reader" "$temp/mount" && same_files
		status=$?
		umount "$temp/mount"
	fi
	close_reader && return $status
}

# write_files N: each is on the disk when its mark is in the log.
write_files()
{
	local i

	dmsetup message "$volume-log" 0 mark mkfs
	mount -t ext4 "/dev/mapper/$volume" "$temp/mount" || return
	for ((i = 1; i <= $1; i++)); do
		random_bytes 100000 >"$temp/mount/$i" && sync "$temp/mount/$i" && sync -f "$temp/mount" || return
		(cd "$temp/mount" && sha256sum "$i") >>"$temp/sums.all"
		dmsetup message "$volume-log" 0 mark "file-$i" || return
	done
	umount "$temp/mount"
}

power_cut()
{
	local what="power cut" entries entry number done=0 files=0 since=n points=0 bad=0 table image disk_for_data

	modprobe -q dm-log-writes
	make_disk disk 16M
	disk_for_data=$disk
	make_disk disk-log 64M
	fixture "$what: a log of all writes" dmsetup create "$volume-log" \
		--table "0 $((16 << 11)) log-writes $disk_for_data $disk" || return
	disk=/dev/mapper/$volume-log
	reset_counters
	fixture "$what: a volume" open_volume xts kuznyechik plain64 512 || return
	table=$(dmsetup table --showkeys "$volume" | by_reference | awk '{ $7 = "DISK"; print }')
	fixture "$what: a file system" mkfs.ext4 -q -b 1024 "/dev/mapper/$volume"
	check "$what: files" write_files 6
	device_did "$what" xts kuznyechik $((1 << 20))
	fixture "$what: closes" close_volume
	dmsetup remove "$volume-log"
	# Every flush and every mark after mkfs is a point to which a disk must come back.
	"$tests/log-replay" list "$temp/disk-log" >"$temp/entries" || ((++bad))
	mapfile -t entries <"$temp/entries"
	truncate -s 16M "$temp/disk-state"
	: >"$temp/sums"
	for entry in "${entries[@]}"; do
		number=${entry%% *}
		case $entry in
		*"mark mkfs")	since=y ;;
		*"mark file-"*)	head -n $((++files)) "$temp/sums.all" >"$temp/sums" ;;
		*flush*|*fua*)	;;
		*)		continue ;;
		esac
		[ $since = y ] || continue
		"$tests/log-replay" replay "$temp/disk-log" "$temp/disk-state" $done $((number + 1)) || ((++bad))
		done=$((number + 1))
		cp "$temp/disk-state" "$temp/disk-image"
		image=$(losetup -f --show "$temp/disk-image")
		after_power_cut || {
			((++bad))
			note "after entry $entry: $(<"$temp/fsck")"
		}
		losetup -d "$image"
		((++points))
	done
	check "$what: the file system and its files are there after each # $points points of ${#entries[@]} entries" \
		[ $bad = 0 -a $points -ge 12 -a $files = 6 ]
	drop_disks
}

ktap_start cryptsetup dmsetup losetup mkfs.ext4 python3
need_module
for module in loop dm_crypt reference_ciphers; do
	modprobe -q $module
done
param min_bytes 0
mkdir "$temp/mount"
random_bytes $((4 << 20)) >"$temp/data"
for part in "${parts[@]}"; do
	fixture "a helper is live" start_helper --key-slots=256 || break
	"$part"
	clean_up_more
	fixture "the helper ends well" stop_helper
done
ktap_finish
