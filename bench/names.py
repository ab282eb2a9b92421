# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Names of benchmarks, or of their cases, in words; and of machines and sections of results."""

import re

import ratios

WORDS = {"lomb_scargle": "Lomb-Scargle", "super_smoother": "Super Smoother",
         "lomb_scargle_shared": "Lomb-Scargle with shared times",
         "multi_harmonic": "Lomb-Scargle with harmonics", "harmonic_transform": "",
         "pair_counts": "pairs", "plain": "", "plain_mean": "mean separations",
         "best": "best period", "power": "periodogram", "nufft": "transforms",
         "direct": "direct sums", "product": "products", "multi_pass": "multi-pass",
         "multi_pass_open": "multi-pass, open ends", "single_pass": "single pass",
         "adjoint": "adjoint synthesis", "healpix": "HEALPix",
         "gauss_legendre": "Gauss-Legendre", "spin_two": "spin 2", "whole": "",
         "legendre": "Legendre stage", "rings": "ring stage", "device": "", "double": "",
         "single": "FP32", "end_to_end_plain": "end to end, plain copies",
         "end_to_end_locked": "end to end, page-locked",
         "end_to_end_fresh": "end to end, fresh arrays"}
PROGRAMS = ("lomb_scargle", "lomb_scargle_shared", "multi_harmonic", "super_smoother",
            "pair_counts", "harmonic_transform", "iterative_analysis", "rotate_coefficients",
            "operations", "published_forms", "read", "file_to_answer")
RAW = re.compile(rf"(?P<name>({'|'.join(PROGRAMS)})/[^ |]+)(?P<rest>( \(.*\))?)")
# What tables call the sections of results.
SECTIONS = {"runs": "rows", "processes": "processes", "job_peers": "jobs by other packages",
            "peers": "searches by other packages", "harmonic_peers": "transforms beside packages",
            "pair_peers": "counts beside packages", "calls": "calls from Python",
            "shared_jobs": "jobs of several processes"}


CURVES = re.compile(r"(\d+)x(\d+)x(\d+)")
# Of words, but no degree of a sky's resolution, date or version.
LONG = re.compile(r"(?<![\w.,-])(?<!lmax )(?<!nside )(?<!healpix )(?<!legendre )\d{4,}(?![\w.-])")


def grouped(number):
    return f"{int(number):,}"


def curves(match):
    """Objects, all their points, and frequencies."""
    objects, points, frequencies = match.groups()
    what = f"{grouped(points)} points" if objects == "1" else f"{grouped(objects)} curves"
    return f"{what} x {grouped(frequencies)}"


SIZES = (
    (CURVES, curves),
    (re.compile(r"(\d+)x([\d.]+)-(\d+)deg"),
     lambda match: f"{grouped(match[1])} points, {match[2]} to {match[3]} degrees"),
    (re.compile(r"(\d+)x(\d+)sets"),
     lambda match: f"{grouped(match[1])} points and {match[2]} random catalogues"),
    (re.compile(r"lmax(\d+)(?:x1)?"), lambda match: f"lmax {match[1]}"),
    (re.compile(r"lmax(\d+)x(\d+)"), lambda match: f"lmax {match[1]}, {match[2]} maps"),
    (re.compile(r"nside(\d+)"), lambda match: f"nside {match[1]}"),
    (re.compile(r"\d{4,}"), lambda match: grouped(match[0])),
)


def in_words(word):
    if word in WORDS:
        return WORDS[word]
    for pattern, told in SIZES:
        if match := pattern.fullmatch(word):
            return told(match)
    return word.replace("_", " ")


def place_of(match):
    if match["space"] in ratios.HOST_SPACES:
        return "host"
    return "GPU" if match["backend"] != "portable" else "GPU, portable"


def readable(text):
    """'super_smoother/cuda/cuda/double/multi_pass/136x7064x330000/end_to_end' in words; a
    size and long numbers between words too."""
    raw = RAW.fullmatch(text)
    if not raw:
        size = CURVES.fullmatch(text)
        # Among words, long numbers; alone, one may be anything.
        if size:
            return curves(size)
        return LONG.sub(lambda match: grouped(match[0]), text) if " " in text else text
    name, place = raw["name"], ratios.PLACE.search(raw["name"])
    if place:
        name = name[:place.start()] + place["precision"] + name[place.end():]
    words = name.split("/")
    # A field of two or three maps is one.
    if "spin_two" in words or "polarised" in words:
        words = [re.sub(r"^(lmax\d+)x\d$", r"\1", word) for word in words]
    told = [part for part in map(in_words, words) if part] + ([place_of(place)] if place else [])
    text = ", ".join(told)
    return text[0].upper() + text[1:] + raw["rest"]


def has_gpu(results):
    return any(entry["device"] == "gpu" for entry in results["processes"])


def machine_name(results, device):
    """As the file of a machine says, or as its figures tell."""
    if device in results.get("machine", {}):
        return results["machine"][device]
    if device == "gpu":
        found = [value for entry in results["runs"]
                 for key, value in entry.get("context", {}).items()
                 if re.fullmatch(r"(cuda|hip)_device", key)]
        return found[0] if found else "GPU"
    counts = [entry["threads"] for entry in results["processes"] if entry["device"] == "cpu"]
    return f"{max(counts)} core{'' if max(counts) == 1 else 's'}" if counts else "CPU"


def machine_of(results):
    """Its name as a whole."""
    name = machine_name(results, "gpu" if has_gpu(results) else "cpu")
    return results.get("machine", {}).get("name", name)


def short_name(results, device=None):
    """For a column of machines: 'AMD EPYC with AVX2' of '2 cores of an AMD EPYC with AVX2', or its
    GPU; with it its host where no device is told."""
    if device is None:
        return (f"{machine_name(results, 'gpu')} and its host" if has_gpu(results)
                else short_name(results, "cpu"))
    return re.sub(r"^(the )?\w+ cores? of an? ", "", machine_name(results, device))
