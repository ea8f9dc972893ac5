# SPDX-License-Identifier: GPL-2.0-only
# Throughput against submitters, a plot for each mode, a colour for each size.
# work: the directory of scaling.data, which warpcrypt-bench kernel-api
# --submitters --plot-data wrote; the plots go there too. modes: the columns
# after the first. sizes: the blocks, bytes of a request. backend: the helper's.

data = work . "/scaling.data"
blocks = words(sizes)
n = words(modes)

set xlabel "submitters, each a kernel thread on a CPU of its own"
set ylabel "GB/s"
# Small requests and large ones are far apart.
set logscale y
set grid
set key outside bottom center horizontal maxrows 4
# So that they do not lie over the name of the axis.
set bmargin 7
set style data linespoints

do for [type in "svg png"] {
	if (type eq "svg") {
		set terminal svg size 900, 560 * n background "white"
	} else {
		set terminal pngcairo size 900, 560 * n
	}
	set output work . "/scaling." . type
	set multiplot layout n, 1
	do for [m = 1:n] {
		set title word(modes, m) . "(aes) by the module, " . backend . " engine"
		plot for [b = 0:blocks - 1] data index b using 1:(column(m + 1)) \
			linecolor b + 1 linewidth 2 pointtype 7 title word(sizes, b + 1) . " bytes"
	}
	unset multiplot
}
