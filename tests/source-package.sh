# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # $cache is of tools/vm/lib.sh
#
# Data that are in a source package of Debian's unstable suite. Sourced, after tools/vm/lib.sh.

# source_unreachable: why a test is skipped, and the end
source_unreachable()
{
	echo "KTAP version 1"
	echo "1..0 # SKIP Debian's unstable suite cannot be reached"
	exit 4
}

# from_source DIR PACKAGE PATTERN: the files in the package's original archive that match are in DIR, which is made. From
# the archive and with the key of this machine's own suite.
from_source()
{
	local own=/etc/apt/sources.list.d/debian.sources lists=$cache/sources temp apt

	[ ! -d "$1" ] || return 0
	[ -e "$own" ] || source_unreachable
	mkdir -p "$lists/lists/partial" "$lists/archives/partial" "$(dirname "$1")"
	temp=$(mktemp -d "$lists/new.XXXXXX")
	awk 'BEGIN { RS = "" } { print; exit }' "$own" |
		sed 's/^Types:.*/Types: deb-src/; s/^Suites:.*/Suites: sid/; s/^Components:.*/Components: main/' >"$lists/debian.sources"
	apt=(apt-get -qq -o Dir::Etc::sourcelist="$lists/debian.sources" -o Dir::Etc::sourceparts=/dev/null
		-o Dir::State::Lists="$lists/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
		-o Dir::Cache::Archives="$lists/archives" -o APT::Sandbox::User=root -o Acquire::Retries=2)
	# Its checksums are those of the signed list.
	if "${apt[@]}" -o APT::Update::Error-Mode=any update >"$lists/log" 2>&1 &&
		(cd "$temp" && "${apt[@]}" source --download-only --only-source "$2") >>"$lists/log" 2>&1; then
		mkdir "$temp/files" && tar -xf "$temp"/*.orig.tar.[gx]z -C "$temp/files" --no-same-owner --wildcards \
			--transform 's,.*/,,' "$3" && mv -T "$temp/files" "$1"
	fi
	rm -rf "$temp"
	[ -d "$1" ] || source_unreachable
}
