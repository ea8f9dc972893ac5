#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel's own tests, through the device: with register=attach all modes
# are registered, and so tested, when the helper has come.

. "$(dirname "$0")/lib.sh"

# field DRIVER NAME: from /proc/crypto
field()
{
	awk -v driver="$1" -v field="$2" '
		$1 == "driver" { found = $3 == driver }
		$1 == field && found { print $3; exit }' /proc/crypto
}

ktap_start
check "load with register=attach" load_module register=attach deadline_ms=60000 || ktap_finish
check "nothing is registered yet" [ -z "$(field xts-aes-warpcrypt selftest)" ]
log_mark
check "a helper is live" start_helper || ktap_finish
for mode in "${modes[@]}"; do
	# Registered one after the other; the first open waits for the tests.
	for ((ticks = 0; ticks < 1200; ticks++)); do
		[ "$(field "$mode-aes-warpcrypt" selftest)" != passed ] || break
		sleep 0.1
	done
	check "$mode: the selftest passed" [ "$(field "$mode-aes-warpcrypt" selftest)" = passed ]
	done=$(offloaded "$mode")
	check "$mode: through the device ($done requests)" [ "$done" -gt 0 ]
	if [ -e /proc/config.gz ] && zgrep -q '^CONFIG_CRYPTO_MANAGER_EXTRA_TESTS=y' /proc/config.gz; then
		# 100 rounds of random requests against the generic code, and more.
		check "$mode: with the extra tests" [ "$done" -gt 500 ]
	else
		skip "$mode: with the extra tests" "CONFIG_CRYPTO_MANAGER_EXTRA_TESTS is not set"
	fi
done
check "no test of the kernel failed" [ -z "$(log_since | grep -E 'alg: .*(fail|error|wrong|corrupt|overran)')" ]
check "no frame was lost or failed" [ "$(counter frames.failed frames.lost links.killed verify.mismatch)" = 0 ]
check "the helper ends well" stop_helper
check "back to registration at load" load_module
for mode in "${modes[@]}"; do
	check "$mode: registered, tested without a helper" eval \
		'modprobe -q "crypto-$mode-aes-warpcrypt"; [ "$(field "$mode-aes-warpcrypt" selftest)" = passed ]'
done
ktap_finish
