# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# A test under a time limit, for run-tests and, in the guest, run-group. Sourced.

# ends GROUP SECONDS: whether a group's first process ends by then.
ends()
{
	local end=$((SECONDS + $2)) looks=0

	while kill -0 "$1" 2>/dev/null; do
		[ "$SECONDS" -lt "$end" ] || return 1
		# Not pause: when SIGCHLD comes as its time is over, bash's read waits for ever.
		if ((++looks < 50)); then
			sleep 0.02
		else
			sleep 0.3
		fi
	done
}

# show_processes GROUP: what they are, and what in the kernel they wait for.
show_processes()
{
	ps -eo pgid,pid,stat,wchan:32,args | awk -v group="$1" 'NR == 1 || $1 == group { print "# " $0 }'
}

# stop_test GROUP: shows what its processes are doing, and ends them. A process that sleeps in the kernel and never wakes
# up stays.
stop_test()
{
	show_processes "$1"
	kill -TERM -- "-$1" || :
	if ! ends "$1" 30; then
		kill -KILL -- "-$1" || :
		ends "$1" 30 || echo "# it does not end when it is killed, either"
	fi
	# Processes that it had started and not waited for.
	kill -KILL -- "-$1" 2>/dev/null || :
}

# run_limited SECONDS COMMAND...: in a process group of its own, which is killed when the time is over. Sets limited_status
# and limited_seconds.
run_limited()
{
	local limit=$1 begin=$SECONDS pid
	shift

	set -m
	"$@" 2>&1 </dev/null &
	pid=$!
	set +m
	limited_status=0
	if ends $pid "$limit"; then
		wait $pid || limited_status=$?
		limited_seconds=$((SECONDS - begin))
	else
		limited_seconds=$((SECONDS - begin))
		stop_test $pid
		echo "not ok it ends within $limit s"
		limited_status=1
	fi
}
