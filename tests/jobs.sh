# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # run-tests sets $results, $work, $jobs, $kernel_status
#
# The part of run-tests that runs jobs, on this machine and in guests, side by
# side, and tells how they go. Sourced.

# Of each job's process: when it began, and the job.
job_of=() jobs_done=0

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

# run_host_job NAME PLACE OPTIONS TEST...: prints what its tests print.
run_host_job()
{
	local place=$2 test

	for test in "${@:4}"; do
		echo "=== begin $test"
		run_limited "$(limit_for "$test" "$place")" run_test "$place" "$test"
		echo "=== end $test $limited_status $limited_seconds"
	done
}

# --- guests

# job_failed DESCRIPTION [FILE]: a job that did not get to its tests, or not to its end.
job_failed()
{
	printf '\n=== begin job\n'
	tail -n 20 "${2:-/dev/null}" | sed 's/^/# /'
	result 1 "$1"
	echo "=== end job 1 0"
}

# run_guest_job NAME KERNEL OPTIONS TEST...: prints what its tests print.
run_guest_job()
{
	local kernel=$2 options=$3 status=0 dir=$results/$1 test limit all=600 limited=()
	shift 3

	[ "$options" != - ] || options=""
	cp "$work/kernel.$kernel" "$dir/build"
	case ${kernel_status[$kernel]} in
	0)	;;
	3)	for test in "$@"; do
			printf '=== begin %s\n1..0 # SKIP %s\n=== end %s 4 0\n' "$test" "$(no_suite "$kernel")" "$test"
		done
		return ;;
	*)	job_failed "the kernel can be had" "$dir/build"
		return ;;
	esac
	if ! make -s modules KERNEL="$kernel" >>"$dir/build" 2>&1; then
		job_failed "the modules build" "$dir/build"
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

# --- jobs, side by side

# follow NAME PLACE: copies a job's output, up to the line "=== done". Tells of each failure at once, and of each test as it
# ends.
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
			while IFS= read -r line; do
				progress "$line"
			done < <(merge -v brief=1 <"$so_far")
			current="" failed=n
		}
	done
}

# start_job NAME PLACE OPTIONS TEST...: in a shell of its own, with its output in $work/NAME.
start_job()
{
	local name=$1 place=$2 run=run_guest_job
	[[ $place != host* ]] || run=run_host_job

	mkdir -p "$results/$name"
	progress "$name: begins, tests: $(($# - 3))"
	{
		exec {pipe}> >(follow "$name" "$place" >"$work/$name")
		follower=$!
		$run "$@" >&"$pipe" 2>&1
		times >"$work/$name.ended"
		printf '\n=== done\n' >&"$pipe"
		wait $follower
	} 9>&- &
	job_of[$!]="$SECONDS $*"
}

# end_job PID: completes its output and tells how it went.
end_job()
{
	local status=0 begin name place cpu_time=""

	wait "$1" 2>/dev/null || status=$?
	read -r begin name place _ <<<"${job_of[$1]}"
	unset "job_of[$1]"
	# (In files of its own: when the job's shell was killed, what it had started may still write to $work/$name.)
	{
		echo "=== job $name $place"
		cat "$work/$name"
		if [ ! -e "$work/$name.ended" ]; then
			job_failed "its shell ends by itself # exit status $status"
		elif ! grep -q '^=== end' "$work/$name"; then
			job_failed "it prints results"
		fi
	} >"$work/$name.all"
	merge -v only="$name" -v results="$results" <"$work/$name.all" >"$results/$name/ktap" || :
	[ ! -e "$work/$name.ended" ] ||
		cpu_time=$(sed -n '2{s/\.[0-9]*s//g; s/ / + /; s/^/; CPU time /p}' "$work/$name.ended")
	progress "$name: $(tail -n 1 "$results/$name/ktap"), in $((SECONDS - begin)) s$cpu_time" \
		"($((++jobs_done)) of ${#jobs[@]} jobs)"
}

# wait_for_jobs NUMBER: until fewer than that run.
wait_for_jobs()
{
	local pid

	while [ ${#job_of[@]} -ge "$1" ]; do
		# (wait -n does not know of a job that was killed, and returns at once: its status is not looked at.)
		wait -n "${!job_of[@]}" 2>/dev/null || :
		for pid in "${!job_of[@]}"; do
			kill -0 "$pid" 2>/dev/null || end_job "$pid"
		done
	done
}

run_jobs()
{
	# One more than CPUs: tests wait a lot.
	local limit=${WARPCRYPT_JOBS:-$(($(nproc) + 1))} job

	for job in "${jobs[@]}"; do
		wait_for_jobs "$limit"
		# shellcheck disable=SC2086 # its fields
		start_job $job
	done
	wait_for_jobs 1
}
