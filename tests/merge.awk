# SPDX-License-Identifier: GPL-2.0-only
#
# merge.awk: makes one KTAP document of what run-tests has collected. Input:
#
#   === job NAME
#   === begin TEST
#   ... KTAP, with or without numbers, subtests indented by 4 ...
#   === end TEST EXIT-STATUS
#
# Counted are results that have no subtests of their own; a test that has, and
# failed though none of them did, counts too. The last lines name what failed,
# and the directory in -v results=DIR that has the job's output. Exits 1 when
# anything failed or nothing ran.

function fail(what)
{
	failed++
	failures[failed] = name ": " what
	if (!(job in failed_jobs))
		order[++failed_jobs_count] = job
	failed_jobs[job] = 1
}

# A failure of the test itself, which no line of its own tells.
function broken(what)
{
	print "    # " what
	fail(what)
	bad++
}

function leave()
{
	if (name == "")
		return
	if (status == "lost")
		broken("it did not get to its end")
	else if (!seen && status != 4)
		broken("no results, exit status " status)
	else if (status != 0 && status != 4 && !bad)
		broken("exit status " status)
	if (!seen && status == 4)
		skipped++
	printf "%sok %d %s%s\n", bad ? "not " : "", ++tests, name,
	       !bad && status == 4 ? " # SKIP" why : ""
	name = ""
}

BEGIN { print "KTAP version 1" }

/^=== job / {
	leave()
	job = $3
	next
}

/^=== begin / {
	leave()
	name = job ": " $3
	seen = bad = 0
	children = children_bad = 0
	status = "lost"
	why = ""
	next
}

/^=== end / {
	status = $4
	leave()
	next
}

/^1\.\.0 # SKIP / { why = substr($0, length("1..0 # SKIP ")) }

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
		else if (not_ok)
			fail(substr($0, depth + 1))
		else
			passed++
	}
	print "    " $0
	next
}

/^$/ && name == "" { next }

{ if (name != "" || $0 ~ /^#/) print "    " $0; else print "# " $0 }

END {
	leave()
	print "1.." tests
	for (i = 1; i <= failed; i++)
		print "# failed: " failures[i]
	for (i = 1; i <= failed_jobs_count; i++)
		print "# read " results "/" order[i] "/ktap and what is beside it"
	printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
	exit failed || !passed
}
