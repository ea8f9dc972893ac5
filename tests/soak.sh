#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Everything at once: volumes of several ciphers that fio writes and reads back,
# requests from inside the kernel, AF_ALG and key agreement, while helpers, or only
# their engines' processes, are killed, stopped past the deadline or for a moment, run
# out of memory, get no CPU time, fail frames, lose them, are late or retire engines,
# and parameters change. No error may reach a user, and every byte must be right.
#
# Arguments: KIND=N...: end when each kind of disturbance has happened N times.
# Without: each three times. Kinds: kill engine stop moment oom throttle fail drop
# late retire leave parameter burst. A burst is 100 helpers one after the other: 90
# are killed, 10 stopped past the deadline.
# Environment: WARPCRYPT_SOAK_SECONDS: go on for at least so long.
# WARPCRYPT_SEED: other random choices; the same seed disturbs in the same order.
# WARPCRYPT_SOAK_QUIET: no line of progress a minute.
# WARPCRYPT_SOAK_VOLUMES: volumes only, no other users.

. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/workers.sh
. "$tests/workers.sh"

deadline=400
ciphers_of_volumes=(xts-aes-warpcrypt-plain64 xts-kuznyechik-warpcrypt-plain64 cbc-sm4-warpcrypt-plain64
	ctr-skinny-warpcrypt-plain64)
volumes=() loops=()
cgroup="" turn=0
# What happened: by kind, and what is asked for.
declare -A happened=() asked=()
kinds=(kill engine stop moment oom throttle fail drop late retire leave parameter burst)
# In bursts.
killed=0 stopped=0

clean_up_more()
{
	local i

	stop_workers
	for i in "${volumes[@]}"; do
		[ ! -e "/dev/mapper/$i" ] || cryptsetup close "$i"
	done
	for i in "${loops[@]}"; do
		losetup -d "$i"
	done
	[ -z "$cgroup" ] || umount "$cgroup" 2>/dev/null
	return 0
}

# --- what goes on all the time

# The cipher's shortest key; two of them for XTS.
key_bits()
{
	local name=${1#*-} length=0

	read -ra lengths <<<"${key_lengths[${name%%-*}]}"
	length=${lengths[0]}
	[[ $1 != xts-* ]] || ((length *= 2))
	echo $((8 * length))
}

open_volumes()
{
	local cipher n=0 loop name bits

	modprobe -q loop
	for cipher in "${ciphers_of_volumes[@]}"; do
		name=warpcrypt-soak-$n
		bits=$(key_bits "$cipher")
		truncate -s 24M "$temp/disk.$n" && loop=$(losetup -f --show "$temp/disk.$n") || return
		loops+=("$loop")
		random_bytes 128 >"$temp/key.$n"
		cryptsetup open --type plain --cipher "capi:$cipher" --key-size "$bits" --key-file "$temp/key.$n" \
			"$loop" "$name" || return
		volumes+=("$name")
		((++n))
	done
}

# fio_round NUMBER: writes and reads back, each time with another size of blocks and another seed.
fio_round()
{
	local sizes=(4k 512 64k 12k 1k 128k) fio_turn

	fio_turn=$(number_in "$temp/volume$1.count")
	fio --name=verify --filename="/dev/mapper/warpcrypt-soak-$1" --rw=randrw --bs="${sizes[fio_turn % 6]}" \
		--direct=1 --size=20M --io_size=4M --iodepth=16 --ioengine=libaio --verify=crc32c --verify_fatal=1 \
		--verify_backlog=64 --verify_state_save=0 --randseed=$((seed * 100000 + fio_turn * 10 + $1)) \
		--output-format=terse --output="$temp/fio.$1" >"$temp/fio.$1.errors" 2>&1 &&
		[ ! -s "$temp/fio.$1.errors" ] && return
	cat "$temp/fio.$1.errors" "$temp/fio.$1"
	return 1
}

kernel_round()
{
	local result kernel_turn

	kernel_turn=$(number_in "$temp/kernel.count")
	result=$(kernel_case races seed=$((seed * 1000 + kernel_turn)) count=120)
	[[ $result != *"not ok"* ]] && [[ $result == *"ok 2"* ]] && return
	echo "$result"
	return 1
}

af_alg_round() { "$bin/af-alg" --suffix="$af_alg_suffix" --threads=2 --rounds=2; }

kpp_round() { "$bin/kpp" --rounds=1; }

start_all()
{
	local i

	for i in "${!volumes[@]}"; do
		start_worker "volume$i" fio_round "$i"
	done
	# What disturbs must get its turn.
	renice -n 15 -p "${workers[@]}" >/dev/null
	[ -z "${WARPCRYPT_SOAK_VOLUMES-}" ] || return 0
	start_worker kernel kernel_round
	start_worker af-alg af_alg_round
	! modprobe -q algif_kpp || start_worker kpp kpp_round
}

all_ok()
{
	local i

	for i in "${!volumes[@]}"; do
		worker_ok "volume$i" "${ciphers_of_volumes[i]}: every byte that was written was read back"
	done
	[ -z "${WARPCRYPT_SOAK_VOLUMES-}" ] || return 0
	worker_ok kernel "in the kernel: every result is right, every callback by the rules"
	worker_ok af-alg "AF_ALG: every result is right"
	[ ! -d /sys/module/algif_kpp ] || worker_ok kpp "key agreement: every result is right"
}

# --- disturbances; each starts with a helper that is live and leaves one

# A helper that others use.
helper_in_use()
{
	in_state live && helper_alive || start_helper --threads=2 --key-slots=128 || return
	wait_above by_device $(($(by_device) + 20))
}

# With its supervisor the engine's process goes, too.
do_kill()
{
	local before engine

	before=$(in_software 'helper_died|no_helper')
	engine=$(engine_pid)
	kill_helper
	wait_for ended "$engine" && wait_above in_software 'helper_died|no_helper' "$before"
}

# The supervisor starts another engine. (On the host, for tools/vm/gpu-run, it has none.)
do_engine()
{
	local pid

	pid=$(engine_pid)
	if [ "$pid" = "$helper" ]; then
		do_kill
		return
	fi
	kill -KILL "$pid"
	wait_for [ ! -d "/proc/$pid" ] && wait_state live && [ "$(engine_pid)" != "$pid" ] && helper_alive
}

live_or_gone() { in_state live || ! helper_alive; }

# Past the deadline: the link ends while the helper is stopped. It attaches again, or it ends, if it was late with the known
# answers.
do_stop() { with_deadline $deadline stop_until_down && wait_for live_or_gone; }

stop_until_down()
{
	local status=0

	signal_helpers STOP
	wait_state down || status=1
	signal_helpers CONT
	return $status
}

# with_deadline MS COMMAND...
with_deadline()
{
	local status=0

	param deadline_ms "$1"
	"${@:2}" || status=1
	param deadline_ms 60000
	return $status
}

# The deadline is far longer than the moment: the link stays. (What it lost before may be redone now.)
do_moment()
{
	local before

	before=$(counter links.killed attach.count)
	signal_helpers STOP
	pause 0.1
	signal_helpers CONT
	wait_above by_device $(($(by_device) + 20)) && [ "$(counter links.killed attach.count)" = "$before" ]
}

# Without known answers, which take most of a short life.
do_burst()
{
	local status

	stop_helper
	param kat 0
	param deadline_ms $deadline
	"$bin/hostile-helper" "${geometry[@]}" --key-slots=128 --counts="$temp/faults" --reattach --lives=100 --kill-after=4 \
		--stop-every=10 --seed=$((seed * 100000 + turn)) >"$temp/helper.log" 2>&1 </dev/null
	status=$?
	((killed += $(faults died), stopped += $(faults stopped)))
	param deadline_ms 60000
	param kat 1
	return $status
}

do_leave() { stop_helper; }

# limit_helper FILE VALUE: puts the helper into a control group of its own, and writes a limit.
limit_helper()
{
	local pid

	[ -n "$cgroup" ] || return
	mkdir -p "$cgroup/helper"
	for pid in $(pidof warpcryptd); do
		echo "$pid" >"$cgroup/helper/cgroup.procs"
	done
	echo "$2" >"$cgroup/helper/$1"
}

unlimit_helper()
{
	echo max >"$cgroup/helper/memory.max"
	echo max >"$cgroup/helper/cpu.max"
}

oom_kills() { sed -n 's/^oom_kill //p' "$cgroup/helper/memory.events"; }

# Its memory is counted from when it is in the group, so it starts there.
do_oom()
{
	local before pid status=0

	stop_helper
	mkdir -p "$cgroup/helper"
	before=$(oom_kills)
	( trap - EXIT; echo 0 >"$cgroup/helper/cgroup.procs"; exec "$warpcryptd" --backend=cpu --threads=2 \
		"${geometry[@]}" --key-slots=128 >"$temp/helper.log" 2>&1 </dev/null ) &
	helper=$!
	wait_state live || return
	# It protects itself from the OOM killer.
	for pid in $(pidof warpcryptd); do
		echo 1000 >"/proc/$pid/oom_score_adj"
	done
	echo 64K >"$cgroup/helper/memory.max" 2>/dev/null
	wait_above oom_kills "$before" || status=1
	kill -KILL "$helper" 2>/dev/null
	wait "$helper" 2>/dev/null
	helper=""
	unlimit_helper
	wait_state down && return $status
}

# A hundredth of a CPU, until something was late.
do_throttle()
{
	local before status=0

	before=$(counter links.killed commit.taken_over)
	param deadline_ms $deadline
	limit_helper cpu.max "1000 200000" || return
	wait_above counter links.killed commit.taken_over "$before" || status=1
	unlimit_helper
	param deadline_ms 60000
	kill_helper
	wait_state down && return $status
}

# hostile COUNTER ARG...: a helper with a fault, until the counter has grown.
hostile()
{
	local name=$1 before status=0
	shift

	before=$(counter "$name")
	start_hostile --reattach --key-slots=128 --seed=$((seed * 1000 + turn)) "$@" || return
	wait_above counter "$name" "$before" || status=1
	signal_helpers KILL
	wait "$helper" 2>/dev/null
	helper=""
	wait_state down && return $status
}

do_fail() { hostile frames.failed --fail-every=5; }
do_drop() { with_deadline $deadline hostile frames.lost --drop-every=30; }
# One after the other, until the helper is replaced.
do_retire() { hostile engines.retired --engine=cpu --engine=gpu --engine=gpu --any-rates --retire-every=60 --close-after=240; }
do_late() { with_deadline 200 hostile links.killed --delay-ms=50 --jitter-ms=300; }

do_parameter()
{
	local values=("verify 7" "verify 0" "min_bytes 1024" "min_bytes 0" "kat 0" "kat 1" "verify 1")

	# shellcheck disable=SC2086 # name and value
	param ${values[turn % ${#values[@]}]}
}

# --- the course of it

# A number below $1, from the seed.
draw()
{
	state_of_draw=$(((state_of_draw * 6364136223846793005 + 1442695040888963407) & 0x7fffffffffffffff))
	drawn=$(((state_of_draw >> 33) % $1))
}

# Kinds that have not happened often enough; all when time is left.
choose()
{
	local kind open=()

	for kind in "${!asked[@]}"; do
		[ "${happened[$kind]:-0}" -ge "${asked[$kind]}" ] || open+=("$kind")
	done
	[ ${#open[@]} != 0 ] || [ $SECONDS -ge "${WARPCRYPT_SOAK_SECONDS:-0}" ] || open=("${!asked[@]}")
	[ ${#open[@]} != 0 ] || return
	mapfile -t open < <(printf '%s\n' "${open[@]}" | sort)
	draw ${#open[@]}
	kind_drawn=${open[drawn]}
}

told=0
tell()
{
	local kind line=""

	[ -z "${WARPCRYPT_SOAK_QUIET-}" ] && [ $SECONDS -ge $((told + 60)) ] || return 0
	told=$SECONDS
	for kind in "${!asked[@]}"; do
		line+=" $kind ${happened[$kind]:-0}"
	done
	echo "# $SECONDS s:$line; $(by_device) requests by the device" | tee /dev/stderr
}

disturb_all()
{
	while choose; do
		((++turn))
		helper_in_use || return
		"do_$kind_drawn" || return
		((happened[$kind_drawn] = ${happened[$kind_drawn]:-0} + 1))
		tell
	done
}

parse()
{
	local kind argument

	for argument; do
		kind=${argument%%=*}
		if [[ " ${kinds[*]} " != *" $kind "* ]] || [[ ! ${argument#*=} =~ ^[0-9]+$ ]]; then
			echo "soak.sh: '$argument' is not KIND=N; kinds: ${kinds[*]}" >&2
			exit 2
		fi
		asked[$kind]=${argument#*=}
	done
	[ $# != 0 ] || for kind in "${kinds[@]}"; do
		asked[$kind]=3
	done
}

# Without control groups: those kinds are skipped.
mount_cgroups()
{
	local kind

	mkdir "$temp/cgroup"
	if mount -t cgroup2 none "$temp/cgroup" 2>/dev/null &&
	   echo "+memory +cpu" >"$temp/cgroup/cgroup.subtree_control" 2>/dev/null; then
		cgroup=$temp/cgroup
		mkdir -p "$cgroup/helper"
		return
	fi
	for kind in oom throttle; do
		[ -z "${asked[$kind]-}" ] || skip "$kind" "this kernel has no control groups"
		unset "asked[$kind]"
	done
}

parse "$@"
ktap_start fio cryptsetup losetup
state_of_draw=$((seed * 7919 + 12345))
need_test_module
mount_cgroups
param min_bytes 0
fixture "a helper is live" start_helper --threads=2 --key-slots=128 || ktap_finish
fixture "volumes of ours are open" open_volumes || ktap_finish
reset_counters
log_mark
start_all
check "disturbed, and each time there was a helper in use again" disturb_all ||
	note "$kind_drawn: $(tail -n 3 "$temp/helper.log")"
helper_in_use && wait_above by_device 1000
stop_workers
for kind in "${kinds[@]}"; do
	[ -z "${asked[$kind]-}" ] ||
		check "$kind # ${happened[$kind]:-0}" [ "${happened[$kind]:-0}" -ge "${asked[$kind]}" ]
done
[ $killed = 0 ] || note "in bursts: $killed helpers killed, $stopped stopped past the deadline"
all_ok
check "no I/O error is in the log" not logged "I/O error"
check "no result was wrong" [ "$(counter verify.mismatch)" = 0 ]
check "no known answer was" [ "$(counter kat.failed)" = 0 ]
check "the device did requests # $(by_device)" [ "$(by_device)" -gt 1000 ]
note "in software: $(counters 'alg\..*\.fallback\..*_requests') requests; frames lost: $(counter frames.lost);" \
	"links killed: $(counter links.killed); attachments: $(counter attach.count);" \
	"verified: $(counter verify.done); taken over: $(counter commit.taken_over)"
fixture "the helper ends well" stop_helper
ktap_finish
