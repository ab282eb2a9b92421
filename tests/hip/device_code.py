# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Looks for the device code of every operation in the objects of a build with HIP:

    device_code.py <build>

An operation is what the backend Portable lists. It is there where kernels that bear its name were
compiled for an AMD GPU and one of them, disassembled, comes to its end. No source of the library
may have been compiled so that products and sums of different statements become one; to look for
that alone, in a build by any clang:

    device_code.py --commands <build>"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What the kernels of an operation are called. Those that are none run within others, or on hosts.
KERNELS = {
    "SinCos": [],
    "PhaseRotation": [],
    "Fft": ["device_fft::PassTransformer<Kokkos::HIP, float",
            "device_fft::PassTransformer<Kokkos::HIP, double"],
    "Product": ["KokkosBlas::Impl::GEMMImpl<Kokkos::HIP, Kokkos::View<float const",
                "KokkosBlas::Impl::GEMMImpl<Kokkos::HIP, Kokkos::View<double const"],
    "TrigSums": ["DeviceGridSummer<float", "DeviceGridSummer<double", "DeviceListSummer<float",
                 "DeviceListSummer<double"],
    "NufftSums": ["nufft::PlaceFinder<", "nufft::RunFinder<", "nufft::TileSpreader<",
                  "nufft::SectionReader<"],
    "ProductSums": ["product::FactorBuilder<", "product::StripReader<"],
    "SharedNufftSums": ["shared::SharedTileSpreader<", "shared::SharedSectionReader<"],
    "SharedProductSums": ["shared::SharedReader<"],
    "FoldAndSort": ["TeamFoldSorter<float", "TeamFoldSorter<double", "WindowItemMaker<"],
    "FrequencySums": ["frequency_sums::TeamFunctor<Kokkos::HIP, float",
                      "frequency_sums::TeamFunctor<Kokkos::HIP, double"],
    "PairHistogram": ["DevicePairCounter<Kokkos::HIP, float",
                      "DevicePairCounter<Kokkos::HIP, double"],
    "ExpandList": ["expand_list::DeviceExpander<"],
    "LegendreSynthesis": ["legendre::DeviceSynthesizer<", "legendre::DeviceEquatorSynthesizer<"],
    "LegendreAnalysis": ["legendre::DeviceAnalyzer<"],
    "RingFft": ["ring_fft::DeviceRingSynthesizer<", "ring_fft::DeviceRingAnalyzer<"],
    "SpinPoles": ["spin::DevicePoleSynthesizer<", "spin::DevicePoleAnalyzer<"],
    "SpinScalars": ["spin::DeviceToScalars<", "spin::DeviceFromScalars<"],
    "Rotation": ["rotation::Gatherer<", "rotation::Multiplier<"],
    "KeySort": ["DeviceRadixSort<Kokkos::HIP>::Counter", "DeviceRadixSort<Kokkos::HIP>::Placer",
                "DeviceRadixSort<Kokkos::HIP>::Mover"],
    "DeviceFactsOf": [],
    "StreamOrder": [],
    "DeviceScope": [],
}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def operations():
    """The names that the portable backend lists."""
    text = (ROOT / "backends" / "backend.hpp").read_text()
    portable = text[text.index("struct Portable {"):]
    return re.findall(r"using (\w+) =", portable[:portable.index("\n};")])


def device_objects(build, folder):
    """The device code of each object of the library that has some, as files of their own."""
    for number, source in enumerate(sorted(build.glob("CMakeFiles/siderum.dir/**/*.o"))):
        bundle, code = folder / f"{number}.bundle", folder / f"{number}.o"
        run("llvm-objcopy-19", "-O", "binary", "--only-section=.hip_fatbin", source, bundle)
        if bundle.stat().st_size == 0:
            continue
        targets = run("clang-offload-bundler-19", "--list", "--type=o", f"--input={bundle}")
        for target in targets.split():
            if "amdgcn" in target:
                run("clang-offload-bundler-19", "--unbundle", "--type=o", f"--targets={target}",
                    f"--input={bundle}", f"--output={code}")
                yield code


def kernels(code):
    """Names of kernels, as they stand in the object and as they are written."""
    symbols = [line.split()[-1] for line in run("llvm-objdump-19", "-t", code).splitlines()
               if line.endswith(".kd")]
    mangled = [symbol.removesuffix(".kd") for symbol in symbols]
    written = subprocess.run(["llvm-cxxfilt-19"], input="\n".join(mangled), check=True,
                             capture_output=True, text=True).stdout.splitlines()
    return list(zip(mangled, written))


def comes_to_its_end(code, kernel):
    text = run("llvm-objdump-19", "-d", f"--disassemble-symbols={kernel}", code)
    return "elf64-amdgpu" in text and "s_endpgm" in text


def find_code(build):
    """For each name of kernels, how many there are; None where one is no whole code."""
    wanted = {name for names in KERNELS.values() for name in names}
    found = dict.fromkeys(wanted, 0)
    with tempfile.TemporaryDirectory() as folder:
        for code in device_objects(build, Path(folder)):
            for mangled, written in kernels(code):
                for name in wanted:
                    if name not in written:
                        continue
                    if found[name] == 0 and not comes_to_its_end(code, mangled):
                        sys.exit(f"device_code: {written} has no code that comes to its end")
                    found[name] += 1
    return found


def fusing_sources(commands):
    """Sources of compile_commands.json whose last word on the matter is not -ffp-contract=on. The
    default of clang is, but not where it compiles for AMD GPUs."""
    for entry in commands:
        said = [word for word in shlex.split(entry["command"]) if word.startswith("-ffp-contract")]
        if said[-1:] != ["-ffp-contract=on"]:
            yield entry["file"]


def read_commands(build):
    """Those of the library and the module."""
    commands = json.loads((build / "compile_commands.json").read_text())
    return [entry for entry in commands if " -o CMakeFiles/siderum" in entry["command"]]


def complaints(found, names):
    for operation in sorted(set(names) ^ set(KERNELS)):
        yield f"{operation}: is in one of backends/backend.hpp and this script alone"
    for operation, wanted in KERNELS.items():
        for name in wanted:
            if found[name] == 0:
                yield f"{operation}: no kernel {name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--commands", action="store_true", help="read no objects")
    options = parser.parse_args()
    problems = [f"{source}: is compiled without -ffp-contract=on"
                for source in fusing_sources(read_commands(options.build))]
    if not options.commands:
        found = find_code(options.build)
        for operation, wanted in KERNELS.items():
            if wanted:
                print(f"{operation}: {sum(found[name] for name in wanted)} kernels")
        problems += complaints(found, operations())
    for problem in problems:
        print(f"device_code: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
