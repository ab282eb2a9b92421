# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Markdown tables from the results of bench/run.py."""

import csv
import pathlib
import re

import ratios
from ratios import HOST_SPACES, name_of, seconds_of

SEARCH = re.compile(
    r"lomb_scargle/(?P<method>\w+)/(?P<model>\w+)/(?P<output>\w+)/(?P<backend>\w+)/(?P<space>\w+)/"
    r"(?P<precision>\w+)/(?P<size>\w+)/(?P<scope>\w+)")


# What the program's --verbose tells.
ACTIVITIES = ("reading", "waking", "computing", "writing", "drawing", "other")

def duration(value):
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def percent(value):
    return f"{100 * value:.3g} %"


def table(header, rows):
    if not rows:
        return ""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def machine(results):
    """What the figures were measured on, from the first process that said so."""
    contexts = [entry["context"] for entry in results["runs"] if entry["context"]]
    if not contexts:
        return ""
    context = contexts[0]
    wanted = ("siderum_version", "build_type", "compiler", "compile_options", "threads",
              "OMP_PROC_BIND", "OMP_PLACES", "load_before")
    rows = [(key, context[key]) for key in wanted if key in context]
    rows += [(key, value) for key, value in context.items()
             if re.search(r"_(device|detail|default_backend|peak_gflops_\w+|"
                          r"triad_gbytes_per_second)$", key)]
    rows.append(("date", context["date"]))
    return table(("what", "value"), rows)


def searches(results):
    """Every search that gave a time: its name in parts, threads, seconds, counters."""
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            match = SEARCH.match(benchmark["name"])
            if match and not benchmark.get("error_occurred"):
                yield {**match.groupdict(), "threads": entry["threads"],
                       "seconds": seconds_of(benchmark), "counters": benchmark,
                       "host": match["space"] in HOST_SPACES,
                       "quiet": entry.get("quiet", True)}


def place(search):
    how = f"{search['backend']}, {search['method']}"
    if not search["host"]:
        return f"{search['space']}, {how}"
    plural = "" if search["threads"] == 1 else "s"
    busy = "" if search["quiet"] else ", busy"
    return f"{search['space']}, {search['threads']} thread{plural}{busy}, {how}"


def search_table(results, scope):
    rows = []
    for search in searches(results):
        counters = search["counters"]
        if search["scope"] != scope or "ratio" in counters:
            continue
        # Transforms do other work than the sums that the rates are counted in.
        rate, share = "-", "-"
        if "gflops" in counters:
            rate, share = f"{counters['gflops']:.4g}", percent(counters["peak_share"])
            if search["host"]:
                share += f" ({percent(counters['thread_peak_share'])})"
        rows.append((search["size"], search["model"], search["output"], search["precision"],
                     place(search), duration(search["seconds"]), f"{counters['evals']:.3g}",
                     rate, share, percent(counters["bandwidth_share"]),
                     f"{counters['error']:.1e}"))
    return table(("objects x points x frequencies", "model", "result", "precision", "where", "time",
                  "evaluations/s", "GFLOP/s", "of the FMA peak (per thread)", "of the bandwidth",
                  "largest error"), rows)


def ratio_table(results):
    rows = []
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            if "ratio" in benchmark and not benchmark.get("error_occurred"):
                band = f"{benchmark['ratio_lowest']:.3g} .. {benchmark['ratio_highest']:.3g}"
                rows.append((name_of(benchmark), duration(seconds_of(benchmark)),
                             f"{benchmark['ratio']:.3g}", band,
                             "yes" if benchmark["resolved"] else "no"))
    return table(("case", "time of the second", "first / second", "band", "band excludes 1"), rows)


def device_ratios(results):
    return table(("case", "precision", "what the time holds", "host, its best method",
                  "GPU, its best method", "best / best", "the same method"),
                 ratios.device_rows(results, duration))


def process_ratios(results):
    return table(("process", "--device cpu", "--device gpu", "ratio"),
                 ratios.process_rows(results, duration))


def backend_ratios(results):
    return table(("case", "precision", "method", "portable", "written by hand", "ratio"),
                 ratios.backend_rows(results, duration))


def precision_ratios(results):
    return table(("case", "method", "where", "FP64 / FP32"), ratios.precision_rows(results))


def thread_ratios(results):
    return table(("case", "precision", "method", "threads", "1 thread / these"),
                 ratios.thread_rows(results))


def staging_ratios(results):
    return table(("case", "precision", "method", "where", "plain copies / staged"),
                 ratios.staging_rows(results))


def quiet_table(results):
    """How near to its best peak the host was while its rows were timed."""
    return table(("program", "threads", "tries", "median of the peak before and after",
                  "best peak seen", "quiet"),
                 [(entry["program"], entry["threads"], entry["tries"],
                   ", ".join(f"{peak:.4g}" for peak in entry["peaks"]) + " GFLOP/s",
                   f"{entry['best_peak']:.4g} GFLOP/s", "yes" if entry["quiet"] else "no")
                  for entry in results["runs"] if "tries" in entry])


def other_table(results, beginning, columns):
    """Benchmarks whose names begin so (a text or several): (heading, counter, how to print it)."""
    rows = []
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            name = name_of(benchmark)
            if (not name.startswith(beginning) or benchmark.get("error_occurred")
                    or "ratio" in benchmark):
                continue
            cells = [show(benchmark[counter]) if counter in benchmark else "-"
                     for _, counter, show in columns]
            threads = f"{entry['threads']}{'' if entry.get('quiet', True) else ' (busy)'}"
            rows.append((name, threads, duration(seconds_of(benchmark)), *cells))
    return table(("case", "threads", "time", *(heading for heading, _, _ in columns)), rows)


def process_table(results):
    """Of bench/process_bench.py."""
    header = ("process", "device", "threads", "whole", *ACTIVITIES, "read", "written", "cp and dd",
              "whole / goal")
    return table(header, [
        (entry["name"], entry["device"], entry["threads"], f"{entry['seconds']:.3f} s",
         *(f"{entry[name]:.3f}" if name in entry else "-" for name in ACTIVITIES),
         f"{entry['read'] / 1e6:.1f} MB", f"{entry['written'] / 1e6:.1f} MB",
         f"{entry['copy']:.3f} s", f"{entry['seconds'] / max(entry['goal'], 1e-3):.2f}")
        for entry in results["processes"]])


def left_out(results):
    rows = []
    for entry in results["runs"]:
        if not entry["context"] and entry["exit_status"]:
            rows.append((entry["program"], entry["threads"],
                         f"did not run (exit status {entry['exit_status']})"))
        for benchmark in entry["benchmarks"]:
            if benchmark.get("error_occurred"):
                rows.append((name_of(benchmark), entry["threads"], benchmark["error_message"]))
    return table(("case", "threads", "why there is no figure"), rows)


def peer_table(results):
    """Other packages beside the whole periodogram from and to host memory, FP64."""
    ours = {}
    for search in searches(results):
        if (search["output"], search["scope"], search["precision"]) == (
                "power", "end_to_end", "double") and "ratio" not in search["counters"]:
            ours.setdefault((search["size"], search["model"]), []).append(search)
    rows = []
    for peer in results["peers"]:
        if "missing" in peer:
            rows.append((peer["package"], "-", "-", "-", "-", peer["missing"]))
            continue
        ratios = ", ".join(f"{peer['seconds'] / search['seconds']:.3g} ({place(search)})"
                           for search in ours.get((peer["size"], peer["model"]), []))
        rows.append((f"{peer['package']} {peer['version']}, {peer['method']}", peer["size"],
                     peer["model"], duration(peer["seconds"]), f"{peer['error']:.1e}",
                     ratios or "-"))
    return table(("package, method", "objects x points x frequencies", "model", "time",
                  "largest error", "its time / ours (where)"), rows)


def harmonic_peer_table(results):
    """Other packages beside transforms from and to memory, on the same threads."""
    rows = []
    ours = {}
    for case in results.get("harmonic_peers", []):
        key = tuple(case.get(part) for part in ("operator", "grid", "size", "lmax", "spin",
                                                "threads"))
        if case["package"] == "siderum":
            ours[key] = case["seconds"]
            continue
        name = f"{case['operator']}, {case['grid']} {case['size']}, lmax {case['lmax']}"
        if case.get("spin"):
            name += f", spin {case['spin']}"
        rows.append((name, case["threads"], duration(ours[key]),
                     f"{case['package']} {case['version']}", duration(case["seconds"]),
                     f"{ours[key] / case['seconds']:.3g}", f"{case['difference']:.1e}"))
    return table(("transform", "threads", "siderum", "package", "its time", "our time / its",
                  "difference"), rows)


def pair_peer_table(results):
    """Other packages beside the auto pairs of a uniform sky, on the same threads."""
    rows = []
    ours = {}
    for case in results.get("pair_peers", []):
        if "missing" in case:
            rows.append(("-", "-", "-", f"{case['package']}, {case['method']}", "-", "-",
                         case["missing"]))
        elif case["package"] == "siderum":
            ours[case["case"]] = case["seconds"]
        else:
            seconds = ours[case["case"]]
            rows.append((case["case"], case["threads"], duration(seconds),
                         f"{case['package']} {case['version']}, {case['method']}",
                         duration(case["seconds"]), f"{case['seconds'] / seconds:.3g}",
                         "equal" if case["difference"] == 0 else f"{case['difference']:.1e}"))
    return table(("points", "threads", "siderum", "package, method", "its time",
                  "its time / ours", "largest difference of a bin"), rows)


def job_table(*of_machines):
    """What whole jobs take by the program, on each machine's CPU and GPU, and by other packages on
    the first machine."""
    first = of_machines[0]
    columns = [(results, device) for results in of_machines for device in ("cpu", "gpu")
               if any(entry["device"] == device for entry in results["processes"])]
    header = ["job"] + [machine_name(results, device) for results, device in columns]
    others = {}
    for peer in first.get("job_peers", []):
        scaled = " (scaled)" if peer["scaled"] else ""
        others.setdefault(peer["name"], []).append(
            f"{peer['package'].replace('_', '-')} {duration(peer['seconds'])}{scaled}")
    rows = []
    for name in dict.fromkeys(entry["name"] for entry in first["processes"]):
        times = [next((duration(entry["seconds"]) for entry in results["processes"]
                       if (entry["name"], entry["device"]) == (name, device)), "-")
                 for results, device in columns]
        rows.append((name, *times, ", ".join(others.get(name, [])) or "-"))
    return table((*header, f"other packages, {machine_name(first, 'cpu')}"), rows)


def machine_name(results, device):
    if device == "gpu":
        names = [value for entry in results["runs"] for key, value in entry["context"].items()
                 if re.fullmatch(r"(cuda|hip)_device", key)]
        return names[0] if names else "GPU"
    threads = next(entry["threads"] for entry in results["processes"] if entry["device"] == "cpu")
    return f"{threads} core{'' if threads == 1 else 's'}"


def goal_table(results):
    """What goals.csv asks for: seconds of a row, or its time over that of another row. A row that
    was measured with several numbers of threads counts with the first."""
    seconds = {}
    for entry in results["runs"]:
        for benchmark in entry["benchmarks"]:
            if not benchmark.get("error_occurred"):
                seconds.setdefault(name_of(benchmark), seconds_of(benchmark))
    rows = []
    with open(pathlib.Path(__file__).with_name("goals.csv"), newline="") as lines:
        for goal in csv.DictReader(lines):
            if goal["row"] not in seconds or goal["over"] and goal["over"] not in seconds:
                continue
            found, wanted = seconds[goal["row"]], float(goal["wanted"])
            show = duration
            if goal["over"]:
                found /= seconds[goal["over"]]
                show = "{:.3g}".format
            missed = found > wanted
            rows.append((goal["goal"], show(wanted),
                         f"**{show(found)}: not reached**" if missed else show(found)))
    return table(("goal (FP64 on the GPU where nothing else is said)", "wanted", "measured"), rows)


def call_table(results):
    """Of bench/peers/python.py and python_sky.py."""
    return table(("call", "siderum", "package", "its time", "our time / its"), [
        (case["case"], duration(case["ours"]), case["peer"], duration(case["theirs"]),
         f"{case['ours'] / case['theirs']:.3g}") for case in results["cases"]])


PER_SECOND = "{:.3g}".format
ERROR = "{:.1e}".format
SHARES = (("of the FMA peak", "peak_share", percent),
          ("of the bandwidth", "bandwidth_share", percent))


def rows_like(beginning, *columns):
    """A table of benchmarks whose names begin so, as a function of the results."""
    return lambda results: other_table(results, beginning, columns)


# By the names that a page calls them: a heading of the table of all, and the table.
TITLED = {
    "machine": ("Machine", machine),
    "goals": ("Goals", goal_table),
    "quiet": ("How quiet the host was", quiet_table),
    "searches": ("Lomb-Scargle, from memory to memory of the space",
                 lambda results: search_table(results, "device")),
    "searches_end_to_end": ("Lomb-Scargle, end to end with staged transfers",
                            lambda results: search_table(results, "end_to_end")),
    "searches_plain": ("Lomb-Scargle, end to end by plain copies",
                       lambda results: search_table(results, "end_to_end_plain")),
    "shared": ("Lomb-Scargle, objects that share their times", rows_like(
        "lomb_scargle_shared/", ("evaluations/s", "evals", PER_SECOND),
        ("largest error", "error", ERROR))),
    "steps": ("Steps of products", rows_like("lomb_scargle_steps/",
                                             ("all steps", "all_s", duration))),
    "device_ratios": ("Host over GPU", device_ratios),
    "process_ratios": ("Host over GPU, whole processes", process_ratios),
    "precision_ratios": ("FP64 over FP32", precision_ratios),
    "thread_ratios": ("One thread over more", thread_ratios),
    "staging_ratios": ("Plain copies over staged transfers", staging_ratios),
    "backend_ratios": ("Portable over written by hand", backend_ratios),
    "portable_ratios": ("Portable beside the default backend, interleaved rounds", ratio_table),
    "super_smoother": ("Super Smoother and other folds", rows_like(
        "super_smoother/", ("evaluations/s", "evals", PER_SECOND),
        ("over Lomb-Scargle", "over_lomb_scargle", PER_SECOND),
        ("memory", "memory_bytes", lambda value: f"{value / 2**20:.0f} MiB"),
        ("fold", "fold_share", percent), ("sort", "sort_share", percent),
        ("smooth", "smooth_share", percent), ("reduce", "reduce_share", percent))),
    "pair_counts": ("Pair counts", rows_like(
        "pair_counts/", ("pairs in range", "pairs", PER_SECOND),
        ("pairs/s", "pairs_per_s", PER_SECOND), ("GFLOP/s", "gflops", PER_SECOND), *SHARES)),
    "harmonic_transforms": ("Harmonic transforms", rows_like(
        "harmonic_transform/", ("useful GFLOP/s", "gflops", PER_SECOND), *SHARES)),
    "sky_tools": ("Rotations and iterated analysis", rows_like(
        ("rotate_coefficients/", "iterative_analysis/"), ("GFLOP/s", "gflops", PER_SECOND),
        SHARES[0], ("error", "error", ERROR))),
    "multi_harmonic": ("Models of several harmonics", rows_like(
        "multi_harmonic/", ("evaluations/s", "evals", PER_SECOND))),
    "operations": ("Operations", rows_like(
        "operations/", ("results/s", "results", PER_SECOND),
        ("evaluations/s", "evals", PER_SECOND), ("GFLOP/s", "gflops", PER_SECOND), SHARES[0])),
    "published_forms": ("Forms that papers publish, for comparison", rows_like(
        "published_forms/", ("largest error", "error", ERROR),
        ("right from [arcmin]", "good_from", PER_SECOND))),
    "reading": ("Reading", rows_like(
        "read/", ("MB/s", "megabytes_per_second", PER_SECOND), ("rows", "rows", PER_SECOND))),
    "file_to_answer": ("From file to answer", rows_like(
        "file_to_answer/", ("read", "read_s", duration), ("check", "check_s", duration),
        ("move", "move_s", duration), ("sums", "sums_s", duration),
        ("outside the sums", "outside_share", percent))),
    "processes": ("From the start of a process to its end", process_table),
    "peers": ("Other packages", peer_table),
    "harmonic_peers": ("Other packages: harmonic transforms", harmonic_peer_table),
    "pair_peers": ("Other packages: pair counts", pair_peer_table),
    "left_out": ("Left out or wrong", left_out),
}
NAMED = {**{name: table_of for name, (_, table_of) in TITLED.items()}, "jobs": job_table,
         "calls": call_table}


def write_tables(results):
    parts = [(title, table_of(results)) for title, table_of in TITLED.values()]
    return "\n".join(f"## {title}\n\n{text}" for title, text in parts if text)
