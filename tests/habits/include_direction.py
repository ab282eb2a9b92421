# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Includes run one way: core <- backends <- algorithms <- {distributed, io} <- {apps, python}.

Also: a header outside backends/ names no vendor's library, only apps/compute*.cpp of the program
includes Kokkos, and our own headers are spelled <siderum/...> with a path that exists.
"""

import re

from sources import CPP, ROOT, end, files, name

MAY_INCLUDE = {
    "core": {"core"},
    "backends": {"core", "backends"},
    "algorithms": {"core", "backends", "algorithms"},
    "distributed": {"core", "backends", "algorithms", "distributed"},
    "io": {"core", "algorithms", "io"},
    "apps": {"core", "backends", "algorithms", "distributed", "io", "apps"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
GENERATED = {"version.hpp"}


def complaints_about_include(path, layer, quote, target):
    if quote == '"':
        return [f'"{target}" is in quotes (spell it <siderum/...>)']
    if target.startswith("Kokkos_") and layer in ("io", "apps"):
        if not path.name.startswith("compute"):
            return [f"includes <{target}> (io and apps go through the host compiler)"]
    if not target.startswith("siderum/"):
        return []
    inner = target.removeprefix("siderum/")
    if inner in GENERATED:
        return []
    found = []
    if inner.split("/")[0] not in MAY_INCLUDE[layer]:
        found.append(f"{layer}/ includes <{target}> against the direction of the layers")
    if not (ROOT / inner).is_file():
        found.append(f"<{target}> does not exist")
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
    end(complaints, checked)


if __name__ == "__main__":
    main()
