#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# warpcrypt-kx: P-256 against OpenSSL, PEM of both curves, and what it refuses. (x25519.sh has X25519, by the tool's
# other name.) Parts: batch, what needs no module, and kernel.

. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/kx-openssl.sh"

for tool in "$tests/warpcrypt-kx" "$tests/../build/host/warpcrypt-kx"; do
	[ ! -x "$tool" ] || break
done
kx() { "$tool" "$1" --curve=p256 "${@:2}"; }
kx_batch() { kx batch --backend=cpu "$@"; }

# refuses DESCRIPTION PATTERN ARGUMENT...: exit status 1 (or $wanted) and one line that says why.
refuses()
{
	local what=$1 pattern=$2 status=0
	shift 2

	"$tool" "$@" >"$temp/out" 2>"$temp/err" </dev/null || status=$?
	check "$what" [ "$status $(wc -l <"$temp/err") $(grep -cE "$pattern" "$temp/err")" = "${wanted-1} 1 1" ] ||
		note "exit status $status: $(cat "$temp/err")"
}

# refuses_batch DESCRIPTION PATTERN FILE...: the same of a batch on P-256.
refuses_batch() { refuses "$1" "$2" batch --curve=p256 --backend=cpu "${@:3}"; }

# same_line FILE LINE TEXT
same_line() { [ "$(sed -n "$2p" "$1")" = "$3" ]; }

# make_keys N: secrets OpenSSL's, each in a file, and public keys; of X25519 one.
make_keys()
{
	local i

	for ((i = 1; i <= $1; i++)); do
		pem_secret "secret.$i" && pem_public "secret.$i" >"public.$i" || return
	done
	openssl genpkey -algorithm X25519 -out x.pem && pem_public x.pem >x.pub
}

test_batch()
{
	local i

	check "OpenSSL makes keys" make_keys 5
	cat secret.{1..5} >secrets
	cat public.{1..5} >publics
	check "batch: OpenSSL's PEM in, its PEM out" eval 'kx_batch secrets | cmp - publics'
	check "digits instead" eval 'kx_batch secrets --format=hex >digits'
	for i in 1 5; do
		check "key $i is OpenSSL's" same_line digits "$i" "$(pem_digits "public.$i")"
	done
	secret_digits secret.1 >mixed
	{ echo; echo "# the others"; cat secret.{2..5}; } >>mixed
	check "secrets in both forms in a file" eval 'kx_batch mixed | cmp - publics'
	{ sed -n 1,2p digits; sed 's/$/\r/' public.3; openssl pkey -pubin -in public.4 -pubout -ec_conv_form compressed
		sed -n 5p digits; } >mixed
	for i in 1 2 3 4 5; do cat secret.1; done >ones
	check "shared secrets, public keys in all forms" kx_batch ones mixed -o shared
	for i in 1 2 3 4 5; do
		check "result $i is OpenSSL's" same_line shared "$i" "$(pem_shared secret.1 "public.$i")"
	done
	openssl ecparam -name prime256v1 -genkey -out old.pem
	check "SEC 1's form with its parameters" eval 'kx_batch old.pem | cmp - <(pem_public old.pem)'

	# More than the library gets at a time, with all the same in the first and the last place.
	{ secret_digits secret.1; lines 69998; secret_digits secret.2; } >many
	check "70000 public keys" eval 'kx_batch many --format=hex --threads=1 --progress -o out 2>progress'
	check "a full disk is an error" eval 'kx_batch many 2>err >/dev/full; [ "$? $(wc -l <err)" = "1 1" ] && grep -E "No space left|disk full" err'
	check "also of a file" eval 'kx_batch many -o /dev/full 2>err; [ "$? $(wc -l <err)" = "1 1" ] && grep "No space left" err'
	check "with progress" grep -q '70000 keys' progress
	check "the first is OpenSSL's" same_line out 1 "$(pem_digits public.1)"
	check "the last, too" same_line out 70000 "$(pem_digits public.2)"
}

# With elements that have no result.
test_none()
{
	local zero order x

	zero=$(printf '%064d' 0)
	order=ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
	{ cat secret.1; echo "$zero"; echo "$order"; echo "${order%1}2"; cat secret.5; } >some
	check "secrets of 0, n and n + 1: exit status 3" eval 'kx_batch some --format=hex >out 2>err; [ $? = 3 ]'
	check "their lines are -, the others are right" \
		[ "$(paste -sd ' ' out)" = "$(pem_digits public.1) - - - $(pem_digits public.5)" ]
	check "one line says so" [ "$(wc -l <err) $(grep -c '3 of 5 .* not valid' err)" = "1 1" ]
	x=$(pem_digits public.2)
	# A wrong bit, nothing, and an x of p.
	{ sed -n 1p digits; echo "${x%?}$(tr 0-9a-f 1-9a-f0 <<<"${x: -1}")"; echo "04$zero$zero"
		echo "04ffffffff00000001000000000000000000000000ffffffffffffffffffffffff${x:66}"; sed -n 5p digits; } >some
	check "points that are none: exit status 3" eval 'kx_batch ones some >out 2>err; [ $? = 3 ]'
	check "their lines are -, and nothing else" \
		[ "$(paste -sd ' ' out)" = "$(sed -n 1p shared) - - - $(sed -n 5p shared)" ]
}

test_x25519_pem()
{
	check "X25519 of PEM, to PEM" eval '"$tool" batch --backend=cpu --format=pem x.pem | cmp - x.pub'
	check "what it shares with itself is OpenSSL's" \
		[ "$("$tool" batch --backend=cpu x.pem x.pub)" = "$(pem_shared x.pem x.pub)" ]
}

test_refused()
{
	local digits wanted=2 file

	refuses "no such curve" "x25519 or p256 is wanted" public --curve=p512 secret.1
	refuses "no such format" "hex or pem is wanted" batch --format=der secret.1
	for digits in 4294967297 18446744073709551617 0 257 -1 " 1" 1x ""; do
		refuses "no such number: $digits" "a number from 1 to 256" batch "--threads=$digits" secret.1
	done
	refuses "no such engine" "auto, cuda or cpu is wanted" batch --backend=gpu secret.1
	refuses "no command" "what is to be done"
	refuses "no such command" "no command 'sign'" sign secret.1
	refuses "too few files" "takes other files" batch
	check "an unknown option: exit status 2" eval '"$tool" --nonsense 2>err; [ $? = 2 ]'
	cp secrets kept
	ln -sf secrets alias
	for file in secrets ./secrets alias; do
		refuses "batch secrets -o $file" "one of the files with keys" batch --curve=p256 --backend=cpu secrets -o "$file"
	done
	refuses "of the other file" "one of the files with keys" batch --curve=p256 --backend=cpu ones secrets -o secrets
	refuses "keygen new -o new" "one of the files with keys" keygen --curve=p256 new -o new
	check "the keys are as they were" eval 'cmp secrets kept && [ ! -e new ]'
	echo old >shared; chmod 644 shared
	check "shared secrets are private, also in an old file" eval 'kx_batch ones publics -o shared && [ "$(stat -c %a shared)" = 600 ]'
	check "and the old file has them alone" [ "$(grep -cxE '[0-9a-f]{64}' shared) $(wc -l <shared)" = "5 5" ]
	wanted=1
	refuses "an endless line" "/dev/zero, line 1: not a key" batch /dev/zero
	refuses "an endless line for public" "/dev/zero, line 1: not a key" public /dev/zero
	refuses "an endless PEM" "line 1: not a key: the PEM is too long" batch <(echo "-----BEGIN PUBLIC KEY-----"; yes)
	refuses "an endless line in it" "line 1: not a key: the PEM is too long" batch <(echo "-----BEGIN PUBLIC KEY-----"; cat /dev/zero)
	refuses "bytes of zero" "line 1: not a key" batch <(printf '\0\n'; secret_digits secret.1)
	refuses_batch "a secret of another curve" "x.pem, line 1: a key of X25519; --curve=p256" x.pem
	refuses "and the opposite" "secret.1, line 1: a key of P-256; --curve=x25519" batch secret.1
	openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out 384.pem
	pem_public 384.pem >384.pub
	refuses_batch "a public key of another curve" "384.pub, line 1: a key of secp384r1" secret.1 384.pub
	refuses_batch "digits of X25519's public key" "line 1: not a key; a public key of P-256 is 04 and 128" secret.1 <(lines 1)
	refuses_batch "a secret for a public key" "a public key is wanted" secret.1 secret.1
	refuses_batch "and the opposite" "a secret is wanted" public.1
	refuses_batch "a file that ends within a key" "line 1: the file ends within" <(head -n 3 secret.1)
	refuses_batch "one that ends within digits" "line 2: not a key" ones <(sed -n 1p digits; sed -n 2p digits | head -c 99)
	refuses_batch "fewer public keys than secrets" "equally many keys" secrets public.1
	# The last digit of y is another.
	digits=$(openssl pkey -pubin -in public.1 -outform der | hex)
	{ echo "-----BEGIN PUBLIC KEY-----"; der "${digits%?}" "$(tr 0-9a-f 1-9a-f0 <<<"${digits: -1}")" | openssl base64
		echo "-----END PUBLIC KEY-----"; } >off.pub
	refuses_batch "PEM of a point that is not on the curve" "off.pub, line 1: not a valid key" secret.1 off.pub
	openssl pkey -in secret.1 -aes128 -passout pass:x -out encrypted
	refuses_batch "an encrypted secret" "is encrypted" encrypted
	refuses_batch "what is no key" "this is no key" <(openssl req -x509 -key secret.1 -subj /CN=x)
	refuses_batch "standard input twice" "only one" - -
}

# By the kernel.
test_kernel()
{
	local line secret

	fixture "OpenSSL makes keys" make_keys 2
	fixture "a helper is live" start_helper || return
	check "keygen" kx keygen own -o own.pub
	check "the secret is for its owner only" [ "$(stat -c %a own)" = 600 ]
	check "OpenSSL reads it, and has the same public key" eval 'pem_public own | cmp - own.pub'
	check "public says the same" eval 'kx public own | cmp - own.pub'
	check "of a secret of OpenSSL's, too" eval 'kx public secret.1 | cmp - public.1'
	refuses "a secret is not written over" "own exists" keygen --curve=p256 own
	# More than the kernel takes at a time.
	lines 1500 >scalars
	kx_batch scalars --format=hex -o points
	reset_counters
	check "derive" kx derive own points -o shared
	check "all by the device" [ "$(counter alg.point-ecdh-nist-p256.offload_requests)" = 1500 ]
	secret=$(<own)
	for ((line = 0; line < 1500; line++)); do echo "$secret"; done >owns
	check "1500 shared secrets are libwarpcrypt's" eval 'kx_batch owns points | cmp - shared'
	check "the first is OpenSSL's" same_line <(kx derive secret.1 public.2) 1 "$(pem_shared secret.1 public.2)"
	if [ -n "$(algorithm ecdh-nist-p256-generic name)" ] || modprobe -q ecdh_generic; then
		check "the kernel's own driver says the same" eval \
			'kx derive own points --driver=ecdh-nist-p256-generic | cmp - shared'
	else
		skip "the kernel's own driver says the same" "this kernel has none"
	fi
	{ sed -n 1,5p points; printf '04%0128d\n' 0; sed -n 6,9p points; } >some
	check "derive with a bad point among good ones: exit status 3" eval 'kx derive own some >out 2>err; [ $? = 3 ]'
	check "its line is -, the others are right" \
		eval 'cmp out <(sed -n 1,5p shared; echo -; sed -n 6,9p shared)'
	refuses "a secret of 0" "from 1 to n - 1" public --curve=p256 <(printf '%064d\n' 0)
	refuses "a driver of the other curve" "choose a --driver of ecdh-nist-p256" \
		public --curve=p256 secret.1 --driver=curve25519-warpcrypt
	refuses "and the opposite" "choose a --driver of curve25519" public x.pem --driver=ecdh-nist-p256-warpcrypt
	refuses "an unknown driver" "choose another --driver" public --curve=p256 secret.1 --driver=nonsense
	fixture "the helper ends well" stop_helper
	reset_counters
	check "without a helper" eval 'kx derive own points | cmp - shared'
	check "all in software" [ "$(counter alg.point-ecdh-nist-p256.fallback_requests)" = 1500 ]
}

ktap_start openssl od
[ -x "$tool" ] || skip_all "no warpcrypt-kx"
cd "$temp" || exit 1
if [ "${1:-batch}" = batch ]; then
	test_batch
	test_none
	test_x25519_pem
	test_refused
fi
if [ "${1:-kernel}" = kernel ]; then
	need_module
	test_kernel
fi
ktap_finish
