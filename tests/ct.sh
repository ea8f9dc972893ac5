#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The ciphers in software (kmod/ct): any of their names loads them; wrong ones
# are not registered; every mode against the kernel's templates, over the
# kernel's own cipher if it has it, else over that of tests/reference; in each
# form of the cores that this CPU has, and where vector registers may not be used.
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
	local mode

	registered "$1-ct" || return
	for mode in $(modes_of "$1"); do
		registered "$mode-$1-ct" || return
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

declare -A titles=([neon]=NEON [avx2]=AVX2 [avx512]=AVX-512 [gfni]="AVX-512 with GFNI")

# has_form FORM: this CPU does; leaves warpcrypt_ct.ko loaded with it.
has_form()
{
	unload_ciphers
	log_mark
	modprobe warpcrypt_ct simd="$1" && ! logged "simd=$1: this CPU has no ${titles[$1]}; using general registers"
}

# reload ARG...: warpcrypt_ct.ko with these parameters and all ciphers, compared with the same references as before.
reload()
{
	! loaded warpcrypt_test || rmmod warpcrypt_test || return
	unload_ciphers && log_mark && modprobe warpcrypt_ct "$@" && modprobe -a warpcrypt_test "${parts[@]/%/_ct}"
}

# uses CIPHER TITLE: in vector registers, as the log says.
uses() { logged "warpcrypt_ct: $1: $2, or (BMI1|general registers) where vector registers may not be used\$"; }
no_vectors() { logged "warpcrypt_ct: $1: (BMI1|general registers)\$"; }

# parts_done: how many parts of requests vector registers have done.
parts_done() { cat /sys/module/warpcrypt_ct/parameters/simd_steps; }

# in_context CIPHER CASE: requests from there; they use vector registers if and only if those are usable. $usable: are they?
in_context()
{
	local before

	before=$(parts_done)
	compare "$1" "$(usual_length "$1")" "$2" || return
	! grep -q "# SKIP" "$temp/nested" || return 0
	usable=y
	! grep -q "registers are not usable" "$temp/nested" || usable=n
	if [ $usable = y ]; then
		check "$1, $2: in vector registers" [ "$(parts_done)" -gt "$before" ]
	else
		check "$1, $2: in general registers" [ "$(parts_done)" = "$before" ]
	fi
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
	names=("$cipher" "$cipher-ct")
	for mode in $(modes_of "$cipher"); do
		names+=("$mode($cipher)" "$mode-$cipher-ct")
	done
	for name in "${names[@]}"; do
		check "$name is known" resolves "$name" "${cipher}_ct"
	done
	check "$cipher: all are registered" eval "modprobe ${cipher}_ct && all_registered $cipher"
done
check "unloaded" unload_ciphers
check "no algorithm is left" not grep -q -- "-ct$" /proc/crypto

wrong='warpcrypt_ct: toy: wrong answer to the example of no standard, 1; not registered'
for fault in encrypt decrypt any-encrypt any-decrypt schedule; do
	check "a cipher that is wrong in $fault is refused" refused "$fault" "$wrong"
done
check "so is one with a malformed example" refused vector 'toy: the example of no standard, 2 is malformed'
check "one that is right is not" modprobe ct_toy
check "and leaves" rmmod ct_toy
forms=()
for form in "${!titles[@]}"; do
	has_form "$form" || continue
	forms+=("$form")
	for fault in "$form-encrypt" "$form-decrypt"; do
		log_mark
		check "a cipher whose $fault is wrong is registered" modprobe ct_toy fault="$fault"
		check "the log says what is not used" \
			logged "toy: ${titles[$form]}: wrong answer to the example of no standard, 1; not used"
		check "nor is it" no_vectors toy
		fixture "the toy leaves" rmmod ct_toy
	done
	log_mark
	check "with $form right it is registered" modprobe ct_toy
	check "and uses that" uses toy "${titles[$form]}"
	fixture "the toy leaves again" rmmod ct_toy
done
fixture "nothing of it is loaded" unload_ciphers
log_mark
check "no vector registers of another name" not modprobe -q warpcrypt_ct simd=mmx
check "as the log says" logged 'simd=mmx: no such registers'

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
		compare "$cipher" "$key" weak mode=xts
		compare "$cipher" "$key" stealing mode=xts
		compare "$cipher" "$key" wrap mode=ctr
		compare "$cipher" "$key" matrix frame=4096 arena=8192
		compare "$cipher" "$key" stress threads=16 depth=8 count=100
		compare "$cipher" "$key" softirq depth=50 count=4
	done
done

# Of the scratch memory, which only PREEMPT_RT needs; a kernel with lockdep knows it everywhere, since 6.11.
IFS=. read -r major minor _ < <(uname -r)
if [ -e /proc/lockdep ] && ((major * 100 + minor >= 611)); then
	check "the scratch memory's lock is taken" grep -qF 'wcct_cpu->lock' /proc/lockdep
else
	skip "the scratch memory's lock is taken" "this kernel has no lockdep, or no such locks"
fi

# Each form that this CPU has; the best one has done all of the above.
for form in "${forms[@]}"; do
	fixture "reloaded with simd=$form" reload simd="$form"
	for cipher in "${parts[@]}"; do
		check "$cipher: $form" uses "$cipher" "${titles[$form]}"
		key=$(usual_length "$cipher")
		compare "$cipher" "$key" lengths
		for key in ${key_lengths[$cipher]}; do
			compare "$cipher" "$key" random count=20
		done
		in_context "$cipher" task
		check "where they are usable" [ "$usable" = y ]
		in_context "$cipher" bh-off
		in_context "$cipher" simd-section
		# Only User-mode Linux has nothing to save them there.
		[[ $(uname -r) == *-uml* ]] || check "not within themselves" [ "$usable" = n ]
		in_context "$cipher" simd-disabled
		compare "$cipher" "$key" softirq depth=50 count=4
	done
done

# What processors without any of it run.
fixture "no BMI1 instructions, no vectors" reload bmi=0 simd=none
for cipher in "${parts[@]}"; do
	check "$cipher: plain C" logged "warpcrypt_ct: $cipher: general registers\$"
	for key in ${key_lengths[$cipher]}; do
		compare "$cipher" "$key" lengths
		compare "$cipher" "$key" random count=20
	done
done
fixture "BMI1, no vectors" reload simd=none
for cipher in "${parts[@]}"; do
	check "$cipher: no vectors" no_vectors "$cipher"
	compare "$cipher" "$(usual_length "$cipher")" lengths
done
check "none were used" [ "$(parts_done)" = 0 ]
ktap_finish
