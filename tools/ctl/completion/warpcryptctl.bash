# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# bash completion for warpcryptctl, warpcryptd, warpcrypt-bench, warpcrypt-kx and
# warpcrypt-latency. Commands, options and their values are those of their --help.
# zsh's completion (_warpcrypt) asks this file, too.

# _warpcrypt_help PROGRAM [COMMAND]: its --help; the commands of warpcrypt-bench have their own.
_warpcrypt_help()
{
	if [ "${1##*/}" = warpcrypt-bench ] && [ -n "${2-}" ]; then
		"$1" "$2" --help
	else
		"$1" --help
	fi 2>/dev/null </dev/null
}

# _warpcrypt_options PROGRAM [COMMAND]: each option, with the = of those that need a value, a tab, what --help says.
_warpcrypt_options()
{
	_warpcrypt_help "$@" | awk '
		function tell() { if (option != "") print option "\t" text; option = "" }
		/^ +(-., +)?--[a-z]/ {
			tell()
			sub(/^ +(-., +)?/, "")
			option = $1
			sub(/=.*/, "=", option)
			sub(/^[^ ]+ */, "")
			text = $0
			next
		}
		option != "" && /^            / { sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0; next }
		{ tell() }
		END { tell() }'
}

# _warpcrypt_commands PROGRAM: each command, a tab, what --help says.
_warpcrypt_commands()
{
	"$1" --help 2>/dev/null | awk '
		/[Cc]ommands:$/ { on = 1; next }
		on && /^[A-Z].*:$/ { on = 0 }
		on && /^  [a-z][a-z0-9-]*( |$)/ {
			name = $1
			sub(/^  [^ ]+( [^ ]+)* +/, "")
			print name "\t" $0
		}'
}

# What the kernel has of a name that can be explained, and used.
_warpcrypt_algorithms()
{
	awk '$1 == "name" || $1 == "driver" { print $3 }' /proc/crypto 2>/dev/null | sort -u
}

# What follows tcrypt: an action; for close a mapping.
_warpcrypt_tcrypt()
{
	case ${1-} in
	"")	printf '%s\n' open close dump ;;
	close)	find /dev/mapper ! -name control ! -type d -printf '%f\n' 2>/dev/null ;;
	esac
}

# What an engine can do, of the lists in warpcrypt-bench lib --help.
_warpcrypt_engine_names()
{
	_warpcrypt_help "$1" lib | awk '
		/^Modes: / { modes = $0 }
		/^Ciphers: / { ciphers = $0 }
		/^Also: / { also = $0 }
		END {
			n = split(also, mode)
			for (i = 2; i <= n; i++)
				print mode[i]
			n = split(modes, mode)
			m = split(ciphers, cipher)
			for (i = 2; i <= n; i++)
				for (j = 2; j <= m; j++)
					print mode[i] "(" cipher[j] ")"
		}'
	printf '%s\n' {x25519,edwards25519,p256}{,-base}
}

# _warpcrypt_values PROGRAM COMMAND --OPTION=: the values that it takes; none if --help does not list them ("a, b or c").
_warpcrypt_values()
{
	case ${1##*/},$2,$3 in
	*,*,--driver=|warpcrypt-bench,kernel-api,--alg=|warpcrypt-bench,dm-crypt,--alg=)
		_warpcrypt_algorithms ;;
	warpcrypt-bench,*,--alg=)
		_warpcrypt_engine_names "$1" ;;
	*,--backend=|*,--curve=|*,--format=|*,--jobs=|*,--paper=|*,--tfms=)
		_warpcrypt_options "$1" "$2" | awk -F '\t' -v option="$3" '$1 == option { print $2 }' |
			grep -oE '([a-z0-9]+, )+([a-z0-9]+)( or [a-z0-9]+)?|[a-z0-9]+ or [a-z0-9]+' | head -n 1 |
			sed 's/, / /g; s/ or / /g' | tr ' ' '\n' ;;
	esac
}

# _warpcrypt_value PROGRAM COMMAND OPTION CURRENT: of several values, which commas part, the last.
_warpcrypt_value()
{
	# The parentheses of xts(aes) are the shell's, too.
	local current=${4//[\\\'\"]/} list="" word

	[[ $current != *,* ]] || list=${current%,*},
	while read -r word; do
		[[ $list$word != "$current"* ]] || COMPREPLY+=("$list$(printf '%q' "$word")")
	done < <(_warpcrypt_values "$1" "$2" "$3=")
}

_warpcrypt()
{
	local program=$1 current=${COMP_WORDS[COMP_CWORD]} word command="" i
	local previous=${COMP_WORDS[COMP_CWORD - 1]} action=""

	COMPREPLY=()
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		[[ $word == -* || $word == = || ${COMP_WORDS[i - 1]} == = ]] || {
			[ -n "$command" ] || { command=$word; continue; }
			action=$word
			break
		}
	done
	if [[ $current == = && $previous == --* ]]; then
		_warpcrypt_value "$program" "$command" "$previous" ""
	elif [[ $previous == = ]]; then
		_warpcrypt_value "$program" "$command" "${COMP_WORDS[COMP_CWORD - 2]}" "$current"
	elif [[ $current == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_warpcrypt_options "$program" "$command" | cut -f 1)" -- "$current")
		[[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
	elif [ -z "$command" ]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_warpcrypt_commands "$program" | cut -f 1)" -- "$current")
	elif [ "${program##*/} $command" = "warpcryptctl tcrypt" ]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_warpcrypt_tcrypt "$action")" -- "$current")
	elif [ "${program##*/} $command" = "warpcryptctl explain" ]; then
		mapfile -t COMPREPLY < <(_warpcrypt_algorithms | grep -F -- "${current//[\\\'\"]/}" |
			while read -r word; do [[ $word != "${current//[\\\'\"]/}"* ]] || printf '%q\n' "$word"; done)
	fi
}

complete -o default -F _warpcrypt warpcryptctl warpcryptd warpcrypt-bench warpcrypt-kx warpcrypt-latency
