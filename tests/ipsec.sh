#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# IPsec: ESP between two network namespaces, one with our ciphers, the other with the
# kernel's own. xfrm knows ciphers by their common names only: those of the second were
# made before our module was there, those of the first when ours come first.
# Arguments: parts (default: all).

. "$(dirname "$0")/lib.sh"

parts=(rfc3686 cbc sm4)
choose_parts "$@"
ours=warpcrypt-a theirs=warpcrypt-b
our_address=10.77.0.1 their_address=10.77.0.2
receiver=""

clean_up_more()
{
	local name

	[ -z "$receiver" ] || kill "$receiver" 2>/dev/null
	receiver=""
	for name in $ours $theirs; do
		[ ! -e "/run/netns/$name" ] || ip netns delete $name
	done
}

inside() { ip netns exec "$@"; }

# make_net: the two, and a wire between them.
make_net()
{
	ip netns add $ours && ip netns add $theirs &&
		ip -n $ours link add wire type veth peer name wire netns $theirs &&
		ip -n $ours address add $our_address/24 dev wire && ip -n $ours link set wire up &&
		ip -n $theirs address add $their_address/24 dev wire && ip -n $theirs link set wire up
}

hex() { random_bytes "$1" | od -An -v -tx1 | tr -d ' \n'; }

# protect NAMESPACE FROM TO CIPHER: both directions, as NAMESPACE, which sends as FROM, sees them.
protect()
{
	local way
	local transform=(enc "$4" "0x$key" auth-trunc 'hmac(sha256)' "0x$mac_key" 128)

	for way in "src $2 dst $3" "src $3 dst $2"; do
		# shellcheck disable=SC2086 # several words
		ip -n "$1" xfrm state add $way proto esp spi 0x77 mode transport "${transform[@]}" || return
	done
	ip -n "$1" xfrm policy add src "$2" dst "$3" dir out tmpl proto esp mode transport &&
		ip -n "$1" xfrm policy add src "$3" dst "$2" dir in tmpl proto esp mode transport
}

# send FROM TO ADDRESS: $temp/data by TCP; it is in $temp/received then.
send()
{
	inside "$2" perl -MIO::Socket::INET -e '
		my $l = IO::Socket::INET->new(Listen => 1, LocalPort => 7777, ReuseAddr => 1) or die $!;
		my $c = $l->accept or die $!;
		print while sysread $c, $_, 65536;' >"$temp/received" 2>"$temp/error" &
	receiver=$!
	inside "$1" perl -MIO::Socket::INET -e '
		my $s;
		for (1 .. 1200) {
			last if $s = IO::Socket::INET->new(PeerAddr => $ARGV[0], PeerPort => 7777, Timeout => 5);
			select undef, undef, undef, 0.1;
		}
		$s or die "no connection: $@";
		print $s $_ while sysread STDIN, $_, 65536;' "$3" <"$temp/data" 2>>"$temp/error" &&
		wait_for ended "$receiver" && wait "$receiver"
	local status=$?
	[ $status = 0 ] || note "$(<"$temp/error")"
	receiver=""
	return $status
}

same() { cmp "$temp/data" "$temp/received"; }

# errors NAMESPACE: what xfrm counts, which are errors only.
errors() { inside "$1" cat /proc/net/xfrm_stat | awk '{ sum += $2 } END { print sum + 0 }'; }

# tunnel CIPHER KEY-BYTES COUNTER
tunnel()
{
	local cipher=$1 counter=$3 before
	# A full packet's worth of data; TCP has less in each.
	local packets=$(($(stat -c %s "$temp/data") / 1460))

	fixture "$cipher: our module is not there" unload_module || return
	fixture "$cipher: two namespaces" make_net || return
	key=$(hex "$2") mac_key=$(hex 32)
	check "$cipher: the kernel's own on one side" protect $theirs $their_address $our_address "$cipher"
	fixture "$cipher: ours come first" load_module aes_priority=10000 || return
	param min_bytes 0
	fixture "$cipher: a helper is live" start_helper
	check "$cipher: ours on the other" protect $ours $our_address $their_address "$cipher" || return
	reset_counters
	check "$cipher: data go out" send $ours $theirs $their_address
	check "$cipher: and are right" same
	before=$(counter "alg.$counter.offload_requests")
	check "$cipher: the device encrypted each packet # $before of $packets" [ "$before" -ge $packets ]
	check "$cipher: data come in" send $theirs $ours $our_address
	check "$cipher: and are right, too" same
	check "$cipher: the device decrypted each packet # $(($(counter "alg.$counter.offload_requests") - before))" \
		[ $(($(counter "alg.$counter.offload_requests") - before)) -ge $packets ]
	check "$cipher: software did none" [ "$(counter "alg.$counter.fallback_requests")" = 0 ]
	check "$cipher: no errors" [ "$(errors $ours),$(errors $theirs)" = 0,0 ] ||
		note "$(for name in $ours $theirs; do inside $name grep -v ' 0$' /proc/net/xfrm_stat; done)"
	check "$cipher: the helper is live" [ "$(state)" = live -a "$(counter links.killed)" = 0 ]
	clean_up_more
}

ktap_start ip perl
modprobe -q veth
modprobe -q xfrm_user
modprobe -q esp4
loaded veth && loaded esp4 || skip_all "this kernel has no IPsec"
random_bytes $((1 << 20)) >"$temp/data"
for part in "${parts[@]}"; do
	case $part in
	rfc3686)	tunnel 'rfc3686(ctr(aes))' 36 ctr-aes ;;
	cbc)		tunnel 'cbc(aes)' 32 cbc-aes ;;
	sm4)		tunnel 'cbc(sm4)' 16 cbc-sm4 ;;
	esac
done
fixture "the usual priorities" load_module
ktap_finish
