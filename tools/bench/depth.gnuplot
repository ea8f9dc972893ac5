# SPDX-License-Identifier: GPL-2.0-only
# Throughput against depth. work: the directory of depth.data, which
# warpcrypt-bench numbers --plot-data wrote; the plots go there too.

set logscale x 2
set xlabel "requests in flight"
set ylabel "MB/s"
set yrange [0:*]
set grid
set key outside bottom center horizontal
set style data linespoints
set title "AES-XTS, 4 KiB requests: the module beside an echo of the same bytes and beside software"

data = work . "/depth.data"

do for [type in "svg png"] {
	if (type eq "svg") {
		set terminal svg size 900,600 background "white"
	} else {
		set terminal pngcairo size 900,600
	}
	set output work . "/depth." . type
	plot data index 0 using 1:4 title "memcpy bound", \
	     data index 0 using 1:3 title "echo floor", \
	     data index 0 using 1:2 title "warpcrypt, null backend", \
	     data index 1 using 1:2 title "warpcrypt, CPU backend", \
	     data index 1 using 1:3 title "generic AES"
}
