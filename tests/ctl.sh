#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# warpcryptctl and sysfs with the module itself; tests/ctl/emulated has
# emulated machines.

. "$(dirname "$0")/lib.sh"

sysfs=/sys/class/misc/warpcrypt
ctl=$(program warpcryptctl)

# says PATTERN STATUS ARG...: its output has such a line, and its exit status is that.
says()
{
	local pattern=$1 wanted=$2 status
	shift 2

	"$ctl" "$@" >"$temp/out" 2>"$temp/error" </dev/null
	status=$?
	[ $status = "$wanted" ] && grep -qE -- "$pattern" "$temp/out" && return
	note "exit status $status of warpcryptctl $*:" "$(cat "$temp/out" "$temp/error")"
	return 1
}

# json EXPRESSION ARG...: what Python thinks of it.
json()
{
	"$ctl" --json "${@:2}" >"$temp/out" 2>"$temp/error" </dev/null
	/usr/bin/python3 -c "
import json, sys
d = [json.loads(line) for line in sys.stdin]if '$2' == 'top' else json.load(sys.stdin)
sys.exit(not ($1))" <"$temp/out" && return
	note "warpcryptctl --json ${*:2}:" "$(cat "$temp/out" "$temp/error")"
	return 1
}

# The counters of sysfs and of debugfs. There are no requests, but the helper calls ENTER once a second: what sysfs says must
# lie between what debugfs says before and after it.
same_counters()
{
	sort "$debug/stats" >"$temp/before"
	"$ctl" stats | sort >"$temp/sysfs"
	sort "$debug/stats" >"$temp/after"
	[ -s "$temp/before" ] && join -a 1 -a 2 -e ? -o 0,1.2,2.2 "$temp/before" "$temp/after" |
		join -a 1 -a 2 -e ? -o 0,1.2,2.2,1.3 - "$temp/sysfs" >"$temp/both" &&
		! grep -F "?" "$temp/both" >"$temp/diff" &&
		awk '$3 < $2 || $3 > $4' "$temp/both" >"$temp/diff" && [ ! -s "$temp/diff" ]
}

# sample COMMAND: what operations.rst shows of it. Any numbers are numbers, and columns may have any width.
sample()
{
	awk -v command="   # warpcryptctl $1" '
		$0 == command { on = 1; next }
		on && /^([^ ]|   # )/ { exit }
		on { sub(/^   /, ""); print }' "$tests/../Documentation/operations.rst"
}
with_any_numbers() { sed -E 's/[0-9]+(\.[0-9]+)?/N/g; s/ +/ /g'; }

# prints_sample COMMAND
prints_sample()
{
	eval "\"$ctl\" $1" >"$temp/printed" 2>&1 </dev/null
	[ -n "$(sample "$1")" ] &&
		diff <(with_any_numbers <<<"$(sample "$1")") <(with_any_numbers <<<"$(<"$temp/printed")") >"$temp/diff" && return
	note "operations.rst (<) has other lines:" "$(cat "$temp/diff")"
	return 1
}

# write_volume: until $temp/writing is gone
write_volume()
{
	while [ -e "$temp/writing" ]; do
		dd if=/dev/zero of="/dev/mapper/$volume" bs=1M oflag=direct status=none 2>/dev/null
	done
}

clean_up_more()
{
	rm -f "$temp/writing"
	wait
	close_plain_volume
}

as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }

ktap_start cryptsetup losetup
[ -x "$ctl" ] || skip_all "no warpcryptctl here"
fixture "load" load_module
check "the kernel's self-tests are not counted as users' requests" eval '! "$ctl" stats | grep "no_helper_requests [1-9]"'
need_test_module
check "doctor: no helper" says '^PROBLEM .*\[no-helper\]$' 3 doctor
check "operations.rst: doctor" prints_sample doctor
fixture "a volume in Kuznyechik" open_plain_volume 16M kuznyechik-xts-plain64
fixture "software writes it" dd if=/dev/zero of="/dev/mapper/$volume" bs=1M count=1 oflag=direct status=none
check "explain: software, without a helper" says '^xts\(kuznyechik\): software; ' 0 explain 'xts(kuznyechik)'
check "wait: in vain" eval '! "$ctl" wait 0.1 2>/dev/null'
check "the link has no frames" [ "$(<$sysfs/link/frames)" = 0 ]
fixture "a helper is live" start_helper
check "wait: at once" "$ctl" wait 0
check "doctor: all is well" says '^no problems$' 0 doctor
check "the link's frames" [ "$(<$sysfs/link/frames) $(<$sysfs/link/frame_size) $(<$sysfs/link/queues)" = "$frames $frame_size 1" ]
check "the engine" grep -qxE '[^ ]+ cpu live' $sysfs/link/engines
kernel_test stress count=$((500 * load)) threads=2 depth=20
check "sysfs and debugfs count the same" same_counters || note "$(cat "$temp/diff")"
check "something was offloaded" [ "$(counters 'alg\..*\.offload_requests')" -gt 0 ]
check "each counter is a file" [ "$(find $sysfs/counters $sysfs/alg.* -type f ! -name reset | wc -l)" = "$(wc -l <"$debug/stats")" ]
check "status" says '^xts-aes +[1-9][0-9]* ' 0 status
check "status as JSON" json 'd["state"] == "live" and d["helper_pid"] == '"$helper"' and d["engines"][0]["kind"] == "cpu" and
	sum(a["offload_requests"] for a in d["algorithms"]) == '"$(counters 'alg\..*\.offload_requests')" status
check "list: ours comes first" says '^xts\(kuznyechik\) +xts-kuznyechik-warpcrypt +1001 .* passed +all who ask' 0 list
check "list: AES does not" says '^xts\(aes\) +xts-aes-warpcrypt +91 .* who asks for the driver' 0 list
check "explain: the helper" says '^xts\(kuznyechik\): the helper; so far the helper did 0 of [1-9].* reason '"'no_helper'$" 0 explain 'xts(kuznyechik)'
check "list: key agreement" says '^ecdh-nist-p256 +ecdh-nist-p256-warpcrypt +1000 .* passed +all who ask' 0 list
check "explain: key agreement" says '^ecdh-nist-p256: the helper; ' 0 explain ecdh-nist-p256
check "explain: its software" says '^  What software does, warpcrypt does itself\.$' 0 explain ecdh-nist-p256
check "explain: AES" says '^xts\(aes\): another driver$' 0 explain 'xts(aes)'
check "explain: as the kernel decides" [ "$("$ctl" --json explain 'xts(sm4)' | grep -o 'is xts-sm4-warpcrypt ')" != "" ]
kernel_case stress count=0 threads=1 depth=4 >"$temp/load" 2>&1 &
load_pid=$!
check "top: rates" json 'len(d) == 2 and all(x["frames_per_second"] > 0 for x in d) and
	sum(a["offload_requests"] for a in d[1]["algorithms"]) > 0' top --count=2 --interval=1
check "top: as text" says '^xts-aes +[1-9][0-9]* ' 0 top --count=1 --interval=1
stop_loads
wait $load_pid
: >"$temp/writing"
write_volume &
load_pid=$!
check "operations.rst: top" prints_sample "top --count=1"
rm "$temp/writing"
wait $load_pid
param choice auto
check "explain: who did it" says '^xts\(kuznyechik\): the helper or software, .* did [1-9]' 0 explain 'xts(kuznyechik)'
check "operations.rst: explain" prints_sample "explain 'xts(kuznyechik)'"
param choice offload
close_plain_volume
check "prometheus" says '^warpcrypt_offload_requests_total\{algorithm="xts-aes"\} [1-9]' 0 prometheus
check "only root reads the counters" eval '! as_nobody cat $sysfs/counters/frames.fetched 2>/dev/null'
check "nor zeroes them" eval '! as_nobody "$ctl" reset 2>/dev/null'
check "but the state" as_nobody "$ctl" wait 0
check "doctor skips them" eval 'as_nobody "$ctl" doctor | grep -q "^skipped  the counters are root"'
check "status as JSON has the rest" eval 'as_nobody "$ctl" --json status 2>/dev/null | grep -q "\"state\": \"live\""'
check "reset" "$ctl" reset
check "all is zero, but for the helper's later calls" eval '! "$ctl" stats | grep -v -e " 0$" -e "^enter\.calls "'
check "reset takes a number only" eval '! echo x 2>/dev/null >$sysfs/counters/reset'
chmod 666 "$device"
check "doctor: a device that others can open" says '\[device-open-to-others\]$' 3 doctor
chmod 600 "$device"
param kat 0
check "doctor: known answers are off" says '\[known-answers-off\]$' 3 doctor
param kat 1
kill_helper
wait_state down
check "explain: software, when the helper has died" says '^xts\(kuznyechik\): software; ' 0 explain 'xts(kuznyechik)'
"$warpcryptd" --backend=null "${geometry[@]}" >"$temp/helper.log" 2>&1 </dev/null
check "doctor: known answers failed" says '\[known-answers-failed\]$' 3 doctor
rmmod warpcrypt_test
fixture "unload" rmmod warpcrypt
check "doctor: not loaded" says '\[module-not-loaded\]$' 3 doctor
check "prometheus: not loaded" says '^warpcrypt_module_loaded 0$' 0 prometheus
check "status: not loaded" eval '! "$ctl" status 2>/dev/null'
modprobe warpcrypt
ktap_finish
