# SPDX-License-Identifier: GPL-2.0-only
#
# merge.awk: makes one KTAP document of what run-tests has collected. Input:
#
#   === begin NAME
#   ... KTAP, with or without numbers, subtests indented by 4 ...
#   === end NAME EXIT-STATUS
#
# Counted are results that have no subtests of their own; a test that has, and
# failed though none of them did, counts too. Exits 1 when anything failed or
# nothing ran.

function leave()
{
	if (name == "")
		return
	if (!seen && status != 4) {
		print "    # no results"
		bad++
	}
	if (status != 0 && status != 4 && !bad) {
		print "    # exit status " status
		bad++
	}
	if (status == "lost")
		print "    # it did not get to its end"
	# What the lines above cannot count, for it has no line of its own.
	if (bad && !failed_here)
		failed++
	if (!seen && status == 4)
		skipped++
	printf "%sok %d %s%s\n", bad ? "not " : "", ++tests, name,
	       !bad && status == 4 ? " # SKIP" : ""
	name = ""
}

BEGIN { print "KTAP version 1" }

/^=== begin / {
	if (name != "") {
		status = "lost"
		leave()
	}
	name = $3
	seen = bad = failed_here = 0
	children = children_bad = 0
	status = "lost"
	next
}

/^=== end / {
	status = $4
	leave()
	next
}

/^ *(not )?ok/ {
	match($0, /^ */)
	depth = RLENGTH
	not_ok = $0 ~ /^ *not ok/
	skip = $0 ~ /# SKIP/
	seen++
	if (depth > 0) {
		children++
		children_bad += not_ok
		count = 1
	} else {
		# It stands for its subtests, which are counted.
		count = !children || (not_ok && !children_bad)
		bad += not_ok
		children = children_bad = 0
	}
	if (count) {
		if (skip)
			skipped++
		else if (not_ok) {
			failed++
			failed_here++
		} else
			passed++
	}
	print "    " $0
	next
}

{ if (name != "" || $0 ~ /^#/) print "    " $0; else print "# " $0 }

END {
	leave()
	print "1.." tests
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed || !passed
}
