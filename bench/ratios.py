# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""How many times faster: tables of ratios from the results of bench/run.py, for every algorithm.

A benchmark's name holds .../<backend>/<space>/<precision>/..., a method where there are several,
and at its end what its time holds: "device" or "end_to_end". What is left is the case.
"""

import dataclasses
import itertools
import re

from cells import NOT_MEASURED, Row, mark, quietness, reached

PLACE = re.compile(r"(?P<backend>portable|cuda)/(?P<space>openmp|serial|threads|cuda|hip)/"
                   r"(?P<precision>double|single)")
METHODS = ("direct", "product", "nufft", "automatic")
WITH_METHODS = ("lomb_scargle", "lomb_scargle_shared", "multi_harmonic")
SCOPES = ("device", "end_to_end", "end_to_end_plain", "end_to_end_locked",
          "end_to_end_fresh")
HOST_SPACES = ("openmp", "serial", "threads")
# What a row leaves out, by its name.
LEFT_OUT = ((re.compile(r"^harmonic_transform/.*(synthesis|adjoint)/.*/whole\b"),
             "without the plan"),
            (re.compile(r"^iterative_analysis/"), "without the plan and the ring weights"))
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
    quiet: str  # of cells.MARKS
    commit: str = ""
    date: str = ""
    reached: tuple = ()  # of cells.reached()
    taken: str = ""  # its label: of "automatic" the method that it took, where that is known

    @property
    def host(self):
        return self.space in HOST_SPACES


def seconds_of(benchmark):
    return benchmark["real_time"] * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[
        benchmark["time_unit"]]


def name_of(benchmark):
    """The name without what Google Benchmark adds to it."""
    return re.sub(r"/iterations:1/manual_time$", "", benchmark["name"])


def scope_of(name):
    last = name.rsplit("/", 1)[-1]
    return last if last in SCOPES else "device"


def on_device(name):
    """Whether a benchmark of this name runs on one."""
    match = PLACE.search(name)
    return bool(match) and match["space"] not in HOST_SPACES


def quietness_of(name, entry):
    """Of a benchmark of the entry: a device works for nobody else, whatever its host does. But a
    plan is mostly work of the host and of its driver."""
    alone = on_device(name) and scope_of(name) == "device" and "/plan/" not in name
    return "quiet" if alone else quietness(entry)


def said(name, told=None):
    """The name of a row, or what is `told` of it, with what its time leaves out."""
    words = [f" ({words})" for pattern, words in LEFT_OUT if pattern.search(name)]
    return (told or name) + "".join(words)


def record_of(name, threads, seconds, quiet):
    """None where the name is not that of a case."""
    match = PLACE.search(name)
    if not match or "portable_over_" in name:
        return None
    words = [word for word in (name[:match.start()] + name[match.end():]).split("/") if word]
    scope = scope_of(name)
    if words[-1] == scope:
        words.pop()
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
                               quietness_of(name, entry))
            if record:
                record.commit = entry.get("commit", "")
                record.date = entry.get("date", "")
                record.reached = reached(entry)
                record.taken = benchmark.get("label", "")
                yield record


SEARCH = re.compile(
    r"lomb_scargle/(?P<method>\w+)/(?P<model>\w+)/(?P<output>\w+)/(?P<backend>\w+)/(?P<space>\w+)/"
    r"(?P<precision>\w+)/(?P<size>\w+)/(?P<scope>\w+)")


def searches_of(run):
    """The whole periodograms of a run, from and to the memory of the host in FP64, as entries of
    `peers`."""
    found = []
    for benchmark in run["benchmarks"]:
        match = SEARCH.match(benchmark["name"])
        if (match and match["space"] in HOST_SPACES and not benchmark.get("error_occurred")
                and match.group("output", "scope", "precision") == (
                    "power", "end_to_end", "double")):
            found.append({"package": "siderum", "method": match["method"], "size": match["size"],
                          "model": match["model"], "seconds": seconds_of(benchmark),
                          "threads": run["threads"], **{key: run[key] for key in (
                              "quiet", "peaks", "best_peak", "commit") if key in run}})
    return found


# What a search of another package and ours are alike in; of different commits they are of
# different days too.
BESIDE = ("size", "model", "threads", "commit")


def beside_key(entry, parts=BESIDE):
    return tuple(entry.get(part) for part in parts)


def searches_beside(results):
    """The entries of `peers`, with rows of ours of the same commit where none was timed beside
    the others."""
    timed = {beside_key(entry) for entry in results["peers"] if entry["package"] == "siderum"}
    others = {beside_key(entry) for entry in results["peers"] if entry["package"] != "siderum"}
    return results["peers"] + [entry for run in results["runs"] for entry in searches_of(run)
                               if beside_key(entry) in others - timed]


def searches_compared(results):
    """Those of searches_beside() that have ours, or another package, of their commit beside
    them."""
    found = searches_beside(results)
    ours, others = ({beside_key(entry) for entry in found
                     if (entry["package"] == "siderum") == told} for told in (True, False))
    return [entry for entry in found if beside_key(entry) in ours & others]


def by_case(found):
    """{(case, precision, scope): records}: an algorithm after the other and the cases of each in
    the order of their first, from memory to memory of the device before the rest."""
    groups = {}
    for record in found:
        groups.setdefault((record.case, record.precision, record.scope), []).append(record)
    first = {}
    for case, _, _ in groups:
        first.setdefault(case.split("/")[0], len(first))
        first.setdefault(case, len(first))

    def place(key):
        case, precision, scope = key
        return (first[case.split("/")[0]], first[case], precision, scope != "device", scope)
    return {key: groups[key] for key in sorted(groups, key=place)}


def by_default(group, beside=None):
    """The record of each method by the backend that runs by default, which is the one written by
    hand where there is one, and of several the one of the same commit as that `beside` it;
    'automatic' left out."""
    beside = beside or {}

    def place(record):
        other = beside.get(record.method)
        return record.backend == "portable", other is not None and other.commit != record.commit

    best = {}
    for record in group:
        if record.method != "automatic" and (
                record.method not in best or place(record) < place(best[record.method])):
            best[record.method] = record
    return best


def ratio_text(first, second):
    return f"{first.seconds / second.seconds:.3g}{mark(first.quiet, second.quiet)}"


@dataclasses.dataclass
class Sides:
    """A case on the host, with all the threads of the first run, and on the GPU."""
    threads: int
    host: dict  # records by method
    device: dict

    @property
    def best_host(self):
        return min(self.host.values(), key=lambda record: record.seconds)

    @property
    def best_device(self):
        return min(self.device.values(), key=lambda record: record.seconds)

    def best_text(self):
        """The best is known only where each side was measured by several methods, if there are
        several, and by that of the other."""
        fair = self.best_host.method in self.device and self.best_device.method in self.host
        several = self.best_host.method == "" or min(len(self.host), len(self.device)) > 1
        return ratio_text(self.best_host, self.best_device) if fair and several else NOT_MEASURED

    def host_times(self):
        return [record.reached for record in self.host.values()]

    def commits(self):
        return [(side, record.commit)
                for side, of in (("the host", self.host), ("the GPU", self.device))
                for record in of.values()]

    def commits_text(self):
        """Those of both sides where they differ."""
        of_sides = [", ".join(sorted({record.commit or "none noted" for record in of.values()}))
                    for of in (self.host, self.device)]
        return "-" if of_sides[0] == of_sides[1] else "{}; {}".format(*of_sides)

    def alike_text(self):
        """Each method against itself."""
        return alike_text({method: ratio_text(record, self.device[method])
                           for method, record in self.host.items() if method in self.device})


def alike_text(ratios):
    """Of texts by method, which is "" where there is but one."""
    return ", ".join(f"{method} {text}".strip() for method, text in ratios.items()) or NOT_MEASURED


def both_sides(results):
    """{(case, precision, scope): Sides} of what was measured on both."""
    found = {}
    for key, group in by_case(records(results)).items():
        most = max((record.threads for record in group if record.host), default=0)
        host = by_default(record for record in group if record.host and record.threads == most)
        device = by_default((record for record in group if not record.host), host)
        if host and device:
            found[key] = Sides(most, host, device)
    return found


def device_rows(results, duration):
    """Host over GPU: the best method of each, and each method against itself."""
    return [Row((said(case), precision, scope.replace("_", " "),
                 f"{told(sides.best_host, duration)}, {threads_text(sides.threads)}",
                 told(sides.best_device, duration), sides.best_text(), sides.alike_text(),
                 sides.commits_text()),
                sides.host_times(), sides.commits())
            for (case, precision, scope), sides in both_sides(results).items()]


def both_rows(results):
    """The two ratios of FP64 from memory to memory of the device, and those from end to end."""
    found = both_sides(results)
    cases = dict.fromkeys(case for case, precision, _ in found if precision == "double")

    def cells(case, scope):
        sides = found.get((case, "double", scope))
        return (sides.best_text(), sides.alike_text()) if sides else (NOT_MEASURED, NOT_MEASURED)

    def told(case, of_sides):
        return [one for scope in ("device", "end_to_end")
                if (sides := found.get((case, "double", scope))) for one in of_sides(sides)]

    return [Row((said(case), *cells(case, "device"), *cells(case, "end_to_end")),
                told(case, Sides.host_times), told(case, Sides.commits)) for case in cases]


def place_rows(results, duration):
    """Of what has but one method: the GPU by hand and by the portable form, and the host with all
    the threads of the first run."""
    rows = []
    for (case, precision, scope), group in by_case(records(results)).items():
        if group[0].method:
            continue
        on_gpu = {record.backend: record for record in group if not record.host}
        host = max((record for record in group if record.host), default=None,
                   key=lambda record: record.threads)
        found = [on_gpu.get("cuda"), on_gpu.get("portable"), host]
        rows.append((said(case), precision, scope.replace("_", " "), *(
            duration(record.seconds) + mark(record.quiet) if record else "-" for record in found)))
    return rows


def threads_text(count):
    return f"{count} thread{'' if count == 1 else 's'}"


def told(record, duration):
    method = record.taken if record.method == "automatic" else record.method
    return f"{duration(record.seconds)}{' by ' + method if method else ''}"


# A process whose method is set is named after the one that chooses: "..., by nufft".
SET_METHOD = re.compile(r"(?P<process>.*), by (?P<method>direct|product|nufft)")
CHOOSES_METHOD = re.compile(r"periods\b")
SIDES = ("auto", "cpu", "gpu")  # of --device


def process_times(results):
    """{process: {device: {method: entry}}}; the method "" where the program chose it, or where
    there is but one."""
    times = {}
    for entry in results.get("processes", []):
        match = SET_METHOD.fullmatch(entry["name"])
        name, method = match.group("process", "method") if match else (entry["name"], "")
        times.setdefault(name, {}).setdefault(entry["device"], {})[method] = entry
    return times


def process_ratio(host, device):
    return (f"{host['seconds'] / device['seconds']:.3g}"
            f"{mark(quietness(host), quietness(device))}")


def fastest_by(method, *sides):
    """The fastest of each side that used the method, chosen or set, and of one commit where there
    are such; None where a side has none."""
    used = ([entry for told, entry in of.items() if method in (told, entry.get("method"))]
            for of in sides)
    return min(itertools.product(*used), default=None, key=lambda pair: (
        len({entry.get("commit") for entry in pair}), sum(entry["seconds"] for entry in pair)))


def methods_alike(name, host, device):
    """The ratio of each method that was used on both sides."""
    if not CHOOSES_METHOD.match(name):
        return alike_text({"": process_ratio(host[""], device[""])})
    pairs = ((method, fastest_by(method, host, device)) for method in METHODS)
    return alike_text({method: process_ratio(*pair) for method, pair in pairs if pair})


def methods_known(name, *sides):
    """Whether the fastest of each side is the best: all methods that were set on one were set on
    the other, and more than one; or there is but one."""
    methods = [set(entries) - {""} for entries in sides]
    return not CHOOSES_METHOD.match(name) or len(methods[0]) > 1 and methods[0] == methods[1]


def process_rows(results, duration):
    """The same command with --device cpu and with --device gpu, whole processes: the fastest of
    each, which is but what it chose where the methods were not set, and each method against
    itself."""
    def cell(method, entry):
        method = method or entry.get("method", "")
        return duration(entry["seconds"]) + (f" by {method}" if method else "")

    rows = []
    for name, of in process_times(results).items():
        if "cpu" not in of or "gpu" not in of:
            continue
        host, device = (min(of[side].items(), key=lambda item: item[1]["seconds"])
                        for side in ("cpu", "gpu"))
        known = methods_known(name, of["cpu"], of["gpu"])
        both = [(side, entry) for side, place in (("the host", "cpu"), ("the GPU", "gpu"))
                for entry in of[place].values()]
        rows.append(Row((name, f"{cell(*host)}, {threads_text(host[1]['threads'])}",
                         cell(*device),
                         process_ratio(host[1], device[1]) + ("" if known else ", as chosen"),
                         methods_alike(name, of["cpu"], of["gpu"])),
                        # A process on a GPU waits for its host too.
                        [reached(entry) for _, entry in both],
                        [(side, entry.get("commit", "")) for side, entry in both]))
    return rows


def processes_on(results, *sides):
    """(name, its entry on each of these sides of --device) of what was measured on all of them."""
    for name, of in process_times(results).items():
        entries = [of.get(side, {}).get("") for side in sides]
        if all(entries):
            yield name, *entries


def slower_on_gpu(results):
    """(processes that were measured on both sides, those of them that the GPU makes slower, the
    worst first: (name, entry on the GPU, entry on the host))."""
    found = list(processes_on(results, "gpu", "cpu"))
    slower = [told for told in found if told[1]["seconds"] > told[2]["seconds"]]
    return found, sorted(slower, key=lambda told: told[2]["seconds"] / told[1]["seconds"])


ALIKE = 1.05  # times that differ by less are not told apart


def wrong_choices(results):
    """(processes whose device --device auto chose, those where the other is the faster: (name,
    entry of the device that it took, entry of the faster), each asked for by name, so that what
    else one run of auto met with is no fault of the choice). Which device it took no program
    tells: the one for which it waited about as long; of what does not tell that nothing is
    known."""
    known, wrong = [], []
    for name, *entries in processes_on(results, *SIDES):
        if all("waking" in entry for entry in entries):
            chosen, *both = entries
            taken = min(both, key=lambda entry: abs(entry["waking"] - chosen["waking"]))
            faster = min(both, key=lambda entry: entry["seconds"])
            known.append(name)
            if taken["seconds"] > ALIKE * faster["seconds"]:
                wrong.append((name, taken, faster))
    return known, wrong


def choice_rows(results, duration):
    """What a process takes with --device auto beside --device cpu and --device gpu, where all were
    measured: above 1 over the faster of the two, the choice or the way to it cost time."""
    return [Row((name, *(duration(entry["seconds"]) for entry in entries),
                 process_ratio(entries[0], min(entries[1:], key=lambda entry: entry["seconds"]))),
                commits=commits_of(*zip((f"`--device {side}`" for side in SIDES), entries)))
            for name, *entries in processes_on(results, *SIDES)]


def commits_of(*sides):
    """As Row has them, of (side, Record or entry)."""
    return [(side, one.commit if isinstance(one, Record) else one.get("commit", ""))
            for side, one in sides]


def counterparts(found, other, by):
    """(record, its counterpart): each record that is none of the others, with the one of them that
    is like it in all of `by`, and of its commit where there is such a one."""
    found = list(found)

    def key(record):
        return tuple(getattr(record, name) for name in by)

    others = {}
    for record in filter(other, found):
        others.setdefault(key(record), []).append(record)
    return [(record, min(others[key(record)], key=lambda told: told.commit != record.commit))
            for record in found if not other(record) and key(record) in others]


def backend_rows(results, duration):
    """The portable backend over the one written by hand, on the same device by the same method."""
    return [Row((record.case, record.precision, record.method or "-", duration(portable.seconds),
                 duration(record.seconds), ratio_text(portable, record)),
                commits=commits_of(("the portable form", portable),
                                   ("what is written by hand", record)))
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
            rows.append(Row((said(record.case), record.method or "-", ", ".join(where),
                             ratio_text(record, single)),
                            commits=commits_of(("FP64", record), ("FP32", single))))
    return rows


def thread_rows(results):
    """One thread of the host over more, measured at one commit on one day."""
    rows = []
    for (case, precision, scope), group in by_case(
            record for record in records(results) if record.host).items():
        if scope != "device":
            continue
        single = {record.method: record for record in group if record.threads == 1}
        for record in group:
            one = single.get(record.method)
            if (one and record.threads > 1
                    and (record.commit, record.date) == (one.commit, one.date)):
                rows.append((said(case), precision, record.method or "-", record.commit or "-",
                             record.date or "-", record.threads, ratio_text(one, record)))
    return rows


def staging_rows(results):
    """Plain copies over staged transfers."""
    return [Row((record.case, record.precision, record.method or "-", record.space,
                 ratio_text(record, staged)),
                commits=commits_of(("plain copies", record), ("staged transfers", staged)))
            for record, staged in counterparts(
                records(results), lambda record: record.scope == "end_to_end",
                ("case", "precision", "method", "backend", "space", "threads"))
            if record.scope == "end_to_end_plain"]


def automatic_ratios(results):
    """(chosen, best of the others, whether that is known): the method that is chosen beside the
    others at the same place. The best is known only where all methods were measured that were so
    in some case there."""
    groups, methods_of = {}, {}
    for record in records(results):
        if not record.method:
            continue
        place = (record.case.split("/")[0], record.precision, record.backend, record.space)
        key = (record.case, record.scope, record.threads if record.host else 0, *place)
        groups.setdefault((key, place), {}).setdefault(record.method, record)
        methods_of.setdefault(place, set()).add(record.method)
    for (_, place), methods in groups.items():
        others = [record for method, record in methods.items() if method != "automatic"]
        if "automatic" in methods and others:
            yield (methods["automatic"], min(others, key=lambda record: record.seconds),
                   methods_of[place] <= set(methods))


def place_text(record):
    threads = [threads_text(record.threads)] if record.host else []
    return ", ".join([record.space, *threads, record.backend])


def automatic_commits(chosen, best):
    return commits_of(("`automatic`", chosen), ("the best of the others", best))


def automatic_rows(results, duration):
    """The method that is chosen, over the best of the others at the same place."""
    return [Row((chosen.case, chosen.precision, chosen.scope.replace("_", " "), place_text(chosen),
                 told(chosen, duration), told(best, duration),
                 ratio_text(chosen, best) if known else NOT_MEASURED),
                commits=automatic_commits(chosen, best))
            for chosen, best, known in automatic_ratios(results)]


def worst_automatic_rows(results, duration):
    """Of each result, precision, scope and place the worst of automatic_rows, and of how many."""
    groups = {}
    for chosen, best, known in automatic_ratios(results):
        if known:
            output = next((word for word in ("best", "power") if word in chosen.case.split("/")),
                          "-")
            key = output, chosen.precision, chosen.scope.replace("_", " "), place_text(chosen)
            groups.setdefault(key, []).append((chosen, best))
    rows = []
    for key, pairs in groups.items():
        chosen, best = max(pairs, key=lambda pair: pair[0].seconds / pair[1].seconds)
        rows.append(Row((*key, len(pairs), chosen.case, told(chosen, duration),
                         told(best, duration), ratio_text(chosen, best)),
                        commits=automatic_commits(chosen, best)))
    return rows
