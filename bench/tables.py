# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Markdown tables from the results of bench/run.py."""

import re

SEARCH = re.compile(
    r"lomb_scargle/(?P<method>\w+)/(?P<model>\w+)/(?P<output>\w+)/(?P<backend>\w+)/(?P<space>\w+)/"
    r"(?P<precision>\w+)/(?P<size>\w+)/(?P<scope>\w+)")


# What the program's --verbose tells.
ACTIVITIES = ("reading", "waking", "computing", "writing", "drawing", "other")

HOST_SPACES = ("openmp", "serial", "threads")


def name_of(benchmark):
    """The name without what Google Benchmark adds to it."""
    return re.sub(r"/iterations:1/manual_time$", "", benchmark["name"])


def seconds(benchmark):
    return benchmark["real_time"] * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[
        benchmark["time_unit"]]


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
                       "seconds": seconds(benchmark), "counters": benchmark,
                       "host": match["space"] in HOST_SPACES}


def place(search):
    how = f"{search['backend']}, {search['method']}"
    if not search["host"]:
        return f"{search['space']}, {how}"
    plural = "" if search["threads"] == 1 else "s"
    return f"{search['space']}, {search['threads']} thread{plural}, {how}"


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
                rows.append((name_of(benchmark), duration(seconds(benchmark)),
                             f"{benchmark['ratio']:.3g}", band,
                             "yes" if benchmark["resolved"] else "no"))
    return table(("case", "time of the second", "first / second", "band", "band excludes 1"), rows)


def quotients(results):
    """Double over single, host over device, one thread over more; memory to memory."""
    found = {}
    for search in searches(results):
        if "ratio" not in search["counters"] and search["scope"] == "device":
            key = tuple(search[part] for part in ("method", "model", "output", "size"))
            found.setdefault(key, []).append(search)
    rows = []
    for key, group in found.items():
        case = "/".join(key)
        for search in group:
            for other in group:
                same_place = place(search) == place(other)
                same_precision = search["precision"] == other["precision"]
                if same_place and (search["precision"], other["precision"]) == ("double", "single"):
                    what = f"double / single, {place(search)}"
                elif same_precision and search["host"] and not other["host"]:
                    what = f"{place(search)} / {place(other)}, {search['precision']}"
                elif (same_precision and search["host"] and other["host"]
                      and search["threads"] == 1 and other["threads"] > 1):
                    what = f"1 thread / {other['threads']} threads, {search['precision']}"
                else:
                    continue
                rows.append((case, what, f"{search['seconds'] / other['seconds']:.3g}"))
    staged = {}
    for search in searches(results):
        if search["scope"] in ("end_to_end", "end_to_end_plain"):
            key = tuple(search[part] for part in ("method", "model", "output", "size",
                                            "precision"))
            staged.setdefault((key, place(search)), {})[search["scope"]] = search["seconds"]
    for (key, where), times in staged.items():
        if len(times) == 2:
            ratio = times["end_to_end_plain"] / times["end_to_end"]
            rows.append(("/".join(key), f"plain copies / staged, {where}", f"{ratio:.3g}"))
    return table(("case", "times", "ratio"), rows)


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
            rows.append((name, entry["threads"], duration(seconds(benchmark)), *cells))
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


def write_tables(results):
    per_second = lambda value: f"{value:.3g}"
    parts = [
        ("Machine", machine(results)),
        ("Lomb-Scargle, from memory to memory of the space", search_table(results, "device")),
        ("Lomb-Scargle, end to end with staged transfers", search_table(results, "end_to_end")),
        ("Lomb-Scargle, end to end by plain copies",
         search_table(results, "end_to_end_plain")),
        ("Lomb-Scargle, objects that share their times", other_table(
            results, "lomb_scargle_shared/", (
                ("evaluations/s", "evals", per_second),
                ("largest error", "error", lambda value: f"{value:.1e}")))),
        ("Steps of products", other_table(results, "lomb_scargle_steps/", (
            ("all steps", "all_s", duration),))),
        ("Ratios", quotients(results)),
        ("Portable beside the default backend, interleaved rounds", ratio_table(results)),
        ("Super Smoother and other folds", other_table(results, "super_smoother/", (
            ("evaluations/s", "evals", per_second),
            ("over Lomb-Scargle", "over_lomb_scargle", per_second),
            ("memory", "memory_bytes", lambda value: f"{value / 2**20:.0f} MiB"),
            ("fold", "fold_share", percent), ("sort", "sort_share", percent),
            ("smooth", "smooth_share", percent), ("reduce", "reduce_share", percent)))),
        ("Pair counts", other_table(results, "pair_counts/", (
            ("pairs in range", "pairs", per_second), ("pairs/s", "pairs_per_s", per_second),
            ("GFLOP/s", "gflops", per_second), ("of the FMA peak", "peak_share", percent),
            ("of the bandwidth", "bandwidth_share", percent)))),
        ("Harmonic transforms", other_table(results, "harmonic_transform/", (
            ("useful GFLOP/s", "gflops", per_second), ("of the FMA peak", "peak_share", percent),
            ("of the bandwidth", "bandwidth_share", percent)))),
        ("Rotations and iterated analysis", other_table(
            results, ("rotate_coefficients/", "iterative_analysis/"), (
                ("GFLOP/s", "gflops", per_second), ("of the FMA peak", "peak_share", percent),
                ("error", "error", lambda value: f"{value:.1e}")))),
        ("Models of several harmonics", other_table(results, "multi_harmonic/", (
            ("evaluations/s", "evals", per_second),))),
        ("Operations", other_table(results, "operations/", (
            ("results/s", "results", per_second), ("evaluations/s", "evals", per_second),
            ("GFLOP/s", "gflops", per_second), ("of the FMA peak", "peak_share", percent)))),
        ("Reading", other_table(results, "read/", (
            ("MB/s", "megabytes_per_second", per_second), ("rows", "rows", per_second)))),
        ("From file to answer", other_table(results, "file_to_answer/", (
            ("read", "read_s", duration), ("check", "check_s", duration),
            ("move", "move_s", duration), ("sums", "sums_s", duration),
            ("outside the sums", "outside_share", percent)))),
        ("From the start of a process to its end", process_table(results)),
        ("Other packages", peer_table(results)),
        ("Other packages: harmonic transforms", harmonic_peer_table(results)),
        ("Other packages: pair counts", pair_peer_table(results)),
        ("Left out or wrong", left_out(results)),
    ]
    return "\n".join(f"## {title}\n\n{text}" for title, text in parts if text)
