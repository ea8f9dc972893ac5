# SPDX-License-Identifier: GPL-2.0-only
#
# How programs are compiled that hold keys: stack protector, checked string and
# memory functions, stacks that cannot jump over their guard page, branch targets
# and shadow stacks that the CPU checks (CET), addresses chosen at random (PIE),
# and a table of library functions that is read-only once the program runs (RELRO,
# BIND_NOW). tests/install.sh reads from the programs whether they have it.
#
# HARDENING= (empty) leaves it out. With sanitizers it is left out: they check
# more, and do not work with all of it. Objects depend on this file.

HARDENING ?= $(if $(findstring -fsanitize,$(CFLAGS)),,y)

ifneq ($(HARDENING),)
HARDENED_CFLAGS := -fPIE -fstack-protector-strong -fstack-clash-protection
HARDENED_CFLAGS += $(if $(findstring -O,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
HARDENED_CFLAGS += $(if $(filter x86_64,$(MACHINE)),-fcf-protection=full)
HARDENED_CFLAGS += $(if $(filter aarch64,$(MACHINE)),-mbranch-protection=standard)
CFLAGS  += $(HARDENED_CFLAGS)
LDFLAGS += -Wl,-z,relro,-z,now,-z,noexecstack
PIE     := -pie
endif
