# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Markdown tables from the results of bench/run.py."""

import csv
import pathlib
import re

import goals
import names
import packages
import quiet
import ratios
import stages
from cells import (NOT_MEASURED, Row, commits_told, duration, host_told, line, mark, number,
                   percent, quietness, table)
from names import SECTIONS, has_gpu, machine_name, machine_of
from ratios import HOST_SPACES, SEARCH, name_of, said, seconds_of

HERE = pathlib.Path(__file__).resolve().parent
# What the program's --verbose tells.
ACTIVITIES = ("reading", "waking", "computing", "writing", "drawing", "other")


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
                       "quiet": ratios.quietness_of(benchmark["name"], entry)}


def place(search):
    how = f"{search['backend']}, {search['method']}"
    if not search["host"]:
        return f"{search['space']}, {how}"
    threads = ratios.threads_text(search["threads"])
    return f"{search['space']}, {threads}{mark(search['quiet'])}, {how}"


def search_table(results, scope):
    rows = []
    for search in searches(results):
        counters = search["counters"]
        if search["scope"] != scope or "ratio" in counters:
            continue

        def cell(name, show, counters=counters):
            return show(counters[name]) if name in counters else "-"

        # Transforms do other work than the sums that the rates are counted in.
        share = cell("peak_share", percent)
        if search["host"] and "thread_peak_share" in counters:
            share += f" ({percent(counters['thread_peak_share'])})"
        rows.append((search["size"], search["model"], search["output"], search["precision"],
                     place(search), duration(search["seconds"]), cell("evals", number),
                     cell("gflops", number), share, cell("bandwidth_share", percent),
                     cell("error", ERROR)))
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
                  "GPU, its best method", "best with best", "like with like",
                  "commits where they differ: host; GPU"), ratios.device_rows(results, duration))


def both_ratios(results):
    """The same in FP64 without times, a case a row."""
    return table(("case", "device only: best with best", "device only: like with like",
                  "end to end: best with best", "end to end: like with like"),
                 ratios.both_rows(results))


def places(results):
    return table(("case", "precision", "what the time holds", "GPU, by hand", "GPU, portable",
                  machine_name(results, "cpu")), ratios.place_rows(results, duration))


def automatic_ratios(results):
    return table(("case", "precision", "what the time holds", "where", "automatic",
                  "best of the others", "ratio"), ratios.automatic_rows(results, duration))


def automatic_worst(results):
    return table(("result", "precision", "what the time holds", "where", "cases", "the worst",
                  "automatic", "best of the others", "ratio"),
                 ratios.worst_automatic_rows(results, duration))


def process_ratios(results):
    return table(("process", "--device cpu", "--device gpu", "best with best", "like with like"),
                 ratios.process_rows(results, duration))


def automatic_devices(results):
    return table(("process", "--device auto", "--device cpu", "--device gpu",
                  "auto / the faster of both"), ratios.choice_rows(results, duration))


def backend_ratios(results):
    return table(("case", "precision", "method", "portable", "written by hand", "ratio"),
                 ratios.backend_rows(results, duration))


def precision_ratios(results):
    return table(("case", "method", "where", "FP64 / FP32"), ratios.precision_rows(results))


def thread_ratios(results):
    return table(("case", "precision", "method", "commit", "date", "threads", "1 thread / these"),
                 ratios.thread_rows(results))


def staging_ratios(results):
    return table(("case", "precision", "method", "where", "plain copies / staged"),
                 ratios.staging_rows(results))


def method_table(results):
    """The methods side by side, where there are several."""
    groups = {}
    for record in ratios.records(results):
        if record.method:
            key = (record.case, record.precision, record.scope, record.backend, record.space,
                   record.threads if record.host else 0, record.quiet)
            groups.setdefault(key, {}).setdefault(record.method, record)
    rows = []
    for (case, precision, scope, backend, space, threads, quiet), of in groups.items():
        where = [space, *([ratios.threads_text(threads)] if threads else []), backend]
        rows.append((case, precision, scope.replace("_", " "), ", ".join(where) + mark(quiet),
                     *(duration(of[method].seconds) if method in of else "-"
                       for method in ratios.METHODS)))
    return table(("case", "precision", "what the time holds", "where", *ratios.METHODS), rows)


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
            threads = f"{entry['threads']}{mark(ratios.quietness_of(name, entry))}"
            rows.append((said(name), threads, duration(seconds_of(benchmark)), *cells))
    return table(("case", "threads", "time", *(heading for heading, _, _ in columns)), rows)


def process_table(results):
    """Of bench/process_bench.py."""
    header = ("process", "device", "threads", "whole", *ACTIVITIES, "read", "written", "cp and dd",
              "whole / goal")
    return table(header, [
        (entry["name"], entry["device"], entry["threads"],
         f"{entry['seconds']:.3f} s{mark(quietness(entry))}",
         *(f"{entry[name]:.3f}" if name in entry else "-" for name in ACTIVITIES),
         f"{entry['read'] / 1e6:.1f} MB", f"{entry['written'] / 1e6:.1f} MB",
         f"{entry['copy']:.3f} s", f"{entry['seconds'] / max(entry['goal'], 1e-3):.2f}")
        for entry in results["processes"] if "goal" in entry])


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


def job_columns(of_machines):
    """(results, device, heading, what a sentence calls it) of each column."""
    for results in of_machines:
        cpu, gpu = (machine_name(results, device) for device in ("cpu", "gpu"))
        yield results, "cpu", cpu, cpu
        if has_gpu(results):
            yield results, "gpu", f"{gpu}, `--device gpu`", gpu
        if results["job_peers"]:
            yield (results, "peers", f"packages used now, {cpu}",
                   f"packages used now on {cpu}")


def job_rows(*of_machines):
    columns = list(job_columns(of_machines))
    with open(HERE / "jobs.csv", newline="", encoding="utf-8") as lines:
        return [Row((job["job"], *(job_cell(results, job, device)
                                   for results, device, *_ in columns)),
                    commits=[(told, entry.get("commit", ""))
                             for results, device, _, told in columns
                             for entry in job_entries(results, job, device)])
                for job in csv.DictReader(lines)]


def job_table(*of_machines):
    """What the jobs of jobs.csv take by the program, on each machine's CPU and GPU, and by other
    packages on its CPU."""
    return table(("job", *(heading for _, _, heading, _ in job_columns(of_machines))),
                 job_rows(*of_machines))


def job_entries(results, job, device):
    """What is measured of it there, with the most threads."""
    if device == "peers":
        found = [entry for entry in results["job_peers"] if entry["name"] == job["row"]]
    else:
        found = [entry for entry in results["processes"]
                 if (entry["name"], entry["device"]) == (job["row"], device)]
    most = max((entry["threads"] for entry in found), default=0)
    return [entry for entry in found if entry["threads"] == most]


def job_cell(results, job, device):
    if device == "gpu" and job["uses_gpu"] == "no":
        return "does not use it"
    return ", ".join(job_text(entry, job["sample"])
                     for entry in job_entries(results, job, device)) or NOT_MEASURED


# What the packages of job_peers are called, where not as the entries do; with the threads of those
# that do not use all of them.
CALLED = {"astropy": "astropy, 1 thread", "gatspy": "gatspy, 1 thread", "nifty_ls": "nifty-ls",
          "treecorr": "treecorr, exact"}


def job_text(entry, sample):
    by = ""
    if "package" in entry:
        scaled = f", from {sample}" if entry["scaled"] else ""
        by = f" ({CALLED.get(entry['package'], entry['package'])}{scaled})"
    return duration(entry["seconds"]) + by + mark(quietness(entry))


def by_process(results):
    return {(entry["name"], entry["device"]): entry for entry in results["processes"]}


def process_name(name, device):
    return name + (", GPU" if device == "gpu" else "")


def slower_now(before, now):
    """A sentence of the processes that take longer than before."""
    new = by_process(now)
    slower = [(process_name(*process), new[process], entry)
              for process, entry in by_process(before).items()
              if process in new and new[process]["seconds"] > entry["seconds"]]
    if not slower:
        return "None is slower now."
    return f"Slower now (how many times as long): {listed(slower)}."


def listed(found):
    """'anafast: 1.17 (busy); ...': processes with how many times as long they take."""
    return "; ".join(f"{names.readable(name)}: {ratios.process_ratio(entry, other)}"
                     for name, entry, other in found)


def gpu_slower(results):
    """A sentence of the processes that the GPU makes slower."""
    measured, slower = ratios.slower_on_gpu(results)
    told = (f"Of {quiet.counted(len(measured), 'whole process', 'whole processes')}"
            f" {len(slower) or 'none'} {'takes' if len(slower) < 2 else 'take'} longer with"
            f" `--device gpu` than on {machine_name(results, 'cpu')}")
    return f"{told} (how many times as long): {listed(slower)}." if slower else f"{told}."


def auto_slower(results):
    """A sentence of the processes for which --device auto took the slower device."""
    known, wrong = ratios.wrong_choices(results)
    told = (f"Of {quiet.counted(len(known), 'process', 'processes')} that"
            f" {'was' if len(known) == 1 else 'were'} measured with it"
            f" {len(wrong) or 'none'} got a device that takes over"
            f" {100 * (ratios.ALIKE - 1):.0f} % longer")
    return (f"{told} (how many times as long it takes there as on the faster, where either is asked"
            f" for by name): {listed(wrong)}." if wrong else f"{told}.")


def change_table(before, now):
    """Whole processes before and after: what they take, and the share outside computing, where
    that is known."""
    old = by_process(before)

    def cells(entry):
        if not entry:
            return NOT_MEASURED, "-"
        inside = entry.get("computing", 0.0) + entry.get("drawing", 0.0)
        share = f"{100 * (1 - inside / entry['seconds']):.0f} %" if inside else "-"
        return duration(entry["seconds"]) + mark(quietness(entry)), share
    new = by_process(now)
    processes = [*old, *(process for process in new if process not in old)]
    return table(("process", "before", "of it not computing", "now", "of it not computing",
                  "now over its goal"), [
        (process_name(name, device),
         *cells(old.get((name, device))), *cells(new.get((name, device))),
         f"{new[name, device]['seconds'] / max(new[name, device]['goal'], 1e-3):.2f}"
         if (name, device) in new else "-")
        for name, device in processes])


def single(title):
    """'process' of 'processes'."""
    return re.sub(r"^(process|search)es\b|^(\w+?)s\b", r"\1\2", title)


def source_table(*of_machines):
    """Of which commit and day the figures are."""
    rows = {}
    for results in of_machines:
        for section, title in SECTIONS.items():
            for entry in results[section]:
                key = (machine_of(results), entry.get("commit", "-"), entry.get("date", "-"))
                rows.setdefault(key, {}).setdefault(title, 0)
                rows[key][title] += len(entry.get("benchmarks", [entry]))
    return table(("machine", "commit", "date", "figures"), [
        (*key, ", ".join(f"{count} {title if count != 1 else single(title)}"
                         for title, count in of.items()))
        for key, of in rows.items()])


def shared_job_table(results):
    """Of bench/ranks_bench.py: jobs of several processes, each with its GPU or its part of the
    threads, beside one that has one GPU, or all threads."""
    return table(("job", "processes", "one alone", "all together", "waited", "linked by",
                  "linked", "times as fast"), [
        (job["name"], f"{job['ranks']}, "
         + ("a GPU" if job["device"] == "gpu" else ratios.threads_text(job["threads"])) + " each",
         duration(job["alone"]), duration(job["seconds"]), duration(job["waited"]),
         job["links"] if job["linked"] > 0 else "nothing", duration(job["linked"]),
         f"{job['alone'] / job['seconds']:.3g}{mark(quietness(job))}")
        for job in results["shared_jobs"]])


def call_table(results):
    """Of bench/peers/python.py and python_sky.py."""
    return table(("call", "threads", "siderum", "package", "its time", "our time / its"), [
        (call["case"], str(call["threads"]), duration(call["ours"]), call["peer"],
         duration(call["theirs"]),
         f"{call['ours'] / call['theirs']:.3g}{mark(quietness(call))}")
        for call in results["calls"]])


def distinct(found):
    """Each value once, in their order."""
    return "; ".join(dict.fromkeys(found)) or "-"


def hardware_rows(results):
    """What the runs told of the machine and of how the programs were built."""
    entries = [entry for section in SECTIONS for entry in results[section]]
    contexts = [entry.get("context", {}) for entry in entries]

    def told(pattern):
        return distinct(value for context in contexts for key, value in context.items()
                        if re.fullmatch(pattern, key))

    processors = distinct(entry["processor"] for entry in entries if "processor" in entry)
    return [(machine_of(results),
             processors if processors != "-" else told("(openmp|threads|serial)_device"),
             told("(cuda|hip)_device"), told("(cuda|hip)_detail"), told("compiler"),
             told("compile_options"))]


def hardware_table(*of_machines):
    return table(("machine", "processor", "GPU", "compute capability, driver", "compiler",
                  "options of the compiler"),
                 [row for results in of_machines for row in hardware_rows(results)])


ERROR = "{:.1e}".format
SHARES = (("of the FMA peak", "peak_share", percent),
          ("of the bandwidth", "bandwidth_share", percent))


def rows_like(beginning, *columns):
    """A table of benchmarks whose names begin so, as a function of the results."""
    return lambda results: other_table(results, beginning, columns)


# By the names that a page calls them: a heading of the table of all, and the table.
TITLED = {
    "machine": ("Machine", machine),
    "goals": ("Goals", goals.goal_table),
    "quiet": ("How quiet the host was", quiet.watched_table),
    "searches": ("Lomb-Scargle, from memory to memory of the space",
                 lambda results: search_table(results, "device")),
    "searches_end_to_end": ("Lomb-Scargle, end to end with staged transfers",
                            lambda results: search_table(results, "end_to_end")),
    "searches_plain": ("Lomb-Scargle, end to end by plain copies",
                       lambda results: search_table(results, "end_to_end_plain")),
    "methods": ("The methods of Lomb-Scargle side by side", method_table),
    "shared": ("Lomb-Scargle, objects that share their times", rows_like(
        "lomb_scargle_shared/", ("evaluations/s", "evals", number),
        ("largest error", "error", ERROR))),
    "steps": ("Steps of products", rows_like("lomb_scargle_steps/",
                                             ("all steps", "all_s", duration))),
    "device_ratios": ("Host over GPU", device_ratios),
    "both_ratios": ("Host over GPU, a case a row", both_ratios),
    "process_ratios": ("Host over GPU, whole processes", process_ratios),
    "automatic_devices": ("What --device auto takes", automatic_devices),
    "automatic_ratios": ("Automatic over the best of the other methods", automatic_ratios),
    "automatic_worst": ("The worst of these", automatic_worst),
    "precision_ratios": ("FP64 over FP32", precision_ratios),
    "thread_ratios": ("One thread over more", thread_ratios),
    "staging_ratios": ("Plain copies over staged transfers", staging_ratios),
    "backend_ratios": ("Portable over written by hand", backend_ratios),
    "portable_ratios": ("Portable beside the default backend, interleaved rounds", ratio_table),
    "super_smoother": ("Super Smoother and other folds", rows_like(
        "super_smoother/", ("evaluations/s", "evals", number),
        ("over Lomb-Scargle", "over_lomb_scargle", number),
        ("memory", "memory_bytes", lambda value: f"{value / 2**20:.0f} MiB"),
        ("fold", "fold_share", percent), ("sort", "sort_share", percent),
        ("smooth", "smooth_share", percent), ("reduce", "reduce_share", percent))),
    "pair_counts": ("Pair counts", rows_like(
        "pair_counts/", ("pairs in range", "pairs", number),
        ("pairs/s", "pairs_per_s", number), ("GFLOP/s", "gflops", number), *SHARES)),
    "harmonic_transforms": ("Harmonic transforms", rows_like(
        "harmonic_transform/", ("useful GFLOP/s", "gflops", number), *SHARES)),
    "sky_tools": ("Rotations and iterated analysis", rows_like(
        ("rotate_coefficients/", "iterative_analysis/"), ("GFLOP/s", "gflops", number),
        SHARES[0], ("error", "error", ERROR))),
    "multi_harmonic": ("Models of several harmonics", rows_like(
        "multi_harmonic/", ("evaluations/s", "evals", number))),
    "operations": ("Operations", rows_like(
        "operations/", ("results/s", "results", number),
        ("evaluations/s", "evals", number), ("GFLOP/s", "gflops", number), SHARES[0])),
    "published_forms": ("Forms that papers publish, for comparison", rows_like(
        "published_forms/", ("largest error", "error", ERROR),
        ("right from [arcmin]", "good_from", number))),
    "reading": ("Reading", rows_like(
        "read/", ("MB/s", "megabytes_per_second", number),
        ("over reading alone", "over_reading", number))),
    "file_to_answer": ("From file to answer", rows_like(
        "file_to_answer/", ("read", "read_s", duration), ("check", "check_s", duration),
        ("move", "move_s", duration), ("sums", "sums_s", duration),
        ("outside the sums", "outside_share", percent))),
    "processes": ("From the start of a process to its end", process_table),
    "peers": ("Other packages", packages.search_table),
    "harmonic_peers": ("Other packages: harmonic transforms", packages.transform_table),
    "pair_peers": ("Other packages: pair counts", packages.pair_table),
    "left_out": ("Left out or wrong", left_out),
}
NAMED = {**{name: table_of for name, (_, table_of) in TITLED.items()}, "jobs": job_table,
         "other_goals": goals.other_table, "missed": goals.missed_table, "places": places,
         "changes": change_table, "sources": source_table, "calls": call_table,
         "shared_jobs": shared_job_table, "package_ratios": packages.ratio_table,
         "stages": stages.stage_table, "hardware": hardware_table}
# Those that set machines side by side.
OF_SEVERAL = ("jobs", "other_goals", "missed", "quiet", "changes", "sources", "hardware")
# Those of hosts alone, which a column of machines calls so.
OF_HOSTS = ("peers", "harmonic_peers", "pair_peers", "package_ratios")
# What stands in a sentence, of one machine or several.
SENTENCES = {"watched": quiet.watched_told, "slower_now": slower_now, "gpu_slower": gpu_slower,
             "auto_slower": auto_slower}
# Tables whose rows know how busy the host was, or of which commits they are, and whether a host
# stands on both sides of their ratios.
TOLD_ROWS = {
    "jobs": (job_rows, True),
    "automatic_devices": (lambda results: ratios.choice_rows(results, duration), True),
    "automatic_ratios": (lambda results: ratios.automatic_rows(results, duration), True),
    "automatic_worst": (lambda results: ratios.worst_automatic_rows(results, duration), True),
    "backend_ratios": (lambda results: ratios.backend_rows(results, duration), True),
    "precision_ratios": (ratios.precision_rows, True),
    "staging_ratios": (ratios.staging_rows, True),

    "device_ratios": (lambda results: ratios.device_rows(results, duration), False),
    "both_ratios": (ratios.both_rows, False),
    "process_ratios": (lambda results: ratios.process_rows(results, duration), True),
    "stages": (stages.stage_rows, True),
    "package_ratios": (packages.ratio_rows, True), "peers": (packages.search_rows, True),
    "harmonic_peers": (packages.transform_rows, True), "pair_peers": (packages.pair_rows, True)}


def told_beneath(name, expression, *of_machines):
    """How busy the hosts were while the rows of the table that match were measured, and of which
    commits they are: of each machine, or of those that stand side by side."""
    if name in ("other_goals", "missed"):
        return goals.commits_told(of_machines, missed=name == "missed")
    if name not in TOLD_ROWS:
        return ""
    rows_of, both = TOLD_ROWS[name]
    told = []
    for group in [of_machines] if name in OF_SEVERAL else zip(of_machines):
        rows = [row for row in rows_of(*group) if re.search(expression, line(row))]
        host = machine_name(group[0], "cpu")
        where = host if name in OF_HOSTS else machine_of(group[0])
        alone = len(group) == len(of_machines)
        told += [host_told(host, rows, both), commits_told(rows, "" if alone else f" on {where}")]
    return " ".join(filter(None, told))


def write_tables(results):
    parts = [(title, table_of(results)) for title, table_of in TITLED.values()]
    return "\n".join(f"## {title}\n\n{text}" for title, text in parts if text)
