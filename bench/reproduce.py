#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Measures the tables and figures of the four papers that siderum stands on, and writes the page
docs/reproduction.md with a CSV file and a picture of each in docs/reproduction.

    python3 bench/reproduce.py all --device cpu --scale quick
    python3 bench/reproduce.py gowanlock2021-fig3 hupca2010-fig5 --device both --scale paper
    python3 bench/reproduce.py --list

An item is measured once for a commit, machine, build and scale: results stand in
build/reproduction/<machine>-<commit>-<build>-<scale>, and the page is written from all that stand
there. Without --page only `all` writes it into docs: of some items the page goes to
build/reproduction/page, and has those alone that there are results of. A run that is cut off goes
on where it ended: what was measured of an item is kept with it.
With --measure-only nothing is drawn, which needs no matplotlib; all --draw-only FOLDER... writes
the page from such folders of one machine: --device one, all and gpu may be measured side by side,
each with --results of its own. Of items that are in none of them it takes what --instead has.
What docs/reproduction.md is drawn from is kept in bench/results/reproduction: --keep FOLDER...
takes folders into it, and writes that page from all that is kept; without a FOLDER it draws the
page again.
Where the measuring of an item fails no page is written.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import platform
import re
import subprocess
import sys
import time

from reproduction import (catalogues, gowanlock2021, gowanlock2021_surveys, gowanlock2022,
                          gowanlock2022_times, hupca2010, items, kept, places, report, roeh2009)

ROOT = pathlib.Path(__file__).resolve().parents[1]
ITEMS = [*gowanlock2021_surveys.ITEMS, *gowanlock2021.ITEMS, *hupca2010.ITEMS,
         *gowanlock2022.ITEMS, *gowanlock2022_times.ITEMS, *roeh2009.ITEMS]
# What says most comes first, and what takes longest for what it says comes last.
FIRST = ("gowanlock2021-table3", "gowanlock2021-precisions", "gowanlock2021-table6",
         "hupca2010-transforms", "gowanlock2022-fig8", "roeh2009-times", "roeh2009-sets",
         "gowanlock2022-table4", "roeh2009-precision", "gowanlock2021-fig3", "gowanlock2022-fig5",
         "gowanlock2022-fig4", "gowanlock2022-fig3", "gowanlock2022-periods")
LAST = ("gowanlock2021-joules", "hupca2010-joules", "gowanlock2022-joules", "roeh2009-joules",
        "hupca2010-fig4", "gowanlock2021-fig5", "gowanlock2022-fig6", "gowanlock2022-fig7",
        "gowanlock2022-fig9", "gowanlock2022-fig11", "gowanlock2021-fig9", "gowanlock2022-fig10",
        "gowanlock2022-table6")
# One of each paper, which together take less than a minute.
CHECKED = ("gowanlock2021-table3", "hupca2010-transforms", "gowanlock2022-fig5", "roeh2009-times")
# Figures and tables that share an item with another, by whose name it goes.
SHARED = {"gowanlock2021-fig7": "gowanlock2021-fig6", "gowanlock2021-fig10": "gowanlock2021-fig9",
          "gowanlock2021-4.11": "gowanlock2021-generalized", "hupca2010-fig9": "hupca2010-fig8",
          "gowanlock2022-fig12": "gowanlock2022-table5",
          "gowanlock2022-table3": "gowanlock2022-table4"}


# What of the options says how to measure, and nothing of a page that is only drawn.
OF_MEASURING = ("device", "scale", "host_seconds", "data", "build", "inputs", "measure_only")


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("items", nargs="*", metavar="all|checked|ITEM",
                        help="what to measure; checked: one of each paper")
    parser.add_argument("--device", choices=("cpu", "gpu", "both", "one", "all"),
                        help="cpu (default): a host by one thread and by all; one, all: by these"
                             " alone; both: also a GPU, which then alone gives what is no time")
    parser.add_argument("--scale", choices=("check", "quick", "paper"),
                        help="quick (default): minutes on two cores; paper: the published sizes;"
                             " check: that the commands work, in a minute at most")
    parser.add_argument("--host-seconds", type=float, metavar="S",
                        help="measure on a part what takes a host longer, instead of the limits of"
                             " the scale")
    parser.add_argument("--data", type=pathlib.Path, metavar="FOLDER",
                        help="of the four public files that CONTRIBUTING.md names for it; without"
                             " it simulated ones stand in")
    parser.add_argument("--build", type=pathlib.Path,
                        help="with bin/siderum and bench (default build/openmp; build/cuda where a"
                             " GPU is asked for)")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build/reproduction",
                        help="folder of the results (default build/reproduction)")
    parser.add_argument("--inputs", type=pathlib.Path, metavar="FOLDER",
                        help="of simulated files (default: files beneath that of --results)")
    parser.add_argument("--page", type=pathlib.Path,
                        help="folder of the page (default docs for all, else page beneath that of"
                             " --results)")
    parser.add_argument("--measure-only", action="store_true",
                        help="write no page, which takes no matplotlib")
    parser.add_argument("--draw-only", type=pathlib.Path, metavar="FOLDER", nargs="+",
                        help="measure nothing: write the page of what lies in these, the first of"
                             " which counts where several have an item")
    parser.add_argument("--instead", type=pathlib.Path, metavar="FOLDER",
                        help="of results of another machine, for items that those of --draw-only"
                             " lack; the page says so beneath each")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", nargs="*",
                        help="take these results into bench/results/reproduction, and draw docs"
                             " from all that is kept there")
    parser.add_argument("--list", action="store_true",
                        help="print the items that have a section of the page, one a line")
    options = parser.parse_args()
    wrong = complaint(options)
    if wrong:
        parser.error(wrong)
    options.device, options.scale = options.device or "cpu", options.scale or "quick"
    return options


def complaint(options):
    """What options cannot have together, or at all; nothing where they can."""
    if options.host_seconds is not None and not options.host_seconds > 0:
        return "--host-seconds is to be more than 0."
    if options.keep is not None:
        further = given(options, (*OF_MEASURING, "draw_only", "instead", "page", "items"))
        return f"--keep draws what is kept: leave out {', '.join(further)}." if further else ""
    if not options.draw_only:
        if options.instead:
            return "--instead fills what folders of --draw-only lack: give these as well."
        if options.page and options.measure_only:
            return "--measure-only writes no page: leave out --page."
        return ""
    of_measuring = given(options, OF_MEASURING)
    if of_measuring:
        return f"--draw-only measures nothing: leave out {', '.join(of_measuring)}."
    some = [name for name in options.items if name != "all"]
    if some:
        return f"--draw-only draws all items that its folders have: leave out {', '.join(some)}."
    return ""


def given(options, names):
    """Those of these options that are given, as they are written."""
    return [" ".join(options.items) if name == "items" else f"--{name.replace('_', '-')}"
            for name in names if getattr(options, name) not in (None, False, [])]


def git(*words):
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True,
                          check=False)
    return done.stdout if done.returncode == 0 else ""


def commit():
    """Of the sources, with a mark of what differs from it beside documents."""
    told = ROOT / "bench/commit.txt"  # where there is no repository, as of bench/run.py --pack
    if told.exists():
        return told.read_text().strip()
    name = git("rev-parse", "HEAD").strip()[:12] or "unknown"
    changes = git("diff", "HEAD", "--", ".", ":!docs")
    return f"{name}+{hashlib.sha1(changes.encode()).hexdigest()[:8]}" if changes else name


def build_of(options):
    """The folder of the programs: of those for GPUs where one is asked for."""
    default = "build/cuda" if options.device in ("gpu", "both") else "build/openmp"
    return (options.build or ROOT / default).resolve()


def page_of(options):
    """The folder of the page: the published one is overwritten by all items alone."""
    return options.page or (ROOT / "docs" if "all" in options.items else options.results / "page")


def check_data(folder):
    """Refuses one in which simulated files would stand in for public ones."""
    if not folder.is_dir():
        sys.exit(f"There is no folder {folder} (of --data). Name that of the public files, or leave"
                 " out --data: simulated ones then stand in.")
    lacking = [name for name in catalogues.PUBLIC if not catalogues.public_file(folder, name)]
    if lacking:
        sys.exit(f"{folder} lacks {', '.join(lacking)} (--data is to have the four public files"
                 " that CONTRIBUTING.md names for it). Add what is lacking, or leave out --data:"
                 " simulated files then stand in.")


def check_matplotlib():
    """Before minutes are measured for a page that cannot be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        sys.exit("The page has pictures (there is no matplotlib for this Python). Install it, or"
                 " give --measure-only.")


def benchmarks_of(item, device, data):
    """The names of the benchmark programs that measure it there."""
    on = {place.device for place in places_of(item, device)} if item.measure else set()
    names = {*(item.benchmarks if on else ()), *(item.benchmarks_of_gpu if "gpu" in on else ())}
    if on and catalogues.ASTEROID in item.files and not data:
        names.add(catalogues.EXPORTER)
    return names


def check_benchmarks(build, wanted, device, data):
    """Before the first of them is asked for."""
    lacking = {}
    for item in wanted:
        for name in benchmarks_of(item, device, data):
            if not (build / "bench" / name).exists():
                lacking.setdefault(name, []).append(item.name)
    if lacking:
        told = "; ".join(f"{name} of {', '.join(names)}" for name, names in sorted(lacking.items()))
        sys.exit(f"Benchmark programs are missing in {build / 'bench'} ({told}). Build"
                 " benchmark_programs, or name a folder that has them with --build.")


def check_places(wanted, device):
    """Refuses what would measure nothing."""
    if not any(not item.measure or list(places_of(item, device)) for item in wanted):
        sys.exit(f"--device {device} measures nothing of {', '.join(item.name for item in wanted)}"
                 " (one thread measures times alone, a GPU nothing of the threads of a host). Give"
                 " another --device: cpu measures of each item what a host can.")


def hash_of(files):
    """Of the bytes of files: another build has another, and so have other data."""
    digest = hashlib.sha1()
    for path in map(pathlib.Path, files):
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:8]


def machine(build):
    """{what: text} from what the program says of itself."""
    try:
        told = subprocess.run([str(build / "bin/siderum"), "info"], capture_output=True, text=True,
                              env=places.environment(build, places.processors()),
                              check=True).stdout
    except (OSError, subprocess.CalledProcessError) as failure:
        sys.exit(f"{build / 'bin/siderum'} does not run here ({failure}). Build it on this machine,"
                 " or name the folder of another build with --build.")

    def word(name):
        found = re.search(rf"^ *{re.escape(name)} +(.*?)(?:, [\d.]+ GiB.*)?$", told, re.MULTILINE)
        return found[1] if found else ""
    used, there = places.processors(), places.processors_of_host()
    return {"host": f"{word('cpu') or platform.processor()}, {there} threads",
            "GPU": word("gpu:0").split(",")[0] or "none", "commit": commit(),
            "compiler": word("compiler"), "siderum": word("siderum"),
            "program": hash_of([build / "bin/siderum",
                                *re.findall(r"^ *file +(.+)$", told, re.MULTILINE)]),
            **({"processors": f"{used} of {there}"} if used < there else {})}


def in_order():
    """The names of all items as they are measured."""
    others = [item for item in ITEMS if item.name not in FIRST + LAST]
    # chosen() puts before what is derived what that comes from: behind all else this has its place.
    return [*FIRST, *(item.name for item in others if not item.source), *LAST,
            *(item.name for item in others if item.source)]


def chosen(names):
    """The items as they are named."""
    known = {item.name: item for item in ITEMS}
    several = {"checked": CHECKED, "all": in_order()}
    names = [name for given in names for name in several.get(given, [given])]
    for name in filter(SHARED.get, names):
        print(f"{name} is in {SHARED[name]}", file=sys.stderr)
    names = [SHARED.get(name, name) for name in names]
    for name in names:
        if name not in known:
            sys.exit(f"There is no item '{name}' (--list names them all; what is left out is in"
                     " bench/paper/left_out.csv). Name one of them.")
    # With each the one that its figures come from.
    wanted = dict.fromkeys(name for given in names for name in
                           (known[given].source, *known[given].beside, given) if name)
    return [known[name] for name in wanted]


class Store:
    """Results of one machine, commit and scale: a file for each item. Those of further folders are
    read as well."""

    def __init__(self, folder, *further):
        self.folder, self.further = folder, further
        self.folder.mkdir(parents=True, exist_ok=True)

    def path(self, name):
        return self.folder / f"{name}.json"

    def read(self, name):
        found = {}
        for folder in (*self.further[::-1], self.folder):  # what the first has counts
            path = folder / f"{name}.json"
            for key, value in (json.loads(path.read_text()) if path.exists() else {}).items():
                found[key] = {**found.get(key, {}), **value} if isinstance(value, dict) else value
        return found

    def write(self, name, found):
        part = self.path(name).with_suffix(".part")
        part.write_text(json.dumps(found, separators=(",", ":")) + "\n")
        part.replace(self.path(name))

    def each(self):
        """Of each folder by itself, the first first."""
        return [Store(folder) for folder in (self.folder, *self.further)]

    def measured(self, names=None):
        """{place: [(facts of a folder, how many items it gives there)]}, of these items alone"""
        stores, counts = self.each(), {}
        for name in names or [item.name for item in ITEMS]:
            taken = set()
            for number, store in enumerate(stores):
                for place in store.read(name).get("places", {}).keys() - taken:
                    taken.add(place)
                    of_place = counts.setdefault(place, {})
                    of_place[number] = of_place.get(number, 0) + 1
        return {place: [(stores[number].read("machine"), count)
                        for number, count in sorted(of_place.items())]
                for place, of_place in counts.items()}

    def rows(self, name):
        found = self.read(name).get("places", {})
        return {place: [items.Row(**row) for row in found[place]]
                for place in report.NAMES if place in found}


class Watch:
    """Notes in the facts of a folder how long was measured for it, also in runs before, and on
    which days. What of an earlier version was not noted stays unknown."""

    def __init__(self, store, facts, clock=time.perf_counter, today=datetime.date.today):
        known = store.read("machine")
        self.store, self.clock, self.today = store, clock, today
        self.facts = {**facts, **{name: known[name] for name in ("days", "seconds")
                                  if name in known}}
        if not known:
            self.facts.update(days=[], seconds=0.0)
        self.last = clock()
        store.write("machine", self.facts)

    def note(self):
        now, day = self.clock(), self.today().isoformat()
        if "seconds" in self.facts:
            self.facts["seconds"] = round(self.facts["seconds"] + now - self.last, 3)
        self.last = now
        if day not in self.facts.setdefault("days", []):
            self.facts["days"].append(day)
        self.store.write("machine", self.facts)


def places_of(item, device):
    """Answers, which are no times, come from a GPU where there is one."""
    for place in places.places(device):
        beside_gpu = place.device == "cpu" and device in ("both", "one")
        if not (item.of_hosts and place.key != "all") and not (
                item.once and not item.of_hosts and (beside_gpu or place.key == "one")):
            yield place


def measure(item, store, options, inputs, note=lambda: None):
    """At the places that are not measured yet; note() is called as something is."""
    found, good = {"places": {}, "curves": {}, **store.read(item.name)}, True
    for place in places_of(item, options.device):
        if place.key in found["places"]:
            continue
        start = time.perf_counter()

        def save(parts, key=place.key):
            found.setdefault("parts", {})[key] = parts
            store.write(item.name, found)
            note()
        run = places.Run(place, options.scale, options.build, inputs, options.data,
                         places.Parts(found.get("parts", {}).get(place.key), save),
                         options.host_seconds)
        try:
            told = item.measure(run)
        except KeyboardInterrupt:
            note()
            raise
        except Exception as failure:  # whatever it is, the other items are measured
            print(f"{item.name}, {report.NAMES[place.key]}: {type(failure).__name__}: {failure}",
                  file=sys.stderr, flush=True)
            note()
            good = False
            continue
        rows, curves = told if isinstance(told, tuple) else (told, {})
        found["places"][place.key] = [vars(row) for row in rows]
        found["curves"].update(curves)
        found.get("parts", {}).pop(place.key, None)
        store.write(item.name, found)
        note()
        print(f"{item.name}, {report.NAMES[place.key]}: {time.perf_counter() - start:.1f} s",
              flush=True)
    return good


def measure_all(options, facts, wanted):
    """(the store, the names of the items that failed)"""
    slug = re.sub(r"[^a-z0-9]+", "-", f"{facts['host']} {facts['GPU']}".lower()).strip("-")
    files = hash_of(catalogues.public_file(options.data, name)
                    for name in catalogues.PUBLIC) if options.data else ""
    data = f"-data-{files}" if files else ""
    haste = f"-{options.host_seconds:g}s" if options.host_seconds else ""
    store = Store(options.results / (f"{slug}-{facts['commit']}-{facts['program']}-{options.scale}"
                                     f"{haste}{data}"))
    limit = {"host seconds": options.host_seconds} if options.host_seconds else {}
    watch = Watch(store, {**facts, "scale": options.scale, **limit,
                          "public files": f"yes ({files})" if files else "no, simulated ones"})
    start = time.perf_counter()
    inputs = (options.inputs or options.results / "files") / store.folder.name
    failed = [item.name for item in wanted
              if item.measure and not measure(item, store, options, inputs, watch.note)]
    seconds = time.perf_counter() - start
    if seconds >= 1:  # not where all was measured before
        print(f"all of them: {seconds:.0f} s")
    return store, failed


def rows_of(store, item):
    """What is drawn of results, also of those of earlier versions."""
    found = store.rows(item.name)
    return {place: item.read(place, rows) for place, rows in found.items()} if item.read else found


def all_rows(store):
    results = {item.name: rows_of(store, item) for item in ITEMS}
    for item in ITEMS:
        if item.derive and (not item.source or any(results[item.source].values())):
            beside = [results[name] for name in item.beside]
            results[item.name] = item.derive(results.get(item.source, {}), *beside)
    return results


def device_of(store):
    return "both" if any("gpu" in store.read(item.name).get("places", {})
                         for item in ITEMS) else "cpu"


def has_all(store):
    """Whether every item is measured at all its places."""
    return all({place.key for place in places_of(item, device_of(store))}
               <= store.read(item.name).get("places", {}).keys()
               for item in ITEMS if item.measure)


def took_quick(*stores):
    """(seconds, host) of the first folder that has all items at the scale quick, or None"""
    for store in stores:
        facts = store.read("machine")
        if facts.get("scale") == "quick" and "seconds" in facts and has_all(store):
            return facts["seconds"], facts["host"] + (
                f" with {facts['GPU']}" if device_of(store) == "both" else "")
    return None


def took_published(store):
    """Seconds of all its folders, where these have all items at the scale paper, and say how long
    each took; or None"""
    facts = [one.read("machine") for one in store.each()]
    if all(one.get("scale") == "paper" and "seconds" in one for one in facts) and has_all(store):
        return sum(one["seconds"] for one in facts)
    return None


def head_of(store):
    """The facts of the machine: of the first folder, with the GPU of the first that used one."""
    gpus = [facts["GPU"] for facts, _ in store.measured().get("gpu", [])]
    return {**store.each()[0].read("machine"), **({"GPU": gpus[0]} if gpus else {})}


def made_at(store, item):
    """{place: facts of the folders} of the results that an item stands on"""
    found = {}
    for name in (item.source or item.name, *item.beside):
        for place, of_place in store.measured([name]).items():
            found.setdefault(place, []).append(of_place[0][0])
    return {place: found[place] for place in report.NAMES if place in found}


def take_instead(results, store):
    """Adds what only the other machine has. {item: which that is}"""
    facts = store.read("machine")
    name = f"{facts['host']}, scale {facts['scale']}, commit {facts['commit']}"
    there, added = all_rows(store), {}
    lacking = {item.name for item in ITEMS if not any(results.get(item.name, {}).values())}
    for item in ITEMS:
        found = there.get(item.name, {})
        # What is derived comes from the machine that has what it is derived from.
        if any(found.values()) and {item.name, item.source or item.name} <= lacking:
            results[item.name], added[item.name] = found, name
    return added


def write_page(store, folder, other=None, named=None):
    """Of all items; where some are named, of these and of what else the store has."""
    from reproduction import pictures
    paper = items.published()
    results = all_rows(store)
    elsewhere = take_instead(results, other) if other else {}
    (folder / "reproduction").mkdir(parents=True, exist_ok=True)
    # What stands on results that no item measures would be on each page: it is named, or left out.
    kept = [item for item in ITEMS if named is None or any(results[item.name].values())
            and (item.measure or item.source or item.name in named)]
    pictured, made = set(), {}
    for item in kept:
        found, of_paper = results[item.name], paper.get(item.name, [])
        if not item.on_page or not (of_paper or any(found.values())):
            continue
        measured = other if item.name in elsewhere else store
        made[item.name] = made_at(measured, item)
        report.write_csv(folder / f"reproduction/{item.name}.csv", found, of_paper,
                         made[item.name])
        if pictures.draw(item, found, measured.read(item.name).get("curves", {}), of_paper,
                         folder / f"reproduction/{item.name}.png"):
            pictured.add(item.name)
    measured = store.measured()
    if elsewhere:
        there = other.read("machine")
        measured[f"another machine: {there['host']}"] = [(there, len(elsewhere))]
    text = report.page(kept, results, paper, items.left_out(), head_of(store), measured, pictured,
                       elsewhere, took_quick(*store.each(), *([other] if other else [])),
                       took_published(store), made)
    (folder / "reproduction.md").write_text(text, encoding="utf-8")
    print(folder / "reproduction.md")


def draw_kept(folder):
    quick = kept.FOLDER / kept.QUICK
    write_page(Store(*kept.folders()), folder, Store(quick) if quick.exists() else None)


def main():
    options = arguments()
    if options.list:
        print("\n".join(item.name for item in ITEMS if item.on_page))
        return 0
    wanted = chosen(options.items)
    for folder in filter(None, (options.page, options.results, options.inputs)):
        if folder.exists() and not folder.is_dir():
            sys.exit(f"{folder} is no folder. Name one that is, or that is to be made.")
    if not options.measure_only:
        check_matplotlib()
    for folder in (*(options.draw_only or ()), *(options.keep or ()),
                   *([options.instead] if options.instead else [])):
        if not (folder / "machine.json").exists():
            sys.exit(f"{folder} has no results (it has no machine.json). Name a folder beneath that"
                     " of --results.")
    if options.keep is not None:
        for folder in options.keep:
            print(kept.take(folder))
        draw_kept(ROOT / "docs")
        return 0
    if options.draw_only:
        write_page(Store(*options.draw_only), page_of(options),
                   Store(options.instead) if options.instead else None,
                   named=None if "all" in options.items else ())
        return 0
    if not options.items:
        sys.exit("Nothing is named (there is no item to measure). Give all, or items that --list"
                 " prints.")
    if options.data:
        check_data(options.data)
    options.build = build_of(options)
    if not (options.build / "bin/siderum").exists():
        sys.exit(f"There is no program in {options.build} (bin/siderum is missing). Build it, or"
                 " name its folder with --build.")
    facts = machine(options.build)
    if options.device in ("gpu", "both") and facts["GPU"] == "none":
        sys.exit(f"The program in {options.build} has no GPU (it has no engine for one, or there is"
                 " none here: see bin/siderum info there). Name a build for GPUs with --build, or"
                 " give --device cpu.")
    check_benchmarks(options.build, wanted, options.device, options.data)
    check_places(wanted, options.device)
    store, failed = measure_all(options, facts, wanted)
    print(store.folder)
    if failed:
        print(f"Not measured: {', '.join(failed)} (what failed is said above). Run this again to go"
              " on with them.", file=sys.stderr)
        if not options.measure_only:
            print(f"No page is written into {page_of(options)}: --draw-only {store.folder} draws"
                  " what there is.", file=sys.stderr)
        return 1
    if not options.measure_only:
        write_page(store, page_of(options),
                   named=None if "all" in options.items else [item.name for item in wanted])
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Stopped: what was measured until now is kept. Run this again to go on.")
