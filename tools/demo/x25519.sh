# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # main-job sets them
#
# The main job's step for key agreement: X25519 through AF_ALG sockets of the type kpp, by warpcrypt-kx. Sourced
# by main-job, which defines: work, tree, control, say, must, compare. It also sources counters.sh.

# shellcheck source=tests/x25519-openssl.sh
. "$tree/tests/x25519-openssl.sh"

x25519=$tree/build/host/warpcrypt-kx
# How many shared secrets are computed, and how many of them OpenSSL computes, too.
x25519_points=10000 x25519_samples=5

same_text()
{
	[ "$1" = "$2" ] || { echo "'$1', not '$2'"; return 1; }
}

# same_as_openssl SECRET PUBLICS SHARED: compares some of the lines
same_as_openssl()
{
	local secret publics shared i

	secret=$(<"$1")
	mapfile -t publics <"$2"
	mapfile -t shared <"$3"
	for ((i = 0; i < x25519_points; i += x25519_points / x25519_samples)); do
		same_text "${shared[i]}" "$(openssl_shared "$secret" "${publics[i]}")" || return
	done
}

# shared_by SECRET PUBLIC: prints their shared secret
shared_by()
{
	"$x25519" derive "$work/$1" "$work/$2.public"
}

# Not in the negative control: the module rejects what a helper that computes nothing gives back, and software computes
# the result.
x25519_job()
{
	local who

	[ $control = n ] || return 0
	say "X25519: two keys by curve25519-warpcrypt"
	begin_step
	for who in alice bob; do
		must "$x25519" keygen "$work/$who" -o "$work/$who.public"
	done
	end_step "X25519 public keys" base-curve25519 $((2 * 64))
	for who in alice bob; do
		compare reference "X25519, $who's public key" same_text "$(<"$work/$who.public")" "$(openssl_public "$(<"$work/$who")")"
	done

	say "X25519: shared secrets of alice with $x25519_points others"
	lines $x25519_points >"$work/publics"
	begin_step
	must "$x25519" derive "$work/alice" "$work/publics" -o "$work/shared"
	end_step "X25519 shared secrets" point-curve25519 $((x25519_points * 64))
	compare reference "X25519, $x25519_samples of them as OpenSSL" \
		same_as_openssl "$work/alice" "$work/publics" "$work/shared"
	if modprobe -q crypto-curve25519-generic || [ -n "$(algorithm curve25519-generic name)" ]; then
		must "$x25519" derive "$work/alice" "$work/publics" --driver=curve25519-generic -o "$work/reference"
		compare reference "X25519, all of them as the kernel's own" cmp "$work/reference" "$work/shared"
		rm "$work/reference"
	else
		say "X25519: since 6.18 the kernel has no driver of its own to compare with"
	fi
	compare roundtrip "X25519, alice and bob agree" same_text "$(shared_by alice bob)" "$(shared_by bob alice)"
}
