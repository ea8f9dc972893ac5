# SPDX-License-Identifier: GPL-2.0-only
#
# warpcrypt's build, from the top. `make help` lists what it can do.
#
# Everything built lands under build/: build/host has the programs, and
# build/<kernel> the modules for one guest kernel (or, with KDIR=, for any
# kernel whose headers are at hand). Kbuild describes the modules to kbuild;
# each part of the tree adds its programs in a Makefile.inc of its own.

# Built-in rules would make dependency files of objects.
MAKEFLAGS += --no-builtin-rules

top := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
B   := build/host

CC       ?= gcc
OBJCOPY  ?= objcopy
CFLAGS   ?= -O2 -g
# The last is an error in Debian's packages, too.
CFLAGS   += -std=gnu11 -Wall -Wextra -Werror=format-security
VERSION  := $(shell sed -n "s/^release //p" $(top)/VERSION)
CPPFLAGS += -I$(top) -DWARPCRYPT_VERSION=\"$(VERSION)\"
KERNEL   ?= uml
# For which machine the compiler makes programs: x86_64, aarch64.
MACHINE  := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))

# A recipe says what it makes; V=1: its command, make -s: nothing.
silent := $(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
say = $(if $(V),,@$(if $(silent),,printf '  %-5s %s\n' $(1) $(patsubst $(B)/%,%,$@);))
run_CC = $(call say,$(if $(filter %.o,$@),CC,LD))$(CC)
run_CXX = $(call say,CXX)$(CXX)
run_NVCC = $(call say,NVCC)$(NVCC)
run_LD = $(call say,LD)$(LD)

include hardening.mk

# What is installed, and what only tests and measurements need.
HOST_PROGRAMS :=
TEST_PROGRAMS :=

.PHONY: all
all: helper

include kernels/Makefile.inc
include kernels/Makefile-25519.inc
include kernels/Makefile-wei.inc
include helper/Makefile.inc
include kernels/papers/Makefile.inc
include helper/provider/Makefile.inc
include tools/ctl/Makefile.inc
include tools/bench/Makefile.inc
include tools/lab/circuits/Makefile.inc
include tests/Makefile.inc
include tests/core/Makefile.inc
include tools/bench/native/Makefile.inc
include tools/kx/Makefile.inc
include tools/demo/Makefile.inc
include tools/gpu/Makefile.inc
include packaging/Makefile.inc
include Documentation/Makefile.inc

.PHONY: help
help:
	@echo 'The main job, in a guest on this machine (installs what it needs):'
	@echo '  make run             encrypt a real file and real volumes through the driver; KERNEL=uml-smp: on Linux 7.3'
	@echo '  make unit            the unit tests: a minute or two, once they are built'
	@echo '  make check           every test that needs no GPU; those first'
	@echo 'More:'
	@echo '  make check-smp       sanitizers, guests with four CPUs, volumes; the sources under analyzers'
	@echo '  make check-long      what takes longer: faults, soak, more kernels; an hour or two'
	@echo '  make bench           throughput: the module'"'"'s code in a process, and the library'
	@echo '  make papers          the papers'"'"' own designs, for warpcrypt-bench papers on a GPU'
	@echo '  make plots           their figures, from the newest report or REPORT=, into build/plots'
	@echo '  make gpu-bundle      one archive for a GPU host without package registries'
	@echo 'Parts:'
	@echo '  make helper          the programs that are installed (warpcryptd, warpcryptctl, ...), in build/host'
	@echo '  make test-programs   those of tests and measurements'
	@echo '  make modules         the modules; KERNEL=uml|uml-debug|uml-smp|uml-smp-debug|6.1|6.12|7.2|7.3|7.3-rt|smp-debug|smp-rt'
	@echo '  make modules KDIR=/lib/modules/$$(uname -r)/build    for another kernel'
	@echo '  make install         programs, library, service, sources of the modules; PREFIX=, DESTDIR=; make uninstall'
	@echo '  make deb             Debian packages, in build/deb; NVCC= (empty): without the CUDA engine'
	@echo '  make htmldocs        the book: Documentation/ as HTML, in build/html'
	@echo '  make dist            build/warpcrypt-VERSION.tar.xz, of the last commit'
	@echo '  make clean           delete build/'
	@echo 'V=1 shows the compilers'"'"' commands.'

# The programs.
.PHONY: helper
helper: $(HOST_PROGRAMS)

.PHONY: test-programs
test-programs: $(TEST_PROGRAMS)
	@for program in $^; do [ -e $$program ] || { echo "nothing makes $$program" >&2; exit 1; }; done

$(B)/obj/%.o: %.c hardening.mk
	@mkdir -p $(@D)
	$(run_CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)

# The modules. With KDIR they are built in the tree's copy for that kernel.
.PHONY: modules
modules:
ifdef KDIR
	@tools/vm/build-modules --kdir $(KDIR) $(MODFLAGS)
else
	@tools/vm/build-modules $(KERNEL) $(MODFLAGS)
endif

.PHONY: dist
dist:
	tools/dist

.PHONY: clean
clean:
	rm -rf build
