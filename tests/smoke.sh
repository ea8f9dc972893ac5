#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A little of everything, for kernels that are slow to run.

. "$(dirname "$0")/lib.sh"

clean_up_more() { close_plain_volume; }

selftests_passed()
{
	[ "$(grep -A 8 'driver.*-aes-warpcrypt' /proc/crypto | grep -c 'selftest *: passed')" = 8 ]
}

# Random data written, read back after the cache was dropped.
write_and_read()
{
	random_bytes $((2 << 20)) >"$temp/data"
	dd if="$temp/data" of="/dev/mapper/$volume" bs=64k conv=fsync 2>/dev/null || return
	echo 3 >/proc/sys/vm/drop_caches
	cmp -n $((2 << 20)) "$temp/data" "/dev/mapper/$volume"
}

ktap_start cryptsetup losetup
fixture "load" load_module register=attach || ktap_finish
fixture "a helper is live" start_helper || ktap_finish
check "the kernel's selftests passed" selftests_passed
for mode in "${modes[@]}"; do
	check "$mode: through the device" [ "$(offloaded "$mode")" -gt 0 ]
done
need_test_module
kernel_test lengths keylen=16
kernel_test border mode=xts frame=$frame_size arena=$arena
kernel_test backlog depth=300 count=2
kernel_test stress count=$((1000 * load)) threads=4 depth=20
kernel_test stress count=$((100 * load)) threads=4 depth=1 suffix=warpcrypt-sync sleep=1
check "threads waited for the device # $(counter sync.done)" [ "$(counter sync.done)" -gt 0 ]
nested "from user space" "$bin/af-alg" --suffix=$af_alg_suffix --threads=2 --rounds=1
fixture "AF_ALG learns key agreement" modprobe algif_kpp
nested "key agreement" "$bin/kpp" --rounds=1 --iterated=2 --batch=33
has_python "its sockets" && nested "its sockets" "$tests/kpp-socket"
check "key agreement through the device # $(offloaded point curve25519) requests" [ "$(offloaded point curve25519)" -gt 100 ]
check "on P-256, too # $(offloaded point ecdh-nist-p256) requests" [ "$(offloaded point ecdh-nist-p256)" -gt 33 ]
fixture "unload it" rmmod algif_kpp
rmmod warpcrypt_test
fixture "a volume of ours" open_plain_volume 8M
check "holds what was written" write_and_read
fixture "closes" cryptsetup close "$volume"
kill_helper
check "down without helper" wait_state down
nested "32-bit programs" "$bin/compat-ioctl"
check "a helper is live again" start_helper
fixture "the helper ends well" stop_helper
check "unload" unload_module
check "reload" load_module
ktap_finish
