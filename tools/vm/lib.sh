# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # set here, used by the scripts that source this
#
# What the scripts of tools/vm share: the table of kernels, the cache, messages.
# Sourced, never run.

vm_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(cd "$vm_dir/../.." && pwd)
cache=${WARPCRYPT_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/warpcrypt}

# The versions in Debian's unstable suite that were tested. If the suite no longer has one, its newest version is used,
# with a message.
unstable_linux=7.2
unstable_version=7.2.13-1
unstable_image=7.2.13+deb14-amd64
declare -A unstable_programs=([kcapi-tools]=1.5.1-2 [sparse]=0.6.5~rc1-2)

# The exit status of build-kernel and unstable if they need Debian's unstable suite and cannot reach it. Tests that need
# the suite are then skipped.
status_unreachable=3

# How the host's root is mounted over 9p. It may be cached: it does not change while a guest runs.
root_flags=trans=virtio,version=9p2000.L,msize=512000,cache=loose

kernels=(uml uml-debug uml-smp uml-smp-debug 6.1 6.12 7.2 smp-debug)

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# describe_kernel KERNEL: sets what is known about a kernel:
#   machine    uml: a process of the host; qemu: an emulated x86-64 PC
#   debug      y for kernels with sanitizers
#   origin     source: built here from linux-source; debian: Debian's own packages
#   unstable   y when they are those of Debian's unstable suite
#   smp        y when the guest may have any number of CPUs
#   linux      the version as in the name linux-source-6.1
#   fragments  configuration fragments, later ones win (source only)
#   patches    patches for the source (source only)
#   minutes    how long it takes to build or download on two cores, for the progress message
#   meta       Debian's meta package suffix (debian only)
describe_kernel()
{
	origin=source machine=uml debug=n unstable=n smp=n linux=6.1 fragments=() patches=() minutes=6 meta=

	case $1 in
	uml)
		fragments=(common.config linux-6.1.config uml.config)
		patches=(uml-fp-size.patch)
		;;
	uml-debug)
		debug=y minutes=10
		fragments=(common.config linux-6.1.config uml.config debug.config uml-debug.config)
		patches=(uml-fp-size.patch uml-preempt-count.patch uml-flush-lock.patch uml-stack-trace.patch)
		;;
	uml-smp)
		unstable=y smp=y linux=$unstable_linux
		fragments=(common.config linux-7.2.config uml.config uml-smp.config)
		patches=(uml-smp-irq.patch)
		;;
	uml-smp-debug)
		unstable=y smp=y linux=$unstable_linux debug=y minutes=10
		fragments=(common.config linux-7.2.config uml.config uml-smp.config debug.config uml-debug.config
			uml-smp-debug.config)
		patches=(uml-stack-trace.patch uml-smp-start.patch uml-smp-yield.patch uml-smp-irq.patch)
		;;
	smp-debug)
		machine=qemu debug=y minutes=15
		fragments=(common.config linux-6.1.config smp.config debug.config)
		;;
	6.1)
		origin=debian machine=qemu minutes=2 meta=amd64
		;;
	6.12)
		origin=debian machine=qemu minutes=2 linux=6.12 meta=6.12-amd64
		;;
	7.2)
		origin=debian machine=qemu unstable=y minutes=4 linux=$unstable_linux meta=amd64
		;;
	*)
		die "no kernel '$1'; there are: ${kernels[*]}"
		;;
	esac
}

# package_version PACKAGE: prints the installed version, or nothing if it is not installed.
package_version()
{
	dpkg-query -W -f '${db:Status-Abbrev}${Version}\n' "$1" 2>/dev/null | sed -n 's/^ii *//p'
}
