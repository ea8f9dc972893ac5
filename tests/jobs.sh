# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # run-tests sets $results, $work, $no_suite, $suite_of, $jobs, $kernel_status
#
# The part of run-tests that runs jobs, on this machine and in guests, side by
# side, and tells how they go. Sourced.

progress() { echo "$(date +%T) $*" >&2; }

result()
{
	last_result=$1
	echo "$([ "$1" = 0 ] || echo 'not ')ok ${*:2}"
}

# --- programs of the unit tests

# as_ktap: what is no KTAP becomes a comment. (In a process substitution, whose only process it is.)
as_ktap() { exec sed -uE '/^ *((not )?ok\b|#|1\.\.|KTAP |TAP |Bail out)/!s/^/# /'; }

# run_program PLACE TEST: a program of build/PLACE; prints KTAP. TEST is the program and, after commas, its options and the
# cases to run.
run_program()
{
	local place=$1 program=build/$1/${2%%,*} word words=() flags=() cases=() wrapper=() status=0 out filter
	local -x WARPCRYPT_CASES WARPCRYPT_UNIT_SHARE=1 CMOCKA_MESSAGE_OUTPUT=TAP
	local -x UBSAN_OPTIONS=print_stacktrace=1 LD_LIBRARY_PATH=${LD_LIBRARY_PATH-}
	# (Tests search stacks, which gcc 13 and later have on the heap otherwise.)
	local -x ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0
	# (libcrypto is not instrumented: its tables without locks look like races.)
	local -x TSAN_OPTIONS=suppressions=tests/unit/tsan-suppressions

	IFS=, read -ra words <<<"$2"
	for word in "${words[@]:1}"; do
		[[ $word == --* ]] && flags+=("$word") || cases+=("$word")
	done
	WARPCRYPT_CASES=$(IFS=,; echo "${cases[*]}")
	case $place in
	# ThreadSanitizer knows where programs lie in memory if the kernel does not choose at random.
	host-tsan)	WARPCRYPT_UNIT_SHARE=20 wrapper=(setarch -R) ;;
	host-asan)	WARPCRYPT_UNIT_SHARE=40 ;;
	host-arm64)	WARPCRYPT_UNIT_SHARE=40 wrapper=(tools/cross/arm64 run) ;;
	esac
	case $2, in
	test-*-cuda,*|test-cuda-*|*,--backend=cuda,*)
		# A driver library that emulates the GPU.
		LD_LIBRARY_PATH=build/$place/fake-cuda
		[[ -x $program && -e $LD_LIBRARY_PATH/libcuda.so.1 ]] || {
			echo "1..0 # SKIP built without nvcc"
			return 4
		} ;;
	esac
	[ "${2%%,*}" != test-backend-cuda ] || flags+=(--no-timing)
	exec {out}> >(as_ktap)
	filter=$!
	"${wrapper[@]}" "$program" "${flags[@]}" >&$out 2>&1 {out}>&- || status=$?
	exec {out}>&-
	end_children $filter || status=1
	# (as_ktap ends when nothing can write to it any more.)
	wait $filter || :
	return $status
}

# end_children PID: this shell's process group must have no process but the shell and PID, by itself or after a while; what
# is left is killed.
end_children()
{
	local group=$BASHPID pid looks=0 left

	while :; do
		left=()
		for pid in $(pgrep -g "$group"); do
			[ "$pid" = "$group" ] || [ "$pid" = "$1" ] || left+=("$pid")
		done
		[ ${#left[@]} != 0 ] || return 0
		((++looks < 50)) || break
		sleep 0.1
	done
	echo "not ok it leaves no process behind"
	show_processes "$group"
	kill -KILL "${left[@]}" || :
	return 1
}

# run_test PLACE TEST
run_test()
{
	if is_source_test "$2"; then
		"test_${2//-/_}" || result 1 "$2 runs to its end # exit status $?"
	else
		run_program "$@" || return $?
	fi
}

# run_host_job NAME PLACE TEST...
run_host_job()
{
	local place=$2 test
	shift 2

	for test in "$@"; do
		echo "=== begin $test"
		run_limited "$(limit_for "$test" "$place")" run_test "$place" "$test"
		echo "=== end $test $limited_status $limited_seconds"
	done
}

# --- guests

# skip_job REASON TEST...: a result for each of its tests.
skip_job()
{
	local reason=$1 test
	shift

	for test in "$@"; do
		printf '=== begin %s\n1..0 # SKIP %s\n=== end %s 4 0\n' "$test" "$reason" "$test"
	done
}

# job_failed FILE DESCRIPTION: a job that did not get to its tests.
job_failed()
{
	echo "=== begin job"
	tail -n 20 "$1" | sed 's/^/# /'
	result 1 "$2"
	echo "=== end job 1 0"
}

# run_job NAME KERNEL OPTIONS TEST...: prints what its tests print.
run_job()
{
	local name=$1 kernel=$2 options=$3 status=0 dir=$results/$1 test limit all=600 limited=()
	shift 3

	[ "$options" != - ] || options=""
	cp "$work/kernel.$kernel" "$dir/build"
	case ${kernel_status[$kernel]} in
	0)	;;
	3)	skip_job "${no_suite/unstable/${suite_of[$kernel]-unstable}}" "$@"; return ;;
	*)	job_failed "$dir/build" "the kernel can be had"; return ;;
	esac
	if ! make -s modules KERNEL="$kernel" >>"$dir/build" 2>&1; then
		job_failed "$dir/build" "the modules build"
		return
	fi
	for test in "$@"; do
		limit=$(limit_for "$test" "$kernel")
		limited+=("$test:$limit")
		((all += limit + 60))
	done
	# A guest that takes longer than all its tests may take has stopped working.
	# shellcheck disable=SC2086 # several options
	tools/vm/run --kernel "$kernel" --no-helper ${options//,/ } --log "$dir/kernel-log" --timeout $all \
		-- tests/run-group "${limited[@]}" </dev/null 2>"$dir/stderr" || status=$?
	echo
	echo "=== begin guest"
	sed 's/^/# /' "$dir/stderr"
	[ $status = 0 ] || echo "# tools/vm/run: exit status $status"
	result $status "the guest ended well and the kernel did not complain # FIXTURE"
	echo "=== end guest 0 0"
}

# --- progress: a line as each test ends, and each failure at once

# follow NAME PLACE: copies a job's output, up to the line "=== done".
follow()
{
	local name=$1 line current="" failed=n so_far=$work/$1.part

	while IFS= read -r line || [ -n "$line" ]; do
		[ "$line" != "=== done" ] || return 0
		printf '%s\n' "$line"
		if [[ $line == "=== begin "* ]]; then
			current=${line#=== begin }
			echo "=== job $name $2" >"$so_far"
		elif [[ $line =~ ^\ *(not\ ok\ .*) ]]; then
			progress "$name: $current: ${BASH_REMATCH[1]}"
			failed=y
		elif [[ ! $line =~ ^\ *# ]]; then
			failed=n
		elif [ $failed = y ]; then
			# What the check got.
			echo "         $line" >&2
		fi
		[ -z "$current" ] || printf '%s\n' "$line" >>"$so_far"
		[[ $line != "=== end "* ]] || {
			tell_test "$name" "$current" "${line##* }" "$so_far"
			current="" failed=n
		}
	done
}

# tell_test NAME TEST SECONDS FILE: how a test went whose output is FILE.
tell_test()
{
	local lines line

	mapfile -t lines < <(merge "" brief=1 <"$4")
	for line in "${lines[@]}"; do
		# Others have been shown.
		[[ $line != "# failed: "* || $line == *": not ok "* ]] || progress "${line#\# }"
	done
	[ "$2" != guest ] || return 0
	line=${lines[-1]}
	[[ ! $line =~ \(in\ ([0-9]+)\ runs\),\ ([0-9]+)\ failed,\ ([0-9]+) ]] || {
		line="${BASH_REMATCH[1]} passed"
		[ "${BASH_REMATCH[2]}" = 0 ] || line+=", ${BASH_REMATCH[2]} FAILED"
		[ "${BASH_REMATCH[3]}" = 0 ] || line+=", ${BASH_REMATCH[3]} skipped"
	}
	progress "$1: $2: $line ($3 s)"
}

# --- jobs, side by side

# start_job NAME PLACE COMMAND...: in a shell of its own, with its output in $work/NAME.
start_job()
{
	local name=$1 place=$2
	shift 2

	mkdir -p "$results/$name"
	{
		exec {pipe}> >(follow "$name" "$place" >"$work/$name")
		follower=$!
		"$@" >&"$pipe" 2>&1
		times >"$work/$name.ended"
		printf '\n=== done\n' >&"$pipe"
		wait $follower
	} 9>&- &
	job_of[$!]=$name
}

# end_jobs: waits until one has ended, and tells how those went that have.
end_jobs()
{
	local pid

	# (wait -n does not know of a job that was killed, and returns at once: its status is not looked at.)
	wait -n "${!job_of[@]}" 2>/dev/null || :
	for pid in "${!job_of[@]}"; do
		kill -0 "$pid" 2>/dev/null || end_job "$pid"
	done
}

# end_job PID: completes its output and tells how it went.
end_job()
{
	local status=0 name=${job_of[$1]}

	wait "$1" 2>/dev/null || status=$?
	unset "job_of[$1]"
	# (In files of its own: when the job's shell was killed, what it had started may still write to $work/$name.)
	{
		echo "=== job $name ${place_of[$name]}"
		cat "$work/$name"
		note_missing "$name" $status
	} >"$work/$name.all"
	merge "" "results=$results" <"$work/$name.all" >"$results/$name/ktap" || :
	progress "$name: $(tail -n 1 "$results/$name/ktap"), in $((SECONDS - begin_of[$name])) s$(cpu_time "$name")" \
		"($((++jobs_done)) of ${#jobs[@]} jobs)"
}

cpu_time()
{
	[ ! -e "$work/$1.ended" ] || sed -n '2{s/\.[0-9]*s//g; s/ / + /; s/^/; CPU time /p}' "$work/$1.ended"
}

# note_missing NAME STATUS: failures for what a job has not put out, because its shell or its guest died.
note_missing()
{
	local test

	if [ ! -e "$work/$1.ended" ]; then
		printf '\n=== begin job\nnot ok its shell ends by itself # exit status %s\n=== end job 1 0\n' "$2"
	elif ! grep -q '^=== end' "$work/$1"; then
		printf '\n=== begin job\nnot ok it prints results\n=== end job 1 0\n'
	fi
	# Where the job got as far as its tests, or its shell died, each of them must be there.
	[ ! -e "$work/$1.ended" ] || grep -q '^=== begin guest' "$work/$1" || return 0
	for test in ${tests_of[$1]}; do
		grep -qxF "=== begin $test" "$work/$1" ||
			printf '=== begin %s\nnot ok it starts # the guest or the job ended before\n=== end %s 1 0\n' "$test" "$test"
	done
}

# wait_for_jobs NUMBER: until fewer than that run.
wait_for_jobs()
{
	while [ ${#job_of[@]} -ge "$1" ]; do
		end_jobs
	done
}

run_jobs()
{
	# One more than CPUs: tests wait a lot.
	local limit=${WARPCRYPT_JOBS:-$(($(nproc) + 1))} job name place

	for job in "${jobs[@]}"; do
		read -r name place _ <<<"$job"
		wait_for_jobs "$limit"
		place_of[$name]=$place
		tests_of[$name]=${job#* * * }
		begin_of[$name]=$SECONDS
		progress "$name: begins, tests: $(wc -w <<<"${tests_of[$name]}")"
		# shellcheck disable=SC2086 # its fields
		case $place in
		host*)	start_job "$name" "$place" run_host_job "$name" "$place" ${tests_of[$name]} ;;
		*)	start_job "$name" "$place" run_job $job ;;
		esac
	done
	wait_for_jobs 1
}
