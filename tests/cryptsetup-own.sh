#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# cryptsetup's own tests, from the source of the package that is installed, twice: with our AES before the kernel's, and
# with the kernel's own while our module is not loaded. Both must end well and print the same. Arguments: parts, which are
# scripts of cryptsetup's tests/ (default: all).

. "$(dirname "$0")/lib.sh"

parts=(mode-test luks2-integrity-test integrity-compat-test bitlk-compat-test compat-test2)
choose_parts "$@"

# Linux 7.3 refuses a volume without fix_hmac in its superblock that is opened with it, as cryptsetup 2.6 does.
hmac_is_refused()
{
	local major minor

	IFS=. read -r major minor _ < <(uname -r)
	[ $((major * 100 + minor)) -ge 703 ]
}

# run_own NAME WHOSE: its output is in $temp/WHOSE.
run_own()
{
	local status

	rm -rf "$temp/tests"
	cp -r "$source/tests" "$temp/tests" || return
	[ "$1" != integrity-compat-test ] || ! hmac_is_refused ||
		sed -i 's/^echo -n "Fixed HMAC/DM_INTEGRITY_HMAC_FIX=""\n&/' "$temp/tests/$1" || return
	(cd "$temp/tests" && CRYPTSETUP_PATH=/usr/sbin "./$1") 2>&1 | tee "$temp/$2" | sed -u 's/^/# /'
	status=${PIPESTATUS[0]}
	rm -rf "$temp/tests"
	return "$status"
}

# The requests in AES that the device did, and those that software did, but for two kinds that are always software's:
# what a completion waits for (dm-crypt's Elephant), and CBC encryption that is longer than a frame (a journal's).
by_device() { counters 'alg\.[a-z]+-aes\.offload_requests'; }
by_software()
{
	echo $(($(counters 'alg\.[a-z]+-aes\.fallback_requests') -
		$(counters 'alg\.[a-z]+-aes\.fallback\.(atomic|cbc_long)_requests')))
}

both()
{
	local own=$1 did fell

	fixture "$own: our AES comes first" load_module aes_priority=10000 || return
	param min_bytes 0
	fixture "$own: a helper is live" start_helper --frames=128 --key-slots=256 || return
	reset_counters
	check "$own: with our AES" run_own "$own" ours
	did=$(by_device) fell=$(by_software)
	check "$own: the device did it # $did requests, $fell in software" [ "$did" -gt 0 -a $((10 * fell)) -le "$did" ] ||
		note "$(grep 'alg\..*-aes\..*_requests [1-9]' "$debug/stats")"
	check "$own: the helper is live" [ "$(state)" = live -a "$(counter links.killed)" = 0 ]
	fixture "$own: without our module" unload_module || return
	check "$own: with the kernel's AES" run_own "$own" theirs
	note "$own: $(wc -l <"$temp/theirs") lines, $(grep -cF -e '[N/A]' -e '[n/a]' "$temp/theirs") with what is not available"
	check "$own: prints the same with both" cmp -s "$temp/ours" "$temp/theirs" || note "$(diff "$temp/ours" "$temp/theirs")"
}

ktap_start cryptsetup integritysetup dmsetup losetup tar xz keyctl
source=$("$tests/../tools/vm/package-source" cryptsetup-bin cached) || skip_all "cryptsetup's source is not here"
export LC_ALL=C
note "$(cryptsetup --version), tests of ${source##*/}"
for module in dm_crypt dm_integrity loop; do
	modprobe -q $module
done
for part in "${parts[@]}"; do
	both "$part"
	[ "$part" != integrity-compat-test ] || ! hmac_is_refused ||
		skip "$part: Fixed HMAC" "Linux 7.3 refuses it, with the kernel's AES, too"
done
fixture "the usual priorities" load_module
ktap_finish
