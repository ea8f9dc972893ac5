#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# warpcrypt-x25519: its results against OpenSSL's, and what it refuses.

. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/x25519-openssl.sh"

for tool in "$tests/warpcrypt-x25519" "$tests/../build/host/warpcrypt-x25519"; do
	[ ! -x "$tool" ] || break
done

# refuses DESCRIPTION PATTERN ARGUMENT...: exit status 1 and one line that says why.
refuses()
{
	local what=$1 pattern=$2 status=0
	shift 2

	"$tool" "$@" >"$temp/out" 2>"$temp/err" </dev/null || status=$?
	check "$what" [ "$status $(wc -l <"$temp/err") $(grep -cE "$pattern" "$temp/err")" = "${wanted-1} 1 1" ] ||
		note "exit status $status: $(cat "$temp/err")"
}

ktap_start openssl od
need_module
[ -x "$tool" ] || skip_all "no warpcrypt-x25519"
cd "$temp" || exit 1

check "keygen" eval '"$tool" keygen secret >public'
check "the secret is for its owner only" [ "$(stat -c %a secret)" = 600 ]
secret=$(<secret)
check "the public key is OpenSSL's" [ "$(<public)" = "$(openssl_public "$secret")" ]
check "public says the same" [ "$("$tool" public secret)" = "$(<public)" ]
refuses "a secret is not written over" "secret exists" keygen secret
check "and is still there" [ "$(<secret)" = "$secret" ]

# More than the kernel takes at a time.
lines 1500 >publics
check "derive" "$tool" derive secret publics -o shared
check "as many results" [ "$(wc -l <shared)" = 1500 ]
for line in 1 1024 1025 1500; do
	check "result $line is OpenSSL's" \
		[ "$(sed -n ${line}p shared)" = "$(openssl_shared "$secret" "$(sed -n ${line}p publics)")" ]
done
if modprobe -q crypto-curve25519-generic || [ -n "$(algorithm curve25519-generic name)" ]; then
	check "the kernel's own driver says the same" eval \
		'"$tool" derive secret publics --driver=curve25519-generic | cmp - shared'
else
	skip "the kernel's own driver says the same" "since 6.18 it has none"
fi

for ((i = 0; i < 1500; i++)); do echo "$secret"; done >secrets
check "batch" "$tool" batch --backend=cpu secrets publics -o batch
check "gives what derive gives" cmp batch shared
lines 70000 >secrets
check "batch, public keys, 70000 of them" eval \
	'"$tool" batch --backend=cpu --threads=1 --progress secrets -o publics 2>progress'
check "with progress" grep -q '70000 keys' progress
for line in 1 65536 65537 70000; do
	check "key $line is OpenSSL's" \
		[ "$(sed -n ${line}p publics)" = "$(openssl_public "$(sed -n ${line}p secrets)")" ]
done

sed -n 1,5p publics >some
echo 0000000000000000000000000000000000000000000000000000000000000000 >>some
sed -n 6,9p publics >>some
check "derive with a bad point among good ones: exit status 3" eval \
	'"$tool" derive secret some >out 2>err; [ $? = 3 ]'
check "its line is -, the others are right" \
	[ "$(sed -n 6p out) $(grep -c . out) $(sed -n 7p out)" = "- 10 $(openssl_shared "$secret" "$(sed -n 7p some)")" ]
sed -n 1,10p secrets >ten
check "batch with one: exit status 3" eval '"$tool" batch --backend=cpu ten some >out 2>err; [ $? = 3 ]'
check "its line is - there too" [ "$(sed -n 6p out) $(grep -c . out)" = "- 10" ]

wanted=2
refuses "no command" "what is to be done"
refuses "an unknown command" "no command 'frob'" frob
refuses "too few files" "takes other files" derive secret
refuses "an unknown engine" "auto, cuda or cpu is wanted" batch secrets --backend=nonsense
wanted=1
refuses "a file that is not there" "cannot read nothing" public nothing
refuses "two keys where one is wanted" "more than one key" public ten
refuses "files that do not match" "equally many keys" batch --backend=cpu secrets ten
echo xyz >bad
refuses "what is no key" "bad, line 1: not a key" batch --backend=cpu bad
refuses "an unknown driver" "choose another --driver" public secret --driver=nonsense
refuses "no place for the results" "cannot write" public secret -o /nonexistent/x
ktap_finish
