# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""What all pictures have in common; needs no matplotlib."""

# Of Okabe and Ito: apart for all eyes.
COLOURS = {"one": "#56b4e9", "all": "#0072b2", "gpu": "#009e73"}
PAPER = "#d55e00"
OTHERS = ("#0072b2", "#009e73", "#cc79a7", "0.35")
DASHES = ("-", "--", ":", "-.", (0, (1, 1, 4, 1)))
MARKERS = ("o", "s", "^", "D", "v")
STARS = ("*", "P", "X", "p", "d", "h", "<", ">")  # one for each machine of a paper
HATCHES = ("", "///", "...", "xxx", "+++")
STYLE = {"font.size": 9, "axes.titlesize": 9, "axes.spines.top": False,
         "axes.spines.right": False, "axes.grid": True, "grid.color": "0.88",
         "axes.axisbelow": True, "legend.fontsize": 8, "legend.framealpha": 0.9,
         "hatch.linewidth": 0.5, "figure.dpi": 160, "savefig.bbox": "tight"}


def stars_of(paper):
    """{machine: marker}"""
    machines = dict.fromkeys(row.hardware for row in paper)
    return {name: STARS[number % len(STARS)] for number, name in enumerate(machines)}


def star_style(marker):
    return {"color": PAPER, "marker": marker, "markersize": 9, "linestyle": "none", "zorder": 4,
            "markeredgecolor": "black", "markeredgewidth": 0.4}
