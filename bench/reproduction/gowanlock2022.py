# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Gowanlock, Butler, Trilling & McNeill 2022, Astronomy and Computing 38: the periods that are
found."""

import dataclasses
import math

from .catalogues import (CATALOGUED, SEEDS, STARS, answers, cut, lines_of, part_of, rows_of, same,
                         seeded, simulated)
from .gowanlock2021_surveys import periodogram, thinned
from .gowanlock_ratios import SAME, counted, of_all, percent, row_of
from .items import Axes, Item, Row, best_place, by_simulated, judged, value_of
from .style import COLOURS, OTHERS, PAPER
from .words import marked, rounded

METHODS = {"multi-pass": ["--finder", "super-smoother"],
           "single pass": ["--finder", "super-smoother", "--variant", "single-pass"],
           "Lomb-Scargle": []}
OPEN = "multi-pass, open ends"
PLANETS = {"HD 1397 b": 11.535, "HD 202772 A b": 3.309, "HD 219666 b": 6.036,
           "LHS 3844 b": 0.4629}


BEST = "best frequency, "


def grid(low, high, count):
    return ["--fmin", low, "--fmax", high, "--count", count]


def seeds_of(run):
    return SEEDS[:2] if run.scale == "check" else SEEDS


def by_seed(good):
    """[share of right answers in % of each seed] of {"seed-object": whether it is right}"""
    seeds = {}
    for name, right in good.items():
        seeds.setdefault(name.split("-")[0], []).append(right)
    return [100 * sum(found) / len(found) for found in seeds.values()]


def share(good):
    return 100 * sum(good.values()) / len(good)


def measure_star(run):
    stars = run.published(STARS)
    source = stars or simulated(run, "stripe-82", 1)[0]
    lines = lines_of(source)
    star = lines[0].split(",")[0]
    path = run.folder / "star.csv"
    path.write_text("".join(line for line in lines if line.split(",")[0] == star))
    count = run.choose(check=3300, quick=330_000, paper=330_000)
    rows, curves = [], {}
    for label, options in (("Lomb-Scargle", METHODS["Lomb-Scargle"]),
                           ("alpha 0", [*METHODS["multi-pass"], "--alpha", 0]),
                           ("alpha 9", [*METHODS["multi-pass"], "--alpha", 9])):
        period, x, y = periodogram(run, path, *grid(0.1, 10, count), *options)
        x, y = thinned(x, y, 1000)
        highest = max(y)
        curves[label] = [x, [value / highest for value in y]]
        rows.append(Row(f"{BEST}{label}", 1 / period, "1/d"))
    if stars:
        known = {row["id"]: float(row["period_days"]) for row in rows_of(run.published(CATALOGUED))}
        if star.strip() in known:
            rows.append(Row("frequency in the catalogue", 1 / known[star.strip()], "1/d"))
    else:
        truth = rows_of(simulated(run, "stripe-82", 1)[1])[0]
        rows.append(Row("frequency that the stand-in was made with", 1 / float(truth["period_d"]),
                        "1/d"))
    return rows, curves


def star_told(found, _):
    """Which answers are right, and which are off by whole numbers per day."""
    rows = best_place(found)
    known = next((row for row in rows if row.case.startswith("frequency ")), None)
    answered = [row for row in rows if row.case.startswith(BEST)]
    if known is None or not answered:
        return ""

    def told(row):
        name, frequency = row.case.removeprefix(BEST), f"{rounded(row.value)} 1/d"
        if same(known.value, row.value, 0.01):
            return f"{name} answers {frequency}, which is right to 1 %"
        if not is_alias_of(row.value, known.value):
            return f"{name} answers {frequency}, which is neither right nor an alias of the day"
        off = round(row.value - known.value)
        return (f"{name} answers {frequency}, an alias of the day: {abs(off)} per day"
                f" {'below' if off < 0 else 'above'} the known {rounded(known.value)} 1/d")
    return f"{'; '.join(map(told, answered))}."


def draw_star(figure, found, curves, paper):
    """One upon the other, with the known frequency above; beneath them what lies around it."""
    figure.set_size_inches(6.4, 5.6)
    panels = list(figure.subplots(2, 1))
    rows = [row for of_place in found.values() for row in of_place]
    known = next((row for row in rows if row.case.startswith("frequency")), None)
    for axes in panels:
        for label, colour in (("alpha 0", "0.7"), ("Lomb-Scargle", OTHERS[0]),
                              ("alpha 9", OTHERS[1])):
            if label in curves:
                axes.plot(*curves[label], linewidth=0.8, color=colour, label=label)
        if known:
            axes.plot([known.value], [1.08], marker="v", color=PAPER, linestyle="none",
                      label=f"{known.case}: {known.value:.4g} 1/d")
        axes.set_ylim(0, 1.15)
        axes.set_ylabel("power over its highest")
    if known:
        panels[1].set_xlim(max(0.1, known.value - 1.3), known.value + 1.3)
    panels[1].set_xlabel("frequency [1/d]")
    return panels


def planet_case(alpha):
    return "Lomb-Scargle" if alpha is None else f"alpha {alpha}"


def measure_planets(run):
    """Twenty light curves of each planet, one of each seed."""
    count = run.choose(check=1000, quick=10_000, paper=1_000_000)
    seeds = seeds_of(run)
    rows = []
    for alpha in (*run.choose(check=(0,), quick=(0, 3, 6, 9), paper=range(11)), None):
        options = METHODS["Lomb-Scargle"] if alpha is None else [*METHODS["single pass"],
                                                                 "--alpha", alpha]
        hits, good, fewest = {}, {}, len(seeds)
        for name, period in PLANETS.items():
            path, _ = seeded(run, "tess-planets", 1, "--period", period, seeds=seeds)
            found, kept = answers(run, f"planet {period}", lambda n: cut(run, path, n),
                                  len(seeds), [*grid(0.05, 10, count), *options],
                                  limit=run.choose(check=0.2, quick=4.0, paper=15.0))
            fewest = min(fewest, kept)
            right = [same(one, period, 0.03) for one, _ in found.values()]
            hits[name] = f"{sum(right)} of {len(right)}"
            good.update({f"{key}/{name}": same(one, period, 0.03)
                         for key, (one, _) in found.items()})
        shares = by_seed(good)
        rows.append(Row(planet_case(alpha), share(good), "%", "", alpha,
                        part_of(fewest, len(seeds), "seeds"),
                        note=", ".join(f"{name} {number}" for name, number in hits.items()),
                        low=min(shares), high=max(shares)))
    return rows


def draw_planets(figure, found, curves, paper):
    axes = figure.subplots()
    axes.set_xlim(-0.5, 10.5)
    for place, rows in found.items():
        rows_by_alpha = [row for row in rows if row.x is not None]
        label = "GPU" if place == "gpu" else "host"
        axes.plot([row.x for row in rows_by_alpha], [row.value for row in rows_by_alpha],
                  color=COLOURS[place], marker="o", label=f"Super Smoother, {label}")
        bounded = [row for row in rows_by_alpha if row.low is not None]
        axes.fill_between([row.x for row in bounded], [row.low for row in bounded],
                          [row.high for row in bounded], color=COLOURS[place], alpha=0.12,
                          linewidth=0, label=f"{label}, least and most of a seed")
        other = value_of(rows, "Lomb-Scargle")
        axes.axhline(other, color=COLOURS[place], linestyle="--",
                     label=f"Lomb-Scargle, {label}: {percent(other, 0)}")
    axes.plot([0], [100], linestyle="none", marker="*", markersize=11, color=PAPER,
              markeredgecolor="black", markeredgewidth=0.4, label="paper, alpha 0: 4 of 4",
              clip_on=False, zorder=4)
    axes.axhline(0, color=PAPER, linewidth=1.5, label="paper, Lomb-Scargle: 0 of 4", clip_on=False)
    axes.set_ylim(-4, 104)
    axes.set_xlabel("alpha")
    axes.set_ylabel("periods found [%]")
    return [axes]


def planets_verdict(found, paper):
    rows = best_place(found)
    zero, other = (row_of(rows, case) for case in ("alpha 0", "Lomb-Scargle"))
    if zero is None or other is None:
        return "not measured"
    best = max((row for row in rows if row.x is not None), key=lambda row: row.value)
    words = (f"{judged(zero.value == 100 and other.value == 0, zero.value > other.value)}: alpha 0"
             f" finds {percent(zero.value, 0)}{marked(zero)} of the light curves, Lomb-Scargle"
             f" {percent(other.value, 0)}{marked(other)}{', not none' if other.value else ''}")
    if best.value > zero.value:
        words += (f"; {best.case} finds more than alpha 0 ({percent(best.value)} to"
                  f" {percent(zero.value)})")
    return by_simulated(words)


def stripe_82(run, each):
    """(catalogue(n), how many there are, {id: period}, the step of n, what the objects are)"""
    stars, catalogued = run.published(STARS), run.published(CATALOGUED)
    if stars and catalogued:
        periods = {row["id"]: float(row["period_days"]) for row in rows_of(catalogued)}
        kept = run.choose(check=4, quick=136, paper=136)
        return (lambda n: cut(run, stars, n)), kept, periods, 1, "stars of Stripe 82"
    seeds = seeds_of(run)
    periods = {name: float(row["period_d"])
               for name, row in seeded(run, "stripe-82", each, seeds=seeds)[1].items()}
    return (lambda n: seeded(run, "stripe-82", n // len(seeds), seeds=seeds)[0],
            each * len(seeds), periods, len(seeds), f"simulated stars of {len(seeds)} seeds")


def measure_shares(run):
    count = run.choose(check=3300, quick=330_000, paper=330_000)
    catalogue, wanted, periods, step, what = stripe_82(run, run.choose(check=1, quick=7, paper=136))
    rows = []
    methods = {**METHODS, OPEN: [*METHODS["multi-pass"], "--ends", "open"]}
    for method in ("multi-pass", OPEN, "single pass", "Lomb-Scargle"):
        case = method if method == "Lomb-Scargle" else f"Super Smoother, {method}"
        found, kept = answers(run, f"shares {what}", catalogue, wanted,
                              [*grid(0.1, 10, count), *methods[method]], step)
        good = {name: same(period, periods[name], 0.01)
                for name, (period, _) in found.items() if name in periods}
        shares = by_seed(good) if step > 1 else [None]
        spread = f", by seed from {min(shares):.3g} to {max(shares):.3g} %" if step > 1 else ""
        sample = part_of(kept, wanted, "stars")
        rows.append(Row(case, share(good), "%", "", None, sample,
                        note=f"{sum(good.values())} of {len(good)} {what}{spread}"))
        for words, wrong in aliases_among(found, periods):
            rows.append(Row(f"{words}, {method}", share(wrong), "%", "", None, sample, draw=False,
                            note=f"{sum(wrong.values())} of {len(wrong)} {what}"))
    return rows


OFF, WHOLE = "a whole number per day off", "at a whole number per day"


def aliases_among(found, periods):
    """[(what kind, {name: whether the answer is one})]"""
    known = {name: (frequency, 1 / periods[name]) for name, (_, frequency) in found.items()
             if name in periods}
    return [(OFF, {name: is_alias_of(*both) and not same(both[1], both[0], 0.01)
                   for name, both in known.items()}),
            (WHOLE, {name: is_alias(frequency) for name, (frequency, _) in known.items()})]


def of_right(found):
    return {place: [row for row in rows if row.draw] for place, rows in found.items()}


def derive_stars(found):
    """Aliases alone."""
    return {place: [dataclasses.replace(row, case=row.case.partition(", ")[2],
                                        form=row.case.partition(", ")[0], draw=True)
                    for row in rows if row.case.startswith((OFF, WHOLE))]
            for place, rows in found.items()}


def fewer_by(rows):
    """How it is judged that both passes have fewer than Lomb-Scargle, by more than chance makes;
    rows: {method: its share}."""
    other = rows["Lomb-Scargle"]
    apart = [row for row in rows.values()
             if abs(other.value - row.value) > whisker(row) + whisker(other)]
    fewer = [row for row in apart if row.value < other.value]
    return judged(len(fewer) == 2, bool(fewer)) if apart else "not decided here"


def stars_verdict(found, paper):
    """By answers at whole numbers per day, as published, and by the aliases of what is
    catalogued."""
    rows = best_place(found)
    off, whole = ({method: row_of(rows, method, kind) for method in METHODS}
                  for kind in (OFF, WHOLE))
    if not all((*off.values(), *whole.values())):
        return "not measured"
    at_whole = ", ".join(f"{counted(row)[0]:,}" for row in whole.values())
    words = (f"{fewer_by(whole)} by answers {WHOLE} itself ({at_whole}); by those {OFF} what is"
             f" catalogued, which the paper does not count: {fewer_by(off)}: "
             + ", ".join(f"{method} {percent(row.value)}{marked(row)}"
                         for method, row in off.items())
             + f" of {stars_in(off['Lomb-Scargle']):,} stars")
    return by_simulated(words) if any("simulated" in row.note for row in rows) else words


def shares_verdict(found, paper):
    rows = best_place(found)
    wanted = {row.case: row.value for row in paper}
    ours = {case: row_of(rows, case) for case in wanted}
    exactly = all(abs(ours[case].value - value) < 0.05 for case, value in wanted.items())
    smoother = min(row.value for case, row in ours.items() if "Super" in case)
    told = ", ".join(f"{case} {percent(row.value)}{marked(row)}" for case, row in ours.items())
    ends = row_of(rows, "Super Smoother, multi-pass")
    words = (f"{judged(exactly, smoother > ours['Lomb-Scargle'].value)}: {told};"
             f" multi-pass with ends that wrap {percent(ends.value)}{marked(ends)}")
    return by_simulated(words) if any("simulated" in row.note for row in rows) else words


def is_alias(frequency):
    """Within 0.01 1/d of 1, 2, ... 9 1/d."""
    whole = round(frequency)
    return 1 <= whole <= 9 and abs(frequency - whole) < 0.01


def is_alias_of(frequency, known):
    """Within 0.01 1/d of a frequency that is whole numbers per day away."""
    off = frequency - known
    return round(off) != 0 and abs(off - round(off)) < 0.01


VARIABLE, ALL = "variable stars", "all stars"
# A histogram of answers: from 0.01 1/d on, so that those within 0.01 1/d of a whole number per day
# share one of its columns.
WIDTH, COLUMNS = 0.02, 500


def histogram(frequencies):
    counts = [0] * COLUMNS
    for frequency in frequencies:
        counts[min(COLUMNS - 1, max(0, int((frequency - 0.01) / WIDTH + 1e-9)))] += 1
    return counts


def aliases_of(method, form, frequencies, kept):
    """The row of these answers, {"seed-star": frequency}."""
    good = {name: is_alias(frequency) for name, frequency in frequencies.items()}
    shares = by_seed(good)
    objects = CATALOGUES["LINEAR"][1]
    return Row(method, share(good), "%", form, None,
               part_of(min(kept, objects), objects, "stars"),
               note=f"{sum(good.values()):,} of {len(good):,} stars; {len(shares)} seeds, from"
               f" {min(shares):.3g} to {max(shares):.3g} %", low=min(shares), high=max(shares))


def measure_aliases(run):
    """Of 320 stars at least, fewer of which would say nothing. All methods search as many as the
    first has time for."""
    seeds = seeds_of(run)
    each = run.choose(check=20, quick=16, paper=of_each_seed("LINEAR", seeds))
    least = run.choose(check=20, quick=16, paper=16)
    count = run.choose(check=2200, quick=50_000, paper=222_000)
    rows, curves, kept = [], {}, each * len(seeds)
    # All of a seed are one measurement: 60 s hold for each.
    limit = run.choose(check=0.2, quick=60, paper=60)
    for method, options in METHODS.items():
        found, kept = answers(run, f"linear {least}",
                              lambda n: seeded(run, "linear", max(least, n // len(seeds)),
                                               seeds=seeds)[0],
                              kept, [*grid(0.01, 10, count), *options],
                              least * len(seeds), limit)
        limit = math.inf
        truth = seeded(run, "linear", max(least, kept // len(seeds)), seeds=seeds)[1]
        made = {name: 1 / float(truth[name]["period_d"]) for name in found
                if truth[name]["shape"] != "constant"}
        frequencies = {ALL: {name: frequency for name, (_, frequency) in found.items()}}
        frequencies[VARIABLE] = {name: frequencies[ALL][name] for name in made}
        curves[method] = {form: histogram(of_form.values())
                          for form, of_form in frequencies.items()}
        rows += [aliases_of(method, form, frequencies[form], kept) for form in (VARIABLE, ALL)
                 if frequencies[form]]
    if made:
        rows.append(aliases_of(MADE_WITH, VARIABLE, made, kept))
    return sorted(rows, key=lambda row: row.form == ALL), curves


MADE_WITH = "frequencies that stars were made with"


def of_variable(rows):
    """{method: row}, of variable stars; of all where there are none else."""
    return {row.case: row for row in rows if row.form == VARIABLE} or {
        row.case: row for row in rows}


def stars_in(row):
    return counted(row)[1]


def whisker(row):
    """By how much a share of so many stars may be off by chance alone."""
    stars = stars_in(row)
    return 100 * (max(row.value, 100 / stars) / 100 / stars) ** 0.5


def share_told(row):
    """With as many digits as chance leaves it."""
    digits = 1 if whisker(row) >= 0.1 else 2
    return f"{row.value:.{digits}f} ± {whisker(row):.{digits}f} %"


def draw_histograms(figure, rows, curves):
    """A panel for each method: the answers of variable stars, and those of all as a line."""
    figure.set_size_inches(6.4, 5.2)
    panels = list(figure.subplots(3, 1, sharex=True))
    edges = [0.01 + WIDTH * number for number in range(COLUMNS + 1)]
    for axes, method in zip(panels, METHODS):
        of_form = {row.form: row for row in rows if row.case == method}
        for form, style in ((ALL, {"color": "0.6", "linewidth": 0.8}),
                            (VARIABLE, {"color": COLOURS["all"], "fill": True})):
            counts = curves[method][form]
            if form in of_form:
                axes.stairs([100 * number / sum(counts) for number in counts], edges, **style,
                            label=f"answers of {form}")
        axes.set_ylim(0, 1.45 * axes.get_ylim()[1])
        axes.plot(range(1, 10), [0.93 * axes.get_ylim()[1]] * 9, linestyle="none", marker="v",
                  markersize=4, color=PAPER, label="whole days")
        told = [f"{share_told(row)} of {form}" for form, row in of_form.items()]
        axes.set_title(f"{method}: at whole days {', '.join(told)}", fontsize=8)
    panels[1].set_ylabel("share of the answers in 0.02 1/d [%]")
    panels[-1].set_xlabel("frequency of the answer [1/d]")
    return panels


def draw_aliases(figure, found, curves, paper):
    """Histograms, or where they were not kept bars, with the range that a share of so many stars
    may have by chance alone."""
    rows = best_place(found)
    if set(METHODS) <= set(curves):
        return draw_histograms(figure, rows, curves)
    axes = figure.subplots()
    for number, row in enumerate(rows):
        error = whisker(row)
        axes.barh([number], [row.value], height=0.55,
                  color=COLOURS["gpu" if found.get("gpu") else "all"], edgecolor="0.2",
                  linewidth=0.6)
        axes.errorbar([row.value], [number], xerr=[[min(error, row.value)], [error]],
                      color="0.2", capsize=3, linewidth=1)
        axes.text(row.value + error, number, f"  {row.note.split(';')[0]}", va="center",
                  fontsize=8)
    axes.set_yticks(range(len(rows)), [row.case for row in rows])
    axes.set_xlim(0, 1.6 * max(row.value for row in rows) + 2)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("answers at whole days [%]")
    return [axes]


# [%] of the range that is searched lies within 0.01 1/d of a whole number from 1 to 9.
ANYWHERE = 100 * 9 * 0.02 / 9.99


def aliases_verdict(found, paper):
    ours = of_variable(best_place(found))
    other = ours["Lomb-Scargle"]
    smoothers = [ours[method] for method in ("multi-pass", "single pass")]
    apart = [row for row in smoothers
             if abs(row.value - other.value) > whisker(row) + whisker(other)]
    fewer = [row for row in apart if row.value < other.value]
    told = ", ".join(f"{method} {percent(ours[method].value)}" for method in METHODS)
    told += f" of {stars_in(other):,} {other.form or 'stars'}{marked(*ours.values())}"
    made = (f", {percent(ours[MADE_WITH].value)} of the {MADE_WITH}" if MADE_WITH in ours else "")
    if not apart:
        return by_simulated(f"not decided here: {told} are the same but for chance{made} (answers"
                            f" that lie anywhere would be {ANYWHERE:.1f} %)")
    return by_simulated(f"{judged(len(fewer) == 2, bool(fewer))}: {told}{made}")


CATALOGUES = {"Stripe 82": ("stripe-82", 136, 0.1, 10, 330_000),
              "TESS": ("tess-asteroids", 37_965, 0.1, 10, 26_757),
              "LINEAR": ("linear", 94_252, 0.01, 10, 222_000)}


def of_each_seed(name, seeds):
    """Objects of a catalogue, so that those of all seeds are as many or a few more."""
    return -(-CATALOGUES[name][1] // len(seeds))


def measure_periods(run):
    """How many periods are the same to 3 % in FP32 and in FP64."""
    seeds = seeds_of(run)
    rows = []
    for name, (survey, objects, low, high, count) in CATALOGUES.items():
        each = run.choose(check=1, quick=3, paper=50)
        if run.scale == "paper" and not run.on_host:
            each = of_each_seed(name, seeds)
        count = run.choose(check=2000, quick=count, paper=count)
        stars = run.published(STARS) if name == "Stripe 82" else None
        step = 1 if stars else len(seeds)
        wanted = run.choose(check=2, quick=136, paper=136) if stars else each * len(seeds)

        def catalogue(n):
            return cut(run, stars, n) if stars else seeded(run, survey, n // len(seeds),
                                                           seeds=seeds)[0]
        for method in ("multi-pass", "single pass"):
            found, kept = {}, wanted
            # The same objects in both.
            for precision, limit in (("double", run.choose(check=0.2, quick=5, paper=30)),
                                     ("single", math.inf)):
                found[precision], kept = answers(
                    run, f"periods {name} {bool(stars)}", catalogue, kept,
                    [*grid(low, high, count), *METHODS[method], "--precision", precision], step,
                    limit)
            good = {key: same(found["single"][key][0], period, 0.03)
                    for key, (period, _) in found["double"].items() if key in found["single"]}
            what = "public file" if stars else f"{len(seeds)} seeds"
            rows.append(Row(f"{name}, {method}", share(good), "%",
                            sample=part_of(min(len(good), objects), objects, "objects"),
                            note=f"{sum(good.values()):,} of {len(good):,} objects, {what}"))
    return rows


def periods_verdict(found, paper):
    """Better than published is what keeps more, by twice what chance makes of so many objects; as
    much of them, to 1 %, holds."""
    rows = best_place(found)
    pairs = [(row_of(rows, row.case), row.value) for row in paper]
    pairs = [(ours.value - wanted, 2 * (wanted * (100 - wanted) / counted(ours)[1]) ** 0.5)
             for ours, wanted in pairs if ours]
    judgement = judged(bool(pairs) and all(more >= -SAME for more, _ in pairs),
                       min(row.value for row in rows) >= 90)
    if pairs and all(more > SAME + chance for more, chance in pairs):
        judgement = "better than published"
    told = []
    for name in CATALOGUES:
        of_catalogue = [row for row in rows if row.case.startswith(f"{name}, ")]
        counts = list(dict.fromkeys(map(of_all, of_catalogue)))
        if counts:
            told.append(f"{' and '.join(counts)} {'in both passes' if len(counts) == 1 else ''}"
                        f" of {name}{marked(*of_catalogue)}".replace("  ", " "))
    # Of Stripe 82 alone there is a public file.
    public = any("public file" in row.note for row in rows)
    return by_simulated(f"{judgement}: the same are {', '.join(told)}",
                        "TESS and LINEAR" if public else "")


ITEMS = [
    Item("gowanlock2022-fig1", "Figure 1: three periodograms of one star",
         "What do bass and Lomb-Scargle make of one RR Lyrae star?",
         "The first star of Stripe 82, or a simulated one; [0.1, 10) 1/d, 330,000 frequencies; of"
         " each 330 that lie side by side the highest is drawn, each periodogram in units of its"
         " own highest. Super Smoother is the multi-pass form, with ends that wrap.",
         "The star is the first of the file, which need not be the paper's; the paper tells its"
         " frequency with two digits. What compares is where"
         " peaks stand: at the known frequency, whole numbers per day beside it, and at fractions"
         " of it, since Super Smoother finds folds of two and three periods smooth as well.",
         Axes(), measure_star, once=True, files=(STARS, CATALOGUED), draw=draw_star,
         remark=star_told),
    Item("gowanlock2022-fig3", "Figure 3: transits of planets",
         "Which bass finds planets whose transits are short?",
         "Four planets by their published periods: HD 1397 b, 11.535 d (Nielsen et al. 2019, A&A"
         " 623, A100), HD 202772 A b, 3.309 d (Wang et al. 2019, AJ 157, 51), HD 219666 b, 6.036 d"
         " (Esposito et al. 2019, A&A 623, A165), LHS 3844 b, 0.4629 d (Vanderspek et al. 2019,"
         " ApJ 871, L24), simulated as boxes of 0.2 to 0.4 % in 27.4 days of TESS, a point each 20"
         " minutes, with its published noise at 10 mag, 20 seeds; single pass, [0.05, 10) 1/d,"
         " 1e6 frequencies (1e4 at the quick scale); right is to 3 % of the period.",
         "The paper has one light curve a planet and finds all four by alpha 0; seeds differ in"
         " depth, phase and noise, and two or three transits of HD 1397 b leave its period open."
         " `siderum simulate` has no magnitude to set: all four have the noise of 10 mag, which for"
         " LHS 3844 (I = 11.9) is too little: most of what Lomb-Scargle finds is this planet. The"
         " paper has alphas from 0 to 10, the quick scale four of them.",
         Axes("alpha", "periods found [%]"), measure_planets, once=True, draw=draw_planets,
         verdict=planets_verdict,
         claim="four of four planets are found to 3 % of the period at alpha 0, and none by"
         " Lomb-Scargle (in kind: more at alpha 0)"),
    Item("gowanlock2022-fig4", "Figure 4: aliases of whole days",
         "How many answers are aliases of the day?",
         "Stars as LINEAR sees them, one of ten variable, 20 seeds, [0.01, 10) 1/d, 222,000"
         " frequencies (50,000 at the quick scale); an answer within 0.01 1/d of a whole number"
         " from 1 to 9. The claim is judged by the variable stars alone. A GPU searches 4,713"
         " of each seed, 8 in all more than the catalogue has; a host as many as 60 s allow, but"
         " 320 at least, as many as the quick scale has.",
         "The paper draws histograms of its answers, without shares, and its stars are real ones."
         " Errors of simulated points do not depend on one another, while those of real ones have"
         " the night in common, which puts answers at whole days. Nine of ten stars here are noise"
         " without a period, whose answers lie anywhere: in these windows 1.8 % of them do by"
         " chance. Behind ± in the picture stands what chance makes of so many stars. Real ones are"
         " counted in gowanlock2022-aliases.",
         Axes("", "answers at whole days [%]"), measure_aliases, once=True, draw=draw_aliases,
         verdict=aliases_verdict,
         claim="Super Smoother gives fewer answers within 0.01 1/d of whole numbers per day than"
         " Lomb-Scargle (by more than chance makes of so many stars, both passes; in kind: one of"
         " them)"),
    Item("gowanlock2022-fig5", "Figure 5: RR Lyrae stars of Stripe 82",
         "How many catalogued periods does each method find?",
         "136 stars, [0.1, 10) 1/d, 330,000 frequencies, alpha 9; right is to 1 %. With --data the"
         " stars of Sesar et al. 2010, else simulated ones.",
         "The paper's multi-pass form is open at the ends of the phase; siderum wraps them unless"
         " told otherwise. Simulated stars have straight saw teeth, uniform seasons and errors of"
         " 0.02 mag throughout, the accuracy of that photometry (Ivezić et al. 2007, AJ 134,"
         " 973).", Axes("", "periods found [%]"), measure_shares, once=True,
         files=(STARS, CATALOGUED), tabled=of_right, verdict=shares_verdict,
         claim="83.8, 84.6 and 62.5 % of the periods of Stripe 82 are found to 1 % (each to 0.05 %"
         " of all; in kind: by either pass of Super Smoother more than by Lomb-Scargle)"),
    Item("gowanlock2022-aliases", "Figure 4: aliases of the day among stars of Stripe 82",
         "How many answers on real stars are aliases of the day?",
         "The answers of gowanlock2022-fig5: those within 0.01 1/d of a frequency that is a whole"
         " number per day away from the catalogued one, and those within 0.01 1/d of a whole number"
         " from 1 to 9.",
         "The paper draws histograms of its answers for LINEAR, whose stars are not public; on"
         " simulated ones gowanlock2022-fig4 has nothing that puts answers at whole days. What the"
         " nights of a survey do to a star with a period is to move its answer by whole numbers"
         " per day, which is counted here.",
         Axes("", "share of the answers [%]"), derive=derive_stars, source="gowanlock2022-fig5",
         once=True, files=(STARS, CATALOGUED), verdict=stars_verdict,
         claim="Super Smoother gives fewer aliases of the day than Lomb-Scargle (by more than"
         " chance makes of so many stars, both passes; in kind: one of them)"),
    Item("gowanlock2022-periods", "Table 5: the same periods in FP32",
         "How many periods does FP32 keep?",
         "Objects of each catalogue of gowanlock2022-table6, of 20 seeds where they are simulated,"
         " on its grid; the same to 3 %. A GPU searches as many as the catalogue has, or up to"
         " 15 more, so that seeds have the same number; an H200 takes 20 minutes for all. Hosts"
         " search up to 1,000 of TESS and of LINEAR, up to 60 at the quick scale: as many as 30 s"
         " allow in FP64, or 5 s, but one of each seed at least.",
         "The paper forms phases in FP32, so that 5 to 7 % of its periods change; siderum forms"
         " them in FP64.",
         Axes("", "the same [%]"), measure_periods, once=True, files=(STARS,),
         verdict=periods_verdict,
         claim="94.1 and 94.9 % of the periods of Stripe 82 are the same to 3 % in FP32, 93.0 and"
         " 95.4 % of those of TESS (to 1 % of all, or more; in kind: 90 % of each)"),
]
