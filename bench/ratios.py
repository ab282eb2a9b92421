# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How many times faster: tables of ratios from the results of bench/run.py, for every algorithm.

A benchmark's name holds .../<backend>/<space>/<precision>/..., a method where there are several,
and at its end what its time holds: "device" or "end_to_end". What is left is the case.
"""

import dataclasses
import re

from cells import NOT_MEASURED

PLACE = re.compile(r"(?P<backend>portable|cuda)/(?P<space>openmp|serial|threads|cuda|hip)/"
                   r"(?P<precision>double|single)")
METHODS = ("direct", "product", "nufft", "automatic")
WITH_METHODS = ("lomb_scargle", "lomb_scargle_shared", "multi_harmonic")
SCOPES = ("device", "end_to_end", "end_to_end_plain", "end_to_end_locked")
HOST_SPACES = ("openmp", "serial", "threads")
# Rows that say what the machine can do, or are parts of others.
ASIDE = re.compile(r"^machine/|^operations/|_steps/")


@dataclasses.dataclass
class Record:
    case: str
    method: str  # "" where there is but one
    backend: str
    space: str
    precision: str
    scope: str
    threads: int
    seconds: float
    quiet: bool

    @property
    def host(self):
        return self.space in HOST_SPACES


def seconds_of(benchmark):
    return benchmark["real_time"] * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[
        benchmark["time_unit"]]


def name_of(benchmark):
    """The name without what Google Benchmark adds to it."""
    return re.sub(r"/iterations:1/manual_time$", "", benchmark["name"])


def record_of(name, threads, seconds, quiet=True):
    """None where the name is not that of a case."""
    match = PLACE.search(name)
    if not match or "portable_over_" in name:
        return None
    words = [word for word in (name[:match.start()] + name[match.end():]).split("/") if word]
    scope = words.pop() if words[-1] in SCOPES else "device"
    method = ""
    if words[0] in WITH_METHODS:
        method = next(word for word in words if word in METHODS)
    if method:
        words.remove(method)
    return Record("/".join(words), method, match["backend"], match["space"], match["precision"],
                  scope, threads, seconds, quiet)


def records(results, aside=True):
    """Of algorithms; with aside=False also of operations and of parts."""
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            name = name_of(benchmark)
            if (benchmark.get("error_occurred") or "ratio" in benchmark
                    or aside and ASIDE.search(name)):
                continue
            record = record_of(name, entry["threads"], seconds_of(benchmark),
                               entry.get("quiet", True))
            if record:
                yield record


def by_case(found):
    """{(case, precision, scope): records}, in the order of their first."""
    groups = {}
    for record in found:
        groups.setdefault((record.case, record.precision, record.scope), []).append(record)
    return groups


def fastest(group):
    """The record of each method, by whichever backend is faster, 'automatic' left out."""
    best = {}
    for record in group:
        if record.method != "automatic" and (
                record.method not in best or record.seconds < best[record.method].seconds):
            best[record.method] = record
    return best


def mark(record):
    return "" if record.quiet else " (busy)"


def ratio_text(first, second):
    return f"{first.seconds / second.seconds:.3g}{mark(first)}"


def device_rows(results, duration):
    """Host over GPU: the best method of each, and each method against itself. The host has all the
    threads of the first run."""
    rows = []
    for (case, precision, scope), group in by_case(records(results)).items():
        most = max((record.threads for record in group if record.host), default=0)
        host = fastest(record for record in group if record.host and record.threads == most)
        device = fastest(record for record in group if not record.host)
        if not host or not device:
            continue
        best_host = min(host.values(), key=lambda record: record.seconds)
        best_device = min(device.values(), key=lambda record: record.seconds)
        alike = [f"{method + ' ' if method else ''}{ratio_text(host[method], device[method])}"
                 for method in host if method in device]
        # The best is known only where the other side was measured by that method too.
        fair = best_host.method in device and best_device.method in host
        rows.append((case, precision, scope.replace("_", " "),
                     f"{told(best_host, duration)}, {threads_text(most)}",
                     told(best_device, duration),
                     ratio_text(best_host, best_device) if fair else NOT_MEASURED,
                     ", ".join(alike) or "-"))
    return rows


def threads_text(count):
    return f"{count} thread{'' if count == 1 else 's'}"


def told(record, duration):
    return f"{duration(record.seconds)}{' by ' + record.method if record.method else ''}"


def process_rows(results, duration):
    """The same command with --device cpu and with --device gpu, whole processes."""
    times = {}
    for entry in results.get("processes", []):
        times.setdefault(entry["name"], {})[entry["device"]] = entry
    return [(name, f"{duration(of['cpu']['seconds'])}, {threads_text(of['cpu']['threads'])}",
             duration(of["gpu"]["seconds"]),
             f"{of['cpu']['seconds'] / of['gpu']['seconds']:.3g}")
            for name, of in times.items() if "cpu" in of and "gpu" in of]


def counterparts(found, other, by):
    """(record, its counterpart): each record that is none of the others, with the one of them that
    is like it in all of `by`."""
    found = list(found)

    def key(record):
        return tuple(getattr(record, name) for name in by)

    others = {key(record): record for record in found if other(record)}
    return [(record, others[key(record)]) for record in found
            if not other(record) and key(record) in others]


def backend_rows(results, duration):
    """The portable backend over the one written by hand, on the same device by the same method."""
    return [(record.case, record.precision, record.method or "-", duration(portable.seconds),
             duration(record.seconds), ratio_text(portable, record))
            for record, portable in counterparts(
                records(results, aside=False), lambda record: record.backend == "portable",
                ("case", "precision", "scope", "method", "space"))
            if record.scope == "device"]


def precision_rows(results):
    """FP64 over FP32, at the same place by the same method."""
    rows = []
    for record, single in counterparts(
            records(results), lambda record: record.precision == "single",
            ("case", "scope", "method", "backend", "space", "threads")):
        if record.scope == "device":
            where = [record.space, record.backend]
            if record.host:
                where.insert(1, threads_text(record.threads))
            rows.append((record.case, record.method or "-", ", ".join(where),
                         ratio_text(record, single)))
    return rows


def thread_rows(results):
    """One thread of the host over more."""
    rows = []
    for (case, precision, scope), group in by_case(
            record for record in records(results) if record.host).items():
        if scope != "device":
            continue
        single = {record.method: record for record in group if record.threads == 1}
        for record in group:
            if record.threads > 1 and record.method in single:
                rows.append((case, precision, record.method or "-", record.threads,
                             ratio_text(single[record.method], record)))
    return rows


def staging_rows(results):
    """Plain copies over staged transfers."""
    return [(record.case, record.precision, record.method or "-", record.space,
             ratio_text(record, staged))
            for record, staged in counterparts(
                records(results), lambda record: record.scope == "end_to_end",
                ("case", "precision", "method", "backend", "space", "threads"))
            if record.scope == "end_to_end_plain"]


def automatic_rows(results, duration):
    """The method that is chosen, over the best of the others at the same place."""
    groups = {}
    for record in records(results):
        key = (record.case, record.precision, record.scope, record.backend, record.space,
               record.threads if record.host else 0)
        groups.setdefault(key, {})[record.method] = record
    rows = []
    for (case, precision, scope, backend, space, threads), methods in groups.items():
        others = [record for method, record in methods.items() if method not in ("", "automatic")]
        if "automatic" not in methods or not others:
            continue
        chosen, best = methods["automatic"], min(others, key=lambda record: record.seconds)
        where = ", ".join([space, *([threads_text(threads)] if threads else []), backend])
        rows.append((case, precision, scope.replace("_", " "), where, duration(chosen.seconds),
                     told(best, duration), ratio_text(chosen, best)))
    return rows
