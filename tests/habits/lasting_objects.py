# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Static objects that a job may reach are never destroyed: a job that its caller has left runs on
while the process ends. What has no destructor may be an object; the rest is a reference to one made
by `new`."""

import re

from sources import CPP, ROOT, end, files, name

ROOMS = ("core", "backends", "algorithms", "distributed", "engine")
# Without a destructor that does anything.
HARMLESS = re.compile(r"(?:std::)?(?:(?:timed_)?mutex|once_flag|type_index|atomic<[\w:]+>|"
                      r"thread::id|u?int(?:\d+_t)?|bool|char|double|float|size_t|pid_t|"
                      r"ThreadsOfBlas|cudaStream_t)$")
OBJECT = re.compile(r"^\s*(?:inline\s+)?static\s+(?P<type>[\w:<>,*& ]+?)(?P<mark>[&*]*)\s+"
                    r"(?P<name>\w+)\s*(?:\[[^\]]*\]\s*)?(?:=|\{|;)")
OF_NAMESPACE = re.compile(r"^(?:inline\s+)?(?P<type>(?:const\s+)?(?:std|fs|Kokkos)::[\w:<>,*& ]+?)"
                          r"(?P<mark>[&*]*)\s+(?P<name>\w+)\s*(?:=|\{|;)")
ENDS_WITH_ITS_THREAD = "thread_local"


def destroyed_objects(path, text):
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = OBJECT.match(line) or OF_NAMESPACE.match(line)
        if match is None or match["mark"]:
            continue
        words = [word for word in match["type"].split() if word != "const"]
        if "constexpr" in words or ENDS_WITH_ITS_THREAD in words or words[-1][-1] in "&*":
            continue
        if not HARMLESS.match(words[-1]):
            found.append(f"{name(path)}:{number}: {match['name']} is destroyed at exit, when a job"
                         " may still run (make it a reference to an object that new makes)")
    return found


def main():
    complaints = []
    sources = files(ROOMS, CPP)
    for path in sources:
        complaints += destroyed_objects(path, path.read_text())
    end(complaints, len(sources))


if __name__ == "__main__":
    main()
