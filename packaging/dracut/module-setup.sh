#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Puts the ciphers in software into the initramfs, so that the root file system can be
# on a volume with Kuznyechik, SM4 or SKINNY; and the driver, because a volume keeps the
# driver that it was opened with: when the helper starts, its engine serves the root's
# volume, too. The helper and CUDA stay out. (dracut sources this file; the names are its.)

# shellcheck disable=SC2154 # dracut sets $kernel
core_module() { modinfo -k "$kernel" -n warpcrypt_ct 2>/dev/null; }

# Only where the modules are.
check()
{
	core_module >/dev/null || return 1
}

depends() { :; }

installkernel()
{
	local core module

	core=$(core_module) || return 0
	for module in "${core%/*}"/*_ct.ko*; do
		module=${module##*/}
		instmods "${module%%.ko*}"
	done
	# It need not be there.
	hostonly="" instmods -s warpcrypt
}
