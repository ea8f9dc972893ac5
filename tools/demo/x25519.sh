# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # main-job sets them
#
# The main job's step for key agreement: X25519 through AF_ALG sockets of the type kpp, by warpcrypt-x25519. Sourced
# by main-job, which owns: work, tree, control, software, say, must, compare; counters.sh is there too.

# shellcheck source=tests/x25519-openssl.sh
. "$tree/tests/x25519-openssl.sh"

x25519=$tree/build/host/warpcrypt-x25519
x25519_points=10000

same_text()
{
	[ "$1" = "$2" ] || { echo "'$1', not '$2'"; return 1; }
}

# same_as_openssl SECRET PUBLICS SHARED: every 2000th line
same_as_openssl()
{
	local secret i

	secret=$(<"$1")
	for ((i = 1; i <= x25519_points; i += 2000)); do
		same_text "$(sed -n ${i}p "$3")" "$(openssl_shared "$secret" "$(sed -n ${i}p "$2")")" || return
	done
}

# shared_by SECRET PUBLIC: what derive says
shared_by()
{
	"$x25519" derive "$work/$1" "$work/$2.public"
}

# Not in the negative control: what a helper that computes nothing gives back is no answer, and software gives one.
x25519_job()
{
	local who

	[ $control$software = nn ] || return 0
	say "X25519: two keys by curve25519-warpcrypt"
	begin_step
	for who in alice bob; do
		must "$x25519" keygen "$work/$who" -o "$work/$who.public"
	done
	end_step "X25519 public keys" base-curve25519 $((2 * 64))
	for who in alice bob; do
		compare reference "X25519, $who's public key" same_text "$(<"$work/$who.public")" "$(openssl_public "$(<"$work/$who")")"
	done

	say "X25519: what alice shares with $x25519_points others"
	lines $x25519_points >"$work/publics"
	begin_step
	must "$x25519" derive "$work/alice" "$work/publics" -o "$work/shared"
	end_step "X25519 shared secrets" point-curve25519 $((x25519_points * 64))
	compare reference "X25519, every 2000th of them as OpenSSL" \
		same_as_openssl "$work/alice" "$work/publics" "$work/shared"
	must "$x25519" derive "$work/alice" "$work/publics" --driver=curve25519-generic -o "$work/reference"
	compare reference "X25519, all of them as the kernel's own" cmp "$work/reference" "$work/shared"
	compare roundtrip "X25519, alice and bob agree" same_text "$(shared_by alice bob)" "$(shared_by bob alice)"
	rm "$work/reference"
}
