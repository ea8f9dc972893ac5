# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # what is set here is used there
#
# What the scripts of tools/vm share: the table of kernels, the cache, messages.
# Sourced, never run.

vm_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(cd "$vm_dir/../.." && pwd)
cache=${WARPCRYPT_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/warpcrypt}

# Where Debian's linux-source-6.1 leaves its tree.
kernel_source=/usr/src/linux-source-6.1.tar.xz

# How the host's root is mounted over 9p; it does not change under a running guest.
root_flags=trans=virtio,version=9p2000.L,msize=512000,cache=loose

kernels=(uml uml-debug 6.1 6.12 smp-debug)

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# describe_kernel KERNEL: sets what is known about a kernel:
#   machine    uml: a process of the host; qemu: an emulated x86-64 PC
#   debug      y for kernels with sanitizers
#   origin     source: built here from linux-source; debian: Debian's own packages
#   fragments  configuration fragments, later ones win (source only)
#   patches    patches for the source (source only)
#   minutes    how long it takes to get on two cores, for the progress message
#   meta       Debian's meta package suffix (debian only)
describe_kernel()
{
	origin=source machine=uml debug=n fragments=() patches=() minutes=6 meta=

	case $1 in
	uml)
		fragments=(common.config uml.config)
		patches=(uml-fp-size.patch)
		;;
	uml-debug)
		debug=y minutes=10
		fragments=(common.config uml.config debug.config uml-debug.config)
		patches=(uml-fp-size.patch uml-preempt-count.patch uml-flush-lock.patch uml-stack-trace.patch)
		;;
	smp-debug)
		machine=qemu debug=y minutes=15
		fragments=(common.config smp.config debug.config)
		;;
	6.1)
		origin=debian machine=qemu minutes=2 meta=amd64
		;;
	6.12)
		origin=debian machine=qemu minutes=2 meta=6.12-amd64
		;;
	*)
		die "no kernel '$1'; there are: ${kernels[*]}"
		;;
	esac
}

# package_version PACKAGE: the installed version, nothing when it is not installed.
package_version()
{
	dpkg-query -W -f '${db:Status-Abbrev}${Version}\n' "$1" 2>/dev/null | sed -n 's/^ii *//p'
}
