# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The curve that $curve names, by OpenSSL's command line, on files of PEM. Sourced.

# shellcheck source=tests/x25519-openssl.sh
. "$(dirname "${BASH_SOURCE[0]}")/x25519-openssl.sh"

# What DER has before a public key.
declare -A der_head=([x25519]=302a300506032b656e032100 [p256]=3059301306072a8648ce3d020106082a8648ce3d030107034200)

# pem_secret FILE: a new secret. (Not by ecparam, which writes another form.)
pem_secret()
{
	local -A arguments=([x25519]="X25519" [p256]="EC -pkeyopt ec_paramgen_curve:P-256")

	# shellcheck disable=SC2086,SC2154 # several words; the caller has $curve
	openssl genpkey -algorithm ${arguments[$curve]} -out "$1"
}
# pem_public SECRET: its public key.
pem_public() { openssl pkey -in "$1" -pubout; }
# pem_shared SECRET PUBLIC: what they share, in digits.
pem_shared() { openssl pkeyutl -derive -inkey "$1" -peerkey "$2" | hex; }
# digits_shared SECRET DIGITS: the same; of the public key there are digits only.
digits_shared() { openssl pkeyutl -derive -inkey "$1" -peerform der -peerkey <(der "${der_head[$curve]}" "$2") | hex; }
# pem_digits PUBLIC: u; of P-256 04, x and y
pem_digits()
{
	local digits

	digits=$(openssl pkey -pubin -in "$1" -outform der | hex)
	echo "${digits#"${der_head[$curve]}"}"
}
# secret_digits SECRET
secret_digits()
{
	openssl pkey -in "$1" -noout -text | sed -n '/^priv:/,/^pub:/p' | tr -d ' :\n' | sed 's/^priv//; s/pub$//'
	echo
}
