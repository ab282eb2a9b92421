# SPDX-FileCopyrightText: 2026 The siderum developers
# SPDX-License-Identifier: Apache-2.0
"""Pictures of counts and correlation functions by matplotlib: axes in, artists out."""

import numpy as np

from siderum._output import axes_of

SIGNS = {"deg": "deg", "arcmin": "arcmin", "arcsec": "arcsec", "rad": "rad"}


def label_axis(ax, bins):
    if bins.is_logarithmic:
        ax.set_xscale("log")
    ax.set_xlim(bins.edges[0], bins.edges[-1])
    ax.set_xlabel(f"separation [{SIGNS[bins.unit]}]")


def plot_counts(counts, ax, **style):
    ax = axes_of(ax)
    values = counts.count if counts.weight is None else counts.weight
    artists = [ax.stairs(values, counts.bins.edges, **style)]
    label_axis(ax, counts.bins)
    if counts.bins.is_logarithmic and np.all(values >= 0) and values.any():
        ax.set_yscale("log")
    ax.set_ylabel("pairs" if counts.weight is None else "sum of $w_i w_j$")
    return artists


def plot_correlation(found, ax, **style):
    ax = axes_of(ax)
    at = found.separation
    is_log = found.bins.is_logarithmic and np.any(found.w > 0)
    style = {"fmt": "o", "markersize": 4, "linewidth": 0.9, "capsize": 2, "color": "C0", **style}
    if not is_log:
        artists = [ax.axhline(0.0, color="0.7", linewidth=0.7),
                   ax.errorbar(at, found.w, found.error, **style)]
    else:
        above, below = found.w > 0, found.w < 0
        artists = [ax.errorbar(at[above], found.w[above], found.error[above], **style)]
        if below.any():
            artists.append(ax.errorbar(
                at[below], -found.w[below], found.error[below],
                **{**style, "markerfacecolor": "none", "label": "negative"}))
            artists.append(ax.legend(fontsize="small"))
        # A bar that goes on to 0 and below ends where the picture does.
        ax.set_yscale("log", nonpositive="clip")
        ax.set_ylim(bottom=0.3 * np.min(np.abs(found.w[above | below])))
    label_axis(ax, found.bins)
    ax.set_ylabel(r"$w(\theta)$")
    ax.set_title(f"{found.estimator}, errors by {found.errors}", fontsize="small")
    return artists


def plot_matrix(found, ax, **style):
    ax = axes_of(ax)
    edges = found.bins.edges
    matrix = found.correlation_matrix
    artists = [ax.pcolormesh(edges, edges, matrix,
                             **{"cmap": "RdBu_r", "vmin": -1.0, "vmax": 1.0, **style})]
    if found.bins.is_logarithmic:
        ax.set_xscale("log")
        ax.set_yscale("log")
    for axis in (ax.xaxis, ax.yaxis):
        round_ticks(axis, edges, found.bins.is_logarithmic)
    ax.set_aspect("equal")
    ax.set_xlabel(f"separation [{SIGNS[found.bins.unit]}]")
    ax.set_ylabel(f"separation [{SIGNS[found.bins.unit]}]")
    artists.append(ax.figure.colorbar(artists[0], ax=ax, label="correlation of the bins"))
    return artists


def round_ticks(axis, edges, is_log):
    """Ticks at 1, 2, 5 of each power of ten, written out."""
    from matplotlib import ticker

    if not is_log:
        return
    tens = np.arange(np.floor(np.log10(edges[0])), np.ceil(np.log10(edges[-1])) + 1)
    steps = (1, 2, 5) if len(tens) <= 3 else (1,)
    ticks = np.array([step * 10.0**ten for ten in tens for step in steps])
    ticks = ticks[(ticks >= edges[0] * (1 - 1e-9)) & (ticks <= edges[-1] * (1 + 1e-9))]
    axis.set_major_locator(ticker.FixedLocator(ticks))
    axis.set_major_formatter(ticker.FormatStrFormatter("%g"))
    axis.set_minor_formatter(ticker.NullFormatter())
