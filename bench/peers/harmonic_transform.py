#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Times siderum, ducc0 and healpy on the same transforms in the same run, and compares the values.

    python3 -m venv build/peers && build/peers/bin/pip install ducc0 healpy
    cmake --build --preset openmp --target harmonic_transform_peer
    build/peers/bin/python bench/peers/harmonic_transform.py \\
        --siderum build/openmp/bench/harmonic_transform_peer

Synthesis and adjoint synthesis of one scalar map, or of one field of spin 2, in FP64, from arrays
in memory to arrays in memory, lmax = mmax: the fastest of several runs (repeats.py). On HEALPix
nside = (lmax + 1) / 2, on Gauss-Legendre lmax + 1 rings of 2 lmax + 2 pixels.
Plans and work space of siderum are made before; ducc0 and healpy make theirs in each call, for they
keep none. healpy has no adjoint: its map2alm without iteration is one but for a constant factor,
and has no Gauss-Legendre. A package that is not installed is named in the output.
"""

import argparse
import importlib
import json
import math
import os
import pathlib
import subprocess
import sys

from repeats import fastest_run

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUICK = (511, 1023, 2047)
FULL = (511, 1023, 2047, 4095)


def values(result, limit=100):
    """Every so many of the values, as harmonic_transform_peer prints them."""
    return result[::max(1, result.size // limit)]


class Siderum:
    def __init__(self, program, options):
        self.program, self.options = program, options

    def time(self, grid, size, lmax, spin):
        environment = {**os.environ, "OMP_NUM_THREADS": str(self.options.threads)}
        environment.setdefault("OMP_PROC_BIND", "false")
        command = [self.program, self.options.device, grid, str(size), str(lmax),
                   str(spin)]
        output = subprocess.run(command, check=True, capture_output=True, text=True,
                                env=environment).stdout
        found = {}
        for line in output.splitlines():
            operator, seconds, *numbers = line.split()
            found[operator] = float(seconds), [float(number) for number in numbers]
        return found


class Ducc:
    name = "ducc0"

    def __init__(self, options, make, make_spin):
        self.ducc = importlib.import_module("ducc0")
        self.version, self.options, self.make = self.ducc.__version__, options, make
        self.make_spin = make_spin

    def rings(self, grid, size, lmax):
        if grid == "healpix":
            return self.make.healpix(size)
        return self.make.gauss_legendre(size, 2 * lmax + 2)

    def time(self, grid, size, lmax, spin):
        rings = self.rings(grid, size, lmax)
        shared = {"lmax": lmax, "spin": spin, "nthreads": self.options.threads, **rings}
        if spin == 0:
            a_lm = self.make.coefficients(lmax, lmax).reshape(1, -1)
        else:
            a_lm = self.make_spin.rows_of_coefficients(2, spin, lmax, lmax)
        seconds, result = fastest_run(lambda: self.ducc.sht.synthesis(alm=a_lm, **shared))
        found = {"synthesis": (seconds, values(result[-1]))}
        noise = self.make_spin.rows_of_pixels(*result.shape)
        seconds, result = fastest_run(lambda: self.ducc.sht.adjoint_synthesis(map=noise, **shared))
        found["adjoint"] = seconds, values(result[-1].real)
        return found


class Healpy:
    name = "healpy"

    def __init__(self, options, make, _):
        os.environ["OMP_NUM_THREADS"] = str(options.threads)
        self.healpy = importlib.import_module("healpy")
        self.version, self.options, self.make = self.healpy.__version__, options, make

    def time(self, grid, size, lmax, spin):
        if grid != "healpix" or spin != 0:
            return {}
        a_lm = self.make.coefficients(lmax, lmax)
        seconds, result = fastest_run(lambda: self.healpy.alm2map(a_lm, size, lmax=lmax))
        found = {"synthesis": (seconds, values(result))}
        noise = self.make.noise(self.make.numpy.arange(result.size))
        seconds, result = fastest_run(lambda: self.healpy.map2alm(
            noise, lmax=lmax, iter=0, use_pixel_weights=False))
        found["adjoint"] = seconds, values(result.real) * (noise.size / (4.0 * math.pi))
        return found


def difference(theirs, ours):
    """The rms of the difference over that of ours."""
    squares = sum((a - b) ** 2 for a, b in zip(theirs, ours, strict=True))
    return math.sqrt(squares / sum(b * b for b in ours))


def available(options):
    try:
        sys.path.insert(0, str(ROOT / "tests/golden"))
        make = importlib.import_module("make_harmonic_transform")
        make_spin = importlib.import_module("make_spin_transform")
    except ImportError as failure:
        print(f"ducc0 and healpy: left out, ducc0 makes the data of both ({failure})", flush=True)
        return
    for package in (Ducc, Healpy):
        try:
            peer = package(options, make, make_spin)
        except ImportError as failure:
            print(f"{package.name}: left out ({failure})", flush=True)
            continue
        yield peer


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--siderum", required=True, help="the program harmonic_transform_peer")
    parser.add_argument("--cases", choices=("quick", "full"), default="quick")
    parser.add_argument("--lmax", type=int, nargs="+", help="instead of those of --cases")
    parser.add_argument("--spin", type=int, nargs="+", choices=(0, 2), default=(0, 2))
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--device", default="cpu", help="of siderum: cpu or gpu")
    parser.add_argument("--output", help="JSON file")
    options = parser.parse_args()
    # Before a library reads it.
    os.environ["OMP_NUM_THREADS"] = str(options.threads)
    siderum = Siderum(str(pathlib.Path(options.siderum).resolve()), options)
    peers = list(available(options))
    results = []
    for lmax in options.lmax or (QUICK if options.cases == "quick" else FULL):
        for grid, size, spin in (("healpix", (lmax + 1) // 2, 0), ("gauss-legendre", lmax + 1, 0),
                                 ("healpix", (lmax + 1) // 2, 2), ("gauss-legendre", lmax + 1, 2)):
            if spin not in options.spin:
                continue
            ours = siderum.time(grid, size, lmax, spin)
            theirs = [(peer, peer.time(grid, size, lmax, spin)) for peer in peers]
            for operator, (seconds, numbers) in ours.items():
                print(f"{operator}, {grid} {size}, lmax {lmax}, spin {spin}, "
                      f"{options.threads} threads")
                print(f"  {'siderum':9} {1e3 * seconds:10.2f} ms", flush=True)
                case = {"operator": operator, "grid": grid, "size": size, "lmax": lmax,
                        "spin": spin, "threads": options.threads}
                results.append({**case, "package": "siderum", "device": options.device,
                                "seconds": seconds})
                for peer, found in theirs:
                    if operator not in found:
                        continue
                    other, other_numbers = found[operator]
                    error = difference(other_numbers, numbers)
                    print(f"  {peer.name:9} {1e3 * other:10.2f} ms {other / seconds:8.2f} x  "
                          f"differs by {error:.1e}; version {peer.version}", flush=True)
                    results.append({**case, "package": peer.name, "version": peer.version,
                                    "seconds": other, "ratio": other / seconds,
                                    "difference": error})
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
