#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel's own tests, through the device: with register=attach all modes
# are registered, and so tested, when the helper has come. testmgr knows AES
# and SM4, and tests both algorithms of a mode, which count together.

. "$(dirname "$0")/lib.sh"

selftest_passed() { [ "$(algorithm "$1" selftest)" = passed ]; }

# wait_tested DRIVER: until it is registered and tested; they come one after the other.
wait_tested()
{
	wait_for selftest_passed "$1"
}

# tested CIPHER MODE: through the device. testmgr makes the same requests of both algorithms. The device does all of the
# asynchronous one's and, of the synchronous one's, those that may sleep, which testmgr draws by lot. If it did none of
# the latter, it would have done just as many requests as software.
tested()
{
	local driver=$2-$1-warpcrypt offloads atomic

	wait_tested "$driver-sync"
	check "$2($1): the selftest passed" [ "$(algorithm "$driver" selftest)" = passed ]
	check "$2($1): the synchronous one's too" [ "$(algorithm "$driver-sync" selftest)" = passed ]
	if logged "alg: No test for .*\\($driver\\)"; then
		skip "$2($1): through the device" "this kernel has no test for it"
		return
	fi
	offloads=$(offloaded "$2" "$1")
	atomic=$(counter "alg.$2-$1.fallback.atomic_requests")
	check "$2($1): through the device # $offloads requests" [ "$offloads" -gt 0 ]
	check "$2($1): some may not sleep # $atomic" [ "$atomic" -gt 0 ]
	check "$2($1): no others in software" [ "$(fallen_back "$2" "$1")" = "$atomic" ]
	check "$2($1): synchronous ones through the device" [ "$offloads" -gt "$atomic" ]
	if [ -e "$no_extra_tests" ]; then
		# Random requests against the generic code, and more.
		# Without them 31 to 102, with 20 rounds of them 171 and more, with 100 rounds 731 and more.
		check "$2($1): with the extra tests" [ "$offloads" -gt 120 ]
	else
		skip "$2($1): with the extra tests" "this kernel has none"
	fi
}

ktap_start
extra_tests on
fixture "load with register=attach" load_module register=attach deadline_ms=60000 || ktap_finish
check "nothing is registered yet" [ -z "$(algorithm xts-aes-warpcrypt selftest)" ]
log_mark
fixture "a helper is live" start_helper || ktap_finish
for cipher in aes sm4; do
	for mode in "${modes[@]}"; do
		tested $cipher "$mode"
	done
done
wait_tested curve25519-warpcrypt
check "curve25519: the selftest passed" [ "$(algorithm curve25519-warpcrypt selftest)" = passed ]
if logged "alg: No test for .*\\(curve25519-warpcrypt\\)"; then
	# Since 6.18 the kernel has no vectors for it. The known answers that the helper was asked for have; and
	# published ones go through sockets.
	skip "curve25519: the kernel's vectors" "this kernel has none; our own follow"
	check "curve25519: the helper knew our answers # $(counter kat.requests) in all" [ "$(counter kat.passed)" = 1 ]
	fixture "AF_ALG learns key agreement" modprobe algif_kpp
	nested "curve25519: published vectors and random ones" "$bin/kpp" --curve=curve25519 --rounds=40 --iterated=20 --batch=64
	fixture "algif_kpp goes again" rmmod algif_kpp
fi
for mode in base point; do
	offloads=$(offloaded $mode curve25519)
	check "curve25519, $mode: through the device # $offloads requests" [ "$offloads" -gt 30 ]
done
# The kernel's vectors have both operations; a secret of its own making, too.
wait_tested ecdh-nist-p256-warpcrypt
check "ecdh-nist-p256: the selftest passed" [ "$(algorithm ecdh-nist-p256-warpcrypt selftest)" = passed ]
check "ecdh-nist-p256: the kernel has a test for it" [ -z "$(log_since | grep 'alg: No test for .*ecdh-nist-p256')" ]
for mode in base point; do
	offloads=$(offloaded $mode ecdh-nist-p256)
	check "ecdh-nist-p256, $mode: through the device # $offloads requests" [ "$offloads" -ge 2 ]
	check "ecdh-nist-p256, $mode: nothing in software" [ "$(fallen_back $mode ecdh-nist-p256)" = 0 ]
done
# Without the extra tests each algorithm encrypts and decrypts a few vectors.
[ -e "$no_extra_tests" ] && least=100 || least=$((2 * ${#ciphers[@]} * ${#modes[@]}))
check "threads waited for the device # $(counter sync.done)" [ "$(counter sync.done)" -ge $least ]
check "no test of the kernel failed" [ -z "$(log_since | grep -E 'alg: .*(fail|error|wrong|corrupt|overran)')" ]
check "no frame was lost or failed" [ "$(counter frames.failed frames.lost links.killed verify.mismatch)" = 0 ]
fixture "the helper ends well" stop_helper
fixture "back to registration at load" load_module
for cipher in "${ciphers[@]}"; do
	for mode in $(modes_of "$cipher"); do
		for driver in $mode-$cipher-warpcrypt{,-sync}; do
			check "$driver: registered, tested without a helper" eval \
				'modprobe -q "crypto-$driver" && [ "$(algorithm "$driver" selftest)" = passed ]'
		done
	done
done
ktap_finish
