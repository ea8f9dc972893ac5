# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Bytes that look random. Sourced.

random_calls=0

# random_bytes N: with $seed the same ones in each run, others with each call (in a subshell: with each N); without it
# new ones.
random_bytes()
{
	if [ -z "${seed:-}" ]; then
		head -c "$1" /dev/urandom
		return
	fi
	perl -e '
		my ($seed, $left) = @ARGV;
		for (srand $seed; $left > 0; $left -= 4096) {
			print substr pack("L*", map { int rand 2 ** 32 } 1 .. 1024), 0, $left;
		}' $((seed + 7919 * ++random_calls + 104729 * $1)) "$1"
}
