# SPDX-License-Identifier: GPL-2.0-only
#
# merge.awk: makes one KTAP document of what run-tests has collected, and judges
# it by tests/required. Input:
#
#   === job NAME PLACE
#   === begin TEST
#   ... KTAP, with or without numbers, subtests indented by 4 ...
#   === end TEST EXIT-STATUS SECONDS
#
# Variables: required=FILE, which has the jobs and the skips that are allowed,
# each in one line; lists=LISTS, of which every job and test must have a result;
# only=JOB: of them that job's alone; results=DIR, which has the output of the
# jobs; brief=1: of one test, how it went, and failures that have no line of
# their own.
#
# A case is a script or program, the subtest's parent if it has one, and the
# description up to " # ". It counts once, however many guests it ran in: it has
# failed if it failed in one of them, else it has passed if it passed in one of
# them. A result that has subtests is no case, unless it failed and they did not.
# A result with "# FIXTURE" is no case either, unless it failed.
#
# A test that has another number of results than its plan says has failed. Exits 1
# when anything failed or nothing ran.

function out(line) { if (!brief) print line }

function fail(what)
{
	failures[++failures_count] = job ": " what
	if (!(job in failed_jobs))
		order[++failed_jobs_count] = job
	failed_jobs[job] = 1
}

# A failure that no line of the test's own tells.
function broken(what)
{
	out("    # " what)
	fail(test ": " what)
	state[script " / " what] = "failed"
	bad++
}

function skip_allowed(reason,   i)
{
	for (i = 1; i <= skips; i++)
		if (place ~ skip_place[i] && script ~ skip_test[i] && reason ~ skip_reason[i])
			return 1
	return 0
}

function skipped_case(name, reason, line)
{
	if (!skip_allowed(reason)) {
		fail(test ": " line " (a skip that no line of tests/required allows)")
		state[name] = "failed"
		bad++
		return
	}
	notes[++notes_count] = job ": " test ": " line
	if (!(name in state))
		state[name] = "skipped"
}

# count(NAME, LINE): a result of the case NAME.
function count(name, line,   reason)
{
	if (line ~ /# SKIP/) {
		reason = line
		sub(/.*# SKIP */, "", reason)
		# cmocka's, since 2.0, has none.
		if (reason == "")
			reason = description(line)
		sub(/^ok [0-9]* */, "", line)
		skipped_case(name, reason, line)
	} else if (line ~ /^not ok/) {
		fail(test ": " line)
		state[name] = "failed"
	} else if (line !~ /# FIXTURE/) {
		runs++
		if (state[name] != "failed")
			state[name] = "passed"
	}
}

# description(LINE): of a result, without number, directive and diagnostic.
function description(line)
{
	sub(/^(not )?ok */, "", line)
	sub(/^[0-9]+ */, "", line)
	sub(/^- /, "", line)
	sub(/ *# .*/, "", line)
	return line
}

# Subtests come before the result they belong to.
function count_children(parent,   i)
{
	for (i = 1; i <= children; i++)
		count(script " / " parent description(child[i]), child[i])
	children = children_bad = 0
}

function begin(name)
{
	test = script = name
	sub(/,.*/, "", script)
	seen = bad = results = planned = 0
	children = children_bad = 0
	status = "lost"
	why = ""
}

function leave()
{
	if (test == "")
		return
	count_children("")
	if (status == "missing")
		broken("no result: it must run, and did not")
	else if (status == "lost")
		broken("it did not get to its end")
	else if (!seen && status != 4)
		broken("no results, exit status " status)
	else if (planned && results != planned)
		broken(results " results, and " planned " in its plan")
	else if (status != 0 && status != 4 && !bad)
		broken("exit status " status)
	if (!seen && status == 4)
		skipped_case(script, why, test " # SKIP " why)
	out(sprintf("%sok %d %s: %s%s", bad ? "not " : "", ++tests, job, test,
		    !bad && status == 4 ? " # SKIP " why : ""))
	test = ""
}

# pattern(GLOB): the regular expression for a pattern of the shell.
function pattern(glob)
{
	gsub(/\./, "[.]", glob)
	gsub(/\*/, ".*", glob)
	return "^" glob "$"
}

function take_required(line,   field, n, i)
{
	n = split(line, field, /[ \t]+/)
	if (field[1] == "job") {
		for (i = 6; i <= n; i++)
			listed[field[3], field[i]] = 1
		if (index(" " lists " ", " " field[2] " ") && (only == "" || only == field[3])) {
			expected[++expected_count] = field[3]
			for (i = 6; i <= n; i++)
				expected_tests[field[3]] = expected_tests[field[3]] " " field[i]
		}
	} else if (field[1] == "skip") {
		skip_place[++skips] = pattern(field[2])
		skip_test[skips] = pattern(field[3])
		sub(/^skip[ \t]+[^ \t]+[ \t]+[^ \t]+[ \t]+/, "", line)
		skip_reason[skips] = "^(" line ")$"
	}
}

# What must have run.
function look_for_missing(   i, j, n, names)
{
	for (i = 1; i <= expected_count; i++) {
		job = expected[i]
		n = split(expected_tests[job], names, " ")
		for (j = 1; j <= n; j++) {
			if ((job, names[j]) in begun)
				continue
			begin(names[j])
			status = "missing"
			leave()
		}
	}
}

BEGIN {
	while ((getline line <required) > 0)
		take_required(line)
	out("KTAP version 1")
}

/^=== job / {
	leave()
	job = $3
	place = $4
	next
}

/^=== begin / {
	leave()
	begin($3)
	begun[job, test] = 1
	if (test != "guest" && test != "job" && !((job, test) in listed))
		broken("this test of this job is not in tests/required")
	next
}

/^=== end / {
	ended = $3
	status = $4
	seconds = $5
	leave()
	next
}

/^1\.\.[1-9]/ { planned = substr($0, 4) + 0 }
/^1\.\.0 # SKIP / { why = substr($0, length("1..0 # SKIP ") + 1) }

/^ *(not )?ok/ {
	match($0, /^ */)
	line = substr($0, RLENGTH + 1)
	seen++
	if (RLENGTH > 0) {
		child[++children] = line
		children_bad += line ~ /^not ok/
	} else {
		results++
		bad += line ~ /^not ok/
		# It stands for its subtests, which are counted.
		own = !children || (line ~ /^not ok/ && !children_bad)
		count_children(description(line) " / ")
		if (own)
			count(script " / " description(line), line)
	}
	out("    " $0)
	next
}

/^$/ && test == "" { next }

{ out(test != "" || $0 ~ /^#/ ? "    " $0 : "# " $0) }

# How a test went. Other failures were shown when they came.
function tell_test(   i)
{
	for (i = 1; i <= failures_count; i++)
		if (failures[i] !~ /: not ok /)
			print "failed: " failures[i]
	if (ended != "guest")
		printf "%s: %s: %d passed%s%s (%d s)\n", job, ended, number["passed"],
			number["failed"] ? ", " number["failed"] " FAILED" : "",
			number["skipped"] ? ", " number["skipped"] " skipped" : "", seconds
}

END {
	leave()
	if (!brief)
		look_for_missing()
	for (name in state)
		number[state[name]]++
	if (brief) {
		tell_test()
		exit
	}
	out("1.." tests)
	for (i = 1; i <= notes_count; i++)
		out("# skipped: " notes[i])
	for (i = 1; i <= failures_count; i++)
		print "# failed: " failures[i]
	for (i = 1; i <= failed_jobs_count; i++)
		print "# read " results "/" order[i] "/ktap and what is beside it"
	printf "%d passed (in %d runs), %d failed, %d skipped\n", number["passed"], runs,
		number["failed"], number["skipped"]
	exit number["failed"] || !number["passed"]
}
