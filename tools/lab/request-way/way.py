#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""way.py NAMES RECORD: see request-way. A function of a header counts once, however many files have it."""
import collections
import glob
import re
import sys

ENTRY, FILL, COMMIT = "skcipher.c wc_skcipher_encrypt", "frame.c wc_frame_fill", "enter.c wc_commit"
REQUESTS = 64

inline = {}
for path in glob.glob("kmod/*.h"):
    for name in re.findall(r"^static inline [^;{]*?(\w+)\(", open(path, encoding="ascii").read(), re.MULTILINE):
        inline[name] = path.removeprefix("kmod/")

names = {0: ""}
for line in open(sys.argv[1], encoding="ascii"):
    address, name, place = line.split("\t")
    names[int(address, 16)] = inline.get(name, place.split(":")[0]) + " " + name

calls = collections.defaultdict(collections.Counter)
callees = collections.defaultdict(lambda: collections.defaultdict(set))
callers = collections.defaultdict(lambda: collections.defaultdict(set))
for line in open(sys.argv[2], encoding="ascii"):
    thread, caller, callee, count = line.split()
    caller, callee = names[int(caller, 16)], names[int(callee, 16)]
    calls[thread][callee] += int(count)
    callees[thread][caller].add(callee)
    callers[thread][callee].add(caller)


def reached(table, name):
    """All that is reached from a function by calls (callees) or against them (callers)."""
    found, new = set(), [name]
    while new:
        name = new.pop()
        if name and name not in found:
            found.add(name)
            new += table[name]
    return found


def show(what, count, found, least):
    found = [name.split() + [count[name]] for name in sorted(found)]
    files = collections.defaultdict(list)
    for file, name, n in found:
        if file.endswith(".c") and n >= least:
            files[file].append(name)
    headers = sum(file.endswith(".h") for file, name, n in found)
    each = sum(map(len, files.values()))
    lines = sum(len(open("kmod/" + file, encoding="ascii").readlines()) for file in files)
    print(f"{what}: {each} functions of {len(files)} files ({lines} lines); {len(found) - each - headers} that some pass; "
          f"{headers} in headers")
    for file in sorted(files):
        print(f"  {file}: {' '.join(files[file])}")


submitters = [t for t in calls if calls[t][ENTRY] == calls[t][FILL] == REQUESTS]
if not submitters:
    sys.exit("request-way: no thread has submitted 64 requests")
t = submitters[0]
show("in", calls[t], reached(callees[t], ENTRY), REQUESTS // 2)
t = max(calls, key=lambda t: calls[t][COMMIT])
show("back", calls[t], (reached(callees[t], COMMIT) | reached(callers[t], COMMIT)) - {""}, calls[t][COMMIT] // 2)
