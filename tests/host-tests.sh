# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # run-tests sets $results, $work, $required_jobs
#
# The part of run-tests that has the sources' tests: functions test_NAME, each
# of which prints KTAP lines of its own. Sourced. What they test is the sources,
# and what is made of them: packages, documents, programs for this machine.

# is_source_test NAME
is_source_test() { declare -F "test_${1//-/_}" >/dev/null; }

# no_suite NAME: why that kernel or package is not here, if the exit status of build-kernel or unstable is 3.
no_suite()
{
	case $1 in
	7.3*|uml-smp)	echo "Debian's experimental suite cannot be reached" ;;
	*)	echo "Debian's unstable suite cannot be reached" ;;
	esac
}

# logged_result DESCRIPTION COMMAND...: one result. All output is kept; when the result is bad its end is printed.
logged_result()
{
	local description=$1 status=0 output
	shift

	output="$results/host/${description//[^a-zA-Z0-9]/-}"
	"$@" >"$output" 2>&1 </dev/null || status=$?
	[ $status = 0 ] || {
		tail -n 60 "$output" | sed 's/^/# /'
		echo "# exit status $status, output: $output"
	}
	result $status "$description"
}

# unless_unchanged DESCRIPTION FILE... -- COMMAND...: logged_result; but if neither FILES, which COMMAND reads, nor this
# script have changed since COMMAND last passed, it does not run again.
unless_unchanged()
{
	local description=$1 files=(tests/host-tests.sh) stamp sum
	shift

	while [ "$1" != -- ]; do
		files+=("$1")
		shift
	done
	shift
	stamp="build/passed/${description//[^a-zA-Z0-9]/-}"
	sum=$(sha256sum "${files[@]}" | sha256sum)
	if [ -e "$stamp" ] && [ "$(<"$stamp")" = "$sum" ]; then
		result 0 "$description # not changed since it passed"
		return
	fi
	rm -f "$stamp"
	logged_result "$description" "$@"
	if [ "$last_result" = 0 ]; then
		mkdir -p "${stamp%/*}"
		echo "$sum" >"$stamp"
	fi
}

test_circuits() { logged_result "the search for circuits" tools/lab/circuits/check; }

# have_kernel KERNEL TEST: sets $kernel; otherwise prints a result that says why TEST cannot run.
have_kernel()
{
	local status=0

	kernel=$(tools/vm/build-kernel "$1") || status=$?
	case $status in
	0)	return ;;
	3)	echo "ok $2 # SKIP $(no_suite "$1")" ;;
	*)	result 1 "$2: the kernel can be had" ;;
	esac
	return 1
}

test_checkpatch()
{
	local kernel checkpatch files=(kmod/*.[ch] kmod/ct/*.[ch] kmod/uapi/*.h tests/kmod/*.[ch] tools/bench/kmod/*.[ch])

	have_kernel uml "checkpatch" || return 0
	checkpatch=$kernel/build/scripts/checkpatch.pl
	unless_unchanged "checkpatch --strict" "$checkpatch" "${files[@]}" -- run_checkpatch "$checkpatch" "${files[@]}"
}

# run_checkpatch CHECKPATCH FILE...
run_checkpatch()
{
	local checkpatch=$1 tables others common failed=0 names=kmod/uapi/warpcrypt_ciphers.h
	# Out of tree, for several kernels: what only makes sense in it is left out.
	local ignored=LINUX_VERSION_CODE,CONST_STRUCT,CONSTANT_COMPARISON,NEW_TYPEDEFS,MACRO_ARG_REUSE,BIT_MACRO,SPDX_LICENSE_TAG

	shift
	common=(--no-tree --strict --terse --quiet --max-line-length=100)
	mapfile -t tables < <(grep -lE '(WARPCRYPT|WCCT|WC)_(CIPHERS|MODES|OWN_MODES|GROUPS|FORMS|EVENT_LIST)\(' "$@" | grep -vxF "$names")
	mapfile -t others < <(grep -LE '(WARPCRYPT|WCCT|WC)_(CIPHERS|MODES|OWN_MODES|GROUPS|FORMS|EVENT_LIST)\(' "$@")
	"$checkpatch" "${common[@]}" --ignore "$ignored" -f "${others[@]}" || failed=1
	# The macros that the lists are applied to are neither values nor statements.
	ignored+=,COMPLEX_MACRO,MULTISTATEMENT_MACRO_USE_DO_WHILE,TRAILING_SEMICOLON
	"$checkpatch" "${common[@]}" --ignore "$ignored" -f "${tables[@]}" || failed=1
	# Names of the crypto API have dashes, which are no subtractions.
	"$checkpatch" "${common[@]}" --ignore "$ignored,SPACING" -f "$names" || failed=1
	return $failed
}

# That source files of the module, of the library and of programs use only what is below them.
test_layers()
{
	local at=build/host/obj folder folders=(helper/lib helper/daemon helper/provider tools/ctl)
	local objects=(tools/bench/native/{check,helper,measure,native}.c native/tools/bench/native/{kernel,submit}.c)
	local file programs=()

	for file in tests/core/*.c; do
		case $file in
		*/crypto.c|*/sim_native.c)	objects+=("native/$file") ;;
		*)				objects+=("core/${file##*/}") ;;
		esac
	done
	# Some files of these include cuda.h, which comes with nvcc.
	if [ -n "${NVCC-nvcc}" ] && command -v nvcc /usr/local/cuda/bin/nvcc >/dev/null; then
		folders+=(helper/engine tools/bench)
	else
		echo "ok layers of helper/engine and tools/bench # SKIP built without nvcc"
	fi
	for folder in "${folders[@]}"; do
		objects+=("$folder"/*.c)
	done
	# This program has all of kernels/cpu. Other machines compile not all of it.
	if [ "$(uname -m)" = x86_64 ]; then
		programs=(build/host/unit-set)
		folders+=(kernels/cpu)
	fi
	objects=("${objects[@]/#/$at/}")
	logged_result "the objects build" make -s "${programs[@]}" "${objects[@]/%.c/.o}"
	for folder in "${folders[@]}"; do
		logged_result "the files of $folder are in layers" tests/layers "$folder" "$at/$folder"
	done
	logged_result "the files of warpcrypt-bench native are in layers" tests/layers tools/bench/native \
		$at/tools/bench/native $at/native/tools/bench/native
	logged_result "the files of tests/core are in layers" tests/layers tests/core $at/core $at/native/tests/core
	have_kernel uml "layers" || return 0
	logged_result "the modules build" make -s modules KERNEL=uml
	logged_result "the module's files are in layers" tests/layers kmod build/uml/kmod
}

# nested COMMAND...: a test that prints results by itself; its exit status 4 says that it skipped.
nested()
{
	local status=0

	"$@" </dev/null || status=$?
	[ $status = 0 ] || [ $status = 4 ] || result 1 "$1: exit status $status"
}

# warpcryptctl on emulated machines.
test_ctl_emulated() { nested tests/ctl/emulated build/host/warpcryptctl "$work/ctl" build/host/fake-cuda; }

# Alert rules and a dashboard for what warpcryptctl prints.
test_alerts() { nested tests/alerts build/host/warpcryptctl "$work/alerts" "$([ ! -d build/host/fake-cuda ] || echo build/host/fake-cuda)"; }

test_completion() { nested tests/completion; }

# Volumes that VeraCrypt made.
test_tcrypt_images() { nested tests/tcrypt-images build/host/warpcryptctl; }

# By the CPU and by the emulated GPU.
test_wycheproof()
{
	nested tests/wycheproof build/host/check-wycheproof --backend=cpu
	if [ -e build/host/fake-cuda/libcuda.so.1 ]; then
		LD_LIBRARY_PATH=build/host/fake-cuda nested tests/wycheproof build/host/check-wycheproof --backend=cuda
	else
		echo "ok wycheproof # SKIP built without nvcc"
	fi
}

# What of it needs no module.
test_kx_batch() { nested tests/kx.sh batch; }

test_man_pages()
{
	local number command

	nested tests/man-pages
	for number in 4294967297 18446744073709551617 -1 x; do
		wrong_usage build/host/warpcryptd --threads=$number
		wrong_usage build/host/warpcrypt-bench lib --threads=$number
		wrong_usage build/host/warpcrypt-kx batch --threads=$number /dev/null
		wrong_usage build/host/warpcryptctl --count=$number top
		wrong_usage tools/trace/warpcrypt-latency --seconds=$number
	done
	wrong_usage tools/trace/warpcrypt-latency --from=
	unreadable tools/trace/warpcrypt-latency --from=/
	mkdir -p "$work/bin"
	# shellcheck disable=SC2016 # for sh
	printf '#!/bin/sh\n[ "$LC_ALL" = C ]\n' >"$work/bin/awk"
	chmod +x "$work/bin/awk"
	logged_result "numbers have a point, in any locale: warpcrypt-latency" env LC_ALL=de_DE.UTF-8 PATH="$work/bin:$PATH" \
		tools/trace/warpcrypt-latency --from=/dev/null
	wrong_usage build/host/warpcrypt-bench lib --alg="ecb(aes)" --backend=nonsense
	wrong_usage build/host/warpcrypt-bench lib --alg="ecb(rot13)"
	wrong_usage build/host/warpcrypt-bench lib --callers=2
	wrong_usage build/host/warpcrypt-bench lib --gpu=0 --backend=cpu
	wrong_usage build/host/warpcrypt-bench lib --gpu=0 --gpus=0
	wrong_usage build/host/warpcrypt-bench native --alg="xts(aes)"
	wrong_usage build/host/warpcrypt-bench
	wrong_usage build/host/warpcryptd now
	for command in $(build/host/warpcrypt-bench --help | sed -n '/Commands:$/,$s/^  \([a-z-]*\) .*/\1/p'); do
		wrong_usage build/host/warpcrypt-bench "$command" --nonsense
		full_disk build/host/warpcrypt-bench "$command" --help
	done
	full_disk build/host/warpcryptd --rates --backend=cpu --measure=1 --threads=1
	full_disk build/host/warpcryptd --rates --json --backend=cpu --measure=1 --threads=1
	logged_result "an engine is measured with threads that will serve" sh -c 'build/host/warpcryptd --rates --verbose \
		--backend=cpu --measure=1 --threads=64 --frames=2 2>&1 >/dev/null | grep "measured: cpu, 2 threads"'
	full_disk tools/trace/warpcrypt-latency --from=/dev/null
	full_disk build/host/warpcrypt-bench lib --backend=cpu --alg='ecb(aes)' --runs=1 --time=1 --size=512 --buffer=1M
	old_report build/host/warpcrypt-bench lib --backend=cpu --alg='ecb(aes)' --runs=1 --time=1 --size=512 --buffer=1M
}

# wrong_usage COMMAND...: its exit status is 2, and it prints messages only.
wrong_usage()
{
	# shellcheck disable=SC2016 # for sh
	logged_result "usage error: ${1##*/} ${*:2}" sh -c 'output=$("$@"); [ "$? $output" = "2 " ]' sh "$@"
}

# unreadable COMMAND...: its exit status is 1, and it says in one line of its own that it cannot read that.
unreadable()
{
	# shellcheck disable=SC2016 # for sh
	logged_result "cannot read: ${1##*/} ${*:2}" sh -c 'said=$("$@" 2>&1); [ "$? $(echo "$said" | wc -l)" = "1 1" ] &&
		[ "${said%%: cannot read *}" = "${1##*/}" ]' sh "$@"
}

# full_disk COMMAND...: it prints something, and says in one line that it cannot where the disk is full.
full_disk()
{
	logged_result "${1##*/} ${*:2} prints something" sh -c '[ -n "$("$@")" ]' sh "$@"
	# shellcheck disable=SC2016 # for sh
	logged_result "${1##*/} ${*:2} says that the disk is full" sh -c \
		'error=$("$@" 2>&1 >/dev/full); [ $? = 1 ] && [ "$(echo "$error" | grep -cE "No space left|disk full")" = 1 ]' sh "$@"
}

# old_report COMMAND...: where its report does not fit, it says so, and what was there is.
old_report()
{
	echo old >"$work/report"
	# shellcheck disable=SC2016 # for sh
	logged_result "${1##*/} ${*:2}: an old report stays where the new one does not fit" sh -c 'trap "" XFSZ; ulimit -f 1
		report=$1; shift; said=$("$@" --json="$report" 2>&1); [ $? = 1 ] && [ "${said%%*cannot write $report: File too large}" = "" ] &&
		[ "$(cat "$report") $(echo "$report"*)" = "old $report" ]' sh "$work/report" "$@"
}

test_toy_cipher() { nested tests/toy-cipher "$work/toy"; }

test_kselftest()
{
	nested tests/kselftest --kernel uml
	nested tests/kselftest --kernel uml-smp
}

test_directions() { logged_result "which part of the tree includes which" tests/directions; }

test_mutations() { logged_result "each mutation of the lists changes its file" tests/mutations/run --check; }

test_figures()
{
	tools/packages doc
	nested tests/figures
}

test_versions() { logged_result "headers, manual pages and the changelog have the version of VERSION" tests/versions; }
test_sizes() { logged_result "no file, and no part of the tree, is larger than tests/sizes allows" tests/sizes; }

# The book. And that a link to a document that there is not would have been found.
test_htmldocs()
{
	local copy=$work/book

	logged_result "the book builds without a warning" make -s htmldocs HTML="$copy/html"
	mkdir -p "$copy/Documentation"
	cp -r Documentation/conf.py Documentation/sphinx "$copy/Documentation/"
	printf '%s\n' Title ===== '' 'See nowhere.rst.' >"$copy/Documentation/index.rst"
	logged_result "a link that leads nowhere is an error" eval "! tools/htmldocs $copy/Documentation $copy/html2 &&
		! tools/htmldocs $copy/Documentation $copy/html2 2>&1 | grep -v 'nowhere'"
}

test_dist()
{
	nested tests/dist "$work/dist"
	logged_result "make deb says how far it is" cmp <(deb_log | packaging/deb-progress) <(printf 'make-deb: %s\n' dh_clean \
		override_dh_auto_build "50 files compiled" "100 files compiled" dh_prep "package 'warpcryptd'")
}

# deb_log: lines of dpkg-buildpackage's.
deb_log()
{
	local i

	printf '%s\n' "dpkg-source: info: building" "   dh_clean" "   debian/rules override_dh_auto_build"
	for ((i = 0; i < 60; i++)); do
		printf '%s\n' "x86_64-linux-gnu-gcc -O2 -c -o build/a.o a.c" "  CC      b.c" "x86_64-linux-gnu-gcc -o build/program build/a.o"
	done
	printf '%s\n' "   dh_prep" "dpkg-deb: building package 'warpcryptd' in '../x.deb'."
}
test_dist_build() { nested tests/dist --build "$work/dist"; }

test_shellcheck()
{
	local tool files sourced strict

	if ! tool=$(command -v shellcheck); then
		echo "ok shellcheck # SKIP not installed"
		return
	fi
	mapfile -t files < <(git ls-files -z | xargs -0 awk 'FNR == 1 { if (/^#!.*[/ ](ba)?sh$/) print FILENAME; nextfile }')
	# Sourced scripts have no such line; shellcheck reads them with the scripts that source them.
	mapfile -t sourced < <(git ls-files '*.sh')
	unless_unchanged "shellcheck" "$tool" "${files[@]}" "${sourced[@]}" -- \
		shellcheck -x --source-path=SCRIPTDIR --severity=warning "${files[@]}"
	# What still writes then is killed, and with pipefail the pipe has failed.
	mapfile -t strict < <(grep -lE '^[[:blank:]]*set .*pipefail' "${files[@]}")
	logged_result "no pipe of a script with pipefail ends in grep -q" \
		eval '! grep -nE "[^|][|] *grep -[a-zA-Z]*q" "${strict[@]}" tests/{host,runner}-tests.sh'
}

test_litmus() { nested tests/litmus/run; }

# syzkaller's description of the device.
test_syzkaller() { nested tests/syzkaller/check; }

# What compilers and others can tell of programs without running them.
test_analyzers()
{
	local tool why files

	mapfile -t files < <(git ls-files helper tools kernels kmod/uapi)
	for tool in gcc cppcheck; do
		why=$(tests/analyzers --missing $tool | head -n 1)
		if [ -n "$why" ]; then
			echo "ok $tool # SKIP $why"
			continue
		fi
		unless_unchanged "$tool has no alarm that is not explained" tests/analyzers tests/analyzer-alarms \
			"${files[@]}" -- tests/analyzers $tool
	done
}

# Kernels of the oldest version that the modules are for, and of the newest ones, whose sources need a newer sparse than
# Debian 12 has. (For W=1, see build-modules.)
test_sparse()
{
	local newer

	newer=$(tools/vm/unstable programs sparse) && newer+=/sparse || newer=""
	sparse_on 6.1 uml "$(command -v sparse)" "not installed"
	sparse_on 7.2 uml-smp-debug "$newer" "$(no_suite sparse)"
	sparse_on 7.3 7.3 "$newer" "$(no_suite sparse)"
}

# sparse_on VERSION KERNEL PROGRAM REASON: skipped for REASON if there is no PROGRAM
sparse_on()
{
	local kernel files

	have_kernel "$2" "sparse on $1" || return 0
	if [ -z "$3" ]; then
		echo "ok sparse on $1 # SKIP $4"
		return
	fi
	mapfile -t files < <(git ls-files Kbuild kmod kernels tests/kmod tests/reference tools/bench)
	unless_unchanged "$1: sparse has no warnings of the modules" "$3" "$kernel/kernel" tools/vm/build-modules "${files[@]}" -- \
		run_sparse "$2" "$3"
}

# run_sparse KERNEL PROGRAM
run_sparse()
{
	if ! make -s modules KERNEL="$1" MODFLAGS="C=2 CHECK=$2" >"$work/sparse.log" 2>&1; then
		cat "$work/sparse.log"
		return 1
	fi
	# Debian's kernels were built by another compiler: not a warning that counts.
	! grep -v 'warning: the compiler differs' "$work/sparse.log" | grep -E '(warning|error):|not available'
}

# The helper without CUDA: as where there is no nvcc.
test_no_nvcc()
{
	# What is compiled is the same, but for one file; what is linked differs.
	mkdir -p "$work/no-nvcc"
	cp -r --preserve=timestamps build/host/obj "$work/no-nvcc/"
	logged_result "the helper builds without nvcc" \
		make NVCC= CUDA_HOME=/nonexistent B="$work/no-nvcc" "$work/no-nvcc/warpcryptd"
	if [ -x "$work/no-nvcc/warpcryptd" ]; then
		logged_result "it refuses --backend=cuda" eval "! $work/no-nvcc/warpcryptd --backend=cuda"
		logged_result "and says so in one line, without privileges too" \
			eval "[ \$(setpriv --bounding-set=-all --inh-caps=-all $work/no-nvcc/warpcryptd --backend=cuda 2>&1 | wc -l) = 1 ]"
	fi
	# All objects are there, and older than the program.
	logged_result "with another NVCC it is linked again" \
		eval "make -n NVCC=/nonexistent B=$work/no-nvcc $work/no-nvcc/warpcryptd | grep ' -o [^ ]*/warpcryptd '"
	logged_result "with the same it is not" \
		eval "! make -n NVCC= B=$work/no-nvcc $work/no-nvcc/warpcryptd | grep ' -o '"
}

# builds_quietly COMMAND...: and prints nothing that is a warning.
builds_quietly()
{
	local output status=0

	output=$("$@" 2>&1) || status=$?
	echo "$output"
	[ $status = 0 ] && ! grep -qi 'warning' <<<"$output"
}

# The whole tree, and some programs in an emulator; unit-arm64, in make check-long, has all.
test_arm64()
{
	local program status=0

	tools/cross/arm64 root >"$results/host/arm64-root" 2>&1 || status=$?
	if [ $status = 3 ]; then
		echo "ok arm64 # SKIP Debian's packages for arm64 cannot be reached"
		return
	fi
	logged_result "all programs build for arm64" builds_quietly tools/cross/arm64 make -s -j"$(nproc)" helper test-programs
	logged_result "the modules build for Debian's kernel on arm64" builds_quietly tools/cross/arm64 modules W=1
	for program in unit-ciphers unit-gf128 unit-kat; do
		logged_result "$program passes on an emulated arm64" env WARPCRYPT_UNIT_SHARE=40 \
			tools/cross/arm64 run build/host-arm64/$program
	done
}

# As other programs would: installed, found by pkg-config, linked both ways. And the bench's outputs are right.
test_libwarpcrypt()
{
	logged_result "a program against the installed libwarpcrypt" tests/library "$work/lib"
	logged_result "warpcrypt-bench lib finds every output right" \
		build/host/warpcrypt-bench lib --backend=cpu --buffer=1M --points=300 --runs=1 --time=1
	logged_result "and with three callers" build/host/warpcrypt-bench lib --backend=cpu --alg='xts(aes),x25519' --callers=3 \
		--batch=1 --in-flight=1 --size=4096 --buffer=1M --points=30 --runs=1 --time=1
}

# That no table, no code and no picture of the book is cut off. And that it would be seen.
test_book_width()
{
	tools/packages doc browser || {
		echo "ok book-width # SKIP no chromium here"
		return
	}
	logged_result "the book builds" make -s htmldocs HTML="$work/wide"
	nested tests/book-width "$work/wide"
	: >"$work/wide/_static/book.css"
	logged_result "without its style sheet tables are cut off" eval \
		"{ tests/book-width $work/wide || :; } | grep '^# 800 benchmarks.html TABLE'"
}

# The programs of Documentation/examples.
test_examples() { nested tests/examples "$work/examples"; }

# What make install makes.
test_install()
{
	nested tests/install "$work/install"
	# A package that is held (apt-mark) is not missing.
	mkdir "$work/held"
	printf '#!/bin/sh\necho "hi  gnuplot-nox"\n' >"$work/held/dpkg-query"
	printf '#!/bin/sh\nexit 1\n' >"$work/held/apt-get"
	chmod +x "$work"/held/*
	logged_result "a package that is held is there" env PATH="$work/held:$PATH" tools/packages plots
	# apt-cache says "Depends" in the user's language.
	rm "$work/held/dpkg-query"
	# shellcheck disable=SC2016 # for sh
	printf '#!/bin/sh\n[ "$LC_ALL" != C ] || echo "  Depends: linux-image-9.9-amd64"\n' >"$work/held/apt-cache"
	chmod +x "$work/held/apt-cache"
	logged_result "a kernel is found in any locale" env LC_ALL=de_DE.UTF-8 PATH="$work/held:$PATH" \
		WARPCRYPT_CACHE="$work/cache" sh -c 'tools/vm/build-kernel 6.1 2>&1 | grep "kernel 9\.9-amd64"'
}
# What the hooks of the initramfs do where modules are missing.
test_initramfs() { nested tests/initramfs "$work/initramfs"; }
test_tools() { nested tests/tools "$work/tools"; }

# What nothing else compiles here.
test_cuda_sources()
{
	if command -v nvcc /usr/local/cuda/bin/nvcc >/dev/null; then
		logged_result "the benchmarks of GPUs and tools/lab compile" make cuda-sources
	else
		echo "ok cuda-sources # SKIP built without nvcc"
	fi
}

# For which GPUs there is code.
test_gpu_images() { nested tests/gpu-images "$work/gpu"; }

# The engines with the restrictions of the unit.
test_confined() { nested tests/confined; }

# Our packages in a Debian system of their own, from installation to purge. On Debian's own kernels with an initramfs and
# a root file system in it, but on 6.12 and 7.2 without the upgrade, whose modules are built in the guest.
test_debian() { nested tests/debian/run --kernel uml-smp "$results/host/debian"; }
test_debian_6_1()
{
	nested tests/debian/run --kernel 6.1 --build here --parts install,boot,root,upgrade,purge "$results/host/debian-6.1"
}
test_debian_dracut()
{
	nested tests/debian/run --kernel 6.1 --build here --initramfs dracut --parts install,boot,root,upgrade,purge \
		"$results/host/debian-dracut"
}
test_debian_7_2() { nested tests/debian/run --kernel 7.2 --build here "$results/host/debian-7.2"; }
test_debian_6_12() { nested tests/debian/run --kernel 6.12 --build here "$results/host/debian-6.12"; }

# debian/tests.
test_autopkgtest() { nested tests/autopkgtest "$results/host/autopkgtest"; }

# The provider, installed, with the command openssl.
test_provider() { nested tests/provider "$work/provider"; }
# The same libraries with OpenSSL 4.
test_openssl_4() { nested tests/openssl-4 "$work/openssl-4"; }

# unlisted NAME...: those that no job of tests/required has.
unlisted()
{
	local name

	for name in "$@"; do
		[[ " ${required_jobs[*]} " =~ [[:space:]]"$name"[,[:space:]] ]] || echo "$name"
	done
}

# no_unlisted DESCRIPTION NAME...
no_unlisted()
{
	local missing
	missing=$(unlisted "${@:2}")

	[ -z "$missing" ] || echo "# in no job of tests/required:" $missing
	result "$([ -z "$missing" ]; echo $?)" "$1"
}

# That nothing was added to the tree and forgotten in the list.
test_required()
{
	local scripts programs
	mapfile -t scripts < <(find tests -maxdepth 1 -name '*.sh' -perm /100 -printf '%f\n')
	read -ra programs < <(make -s unit-names)

	no_unlisted "every script of tests/ is in tests/required" "${scripts[@]}"
	no_unlisted "every program of the unit tests is in tests/required" "${programs[@]}"
	logged_result "no two jobs of tests/required have one name" eval \
		'! awk "/^job / { print \$3 }" tests/required | sort | uniq -d | grep .'
	logged_result "tests/Makefile has the programs of the scripts" eval \
		'! for name in $(grep -ohE "\\\$bin/[a-z0-9-]+" tests/*.sh); do grep -qw "${name#*/}" tests/Makefile || echo "$name"; done | grep .'
	logged_result "every document is in README.md" eval \
		'! for file in Documentation/*.rst; do grep -qF "($file)" README.md || echo "$file"; done | grep -v "/index\|/changelog"'
}
