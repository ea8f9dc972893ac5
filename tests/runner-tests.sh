# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # run-tests sets $work and $required_jobs, and reads $jobs
#
# The tests of run-tests itself: of programs that it runs, of jobs, and of what merge.awk counts. Sourced by run-tests,
# after host-tests.sh.

# fake_program NAME LINE...: build/host-runner/NAME, a shell script.
fake_program()
{
	mkdir -p build/host-runner
	printf '%s\n' '#!/bin/sh' 'echo ok 1 - a case' "${@:2}" >"build/host-runner/$1"
	chmod +x "build/host-runner/$1"
}

# run_fake NAME [SECONDS]: as a job does, with that limit; what it prints is in $work/runner. Prints its exit status.
run_fake()
{
	run_limited "${2:-120}" run_program host-runner "$1" >"$work/runner"
	echo "$limited_status"
}

# zombie_has_ended: by tests/builtins.sh, a child that ends when its parent has become a program that waits for none.
zombie_has_ended()
(
	. tests/builtins.sh
	bash -c '(until [ "$(</proc/$$/comm)" = sleep ]; do :; done) & echo $! >"$1"; exec sleep 60' - "$work/zombie" &
	trap 'kill $!' EXIT
	until [ -s "$work/zombie" ] && grep -q '^State:.*Z' "/proc/$(<"$work/zombie")/status"; do
		pause 0.05
	done
	ended "$(<"$work/zombie")" && ! ended $!
)

# That a program which hangs or leaves something behind does not hold up the run, and has failed.
test_runner()
{
	logged_result "a zombie has ended, its parent has not" zombie_has_ended
	fake_program well 'echo something' 'exit 0'
	logged_result "a program that ends well" eval '[ "$(run_fake well)" = 0 ] && grep -qx "# something" "$work/runner"'
	fake_program fails 'exit 3'
	logged_result "a program that fails" eval '[ "$(run_fake fails)" = 3 ]'
	# Each holds the pipe that its results go through.
	fake_program leaves 'sleep 1000 &' 'exit 0'
	logged_result "a program that leaves a child" eval '[ "$(run_fake leaves)" = 1 ] && grep -q "^not ok it leaves" "$work/runner"'
	fake_program forgets "trap '' TERM" '(sleep 1000; :) &' 'kill -ALRM $$'
	logged_result "a program that dies and leaves a child which ignores signals" \
		eval '[ "$(run_fake forgets)" != 0 ] && grep -q "^not ok it leaves" "$work/runner"'
	fake_program hangs "trap '' TERM" "sleep 1000" "sleep 1000"
	logged_result "a program that hangs" eval '[ "$(run_fake hangs 1)" = 1 ] && grep -q "^not ok it ends" "$work/runner"'
	logged_result "a job with programs that end well and that fail" job_has "2 passed (in 2 runs), 1 failed, 0 skipped" well fails
	logged_result "a job with a program that is not there" job_has "1 passed (in 1 runs), 1 failed, 0 skipped" well absent
	# The program's parent is the shell with its time limit.
	fake_program kills 'kill -KILL $(ps -o ppid= -p $PPID)' 'exit 0'
	logged_result "a job whose shell is killed has failed" job_has "not ok its shell ends by itself # exit status 137" kills well
	logged_result "and so has the test that it did not get to" job_has "fake: well: no result: it must run, and did not" kills well
	rm -rf build/host-runner
	logged_result "a test by its name gets the guest that its job has" has_options
	counts_tests
}

# has_options: a list of jobs with swap.sh's guest, and with another where its job has none.
has_options()
(
	required_jobs=("check one uml - kat.sh" "check two uml --mem,256M swap.sh,part") jobs=() kernel=""
	select_test swap
	select_test kat
	printf '%s\n' "${jobs[@]}"
	[ "${jobs[*]}" = "two uml --mem,256M swap.sh tests uml - kat.sh" ] || return
	jobs=() kernel=uml-smp
	select_test swap
	printf '%s\n' "${jobs[@]}"
	[ "${jobs[*]}" = "tests uml-smp - swap.sh" ]
)

# job_has TEXT PROGRAM...: whether its results have that, when run-tests runs a job of fake programs.
job_has()
(
	work=$(mktemp -d "$work/job.XXXXXX")
	results=$work/results expected=$work/expected lists=chosen
	jobs=("fake host-runner - ${*:2}") job_of=()
	printf 'job chosen %s\n' "${jobs[@]}" >"$expected"
	for test in "${@:2}"; do
		limit_of[$test]=120
	done
	run_jobs
	cat "$results/fake/ktap"
	grep -qF "$1" "$results/fake/ktap"
)

# What merge.awk counts of a job with the tests "one" and "two,quick".
counts_tests()
{
	local one=("=== begin one" "ok 1 - a" "=== end one 0 1") begin="=== begin two,quick" end="=== end two,quick"

	logged_result "both tests pass" counts 2 0 0 "${one[@]}" "$begin" "ok 1 - b" "$end 0 1"
	logged_result "a result that is not ok" counts 1 1 0 "${one[@]}" "$begin" "not ok 1 - b" "$end 1 1"
	logged_result "an exit status for which there is no result" counts 2 1 0 "${one[@]}" "$begin" "ok 1 - b" "$end 1 1"
	logged_result "a test that does not end" counts 2 1 0 "${one[@]}" "$begin" "ok 1 - b"
	logged_result "a test that prints no result" counts 1 1 0 "${one[@]}" "$begin" "$end 0 1"
	logged_result "a test with a result less than in its plan" \
		counts 2 1 0 "${one[@]}" "$begin" "    ok 1 - b" "ok 1 - c" "1..2" "$end 0 1"
	logged_result "a test that is missing" counts 1 1 0 "${one[@]}"
	logged_result "a test too many" counts 3 1 0 "${one[@]}" "$begin" "ok 1 - b" "$end 0 1" \
		"=== begin two" "ok 1 - c" "=== end two 0 1"
	logged_result "a skip that is allowed" counts 1 0 1 "${one[@]}" "$begin" "1..0 # SKIP no such thing" "$end 4 1"
	logged_result "a skip that is not" counts 1 1 0 "${one[@]}" "$begin" "1..0 # SKIP no such things" "$end 4 1"
	# As cmocka 2 and cmocka 1 print it.
	logged_result "a skip without a reason" counts 1 0 1 "${one[@]}" "$begin" "ok 1 - case_1 # SKIP" "$end 0 1"
	logged_result "a skip without a description" counts 1 0 1 "${one[@]}" "$begin" "ok 1 # SKIP case_1" "$end 0 1"
}

# counts PASSED FAILED SKIPPED LINE...
counts()
{
	printf '%s\n' "job chosen job host - one two,quick" "skip host t* (no such thing|case_1)" >"$work/required"
	printf '%s\n' "=== job job host" "${@:4}" |
		awk -v required="$work/required" -v lists=chosen -f tests/merge.awk >"$work/merged"
	cat "$work/merged"
	grep -q "^$1 passed (in [0-9]* runs), $2 failed, $3 skipped$" "$work/merged"
}
