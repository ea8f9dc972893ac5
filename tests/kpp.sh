#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# X25519 and edwards25519 from user space, in software and through the device.

. "$(dirname "$0")/lib.sh"

# Requests of both groups that the device did, that the software did.
by_device() { counters 'alg\.(base|point)-(curve|edwards)25519\.offload_requests'; }
by_software() { counters 'alg\.(base|point)-(curve|edwards)25519\.fallback_requests'; }

ktap_start
need_module
modprobe algif_kpp || skip_all "no algif_kpp.ko"
reset_counters
nested "in software" "$bin/kpp" --rounds=30
check "all of it" [ "$(by_software)" -gt 1000 ]
nested "the interface" "$bin/kpp-socket"
check "the module can go" rmmod algif_kpp
ktap_finish
