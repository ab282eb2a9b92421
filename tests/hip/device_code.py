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

PRECISIONS = ("float", "double")


def by_precision(*names):
    """One name for each precision, which takes the place of REAL."""
    return [name.replace("REAL", real) for name in names for real in PRECISIONS]


# What the kernels of an operation are called, in each precision where their names tell. Those that
# are none run within others, or on hosts.
KERNELS = {
    "SinCos": [],
    "PhaseRotation": [],
    "Fft": by_precision("device_fft::PassTransformer<Kokkos::HIP, REAL"),
    "Product": by_precision("KokkosBlas::Impl::GEMMImpl<Kokkos::HIP, Kokkos::View<REAL const"),
    "TrigSums": by_precision("DeviceGridSummer<REAL", "DeviceListSummer<REAL"),
    "NufftSums": ["nufft::PlaceFinder<", "nufft::RunFinder<",
                  *by_precision("nufft::TileSpreader<Kokkos::HIP, REAL",
                                "nufft::SectionReader<Kokkos::HIP, REAL")],
    "ProductSums": by_precision("product::FactorBuilder<Kokkos::HIP, REAL",
                                "product::StripReader<Kokkos::HIP, REAL"),
    "SharedNufftSums": by_precision("shared::SharedTileSpreader<Kokkos::HIP, REAL",
                                    "shared::SharedSectionReader<Kokkos::HIP, REAL"),
    "SharedProductSums": by_precision("shared::WaveBuilder<Kokkos::HIP, REAL",
                                      "shared::SharedReader<Kokkos::HIP, REAL"),
    "FoldAndSort": [*by_precision("TeamFoldSorter<REAL"), "WindowItemMaker<"],
    "FrequencySums": by_precision("frequency_sums::TeamFunctor<Kokkos::HIP, REAL"),
    "PairHistogram": by_precision("DevicePairCounter<Kokkos::HIP, REAL"),
    "ExpandList": ["expand_list::DeviceExpander<"],
    "LegendreSynthesis": ["legendre::GrowthMaker<",
                          *by_precision("legendre::DeviceSynthesizer<Kokkos::HIP, REAL",
                                        "legendre::DeviceEquatorSynthesizer<Kokkos::HIP, REAL")],
    "LegendreAnalysis": by_precision("legendre::DeviceAnalyzer<Kokkos::HIP, REAL"),
    "RingFft": by_precision(
        "ring_fft::SpectrumMaker<siderum::portable::ring_fft::TeamsOfRings<Kokkos::HIP, REAL",
        "ring_fft::DeviceRingSynthesizer<Kokkos::HIP, REAL",
        "ring_fft::DeviceRingAnalyzer<siderum::portable::ring_fft::TeamsOfRings<Kokkos::HIP, REAL"),
    "SpinPoles": [*by_precision("spin::DevicePoleSynthesizer<Kokkos::HIP, REAL"),
                  "spin::DevicePoleAnalyzer<"],
    "SpinScalars": by_precision("spin::DeviceToScalars<Kokkos::HIP, REAL",
                                "spin::DeviceFromScalars<Kokkos::HIP, REAL"),
    "Rotation": by_precision("rotation::Gatherer<REAL", "rotation::Multiplier<Kokkos::HIP, REAL"),
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
    """Those of the library and the module, not of their tests."""
    commands = json.loads((build / "compile_commands.json").read_text())
    own = [entry for entry in commands
           if " -o CMakeFiles/siderum" in entry["command"]
           and not Path(entry["file"]).is_relative_to(ROOT / "tests")]
    if not own:
        sys.exit(f"device_code: {build} has no command that compiles the library")
    return own


def kernels_of(build):
    """KERNELS, less those of products where rocBLAS does them."""
    has_rocblas = re.search("^rocblas_DIR:PATH=(?!.*-NOTFOUND)",
                            (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    return {**KERNELS, "Product": []} if has_rocblas else KERNELS


def complaints(found, names, kernels_wanted):
    for operation in sorted(set(names) ^ set(kernels_wanted)):
        yield f"{operation}: is in one of backends/backend.hpp and this script alone"
    for operation, wanted in kernels_wanted.items():
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
        kernels_wanted = kernels_of(options.build)
        for operation, wanted in kernels_wanted.items():
            if wanted:
                print(f"{operation}: {sum(found[name] for name in wanted)} kernels")
        problems += complaints(found, operations(), kernels_wanted)
    for problem in problems:
        print(f"device_code: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
