# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # emulated sets $program, $directory, $kernel, $python, $as
#
# Emulated machines, and what warpcryptctl says there. Sourced by emulated.

# put FILE TEXT: a file of the machine $root.
put()
{
	mkdir -p "$root/${1%/*}"
	printf '%s\n' "$2" >"$root/$1"
}

# alg NAME DRIVER MODULE PRIORITY ASYNC [SELFTEST [TYPE]]: an entry of /proc/crypto.
alg()
{
	printf '%-13s: %s\n' name "$1" driver "$2" module "$3" priority "$4" refcnt 1 selftest "${6-passed}" internal no \
		type "${7-skcipher}" async "$5" blocksize 16 "min keysize" 64 "max keysize" 64 >>"$root/proc/crypto"
	echo >>"$root/proc/crypto"
}

# process PID PARENT MEMLOCK CAPABILITIES: one of warpcryptd.
process()
{
	put "proc/$1/comm" warpcryptd
	printf 'Name:\twarpcryptd\nPid:\t%s\nPPid:\t%s\nCapPrm:\t%s\n' "$1" "$2" "$4" >"$root/proc/$1/status"
	printf '%-25s %-20s %-20s %s\n' Limit "Soft Limit" "Hard Limit" Units "Max locked memory" "$3" "$3" bytes \
		>"$root/proc/$1/limits"
}

# machine NAME: one where all is well, with a helper on a GPU. $root is its directory.
machine()
{
	local c m

	root=$directory/$1
	put proc/sys/kernel/osrelease $kernel
	put lib/modules/$kernel/modules.dep $'updates/warpcrypt.ko:\nupdates/skinny_ct.ko:\nupdates/kuznyechik_ct.ko:\nupdates/sm4_ct.ko:'
	put lib/modules/$kernel/modules.builtin kernel/crypto/aes_generic.ko
	put lib/modules/$kernel/modules.alias \
		$'alias crypto-xts(skinny) skinny_ct\nalias crypto-xts(skinny)-all warpcrypt\nalias crypto-xts-aes-warpcrypt warpcrypt'
	put sys/kernel/security/lockdown '[none] integrity confidentiality'
	for m in min_bytes:512 kat:Y verify:0 priority:1000; do
		put "sys/module/warpcrypt/parameters/${m%:*}" "${m#*:}"
	done
	put sys/class/misc/warpcrypt/dev 10:123
	put sys/class/misc/warpcrypt/state live
	for m in generation:1 frames:64 frames_busy:3 frame_size:1048576 key_slots:1024 queues:4; do
		put "sys/class/misc/warpcrypt/link/${m%:*}" "${m#*:}"
	done
	put sys/class/misc/warpcrypt/link/engines $'gpu0 gpu live\ncpu cpu live'
	for c in frames.fetched:12 frames.committed:10 frames.failed:0 frames.lost:1 requests.committed:250 \
		links.killed:0 kat.failed:0 kat.passed:1 verify.mismatch:0 backlog.queued:7; do
		put "sys/class/misc/warpcrypt/counters/${c%:*}" "${c#*:}"
	done
	for m in xts-kuznyechik xts-aes; do
		for c in offload_requests:100 offload_bytes:3000000 fallback_requests:30 fallback_bytes:1000000 \
			fallback.small_requests:10 fallback.small_bytes:1000 fallback.full_requests:20 fallback.full_bytes:999000 \
			fallback.late_requests:0 fallback.late_bytes:0; do
			put "sys/class/misc/warpcrypt/alg.$m/${c%:*}" "${c#*:}"
		done
	done
	mkdir -p "$root/dev"
	mknod -m 600 "$root/dev/warpcrypt" c 10 123
	process 100 1 unlimited 0000000000004000
	process 101 100 unlimited 0000000000000000
	for c in 0000:01:00.0:0x10de:0x030200 0000:02:00.0:0x8086:0x030000 0000:03:00.0:0x10de:0x040300; do
		m=${c%:*:*}
		put "sys/bus/pci/devices/$m/class" "${c##*:}"
		c=${c%:*}
		put "sys/bus/pci/devices/$m/vendor" "${c##*:}"
	done
	mkdir -p "$root/sys/module/nvidia"
	alg "xts(kuznyechik)" xts-kuznyechik-ct kuznyechik_ct 300 no
	alg "xts(kuznyechik)" xts-kuznyechik-warpcrypt warpcrypt 1001 yes
	alg "xts(kuznyechik)" xts-kuznyechik-warpcrypt-sync warpcrypt 999 no
	alg "xts(aes)" xts-aes-aesni aesni_intel 401 yes
	alg "xts(aes)" xts-aes-warpcrypt warpcrypt 91 yes
	alg "ecb(sm4)" ecb-sm4-generic kernel 100 no
}

# ctl ARG...: into $out, $status.
ctl()
{
	out=$("${as[@]}" "$program" --root="$root" "$@" 2>"$directory/error") && status=0 || status=$?
}

# blames DESCRIPTION PATTERN ARG...: exit status 1, no output, and one line, which matches.
blames()
{
	local description=$1 pattern=$2
	shift 2

	ctl "$@"
	if [ "$status $out $(wc -l <"$directory/error")" = "1  1" ] && grep -qE -- "$pattern" "$directory/error"; then
		result 0 "$description"
	else
		result 1 "$description"
		echo "# wanted status 1 and a line like $pattern; got $status"
		show
	fi
}

# show: what ctl got, as comments.
show() { sed 's/^/# /' <<<"$out"; sed 's/^/# stderr: /' "$directory/error"; }

# finds DESCRIPTION ID...: doctor finds just these problems, says so in both formats, and its exit status is 3; or 0 if none.
finds()
{
	local description=$1 found wanted=0 bad
	shift

	[ $# = 0 ] || wanted=3
	ctl --json doctor
	found=$($python -c '
import json, sys
d = json.load(sys.stdin)
p = [f for f in d["findings"] if f["problem"]]
assert len(p) == d["problems"]
assert all(f["text"] and f.get("next", "x") for f in d["findings"]) and all(f["next"] for f in p)
print(*[f["id"] for f in p])' <<<"$out")
	if [ $? = 0 ] && [ "$found" = "$*" ] && [ "$status" = $wanted ]; then
		ctl doctor
		[ "$status" = $wanted ] && [ "$(grep -c ^PROBLEM <<<"$out")" = $# ] &&
			[ "$(grep -c '^ *next: .' <<<"$out")" = $# ]
		bad=$?
		result $bad "doctor: $description${1:+: $*}"
		[ $bad = 0 ] || show
		found_all+=("$@")
		return
	fi
	result 1 "doctor: $description${1:+: $*}"
	echo "# found: $found; exit status $status"
	show
}

# says DESCRIPTION PATTERN STATUS ARG...: a command's output has a line that matches, and its exit status is that.
says()
{
	local description=$1 pattern=$2 wanted=$3
	shift 3

	ctl "$@"
	if [ "$status" = "$wanted" ] && grep -qE -- "$pattern" <<<"$out"; then
		result 0 "$description"
	else
		result 1 "$description"
		echo "# wanted status $wanted and a line like $pattern; got $status"
		show
	fi
}

# holds DESCRIPTION EXPRESSION ARG...: the JSON that a command prints, as d, and Python's opinion of it.
holds()
{
	local description=$1 expression=$2
	shift 2

	ctl --json "$@"
	$python -c "
import json, sys
d = [json.loads(line) for line in sys.stdin] if '$1' == 'top' else json.load(sys.stdin)
assert $expression" <<<"$out" 2>"$directory/python"
	if [ $? = 0 ] && [ "$status" = 0 ]; then
		result 0 "$description"
	else
		result 1 "$description"
		sed 's/^/# /' "$directory/python"
		show
	fi
}

# refuses DESCRIPTION ARG...: exit status 2, and one line that says why.
refuses()
{
	local description=$1
	shift

	ctl "$@"
	[ "$status" = 2 ] && [ -z "$out" ] && [ "$(wc -l <"$directory/error")" -le 2 ]
	result $? "refused: $description"
}
