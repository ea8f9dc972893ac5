# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# X25519 by OpenSSL's command line, on keys of 64 hexadecimal digits. Sourced.

# shellcheck source=tests/random.sh
. "$(dirname "${BASH_SOURCE[0]}")/random.sh"

# der PREFIX KEY: a key as OpenSSL reads it (RFC 8410).
der()
{
	local hex=$1$2

	# shellcheck disable=SC2059 # the bytes are the format
	printf "$(sed 's/../\\x&/g' <<<"$hex")"
}
secret_der() { der 302e020100300506032b656e04220420 "$1"; }
public_der() { der 302a300506032b656e032100 "$1"; }
# hex [FILE]: a file, or stdin.
hex() { od -An -v -tx1 "$@" | tr -d ' \n'; }

openssl_public() { secret_der "$1" | openssl pkey -inform der -pubout -outform der | tail -c 32 | hex; }
openssl_shared()
{
	openssl pkeyutl -derive -keyform der -inkey <(secret_der "$1") -peerform der -peerkey <(public_der "$2") | hex
}

# lines N: random keys.
lines() { random_bytes $(($1 * 32)) | od -An -v -tx1 -w32 | tr -d ' '; }
