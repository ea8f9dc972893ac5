#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The ciphers in software (kmod/ct): any of their names loads them; wrong ones
# are not registered; every mode against the kernel's templates, over the
# kernel's own cipher if it has it, else over that of tests/reference; with and
# without BMI1.
# Arguments: ciphers (default: all).

. "$(dirname "$0")/lib.sh"

parts=("${new_ciphers[@]}")
choose_parts "$@"

unload_ciphers()
{
	local module

	for module in warpcrypt "${new_ciphers[@]/%/_ct}" warpcrypt_ct; do
		! loaded "$module" || rmmod "$module" || return
	done
}

clean_up_more()
{
	! loaded warpcrypt_test || rmmod warpcrypt_test
}

registered() { grep -qE "^driver +: $1\$" /proc/crypto; }
all_registered()
{
	local driver

	for driver in "$1-ct" "ecb-$1-ct" "cbc-$1-ct" "ctr-$1-ct" "xts-$1-ct"; do
		registered "$driver" || return
	done
}

# refused FAULT: the toy does not load, and the log says why.
refused()
{
	log_mark
	! modprobe ct_toy fault="$1" 2>/dev/null && ! registered toy-ct && logged "$2"
}

# usual_length CIPHER: the longest key up to 32 bytes.
usual_length()
{
	local length usual

	for length in ${key_lengths[$1]}; do
		[ "$length" -gt 32 ] || usual=$length
	done
	echo "$usual"
}

# compare CIPHER KEYLEN NAME [ARG...]: both paths against the kernel's templates.
compare()
{
	local reference=$1-reference

	# The kernel's own, where it has one.
	! modprobe -q "$1_generic" || reference=$1-generic
	kernel_test "$3" cipher="$1" suffix=ct reference="$reference" keylen="$2" "${@:4}"
}

ktap_start
modprobe -q -n warpcrypt_ct || skip_all "no warpcrypt_ct.ko"
modprobe warpcrypt_test || skip_all "no warpcrypt_test.ko"
for cipher in "${parts[@]}"; do
	# Templates over the kernel's own cipher may be there from before: testmgr makes some when warpcrypt is loaded. They
	# go when a better cipher of that name comes.
	fixture "$cipher: no templates from before" eval 'unload_ciphers && modprobe "${cipher}_ct"'
	# warpcrypt comes first by priority; loading it loads them all.
	fixture "$cipher: nothing of it is loaded" unload_ciphers
	check "no mode of $cipher is left" not grep -qF "($cipher)" /proc/crypto
	kernel_test sync cipher="$cipher" suffix=warpcrypt-sync
	check "$cipher: the software is loaded" all_registered "$cipher"
	fixture "$cipher: warpcrypt can go" rmmod warpcrypt
	kernel_test sync cipher="$cipher" suffix=ct
done
for cipher in "${parts[@]}"; do
	for name in "$cipher" "$cipher-ct" "ecb($cipher)" "cbc-$cipher-ct" "ctr($cipher)" "xts-$cipher-ct" \
		"ecb-$cipher-ct" "cbc($cipher)" "ctr-$cipher-ct" "xts($cipher)"; do
		check "$name is known" resolves "$name" "${cipher}_ct"
	done
	check "$cipher: all are registered" eval "modprobe ${cipher}_ct && all_registered $cipher"
done
check "unloaded" unload_ciphers
check "no algorithm is left" not grep -q -- "-ct$" /proc/crypto

wrong='warpcrypt_ct: toy: wrong answer to the example of nobody, 1; not registered'
for fault in encrypt decrypt wide-encrypt wide-decrypt schedule; do
	check "a cipher that is wrong in $fault is refused" refused "$fault" "$wrong"
done
check "so is one with a malformed example" refused vector 'toy: the example of nobody, 2 is malformed'
check "one that is right is not" modprobe ct_toy
check "and leaves" rmmod ct_toy

unload_ciphers
for cipher in "${parts[@]}"; do
	for key in ${key_lengths[$cipher]}; do
		compare "$cipher" "$key" lengths
		# The plain cipher, one block at a time, is another algorithm.
		kernel_test lengths cipher="$cipher" suffix=ct reference="$cipher-ct" keylen="$key"
		compare "$cipher" "$key" random count=80
		compare "$cipher" "$key" keys
		# The rest does not depend on the key's length.
		[ "$key" = "$(usual_length "$cipher")" ] || continue
		compare "$cipher" "$key" keyless
		compare "$cipher" "$key" partial
		compare "$cipher" "$key" weak mode=xts
		compare "$cipher" "$key" stealing mode=xts
		compare "$cipher" "$key" chain mode=cbc
		compare "$cipher" "$key" chain mode=ctr
		compare "$cipher" "$key" wrap mode=ctr
		compare "$cipher" "$key" scatter frame=4096 arena=8192
		compare "$cipher" "$key" alignment
		compare "$cipher" "$key" threads count=10
		compare "$cipher" "$key" softirq depth=50 count=4
	done
done

# Of the scratch memory, which only PREEMPT_RT needs; a kernel with lockdep knows it everywhere, since 6.11.
if [ -e /proc/lockdep ]; then
	check "the scratch memory's lock is taken" grep -qF 'wcct_cpu->lock' /proc/lockdep
else
	skip "the scratch memory's lock is taken" "this kernel has no lockdep"
fi

# What processors without BMI1 run.
! loaded warpcrypt_test || rmmod warpcrypt_test
fixture "nothing of it is loaded" unload_ciphers
fixture "no BMI1 instructions" modprobe warpcrypt_ct bmi=0
fixture "the test module again" modprobe warpcrypt_test
check "which the module says" [ "$(cat /sys/module/warpcrypt_ct/parameters/bmi)" = N ]
for cipher in "${parts[@]}"; do
	for key in ${key_lengths[$cipher]}; do
		compare "$cipher" "$key" lengths
		compare "$cipher" "$key" random count=20
	done
done
ktap_finish
