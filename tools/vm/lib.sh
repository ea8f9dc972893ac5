# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # set here, used by the scripts that source this
#
# What the scripts of tools/vm share: the table of kernels, the cache, apt, messages.
# Sourced, never run.

vm_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(cd "$vm_dir/../.." && pwd)
cache=${WARPCRYPT_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/warpcrypt}

# The versions in Debian's suites sid (unstable) and experimental that were tested. If the suite no longer has one, its
# newest version is used, with a message.
declare -A suite_linux=([sid]=7.2 [experimental]=7.3)
declare -A suite_source=([sid]=7.2.13-1 [experimental]=7.3~rc7-1~exp1)
declare -A suite_image=([sid]=7.2.13+deb14 [experimental]=7.3)
openssl_4=4.0.3-1
declare -A unstable_programs=([kcapi-tools]=1.5.1-2 [sparse]=0.6.5~rc1-2)

# The exit status of build-kernel and unstable if they need one of these suites and cannot reach it. Tests that need the
# suite are then skipped.
status_unreachable=3

# How the host's root is mounted over 9p. It may be cached: it does not change while a guest runs.
root_flags=trans=virtio,version=9p2000.L,msize=512000,cache=loose

kernels=(uml uml-debug uml-smp uml-smp-debug 6.1 6.12 7.2 7.3 7.3-rt smp-debug smp-rt)

die()
{
	echo "${0##*/}: $*" >&2
	exit 1
}

# unreachable MESSAGE: an archive of Debian's cannot be reached, or does not have it.
unreachable()
{
	echo "${0##*/}: $*" >&2
	exit $status_unreachable
}

# apt_in DIR COMMAND ARG...: runs apt-get or apt-cache as on a machine without packages, whose lists are in DIR.
apt_in()
{
	"$2" -o Dir::State::Lists="$1/lists" -o Dir::State::status=/dev/null -o Dir::Cache::pkgcache= \
		-o Dir::Cache::srcpkgcache= -o Dir::Cache::Archives="$1/archives" -o APT::Sandbox::User=root \
		-o Acquire::Retries=2 "${@:3}"
}

# describe_kernel KERNEL: sets what is known about a kernel:
#   machine    uml: a process of the host; qemu: an emulated x86-64 PC
#   debug      y for kernels with sanitizers
#   origin     source: built here from linux-source; debian: Debian's own packages
#   suite      sid or experimental when they are those of that suite of Debian's, empty for this machine's own
#   smp        y when the guest may have any number of CPUs
#   linux      the version as in the name linux-source-6.1
#   fragments  configuration fragments, later ones win (source only)
#   patches    patches for the source (source only)
#   minutes    how long it takes to build or download on two cores, for the progress message
#   meta       Debian's meta package suffix (debian only)
describe_kernel()
{
	origin=source machine=uml debug=n suite="" smp=n linux=6.1 fragments=() patches=() minutes=5 meta=

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
		suite=experimental smp=y
		fragments=(common.config linux-7.2.config uml.config uml-smp.config cryptsetup.config)
		patches=(uml-smp-irq.patch)
		;;
	uml-smp-debug)
		suite=sid smp=y debug=y minutes=10
		fragments=(common.config linux-7.2.config uml.config uml-smp.config debug.config uml-debug.config
			uml-smp-debug.config)
		patches=(uml-stack-trace.patch uml-smp-start.patch uml-smp-yield.patch uml-smp-irq.patch)
		;;
	smp-debug)
		machine=qemu debug=y minutes=15
		fragments=(common.config linux-6.1.config smp.config debug.config)
		;;
	smp-rt)
		machine=qemu suite=experimental minutes=15
		fragments=(common.config linux-7.2.config smp.config smp-rt.config)
		;;
	6.1)
		origin=debian machine=qemu minutes=2 meta=amd64
		;;
	6.12)
		origin=debian machine=qemu minutes=2 linux=6.12 meta=6.12-amd64
		;;
	7.2)
		origin=debian machine=qemu suite=sid minutes=4 meta=amd64
		;;
	7.3)
		origin=debian machine=qemu suite=experimental minutes=4 meta=amd64
		;;
	7.3-rt)
		origin=debian machine=qemu suite=experimental minutes=4 meta=rt-amd64
		;;
	*)
		die "no kernel '$1'; there are: ${kernels[*]}"
		;;
	esac
	[ -z "$suite" ] || linux=${suite_linux[$suite]}
}

# package_version PACKAGE: prints the installed version, or nothing if it is not installed.
package_version()
{
	dpkg-query -W -f '${db:Status-Abbrev}${Version}\n' "$1" 2>/dev/null | sed -n 's/^.i *//p'
}
