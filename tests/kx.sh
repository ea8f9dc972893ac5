#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# warpcrypt-kx: both curves against OpenSSL, PEM and digits, and what it refuses. Parts: batch, what needs no module,
# and kernel.

. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/kx-openssl.sh"

tool=$(program warpcrypt-kx)
curves=(x25519 p256)
declare -A algorithms=([x25519]=curve25519 [p256]=ecdh-nist-p256)
zero=$(printf '%064d' 0)

# Of the curve that $curve names.
kx() { "$tool" "$1" --curve="$curve" "${@:2}"; }
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

# enter CURVE: its directory; for it is what follows.
enter() { curve=$1 && mkdir -p "$temp/$1" && cd "$temp/$1" || exit; }

# make_keys N: secrets OpenSSL's, each in a file, and public keys.
make_keys()
{
	local i

	for ((i = 1; i <= $1; i++)); do
		pem_secret "secret.$i" && pem_public "secret.$i" >"public.$i" || return
	done
}

test_batch()
{
	local i default=digits form=()

	[ "$curve" = x25519 ] || { default=publics; form=(-ec_conv_form compressed); }
	check "$curve: OpenSSL makes keys" make_keys 5
	cat secret.{1..5} >secrets
	cat public.{1..5} >publics
	check "$curve: batch: OpenSSL's PEM in, its PEM out" eval 'kx_batch secrets --format=pem | cmp - publics'
	check "$curve: digits instead" eval 'kx_batch secrets --format=hex >digits'
	for i in 1 5; do
		check "$curve: key $i is OpenSSL's" same_line digits "$i" "$(pem_digits "public.$i")"
	done
	check "$curve: the form by default" eval "kx_batch secrets | cmp - $default"
	secret_digits secret.1 >mixed
	{ echo; echo "# the others"; cat secret.{2..5}; } >>mixed
	check "$curve: secrets in both forms in a file" eval 'kx_batch mixed --format=pem | cmp - publics'
	{ sed -n 1,2p digits; sed 's/$/\r/' public.3; openssl pkey -pubin -in public.4 -pubout "${form[@]}"
		sed -n 5p digits; } >mixed
	for i in 1 2 3 4 5; do cat secret.1; done >ones
	check "$curve: shared secrets, public keys in all forms" kx_batch ones mixed -o shared
	for i in 1 2 3 4 5; do
		check "$curve: result $i is OpenSSL's" same_line shared "$i" "$(pem_shared secret.1 "public.$i")"
	done

	# More than the library gets at a time, 65536.
	{ secret_digits secret.1; lines 65534; secret_digits secret.2; secret_digits secret.1; lines 4462
		secret_digits secret.2; } >many
	check "$curve: 70000 public keys" eval 'kx_batch many --format=hex --threads=1 --progress -o out 2>progress'
	check "$curve: with progress" grep -q '70000 keys' progress
	for i in 1 65537; do
		check "$curve: key $i of them is OpenSSL's" same_line out $i "$(pem_digits public.1)"
	done
	for i in 65536 70000; do
		check "$curve: key $i of them is OpenSSL's" same_line out $i "$(pem_digits public.2)"
	done
}

# With points that have no result: of small order; with a wrong bit, nothing, and an x of p.
test_none()
{
	local none=("$zero" "01${zero:2}" "${zero:2}80") x

	if [ "$curve" = p256 ]; then
		x=$(pem_digits public.2)
		none=("${x%?}$(tr 0-9a-f 1-9a-f0 <<<"${x: -1}")" "04$zero$zero"
			"04ffffffff00000001000000000000000000000000ffffffffffffffffffffffff${x:66}")
	fi
	{ sed -n 1p digits; printf '%s\n' "${none[@]}"; sed -n 5p digits; } >some
	check "$curve: points that are none: exit status 3" eval 'kx_batch ones some >out 2>err; [ $? = 3 ]'
	check "$curve: their lines are -, and nothing else" \
		[ "$(paste -sd ' ' out)" = "$(sed -n 1p shared) - - - $(sed -n 5p shared)" ]
}

test_default()
{
	check "x25519 is the default" eval '"$tool" batch --backend=cpu secrets | cmp - digits'
}

test_p256()
{
	local order=ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551

	openssl ecparam -name prime256v1 -genkey -out old.pem
	check "SEC 1's form with its parameters" eval 'kx_batch old.pem | cmp - <(pem_public old.pem)'
	{ cat secret.1; echo "$zero"; echo "$order"; echo "${order%1}2"; cat secret.5; } >some
	check "secrets of 0, n and n + 1: exit status 3" eval 'kx_batch some --format=hex >out 2>err; [ $? = 3 ]'
	check "their lines are -, the others are right" \
		[ "$(paste -sd ' ' out)" = "$(pem_digits public.1) - - - $(pem_digits public.5)" ]
	check "one line says so" [ "$(wc -l <err) $(grep -c '3 of 5 .* not valid' err)" = "1 1" ]
	check "a full disk is an error" eval 'kx_batch many 2>err >/dev/full; [ "$? $(wc -l <err)" = "1 1" ] && grep -E "No space left|disk full" err'
	check "also of a file" eval 'kx_batch many -o /dev/full 2>err; [ "$? $(wc -l <err)" = "1 1" ] && grep "No space left" err'
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
	refuses "a driver for batch" "batch takes no --driver" batch --driver=foo secret.1
	for digits in keygen public "derive secret.1"; do
		# shellcheck disable=SC2086 # a command, and maybe a file
		refuses "an engine for $digits" "takes no --backend" $digits none --backend=cpu
		# shellcheck disable=SC2086
		refuses "threads for $digits" "takes no --threads" $digits none --threads=1
	done
	refuses "a format of shared secrets" "shared secrets are written as digits" batch secret.1 public.1 --format=pem
	refuses "keygen -" "keygen makes a file" keygen -
	check "and no file is made" eval '[ ! -e ./- ] && [ ! -e none ]'
	check "an unknown option: exit status 2" eval '"$tool" --nonsense 2>err; [ $? = 2 ]'
	cp secrets kept
	ln -sf secrets alias
	for file in secrets ./secrets alias; do
		refuses "batch secrets -o $file" "one of the files with keys" batch --curve=p256 --backend=cpu secrets -o "$file"
	done
	refuses "of the other file" "one of the files with keys" batch --curve=p256 --backend=cpu ones secrets -o secrets
	for file in new ./new "$PWD/new"; do
		refuses "keygen new -o $file" "one of the files with keys" keygen --curve=p256 new -o "$file"
	done
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
	refuses_batch "a secret of another curve" "secret.1, line 1: a key of X25519; --curve=p256" ../x25519/secret.1
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
	refuses_batch "what is no digit" "line 1: not a key" <(echo xyz)
	refuses "a file that is not there" "cannot read nothing" public nothing
	refuses "two keys where one is wanted" "more than one key" public --curve=p256 secrets
	refuses "no place for the results" "cannot write" public --curve=p256 secret.1 -o /nonexistent/x
}

# output_is FILE TEXT: it has that, and nothing that was not finished is beside it.
output_is() { [ "$(<"$1")" = "$2" ] && [ "$(echo "$1"*)" = "$1" ]; }

# What -o names is replaced when all is done.
test_output()
{
	local pid status=0

	echo old >results; chmod 640 results
	check "an input is not there: the old file is" eval '! kx_batch nothing -o results 2>/dev/null && output_is results old'
	check "also if a late key is wrong" eval '! { cat many; echo x; } | kx_batch - -o results 2>err && grep -q "line 70001: not a key" err && output_is results old'
	check "also if keys of the other file are missing" eval '! kx_batch many publics -o results 2>/dev/null && output_is results old'
	mkfifo held
	"$tool" batch --curve=p256 --backend=cpu - -o results <held & pid=$!
	exec 9>held
	wait_for eval '[ "$(echo results.*)" != "results.*" ]'
	kill "$pid"
	wait "$pid" || status=$?
	check "a signal ends it: status 143, and the old file is there alone" eval '[ $status = 143 ] && output_is results old'
	exec 9>&-
	ln -s results link
	check "a link: what it names is replaced" eval 'kx_batch secrets -o link && [ -L link ] && output_is results "$(<publics)"'
	check "and keeps its mode" [ "$(stat -c %a results)" = 640 ]
	check "-o -: standard output" eval 'kx_batch secrets -o - | cmp - publics && [ ! -e ./- ]'
	check "a new file is private" eval 'kx_batch secrets -o fresh && [ "$(stat -c %a fresh)" = 600 ] && cmp fresh publics'
	check "/dev/stdout, a pipe" eval 'kx_batch secrets -o /dev/stdout | cmp - publics'
	check "/dev/stdout, a file that has more" eval '{ echo first; kx_batch secrets -o /dev/stdout; echo last; } >all
		cmp all <(echo first; cat publics; echo last)'
	check "a fifo" eval 'cat held >through & kx_batch secrets -o held && wait $! && cmp through publics'
}

# By the kernel.
test_kernel()
{
	local algorithm=${algorithms[$curve]} i secret
	local -A others=([x25519]=ecdh-nist-p256 [p256]=curve25519) modules=([x25519]=crypto-curve25519-generic [p256]=ecdh_generic)
	local -A points=([x25519]=$zero [p256]=04$zero$zero) says=([x25519]="a secret of zero is none" [p256]="from 2 to n - 3")

	fixture "OpenSSL makes keys" make_keys 2
	check "$curve: keygen" kx keygen own --format=pem -o own.pub
	check "$curve: the secret is for its owner only" [ "$(stat -c %a own)" = 600 ]
	check "$curve: OpenSSL reads it, and has the same public key" eval 'pem_public own | cmp - own.pub'
	check "$curve: public says the same" eval 'kx public own --format=pem | cmp - own.pub'
	check "$curve: of a secret of OpenSSL's, too" eval 'kx public secret.1 --format=pem | cmp - public.1'
	secret=$(<own)
	refuses "$curve: a secret is not written over" "own exists" keygen --curve="$curve" own
	check "$curve: and is still there" [ "$(<own)" = "$secret" ]
	check "$curve: keygen in digits" kx keygen own.digits --format=hex -o own.public
	check "$curve: batch has the same public key" eval 'kx_batch own.digits --format=hex | cmp - own.public'
	# More than the kernel takes at a time.
	lines 1500 >scalars
	kx_batch scalars --format=hex -o points
	reset_counters
	check "$curve: derive" kx derive own points -o shared
	check "$curve: all by the device" [ "$(counter "alg.point-$algorithm.offload_requests")" = 1500 ]
	for ((i = 0; i < 1500; i++)); do echo "$secret"; done >owns
	check "$curve: 1500 shared secrets are libwarpcrypt's" eval 'kx_batch owns points | cmp - shared'
	for i in 1 1024 1025 1500; do
		check "$curve: result $i is OpenSSL's" same_line shared $i "$(digits_shared own "$(sed -n ${i}p points)")"
	done
	check "$curve: of OpenSSL's keys, too" same_line <(kx derive secret.1 public.2) 1 "$(pem_shared secret.1 public.2)"
	if [ -n "$(algorithm "$algorithm-generic" name)" ] || modprobe -q "${modules[$curve]}"; then
		check "$curve: the kernel's own driver says the same" eval \
			'kx derive own points --driver="$algorithm-generic" | cmp - shared'
	else
		skip "$curve: the kernel's own driver says the same" "this kernel has no $algorithm-generic"
	fi
	{ sed -n 1,5p points; echo "${points[$curve]}"; sed -n 6,9p points; } >some
	check "$curve: derive with a bad point among good ones: exit status 3" eval 'kx derive own some >out 2>err; [ $? = 3 ]'
	check "$curve: its line is -, the others are right" \
		eval 'cmp out <(sed -n 1,5p shared; echo -; sed -n 6,9p shared)'
	refuses "$curve: a secret of 0" "${says[$curve]}" public --curve="$curve" <(echo "$zero")
	refuses "$curve: a driver of the other curve" "choose a --driver of $algorithm" \
		public --curve="$curve" secret.1 --driver="${others[$curve]}-warpcrypt"
	refuses "$curve: an unknown driver" "modprobe -a warpcrypt algif_kpp, or choose another --driver" \
		public --curve="$curve" secret.1 --driver=nonsense
}

test_software()
{
	reset_counters
	check "$curve: without a helper" eval 'kx derive own points | cmp - shared'
	check "$curve: all in software" [ "$(counter "alg.point-${algorithms[$curve]}.fallback_requests")" = 1500 ]
}

# each FUNCTION: for each curve.
each()
{
	for curve in "${curves[@]}"; do
		enter "$curve"
		"$1"
	done
}

ktap_start openssl od
[ -x "$tool" ] || skip_all "no warpcrypt-kx"
if [ "${1:-batch}" = batch ]; then
	each test_batch
	each test_none
	enter x25519
	test_default
	enter p256
	test_p256
	test_refused
	test_output
fi
if [ "${1:-kernel}" = kernel ]; then
	need_module
	fixture "a helper is live" start_helper || ktap_finish
	each test_kernel
	fixture "the helper ends well" stop_helper
	each test_software
fi
ktap_finish
