#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The tracepoints: each says what the counters say, and none is on by itself. And
# the latencies that tools/trace makes of them.

. "$(dirname "$0")/lib.sh"

tracing=/sys/kernel/tracing
instance=$tracing/instances/warpcrypt-test
latency=$tests/../tools/trace/warpcrypt-latency
events=(submit complete software fetch commit link)

clean_up_more() { [ ! -d "$instance" ] || rmdir "$instance"; }

# trace on|off: all our events, in a buffer of our own.
trace() { echo $(($([ "$1" = on ] && echo 1 || echo 0))) >"$instance/events/warpcrypt/enable"; }

# traced EVENT [PATTERN]: how many such lines there are.
traced() { grep -cE "warpcrypt_$1: .*${2-}" "$instance/trace"; }

# as_counted EVENT PATTERN COUNTER...: as many as the counters say.
as_counted()
{
	local event=$1 pattern=$2 lines
	shift 2

	lines=$(traced "$event" "$pattern")
	pass_or_fail "warpcrypt_$event${pattern:+ $pattern}: one for each of $*" "$lines" "$(counter "$@")"
}

# pass_or_fail DESCRIPTION NUMBER NUMBER: equal, and not 0?
pass_or_fail() { check "$1 # $2" eval "[ '$2' = '$3' ] && [ '$2' != 0 ]"; }

# No lines were overwritten.
complete() { ! grep -q '^CPU:.*LOST' "$instance/trace" && ! grep -h '^overrun' "$instance"/per_cpu/*/stats | grep -qv ': 0$'; }

ktap_start
[ -d "$tracing" ] || skip_all "this kernel has no tracefs"
mountpoint -q "$tracing" || mount -t tracefs tracefs "$tracing" || skip_all "this kernel has no tracefs"
fixture "load" load_module
need_test_module
mkdir "$instance" || ktap_finish
echo 8192 >"$instance/buffer_size_kb"
echo mono >"$instance/trace_clock"
for event in "${events[@]}"; do
	check "warpcrypt_$event is there, and off" [ "$(<"$instance/events/warpcrypt/warpcrypt_$event/enable")" = 0 ]
done
fixture "a helper is live" start_helper
kernel_test stress count=200 threads=2 depth=10
check "nothing is traced while they are off" [ "$(grep -c warpcrypt_ "$instance/trace")" = 0 ]
make_way

reset_counters
trace on
fixture "a helper is live" start_helper
kernel_test stress count=$((500 * load)) threads=2 depth=20
param min_bytes 100000
kernel_test stress count=100 threads=1 depth=4
param min_bytes 512
fixture "the helper leaves" make_way
kernel_test stress count=100 threads=1 depth=4
trace off
check "the buffer holds all of it" complete
offloads=$(counters 'alg\..*\.offload_requests')
pass_or_fail "warpcrypt_complete: one for each request that the device did" "$(traced complete)" \
	"$((offloads + $(counter kat.requests)))"
pass_or_fail "warpcrypt_software: one for each that software did" "$(traced software)" "$(counters 'alg\.[^.]*\.fallback_requests')"
for reason in small no_helper; do
	pass_or_fail "with the reason $reason" "$(traced software "reason=$reason\$")" \
		"$(counters "alg\..*\.fallback\.${reason}_requests")"
done
as_counted fetch "" frames.fetched
as_counted commit "status=0" frames.committed
check "warpcrypt_submit: no fewer than came back # $(traced submit)" [ "$(traced submit)" -ge "$(traced complete)" ]
for state in testing live "dead why=helper_died"; do
	check "warpcrypt_link: $state, once" [ "$(traced link "state=$state")" = 1 ]
done
requests=$(sed -n 's/.*warpcrypt_commit: .* requests=\([0-9]*\) .*/\1/p' "$instance/trace" | awk '{ n += $1 } END { print n + 0 }')
pass_or_fail "the requests in the frames" "$requests" "$(counter requests.committed)"
check "no event has key, IV or data" not grep -rqiE 'field:.*(key|iv|data|scalar)' "$instance"/events/warpcrypt/*/format

# The histogram of the same lines.
"$latency" --from="$instance/trace" >"$temp/histogram" 2>"$temp/error"
check "warpcrypt-latency reads them" [ $? = 0 ]
pass_or_fail "and has each request once" "$(sed -n 's/^requests: \([0-9]*\).*/\1/p' "$temp/histogram")" "$(traced complete)"
check "it draws bars" grep -qE '^ *< [0-9]+ us .*#' "$temp/histogram"
note "$(head -n 40 "$temp/histogram")"
fixture "a helper is live" start_helper
kernel_case stress count=0 threads=1 depth=4 >"$temp/load" 2>&1 &
load_pid=$!
check "it follows what happens" eval '"$latency" --requests=200 --seconds=$patience >"$temp/live" 2>"$temp/error"'
stop_loads
wait $load_pid
check "until it has as many as were wanted" grep -qx 'requests: 200 by the device, in .*' "$temp/live"
check "it leaves no events on" [ "$(cat "$tracing"/events/warpcrypt/enable)" = 0 ]
note "$(head -n 40 "$temp/live"; cat "$temp/error")"
# The kernel's own histograms, as operations.rst shows them.
if [ -e "$instance/events/warpcrypt/warpcrypt_fetch/hist" ]; then
	echo "hist:keys=reason" >"$instance/events/warpcrypt/warpcrypt_software/trigger"
	echo "hist:keys=requests.log2" >"$instance/events/warpcrypt/warpcrypt_fetch/trigger"
	reset_counters
	kernel_test stress count=200 threads=1 depth=4
	pass_or_fail "the kernel's histogram of reasons" "$(sed -n 's/.*reason: small .*hitcount: *//p' \
		"$instance/events/warpcrypt/warpcrypt_software/hist")" "$(counters 'alg\..*\.fallback\.small_requests')"
	pass_or_fail "and of requests per frame" "$(sed -n 's/^ *Hits: *//p' "$instance/events/warpcrypt/warpcrypt_fetch/hist")" \
		"$(counter frames.fetched)"
else
	skip "the kernel's histogram of reasons" "this kernel has no histogram triggers"
fi

# relink FILE: a helper leaves and another comes. Has the tracer seen it, and so begun?
relink()
{
	make_way
	start_helper && grep -q '^link .*: live' "$1"
}

# software_of FILE REASON: what the tracer has counted.
software_of() { sed -n "s/^@software\[$2\]: //p" "$1"; }

if ! command -v bpftrace >/dev/null; then
	skip "bpftrace" "no bpftrace here"
elif [ ! -e /sys/kernel/btf/vmlinux ]; then
	skip "bpftrace" "this kernel has no BPF"
else
	bpftrace -B line "$tests/../tools/trace/warpcrypt-latency.bt" >"$temp/bpftrace" 2>&1 </dev/null &
	tracer=$!
	fixture "bpftrace traces" wait_for relink "$temp/bpftrace"
	reset_counters
	kernel_test stress count=200 threads=1 depth=4
	kill -INT $tracer
	check "bpftrace ends well" wait $tracer
	check "it has counted why software did requests" \
		[ "$(software_of "$temp/bpftrace" small)" -ge "$(counters 'alg\..*\.fallback\.small_requests')" ]
	check "and made one histogram of requests for each algorithm" \
		[ "$(grep -c '^@request_us\[xts, aes\]:' "$temp/bpftrace")" = 1 ]
	check "and of frames" grep -q '^@frame_us:' "$temp/bpftrace"
	note "$(head -n 60 "$temp/bpftrace")"
fi

for option in --nonsense --seconds=0 --seconds=x --requests= --from=/nonexistent; do
	check "it refuses $option" eval '! "$latency" "$option" 2>/dev/null >&2'
done
ktap_finish
