# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Catalogues of light curves: simulated by 20 seeds, cut from public files, or made from a public
table; and the answers of a search of them."""

import csv
import io
import math
import os
import pathlib
import random

STARS = "stripe82_rr_lyrae_z.csv"
CATALOGUED = "stripe82_rr_lyrae_periods.csv"
ASTEROID = "synthetic_8205.csv"
ASTEROIDS = "simulated_asteroids_truth.csv"
PUBLIC = (ASTEROID, ASTEROIDS, STARS, CATALOGUED)  # of which --data is to have every one
SEEDS = range(1, 21)
EXPORTER = "lomb_scargle_bench"  # has the object that stands in for the asteroid
# Of the asteroid, as many as the papers time; the authors' file has one more.
POINTS = 3554


def public_file(folder, name):
    """Its path in a folder or beneath that, or None."""
    return next(iter(sorted(pathlib.Path(folder).rglob(name))), None)


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def lines_of(path):
    """Those of a file of light curves, without its header."""
    with open(path, encoding="utf-8") as file:
        return [line.rstrip() + "\n" for line in file
                if line.strip() and not line.startswith("id")]


def objects_of(path):
    """{id: its lines}"""
    found = {}
    for line in lines_of(path):
        found.setdefault(line.split(",", 1)[0].strip(), []).append(line)
    return found


def write_copies(path, times, output):
    """The objects of a file so many times, each time by other names."""
    lines = lines_of(path)
    output.write_text("".join(f"{number}-{line.lstrip()}" for number in range(times)
                              for line in lines))


def same(found, wanted, tolerance):
    return abs(found - wanted) <= tolerance * wanted


def simulated(run, survey, objects, seed=1, *more):
    name = "-".join([survey, str(objects), str(seed), *map(str, more)]).replace("--", "")
    return run.made(f"{name}.csv", "simulate", "light-curves", "--survey", survey, "--objects",
                    objects, "--seed", seed, *more, "--output", "{output}", "--truth", "{truth}")


def seeded(run, survey, each, *more, seeds=SEEDS):
    """(a file with `each` objects of each seed, named seed-object; {name: its row of the truth})"""
    name = "-".join([survey, str(each), f"seeds{seeds[0]}to{seeds[-1]}",
                     *map(str, more)]).replace("--", "")
    path = run.folder / f"{name}.csv"
    found = {seed: simulated(run, survey, each, seed, *more) for seed in seeds}
    truths = {f"{seed}-{row['id']}": row for seed, (_, truth) in found.items()
              for row in rows_of(truth)}
    if not path.exists():  # of a whole catalogue more than a gigabyte
        part = path.with_name(f"part.{path.name}")
        with part.open("w", encoding="utf-8") as file:
            file.write("id,time,value,error\n")
            for seed, (curves, _) in found.items():
                file.writelines(f"{seed}-{line}" for line in lines_of(curves))
        part.replace(path)
    return path, truths


def cut(run, path, kept):
    """So many of the objects of a file, evenly through it."""
    objects = list(objects_of(path).values())
    if kept >= len(objects):
        return path
    chosen = [objects[i * len(objects) // kept] for i in range(kept)]
    part = run.folder / f"{path.stem}.{kept}.csv"
    part.write_text("".join(line for lines in chosen for line in lines))
    return part


def beginning(run, path, points):
    """The first points of the one object of a file."""
    part = run.folder / f"{path.stem}.{points}points.csv"
    part.write_text("".join(lines_of(path)[:points]))
    return part


def asteroid(run):
    """(file, whether it is the published one, its period [d] where it is known)"""
    path = run.published(ASTEROID)
    if path:
        return path, True, None
    path = run.folder / "object.csv"
    if not path.exists():
        run.execute([run.build / "bench" / EXPORTER, f"--export={run.folder}"])
    return path, False, 1 / 3.7


def timed_asteroid(run):
    """The asteroid as the papers time it."""
    return beginning(run, asteroid(run)[0], POINTS)


def baselines(path):
    """The time from the first point of each object to its last."""
    found = []
    for lines in objects_of(path).values():
        times = [float(line.split(",")[1]) for line in lines]
        found.append(max(times) - min(times))
    return found


def from_table(run, table, seed, every=1):
    """The survey that Gowanlock et al. 2021 make of their table of asteroids, of every so many of
    them: points on 120 nights of 48 slots of ten minutes, magnitude + amplitude / 2 cos(phase),
    errors of 0.02 + 0.18 10^(0.4 (magnitude - 20)). (file, the rows of the table)"""
    rows = [row for number, row in enumerate(rows_of(table)) if number % every == seed % every]
    path = run.folder / f"table.{every}.{seed}.csv"
    if not path.exists():
        made = random.Random(seed)
        lines = ["id,time,value,error\n"]
        for row in rows:
            days, phase = float(row["period_hours"]) / 24, made.random()
            magnitude, height = float(row["absolute_magnitude"]), float(row["amplitude"]) / 2
            error = 0.02 + 0.18 * 10 ** (0.4 * (magnitude - 20))
            for slot in sorted(made.sample(range(120 * 48), round(float(row["points"])))):
                time = slot // 48 + (slot % 48) / 144
                value = made.gauss(
                    magnitude + height * math.cos(2 * math.pi * (time / days + phase)), error)
                lines.append(f"{row['id']},{time:.6f},{value:.5f},{error:.5f}\n")
        path.write_text("".join(lines))
    return path, rows


def answers(run, what, catalogue, wanted, words, step=1, limit=None):
    """({id: (period, frequency)} of as many objects as there is time for, their number).
    catalogue(n) is a file of n objects."""
    def search():
        last = {}

        def seconds_of(count):
            """On a host that has nothing else to do, so that a busy one searches as many."""
            path, before = catalogue(count), os.times().children_user
            text, _ = run.compute("periods", path, *words)
            last["rows"], last["count"] = read(text), count
            return (os.times().children_user - before) / run.place.threads
        count = run.sampled(wanted, seconds_of, step, limit)
        if last.get("count") != count:
            seconds_of(count)
        return [[row["id"], row["period"], row["frequency"]] for row in last["rows"]], count
    found, count = run.parts.get(run.key("answers", what, *words), search)
    return {name: (float(period), float(frequency)) for name, period, frequency in found}, count


def part_of(count, wanted, what):
    """What stands beneath a table, where not all were searched."""
    return "" if count == wanted else f"{count:,} of {wanted:,} {what}"
