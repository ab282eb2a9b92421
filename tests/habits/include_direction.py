# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Includes run one way: core <- backends <- algorithms <- distributed <- engine <- {apps, python},
and core <- io <- {apps, python}; engine and io do not know each other.

Also: a header outside backends/ names no vendor's library; what needs no Kokkos (io, apps, python,
and the engine but for its modules) reaches none, by way of our headers either, and the program and
the package no detail of another layer; our own headers are spelled <siderum/...> with a path that
exists; and what a user includes of core/ and algorithms/ reaches no operation of a backend.
"""

import re

from sources import CPP, ROOT, end, files, name

MAY_INCLUDE = {
    "core": {"core"},
    "backends": {"core", "backends"},
    "algorithms": {"core", "backends", "algorithms"},
    "distributed": {"core", "backends", "algorithms", "distributed"},
    "engine": {"core", "backends", "algorithms", "distributed", "engine"},
    "io": {"core", "io"},
    "apps": {"core", "algorithms", "engine", "io", "apps"},
    "python": {"core", "algorithms", "engine", "io", "python"},
}
WITHOUT_KOKKOS = ("io/", "apps/", "engine/", "python/")
# They see what a user of the libraries sees.
USERS = ("apps", "python")
MODULES = "engine/module/"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
GENERATED = {"version.hpp"}
# All that public headers know of backends: what they are called.
NAMES_OF_BACKENDS = {"backends/choice.hpp"}


def complaints_about_include(path, layer, quote, target):
    if quote == '"':
        return [f'"{target}" is in quotes (spell it <siderum/...>)']
    if not target.startswith("siderum/"):
        return []
    inner = target.removeprefix("siderum/")
    if inner in GENERATED:
        return []
    found = []
    if inner.split("/")[0] not in MAY_INCLUDE[layer]:
        found.append(f"{layer}/ includes <{target}> against the direction of the layers")
    if layer in USERS and "/detail/" in inner:
        found.append(f"{layer}/ includes <{target}>, a detail of another layer")
    if not (ROOT / inner).is_file():
        found.append(f"<{target}> does not exist")
    return found


def includes_of(header):
    path = ROOT / header
    lines = path.read_text().splitlines() if path.is_file() else []
    return [match.group(2) for match in map(INCLUDE.match, lines) if match]


def included_by(header):
    return [target.removeprefix("siderum/") for target in includes_of(header)
            if target.startswith("siderum/")]


def way_to_kokkos(file, includes_of=includes_of):
    """The files by which one reaches Kokkos; empty: it does not."""
    ways = {file: [file]}
    reached = [file]
    for here in reached:
        for target in includes_of(here):
            inner = target.removeprefix("siderum/")
            if target.startswith("Kokkos_"):
                return ways[here] + [target]
            if inner != target and inner not in ways:
                ways[inner] = ways[here] + [inner]
                reached.append(inner)
    return []


def complaints_about_reach(header, included_by=included_by):
    """What a public header reaches of backends/ that it must not, each with who includes it."""
    found = []
    seen = {header}
    reached = [header]
    for here in reached:
        for target in included_by(here):
            if target.startswith("backends/") and target not in NAMES_OF_BACKENDS:
                found.append(f"{header}: reaches <siderum/{target}> through {here} (a user's"
                             " compiler would read operations of backends)")
            elif target not in seen:
                seen.add(target)
                reached.append(target)
    return found


def main():
    complaints = []
    checked = 0
    for layer in MAY_INCLUDE:
        for path in files([layer], CPP):
            checked += 1
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if match:
                    for complaint in complaints_about_include(path, layer, *match.groups()):
                        complaints.append(f"{name(path)}:{number}: {complaint}")
                if path.suffix == ".hpp" and layer != "backends":
                    if re.search(r"Kokkos::Cuda\b|\bcuda[A-Z_]|__CUDA|KOKKOS_ENABLE_CUDA", line):
                        complaints.append(f"{name(path)}:{number}: names CUDA outside backends/")
            if name(path).startswith(WITHOUT_KOKKOS) and not name(path).startswith(MODULES):
                if way := way_to_kokkos(name(path)):
                    complaints.append(f"{way[0]}: reaches Kokkos through {' -> '.join(way[1:])}")
                if layer in USERS and re.search(r"\bdetail::", path.read_text()):
                    complaints.append(f"{name(path)}: names a detail namespace")
    for pattern in ("core/*.hpp", "algorithms/*/*.hpp"):
        for path in sorted(ROOT.glob(pattern)):
            complaints += complaints_about_reach(name(path))
    end(complaints, checked)


if __name__ == "__main__":
    main()
