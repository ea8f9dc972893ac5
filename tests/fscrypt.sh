#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# fscrypt on ext4, AES-256-XTS: files written with our driver, which comes before the
# kernel's, are read with the kernel's own when our module is not there, and the other way
# round.

. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/volumes.sh
. "$tests/volumes.sh"

clean_up_more()
{
	! mountpoint -q "$temp/mount" || umount "$temp/mount"
	drop_disks
}

# open_files [policy]: mounts, and gives the file system its key; with policy, a new directory has it.
open_files()
{
	mount -t ext4 "$disk" "$temp/mount" || return
	[ -z "${1-}" ] || mkdir "$temp/mount/secret" || return
	# struct fscrypt_add_key_arg, with FSCRYPT_KEY_SPEC_TYPE_IDENTIFIER, and struct fscrypt_policy_v2, with
	# FSCRYPT_MODE_AES_256_XTS and FSCRYPT_MODE_AES_256_CTS (include/uapi/linux/fscrypt.h).
	perl -e '
		my ($root, $key_file, $dir) = @ARGV;
		open my $k, "<", $key_file or die; read $k, my $key, 64;
		open my $r, "<", $root or die "$root: $!";
		my $arg = pack "V2 x32 V2 x32 a64", 2, 0, 64, 0, $key;
		ioctl $r, 0xc0506617, $arg or die "FS_IOC_ADD_ENCRYPTION_KEY: $!";
		exit unless $dir;
		my $policy = pack "C5 x3 a16", 2, 1, 4, 3, 0, substr $arg, 8, 16;
		open my $d, "<", $dir or die "$dir: $!";
		ioctl $d, 0x800c6613, $policy or die "FS_IOC_SET_ENCRYPTION_POLICY: $!";' \
		"$temp/mount" "$temp/key" "${1:+$temp/mount/secret}"
}

close_files() { umount "$temp/mount"; }

# write_file NAME: past no cache; what is not on the disk yet is written now.
write_file() { cp "$temp/data" "$temp/mount/secret/$1" && sync -f "$temp/mount"; }

# same_file NAME: from the disk.
same_file()
{
	echo 3 >/proc/sys/vm/drop_caches
	cmp "$temp/data" "$temp/mount/secret/$1"
}

# in_clear: is a piece of the file on the disk, or its name?
in_clear() { grep -qaF -e "$piece" -e a-name-to-be-hidden "$temp/disk"; }

ours()
{
	fixture "our AES comes first" load_module aes_priority=10000 || return
	param min_bytes 0
	fixture "a helper is live" start_helper
	reset_counters
}

ktap_start mkfs.ext4 losetup perl
modprobe -q loop
modprobe -q ext4
[ -e /sys/fs/ext4/features/encryption ] || skip_all "this kernel has no fscrypt"
mkdir "$temp/mount"
piece="a piece that is not to be seen on the disk"
{ echo "$piece"; random_bytes $((1 << 20)); } >"$temp/data"
random_bytes 64 >"$temp/key"
make_disk disk 32M
fixture "a file system" mkfs.ext4 -q -O encrypt "$disk" || ktap_finish
ours || ktap_finish
check "a directory with AES-256-XTS" open_files policy || ktap_finish
check "takes a file" write_file a-name-to-be-hidden
if [ "$(counters 'alg\.(xts|cbc|ecb|ctr)-aes\.(offload|fallback)_requests')" = 0 ]; then
	skip "the device encrypted it" "this fscrypt takes no such driver"
	offloads=n
else
	check "the device encrypted it # $(counter alg.xts-aes.offload_bytes) bytes" \
		[ "$(counter alg.xts-aes.offload_bytes)" -ge $((1 << 20)) ]
	offloads=y
fi
check "the file is right" same_file a-name-to-be-hidden
[ $offloads = n ] || check "the device decrypted it # $(counter alg.xts-aes.offload_bytes) bytes in all" \
	[ "$(counter alg.xts-aes.offload_bytes)" -ge $((2 << 20)) ]
fixture "closes" close_files
check "neither data nor names are on the disk" not in_clear
fixture "our module goes" unload_module
check "opens with the kernel's AES" open_files
check "which reads the file" same_file a-name-to-be-hidden
check "and writes another" write_file another
fixture "closes again" close_files
ours || ktap_finish
check "opens with ours" open_files
check "which reads the other" same_file another
[ $offloads = n ] || check "by the device" [ "$(counter alg.xts-aes.offload_bytes)" -ge $((1 << 20)) ]
check "the helper is live" [ "$(state)" = live -a "$(counter links.killed)" = 0 ]
fixture "closes at last" close_files
clean_up_more
fixture "the usual priorities" load_module
ktap_finish
