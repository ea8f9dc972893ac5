# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# P-256 by OpenSSL's command line, on files of PEM. Sourced.

# shellcheck source=tests/x25519-openssl.sh
. "$(dirname "${BASH_SOURCE[0]}")/x25519-openssl.sh"

# pem_secret FILE: a new secret. (Not by ecparam, which writes another form.)
pem_secret() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"; }
# pem_public SECRET: its public key.
pem_public() { openssl pkey -in "$1" -pubout; }
# pem_shared SECRET PUBLIC: what they share, in digits.
pem_shared() { openssl pkeyutl -derive -inkey "$1" -peerkey "$2" | hex; }
# pem_digits PUBLIC: 04, x and y
pem_digits() { openssl pkey -pubin -in "$1" -outform der | tail -c 65 | hex; }
# secret_digits SECRET
secret_digits()
{
	openssl pkey -in "$1" -noout -text | sed -n '/^priv:/,/^pub:/p' | tr -d ' :\n' | sed 's/^priv//; s/pub$//'
	echo
}
