# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# bash completion for warpcryptctl, warpcryptd, warpcrypt-bench, warpcrypt-kx,
# warpcrypt-x25519 and warpcrypt-latency. Commands and options are those of their --help.

# _warpcrypt_options COMMAND...: prints the options of its --help.
_warpcrypt_options()
{
	"$@" --help 2>/dev/null | grep -oE -- '--[a-z][a-z0-9-]*=?' | sort -u
}

# _warpcrypt_commands PROGRAM: prints the commands of its --help.
_warpcrypt_commands()
{
	"$1" --help 2>/dev/null |
		awk '/[Cc]ommands:$/ { on = 1; next } on && /^[A-Z].*:$/ { on = 0 } on && /^  [a-z][a-z0-9-]*( |$)/ { print $1 }'
}

# What the kernel has of a name that can be explained.
_warpcrypt_algorithms()
{
	awk '$1 == "name" || $1 == "driver" { print $3 }' /proc/crypto 2>/dev/null | sort -u
}

_warpcrypt()
{
	local program=$1 current=${COMP_WORDS[COMP_CWORD]} word command="" i

	COMPREPLY=()
	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		[[ $word == -* || $word == = || ${COMP_WORDS[i - 1]} == = ]] || { command=$word; break; }
	done
	if [[ $current == -* ]]; then
		if [ "${program##*/}" = warpcrypt-bench ] && [ -n "$command" ]; then
			mapfile -t COMPREPLY < <(compgen -W "$(_warpcrypt_options "$program" "$command")" -- "$current")
		else
			mapfile -t COMPREPLY < <(compgen -W "$(_warpcrypt_options "$program")" -- "$current")
		fi
		[[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
	elif [ -z "$command" ]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_warpcrypt_commands "$program")" -- "$current")
	elif [ "${program##*/} $command" = "warpcryptctl explain" ]; then
		# The parentheses of xts(aes) are the shell's, too.
		mapfile -t COMPREPLY < <(_warpcrypt_algorithms | grep -F -- "${current//[\\\'\"]/}" |
			while read -r word; do [[ $word != "${current//[\\\'\"]/}"* ]] || printf '%q\n' "$word"; done)
	fi
}

complete -o default -F _warpcrypt warpcryptctl warpcryptd warpcrypt-bench warpcrypt-kx warpcrypt-x25519 warpcrypt-latency
