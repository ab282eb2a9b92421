# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""The one form of results that bench/ writes and reads: an object with

    runs         what Google Benchmark gave, an entry for each process: program, threads, context,
                 benchmarks; of hosts also tries, peaks, best_peak, quiet
    processes    whole processes of the program, by process_bench.py
    job_peers    whole processes by other packages, by peers/jobs.py
    shared_jobs  jobs of several processes beside one, by ranks_bench.py
    peers, harmonic_peers, pair_peers    calls of other packages, by peers/lomb_scargle.py, ...
    calls        of the package for Python beside those of others, by peers/python.py, ...

Entries say of which commit and date they are. bench/results/ holds one compact file for each
machine, of which the pages are made: what the tables need, an entry on each line.
"""

import datetime
import functools
import json
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "results"
# What is measured together: entries of a section that are alike in these replace each other, those
# of one package at one case whatever their methods are called.
KEYS = {"processes": ("name", "device", "threads"), "job_peers": ("name", "package", "threads"),
        "shared_jobs": ("name", "device", "ranks"),
        "peers": ("package", "size", "model", "threads"),
        "harmonic_peers": ("package", "operator", "grid", "lmax", "spin", "threads"),
        "pair_peers": ("package", "case", "threads"),
        "calls": ("case", "peer", "threads")}
CONTEXT = re.compile(
    r"^(siderum_version|compiler|compile_options|date|one_thread_peak_gflops_double|"
    r"\w+_(device|detail|default_backend|peak_gflops_double|triad_gbytes_per_second))$")
OF_BENCHMARK = ("gflops", "peak_share", "thread_peak_share", "bandwidth_share", "error", "evals",
                "ratio", "ratio_lowest", "ratio_highest", "resolved", "pairs", "pairs_per_s",
                "memory_bytes", "over_lomb_scargle", "fold_share", "sort_share", "smooth_share",
                "reduce_share", "read_s", "check_s", "move_s", "sums_s", "outside_share",
                "over_reading", "megabytes_per_second", "label", "error_occurred", "error_message")
LEFT_OUT = {"counts", "from_vectors", "expression"}


def complete(found):
    """With every section; a file of processes or of other packages alone may hold but one."""
    return {"runs": [], **{section: [] for section in KEYS}, **found}


def read(path):
    found = json.loads(pathlib.Path(path).read_text())
    if not isinstance(found, dict) or not {"runs", *KEYS} & set(found):
        raise ValueError(f"{path} is not of the form that bench/results.py has")
    return complete(found)


def write(path, results):
    """JSON with an entry, or a benchmark, on each line."""
    def listed(entries, indent):
        return "[\n" + ",\n".join(" " * indent + entry for entry in entries) + "]"

    def run(entry):
        head = json.dumps({key: value for key, value in entry.items() if key != "benchmarks"})
        rows = listed(map(json.dumps, entry["benchmarks"]), 4)
        return f'{head[:-1]}, "benchmarks": {rows}}}'

    parts = []
    for section, entries in results.items():
        if section == "runs":
            text = listed(map(run, entries), 2)
        else:
            text = (listed(map(json.dumps, entries), 2) if isinstance(entries, list)
                    else json.dumps(entries))
        parts.append(f"{json.dumps(section)}: {text}")
    pathlib.Path(path).write_text("{" + ",\n".join(parts) + "}\n")


@functools.lru_cache
def stamp():
    """The commit that is measured, where that can be told, and the date."""
    commit = HERE / "commit.txt"  # of a folder that --pack made
    if commit.exists():
        told = commit.read_text().strip()
    else:
        done = subprocess.run(["git", "-C", str(HERE), "describe", "--always", "--dirty=+",
                               "--exclude=*"], capture_output=True, text=True, check=False)
        told = done.stdout.strip() or "not known"
    return {"commit": told, "date": datetime.date.today().isoformat()}


def rounded(value):
    return float(f"{value:.4g}") if isinstance(value, float) else value


def is_of_machine(benchmark):
    """Whether it is a row of the host's peak, which stands beside the cases of a process."""
    return benchmark["name"].startswith("machine/")


def compact_run(entry):
    kept = {key: entry[key] for key in ("program", "threads", "exit_status", "tries", "peaks",
                                        "best_peak", "processor", "quiet", "commit",
                                        "date") if key in entry}
    kept["context"] = {key: value for key, value in entry.get("context", {}).items()
                       if CONTEXT.match(key)}
    kept["benchmarks"] = [
        {"name": re.sub(r"/iterations:1/manual_time$", "", benchmark["name"]),
         "real_time": rounded(benchmark.get("real_time", 0.0)),
         "time_unit": benchmark.get("time_unit", "s"),
         **{key: rounded(benchmark[key]) for key in OF_BENCHMARK if key in benchmark}}
        for benchmark in entry["benchmarks"] if not is_of_machine(benchmark)]
    return kept


def compact(results):
    """What the tables need of it, numbers to four digits; not what a package could not do there,
    which the next run may find otherwise."""
    small = {"machine": results["machine"]} if "machine" in results else {}
    small["runs"] = [compact_run(entry) for entry in results["runs"] if entry["benchmarks"]]
    for section in KEYS:
        small[section] = [{key: rounded(value) for key, value in entry.items()
                           if key not in LEFT_OUT}
                          for entry in results.get(section, []) if "missing" not in entry]
    return small


def least_peak(entries):
    """Of the host, before and after; 0 where nobody looked."""
    return min(peak for entry in entries for peak in entry.get("peaks") or [0.0])


def stays(old, new):
    """Whether the old entries are kept in place of the new: those of the same commit, without
    changes that were not committed, for which the host was quieter."""
    commits = {entry.get("commit", "") for entry in new}
    alike = [entry for entry in old if entry.get("commit", "") in commits]
    return (bool(alike) and len(commits) == 1
            and re.fullmatch(r"[0-9a-f]{7,}", *commits) is not None
            and least_peak(alike) > least_peak(new))


def merged(old, new):
    """The old results, with the new ones in place of those that are the same by KEYS, and rows in
    place of those of the same names and threads; but of one commit what was measured while the
    host was quieter."""
    result = {**old, **{key: value for key, value in new.items() if not isinstance(value, list)}}

    def rows_of(runs):
        return {(benchmark["name"], entry["threads"]): (entry, benchmark) for entry in runs
                for benchmark in entry["benchmarks"]}

    def without(runs, rows):
        left = ({**entry, "benchmarks": [benchmark for benchmark in entry["benchmarks"]
                                         if (benchmark["name"], entry["threads"]) not in rows]}
                for entry in runs)
        return [entry for entry in left if entry["benchmarks"]]

    before, after = rows_of(old["runs"]), rows_of(new["runs"])
    kept = {row for row in before.keys() & after.keys()
            if stays([before[row][0]], [after[row][0]])
            and not before[row][1].get("error_occurred")}
    result["runs"] = without(old["runs"], after.keys() - kept) + without(new["runs"], kept)
    for section, keys in KEYS.items():
        def grouped(entries, keys=keys):
            groups = {}
            for entry in entries:
                groups.setdefault(tuple(str(entry.get(name)) for name in keys), []).append(entry)
            return groups

        before, after = grouped(old.get(section, [])), grouped(new.get(section, []))
        kept = {key for key in before.keys() & after.keys() if stays(before[key], after[key])}
        entries = [
            *(entry for key, of in before.items() if key not in after or key in kept
              for entry in of),
            *(entry for key, of in after.items() if key not in kept for entry in of)]
        result[section] = [*beside_others(old.get(section, []), entries, keys), *entries]
    return result


def beside_others(old, entries, keys):
    """Of ours what is replaced, but stands beside another package of its run that is not."""
    def run_of(entry):
        return [entry.get(key) for key in (*keys, "commit") if key != "package"]

    others = [run_of(entry) for entry in entries if entry.get("package") not in (None, "siderum")]
    return [entry for entry in old if entry.get("package") == "siderum" and entry not in entries
            and run_of(entry) in others]


def keep(label, results):
    """Puts them into bench/results/, beside what is there of that machine."""
    path = FOLDER / f"{label}.json"
    small = compact(complete(results))
    write(path, merged(read(path), small) if path.exists() else small)


def all_kept():
    """{label: results} of bench/results/."""
    return {path.stem: read(path) for path in sorted(FOLDER.glob("*.json"))}
